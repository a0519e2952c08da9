"""Patches lead from what an audience was told to what it is told next: for every ruleset and every audience."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from podesta_client.patching import digest as digest_of_json
from podesta_client.patching import patched as apply
from podesta_engines import RULESETS
from podesta_engines.core.decide import execute, settle
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.game.events import Entry, Event, Seated
from podesta_engines.game.fairness import chance, commitment_of
from podesta_engines.game.game import opening, start
from podesta_service.model import Game, Update
from podesta_service.rest.packing import Gzip, packed
from podesta_service.table.table import Step, next_step, open_table
from podesta_service.views.patching import Operation, digest, operations, patched
from tests.kit.evidence import evidence
from tests.kit.games import choose
from tests.kit.walks import Table as Walked
from tests.kit.walks import options_for

TABLES = [Walked(ruleset, seats) for ruleset in RULESETS.all() for seats in (min(ruleset.seats), max(ruleset.seats))]
KEY = bytes(32)


def steps(table: Walked, seed: int) -> Iterator[Step]:
    """Every step of a random game."""
    rnd, ruleset = Random(seed), table.ruleset
    created = opening(ruleset, table.seats, "", options_for(table, seed), commitment_of(KEY))
    position = start(RULESETS, created)
    seated = [Seated(seat, f"P{seat}") for seat in range(table.seats)]
    first: list[Event] = [created, *seated, *settle(position, chance(KEY, 1))]
    step = open_table("a" * 16, Entry(first, position.fingerprint(), 1))
    yield step
    while step.table.position.asks:
        seat, answers = choose(step.table, rnd)
        after, events = execute(step.table.position, seat, answers, chance(KEY, step.revision + 1))
        step = next_step(step.table, Entry(list(events), after.fingerprint(), 1_000 * step.revision), after)
        yield step


def as_json(value: Any) -> Any:
    """A value as it comes over the wire."""
    return json.loads(msgspec.json.encode(value))


@pytest.mark.parametrize("table", TABLES, ids=repr)
def test_patched_games_are_the_games(table: Walked) -> None:
    """For each seat and for spectators, in both languages: the patch of the game before makes the game after it."""
    for seed in range(evidence(1, 5)):
        audiences = [(viewer, language) for viewer in (None, *range(table.seats)) for language in ("en", "it")]
        told: dict[Any, Any] = dict.fromkeys(audiences)
        before: dict[Any, Game | None] = dict.fromkeys(audiences)
        for step in steps(table, seed):
            for viewer, language in audiences:
                who = (viewer, language)
                update = step.show(viewer, language)
                _check(told, before, who, update)


def _check(told: dict[Any, Any], before: dict[Any, Game | None], who: Any, update: Update) -> None:
    old = before[who]
    said = patched(update, digest(update.after), old, digest(old) if old else "")
    assert said.applies_to == (digest_of_json(told[who]) if old else "")
    told[who] = apply(told[who], msgspec.json.encode(said.operations))
    assert told[who] == as_json(update.after), who
    assert said.leads_to == digest_of_json(told[who])
    before[who] = update.after


@pytest.mark.parametrize("ruleset", RULESETS.all(), ids=lambda ruleset: ruleset.id)
def test_patches_are_an_eighth_of_the_games(ruleset: Ruleset) -> None:
    """What a spectator of a whole game is sent, packed, from its start on."""
    whole = light = 0
    before: Game | None = None
    for step in steps(Walked(ruleset, max(ruleset.seats)), 3):
        update = step.show(None, "en")
        whole += len(msgspec.json.encode(update))
        light += len(packed(msgspec.json.encode(patched(update, digest(update.after), before, "0" * 16))))
        before = update.after
    assert light * 8 <= whole


values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "a", "b/c", "~", "~1", "~0/"]),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.sampled_from("ab/~01"), inner, max_size=4),
    max_leaves=30,
)


def spoilt(value: Any) -> Any:
    """JSON in which true is not 1."""
    if isinstance(value, dict):
        return {key: spoilt(part) for key, part in value.items()}
    if isinstance(value, list):
        return [spoilt(part) for part in value]
    return str(value) if isinstance(value, bool) else value


@given(before=values, after=values)
def test_any_json_becomes_any_other(before: Any, after: Any) -> None:
    """Lists that grow and shrink, members that come and go, names with slashes and tildes."""
    old, new = {"it": spoilt(before)}, {"it": spoilt(after)}
    found: Any = operations(old, new)  # type: ignore[arg-type]
    assert apply(json.loads(json.dumps(old)), msgspec.json.encode(found)) == new
    assert old != new or found == []


def test_what_is_longer_than_the_value_is_replaced_whole() -> None:
    """Where many small steps would take more bytes than what they lead to."""
    before, after = {"it": list(range(9))}, {"it": list(range(10, 19))}
    assert operations(before, after) == [Operation("replace", "/it", list(range(10, 19)))]  # type: ignore[arg-type]


@given(events=st.lists(st.tuples(st.binary(max_size=20), st.binary(max_size=300)), max_size=8))
def test_events_packed_one_by_one_are_one_gzip(events: list[tuple[bytes, bytes]]) -> None:
    """Whoever unpacks it gets the events as they were, whether they were packed before or not."""
    coding, sent = Gzip(), b""
    for number, (identity, body) in enumerate(events):
        sent += coding.add(identity, body, packed(body) if number % 2 else b"")
    assert gzip.decompress(coding.begin() + sent + coding.end()) == b"".join(a + b for a, b in events)
    assert packed(b"x" * 300) == packed(b"x" * 300)
