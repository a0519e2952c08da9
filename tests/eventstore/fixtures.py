"""A real Valkey for tests, and stores on it; any test directory may import these fixtures.

In a conftest: `from tests.eventstore.fixtures import store, stream, valkey  # noqa: F401`.
"""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import suppress
from pathlib import Path
from uuid import uuid4

import pytest
import redis

from podesta_eventstore import EmbeddedServer, EventStore, StoreError, open_store

PATIENCE = 20.0
"""Seconds after which a test gives up waiting for a condition."""


@pytest.fixture(scope="session")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    """One Valkey for all tests of this process; do not stop or reconfigure it."""
    server = EmbeddedServer(tmp_path_factory.mktemp("valkey"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def private_valkey(tmp_path: Path) -> Iterator[EmbeddedServer]:
    """A Valkey of this test's own, to be killed or reconfigured."""
    server = EmbeddedServer(tmp_path / "valkey")
    server.start()
    yield server
    server.stop()


@pytest.fixture
async def store(valkey: EmbeddedServer, tmp_path: Path) -> AsyncIterator[EventStore]:
    """A store on the shared Valkey; its followers re-read unrung only after a minute."""
    opened = await open_store(valkey.url, tmp_path, interval=60.0)
    yield opened
    await opened.close()


@pytest.fixture
def stream() -> str:
    """The name of a stream that does not exist yet."""
    return f"s-{uuid4().hex}"


def command() -> bytes:
    """Return a new command id."""
    return uuid4().bytes


def admin(server: EmbeddedServer) -> redis.Redis:
    """Return an ordinary client of the server."""
    return redis.Redis(unix_socket_path=server.socket)


def crash(server: EmbeddedServer) -> None:
    """Kill the server as `kill -9` does, and return when it is dead."""
    process = server._process
    assert process is not None
    os.kill(process.pid, signal.SIGKILL)
    process.wait()


async def fill(store: EventStore, stream: str, count: int, after: int = 0) -> list[bytes]:
    """Append `count` entries, each with its revision as text; returns their command ids."""
    commands = [command() for _ in range(count)]
    for expected, each in enumerate(commands, after):
        await store.append(stream, expected, b"%d" % (expected + 1), each)
    return commands


async def append_surely(store: EventStore, stream: str, expected: int, data: bytes, command: bytes) -> int:
    """Repeat the append while the store is down, like a careful caller; returns the revision."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(StoreError):
                return (await store.append(stream, expected, data, command)).revision
            await asyncio.sleep(0.05)


async def eventually(holds: Callable[[], bool]) -> None:
    """Return once a condition holds that no event announces."""
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110
            await asyncio.sleep(0.01)
