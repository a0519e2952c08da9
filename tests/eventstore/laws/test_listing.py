"""Lists by status: exact at every moment, though most slots are not asked."""

from pathlib import Path
from random import Random
from uuid import uuid4

import pytest
import redis

from podesta_eventstore import Card, EmbeddedServer, EventStore, Expected, open_store
from podesta_eventstore.naming import BUCKETS, bucket_of
from podesta_eventstore.server.routes import SLOTS
from podesta_eventstore.streams import keys
from podesta_eventstore.testing import LISTS
from podesta_eventstore.testing.card_laws import dated_name, every_page
from podesta_eventstore.testing.filling import walk
from tests.eventstore.clusters import Cluster, move_slot
from tests.eventstore.fixtures import admin, append_surely, command


async def names(store: EventStore, status: str, limit: int = 1000) -> list[str]:
    """Return the whole list, sorted."""
    return sorted([name async for page in walk(store, status, limit) for name in page])


def asked(client: redis.Redis) -> int:
    """How many lists the server was asked for so far."""
    return int(client.info("commandstats").get("cmdstat_zrange", {}).get("calls", 0))


def tenant(server: EmbeddedServer, *forbidden: str) -> str:
    """The URL of a server for a user who may do all but some commands."""
    rules = ("resetchannels", "~*", "&*", "+@all", *(f"-{each}" for each in forbidden))
    admin(server).execute_command("ACL", "SETUSER", "tenant", "reset", "on", ">s", *rules)
    return f"unix://tenant:s@{server.socket}"


async def test_of_few_keys_only_lists_that_are_there_are_asked(private_valkey: EmbeddedServer, tmp_path: Path) -> None:
    """The first walk asks the buckets' lists and those that hold anything, of whatever status."""
    client = admin(private_valkey)
    async with await open_store(private_valkey.url, tmp_path, lists=LISTS) as store:
        for number in range(20):
            await store.append(f"game-{number}", 0, b"", command(), LISTS[number % 2])
    async with await open_store(private_valkey.url, tmp_path, lists=LISTS) as store:
        before = asked(client)
        for number, status in enumerate(LISTS):
            assert len(await names(store, status)) == (10 if number < 2 else 0)
        assert asked(client) - before <= len(LISTS) * BUCKETS + 20
        await store.append("game-3", Expected.ANY, b"", command(), LISTS[0])
        assert [len(await names(store, status)) for status in LISTS[:2]] == [11, 9]


async def test_lists_that_are_empty_are_asked_once(private_valkey: EmbeddedServer, tmp_path: Path) -> None:
    """Who may not look through the keys asks every list at first, then buckets', those that hold anything, and what
    others put there."""
    client = admin(private_valkey)
    async with (
        await open_store(tenant(private_valkey, "scan"), tmp_path, lists=LISTS) as store,
        await open_store(private_valkey.url, tmp_path, lists=LISTS) as other,
    ):
        for number in range(20):
            await store.append(f"game-{number}", 0, b"", command())
        assert len(await names(store, "new")) == 20
        before = asked(client)
        assert len(await names(store, "new")) == 20
        assert asked(client) - before <= BUCKETS + 20
        for number in range(20, 40):
            await other.append(f"game-{number}", 0, b"", command())
            assert f"game-{number}" in await names(store, "new")
        assert asked(client) - before <= 20 + 20 * 40 + 21 * BUCKETS


@pytest.mark.parametrize("seed", range(3))
async def test_a_walk_answers_what_was_acknowledged(private_valkey: EmbeddedServer, tmp_path: Path, seed: int) -> None:
    """Whatever one process writes, another lists at once, though its connections are cut now and then."""
    rnd, client = Random(seed), admin(private_valkey)
    model: dict[str, str] = {}
    async with (
        await open_store(private_valkey.url, tmp_path, lists=LISTS) as store,
        await open_store(private_valkey.url, tmp_path, lists=LISTS) as other,
    ):
        for step in range(60):
            name, status = f"game-{rnd.randrange(25)}", rnd.choice(LISTS)
            if name in model and rnd.random() < 0.2:
                await store.erase(name)
                model[name] = "done"
                model.pop(name)
                client.delete(keys.meta(name))  # so that the name can be used again
            else:
                await store.append(name, Expected.ANY, b"", command(), status)
                model[name] = status
            if rnd.random() < 0.15:
                client.client_kill_filter(_type="normal", skipme=True)
            looked = rnd.choice(LISTS)
            expected = sorted(each for each, where in model.items() if where == looked)
            assert await names(other, looked, rnd.choice([3, 1000])) == expected, step


