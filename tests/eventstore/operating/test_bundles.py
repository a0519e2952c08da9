"""The laws of bundles: no stream in a bundle stays in the store, and none is lost or doubled."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import aclosing, suppress
from pathlib import Path
from uuid import uuid4

import pytest

from podesta_eventstore import (
    Archive,
    ArchivedStore,
    Conflict,
    EmbeddedServer,
    Glimpse,
    MemoryStore,
    Record,
    RecordDamaged,
    Stored,
    StoreUnavailable,
    StreamNotFound,
    StreamNotSealed,
    StreamSealed,
    open_store,
)
from podesta_eventstore.archive.intents import Intent, Intents, name_of_now
from podesta_eventstore.testing import LISTS
from podesta_eventstore.testing.card_laws import dated_name, every_page
from tests.eventstore.bundle_files import LAST_WEEK, archive, bundle, bundled, finished, records_at
from tests.eventstore.fixtures import PATIENCE, admin
from tests.eventstore.operating.dying import Away, Crash, Dying, Forgetting


@pytest.fixture
async def store(private_valkey: EmbeddedServer, tmp_path: Path) -> AsyncIterator[ArchivedStore]:
    """A Valkey of its own with a directory as its archive."""
    inner = await open_store(private_valkey.url, tmp_path, lists=LISTS)
    async with ArchivedStore(inner, Archive(str(tmp_path / "records")), interval=0.05) as opened:
        yield opened


async def test_nothing_stays_and_everything_is_answered(store: ArchivedStore, private_valkey: EmbeddedServer) -> None:
    """Read, head, metadata, glimpse, retry and conflict are as before; the store has no key any more."""
    names = await finished(store, 5)
    await store.label(names[0], {"host": "Ada"})
    before = {name: await store.read(name) for name in names}
    await archive(store, names)
    assert admin(private_valkey).keys("podesta:{_b-*") == []
    for name in names:
        log = before[name]
        assert await store.read(name) == log
        assert (await store.read(name, 1, 1), await store.read_backward(name, 3, 1)) == ([log[1]], [log[1]])
        assert (await store.head(name), (await store.metadata(name)).phase) == (3, "archived")
        assert await store.glimpses([name]) == [Glimpse(3, "archived", name.encode())]
        for expected in (0, 2, 3):
            assert (await store.append(name, expected, b"", log[2].command)).duplicate
        with pytest.raises(StreamSealed):
            await store.append(name, 3, b"new", uuid4().bytes)
        for expected in (0, 1):
            with pytest.raises(Conflict):
                await store.append(name, expected, b"new", uuid4().bytes)
    assert (await store.metadata(names[0])).labels == {"host": "Ada"}
    async with asyncio.timeout(PATIENCE), aclosing(store.follow(names[0], 1)) as entries:
        assert [await anext(entries), await anext(entries)] == before[names[0]][1:]
    with pytest.raises(StreamNotFound):
        await store.read(dated_name(LAST_WEEK))


async def test_lists_go_on_in_the_archive(store: ArchivedStore) -> None:
    """After the store's own come the last archived; for a single topic on request."""
    first, second = await finished(store, 4, "colonia"), await finished(store, 4)
    await archive(store, first)
    await archive(store, second)
    (left,) = await finished(store, 1)
    for limit in (1, 3, 100):
        assert await every_page(store, "done", "", limit) == [left, *second, *first]
        assert await every_page(store, "done", "colonia", limit) == first
    assert await every_page(store, "new") == []


async def test_a_stream_comes_back(store: ArchivedStore) -> None:
    """With entries, labels, card and topic; it is listed once."""
    name, other = await finished(store, 2)
    before = await store.read(name)
    await archive(store, [name, other])
    await store.restore_stream(name)
    assert (await store.inner.read(name), (await store.metadata(name)).phase) == (before, "live")
    assert await every_page(store, "done", "troyes") == [name, other]
    await archive(store, [name])
    assert sorted(await every_page(store, "done")) == sorted([name, other])


async def test_one_stream_is_erased(store: ArchivedStore, tmp_path: Path) -> None:
    """None of its bytes stays in any file; the others of its bundle are read as before."""
    names = await finished(store, 6)
    before = {name: await store.read(name) for name in names}
    await archive(store, names)
    gone = names[2]
    frame = await store.bundle_store.find(gone)
    assert frame is not None
    (file,) = (tmp_path / "records/bundles/done").glob("*/*")
    kept = file.read_bytes()[frame.line.begin : frame.line.begin + frame.line.size]
    first = before[gone][0].command
    assert first in file.read_bytes()
    assert await store.erase(gone) == 3
    files = [each.read_bytes() for each in (tmp_path / "records").rglob("*") if each.is_file()]
    assert not any(kept in each or first in each for each in files)
    with pytest.raises(StreamNotFound):
        await store.read(gone)
    for name in [each for each in names if each != gone]:
        assert await store.read(name) == before[name]
    assert sorted(await every_page(store, "done")) == sorted({*names} - {gone})


async def test_only_what_is_sealed_is_forgotten(store: ArchivedStore) -> None:
    """A stream that takes entries, or has another head, stays."""
    (name,) = await finished(store, 1)
    with pytest.raises(StreamNotSealed):
        await store.inner.forget(name, 3)
    await store.seal(name)
    with pytest.raises(StreamNotSealed):
        await store.inner.forget(name, 2)
    assert await store.inner.head(name) == 3
    await store.inner.forget(name, 3)
    await store.inner.forget(name, 3)
    assert await store.inner.head(name) == 0


