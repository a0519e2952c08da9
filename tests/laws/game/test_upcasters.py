"""Entries of earlier schemas are brought to today's, step by step; what cannot be read has drifted."""

import json
from collections.abc import Callable

import msgspec
import pytest

from podesta_engines.core.errors import Drifted
from podesta_engines.game.events import SCHEMA, decode_entry, stored_line, to_line
from podesta_engines.game.format.upcasters import Raw, upcast


def test_unknown_fields_survive() -> None:
    """What a later version added within the same schema is ignored by the rules and kept in the record."""
    data = msgspec.msgpack.encode({"events": [], "check": 3, "mood": {"of": "the day"}})
    found = decode_entry(data)
    assert (found.events, found.check) == ([], 3)
    assert to_line(found) == stored_line(data)
    assert json.loads(stored_line(data))["mood"] == {"of": "the day"}


def test_the_chain_of_upcasters_runs_step_by_step() -> None:
    """An old entry passes each step between its schema and the wanted one, once, in order."""

    def step(name: str) -> Callable[[Raw], Raw]:
        return lambda raw: raw | {"events": [*raw["events"], name]}

    chain = {1: step("1-2"), 2: step("2-3"), 3: step("3-4")}
    assert upcast({"events": []}, 4, chain) == {"events": ["1-2", "2-3", "3-4"], "schema": 4}
    assert upcast({"events": [], "schema": 3, "kept": 1}, 4, chain) == {"events": ["3-4"], "schema": 4, "kept": 1}
    assert upcast({"events": []}, 1, chain) == {"events": []}


def test_what_cannot_be_upcast_has_drifted() -> None:
    """An entry from the future, a gap in the chain and rubbish are told as drift, not as a crash."""
    with pytest.raises(Drifted, match="later version"):
        decode_entry(msgspec.msgpack.encode({"events": [], "schema": SCHEMA + 1}))
    with pytest.raises(Drifted, match="nothing turns it"):
        upcast({"events": []}, 3, {1: lambda raw: raw})
    for rubbish in (b"", b"\xc1", msgspec.msgpack.encode([1]), msgspec.msgpack.encode({"events": [{"event": "x"}]})):
        with pytest.raises(Drifted, match="cannot be read"):
            decode_entry(rubbish)
