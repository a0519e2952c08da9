"""The laws of following: never a gap, never a repeat, through restarts and silence."""

import asyncio
import tracemalloc
from collections.abc import AsyncIterator
from contextlib import aclosing
from pathlib import Path

import pytest

from podesta_eventstore import EmbeddedServer, EventStore, Expected, StoreUnavailable, StreamNotFound, open_store
from podesta_eventstore.streams import keys
from podesta_eventstore.streams.store import FOLLOW_BATCH
from tests.eventstore.fixtures import PATIENCE, admin, append_surely, command, crash, eventually, fill


async def take(store: EventStore, stream: str, last: int, after: int = 0) -> list[int]:
    """Follow until revision `last`; returns the revisions seen."""
    seen: list[int] = []
    async with asyncio.timeout(PATIENCE), aclosing(store.follow(stream, after)) as entries:
        async for entry in entries:
            assert entry.data == b"%d" % entry.revision
            seen.append(entry.revision)
            if entry.revision >= last:
                return seen
    raise AssertionError("a follower ended by itself")


def listeners(server: EmbeddedServer, stream: str) -> int:
    """Return how many connections subscribe to the stream's doorbell."""
    return int(admin(server).execute_command("PUBSUB", "SHARDNUMSUB", keys.doorbell(stream))[1])


@pytest.fixture
async def restless(private_valkey: EmbeddedServer, tmp_path: Path) -> AsyncIterator[EventStore]:
    """A store on a Valkey that this test may kill; its followers wait for the doorbell."""
    async with await open_store(private_valkey.url, tmp_path, interval=60.0) as opened:
        yield opened


async def test_a_missing_stream_cannot_be_followed(store: EventStore, stream: str) -> None:
    """Following a missing stream raises at the first step."""
    with pytest.raises(StreamNotFound):
        await anext(store.follow(stream))


async def test_catching_up_runs_into_live(store: EventStore, stream: str) -> None:
    """A follower that starts amid appends sees each revision once, in order, old and new."""
    total = 3 * FOLLOW_BATCH
    await fill(store, stream, FOLLOW_BATCH + 7)
    follower = asyncio.create_task(take(store, stream, total))
    await fill(store, stream, total - FOLLOW_BATCH - 7, after=FOLLOW_BATCH + 7)
    assert await follower == list(range(1, total + 1))


async def test_followers_do_not_disturb_each_other(store: EventStore, stream: str) -> None:
    """Several followers of one stream each see everything, whenever they join."""
    await fill(store, stream, 3)
    followers = [asyncio.create_task(take(store, stream, 20)) for _ in range(2)]
    await fill(store, stream, 7, after=3)
    followers.append(asyncio.create_task(take(store, stream, 20)))
    await fill(store, stream, 10, after=10)
    assert await asyncio.gather(*followers) == [list(range(1, 21))] * 3


@pytest.mark.parametrize("after", [0, 4, 5])
async def test_following_resumes_after_a_revision(store: EventStore, stream: str, after: int) -> None:
    """A follower begins just after the revision it names, be that the head itself."""
    await fill(store, stream, 5)
    follower = asyncio.create_task(take(store, stream, 6, after))
    await store.append(stream, 5, b"6", command())
    assert await follower == list(range(after + 1, 7))


async def test_another_process_s_append_wakes_a_follower(
    store: EventStore, stream: str, valkey: EmbeddedServer, tmp_path: Path
) -> None:
    """The doorbell rings across stores, which share nothing but the server."""
    await fill(store, stream, 1)
    follower = asyncio.create_task(take(store, stream, 30))
    async with await open_store(valkey.url, tmp_path) as other:
        await fill(other, stream, 29, after=1)
    assert await follower == list(range(1, 31))


async def test_a_follower_waits_on_one_connection_however_many_follow(
    store: EventStore, stream: str, valkey: EmbeddedServer
) -> None:
    """All followers of a process share one subscription; leaving the last one ends it."""
    await fill(store, stream, 1)
    first, second = store.follow(stream), store.follow(stream)
    assert [(await anext(each)).revision for each in (first, second)] == [1, 1]
    await eventually(lambda: listeners(valkey, stream) == 1)
    await first.aclose()
    assert listeners(valkey, stream) == 1
    await second.aclose()
    await eventually(lambda: listeners(valkey, stream) == 0)


async def test_leaving_and_coming_back_at_once_still_hears(store: EventStore, stream: str) -> None:
    """Unsubscribing and subscribing again at once leaves the follower subscribed."""
    await fill(store, stream, 1)
    for _ in range(3):
        assert await take(store, stream, 1) == [1]
    follower = asyncio.create_task(take(store, stream, 5))
    await fill(store, stream, 4, after=1)
    assert await follower == [1, 2, 3, 4, 5]


async def test_an_idle_follower_asks_nothing(restless: EventStore, private_valkey: EmbeddedServer, stream: str) -> None:
    """Between rings a follower sends no request."""

    def reads() -> int:
        return int(admin(private_valkey).info("commandstats")["cmdstat_xrange"]["calls"])

    await fill(restless, stream, 1)
    follower = asyncio.create_task(take(restless, stream, 2))
    await eventually(lambda: listeners(private_valkey, stream) == 1)
    await asyncio.gather(*(restless.ping() for _ in range(20)))
    before = reads()
    for _ in range(50):
        await restless.ping()
    assert reads() == before
    await fill(restless, stream, 1, after=1)
    assert await follower == [1, 2]


