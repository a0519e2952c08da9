"""The contract's laws for append, read and head; a new implementation joins by a line in STORES."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest

from eventstore import (
    Appended,
    Conflict,
    EmbeddedServer,
    Entry,
    EntryTooLarge,
    EventStore,
    RedisStore,
    StreamFull,
    StreamNotFound,
    open_store,
)
from eventstore.address import parse
from eventstore.link import at
from eventstore.redis_store import MAX_ENTRY, MAX_UNSEEN, WINDOW
from eventstore.routes import Direct
from tests.eventstore.fixtures import command, fill


@asynccontextmanager
async def on_valkey(valkey: EmbeddedServer, tmp_path: Path) -> AsyncIterator[EventStore]:
    """The store on a single server."""
    async with await open_store(valkey.url, tmp_path) as store:
        yield store


STORES: dict[str, Callable[[EmbeddedServer, Path], AbstractAsyncContextManager[EventStore]]] = {"valkey": on_valkey}


@pytest.fixture(params=STORES)
async def store(request: pytest.FixtureRequest, valkey: EmbeddedServer, tmp_path: Path) -> AsyncIterator[EventStore]:
    """Each implementation in turn."""
    async with STORES[request.param](valkey, tmp_path) as opened:
        yield opened


async def test_the_first_append_creates_the_stream(store: EventStore, stream: str) -> None:
    """Expecting revision 0 creates the stream with revision 1."""
    assert await store.append(stream, 0, b"data", command()) == Appended(1, duplicate=False)
    assert await store.head(stream) == 1


async def test_revisions_are_gapless_and_read_back_in_order(store: EventStore, stream: str) -> None:
    """What was appended is read back whole, numbered 1, 2, 3, …."""
    commands = await fill(store, stream, 40)
    expected = [Entry(number, each, b"%d" % number) for number, each in enumerate(commands, 1)]
    assert await store.read(stream) == expected


async def test_any_bytes_survive(store: EventStore, stream: str) -> None:
    """Data and command ids are bytes, not text."""
    data, each = bytes(range(256)) + b"\r\n", bytes(range(16))
    await store.append(stream, 0, data, each)
    await store.append(stream, 1, b"", bytes(16))
    assert await store.read(stream) == [Entry(1, each, data), Entry(2, bytes(16), b"")]


@pytest.mark.parametrize(("after", "limit", "revisions"), [(0, None, [1, 2, 3]), (1, 1, [2]), (2, 9, [3]), (3, 1, [])])
async def test_read_answers_what_lies_after(
    store: EventStore, stream: str, after: int, limit: int | None, revisions: list[int]
) -> None:
    """A read begins just after `after` and ends at the limit or the head."""
    await fill(store, stream, 3)
    assert [entry.revision for entry in await store.read(stream, after, limit)] == revisions


async def test_a_read_beyond_the_head_is_empty(store: EventStore, stream: str) -> None:
    """Nothing lies after a revision that is not there yet."""
    await fill(store, stream, 1)
    assert await store.read(stream, 99) == []


async def test_a_missing_stream_is_not_found(store: EventStore, stream: str) -> None:
    """Reading a missing stream or appending to its middle raises; its head is 0, and it stays missing."""
    with pytest.raises(StreamNotFound, match=stream):
        await store.read(stream)
    with pytest.raises(StreamNotFound, match=stream):
        await store.append(stream, 1, b"", command())
    assert await store.head(stream) == 0


async def test_a_stale_append_is_a_conflict_that_tells_the_news(store: EventStore, stream: str) -> None:
    """An append behind the head writes nothing and carries the head and the entries not seen."""
    commands = await fill(store, stream, 5)
    with pytest.raises(Conflict) as caught:
        await store.append(stream, 3, b"late", command())
    assert caught.value.head == 5
    assert caught.value.unseen == [Entry(4, commands[3], b"4"), Entry(5, commands[4], b"5")]
    assert await store.head(stream) == 5


async def test_an_append_ahead_of_the_head_is_a_conflict(store: EventStore, stream: str) -> None:
    """A caller that has seen more than the store holds is told the head and nothing else."""
    await fill(store, stream, 2)
    with pytest.raises(Conflict) as caught:
        await store.append(stream, 7, b"", command())
    assert (caught.value.head, caught.value.unseen) == (2, [])


async def test_the_news_of_a_conflict_is_bounded(store: EventStore, stream: str) -> None:
    """A conflict carries the oldest unseen entries, MAX_UNSEEN at most, and the true head."""
    await fill(store, stream, MAX_UNSEEN + 10)
    with pytest.raises(Conflict) as caught:
        await store.append(stream, 1, b"", command())
    assert caught.value.head == MAX_UNSEEN + 10
    assert [entry.revision for entry in caught.value.unseen] == list(range(2, MAX_UNSEEN + 2))


@pytest.mark.parametrize("expected", [0, 1, 3, 5, 9])
async def test_a_command_id_is_written_once(store: EventStore, stream: str, expected: int) -> None:
    """A command id already there answers its first revision, whatever revision and data come with it."""
    commands = await fill(store, stream, 5)
    for revision, each in enumerate(commands, 1):
        assert await store.append(stream, expected, b"other", each) == Appended(revision, duplicate=True)
    assert await store.head(stream) == 5


async def test_a_command_id_is_found_however_late_the_retry(store: EventStore, stream: str) -> None:
    """A retry with its first expected revision is recognised though hundreds have appended since."""
    commands = await fill(store, stream, 600)
    for revision, each in enumerate(commands, 1):
        assert await store.append(stream, 0, b"", each) == Appended(revision, duplicate=True)


async def test_a_fresh_caller_s_retry_is_found_in_the_window(store: EventStore, stream: str) -> None:
    """With the head as expected revision the last WINDOW entries are searched, no more."""
    commands = await fill(store, stream, WINDOW + 1)
    head = len(commands)
    assert await store.append(stream, head, b"", commands[1]) == Appended(2, duplicate=True)
    assert await store.append(stream, head, b"", commands[0]) == Appended(head + 1, duplicate=False)


async def test_concurrent_duplicates_write_one_entry(store: EventStore, stream: str) -> None:
    """Of many simultaneous appends with one command id one writes, and all answer its revision."""
    each = command()
    results = await asyncio.gather(*(store.append(stream, 0, b"", each) for _ in range(20)))
    assert {result.revision for result in results} == {1}
    assert sum(not result.duplicate for result in results) == 1
    assert await store.head(stream) == 1


async def test_concurrent_writers_lose_nothing(store: EventStore, stream: str) -> None:
    """32 writers that retry their conflicts end with every command in the stream exactly once."""

    async def write(number: int) -> list[bytes]:
        commands, expected = [command() for _ in range(5)], 0
        for each in commands:
            while True:
                try:
                    expected = (await store.append(stream, expected, b"%d" % number, each)).revision
                    break
                except Conflict as conflict:
                    expected = conflict.head
        return commands

    written = await asyncio.gather(*(write(number) for number in range(32)))
    stored = [entry.command for entry in await store.read(stream)]
    assert sorted(stored) == sorted(each for commands in written for each in commands)


async def test_streams_do_not_see_each_other(store: EventStore, stream: str) -> None:
    """The same command id may appear in two streams."""
    each = command()
    await store.append(stream, 0, b"a", each)
    assert await store.append(f"{stream[:-1]}x", 0, b"b", each) == Appended(1, duplicate=False)
    assert await store.read(stream) == [Entry(1, each, b"a")]


async def test_an_entry_s_size_is_bounded(store: EventStore, stream: str) -> None:
    """The largest entry is taken; one byte more is refused with both sizes, and nothing is written."""
    with pytest.raises(EntryTooLarge) as caught:
        await store.append(stream, 0, bytes(MAX_ENTRY + 1), command())
    assert (caught.value.size, caught.value.limit) == (MAX_ENTRY + 1, MAX_ENTRY)
    await store.append(stream, 0, bytes(MAX_ENTRY), command())
    assert await store.head(stream) == 1


async def test_a_stream_s_length_is_bounded(valkey: EmbeddedServer, stream: str) -> None:
    """A full stream takes no entry, but still answers a retry and a conflict."""
    async with RedisStore(Direct(at(parse(valkey.url)), 5.0), max_entries=3) as store:
        commands = await fill(store, stream, 3)
        with pytest.raises(StreamFull) as caught:
            await store.append(stream, 3, b"", command())
        assert caught.value.limit == 3
        assert await store.append(stream, 3, b"", commands[2]) == Appended(3, duplicate=True)
        with pytest.raises(Conflict):
            await store.append(stream, 1, b"", command())


@pytest.mark.parametrize("name", ["", "A", "a}b", "{a", "a:b", "a b", "à", "a\n", "a" * 65, "../a"])
async def test_a_name_cannot_leave_its_hash_tag(store: EventStore, name: str) -> None:
    """Every call refuses a name that is not 1 to 64 of a-z, 0-9 and '-'."""
    for call in (store.append(name, 0, b"", command()), store.read(name), store.head(name), anext(store.follow(name))):
        with pytest.raises(ValueError, match="stream's name"):
            await call


async def test_malformed_arguments_are_refused(store: EventStore, stream: str) -> None:
    """Negative revisions, limits below 1 and command ids of another length are the caller's mistakes."""
    with pytest.raises(ValueError, match="16 bytes"):
        await store.append(stream, 0, b"", b"short")
    with pytest.raises(ValueError, match="0 or more"):
        await store.append(stream, -1, b"", command())
    with pytest.raises(ValueError, match="after revision 0"):
        await store.read(stream, -1)
    with pytest.raises(ValueError, match="at least 1"):
        await store.read(stream, 0, 0)


async def test_ping_and_close(store: EventStore) -> None:
    """An open store answers a ping; closing twice is harmless."""
    await store.ping()
    await store.close()
    await store.close()
