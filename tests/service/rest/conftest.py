"""A REST server on a free port, and clients of it."""

from collections.abc import AsyncIterator

import httpx
import pytest

from podesta_service.context import Context
from podesta_service.rest import RestServer, start_rest
from tests.kit.rest import client_of


@pytest.fixture
async def server(context: Context) -> AsyncIterator[RestServer]:
    """The context's REST server."""
    running = await start_rest(context)
    yield running
    await running.stop(1.0)


@pytest.fixture
async def http(server: RestServer) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the server."""
    async with client_of(server) as client:
        yield client
