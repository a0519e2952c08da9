"""A process's own appends are handed to its followers without another read, unless they would miss entries."""

import asyncio
import math
from pathlib import Path

import pytest

from podesta_eventstore import Conflict, EmbeddedServer, Stored, open_store
from podesta_eventstore.streams.doorbells import MOST_HANDED, Bell
from tests.eventstore.fixtures import PATIENCE, command, eventually, fill

from .test_follow import take

SOON = 0.01
FIRST_READS = 2
"""Of a follower: at its beginning, and when the server has confirmed the subscription."""


def entry(revision: int) -> Stored:
    """An entry of that revision."""
    return Stored(revision, command(), b"%d" % revision)


async def test_own_appends_are_not_read_again(
    private_valkey: EmbeddedServer, tmp_path: Path, stream: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nineteen appends reach two followers in this process without a single read; one of another process is read."""
    async with (
        await open_store(private_valkey.url, tmp_path, interval=60.0) as here,
        await open_store(private_valkey.url, tmp_path) as there,
    ):
        reads: list[int] = []
        read = here.read

        async def counted(name: str, after: int = 0, limit: int | None = None) -> list[Stored]:
            reads.append(after)
            return await read(name, after, limit)

        await fill(here, stream, 1)
        monkeypatch.setattr(here, "read", counted)
        following = [asyncio.create_task(take(here, stream, 21)) for _ in range(2)]
        await eventually(lambda: len(reads) == FIRST_READS * len(following))
        await fill(here, stream, 19, after=1)
        assert len(reads) == FIRST_READS * len(following)
        await fill(there, stream, 1, after=20)
        assert await asyncio.gather(*following) == [list(range(1, 22))] * 2
        assert reads[-1] == 20


async def test_two_processes_append_by_turns(private_valkey: EmbeddedServer, tmp_path: Path, stream: str) -> None:
    """Followers see own and foreign entries once and in order, conflicts in between."""
    async with (
        await open_store(private_valkey.url, tmp_path) as here,
        await open_store(private_valkey.url, tmp_path) as there,
    ):
        await fill(here, stream, 1)
        following = asyncio.create_task(take(here, stream, 41))
        for revision in range(1, 41):
            writer, loser = (here, there) if revision % 3 else (there, here)
            await fill(writer, stream, 1, after=revision)
            with pytest.raises(Conflict):
                await loser.append(stream, revision, b"late", command())
        assert await following == list(range(1, 42))


async def returns(waiting: "asyncio.Task[None]") -> bool:
    """Whether a wait ends soon."""
    done, _ = await asyncio.wait([waiting], timeout=SOON)
    return bool(done)


async def test_a_ring_before_the_reply_waits_for_it() -> None:
    """While an append is under way its own ring is ignored; then the entry is at hand."""
    bell, made = Bell(), entry(2)
    bell.hold()
    waiting = asyncio.create_task(bell.wait(1, PATIENCE))
    bell.ring(2)
    assert not await returns(waiting)
    bell.release(made)
    await waiting
    assert bell.take(1) == [made]


@pytest.mark.parametrize("rung", [2.0, 3.0, math.inf])
async def test_a_ring_is_followed_after_a_failure(rung: float) -> None:
    """An append that failed, or has an unknown outcome, hands over no entry: the ring causes a read."""
    bell = Bell()
    bell.hold()
    bell.ring(rung)
    bell.release(None)
    await asyncio.wait_for(bell.wait(1, PATIENCE), PATIENCE)
    assert bell.take(1) == []


@pytest.mark.parametrize(("handed", "after"), [([3], 1), ([2, 4], 1), ([2], 2), ([], 1)])
async def test_entries_are_taken_only_where_none_is_missing(handed: list[int], after: int) -> None:
    """If entries are missing before or between them, or were delivered already, the log is read."""
    bell = Bell()
    for revision in handed:
        bell.hold()
        bell.release(entry(revision))
    assert bell.take(after) == []


async def test_what_was_rung_for_beyond_is_read_next() -> None:
    """Taking the entries handed over keeps a ring for later entries of others."""
    bell = Bell()
    bell.hold()
    bell.ring(3)
    bell.release(entry(2))
    assert [each.revision for each in bell.take(1)] == [2]
    await asyncio.wait_for(bell.wait(2, PATIENCE), PATIENCE)
    assert bell.take(2) == []
    waiting = asyncio.create_task(bell.wait(3, PATIENCE))
    assert not await returns(waiting)
    waiting.cancel()


async def test_the_first_of_two_appends_does_not_wait_for_the_second() -> None:
    """Entries at hand are delivered, whatever else is under way."""
    bell = Bell()
    bell.hold()
    bell.release(entry(2))
    bell.hold()
    await asyncio.wait_for(bell.wait(1, PATIENCE), PATIENCE)
    assert [each.revision for each in bell.take(1)] == [2]
    bell.release(None)


async def test_whoever_comes_late_reads() -> None:
    """Entries are not kept for ever: a late follower reads the log."""
    bell = Bell()
    for revision in range(2, 2 * MOST_HANDED):
        bell.hold()
        bell.release(entry(revision))
    assert bell.take(1) == []
