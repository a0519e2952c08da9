"""Two worlds for one secret: a process and a store for each of two games that differ in data hidden from a seat."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import structlog

from podesta_engines import RULESETS
from podesta_eventstore import EmbeddedServer
from podesta_service.names import new_game
from tests.contract.secrecy.calls import Worlds
from tests.contract.secrecy.twins import twins
from tests.contract.secrecy.worlds import running_world, secret


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[EmbeddedServer]]:
    """Two private Valkeys: both hold a game of the same id."""
    servers = [EmbeddedServer(tmp_path_factory.mktemp(f"world{i}"), "everysec") for i in range(2)]
    for server in servers:
        server.start()
    yield servers
    for server in servers:
        server.stop()


@pytest.fixture(scope="module", autouse=True)
def quiet_logs() -> Iterator[None]:
    """Silences the access log: it would cost more than the calls."""
    before, quiet = structlog.get_config(), structlog.make_filtering_bound_logger(logging.ERROR)
    structlog.configure(wrapper_class=quiet, cache_logger_on_first_use=False)
    yield
    structlog.configure(**before)


@pytest.fixture(autouse=True)
def bounded_by_size_alone(unhurried: None) -> None:
    """Pages of history are not cut short by time, which depends on the machine."""


@pytest.fixture
async def worlds(stores: list[EmbeddedServer], tmp_path: Path) -> AsyncIterator[Worlds]:
    """Two processes, each on a store of its own, with a game in which nothing happens."""
    async with AsyncExitStack() as stack:
        first, second = [
            await stack.enter_async_context(running_world(store.url, tmp_path / str(i)))
            for i, store in enumerate(stores)
        ]
        first.quiet = second.quiet = new_game()
        opened = twins(RULESETS.named("golden-horn"), 2, None, 0, 1, secret(first.quiet)).logs[0][0]
        for world in (first, second):
            await world.append(world.quiet, 0, opened)
        yield first, second
