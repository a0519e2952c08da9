"""An archive has one end of a stream: a store that was set back cannot add another, in files or in bundles."""

from collections.abc import AsyncIterator
from uuid import uuid4

import pytest

from podesta_eventstore import (
    Archive,
    ArchivedStore,
    Erasures,
    MemoryStore,
    OtherEnd,
    StoreBehind,
    Stored,
    StreamNotFound,
)
from podesta_eventstore.testing import LISTS
from tests.eventstore.bundle_files import archive_as, bundled, finished
from tests.eventstore.operating.conftest import Archives


@pytest.fixture
def archive(archives: Archives) -> Archive:
    """An empty archive of each kind."""
    return Archive(archives("records"))


@pytest.fixture
async def store(archive: Archive) -> AsyncIterator[ArchivedStore]:
    """A memory with that archive."""
    async with ArchivedStore(MemoryStore(lists=LISTS), archive) as opened:
        yield opened


async def set_back(store: ArchivedStore, name: str, entries: list[Stored]) -> ArchivedStore:
    """A store that knows the archive as well, and has other entries of a stream, which has ended."""
    other = MemoryStore(lists=LISTS)
    await other.restore(name, entries, "done", card=(await store.metadata(name)).card)
    await other.generation(await store.generations.newest())
    return ArchivedStore(other, store.archive)


KINDS = ("file", "bundle")


@pytest.mark.parametrize("first", KINDS)
@pytest.mark.parametrize("second", KINDS)
async def test_a_second_end_is_refused(store: ArchivedStore, first: str, second: str) -> None:
    """Another last entry, or one less: it stays in its store, and the archive is unchanged."""
    (name,) = await finished(store, 1)
    log = await store.read(name)
    await archive_as(first, store, name)
    for entries in ([*log[:2], Stored(3, uuid4().bytes, b"another end")], log[:2]):
        back = await set_back(store, name, entries)
        with pytest.raises(OtherEnd, match="revision 3"):
            await archive_as(second, back, name)
        assert await back.read(name) == entries
    assert len([each async for each in store.archive.names(name)]) + len(await bundled(store.archive)) == 1
    assert await store.read(name) == log


@pytest.mark.parametrize("kind", KINDS)
async def test_the_same_end_is_kept_once(store: ArchivedStore, kind: str) -> None:
    """Archived again from another store, it is the same file."""
    (name,) = await finished(store, 1)
    log = await store.read(name)
    await archive_as(kind, store, name)
    back = await set_back(store, name, log)
    await archive_as(kind, back, name)
    assert len([each async for each in store.archive.names(name)]) + len(await bundled(store.archive)) == 1
    assert await back.read(name) == await store.read(name) == log


@pytest.mark.parametrize("kind", KINDS)
async def test_an_end_is_extended(store: ArchivedStore, kind: str) -> None:
    """A game that was restored and reinstated ends once more: the longer log replaces the other."""
    (name,) = await finished(store, 1)
    await archive_as(kind, store, name)
    record = await store.restore_stream(name)
    await store.append(name, 3, b"reinstated", uuid4().bytes)
    await archive_as(kind, store, name)
    assert [each.data for each in await store.read(name)] == [*(each.data for each in record.entries), b"reinstated"]
    assert len([each async for each in store.archive.names(name)]) <= 1


async def test_a_store_that_was_set_back_changes_no_archive(store: ArchivedStore) -> None:
    """It neither archives nor erases: either would look as if it had seen the archive's changes."""
    first, second, third = await finished(store, 3)
    logs = {name: await store.read(name) for name in (second, third)}
    await archive_as("file", store, first)
    async with ArchivedStore(MemoryStore(lists=LISTS), store.archive) as older:
        for name, log in logs.items():
            await older.inner.restore(name, log, "done")
        for deed in (older.archive_stream(second), older.archive_many([third]), older.erase(second)):
            with pytest.raises(StoreBehind):
                await deed
        assert await older.read(second) == logs[second]
    await store.erase(second)


async def test_an_erasure_is_known_by_its_key_alone(archive: Archive) -> None:
    """The list has digests; with another key a store finds nothing there, and reports that a key is missing."""
    erasures = Erasures(archive, {"ab12": bytes(32)})
    store = ArchivedStore(MemoryStore(lists=LISTS), archive, erasures=erasures)
    first, second = await finished(store, 2)
    with pytest.raises(StreamNotFound):
        await store.erase("never-was")
    for _ in range(2):
        await store.erase(first)
    listed = [path async for path in archive.paths("erased/")]
    assert len(listed) == 1
    assert first not in listed[0]
    assert [await erasures.has(name) for name in (first, second)] == [True, False]
    other = Erasures(archive, {"cd34": bytes(range(32))})
    assert (await other.has(first), await other.unknown(), await erasures.unknown()) == (False, {"ab12"}, set())
    assert await Erasures(archive, {"cd34": bytes(range(32)), "ab12": bytes(32)}).has(first)


async def test_numbers_of_dead_changes_do_not_pile_up(store: ArchivedStore) -> None:
    """However many there were, only the newest is kept."""
    names = await finished(store, 3)
    for name in names:
        await archive_as("bundle", store, name)
    assert [path async for path in store.archive.paths("generations/")] == ["generations/0000000000000003"]
    assert await store.generation() == 3
