"""The server listens, drains and stops as operators expect."""

from __future__ import annotations

import asyncio

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta_service.context import Context
from podesta_service.grpc_wire import GrpcServer, start_grpc
from podesta_service.settings import BadSetting
from tests.kit.fixtures import NewContext
from tests.kit.grpc_wire import TIMEOUT, opened, placing, read, reading, refusal, serving


async def test_a_port_in_use_is_named(server: GrpcServer, new_context: NewContext) -> None:
    """The second process on a port is told which setting is at fault, instead of sharing it unnoticed."""
    other = await new_context(grpc_port=server.port)
    with pytest.raises(BadSetting, match=rf"PODESTA_GRPC_PORT: cannot listen on 127\.0\.0\.1:{server.port}"):
        await start_grpc(other)


async def test_workers_may_share_a_port_on_purpose(new_context: NewContext) -> None:
    """With `share_port`, two servers listen on one port."""
    one = await start_grpc(await new_context(), share_port=True)
    other = await start_grpc(await new_context(grpc_port=one.port), share_port=True)
    assert other.port == one.port
    await asyncio.gather(one.stop(0), other.stop(0))


async def test_health_says_not_serving_while_draining(channel: grpc.aio.Channel, context: Context) -> None:
    """A watcher of grpc.health.v1 hears SERVING, then NOT_SERVING."""
    request = health_pb2.HealthCheckRequest(service="podesta.v1.GameMaster")
    watching = health_pb2_grpc.HealthStub(channel).Watch(request, timeout=TIMEOUT)
    assert (await watching.read()).status == health_pb2.HealthCheckResponse.SERVING
    context.draining.set()
    assert (await watching.read()).status == health_pb2.HealthCheckResponse.NOT_SERVING
    watching.cancel()


async def test_stopping_ends_streams_at_once_and_leaves_nothing(new_context: NewContext) -> None:
    """With streams open, a stop does not wait for its grace."""
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
    """What was begun before the stop is answered within the grace."""
    context = await new_context()
    entered, leave = asyncio.Event(), asyncio.Event()
    table = context.master.table

    async def slow(*arguments: object) -> object:
        entered.set()
        await leave.wait()
        return await table(*arguments)

    async with serving(context) as (server, stub):
        game = await opened(stub)
        context.master.table = slow
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
