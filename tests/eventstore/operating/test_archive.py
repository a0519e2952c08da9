"""The laws of the archive: a stream is found wherever it is kept, and never dropped before it is safe."""

import asyncio
import gzip
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

import pytest

from podesta_eventstore import (
    Appended,
    Archive,
    ArchivedStore,
    Conflict,
    EmbeddedServer,
    EventStore,
    MemoryStore,
    Record,
    RecordDamaged,
    RecordMissing,
    Stored,
    StoreUnavailable,
    StreamErased,
    StreamNotFinal,
    StreamNotFound,
    StreamSealed,
    open_store,
)
from podesta_eventstore.archive.packing import pack, unpack
from podesta_eventstore.testing import LISTS, StoreLaws
from tests.eventstore.fixtures import PATIENCE, command, fill
from tests.eventstore.operating.conftest import Archives


class TestArchivedStore(StoreLaws):
    """A store with an archive obeys the laws of any store."""

    @pytest.fixture
    async def store(self, tmp_path: Path) -> AsyncIterator[EventStore]:
        """A memory with a directory behind it."""
        async with ArchivedStore(MemoryStore(lists=LISTS), Archive(str(tmp_path / "records"))) as opened:
            yield opened

    async def test_only_a_sealed_stream_is_released(self, store: EventStore, stream: str) -> None:
        """Here a release is the last step of archiving, after which every call still works."""
        assert isinstance(store, ArchivedStore)
        await finished(store, stream, 3)
        await store.archive_stream(stream)
        assert len(await store.read(stream)) == await store.head(stream) == 3


@pytest.fixture
def archive(archives: Archives) -> Archive:
    """An empty archive of each kind."""
    return Archive(archives("records"))


@pytest.fixture
async def store(archive: Archive, valkey: EmbeddedServer, tmp_path: Path) -> AsyncIterator[ArchivedStore]:
    """A Valkey with that archive."""
    async with ArchivedStore(await open_store(valkey.url, tmp_path, lists=LISTS), archive, interval=0.05) as opened:
        yield opened


async def finished(store: EventStore, stream: str, count: int) -> list[bytes]:
    """Fill a stream and move it to the last list."""
    commands = await fill(store, stream, count - 1)
    await store.append(stream, count - 1, b"%d" % count, command(), "done")
    return commands


async def test_an_archived_stream_is_read_as_before(store: ArchivedStore, stream: str) -> None:
    """Forward, backward, in parts, by head and by follower: readers do not notice where the entries are."""
    await finished(store, stream, 20)
    await store.label(stream, {"ruleset": "colonia"})
    before = await store.read(stream)
    record = await store.archive_stream(stream)
    assert record == Record(stream, "done", {"ruleset": "colonia"}, before)
    assert await store.read(stream) == before
    assert await store.read(stream, 4, 3) == before[4:7]
    assert await store.read_backward(stream, 5, 2) == [before[3], before[2]]
    assert (await store.head(stream), (await store.metadata(stream)).phase) == (20, "archived")
    async with asyncio.timeout(PATIENCE), aclosing(store.follow(stream, 17)) as entries:
        assert [(await anext(entries)).revision for _ in range(3)] == [18, 19, 20]


async def test_an_archived_stream_answers_appends_as_a_sealed_one(store: ArchivedStore, stream: str) -> None:
    """A retry is found, a stale append learns what it missed, a new one is refused."""
    commands = await finished(store, stream, 6)
    await store.archive_stream(stream)
    assert await store.append(stream, 2, b"", commands[2]) == Appended(3, duplicate=True)
    with pytest.raises(Conflict) as caught:
        await store.append(stream, 4, b"", command())
    assert (caught.value.head, [entry.revision for entry in caught.value.unseen]) == (6, [5, 6])
    with pytest.raises(StreamSealed):
        await store.append(stream, 6, b"", command())


async def test_archiving_may_be_repeated(store: ArchivedStore, stream: str) -> None:
    """Twice at once, and again later: one record file, the same record."""
    await finished(store, stream, 5)
    records = [*await asyncio.gather(store.archive_stream(stream), store.archive_stream(stream))]
    records.append(await store.archive_stream(stream))
    assert records == [records[0]] * 3
    assert len([name async for name in store.archive.names(stream)]) == 1


async def test_a_running_stream_is_not_archived(store: ArchivedStore, stream: str) -> None:
    """Only ended streams leave the store."""
    await fill(store, stream, 2)
    with pytest.raises(StreamNotFinal):
        await store.archive_stream(stream)
    with pytest.raises(StreamNotFound):
        await store.archive_stream(f"{stream[:30]}-x")


