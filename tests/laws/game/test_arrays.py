"""Entries as arrays: the same facts in half the bytes, and the same line of a record."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import msgpack

from podesta_engines.core.errors import Drifted
from podesta_engines.core.moves import Answered, Drawn
from podesta_engines.game.events import Entry, Retracted, decode_entry, encode_entry, stored_line, to_line
from podesta_engines.game.format.arrays import is_array
from podesta_engines.game.format.levels import ARRAYS, HIGHEST, LOWEST, MEANS
from tests.kit.walks import Table, play

HEAD = b"\x01" + bytes([0, 0, 0, 0, 0, 1, 0, 0, 0, 2])
"""Of an entry written a millisecond after 1970, with the checksum 2."""


def test_an_array_says_what_the_map_says(table: Table) -> None:
    """Both give the same entry and the same line; an array takes at most six tenths of the room."""
    log, _, _ = play(table, 5)
    maps = [encode_entry(entry, LOWEST) for entry in log]
    arrays = [encode_entry(entry, ARRAYS) for entry in log]
    assert [decode_entry(data) for data in arrays] == log == [decode_entry(data) for data in maps]
    assert [stored_line(data) for data in arrays] == [stored_line(data) for data in maps] == [to_line(e) for e in log]
    assert all(map(is_array, arrays))
    assert not any(map(is_array, maps))
    moves = slice(1, -1)  # the first and the last carry what is written once a game
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
    assert decode_entry(encode_entry(entry, HIGHEST)) == entry
    assert stored_line(encode_entry(entry, HIGHEST)) == to_line(entry)
    empty = Entry([])
    assert stored_line(encode_entry(empty, HIGHEST)) == stored_line(encode_entry(empty)) == to_line(empty)


def test_a_field_that_nobody_knows_stays_in_the_line() -> None:
    """An event other than a move may have grown: its line says everything that is stored."""
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
        HEAD + b"\x91\xc0",
        HEAD + b"\x91\x05",
        HEAD + b"\x91\xa1a",
        HEAD + b"\x91\x80",
    ],
    ids=bytes.hex,
)
def test_what_is_no_entry_drifts(stored: bytes) -> None:
    """Cut off, of other types, with an event that there is not: told as drifted, never as anything else."""
    with pytest.raises(Drifted, match="schema"):
        decode_entry(stored)


def test_every_level_is_explained() -> None:
    """The command tells an operator what each brings."""
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
    """Whatever is found in a store is an entry, or Drifted: nothing else is raised."""
    with suppress(Drifted):
        decode_entry(data)


def test_a_text_that_is_none_is_no_entry() -> None:
    """A map whose text is not UTF-8."""
    with pytest.raises(Drifted):
        decode_entry(b"\x81\xa6events\xa2\xff\xfe")
