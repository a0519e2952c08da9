"""The laws under faults: an acknowledged entry stays, an unknown one is settled by repeating it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path

import pytest

from podesta_eventstore import (
    Appended,
    EmbeddedServer,
    EventStore,
    Expected,
    OutcomeUnknown,
    StoreError,
    StoreRefused,
    StoreUnavailable,
    open_store,
)
from podesta_eventstore.streams import keys
from tests.eventstore.fixtures import admin, append_surely, command, crash, fill
from tests.eventstore.proxy import Fault, Proxy, proxied


@pytest.fixture
async def proxy(valkey: EmbeddedServer, tmp_path: Path) -> AsyncIterator[Proxy]:
    """A proxy in front of the shared Valkey, without faults until one is set."""
    async with proxied(tmp_path / "proxy.sock", valkey.socket) as running:
        yield running


@pytest.fixture
async def beyond(proxy: Proxy, tmp_path: Path) -> AsyncIterator[EventStore]:
    """A store that reaches its server through the proxy and waits two seconds for replies."""
    async with await open_store(proxy.url, tmp_path, timeout=2) as opened:
        yield opened


@pytest.mark.parametrize(
    ("fault", "executed"), [("cut before", False), ("cut after", True), ("swallow", True)], ids=str
)
async def test_a_lost_reply_is_unknown_and_settled_by_the_retry(
    beyond: EventStore, proxy: Proxy, stream: str, fault: Fault, executed: bool
) -> None:
    """Wherever the connection breaks, the append is unknown, and repeating it leaves exactly one entry."""
    each = command()
    proxy.fault = fault
    with pytest.raises(OutcomeUnknown):
        await beyond.append(stream, 0, b"data", each)
    assert await beyond.append(stream, 0, b"data", each) == Appended(1, duplicate=executed)
    assert [entry.command for entry in await beyond.read(stream)] == [each]


@pytest.mark.parametrize("fault", ["cut before", "cut after"])
async def test_everyone_in_flight_learns_of_the_loss(
    beyond: EventStore, proxy: Proxy, stream: str, fault: Fault
) -> None:
    """A broken connection leaves each append unknown, and each caller's retry is written once."""
    commands = [command() for _ in range(20)]
    names = [f"{stream}-{number}" for number in range(20)]
    proxy.fault = fault
    calls = (beyond.append(name, 0, b"", each) for name, each in zip(names, commands, strict=True))
    results = await asyncio.gather(*calls, return_exceptions=True)
    assert all(isinstance(result, OutcomeUnknown) for result in results)
    for name, each in zip(names, commands, strict=True):
        assert (await beyond.append(name, 0, b"", each)).revision == 1


async def test_an_append_is_never_repeated_by_itself(beyond: EventStore, proxy: Proxy, stream: str) -> None:
    """The store sends an append once: if it is cut off before, it is not stored."""
    proxy.fault = "cut before"
    with pytest.raises(OutcomeUnknown):
        await beyond.append(stream, 0, b"", command())
    assert await beyond.head(stream) == 0


async def test_a_lost_answer_to_a_read_is_asked_for_again(beyond: EventStore, proxy: Proxy, stream: str) -> None:
    """A read changes nothing, so the store repeats it and its caller does not see a connection break."""
    await fill(beyond, stream, 3)
    proxy.fault, proxy.trigger = "cut after", b"XRANGE"
    assert len(await beyond.read(stream)) == 3
    proxy.fault, proxy.trigger = "swallow", b"XLEN"
    assert await beyond.head(stream) == 3


async def test_fragmented_replies_are_pieced_together(beyond: EventStore, proxy: Proxy, stream: str) -> None:
    """Replies that arrive byte by byte are the same replies."""
    proxy.fault = "fragment"
    await fill(beyond, stream, 3)
    assert [entry.data for entry in await beyond.read(stream)] == [b"1", b"2", b"3"]


