"""The client's verdict on a record is that of the rules, however the record's bytes or draws were changed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from podesta_engines.core.moves import Answered, Drawn
from podesta_engines.game.events import Created, Ended, Entry, Event, Renewed, Seated
from podesta_engines.game.lots import Lot, lots
from podesta_engines.game.record import Tampered
from podesta_engines.game.takebacks import line
from podesta_engines.game.verify import verify
from tests.clients.languages.toolchains import run
from tests.kit.evidence import evidence
from tests.kit.played import PlayedGame
from tests.kit.sealed import record_of, sealed
from tests.kit.walks import REGISTRY, Table

pytestmark = [pytest.mark.campaign, pytest.mark.slow]

SEEDS = range(evidence(normal=2, long=4))
"""Odd ones draw by revision, even ones by lot."""
FORGED_BYTES = 6
COMMANDS = 80
"""Entries of a shared game, at least."""


def games() -> Iterator[tuple[str, list[Entry]]]:
    """Whole games of every ruleset, sealed as a service does it, with a name each."""
    for ruleset in REGISTRY.all():
        for seed in SEEDS:
            yield f"{ruleset.id}-{seed}", sealed(REGISTRY, Table(ruleset, 3), seed + 11)
        yield f"{ruleset.id}-shared", shared(Table(ruleset, 3))


def shared(table: Table) -> list[Entry]:
    """The log of a shared game that is renewed now and then, and that its seats leave after a while."""
    game, rnd = PlayedGame(table, 5, shared=True), Random(5)
    while len(game.log) < COMMANDS and game.answer() and not game.game.ended:
        game.noise(rnd)
        if rnd.random() < 0.1:
            game.renew(rnd.randrange(1, 1 << 25))
        if rnd.random() < 0.1 and len(game.log) > game.begun + 2:
            game.back(rnd.choice([to for to in line(game.log) if game.begun <= to < len(game.log)]))
    game.end()
    return game.log


def forgeries(log: list[Entry], of: list[Lot], rnd: Random) -> Iterator[tuple[str, bytes]]:
    """Forged records: bytes and lines changed, and facts changed by a forger who can compute hashes."""
    sound = record_of(log)
    for number in range(FORGED_BYTES):
        place = rnd.randrange(len(sound))
        yield f"byte-{number}", sound[:place] + bytes([sound[place] ^ 1 + rnd.randrange(255)]) + sound[place + 1 :]
    first, second, *rest = sound.splitlines(keepends=True)
    yield "swapped", b"".join([second, first, *rest])
    yield "doubled", b"".join([first, first, second, *rest])
    yield "cut", b"".join([first, second, *rest[:-1]])
    yield "crlf", sound.replace(b"\n", b"\r\n")
    yield "unended", sound[:-1]
    yield "empty", b""
    lot = rnd.choice([each for each in of if len({*each.outcomes}) > 1])
    for kind, forge in (
        ("draw", _another(lot)),
        ("seed", _no_seed),
        ("entropy", _said),
        ("link", _other_link),
        ("deal", _other_deal),
        ("practice", _practised),
        ("minute", _in_another_minute),
    ):
        yield kind, record_of(_forged(log, lot, kind, forge))


def _forged(log: list[Entry], lot: Lot, kind: str, forge: Any) -> list[Entry]:
    """A log with the first changed event that a forger can make; a draw is changed in the entry of its lot."""
    changed = [*log]
    for number in [lot.revision - 1] if kind == "draw" else range(len(log)):
        drawn = iter(range(len(log[number].events)))
        events = [forge(event, next(drawn) if type(event) is Drawn else -1) for event in log[number].events]
        changed[number] = replace(log[number], events=events)
    return changed


def _another(lot: Lot) -> Any:
    """Exchanges the outcome of one draw."""

    def forge(event: Event, index: int) -> Event:
        if index != lot.index or type(event) is not Drawn:
            return event
        return replace(event, outcome=next(each for each in lot.outcomes if each != event.outcome))

    return forge


def _no_seed(event: Event, _: int) -> Event:
    return replace(event, seed="00" * 32) if type(event) is Ended else event


def _said(event: Event, _: int) -> Event:
    """Every seat has contributed other entropy to the key of the draws."""
    return replace(event, entropy="forged" if event.entropy is UNSET else UNSET) if type(event) is Seated else event


def _other_link(event: Event, _: int) -> Event:
    """Every link is one of another chain."""
    return replace(event, link="00" * 32) if type(event) is Answered and event.link else event


def _practised(event: Event, _: int) -> Event:
    """It claims to be practice, and names neither its deal nor the game it was forked from."""
    return replace(event, practice=True) if type(event) is Created else event


def _in_another_minute(event: Event, _: int) -> Event:
    """Every renewal says that it was a minute later."""
    return replace(event, minute=event.minute + 1) if type(event) is Renewed else event


def _other_deal(event: Event, _: int) -> Event:
    """It claims to be on a deal other than its own."""
    return replace(event, practice=True, deal="00" * 32) if type(event) is Created else event


def judged(record: bytes) -> dict[str, Any]:
    """The verdict of the rules: the record's findings, or the line at fault."""
    try:
        found = verify(record, REGISTRY)
    except Tampered as fault:
        return {"line": fault.line}
    told = {"rules": found.ruleset, "seed": json.loads(record.splitlines()[-1])["events"][-1]["seed"]}
    names = ("revisions", "answers", "draws", "entropy", "commitment", "chain", "links", "practice")
    return told | {"redrawn": found.draws} | {name: getattr(found, name) for name in names}


@pytest.fixture(scope="module")
def records(package: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """A folder of records, sound ones and forged ones, with their lots; and the verdict of the rules on each."""
    folder, expected = tmp_path_factory.mktemp("records"), dict[str, Any]()
    for name, log in games():
        sound = record_of(log)
        of = list(lots(sound, REGISTRY))
        for kind, record in [("sound", sound), *forgeries(log, of, Random(name))]:
            (folder / f"{name}-{kind}.jsonl").write_bytes(record)
            (folder / f"{name}-{kind}.lots.json").write_bytes(msgspec.json.encode(of))
            expected[f"{name}-{kind}.jsonl"] = judged(record)
    return folder, expected


@pytest.mark.parametrize("flags", [[], ["--library"]], ids=["webcrypto", "library"])
def test_the_client_says_what_the_rules_say(records: tuple[Path, dict[str, Any]], flags: list[str]) -> None:
    """Sound records of every ruleset verify, with every draw repeated; forged ones fail at the same line."""
    folder, expected = records
    found = json.loads(run(["node", "build/verdicts.js", str(folder), *flags]))
    for verdict in found.values():
        verdict.pop("why", None)
    assert found == expected
    assert sum("line" in verdict for verdict in found.values()) > len(found) / 2
    assert all("redrawn" in verdict for name, verdict in found.items() if name.endswith("-sound.jsonl"))
