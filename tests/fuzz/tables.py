"""The targets of the fuzzers: a service of its own, as operators run it, with games of every ruleset in every state."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from podesta_client import NewGame, Podesta, connect
from podesta_engines import RULESETS
from tests.kit.process import UNLIMITED, ServiceProcess, running_service

MOVES = 12
"""Answers in the games that are running."""
OPTIONS = {"golden-horn": {"round_limit": 2}}
"""Options that make games short, if a ruleset has them."""


@dataclass(frozen=True)
class Table:
    """A game: its ruleset, its state, and the tokens of its taken seats in seat order."""

    game: str
    ruleset: str
    status: str
    tokens: list[str]


@dataclass(frozen=True)
class Grounds:
    """A running service and the games that are on it."""

    process: ServiceProcess
    tables: list[Table]

    def renew(self, start: int) -> None:
        """Open new games: the previous ones have ended, or their tokens were reissued."""
        with connect(self.process.grpc) as podesta:
            self.tables[:] = _tables(podesta, Random(start))

    def as_json(self) -> list[dict[str, object]]:
        """The games, for a process that reads them from a file."""
        return [asdict(table) for table in self.tables]

    def check_alive(self) -> None:
        """Fail if the service died, failed a call, or does not respond as before."""
        faults = [line for line in self.process.log if line.get("level") in ("error", "critical")]
        faults += [line for line in self.process.log if "Traceback" in line.get("text", "")]
        assert not faults, faults[:3]
        assert self.process.running
        with connect(self.process.grpc) as podesta:
            assert podesta.create("troyes", ["Ada", "Bice"]).game.status
            for table in self.tables:
                assert table.status != "ended" or podesta.record(table.game)

    @property
    def resident(self) -> int:
        """Bytes of the service's memory."""
        return self.process.memory


@contextmanager
def grounds(data_dir: Path, **settings: str) -> Iterator[Grounds]:
    """A service without limits on calls, with games, for the time of a block."""
    own = {**UNLIMITED, "HEARTBEAT_SECONDS": "0.05", "DURABILITY": "everysec", **settings}
    with running_service(data_dir, **own) as process:
        found = Grounds(process, [])
        found.renew(1)
        yield found


def _tables(podesta: Podesta, rnd: Random) -> Iterator[Table]:
    """Games of every ruleset: open, running (one hidden from spectators, one delayed for them) and ended."""
    for ruleset in RULESETS.all():
        names = [f"Seat {seat}" for seat in range(ruleset.seats.start)]
        waiting = podesta.create(ruleset.id, [*names[1:], None])
        yield Table(waiting.id, ruleset.id, "open", waiting.tokens)
        for status, most, spectators in (
            ("running", MOVES, ""),
            ("running", MOVES, "none"),
            ("running", MOVES, "delayed"),
            ("ended", 10_000, ""),
        ):
            options = OPTIONS.get(ruleset.id, {}) if status == "ended" else {}
            delay = 5 if spectators == "delayed" else 0
            new = podesta.create(ruleset.id, names, options=options, spectators=spectators, delay=delay)
            play(podesta, new, rnd, most)
            yield Table(new.id, ruleset.id, status, new.tokens)


def play(podesta: Podesta, new: NewGame, rnd: Random, most: int) -> None:
    """Play a game on with random answers, to its end or for so many of them."""
    seen = podesta.get(new.id, new.tokens[0])
    while seen.waiting and most:
        seat = rnd.choice(seen.waiting).seat
        if seen.seat != seat:
            seen = podesta.get(new.id, new.tokens[seat])
        question = seen.questions[0]
        pairs = [(question.kind, rnd.choice(question.options).word)]
        seen, most = podesta.answer(new.id, new.tokens[seat], seen.revision, pairs).after, most - 1
