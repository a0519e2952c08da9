"""The laws of finding servers: URLs, Sentinels, a Cluster with moving slots, replicas that confirm."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path

import pytest

from podesta_eventstore import (
    EmbeddedServer,
    EventStore,
    OutcomeUnknown,
    RedisStore,
    StoreRefused,
    StoreUnavailable,
    open_store,
)
from podesta_eventstore.server.address import Address, parse_store_url
from podesta_eventstore.server.cluster import ClusterRoute
from podesta_eventstore.streams import keys
from tests.eventstore.clusters import Cluster, move_slot
from tests.eventstore.fixtures import PATIENCE, append_surely, command, fill
from tests.eventstore.servers import Server, until


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """Three primaries, no replicas."""
    with Cluster(tmp_path_factory.mktemp("cluster"), replicas=0) as formed:
        yield formed


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """A primary and its replica."""
    with (
        Server(tmp_path / "one") as primary,
        Server(tmp_path / "two", replicaof=f"127.0.0.1 {primary.port}") as replica,
    ):
        until(lambda: replica.info()["master_link_status"] == "up", "the replica did not connect")
        yield primary, replica


async def test_a_slot_moves_under_its_writers_and_followers(cluster: Cluster, stream: str, tmp_path: Path) -> None:
    """While a slot is moved, appends and followers go on: no entry lost, doubled or out of order."""
    async with await open_store(cluster.url, tmp_path, interval=0.5) as store:
        await fill(store, stream, 5)
        follower = asyncio.create_task(take(store, stream, 40))
        expected = 5
        for _ in range(2):
            for _step in move_slot(cluster, keys.slot(stream)):
                for _ in range(5):
                    expected = await append_surely(store, stream, expected, b"%d" % (expected + 1), command())
        for _ in range(5):
            expected = await append_surely(store, stream, expected, b"%d" % (expected + 1), command())
        assert expected == 40
        assert await follower == list(range(1, 41))
        assert [entry.data for entry in await store.read(stream)] == [b"%d" % each for each in range(1, 41)]


async def take(store: object, stream: str, last: int) -> list[int]:
    """Follow until revision `last`."""
    async with asyncio.timeout(PATIENCE), aclosing(store.follow(stream)) as entries:  # type: ignore[attr-defined]
        return [(await anext(entries)).revision for _ in range(last)]


async def test_streams_spread_over_the_cluster(cluster: Cluster, stream: str, tmp_path: Path) -> None:
    """Streams of every primary are appended to, followed and listed by one store."""
    async with await open_store(cluster.url, tmp_path) as store:
        names = [f"{stream[:30]}-{number}" for number in range(30)]
        await asyncio.gather(*(fill(store, name, 3) for name in names))
        assert {store.route.station(keys.slot(name)) for name in names} == {
            f"127.0.0.1:{each.port}" for each in cluster.primaries
        }
        followers = [asyncio.create_task(take(store, name, 4)) for name in names]
        await asyncio.gather(*(fill(store, name, 1, after=3) for name in names))
        assert await asyncio.gather(*followers) == [[1, 2, 3, 4]] * 30


async def test_a_flushed_function_is_loaded_on_its_node(cluster: Cluster, stream: str, tmp_path: Path) -> None:
    """A primary that lost the functions gets them back amid appends."""
    async with await open_store(cluster.url, tmp_path) as store:
        for server in cluster.primaries:
            server.client.function_flush()
        await asyncio.gather(*(fill(store, f"{stream[:30]}-{number}", 1) for number in range(12)))


async def test_a_cluster_is_there_while_one_of_its_primaries_is(cluster: Cluster, tmp_path: Path) -> None:
    """With one primary dead the store still answers a ping, and streams of the others are read."""
    async with await open_store(cluster.url, tmp_path, timeout=2) as store:
        names = [f"here-{number}" for number in range(12)]
        await asyncio.gather(*(fill(store, name, 1) for name in names))
        dead = cluster.primaries[2]
        dead.kill()
        try:
            await store.ping()
            there = [name for name in names if cluster_owner(store, name) != f"127.0.0.1:{dead.port}"]
            assert all([await store.head(name) for name in there])
            lost = next(name for name in names if name not in there)
            with pytest.raises(StoreUnavailable):
                await store.head(lost)
        finally:
            dead.start()
            await asyncio.to_thread(until, cluster.is_whole, "the Cluster did not recover")


def cluster_owner(store: EventStore, stream: str) -> str:
    """The primary of a stream according to the store."""
    assert isinstance(store, RedisStore)
    return store.route.station(keys.slot(stream))


async def test_a_server_of_no_cluster_is_told(valkey: EmbeddedServer, tmp_path: Path) -> None:
    """A Cluster's URL without a server raises StoreUnavailable."""
    with pytest.raises(StoreUnavailable):
        await open_store("redis+cluster://127.0.0.1:1", tmp_path, timeout=1)
    with pytest.raises(StoreUnavailable, match="knows a primary"):
        await open_store("redis+sentinel://127.0.0.1:1/games", tmp_path, timeout=1)