async def test_a_cancelled_append_leaves_the_store_usable(store: EventStore, stream: str) -> None:
    """Cancelled at any of its steps, an append may or may not be there; repeated, it is there once."""
    for turns in range(6):
        name, each = f"{stream}-{turns}", command()
        call = asyncio.create_task(store.append(name, 0, b"", each))
        for _ in range(turns):
            await asyncio.sleep(0)
        call.cancel()
        await asyncio.wait([call])
        assert (await store.append(name, 0, b"", each)).revision == 1
        assert len(await store.read(name)) == 1


async def test_cancelling_one_caller_spares_the_others(store: EventStore, stream: str) -> None:
    """Callers share a connection and its setup; cancelling one does not affect the others."""
    async with asyncio.timeout(20):
        calls = [asyncio.create_task(store.append(f"{stream}-{n}", 0, b"%d" % n, command())) for n in range(30)]
        await asyncio.sleep(0)
        for call in calls[::3]:
            call.cancel()
        results = await asyncio.gather(*calls, return_exceptions=True)
    assert all(isinstance(result, asyncio.CancelledError) for result in results[::3])
    assert all(result == Appended(1, duplicate=False) for n, result in enumerate(results) if n % 3)


async def test_nothing_acknowledged_is_lost_by_kill_9(
    private_valkey: EmbeddedServer, stream: str, tmp_path: Path
) -> None:
    """Killed between and amid appends, the server comes back with every acknowledged entry."""
    async with await open_store(private_valkey.url, tmp_path) as store:
        acknowledged: list[bytes] = []
        for _ in range(3):
            commands = [command() for _ in range(30)]
            expected = await store.head(stream)
            for each in commands:
                expected = (await store.append(stream, expected, b"", each)).revision
                acknowledged.append(each)
            unsure = asyncio.create_task(store.append(stream, expected, b"", command()))
            await asyncio.sleep(0)
            crash(private_valkey)
            await asyncio.wait([unsure])
            await asyncio.to_thread(private_valkey.start)
            await append_surely(store, f"{stream}-other", 0, b"", b"the same each up")
        stored = [entry.command for entry in await store.read(stream)]
        assert [each for each in stored if each in set(acknowledged)] == acknowledged
        assert len(stored) <= len(acknowledged) + 3


async def test_a_server_that_is_down_is_told_at_once(private_valkey: EmbeddedServer, tmp_path: Path) -> None:
    """While the server is down every call raises StoreUnavailable; when it is back they work again."""
    async with await open_store(private_valkey.url, tmp_path, timeout=60.0) as store:
        await store.append("a", 0, b"", command())
        crash(private_valkey)
        await asyncio.gather(*[store.ping() for _ in range(5)], return_exceptions=True)
        for call in (store.append("a", 1, b"", command()), store.read("a"), store.head("a"), store.ping()):
            with pytest.raises(StoreUnavailable):
                await call
        await asyncio.to_thread(private_valkey.start)
        assert await append_surely(store, "a", 1, b"", command()) == 2


async def test_a_store_that_is_not_there_cannot_be_opened(tmp_path: Path) -> None:
    """Opening a store without a server raises StoreUnavailable and names the address."""
    with pytest.raises(StoreUnavailable, match="nobody"):
        await open_store(f"unix://{tmp_path}/nobody.sock", tmp_path)


async def test_a_flushed_function_is_loaded_again(private_valkey: EmbeddedServer, stream: str, tmp_path: Path) -> None:
    """A server that lost the append function gets it back, also amid many appends."""
    async with await open_store(private_valkey.url, tmp_path) as store:
        await fill(store, stream, 1)
        admin(private_valkey).function_flush()
        calls = (store.append(f"{stream}-{number}", 0, b"", command()) for number in range(10))
        assert {result.revision for result in await asyncio.gather(*calls)} == {1}


