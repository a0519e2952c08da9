"""Both wires of one process."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import grpc
import httpx

from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta_service.context import Context
from podesta_service.grpc_wire import start_grpc
from podesta_service.rest import start_rest

from .rest import client_of


@asynccontextmanager
async def both_wires(context: Context) -> AsyncIterator[tuple[httpx.AsyncClient, GameMasterStub]]:
    """Clients of REST and of gRPC; both servers, and the steward, stop in the end."""
    async with AsyncExitStack() as stack:
        rest, served = await start_rest(context), await start_grpc(context)
        stack.push_async_callback(context.master.steward.stop)
        stack.push_async_callback(served.stop, 1.0)
        stack.push_async_callback(rest.stop, 1.0)
        http = await stack.enter_async_context(client_of(rest))
        channel = await stack.enter_async_context(grpc.aio.insecure_channel(f"127.0.0.1:{served.port}"))
        yield http, GameMasterStub(channel)
