"""The laws of lists: a stream is in that of its status, and pages contain all of it."""

import asyncio

import pytest

from podesta_eventstore.contract import EventStore, Expected
from podesta_eventstore.errors import (
    Conflict,
)

from .filling import command, listed, walk


class ListLaws:
    """What every implementation must do with lists; the subclass has the fixtures `store` and `stream`."""

    async def test_a_stream_is_listed_under_its_status(self, store: EventStore, stream: str) -> None:
        """A new stream is in the first list; an append with a status moves it; one without leaves it where it is."""
        await store.append(stream, 0, b"", command())
        assert await listed(store, stream) == {"new"}
        await store.append(stream, 1, b"", command(), "busy")
        await store.append(stream, Expected.ANY, b"", command())
        assert await listed(store, stream) == {"busy"}
        await store.append(stream, 3, b"", command(), "done")
        assert await listed(store, stream) == {"done"}
        assert (await store.metadata(stream)).status == "done"

    async def test_an_append_that_fails_moves_nothing(self, store: EventStore, stream: str) -> None:
        """A conflict, and a retry that was written long ago, leave the status as it is."""
        each = command()
        await store.append(stream, 0, b"", each, "busy")
        await store.append(stream, 0, b"", each, "done")
        with pytest.raises(Conflict):
            await store.append(stream, 0, b"", command(), "done")
        assert await listed(store, stream) == {"busy"}

    async def test_pages_make_the_whole_list(self, store: EventStore, stream: str) -> None:
        """Pages of any size, continued by their cursors, list every stream of the status once."""
        names = {f"{stream[:20]}-{number}" for number in range(25)}
        await asyncio.gather(*(store.append(name, 0, b"", command(), "busy") for name in names))
        for limit in (1, 7, 1000):
            pages = [page async for page in walk(store, "busy", limit)]
            assert all(len(page) <= limit for page in pages)
            listing = [name for page in pages for name in page if name in names]
            assert sorted(listing) == sorted(names)

    async def test_what_is_no_cursor_is_refused(self, store: EventStore) -> None:
        """A foreign cursor, an unknown list and an empty page are the caller's mistakes."""
        for wrong in (
            store.streams("new", "Not a cursor"),
            store.streams("new", limit=0),
            store.streams("elsewhere"),
        ):
            with pytest.raises(ValueError, match=r"name|cursor|list"):
                await wrong