async def test_functions_that_are_flushed_again_and_again_confuse_nobody(
    private_valkey: EmbeddedServer, stream: str, tmp_path: Path
) -> None:
    """While they are flushed as fast as they can be loaded, calls succeed or raise StoreUnavailable."""
    async with await open_store(private_valkey.url, tmp_path) as store:
        flushing = asyncio.create_task(asyncio.to_thread(flush_often, private_valkey, 500))
        outcomes: list[bool] = []
        while not flushing.done() or not outcomes:
            calls: list[Awaitable[object]] = [store.append(stream, Expected.ANY, b"", command()) for _ in range(4)]
            calls += [store.remind(stream, 1), store.due(1, 9, 1)]
            for outcome in await asyncio.gather(*calls, return_exceptions=True):
                assert not isinstance(outcome, BaseException) or isinstance(outcome, StoreUnavailable)
                outcomes.append(not isinstance(outcome, BaseException))
        assert any(outcomes)
        await append_surely(store, f"{stream}-after", 0, b"", command())


def flush_often(server: EmbeddedServer, times: int) -> None:
    """Flush the functions again and again."""
    client = admin(server)
    for _ in range(times):
        client.function_flush()


async def test_a_full_memory_refuses_and_then_recovers(
    private_valkey: EmbeddedServer, stream: str, tmp_path: Path
) -> None:
    """Out of memory the store is unavailable and nothing is evicted; with room it goes on."""
    async with await open_store(private_valkey.url, tmp_path) as store:
        await fill(store, stream, 2)
        admin(private_valkey).config_set("maxmemory", "1")
        with pytest.raises(StoreUnavailable, match="OOM"):
            await store.append(stream, 2, b"", command())
        assert len(await store.read(stream)) == 2
        admin(private_valkey).config_set("maxmemory", "0")
        assert (await store.append(stream, 2, b"", command())).revision == 3


async def test_a_primary_that_became_a_replica_is_left(
    private_valkey: EmbeddedServer, stream: str, tmp_path: Path
) -> None:
    """An append to a read-only replica is certainly not executed; promoted again, it takes appends."""
    async with await open_store(private_valkey.url, tmp_path) as store:
        await fill(store, stream, 1)
        admin(private_valkey).execute_command("REPLICAOF", "127.0.0.1", "1")
        connection = await (await store.route.primaries())[0].connection()
        with pytest.raises(StoreUnavailable, match="READONLY"):
            await store.append(stream, 1, b"", command())
        assert not connection.is_open
        admin(private_valkey).execute_command("REPLICAOF", "NO", "ONE")
        assert await append_surely(store, stream, 1, b"", command()) == 2


async def test_a_key_of_another_kind_is_an_error_not_a_stream(
    store: EventStore, valkey: EmbeddedServer, stream: str
) -> None:
    """A foreign value under a stream's key is reported in the server's words."""
    admin(valkey).set(keys.log(stream), "text")
    with pytest.raises(StoreError, match="WRONGTYPE"):
        await store.append(stream, 0, b"", command())
    with pytest.raises(StoreError, match="WRONGTYPE"):
        await store.read(stream)


async def test_a_tampered_stream_is_not_renumbered(store: EventStore, valkey: EmbeddedServer, stream: str) -> None:
    """An entry deleted behind the store's back is reported, not papered over."""
    await fill(store, stream, 3)
    admin(valkey).xdel(keys.log(stream), "2-0")
    with pytest.raises(StoreError, match="gap"):
        await store.read(stream)
    with pytest.raises(StoreError, match="smaller"):
        await store.append(stream, 2, b"", command())


async def test_a_user_without_rights_is_told(private_valkey: EmbeddedServer, tmp_path: Path) -> None:
    """If the user of a server may not load functions, the server is refused with the rights that are needed."""
    admin(private_valkey).execute_command(
        "ACL", "SETUSER", "weak", "on", ">secret", "~*", "&*", "+@all", "-function|load"
    )
    admin(private_valkey).function_flush()
    with pytest.raises(StoreRefused, match="podesta prepare") as caught:
        await open_store(f"unix://weak:secret@{private_valkey.socket}", tmp_path)
    assert "secret" not in str(caught.value)
    with pytest.raises(StoreUnavailable, match="WRONGPASS"):
        await open_store(f"unix://weak:wrong@{private_valkey.socket}", tmp_path)
