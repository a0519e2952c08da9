"""Patches lead from what an audience was shown to its next view: for every ruleset and every audience."""

from __future__ import annotations

import gzip
import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from podesta_client.patching import patched as apply
from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset
from podesta_service.model import Game
from podesta_service.rest.packing import Gzip, packed
from podesta_service.views.patching import Operation, digest, operations, patched
from tests.kit.evidence import evidence
from tests.kit.walks import Table as Walked
from tests.kit.walks import seats_of
from tests.laws.patches.checks import audiences, check_patches, steps

TABLES = [Walked(ruleset, seats) for ruleset in RULESETS.all() for seats in seats_of(ruleset)[: evidence(1, 9)]]


@pytest.mark.parametrize("table", TABLES, ids=repr)
def test_patched_games_are_the_games(table: Walked) -> None:
    """For each seat and for spectators, in both languages: the patch of the game before makes the game after it."""
    assert check_patches(table, 0, audiences(table)).patches


@pytest.mark.parametrize("ruleset", RULESETS.all(), ids=lambda ruleset: ruleset.id)
def test_patches_are_an_eighth_of_the_games(ruleset: Ruleset) -> None:
    """The compressed size of a whole game sent to a spectator, from its start."""
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
    """If the small steps would take more bytes than the new value."""
    before, after = {"it": list(range(9))}, {"it": list(range(10, 19))}
    assert operations(before, after) == [Operation("replace", "/it", list(range(10, 19)))]  # type: ignore[arg-type]


@given(events=st.lists(st.tuples(st.binary(max_size=20), st.binary(max_size=300)), max_size=8))
def test_events_packed_one_by_one_are_one_gzip(events: list[tuple[bytes, bytes]]) -> None:
    """Decompressed, the stream is the events as they were, whether they had been compressed before or not."""
    coding, sent = Gzip(), b""
    for number, (identity, body) in enumerate(events):
        sent += coding.add(identity, body, packed(body) if number % 2 else b"")
    assert gzip.decompress(coding.begin() + sent + coding.end()) == b"".join(a + b for a, b in events)
    assert packed(b"x" * 300) == packed(b"x" * 300)
