"""The fixtures of the gRPC wire's tests: a real server and a real channel."""

from collections.abc import AsyncIterator

import grpc
import pytest

from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta_service.context import Context
from podesta_service.grpc_wire import GrpcServer, start_grpc


@pytest.fixture
async def server(context: Context) -> AsyncIterator[GrpcServer]:
    """The gRPC server of the test's process."""
    running = await start_grpc(context)
    yield running
    await running.stop(1.0)


@pytest.fixture
async def channel(server: GrpcServer) -> AsyncIterator[grpc.aio.Channel]:
    """A channel to it."""
    async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as opened:
        yield opened


@pytest.fixture
def stub(channel: grpc.aio.Channel) -> GameMasterStub:
    """The generated stub on the channel."""
    return GameMasterStub(channel)
