"""The number of requests to an archive does not grow with it."""

import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from uuid import uuid4

import pytest

from podesta_eventstore import Archive, ArchivedStore, Card, MemoryStore, Record, Stored
from podesta_eventstore.archive.bundle_store import BundleStore
from podesta_eventstore.archive.bundles import LINES
from podesta_eventstore.testing import LISTS
from podesta_eventstore.testing.card_laws import dated_name, every_page
from tests.eventstore.bundle_files import bundle, frames_of, records_at

LAST_WEEK = time.time() - 7 * 86_400


class Counting(Archive):
    """An archive that counts the requests to it."""

    asked = 0

    async def write(self, path: str, file: bytes) -> None:
        """Count."""
        self.asked += 1
        await super().write(path, file)

    async def write_pieces(self, path: str, pieces: AsyncIterator[bytes]) -> None:
        """Count."""
        self.asked += 1
        await super().write_pieces(path, pieces)

    async def digest(self, path: str) -> bytes:
        """Count."""
        self.asked += 1
        return await super().digest(path)

    async def fetch(self, path: str, begin: int = 0, end: int | None = None) -> bytes:
        """Count."""
        self.asked += 1
        return await super().fetch(path, begin, end)

    async def folder(self, prefix: str) -> tuple[list[str], list[str]]:
        """Count."""
        self.asked += 1
        return await super().folder(prefix)

    async def paths(self, prefix: str, after: str = "") -> AsyncIterator[str]:
        """Count."""
        self.asked += 1
        async for path in super().paths(prefix, after):
            yield path


def records(number: int, topic: str = "troyes") -> list[Record]:
    """Streams that began in one hour, another for each number."""
    names = [dated_name(LAST_WEEK - 3600 * number) for _ in range(4)]
    return [Record(name, "done", {}, [Stored(1, uuid4().bytes, b"1")], Card(topic, b"card")) for name in names]


async def cost(folder: Path, deed: Callable[[ArchivedStore], Awaitable[object]]) -> int:
    """The requests of a process that has just started."""
    archive = Counting(str(folder))
    await deed(ArchivedStore(MemoryStore(lists=LISTS), archive))
    return archive.asked


async def test_a_large_archive_is_asked_no_more_than_a_small_one(tmp_path: Path) -> None:
    """To read a stream, for a page of a list, to archive, to look for an unknown name, to erase."""
    plain = ArchivedStore(MemoryStore(lists=LISTS), Archive(str(tmp_path)))
    known = records(0)
    await plain.bundle_store.put(frames_of(known))
    for number in range(1, 3):
        await plain.bundle_store.put(frames_of(records(number)))
    deeds: list[Callable[[ArchivedStore], Awaitable[object]]] = [
        lambda store: store.read(known[0].stream),
        lambda store: store.streams("done", "", 3, "troyes"),
        lambda store: store.streams("done", "", 3),
        lambda store: store.head(dated_name(LAST_WEEK)),
        lambda store: store.bundle_store.tidy(),
    ]
    small = [await cost(tmp_path, deed) for deed in deeds]
    for number in range(3, 40):
        await plain.bundle_store.put(frames_of(records(number)))
    assert [await cost(tmp_path, deed) for deed in deeds] == small
    assert small[0] == 4  # the leaves of its hour, one of them, a block of its bundle's index, and its frame
    assert await cost(tmp_path, lambda store: store.erase(known[1].stream)) < 30


@pytest.mark.parametrize("limit", [1, 5, 100])
async def test_a_topic_that_is_rare_is_found_in_pages(tmp_path: Path, limit: int) -> None:
    """A page reads a few bundles and says where the next begins, even if it has found nothing."""
    store = ArchivedStore(MemoryStore(lists=LISTS), Archive(str(tmp_path)))
    rare = records(0, "colonia")
    await store.bundle_store.put(frames_of(rare))
    for number in range(1, 12):
        await store.bundle_store.put(frames_of(records(number)))
    names, cursor = await store.streams("done", "", limit, "colonia")
    assert (names, bool(cursor)) == ([], True)
    assert await cost(tmp_path, lambda fresh: fresh.streams("done", "", limit, "colonia")) < 20
    assert sorted(await every_page(store, "done", "colonia", limit)) == sorted(each.stream for each in rare)


async def test_a_block_is_found_wherever_the_directory_is(tmp_path: Path) -> None:
    """An index of several blocks has the position of each stream's line, and the topics of each block."""
    known = [each for number in range(80) for each in records(number, "troyes" if number < 40 else "colonia")]
    file, lines = await bundle(known)
    store = BundleStore(archive := Archive(str(tmp_path)))
    await archive.write("file", file)
    listed = (await store.indexes.of("file")).blocks
    assert len(listed) == -(-len(known) // LINES)
    assert [each.topics for each in listed] == [["troyes"], ["colonia", "troyes"], ["colonia"]]
    assert await store.lines("file") == lines
    assert await records_at(archive, "file") == known


async def test_a_page_reads_blocks_and_no_more(tmp_path: Path) -> None:
    """Of a bundle with many; blocks without the topic are skipped."""
    store = ArchivedStore(MemoryStore(lists=LISTS), Archive(str(tmp_path)))
    known = [each for number in range(200) for each in records(0, "colonia" if number == 150 else "troyes")]
    await store.bundle_store.put(frames_of(known))
    wanted = [each.stream for each in known if each.card and each.card.topic == "colonia"]
    assert await every_page(store, "done", "colonia") == wanted
    assert await cost(tmp_path, lambda fresh: fresh.streams("done", "", 50, "colonia")) < 12
    assert await cost(tmp_path, lambda fresh: fresh.streams("done", "", 50)) < 12
    assert await every_page(store, "done", "", 70) == [each.stream for each in known]