@pytest.mark.parametrize("deed", ["archive", "erase"])
async def test_a_crash_at_any_step_loses_and_doubles_nothing(tmp_path: Path, deed: str) -> None:
    """After each, a new process reads and lists every stream once; repeating the deed completes it."""
    steps = 0
    while True:
        steps += 1
        memory, folder = MemoryStore(lists=LISTS), tmp_path / f"{steps}"
        plain = ArchivedStore(memory, Archive(str(folder)))
        names = await finished(plain, 4)
        before = {name: await plain.read(name) for name in names}
        if deed == "erase":
            await archive(plain, names)
        dying = Dying(str(folder))
        doomed, dying.left = ArchivedStore(Forgetting(memory, dying), dying), steps
        crashed = await _crashes(doomed, names, deed)
        await _check(memory, folder, before, set() if deed == "archive" else {names[0]})
        await _again(memory, folder, names, deed)
        await _check(memory, folder, before, set())
        assert sorted(await bundled(Archive(str(folder)))) == sorted(names if deed == "archive" else names[1:])
        assert not [*folder.glob("claims/*")]
        assert not [mark for mark in folder.glob("marks/*") if [*folder.glob(f"bundles/**/{mark.name}")]]
        if not crashed:
            break
    assert steps > 8


async def _crashes(store: ArchivedStore, names: list[str], deed: str) -> bool:
    try:
        await (archive(store, names) if deed == "archive" else store.erase(names[0]))
    except Crash:
        return True
    return False


async def _again(memory: MemoryStore, folder: Path, names: list[str], deed: str) -> None:
    """Another process does it once more."""
    store = ArchivedStore(memory, Archive(str(folder)))
    if deed == "archive":
        left = [name for name in names if await memory.head(name)]
        await archive(store, left)
        assert [await memory.head(name) for name in names] == [0] * 4
    else:
        with suppress(StreamNotFound):
            await store.erase(names[0])


async def _check(memory: MemoryStore, folder: Path, before: dict[str, list[Stored]], unsure: set[str]) -> None:
    """Every stream is read as before, and listed once; those being erased are so too, or not at all."""
    store = ArchivedStore(memory, Archive(str(folder)))
    listed = await every_page(store, "done", "", 3)
    assert len(listed) == len({*listed})
    for name, log in before.items():
        if name not in unsure and (await store.head(name) or name != next(iter(before))):
            assert await store.read(name) == log
            assert name in listed


async def test_every_byte_of_a_bundle_is_looked_at(tmp_path: Path) -> None:
    """A changed bit in frame, index, directory or footer is reported, or does not affect what is read."""
    records = [Record(dated_name(LAST_WEEK), "done", {}, [Stored(1, bytes(16), bytes([n]) * 99)]) for n in range(3)]
    file, _ = await bundle(records)
    archive = Archive(str(tmp_path))
    for at in range(len(file)):
        changed = bytearray(file)
        changed[at] ^= 1
        (tmp_path / "file").write_bytes(changed)
        try:
            found = await records_at(archive, "file")
        except RecordDamaged:
            continue
        assert found == records[: len(found)], at
    (tmp_path / "file").write_bytes(file)
    assert await records_at(archive, "file") == records


async def test_an_archive_that_is_away_is_not_a_stream_that_is_missing(tmp_path: Path) -> None:
    """A call for a stream gets the answer to retry, and no new stream begins under its name."""
    store = ArchivedStore(MemoryStore(lists=LISTS), Away(str(tmp_path)))
    with pytest.raises(StoreUnavailable):
        await store.read(dated_name(LAST_WEEK))
    with pytest.raises(StoreUnavailable):
        await store.append(dated_name(LAST_WEEK), 0, b"", uuid4().bytes)


async def test_what_a_killed_process_was_writing_goes_after_a_day(store: ArchivedStore, tmp_path: Path) -> None:
    """Its partial file and its mark are removed; those of a process that may still be at work are left alone."""
    folder, day = tmp_path / "records", 86_400 * 10**9
    for name, age, left in zip(await finished(store, 2), (0, 2 * day), (True, False), strict=True):
        at = f"{(1 << 62) - time.time_ns() + age:016x}-00000000"
        await Intents(store.archive).set(at, Intent(f"bundles/done/{at}"))
        (folder / "bundles/done").mkdir(parents=True, exist_ok=True)
        (part := folder / f"bundles/done/{at}#1").write_bytes(b"part of a bundle")
        (folder / "marks/0000000000000000-torn").write_bytes(b"")
        await archive(store, [name])
        assert (part.exists(), (folder / f"marks/{at}").exists()) == (left, left)
        assert not (folder / "marks/0000000000000000-torn").exists()


async def test_a_bundle_that_is_torn_harms_no_other(store: ArchivedStore, tmp_path: Path) -> None:
    """A power failure may leave half of a file: its streams are in the store, and are archived again."""
    names = await finished(store, 2)
    file, _ = await bundle([Record(name, "done", {}, await store.read(name)) for name in names])
    await Intents(store.archive).set(at := name_of_now("00000000"), Intent(f"bundles/torn/{at}"))
    await store.archive.write(f"bundles/torn/{at}", file[:50])
    await archive(store, names)
    assert sorted(await every_page(store, "done")) == sorted(names)
    await store.erase(names[0])
    assert await every_page(store, "done") == names[1:]
