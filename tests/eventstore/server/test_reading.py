"""The commands that reading sends to a server."""

from __future__ import annotations

from pathlib import Path

import pytest

from podesta_eventstore import EmbeddedServer, StreamDamaged, open_store
from podesta_eventstore.streams import keys
from tests.eventstore.fixtures import admin, fill


def asked(server: EmbeddedServer) -> dict[str, int]:
    """How often the server was asked for entries, and for the existence of a stream."""
    stats = admin(server).info("commandstats")
    return {name: int(stats.get(f"cmdstat_{name}", {}).get("calls", 0)) for name in ("xrange", "exists", "hgetall")}


@pytest.mark.parametrize("after", [1, 2, 3])
async def test_whoever_polls_asks_once(private_valkey: EmbeddedServer, tmp_path: Path, stream: str, after: int) -> None:
    """With new entries or without, one command finds them, and that the stream exists."""
    async with await open_store(private_valkey.url, tmp_path) as store:
        await fill(store, stream, 3)
        before = asked(private_valkey)
        assert [entry.revision for entry in await store.read(stream, after)] == [*range(after + 1, 4)]
        assert [entry.revision for entry in await store.read(stream, after, 1)] == [*range(after + 1, 4)][:1]
        assert asked(private_valkey) == before | {"xrange": before["xrange"] + 2}


async def test_the_entry_before_must_be_there(private_valkey: EmbeddedServer, tmp_path: Path, stream: str) -> None:
    """A log without the entry to read on from is damaged; one that ends before that has no new entries."""
    async with await open_store(private_valkey.url, tmp_path) as store:
        await fill(store, stream, 3)
        assert await store.read(stream, 5) == []
        admin(private_valkey).xdel(keys.log(stream), "2-0")
        with pytest.raises(StreamDamaged, match="gap"):
            await store.read(stream, 2)
