"""Entries as arrays: the facts of a record's line in half the bytes.

A ruleset may get another option without a new version: with its default, no byte of any game changes.
"""

from collections.abc import Iterator
from contextlib import suppress

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import json, msgpack, to_builtins

from podesta_engines import fold
from podesta_engines.core.errors import Drifted
from podesta_engines.core.moves import Answered, Drawn
from podesta_engines.core.ruleset import Registry, Ruleset
from podesta_engines.game.events import Entry, Retracted, decode_entry, encode_entry, stored_line, to_line
from podesta_engines.game.format.levels import HIGHEST, LOWEST, MEANS
from podesta_engines.game.verify import verify
from tests.kit.sealed import record_of, sealed
from tests.kit.walks import REGISTRY, Table, play, seeds, walk

HEAD = b"\x01" + bytes([0, 0, 0, 0, 0, 1, 0, 0, 0, 2])
"""The head of an entry written a millisecond after 1970, with the checksum 2."""


def test_an_array_says_what_the_map_says(table: Table) -> None:
    """It decodes to the same entry and line as the map, and takes at most six tenths of the space."""
    log, _, _ = play(table, 5)
    maps = [msgpack.encode(to_builtins(entry)) for entry in log]
    arrays = [encode_entry(entry) for entry in log]
    assert [decode_entry(data) for data in arrays] == log
    lines = [stored_line(data) for data in arrays]
    assert lines == [to_line(entry) for entry in log]
    assert [json.decode(line) for line in lines] == [msgpack.decode(data) for data in maps]
    moves = slice(1, -1)  # the first and the last have data written once a game
    assert sum(map(len, arrays[moves])) <= 0.6 * sum(map(len, maps[moves]))


def test_every_kind_of_move_is_told_apart() -> None:
    """Answers, draws that all see, draws that one sees, and other events, in any order."""
    events = [
        Drawn("card", "red", 0),
        Answered(0, "act", "pass"),
        Retracted(3),
        Drawn("die", "six"),
        Drawn("x", None, 5),
    ]
    entry = Entry([*events, Answered(5, None, None)], 4_000_000_000, 1_800_000_000_000)
    assert decode_entry(encode_entry(entry)) == entry
    assert stored_line(encode_entry(entry)) == to_line(entry)
    empty = Entry([])
    assert stored_line(encode_entry(empty)) == to_line(empty)


def test_a_field_that_nobody_knows_stays_in_the_line() -> None:
    """A later version may add fields to an event: the line has everything that is stored."""
    stored = HEAD + b"\x91\x83\xa5event\xa9retracted\xabto_revision\x03\xa5later\x07"
    assert decode_entry(stored).events == [Retracted(3)]
    assert stored_line(stored) == b'{"events":[{"event":"retracted","to_revision":3,"later":7}],"check":2,"at":1}'


@pytest.mark.parametrize(
    "stored",
    [
        b"",
        HEAD[:5],
        HEAD,
        HEAD + b"\x01",
        b"\x00" + HEAD[1:] + b"\x90",
        msgpack.encode({"events": []}),
        HEAD + b"\x91\xc0",
        HEAD + b"\x91\x05",
        HEAD + b"\x91\xa1a",
        HEAD + b"\x91\x80",
    ],
    ids=bytes.hex,
)
def test_what_is_no_entry_drifts(stored: bytes) -> None:
    """Truncated, of other types, with an unknown event: always raises Drifted."""
    with pytest.raises(Drifted, match="cannot be read"):
        decode_entry(stored)


def test_every_level_is_explained() -> None:
    """The command explains to an operator what each level brings."""
    assert list(MEANS) == list(range(LOWEST, HIGHEST + 1))


PLAIN = st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.floats() | st.text(max_size=9)
NAMES = st.text(max_size=6) | st.just("events")
PARTS = st.recursive(
    PLAIN | st.binary(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=12,
)


@given(data=st.binary(max_size=60) | st.builds(msgpack.encode, PARTS) | st.binary(max_size=40).map(HEAD.__add__))
def test_bytes_of_others_are_no_entry(data: bytes) -> None:
    """Arbitrary bytes decode to an entry or raise Drifted, and nothing else."""
    with suppress(Drifted):
        decode_entry(data)


def test_a_text_that_is_none_is_no_entry() -> None:
    """A map with text that is not UTF-8."""
    with pytest.raises(Drifted):
        decode_entry(b"\x81\xa6events\xa2\xff\xfe")


def with_another_option(ruleset: Ruleset) -> Ruleset:
    """The same rules with one option more, as a later release may have it."""
    options = msgspec.defstruct(
        "Options",
        [("house_rule", int, 7)],
        bases=(ruleset.options,),
        frozen=True,
        omit_defaults=True,
        forbid_unknown_fields=True,
    )
    return msgspec.structs.replace(ruleset, options=options)


def later() -> Registry:
    """Every ruleset with one option more."""
    registry = Registry()
    for ruleset in REGISTRY.all():
        registry.add(with_another_option(ruleset))
    return registry


def positions(table: Table, seed: int) -> Iterator[bytes]:
    """The packed positions of a walk."""
    return (p.rules.pack(p.state) for p in walk(table, seed))


def test_every_option_has_a_default_and_is_left_out_where_it_has_it(ruleset: Ruleset) -> None:
    """Options are one map inside the state, in which a default takes no byte."""
    state = ruleset.start(ruleset.seats[0]).state
    assert msgspec.msgpack.encode(ruleset.options()) == msgspec.msgpack.encode({})
    assert msgspec.msgpack.encode(state.options) == msgspec.msgpack.encode({})


@seeds(3)
def test_another_option_leaves_every_byte_of_a_position(table: Table, seed: int) -> None:
    """Nor, with the bytes, checksums, saved positions and inputs of bots."""
    again = Table(with_another_option(table.ruleset), table.seats)
    assert list(positions(again, seed)) == list(positions(table, seed))


@seeds(3)
def test_another_option_leaves_logs_and_records_valid(table: Table, seed: int) -> None:
    """Games played before it are folded and verified by the rules with the option."""
    log, checks, _ = play(table, seed)
    assert fold(later(), log).position.fingerprint() == checks[-1]
    record = record_of(sealed(REGISTRY, table, seed))
    assert verify(record, later()) == verify(record, REGISTRY)
