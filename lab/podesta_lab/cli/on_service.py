"""Games of the arena on a service: practice games on its deals, for the service's house bots and for other clients."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from time import monotonic

from msgspec import Struct

from podesta.v1 import game_master_pb2 as pb
from podesta.v1 import words_pb2 as words
from podesta_client import Bot, NewGame, Podesta, ReservedSeat, connect
from podesta_client.requests import Plan
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.play.house import has_bot
from podesta_engines.play.processes import busy
from podesta_lab.arena.game import GameResult
from podesta_lab.arena.match import Block, BlockGame, LineUp, Task, dealt, rotations
from podesta_lab.arena.players import NoSuchPlayer

SEAT = "seat:"
"""The prefix of a client's name: a seat is reserved for the client that claims it under the rest of the name."""
_PATIENCE = 3.0
"""How many seconds to wait for a service before a match begins."""
_LOOK = 0.5
"""Seconds between two checks of whether a game has ended."""


class NotPlayed(Exception):
    """A game was not played to its end."""


class RemoteService(Struct, frozen=True):
    """A service at `host:port`. A game may take `limit` seconds, including the wait for its players."""

    target: str
    key: str = ""
    """An operator's key, if the service requires one to open games."""
    limit: float = 600.0

    def play(self, work: Iterable[Task], jobs: int) -> Iterator[Block]:
        """Play blocks, `jobs` at a time, and yield them as they end; raises NotPlayed, and the client's Problem."""
        over = Event()
        with ThreadPoolExecutor(jobs) as pool:
            try:
                yield from busy(pool, lambda task: self._block(task, over), iter(work), jobs)
            finally:
                over.set()

    def _block(self, task: Task, over: Event) -> Block:
        with connect(self.target) as podesta:
            seatings = enumerate(rotations(task.line_up))
            return Block(task.seats, task.deal, [self._game(podesta, over, task, *each) for each in seatings])

    def _game(self, podesta: Podesta, over: Event, task: Task, number: int, line_up: LineUp) -> BlockGame:
        plans = [_plan(task.players[who]) for who in line_up]
        opened = podesta.create(task.ruleset, plans, deal=dealt(task, number).hex(), operator_key=self.key or None)
        result = self._result(podesta, over, opened)
        record = podesta.record(opened.id)
        return BlockGame(line_up, _played(result, record), "".join(f"{line}\n" for line in record * task.records))

    def _result(self, podesta: Podesta, over: Event, opened: NewGame) -> words.Result:
        """The result of a game; a game that is still open after the limit is closed."""
        game, until = opened.game, monotonic() + self.limit
        while monotonic() < until and not over.wait(_LOOK):
            game = podesta.get(opened.id)
            if game.status == pb.STATUS_ENDED:
                return game.result
        if game.status == pb.STATUS_OPEN:
            podesta.host(opened.id, "close", opened.host)
        missing = ", ".join(seat.kept for seat in game.seats if not seat.taken)
        raise NotPlayed(f"game {opened.id} has not ended within {self.limit:g} s{missing and f'; free: {missing}'}")


def reach(target: str) -> None:
    """Raise Problem if no service answers there."""
    with connect(target, patience=_PATIENCE) as podesta:
        podesta.rulesets()


def check(rules: Ruleset, players: Sequence[str], seats: Sequence[int]) -> None:
    """Refuse players that cannot play on a service; raises NoSuchPlayer."""
    for name in players:
        if not (name.startswith(SEAT) and name.removeprefix(SEAT).strip()) and not has_bot(rules, name):
            raise NoSuchPlayer(f"{name!r} cannot play on a service: name a house bot, or {SEAT}NAME for a client")
    if max(seats) > len(players) and any(name.startswith(SEAT) for name in players):
        raise NoSuchPlayer(
            f"a player named {SEAT}NAME has one seat at a table; name as many players as there are seats"
        )


def _plan(name: str) -> Plan:
    """A player's seat: a house bot's, or reserved for a name."""
    return ReservedSeat("", name.removeprefix(SEAT)) if name.startswith(SEAT) else Bot(name)


def _played(result: words.Result, record: Sequence[str]) -> GameResult:
    """The result of a game, and how often each seat answered; the cost of moves is unknown."""
    standings = sorted(result.standings, key=lambda each: each.seat)
    events = [event for line in record for event in json.loads(line)["events"]]
    moves = Counter(event["seat"] for event in events if event["event"] == "answered")
    nothing = [0.0] * len(standings)
    ranks, scores = [each.rank for each in standings], [each.score for each in standings]
    return GameResult(ranks, scores, nothing, [moves[seat] for seat in range(len(standings))], nothing)
