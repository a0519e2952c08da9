"""The server listens, drains and stops as operators expect.

Pings: those that libraries send to check a connection are accepted, and a flood of them is not.
"""

from __future__ import annotations

import asyncio
import socket
import struct
import time
from collections import Counter
from contextlib import AsyncExitStack

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta_service.context import Context
from podesta_service.grpc_wire import GrpcServer, start_grpc
from podesta_service.grpc_wire.serving.server import PING_MILLISECONDS
from podesta_service.settings import BadSetting
from tests.kit.fixtures import NewContext
from tests.kit.grpc_wire import TIMEOUT, opened, placing, read, reading, refusal, serving


async def test_a_port_in_use_is_named(
    server: GrpcServer, new_context: NewContext, capfd: pytest.CaptureFixture[str]
) -> None:
    """The second process on a port fails with the setting and the reason, instead of sharing it unnoticed."""
    other = await new_context(grpc_port=server.port)
    with pytest.raises(BadSetting, match=rf"PODESTA_GRPC_PORT: cannot listen on 127\.0\.0\.1:{server.port}"):
        await start_grpc(other)
    with pytest.raises(BadSetting, match=r"8\.8\.8\.8:0: Cannot assign requested address"):
        await start_grpc(await new_context(grpc_host="8.8.8.8"))
    assert "port" not in capfd.readouterr().err


async def test_workers_may_share_a_port_on_purpose(new_context: NewContext) -> None:
    """With `share_port`, two servers listen on one port."""
    one = await start_grpc(await new_context(), share_port=True)
    other = await start_grpc(await new_context(grpc_port=one.port), share_port=True)
    assert other.port == one.port
    await asyncio.gather(one.stop(0), other.stop(0))


async def test_health_says_not_serving_while_draining(channel: grpc.aio.Channel, context: Context) -> None:
    """A watcher of grpc.health.v1 receives SERVING, then NOT_SERVING."""
    request = health_pb2.HealthCheckRequest(service="podesta.v1.GameMaster")
    watching = health_pb2_grpc.HealthStub(channel).Watch(request, timeout=TIMEOUT)
    assert (await watching.read()).status == health_pb2.HealthCheckResponse.SERVING
    context.draining.set()
    assert (await watching.read()).status == health_pb2.HealthCheckResponse.NOT_SERVING
    watching.cancel()


async def test_stopping_ends_streams_at_once_and_leaves_nothing(new_context: NewContext) -> None:
    """With streams open, a stop does not wait for its grace period."""
    context = await new_context()
    async with serving(context) as (server, stub):
        game = await opened(stub)
        streams = [stub.Watch(pb.WatchRequest(game=game.id, after_revision=0), timeout=TIMEOUT) for _ in range(20)]
        for stream in streams:
            assert (await anext(aiter(stream))).update.revision == 1
        async with asyncio.timeout(TIMEOUT):
            await server.stop(10 * TIMEOUT)
        for stream in streams:
            assert (await refusal(reading(stream))).reason == "DRAINING"
        assert context.master.feeds.followers == 0


async def test_a_call_in_flight_is_finished_while_stopping(new_context: NewContext) -> None:
    """A call that began before the stop is answered within the grace period."""
    context = await new_context()
    entered, leave = asyncio.Event(), asyncio.Event()
    table = context.master.tables.newest

    async def slow(*arguments: object) -> object:
        entered.set()
        await leave.wait()
        return await table(*arguments)

    async with serving(context) as (server, stub):
        game = await opened(stub)
        context.master.tables.newest = slow
        call = asyncio.ensure_future(stub.GetGame(pb.GetGameRequest(game=game.id), timeout=TIMEOUT))
        await entered.wait()
        stopping = asyncio.create_task(server.stop(TIMEOUT))
        await context.draining.wait()
        leave.set()
        assert (await call).game.revision == game.revision
        await stopping


async def test_a_deadline_is_honoured(stub: GameMasterStub, context: Context) -> None:
    """A call past its deadline is ended for the caller and cancelled here, and counted so."""
    game, entered = await opened(stub), asyncio.Event()
    cancelled = asyncio.Event()

    async def forever(*_: object) -> None:
        entered.set()
        try:
            await asyncio.Event().wait()
        finally:
            cancelled.set()

    context.master.answering.answer = forever
    call = asyncio.ensure_future(stub.Answer(placing(game), metadata=(_bearer(game.tokens[0]),), timeout=0.2))
    await entered.wait()
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call
    assert caught.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
    async with asyncio.timeout(TIMEOUT):
        await cancelled.wait()
    assert 'call="Answer",code="CANCELLED",outcome="cancelled"' in context.metrics.expose().decode()