async def test_a_replica_confirms_each_append(pair: tuple[Server, Server], stream: str, tmp_path: Path) -> None:
    """Under `replicated` an acknowledged entry is on the replica at that moment."""
    primary, replica = pair
    async with await open_store(primary.url, tmp_path, "replicated", timeout=2) as store:
        for expected in range(50):
            await store.append(stream, expected, b"", command())
            assert replica.client.xlen(keys.log(stream)) == expected + 1
        names = [f"{stream[:30]}-{number}" for number in range(40)]
        await asyncio.gather(*(store.append(name, 0, b"", command()) for name in names))
        assert all(replica.client.exists(keys.log(name)) for name in names)


async def test_an_unconfirmed_append_is_unknown_and_settled_by_the_retry(
    pair: tuple[Server, Server], stream: str, tmp_path: Path
) -> None:
    """Without its replica's reply an append is unknown; the retry waits for the replica, and doubles nothing."""
    primary, replica = pair
    async with await open_store(primary.url, tmp_path, "replicated", timeout=2) as store:
        await fill(store, stream, 1)
        each = command()
        replica.freeze()
        for _ in range(2):
            with pytest.raises(OutcomeUnknown):
                await store.append(stream, 1, b"", each)
        assert await store.head(stream) == 2
        replica.thaw()
        assert await append_surely(store, stream, 1, b"", each) == 2
        assert (await store.head(stream), replica.client.xlen(keys.log(stream))) == (2, 2)


async def test_a_primary_without_replica_is_warned_about(
    valkey: EmbeddedServer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """`replicated` on a server without replicas opens with a warning; on a private one it is refused."""
    with caplog.at_level(logging.WARNING, "podesta_eventstore"):
        async with await open_store(valkey.url, tmp_path, "replicated"):
            assert "no replica" in caplog.text
            assert "min-replicas-to-write 1" in caplog.text
    with pytest.raises(StoreRefused, match="private"):
        await open_store(None, tmp_path, "replicated")


def test_urls_name_topologies() -> None:
    """Sentinels, their primary's name, user, password and database, and a Cluster's nodes are read from the URL."""
    place = parse_store_url("redis+sentinel://ada:p%40ss@one:1,two/games/3?sentinel_password=s")
    assert [(each.host, each.port, each.password) for each in place.addresses] == [("one", 1, "s"), ("two", 26379, "s")]
    assert (place.kind, place.name) == ("sentinel", "games")
    assert (place.primary.username, place.primary.password, place.primary.database) == ("ada", "p@ss", 3)
    place = parse_store_url("rediss+cluster://:word@one:7000,two:7001?ssl_check_hostname=false")
    assert [(each.host, each.port, each.password) for each in place.addresses] == [
        ("one", 7000, "word"),
        ("two", 7001, "word"),
    ]
    assert all(each.tls for each in place.addresses)
    assert parse_store_url("valkey://one").kind == "server"


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("redis+sentinel://one", "names the primary"),
        ("redis+cluster://one/3", "no databases"),
        ("redis+other://one", "begins with"),
        ("unix+cluster:///x", "begins with"),
        ("redis+cluster://one?retry=1", "unknown option"),
    ],
)
def test_a_malformed_topology_is_refused(url: str, words: str) -> None:
    """The error says what is wrong with the URL."""
    with pytest.raises(ValueError, match=words):
        parse_store_url(url)


async def test_a_cluster_closes_while_its_map_is_asked_for(tmp_path: Path) -> None:
    """Callers that wait for the map get an error; a cancelled caller is cancelled."""
    route = ClusterRoute([Address(path=str(tmp_path / "none"))], 60.0)
    waiting, leaving = [asyncio.create_task(route.refresh()) for _ in range(2)]
    await asyncio.sleep(0)
    leaving.cancel()
    await route.close()
    with pytest.raises(StoreUnavailable, match="closed"):
        await waiting
    with pytest.raises(asyncio.CancelledError):
        await leaving
