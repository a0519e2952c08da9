"""Seals: made as the page of formats describes, over every part of an entry, and impossible to bypass."""

import json
from hmac import digest
from pathlib import Path
from random import Random

import pytest

from podesta_engines.game.events import Entry, Retracted, decode_entry, encode_entry, stored_line
from podesta_engines.game.format.seals import (
    NOTHING,
    is_sealed,
    keyed,
    plain,
    seal,
    seal_of,
)
from podesta_engines.game.format.seals import sealed as with_seal

VECTORS = json.loads((Path(__file__).parent / "fairness-vectors.json").read_text())
MASTER, GAME = bytes.fromhex(VECTORS["master"]), VECTORS["game"]
KEY = digest(digest(MASTER, b"podesta log seals 1", "sha256"), GAME.encode(), "sha256")


def test_seals_are_those_of_the_vectors() -> None:
    """The key and the page determine the seals."""
    entry = bytes.fromhex("82a66576656e747390a6736368656d6102")
    first = seal(keyed(KEY), NOTHING, 1, bytes(16), entry)
    assert first.hex() == VECTORS["seal1"]
    assert first.hex() == "e98158694d46d0cc77a9595f41fea227"


def test_a_sealed_entry_is_read_as_without() -> None:
    """The seal changes neither the entry nor its line in the record."""
    entry = Entry([Retracted(3)], 7, 9)
    data = encode_entry(entry)
    found = with_seal(bytes(range(16)), data)
    assert (is_sealed(found), is_sealed(data)) == (True, False)
    assert (plain(found), plain(data), seal_of(found)) == (data, data, bytes(range(16)))
    assert decode_entry(found) == decode_entry(data)
    assert stored_line(found) == stored_line(data)


@pytest.mark.parametrize("part", range(5))
def test_everything_goes_into_a_seal(part: int) -> None:
    """Key, previous seal, revision, command and entry: a change of any bit changes the seal."""
    rnd = Random(part)
    parts = [KEY, rnd.randbytes(16), rnd.randbytes(8), rnd.randbytes(16), rnd.randbytes(40)]
    seen = {_seal(parts)}
    for bit in range(8 * len(parts[part])):
        changed = int.from_bytes(parts[part], "big") ^ 1 << bit
        seen.add(_seal([*parts[:part], changed.to_bytes(len(parts[part]), "big"), *parts[part + 1 :]]))
    assert len(seen) == 1 + 8 * len(parts[part])


def _seal(parts: list[bytes]) -> bytes:
    key, before, revision, command, entry = parts
    return seal(keyed(key), before, int.from_bytes(revision, "big"), command, entry)
