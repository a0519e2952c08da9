"""The fixtures of the service's tests: one real Valkey for a test run, and the context of a process for each test."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest

from podesta_engines.game.format.levels import HIGHEST
from podesta_eventstore import EmbeddedServer, open_store
from podesta_service.context import Context
from podesta_service.master import Master
from podesta_service.model import LISTS
from podesta_service.settings import Settings
from podesta_service.table.clock import Clock
from podesta_service.telemetry.metrics import Metrics

MASTER_KEY = bytes(range(32))

NewContext = Callable[..., Any]
"""`await new_context(**settings)` makes the context of one more process on the same store; `now` sets its clock."""


@pytest.fixture(scope="session")
def store_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """A private Valkey that lives as long as the test run."""
    server = EmbeddedServer(tmp_path_factory.mktemp("valkey"))
    server.start()
    asyncio.run(_at_its_highest(server))
    yield server
    server.stop()


async def _at_its_highest(server: EmbeddedServer) -> None:
    """Whichever test comes first, all write at the highest level of this version."""
    async with await open_store(server.url, Path(server.socket).parent, lists=LISTS) as store:
        await store.raise_level(HIGHEST)


@pytest.fixture
def settings(store_server: EmbeddedServer, tmp_path: Path) -> Settings:
    """Settings of a process on the test run's store: free ports, heartbeats every second."""
    return Settings(
        store_url=store_server.url,
        data_dir=str(tmp_path),
        rest_port=0,
        grpc_port=0,
        metrics_port=0,
        master_key=MASTER_KEY.hex(),
        heartbeat_seconds=1.0,
        drain_seconds=2.0,
    )


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages of history and simulations do not end early because this machine is slow."""
    monkeypatch.setattr("podesta_service.master.PAGE_SECONDS", float("inf"))
    monkeypatch.setattr("podesta_service.views.simulating.computing.MOST_SECONDS", float("inf"))


@pytest.fixture
async def new_context(settings: Settings, unhurried: None) -> AsyncIterator[NewContext]:
    """Makes contexts, each with a store connection of its own, and closes them after the test."""
    async with AsyncExitStack() as stack:

        async def make(now: Callable[[], float] | None = None, **changes: Any) -> Context:
            own = msgspec.structs.replace(settings, **changes)
            store = await stack.enter_async_context(await open_store(own.store_url, own.data_path, lists=LISTS))
            clock = None if now is None else Clock(now)
            metrics = Metrics()
            master = Master(store, own, MASTER_KEY, clock, metrics)
            await master.level.join()
            stack.push_async_callback(master.level.leave)
            stack.push_async_callback(master.feeds.close)
            stack.push_async_callback(master.lobby_feed.close)
            stack.push_async_callback(master.webhooks.delivery.close)
            metrics.watch(master.tables, master.feeds)
            return Context(own, master, metrics)

        yield make


@pytest.fixture
async def context(new_context: NewContext) -> Context:
    """The context of one process."""
    made: Context = await new_context()
    return made
