"""The laws of lists (a stream is in that of its status, newest first, by topic) and of streams' cards."""

import asyncio
import time
from random import Random
from uuid import uuid4

import pytest

from podesta_eventstore.bounds import MAX_ENTRY
from podesta_eventstore.contract import Card, EventStore, Expected, Glimpse, Stored
from podesta_eventstore.errors import (
    Conflict,
    EntryTooLarge,
    StreamErased,
)
from podesta_eventstore.naming import dated

from .filling import command, listed, walk

_LETTERS = "abcdefghijklmnopqrstuvwxyz234567"


def dated_name(seconds: float = 0) -> str:
    """Return a new dated name, by default of now."""
    rnd = Random(uuid4().int)
    return dated(seconds or time.time(), "".join(rnd.choices(_LETTERS, k=17)))


async def every_page(store: EventStore, status: str, topic: str = "", limit: int = 1000) -> list[str]:
    """Return the names of a list, page after page."""
    found, cursor = await store.streams(status, "", limit, topic)
    while cursor:
        names, cursor = await store.streams(status, cursor, limit, topic)
        found = [*found, *names]
    return found


async def _begin(store: EventStore, count: int, topic: str, status: str = "new") -> list[str]:
    names = [dated_name() for _ in range(count)]
    for name in names:
        await store.append(name, 0, b"1", uuid4().bytes, status, Card(topic, name.encode()))
    return names


class CardLaws:
    """What every implementation does with lists and cards; the subclass has a fixture `store`."""

    async def test_what_came_last_is_listed_first(self, store: EventStore) -> None:
        """Pages of any size list the streams of a topic, and those of all topics, by the order of their arrival."""
        topic = uuid4().hex
        names = await _begin(store, 40, topic)
        others = await _begin(store, 3, uuid4().hex)
        for limit in (1, 7, 1000):
            assert [name for name in await every_page(store, "new", topic, limit) if name in names] == names[::-1]
            everything = [name for name in await every_page(store, "new", "", limit) if name in {*names, *others}]
            assert everything == (names + others)[::-1]

    async def test_streams_of_one_bucket_are_listed_by_when_they_came(self, store: EventStore) -> None:
        """However many streams of a page are in one bucket, each is listed once."""
        topic, begin = uuid4().hex, dated_name()[:10]
        names = [begin + dated_name()[10:] for _ in range(30)]
        for name in names:
            await store.append(name, 0, b"", uuid4().bytes, card=Card(topic, b""))
        for limit in (4, 29, 30):
            assert [name for name in await every_page(store, "new", topic, limit) if name in names] == names[::-1]

    async def test_a_stream_comes_into_the_list_of_its_status_anew(self, store: EventStore) -> None:
        """It leaves the lists of the previous status, and keeps its place in a list as long as its status."""
        topic = uuid4().hex
        first, second = await _begin(store, 2, topic)
        await store.append(first, 1, b"2", uuid4().bytes, "new", Card(topic, b"again"))
        assert await every_page(store, "new", topic, 1) == [second, first]
        await store.append(second, 1, b"2", uuid4().bytes, "busy")
        await store.append(first, 2, b"3", uuid4().bytes, "busy", Card(topic, b"busy"))
        assert (await every_page(store, "new", topic), await every_page(store, "busy", topic)) == ([], [first, second])
        assert [await store.tally(status, [topic]) for status in ("new", "busy")] == [
            {"": (await store.tally("new", []))[""], topic: 0},
            {"": (await store.tally("busy", []))[""] - 2, topic: 2},
        ]

    async def test_a_card_stays_until_there_is_another(self, store: EventStore) -> None:
        """A glimpse has the newest card and the head; it is empty without a card, and None without a stream."""
        (name,), bare, missing = await _begin(store, 1, "cards"), dated_name(), dated_name()
        await store.append(bare, 0, b"1", uuid4().bytes)
        await store.append(name, 1, b"2", uuid4().bytes)
        seen = [Glimpse(2, "live", name.encode()), Glimpse(1, "live", b""), None]
        assert await store.glimpses([name, bare, missing]) == seen
        await store.append(name, 2, b"3", uuid4().bytes, card=Card("other", b"new"))
        assert (await store.glimpses([name]))[0] == Glimpse(3, "live", b"new")
        assert name in await every_page(store, "new", "cards")
        assert (await store.glimpses([]), await store.pick([])) == ([], [])

    async def test_single_entries_are_picked(self, store: EventStore) -> None:
        """One entry of each of many streams at once; missing ones are None."""
        (name,), missing = await _begin(store, 1, "picks"), dated_name()
        key = uuid4().bytes
        await store.append(name, 1, b"two", key)
        assert await store.pick([(name, 2), (name, 3), (missing, 1)]) == [Stored(2, key, b"two"), None, None]
        with pytest.raises(ValueError, match="1 or more"):
            await store.pick([(name, 0)])

    async def test_the_oldest_are_told_by_when_they_came(self, store: EventStore) -> None:
        """None that arrived after a given time; as many as requested."""
        names = await _begin(store, 5, "old", "busy")
        now = int(time.time() * 1000)
        found = await store.oldest("busy", now + 60_000, 100_000)
        assert [name for name in found if name in names] == names
        assert not {*names} & {*await store.oldest("busy", now - 60_000, 100_000)}
        assert len(await store.oldest("busy", now + 60_000, 1)) == 1

    async def test_a_life_with_a_topic(self, store: EventStore) -> None:
        """Archived it is listed with its card; restored into another list it leaves the first; erased it is in none."""
        topic = uuid4().hex
        (name,) = await _begin(store, 1, topic, "done")
        entries = await store.read(name)
        await store.release(name, await store.seal(name), "ab" * 32)
        assert (await every_page(store, "done", topic), await store.glimpses([name])) == (
            [name],
            [Glimpse(1, "archived", name.encode())],
        )
        await store.restore(name, entries, "busy")
        assert await every_page(store, "done", topic) == []
        assert (await every_page(store, "busy", topic), await store.read(name)) == ([name], entries)
        assert await store.erase(name) == 1
        assert await every_page(store, "busy", topic) == []
        assert await store.glimpses([name]) == [None]
        with pytest.raises(StreamErased):
            await store.read(name)

    async def test_a_stream_that_the_store_never_knew_is_restored_with_its_card(self, store: EventStore) -> None:
        """It is listed under the card's topic."""
        name, topic = dated_name(), uuid4().hex
        await store.restore(name, [Stored(1, uuid4().bytes, b"1")], "done", {}, Card(topic, b"card"))
        assert await every_page(store, "done", topic) == [name]
        assert await store.glimpses([name]) == [Glimpse(1, "live", b"card")]

    @pytest.mark.parametrize("topic", ["", "Upper", "x" * 33])
    async def test_what_is_no_topic_is_refused(self, store: EventStore, topic: str) -> None:
        """A malformed topic is refused before anything is written."""
        name = dated_name()
        with pytest.raises(ValueError, match="topic"):
            await store.append(name, 0, b"", uuid4().bytes, card=Card(topic, b""))
        with pytest.raises(EntryTooLarge):
            await store.append(name, 0, b"", uuid4().bytes, card=Card("large", bytes(MAX_ENTRY + 1)))
        assert await store.head(name) == 0


