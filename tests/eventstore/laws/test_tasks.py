"""Reminders and work on a server: where they are stored, their bounds, and their survival of faults."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import pytest

from podesta_eventstore import (
    EmbeddedServer,
    EventStore,
    MemoryStore,
    RedisStore,
    StoreError,
    StoreUnavailable,
    WorkFull,
    open_store,
)
from podesta_eventstore.contract import LANES
from podesta_eventstore.server.address import parse
from podesta_eventstore.server.link import at
from podesta_eventstore.server.routes import Direct
from podesta_eventstore.streams import keys
from podesta_eventstore.testing.task_laws import drain, due, moment
from tests.eventstore.clusters import Cluster, move_slot
from tests.eventstore.fixtures import PATIENCE, admin, crash

Answer = TypeVar("Answer")


@pytest.mark.parametrize("kind", ["memory", "valkey"])
async def test_waiting_work_is_bounded(private_valkey: EmbeddedServer, kind: str) -> None:
    """More items than are allowed are refused, until one is finished; taking one makes no room."""
    on_valkey = RedisStore(Direct(at(parse(private_valkey.url)), 5.0), max_work=2)
    async with MemoryStore(max_work=2) if kind == "memory" else on_valkey as store:
        for item in (b"1", b"2"):
            await store.put_work(item)
        (first,) = await store.take_work("a", 1, 0)
        with pytest.raises(WorkFull, match="2 items"):
            await store.put_work(b"3")
        await store.finish_work([first.id])
        await store.put_work(b"3")
        assert [each.data for each in await store.take_work("a", 9, 0)] == [b"2", b"3"]


async def test_a_crash_of_the_server_loses_neither(private_valkey: EmbeddedServer, stream: str) -> None:
    """Reminders, their leases, waiting work and taken work are there after kill -9."""
    now = moment()
    async with await open_store(None, Path(private_valkey.socket).parent) as store:
        await store.remind(stream, now)
        await store.remind(f"{stream[:20]}-leased", now)
        (leased,) = [each for each in await store.due(now, 9, 1000) if each.stream.endswith("leased")]
        await store.remind(stream, now)
        for item in (b"taken", b"waiting"):
            await store.put_work(item)
        (taken,) = await store.take_work("dead", 1, 0)
        crash(private_valkey)
        await asyncio.to_thread(private_valkey.start)
        assert [each.stream for each in await due(store, [stream, leased.stream], now)] == [stream]
        assert await store.settle(leased, None)
        assert [each.data for each in await store.take_work("b", 9, 0)] == [b"waiting"]
        assert (await store.steal_work("b", 0, 1)) == [taken]


async def test_finished_work_leaves_nothing_behind(valkey: EmbeddedServer, store: EventStore) -> None:
    """After the last item is finished the server holds no entry and no pending one."""
    await drain(store, "a")
    for number in range(50):
        await store.put_work(b"%d" % number)
    await store.finish_work([each.id for each in await store.take_work("a", 99, 0)])
    client = admin(valkey)
    left = {name for name in keys.work(LANES) if client.exists(name)}
    assert left == {keys.WORK + b"-state"}, "the newest id and each lane's place, and nothing else"


async def test_settled_reminders_leave_nothing_behind(private_valkey: EmbeddedServer, tmp_path: Path) -> None:
    """Of a thousand settled reminders only the counters of versions are left."""
    async with await open_store(private_valkey.url, tmp_path) as store:
        await asyncio.gather(*(store.remind(f"game-{number}", number) for number in range(1000)))
        while reminders := await store.due(1000, 300, 1):
            await asyncio.gather(*(store.settle(each, None) for each in reminders))
    client = admin(private_valkey)
    assert [client.hlen(name) for name in client.keys("podesta:*")] == [1] * keys.SHARDS


async def test_waiting_ends_with_the_store(valkey: EmbeddedServer, tmp_path: Path) -> None:
    """Closing the store wakes the workers that wait."""
    for store in (MemoryStore(), await open_store(valkey.url, tmp_path, interval=60)):
        async with asyncio.timeout(PATIENCE):
            await drain(store, "a")
            waiting = asyncio.create_task(store.take_work("a", 1, 10 * PATIENCE))
            await asyncio.sleep(0.05)
            await store.close()
            with pytest.raises(StoreUnavailable):
                await waiting


@pytest.mark.slow
async def test_reminders_move_with_their_slots(tmp_path: Path, stream: str) -> None:
    """In a Cluster, reminders are due before, during and after a move of their slot."""
    with Cluster(tmp_path / "cluster", replicas=0) as cluster:
        async with await open_store(cluster.url, tmp_path, interval=0.5) as store:
            at = moment()
            await store.remind(stream, at)
            for _ in move_slot(cluster, keys.slot_of(keys.reminders(keys.shard(stream))[0])):
                await surely(store.remind, stream, at)
                (reminder,) = [each for each in await surely(store.due, at, 99, 1000) if each.stream == stream]
                assert await surely(store.settle, reminder, at)


@pytest.mark.slow
async def test_work_goes_on_while_its_slot_moves(tmp_path: Path) -> None:
    """Calls to put, take and finish are never refused during the move, and no item is lost or handed out twice."""
    with Cluster(tmp_path / "cluster", replicas=0) as cluster:
        async with asyncio.timeout(PATIENCE), await open_store(cluster.url, tmp_path, interval=0.5) as store:
            put, taken = 0, list[bytes]()
            await store.put_work(b"0")
            for _ in range(4):
                moving = asyncio.create_task(asyncio.to_thread(list[str], move_slot(cluster, keys.slot_of(keys.WORK))))
                while not moving.done() or len(taken) <= put:
                    items = await store.take_work("a", 9, 0)
                    taken += [each.data for each in items]
                    await store.finish_work([each.id for each in items])
                    if not moving.done():
                        put += 1
                        await store.put_work(b"%d" % put)
                assert await moving == ["announced", "moved", "told"]
            assert taken == [b"%d" % number for number in range(put + 1)]


@pytest.mark.slow
async def test_a_move_that_stops_halfway_refuses_and_loses_nothing(tmp_path: Path) -> None:
    """Work is refused as unavailable after about a second; waiting items are handed out when the slot has moved."""
    with Cluster(tmp_path / "cluster", replicas=0) as cluster:
        async with await open_store(cluster.url, tmp_path, interval=0.5) as store:
            await store.put_work(b"first")
            for step in move_slot(cluster, keys.slot_of(keys.WORK)):
                if step != "told":
                    with pytest.raises(StoreUnavailable, match="moving the slot"):
                        await store.put_work(b"amid")
            await store.put_work(b"last")
            assert [each.data for each in await store.take_work("a", 9, 0)] == [b"first", b"last"]


@pytest.mark.slow
async def test_a_slot_that_two_servers_give_to_each_other_is_waited_for(tmp_path: Path) -> None:
    """For a moment of a move each may name the other; a command waits that long, and is then carried out once."""
    with Cluster(tmp_path / "cluster", replicas=0) as cluster:
        slot = keys.slot_of(keys.WORK)
        source = cluster.owner(slot)
        target = next(each for each in cluster.primaries if each is not source)
        async with await open_store(cluster.url, tmp_path) as store:
            source.client.execute_command("CLUSTER", "SETSLOT", slot, "NODE", cluster.node(target))
            putting = asyncio.create_task(store.put_work(b"between the two"))
            await asyncio.sleep(0.1)
            assert not putting.done()
            target.client.execute_command("CLUSTER", "SETSLOT", slot, "NODE", cluster.node(target))
            await putting
            assert [each.data for each in await store.take_work("a", 9, 0)] == [b"between the two"]


async def surely(call: Callable[..., Awaitable[Answer]], *arguments: Any) -> Answer:
    """Repeat an idempotent call while the slot is moving."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(StoreError):
                return await call(*arguments)
            await asyncio.sleep(0.02)