async def test_a_slow_follower_misses_nothing(store: EventStore, stream: str) -> None:
    """Rings that come while the follower is busy are not lost."""
    await fill(store, stream, 1)
    async with aclosing(store.follow(stream)) as entries:
        assert (await anext(entries)).revision == 1
        await fill(store, stream, 5, after=1)
        async with asyncio.timeout(PATIENCE):
            assert [(await anext(entries)).revision for _ in range(5)] == [2, 3, 4, 5, 6]


async def test_a_slow_follower_holds_one_batch_and_slows_nobody(store: EventStore, stream: str) -> None:
    """While one follower does not read, another sees 2,000 entries of 8 KB as they come; memory stays flat."""
    data, count = bytes(8192), 2000
    await store.append(stream, 0, data, command())
    async with aclosing(store.follow(stream)) as slow, aclosing(store.follow(stream)) as quick, asyncio.timeout(60):
        await anext(slow)
        await anext(quick)
        tracemalloc.start()
        try:
            for start in range(0, count, 50):
                await asyncio.gather(*(store.append(stream, Expected.ANY, data, command()) for _ in range(50)))
                assert [(await anext(quick)).revision for _ in range(50)] == list(range(start + 2, start + 52))
            held = tracemalloc.get_traced_memory()[0]
        finally:
            tracemalloc.stop()
        assert held < 2 * FOLLOW_BATCH * len(data)  # of 16 MB: the entries just read by the quick one, and some
        assert [(await anext(slow)).revision for _ in range(count)] == list(range(2, count + 2))


async def test_a_silent_doorbell_is_not_trusted(valkey: EmbeddedServer, stream: str, tmp_path: Path) -> None:
    """An entry written without a ring is seen after the interval."""
    async with await open_store(valkey.url, tmp_path, interval=0.05) as store:
        await fill(store, stream, 1)
        async with aclosing(store.follow(stream)) as entries:
            await anext(entries)
            admin(valkey).xadd(keys.log(stream), {"c": command(), "d": b"2"}, id="2-0")
            async with asyncio.timeout(PATIENCE):
                assert (await anext(entries)).revision == 2


async def test_a_follower_survives_the_server_s_restart(
    restless: EventStore, private_valkey: EmbeddedServer, stream: str
) -> None:
    """Killed and restarted twice, the server is still followed: no gap, no repeat."""
    await fill(restless, stream, 10)
    follower = asyncio.create_task(take(restless, stream, 30))
    await eventually(lambda: listeners(private_valkey, stream) == 1)
    await take(restless, stream, 10)
    for after in (10, 20):
        crash(private_valkey)
        await asyncio.to_thread(private_valkey.start)
        for expected in range(after, after + 10):
            await append_surely(restless, stream, expected, b"%d" % (expected + 1), command())
    assert await follower == list(range(1, 31))


async def test_a_lost_subscription_is_renewed(
    restless: EventStore, private_valkey: EmbeddedServer, stream: str
) -> None:
    """When the server cuts only the subscribers, the follower subscribes again and reads what it missed."""
    await fill(restless, stream, 1)
    follower = asyncio.create_task(take(restless, stream, 3))
    await eventually(lambda: listeners(private_valkey, stream) == 1)
    admin(private_valkey).execute_command("CLIENT", "KILL", "TYPE", "pubsub")
    await fill(restless, stream, 2, after=1)
    assert await follower == [1, 2, 3]
    assert listeners(private_valkey, stream) <= 1


async def test_a_follower_told_to_leave_its_shard_comes_back(
    restless: EventStore, private_valkey: EmbeddedServer, stream: str
) -> None:
    """An unsolicited unsubscription, which a Cluster sends when a slot moves, is answered by subscribing."""
    await fill(restless, stream, 1)
    follower = asyncio.create_task(take(restless, stream, 2))
    await eventually(lambda: listeners(private_valkey, stream) == 1)
    station = restless._doorbells.stations[""]
    station._send("SUNSUBSCRIBE", keys.doorbell(stream))
    await station._connection.call("PING")  # behind it: the unsubscription has happened
    await eventually(lambda: listeners(private_valkey, stream) == 1)
    await fill(restless, stream, 1, after=1)
    assert await follower == [1, 2]


async def test_a_store_that_was_never_there_cannot_be_followed(
    restless: EventStore, private_valkey: EmbeddedServer, stream: str
) -> None:
    """The first read's failure is raised; only later outages are ridden out."""
    crash(private_valkey)
    with pytest.raises(StoreUnavailable):
        await anext(restless.follow(stream))


async def test_closing_the_store_ends_its_followers(store: EventStore, stream: str) -> None:
    """A follower of a closed store gets an error."""
    await fill(store, stream, 1)
    follower = asyncio.create_task(take(store, stream, 2))
    await asyncio.sleep(0)
    await store.close()
    with pytest.raises(StoreUnavailable, match="closed"):
        await follower
