"""The laws of the contract, for every implementation.

A test module subclasses `StoreLaws` and gives it a store with the lists `LISTS`::

    class TestMyStore(StoreLaws):
        @pytest.fixture
        async def store(self) -> AsyncIterator[EventStore]:
            async with MyStore(lists=LISTS) as opened:
                yield opened

pytest, in asyncio's automatic mode, does the rest.
"""

import asyncio
from contextlib import aclosing
from uuid import uuid4

import pytest

from podesta_eventstore.bounds import MAX_ENTRY, MAX_UNSEEN, WINDOW
from podesta_eventstore.contract import Appended, EventStore, Expected, Stored
from podesta_eventstore.errors import (
    Conflict,
    EntryTooLarge,
    StreamNotFound,
)

from .card_laws import CardLaws, ListLaws
from .filling import PATIENCE, command, fill
from .level_laws import BeatLaws, LevelLaws
from .life_laws import LifeLaws
from .task_laws import TaskLaws


class StoreLaws(ListLaws, LifeLaws, TaskLaws, LevelLaws, CardLaws, BeatLaws):
    """What every implementation must do; the subclass has a fixture `store`."""

    @pytest.fixture
    def stream(self) -> str:
        """The name of a stream that does not exist yet."""
        return f"s-{uuid4().hex}"

    async def test_the_first_append_creates_the_stream(self, store: EventStore, stream: str) -> None:
        """Expecting revision 0 creates the stream with revision 1."""
        assert await store.append(stream, 0, b"data", command()) == Appended(1, duplicate=False)
        assert await store.head(stream) == 1

    async def test_revisions_are_gapless_and_read_back_in_order(self, store: EventStore, stream: str) -> None:
        """What was appended is read back whole, numbered 1, 2, 3, …."""
        commands = await fill(store, stream, 40)
        expected = [Stored(number, each, b"%d" % number) for number, each in enumerate(commands, 1)]
        assert await store.read(stream) == expected

    async def test_any_bytes_survive(self, store: EventStore, stream: str) -> None:
        """Data and command ids are bytes, not text."""
        data, each = bytes(range(256)) + b"\r\n", bytes(range(16))
        await store.append(stream, 0, data, each)
        await store.append(stream, 1, b"", bytes(16))
        assert await store.read(stream) == [Stored(1, each, data), Stored(2, bytes(16), b"")]

    @pytest.mark.parametrize(
        ("after", "limit", "revisions"), [(0, None, [1, 2, 3]), (1, 1, [2]), (2, 9, [3]), (3, 1, [])]
    )
    async def test_read_answers_what_lies_after(
        self, store: EventStore, stream: str, after: int, limit: int | None, revisions: list[int]
    ) -> None:
        """A read begins just after `after` and ends at the limit or the head."""
        await fill(store, stream, 3)
        assert [entry.revision for entry in await store.read(stream, after, limit)] == revisions

    async def test_a_read_beyond_the_head_is_empty(self, store: EventStore, stream: str) -> None:
        """A read after a revision that does not exist yet returns nothing."""
        await fill(store, stream, 1)
        assert await store.read(stream, 99) == []

    async def test_a_missing_stream_is_not_found(self, store: EventStore, stream: str) -> None:
        """Reading a missing stream or appending to its middle raises; its head is 0, and it stays missing."""
        with pytest.raises(StreamNotFound, match=stream):
            await store.read(stream)
        with pytest.raises(StreamNotFound, match=stream):
            await store.append(stream, 1, b"", command())
        assert await store.head(stream) == 0

    async def test_a_stale_append_is_a_conflict_that_tells_the_news(self, store: EventStore, stream: str) -> None:
        """An append behind the head writes nothing; its conflict carries the head and the unseen entries."""
        commands = await fill(store, stream, 5)
        with pytest.raises(Conflict) as caught:
            await store.append(stream, 3, b"late", command())
        assert caught.value.head == 5
        assert caught.value.unseen == [Stored(4, commands[3], b"4"), Stored(5, commands[4], b"5")]
        assert await store.head(stream) == 5

    async def test_an_append_ahead_of_the_head_is_a_conflict(self, store: EventStore, stream: str) -> None:
        """A caller that has seen more than the store holds receives the head and nothing else."""
        await fill(store, stream, 2)
        with pytest.raises(Conflict) as caught:
            await store.append(stream, 7, b"", command())
        assert (caught.value.head, caught.value.unseen) == (2, [])

    async def test_the_news_of_a_conflict_is_bounded(self, store: EventStore, stream: str) -> None:
        """A conflict carries the oldest unseen entries, MAX_UNSEEN at most, and the true head."""
        await fill(store, stream, MAX_UNSEEN + 10)
        with pytest.raises(Conflict) as caught:
            await store.append(stream, 1, b"", command())
        assert caught.value.head == MAX_UNSEEN + 10
        assert [entry.revision for entry in caught.value.unseen] == list(range(2, MAX_UNSEEN + 2))

    @pytest.mark.parametrize("expected", [0, 1, 3, 5, 9])
    async def test_a_command_id_is_written_once(self, store: EventStore, stream: str, expected: int) -> None:
        """A repeated command id returns its first revision, whatever revision and data come with it."""
        commands = await fill(store, stream, 5)
        for revision, each in enumerate(commands, 1):
            assert await store.append(stream, expected, b"other", each) == Appended(revision, duplicate=True)
        assert await store.head(stream) == 5

    async def test_a_command_id_is_found_however_late_the_retry(self, store: EventStore, stream: str) -> None:
        """A retry with its first expected revision is recognised although hundreds have appended since."""
        commands = await fill(store, stream, 600)
        for revision, each in enumerate(commands, 1):
            assert await store.append(stream, 0, b"", each) == Appended(revision, duplicate=True)

    async def test_a_fresh_caller_s_retry_is_found_in_the_window(self, store: EventStore, stream: str) -> None:
        """With the head as expected revision the last WINDOW entries are searched, no more."""
        commands = await fill(store, stream, WINDOW + 1)
        head = len(commands)
        assert await store.append(stream, head, b"", commands[1]) == Appended(2, duplicate=True)
        assert await store.append(stream, head, b"", commands[0]) == Appended(head + 1, duplicate=False)

    async def test_concurrent_duplicates_write_one_entry(self, store: EventStore, stream: str) -> None:
        """Of many simultaneous appends with one command id one writes, and all return its revision."""
        each = command()
        results = await asyncio.gather(*(store.append(stream, 0, b"", each) for _ in range(20)))
        assert {result.revision for result in results} == {1}
        assert sum(not result.duplicate for result in results) == 1
        assert await store.head(stream) == 1

    async def test_concurrent_writers_lose_nothing(self, store: EventStore, stream: str) -> None:
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

    async def test_streams_do_not_see_each_other(self, store: EventStore, stream: str) -> None:
        """The same command id may appear in two streams."""
        each = command()
        await store.append(stream, 0, b"a", each)
        assert await store.append(f"{stream[:-1]}x", 0, b"b", each) == Appended(1, duplicate=False)
        assert await store.read(stream) == [Stored(1, each, b"a")]

    async def test_an_entry_s_size_is_bounded(self, store: EventStore, stream: str) -> None:
        """The largest entry is taken; one byte more is refused with both sizes, and nothing is written."""
        with pytest.raises(EntryTooLarge) as caught:
            await store.append(stream, 0, bytes(MAX_ENTRY + 1), command())
        assert (caught.value.size, caught.value.limit) == (MAX_ENTRY + 1, MAX_ENTRY)
        await store.append(stream, 0, bytes(MAX_ENTRY), command())
        assert await store.head(stream) == 1

    @pytest.mark.parametrize("name", ["", "A", "a}b", "{a", "a:b", "a b", "à", "a\n", "a" * 65, "../a"])
    async def test_a_name_cannot_leave_its_hash_tag(self, store: EventStore, name: str) -> None:
        """Every call refuses a name that is not 1 to 64 of a-z, 0-9 and '-'."""
        for call in (
            store.append(name, 0, b"", command()),
            store.read(name),
            store.head(name),
            anext(store.follow(name)),
        ):
            with pytest.raises(ValueError, match="stream's name"):
                await call

    async def test_malformed_arguments_are_refused(self, store: EventStore, stream: str) -> None:
        """Negative revisions, limits below 1 and command ids of another length are the caller's mistakes."""
        with pytest.raises(ValueError, match="16 bytes"):
            await store.append(stream, 0, b"", b"short")
        with pytest.raises(ValueError, match="0 or more"):
            await store.append(stream, -1, b"", command())
        with pytest.raises(ValueError, match="after revision 0"):
            await store.read(stream, -1)
        with pytest.raises(ValueError, match="at least 1"):
            await store.read(stream, 0, 0)

    async def test_any_revision_is_expected_by_any(self, store: EventStore, stream: str) -> None:
        """Expecting any revision creates a stream and appends at its head; a retry is still found."""
        each = command()
        assert await store.append(stream, Expected.ANY, b"1", command()) == Appended(1, duplicate=False)
        assert await store.append(stream, Expected.ANY, b"2", each) == Appended(2, duplicate=False)
        assert await store.append(stream, Expected.ANY, b"other", each) == Appended(2, duplicate=True)
        assert [entry.data for entry in await store.read(stream)] == [b"1", b"2"]

    async def test_no_stream_is_expected_once(self, store: EventStore, stream: str) -> None:
        """Expecting no stream is the same as expecting revision 0."""
        assert await store.append(stream, Expected.NO_STREAM, b"1", command()) == Appended(1, duplicate=False)
        with pytest.raises(Conflict):
            await store.append(stream, Expected.NO_STREAM, b"1", command())

    @pytest.mark.parametrize(
        ("before", "limit", "revisions"),
        [(None, None, [3, 2, 1]), (None, 2, [3, 2]), (3, 1, [2]), (2, 9, [1]), (1, None, []), (9, 1, [3])],
    )
    async def test_read_backward_answers_what_lies_before(
        self, store: EventStore, stream: str, before: int | None, limit: int | None, revisions: list[int]
    ) -> None:
        """A backward read begins just before `before`, or at the head, and ends at the limit or the first entry."""
        commands = await fill(store, stream, 3)
        expected = [Stored(each, commands[each - 1], b"%d" % each) for each in revisions]
        assert await store.read_backward(stream, before, limit) == expected

    async def test_a_missing_stream_is_not_found_backward(self, store: EventStore, stream: str) -> None:
        """Reading a missing stream backward raises, as do a limit below 1 and a revision below 1."""
        with pytest.raises(StreamNotFound):
            await store.read_backward(stream)
        with pytest.raises(ValueError, match="at least 1"):
            await store.read_backward(stream, None, 0)
        with pytest.raises(ValueError, match="before revision 1"):
            await store.read_backward(stream, 0)

    async def test_a_follower_catches_up_and_goes_on_live(self, store: EventStore, stream: str) -> None:
        """A follower sees the existing entries, then new ones: each revision once, in order."""
        await fill(store, stream, 3)
        async with asyncio.timeout(PATIENCE), aclosing(store.follow(stream, 1)) as entries:
            assert [(await anext(entries)).revision for _ in range(2)] == [2, 3]
            await fill(store, stream, 2, after=3)
            assert [(await anext(entries)).data for _ in range(2)] == [b"4", b"5"]
        with pytest.raises(StreamNotFound):
            await anext(store.follow(f"{stream}-x"))

    async def test_ping_and_close(self, store: EventStore) -> None:
        """An open store replies to a ping; closing twice does no harm."""
        await store.ping()
        await store.close()
        await store.close()