async def test_without_news_every_list_is_asked(private_valkey: EmbeddedServer, tmp_path: Path) -> None:
    """A user who may not track gets the same lists."""
    client = admin(private_valkey)
    async with (
        await open_store(tenant(private_valkey, "client|tracking"), tmp_path, lists=LISTS) as store,
        await open_store(private_valkey.url, tmp_path, lists=LISTS) as other,
    ):
        assert await names(store, "new") == []
        await other.append("game", 0, b"", command())
        before = asked(client)
        assert await names(store, "new") == ["game"]
        assert asked(client) - before == SLOTS  # of the buckets' lists, that there are none is known at once


@pytest.mark.slow
async def test_lists_move_with_their_slots(tmp_path: Path) -> None:
    """In a Cluster whose slots move there and back, what is in them is listed by a process that knew them as empty."""
    with Cluster(tmp_path / "cluster", replicas=0) as cluster:
        async with (
            await open_store(cluster.url, tmp_path, lists=LISTS) as store,
            await open_store(cluster.url, tmp_path, lists=LISTS) as other,
        ):
            stream = f"s-{uuid4().hex}"
            assert await names(other, "new") == []
            expected = await append_surely(store, stream, 0, b"", command())
            for _ in range(3):
                for _step in move_slot(cluster, keys.slot(stream)):
                    expected = await append_surely(store, stream, expected, b"", command())
                    assert await names(other, "new") == [stream]
            await store.append(stream, expected, b"", command(), "busy")
            assert (await names(other, "new"), await names(other, "busy")) == ([], [stream])


async def tied(store: EventStore, client: redis.Redis, buckets: int, each: int) -> list[str]:
    """Streams that all came into their lists at the same microsecond."""
    begins = [dated_name()[:6] for _ in range(buckets)]
    found = [begin + dated_name()[6:] for begin in begins for _ in range(each)]
    for name in found:
        await store.append(name, 0, b"", command(), card=Card("troyes", b""))
        bucket = bucket_of(name)
        assert bucket is not None
        for topic in ("", "troyes"):
            client.zadd(keys.bucket_listing(bucket, "new", topic), {name: 1_700_000_000_000_000})
    return found


@pytest.mark.parametrize("topic", ["", "troyes"])
async def test_streams_of_one_moment_are_told_once(private_valkey: EmbeddedServer, tmp_path: Path, topic: str) -> None:
    """Wherever a page ends, those that came at the same microsecond into the same list are neither left out nor told
    again, whatever leaves between two pages."""
    client = admin(private_valkey)
    async with await open_store(private_valkey.url, tmp_path, lists=LISTS) as store:
        found = await tied(store, client, 3, 9)
        whole = await every_page(store, "new", topic)
        assert sorted(whole) == sorted(found)
        for limit in (1, 2, 7, 9, 26):
            assert await every_page(store, "new", topic, limit) == whole
        page, cursor = await store.streams("new", "", 5, topic)
        await store.append(page[-1], 1, b"", command(), "busy")
        assert page + (await store.streams("new", cursor, 1000, topic)).streams == whole


async def test_a_cursor_tells_no_name(private_valkey: EmbeddedServer, tmp_path: Path) -> None:
    """Whoever is shown it may not be meant to know of the last stream; an earlier version's goes on, too."""
    async with await open_store(private_valkey.url, tmp_path, lists=LISTS) as store:
        for _ in range(4):
            await store.append(dated_name(), 0, b"", command())
        whole = await every_page(store, "new")
        page, cursor = await store.streams("new", "", 2)
        assert not any(name[6:] in cursor for name in whole)
        earlier = cursor.rpartition(":")[0]
        assert (await store.streams("new", earlier, 9)).streams == (await store.streams("new", cursor, 9)).streams
        assert [*page, *(await store.streams("new", earlier, 9)).streams] == whole
