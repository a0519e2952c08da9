"""The fixtures of the clients' tests: a real gRPC server on a real store."""

from collections.abc import AsyncIterator

import pytest

from podesta_service.context import Context
from podesta_service.grpc_wire import GrpcServer, start_grpc


@pytest.fixture
async def server(context: Context) -> AsyncIterator[GrpcServer]:
    """A gRPC server of one process."""
    running = await start_grpc(context)
    yield running
    await running.stop(1.0)


@pytest.fixture
def target(server: GrpcServer) -> str:
    """The address of the server."""
    return f"127.0.0.1:{server.port}"
