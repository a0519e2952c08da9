"""Every implementation and every topology under the contract's laws."""

import os
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from podesta_eventstore import (
    Appended,
    Conflict,
    EmbeddedServer,
    EventStore,
    MemoryStore,
    RedisStore,
    StreamFull,
    open_store,
)
from podesta_eventstore.backup.commands import check_commands
from podesta_eventstore.server.address import parse
from podesta_eventstore.server.link import at
from podesta_eventstore.server.routes import Direct
from podesta_eventstore.testing import LISTS, StoreLaws
from tests.eventstore.clusters import Cluster
from tests.eventstore.fixtures import command, fill
from tests.eventstore.servers import SentinelTrio, Server


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """One directory; its server is kept running between tests."""
    path = tmp_path_factory.mktemp("private")
    keeper = EmbeddedServer(path)
    keeper.start()
    yield path
    for log in (path / "appendonlydir").glob("*.incr.aof"):
        check_commands(log)  # otherwise a backup of entries written by the laws could not be restored
    keeper.stop()


@pytest.fixture(scope="module")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for the class."""
    binary = os.environ.get("PODESTA_REDIS_SERVER") or shutil.which("redis-server")
    if binary is None:
        pytest.skip("no redis-server is installed")
    with Server(tmp_path_factory.mktemp("redis"), binary=binary) as server:
        yield server


@pytest.fixture(scope="module")
def trio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SentinelTrio]:
    """One for the class."""
    with SentinelTrio(tmp_path_factory.mktemp("sentinel")) as trio:
        yield trio


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """One for the class."""
    with Cluster(tmp_path_factory.mktemp("cluster")) as cluster:
        yield cluster


class TestMemory(StoreLaws):
    """The plainest implementation, found by an entry point."""

    @pytest.fixture
    async def store(self, tmp_path: Path) -> AsyncIterator[EventStore]:
        """A new one each."""
        async with await open_store("memory://", tmp_path, "everysec", lists=LISTS) as opened:
            yield opened


class TestSingle(StoreLaws):
    """A single Valkey, named by its URL."""

    @pytest.fixture
    async def store(self, valkey: EmbeddedServer, tmp_path: Path) -> AsyncIterator[EventStore]:
        """The shared server."""
        async with await open_store(valkey.url, tmp_path, lists=LISTS) as opened:
            yield opened


class TestEmbedded(StoreLaws):
    """The private server of a data directory."""

    @pytest.fixture
    async def store(self, directory: Path) -> AsyncIterator[EventStore]:
        """Found by its directory alone."""
        async with await open_store(None, directory, lists=LISTS) as opened:
            yield opened


class TestRedis(StoreLaws):
    """Redis itself, where its server is installed (or named by PODESTA_REDIS_SERVER)."""

    @pytest.fixture
    async def store(self, redis_server: Server, tmp_path: Path) -> AsyncIterator[EventStore]:
        """By its port."""
        async with await open_store(redis_server.url, tmp_path, lists=LISTS) as opened:
            yield opened


@pytest.mark.slow
class TestSentinel(StoreLaws):
    """A primary and its replica, found through three Sentinels; every append confirmed by the replica."""

    @pytest.fixture
    async def store(self, trio: SentinelTrio, tmp_path: Path) -> AsyncIterator[EventStore]:
        """By the Sentinels' URL."""
        async with await open_store(trio.url, tmp_path, "replicated", lists=LISTS) as opened:
            yield opened


@pytest.mark.slow
class TestCluster(StoreLaws):
    """Three primaries, three replicas."""

    @pytest.fixture
    async def store(self, cluster: Cluster, tmp_path: Path) -> AsyncIterator[EventStore]:
        """By one of its nodes."""
        async with await open_store(cluster.url, tmp_path, lists=LISTS) as opened:
            yield opened


@pytest.mark.parametrize("kind", ["memory", "valkey"])
async def test_a_stream_s_length_is_bounded(valkey: EmbeddedServer, stream: str, kind: str) -> None:
    """A full stream takes no entry, but still answers a retry and a conflict."""
    on_valkey = RedisStore(Direct(at(parse(valkey.url)), 5.0), max_entries=3)
    async with MemoryStore(max_entries=3) if kind == "memory" else on_valkey as store:
        commands = await fill(store, stream, 3)
        with pytest.raises(StreamFull) as caught:
            await store.append(stream, 3, b"", command())
        assert caught.value.limit == 3
        assert await store.append(stream, 3, b"", commands[2]) == Appended(3, duplicate=True)
        with pytest.raises(Conflict):
            await store.append(stream, 1, b"", command())
