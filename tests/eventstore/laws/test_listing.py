"""Lists by status: exact at every moment, and read in one round trip."""

from pathlib import Path
from random import Random
from uuid import uuid4

import pytest
import redis

from podesta_eventstore import Card, EmbeddedServer, EventStore, Expected, open_store
from podesta_eventstore.naming import bucket_of
from podesta_eventstore.streams import keys
from podesta_eventstore.testing import LISTS
from podesta_eventstore.testing.card_laws import dated_name, every_page
from podesta_eventstore.testing.filling import walk
from tests.eventstore.clusters import Cluster, move_slot
from tests.eventstore.fixtures import admin, append_surely, command


async def names(store: EventStore, status: str, limit: int = 1000) -> list[str]:
    """Return the whole list, sorted."""
    return sorted([name async for page in walk(store, status, limit) for name in page])


@pytest.mark.parametrize("seed", range(3))
async def test_a_walk_answers_what_was_acknowledged(private_valkey: EmbeddedServer, tmp_path: Path, seed: int) -> None:
    """An entry that one process writes is listed by another at once, though its connections are cut now and then."""
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


@pytest.mark.slow
async def test_lists_move_with_their_slots(tmp_path: Path) -> None:
    """In a Cluster with slots that move back and forth, a process that knew them as empty lists their streams."""
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
    """Streams that all entered their lists in the same microsecond."""
    begins = [dated_name()[:6] for _ in range(buckets)]
    found = [begin + dated_name()[6:] for begin in begins for _ in range(each)]
    for name in found:
        await store.append(name, 0, b"", command(), card=Card("troyes", b""))
        for topic in ("", "troyes"):
            client.zadd(keys.bucket_listing(bucket_of(name), "new", topic), {name: 1_700_000_000_000_000})
    return found


@pytest.mark.parametrize("topic", ["", "troyes"])
async def test_streams_of_one_moment_are_told_once(private_valkey: EmbeddedServer, tmp_path: Path, topic: str) -> None:
    """Wherever a page ends, streams that entered a list in the same microsecond are each listed once.

    That holds whatever leaves between two pages.
    """
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
    """The caller who gets a cursor may have no access to the page's last stream."""
    async with await open_store(private_valkey.url, tmp_path, lists=LISTS) as store:
        for _ in range(4):
            await store.append(dated_name(), 0, b"", command())
        whole = await every_page(store, "new")
        _, cursor = await store.streams("new", "", 2)
        assert not any(name[6:] in cursor for name in whole)
