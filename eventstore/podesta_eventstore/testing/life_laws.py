"""The laws of a stream's life: labels, the seal, the archive, restoring, and erasure."""

import asyncio
from contextlib import aclosing

import pytest

from podesta_eventstore.contract import Appended, EventStore, Expected, Metadata, Stored
from podesta_eventstore.errors import (
    Conflict,
    StreamArchived,
    StreamErased,
    StreamNotFinal,
    StreamNotFound,
    StreamNotSealed,
    StreamSealed,
)

from .filling import PATIENCE, command, fill, listed


class LifeLaws:
    """What every implementation must do with old streams; the subclass has the fixtures `store` and `stream`."""

    async def test_labels_are_kept_beside_the_entries(self, store: EventStore, stream: str) -> None:
        """Labels are set, changed and removed one by one, and never touch the entries."""
        with pytest.raises(StreamNotFound):
            await store.label(stream, {"ruleset": "x"})
        with pytest.raises(StreamNotFound):
            await store.metadata(stream)
        await fill(store, stream, 2)
        await store.label(stream, {"ruleset": "golden-horn", "città": "Firenze"})
        await store.label(stream, {"ruleset": "colonia", "città": ""})
        assert await store.metadata(stream) == Metadata("new", "live", 2, {"ruleset": "colonia"})

    async def test_labels_are_set_only_if_they_are_as_expected(self, store: EventStore, stream: str) -> None:
        """Of all that have read the same labels one succeeds; the others change nothing. An absent label is empty."""
        with pytest.raises(StreamNotFound):
            await store.label(stream, {"a": "1"}, {"a": ""})
        await fill(store, stream, 1)
        for before in ("", "0"):
            changes = [store.label(stream, {"a": f"by-{at}", f"own-{at}": "x"}, {"a": before}) for at in range(40)]
            set_by = [at for at, was_set in enumerate(await asyncio.gather(*changes)) if was_set]
            assert len(set_by) == 1
            assert (await store.metadata(stream)).labels == {"a": f"by-{set_by[0]}", f"own-{set_by[0]}": "x"}
            await store.label(stream, {"a": "0", f"own-{set_by[0]}": ""})
        assert not await store.label(stream, {"a": "2"}, {"a": "0", "b": "x"})
        assert await store.label(stream, {"a": ""}, {"a": "0", "b": ""})
        assert (await store.metadata(stream)).labels == {}

    async def test_only_a_stream_in_the_last_list_is_sealed(self, store: EventStore, stream: str) -> None:
        """A stream in another list is not sealed; a sealed one is read, recognises retries, and accepts nothing new."""
        with pytest.raises(StreamNotFound):
            await store.seal(stream)
        commands = await fill(store, stream, 2)
        with pytest.raises(StreamNotFinal):
            await store.seal(stream)
        await store.append(stream, 2, b"3", command(), "done")
        assert [await store.seal(stream) for _ in range(2)] == [3, 3]
        with pytest.raises(StreamSealed):
            await store.append(stream, 3, b"4", command())
        with pytest.raises(Conflict):
            await store.append(stream, 2, b"4", command())
        assert await store.append(stream, 2, b"", commands[1]) == Appended(2, duplicate=True)
        assert (len(await store.read(stream)), (await store.metadata(stream)).phase) == (3, "sealed")

    async def test_only_a_sealed_stream_is_released(self, store: EventStore, stream: str) -> None:
        """Entries are dropped when the stream is sealed at just that head; its head and its list entry stay."""
        await fill(store, stream, 2)
        await store.append(stream, 2, b"3", command(), "done")
        with pytest.raises(StreamNotSealed):
            await store.release(stream, 3, "digest")
        await store.seal(stream)
        with pytest.raises(StreamNotSealed):
            await store.release(stream, 2, "digest")
        for _ in range(2):
            await store.release(stream, 3, "digest")
        assert await store.metadata(stream) == Metadata("done", "archived", 3, {}, "digest")
        assert (await store.head(stream), await store.seal(stream), await listed(store, stream)) == (3, 3, {"done"})
        for call in (store.read(stream), store.read_backward(stream), store.append(stream, 3, b"", command())):
            with pytest.raises(StreamArchived):
                await call

    async def test_an_archived_stream_comes_back_whole(self, store: EventStore, stream: str) -> None:
        """Restored, a stream has its entries, status and labels again; restoring over entries is a conflict."""
        await fill(store, stream, 700)
        await store.append(stream, 700, b"701", command(), "done")
        await store.label(stream, {"ruleset": "colonia"})
        entries = await store.read(stream)
        with pytest.raises(Conflict):
            await store.restore(stream, entries, "done")
        await store.seal(stream)
        await store.release(stream, 701, "digest")
        await store.restore(stream, entries, "done", {"ruleset": "colonia", "back": "yes"})
        assert await store.read(stream) == entries
        assert await store.metadata(stream) == Metadata("done", "live", 701, {"back": "yes", "ruleset": "colonia"})
        assert await listed(store, stream) == {"done"}

    async def test_a_lost_stream_is_restored_from_nothing(self, store: EventStore, stream: str) -> None:
        """A store that never knew the stream takes it, listed under its status."""
        entries = [Stored(1, command(), b"1"), Stored(2, command(), b"2")]
        await store.restore(stream, entries, "busy")
        assert (await store.read(stream), await listed(store, stream)) == (entries, {"busy"})
        assert await store.append(stream, 2, b"3", command()) == Appended(3, duplicate=False)

    async def test_an_erased_stream_is_gone_for_good(self, store: EventStore, stream: str) -> None:
        """Erasure removes entries, labels and list entry, and nothing brings the name back."""
        with pytest.raises(StreamNotFound):
            await store.erase(stream)
        await fill(store, stream, 4)
        await store.label(stream, {"player": "Ada"})
        assert [await store.erase(stream) for _ in range(2)] == [4, 4]
        calls = (
            store.read(stream),
            store.read_backward(stream),
            store.append(stream, 0, b"", command()),
            store.append(stream, Expected.ANY, b"", command()),
            store.label(stream, {"a": "b"}),
            store.seal(stream),
            store.restore(stream, [Stored(1, command(), b"")], "new"),
            anext(store.follow(stream)),
        )
        for call in calls:
            with pytest.raises(StreamErased):
                await call
        assert await store.metadata(stream) == Metadata("done", "erased", 4)
        assert (await store.head(stream), await listed(store, stream)) == (0, set())

    async def test_a_live_stream_is_forgotten_at_its_head_alone(self, store: EventStore, stream: str) -> None:
        """A stream stored elsewhere need not be sealed; another entry, or a tombstone, prevents it."""
        await fill(store, stream, 2)
        for head, live in ((2, False), (1, True), (3, True)):
            with pytest.raises(StreamNotSealed):
                await store.forget(stream, head, live=live)
        assert await store.head(stream) == 2
        await store.forget(stream, 2, live=True)
        assert (await store.head(stream), await listed(store, stream)) == (0, set())
        await fill(store, stream, 1)
        await store.erase(stream)
        with pytest.raises(StreamErased):
            await store.forget(stream, 1, live=True)

    async def test_the_generation_only_grows(self, store: EventStore) -> None:
        """It is raised to the given number, and then by more; of many simultaneous calls, each gets its own number."""
        before = await store.generation()
        assert await store.generation(more=1) == before + 1
        assert await store.generation(before + 5) == await store.generation(1) == await store.generation() == before + 5
        numbers = await asyncio.gather(*(store.generation(more=1) for _ in range(8)))
        assert sorted(numbers) == [*range(before + 6, before + 14)]

    async def test_a_follower_learns_of_the_erasure(self, store: EventStore, stream: str) -> None:
        """A follower of a stream that is erased receives an error, and does not wait forever."""
        await fill(store, stream, 1)
        async with asyncio.timeout(PATIENCE), aclosing(store.follow(stream)) as entries:
            await anext(entries)
            more = asyncio.ensure_future(anext(entries))
            await asyncio.sleep(0)
            await store.erase(stream)
            with pytest.raises(StreamErased):
                await more