async def test_a_restored_stream_is_whole_again(store: ArchivedStore, stream: str) -> None:
    """Entries, status and labels come back, its follower goes on, and it may be archived again."""
    await finished(store, stream, 700)
    await store.label(stream, {"a": "b"})
    before = await store.read(stream)
    await store.archive_stream(stream)
    async with asyncio.timeout(PATIENCE), aclosing(store.follow(stream, 699)) as entries:
        assert (await anext(entries)).revision == 700
        await store.restore_stream(stream)
        assert await store.inner.read(stream) == before
        await store.append(stream, 700, b"701", command())
        assert (await anext(entries)).revision == 701
    with pytest.raises(Conflict):
        await store.restore_stream(stream, (await anext(store.archive.names(stream)))[1])
    await store.archive_stream(stream)
    assert len(await store.read(stream)) == 701


async def test_a_lost_store_is_restored_from_the_archive(store: ArchivedStore, stream: str) -> None:
    """A new, empty store gets every stream back from the files alone."""
    await finished(store, stream, 5)
    before = (await store.archive_stream(stream)).entries
    async with ArchivedStore(MemoryStore(lists=LISTS), store.archive) as other:
        ((name, digest),) = [each async for each in other.archive.names(stream)]
        await other.restore_stream(name, digest)
        assert await other.read(stream) == before
        with pytest.raises(RecordMissing):
            await other.restore_stream(stream, "0" * 64)


@pytest.mark.parametrize("archived", [True, False])
async def test_erasure_reaches_store_and_archive(store: ArchivedStore, stream: str, archived: bool) -> None:
    """After an erasure no copy of the stream is left, and other streams' files are."""
    neighbour = f"{stream[:30]}-neighbour"
    for name in (stream, neighbour):
        await finished(store, name, 3)
        await store.archive_stream(name)
    if not archived:
        await store.restore_stream(stream)
    await store.read(stream)
    assert [await store.erase(stream) for _ in range(2)] == [3, 3]
    assert [name async for name in store.archive.names(stream)] == []
    with pytest.raises(StreamErased):
        await store.read(stream)
    with pytest.raises(StreamErased):
        await store.archive_stream(stream)
    assert len(await store.read(neighbour)) == 3


async def test_nothing_is_dropped_that_is_not_kept(valkey: EmbeddedServer, stream: str, tmp_path: Path) -> None:
    """If the archive fails, or returns something else, the entries stay in the store."""

    class Forgetful(Archive):
        async def get(self, stream: str, digest: str) -> Record:
            return Record(stream, "done", {}, [])

    async with await open_store(valkey.url, tmp_path, lists=LISTS) as inner:
        await finished(inner, stream, 3)
        with pytest.raises(RecordDamaged):
            await ArchivedStore(inner, Forgetful(str(tmp_path / "records"))).archive_stream(stream)
        folder = tmp_path / "full"
        archive = Archive(str(folder))
        folder.rmdir()
        folder.write_text("no directory any more")
        with pytest.raises(StoreUnavailable):
            await ArchivedStore(inner, archive).archive_stream(stream)
        assert len(await inner.read(stream)) == 3


async def test_a_damaged_record_is_not_believed(valkey: EmbeddedServer, stream: str, tmp_path: Path) -> None:
    """A file that is changed or missing is reported, and reading it raises."""
    archive = Archive(str(tmp_path / "records"))
    async with ArchivedStore(await open_store(valkey.url, tmp_path, lists=LISTS), archive) as store:
        await finished(store, stream, 3)
        await store.archive_stream(stream)
        (path,) = (tmp_path / "records" / stream).iterdir()
        whole = path.read_bytes()
    for damage, error in ((whole[:-1] + bytes([whole[-1] ^ 1]), RecordDamaged), (whole[:9], RecordDamaged)):
        path.write_bytes(damage)
        async with ArchivedStore(await open_store(valkey.url, tmp_path, lists=LISTS), archive) as store:
            with pytest.raises(error):
                await store.read(stream)
    path.unlink()
    async with ArchivedStore(await open_store(valkey.url, tmp_path, lists=LISTS), archive) as store:
        with pytest.raises(RecordMissing):
            await store.read(stream)


def test_a_record_file_says_all_there_is() -> None:
    """Packing and unpacking are inverse; the same record makes the same file; rubbish raises RecordDamaged."""
    record = Record("game", "done", {"b": "2", "a": "1"}, [Stored(1, bytes(16), b"\xff"), Stored(2, bytes(16), b"")])
    assert unpack(pack(record)) == record
    assert pack(record) == pack(Record("game", "done", {"a": "1", "b": "2"}, record.entries))
    for rubbish in (b"", b"rubbish", gzip.compress(b"rubbish"), pack(record)[:-4]):
        with pytest.raises(RecordDamaged):
            unpack(rubbish)


def test_an_unknown_kind_of_archive_is_refused() -> None:
    """Only directories and S3 are archives."""
    with pytest.raises(ValueError, match="an archive is"):
        Archive("ftp://host/path")