class ListLaws:
    """What every implementation must do with lists; the subclass has the fixtures `store` and `stream`."""

    async def test_a_stream_is_listed_under_its_status(self, store: EventStore, stream: str) -> None:
        """A new stream is in the first list; an append with a status moves it; one without leaves it where it is."""
        await store.append(stream, 0, b"", command())
        assert await listed(store, stream) == {"new"}
        await store.append(stream, 1, b"", command(), "busy")
        await store.append(stream, Expected.ANY, b"", command())
        assert await listed(store, stream) == {"busy"}
        await store.append(stream, 3, b"", command(), "done")
        assert await listed(store, stream) == {"done"}
        assert (await store.metadata(stream)).status == "done"

    async def test_an_append_that_fails_moves_nothing(self, store: EventStore, stream: str) -> None:
        """A conflict, and a retry that was written long ago, leave the status as it is."""
        each = command()
        await store.append(stream, 0, b"", each, "busy")
        await store.append(stream, 0, b"", each, "done")
        with pytest.raises(Conflict):
            await store.append(stream, 0, b"", command(), "done")
        assert await listed(store, stream) == {"busy"}

    async def test_pages_make_the_whole_list(self, store: EventStore, stream: str) -> None:
        """Pages of any size, continued by their cursors, list every stream of the status once."""
        names = {f"{stream[:20]}-{number}" for number in range(25)}
        await asyncio.gather(*(store.append(name, 0, b"", command(), "busy") for name in names))
        for limit in (1, 7, 1000):
            pages = [page async for page in walk(store, "busy", limit)]
            assert all(len(page) <= limit for page in pages)
            listing = [name for page in pages for name in page if name in names]
            assert sorted(listing) == sorted(names)

    async def test_what_is_no_cursor_is_refused(self, store: EventStore) -> None:
        """A foreign cursor, an unknown list and an empty page are the caller's mistakes."""
        for wrong in (
            store.streams("new", "Not a cursor"),
            store.streams("new", limit=0),
            store.streams("elsewhere"),
        ):
            with pytest.raises(ValueError, match=r"name|cursor|list"):
                await wrong