def _bearer(token: str) -> tuple[str, str]:
    return ("authorization", f"Bearer {token}")


async def test_an_unknown_method_is_unimplemented(channel: grpc.aio.Channel) -> None:
    """gRPC itself says so."""
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await channel.unary_unary("/podesta.v1.GameMaster/Cheat")(b"", timeout=TIMEOUT)
    assert read(caught.value).code is grpc.StatusCode.UNIMPLEMENTED


SETTINGS, PING, GOAWAY = 4, 6, 7
CALM = 11
"""ENHANCE_YOUR_CALM, as HTTP/2 counts its errors."""


def frame(kind: int, body: bytes = b"") -> bytes:
    """A frame of HTTP/2 for the whole connection."""
    return struct.pack(">I", len(body))[1:] + bytes([kind, 0]) + bytes(4) + body


def frames(data: bytes) -> list[tuple[int, bytes]]:
    """The frames in bytes: their kinds and bodies."""
    found = []
    while len(data) >= 9:
        length = int.from_bytes(data[:3])
        found.append((data[3], data[9 : 9 + length]))
        data = data[9 + length :]
    return found


def answers(port: int, pings: int, pause: float) -> list[tuple[int, bytes]]:
    """The frames a server sends to a client that pings so often, without a call; until all are answered, or it ends.

    Without pauses all are sent at once: the server may hang up before it has read them one by one.
    """
    with socket.create_connection(("127.0.0.1", port), TIMEOUT) as line:
        line.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frame(SETTINGS))
        said = b""
        sent = [frame(PING, number.to_bytes(8)) for number in range(pings)]
        for each in sent if pause else [b"".join(sent)]:
            time.sleep(pause)
            line.sendall(each)
        while not any(kind == GOAWAY or body == (pings - 1).to_bytes(8) for kind, body in frames(said)):
            more = line.recv(65536)
            if not more:
                break
            said += more
        return frames(said)


@pytest.mark.slow
async def test_pings_once_a_second_are_answered(server: GrpcServer) -> None:
    """Five of them with nothing in between, on a connection without a call; a busy machine may be late by a half."""
    assert PING_MILLISECONDS <= 500
    said = await asyncio.to_thread(answers, server.port, 5, 1.0)
    assert [body for kind, body in said if kind == PING] == [number.to_bytes(8) for number in range(5)]
    assert GOAWAY not in [kind for kind, _ in said]


async def test_a_flood_of_pings_ends_the_connection(server: GrpcServer) -> None:
    """The connection ends with ENHANCE_YOUR_CALM."""
    try:
        said = await asyncio.to_thread(answers, server.port, 20, 0.0)
    except ConnectionError:
        return  # the connection was closed before GOAWAY was read
    (farewell,) = [body for kind, body in said if kind == GOAWAY][:1]
    assert int.from_bytes(farewell[4:8]) == CALM


async def test_a_compressed_message_is_bounded_as_it_is_unpacked(stub: GameMasterStub) -> None:
    """64 MB in 64 KB, which is below a message's limit: gRPC refuses it by its unpacked size, before it is read."""
    request = pb.CreateGameRequest(ruleset="x" * (64 << 20))
    with pytest.raises(grpc.aio.AioRpcError) as refused:
        await stub.CreateGame(request, timeout=TIMEOUT, compression=grpc.Compression.Gzip)
    assert refused.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
    assert "Decompressed message larger than max" in (refused.value.details() or "")


async def test_each_call_of_a_burst_has_an_answer(new_context: NewContext) -> None:
    """More than a thousand calls at once, on several connections.

    gRPC itself cancels those beyond a thousand that wait to be taken up, of any caller, without a reason.
    """
    own = [("grpc.use_local_subchannel_pool", 1)]
    async with AsyncExitStack() as stack:
        server, _ = await stack.enter_async_context(serving(await new_context()))
        target = f"127.0.0.1:{server.port}"
        channels = [await stack.enter_async_context(grpc.aio.insecure_channel(target, own)) for _ in range(4)]
        stubs = [health_pb2_grpc.HealthStub(channel) for channel in channels]
        calls = [stub.Check(health_pb2.HealthCheckRequest()) for stub in stubs for _ in range(500)]
        assert Counter([await call.code() for call in calls]) == {grpc.StatusCode.OK: 2000}
