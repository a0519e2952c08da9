"""What an archive is asked for does not grow with it; `python -m benchmarks.store.archive` times a million streams."""

import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from uuid import uuid4

import pytest

from podesta_eventstore import Archive, ArchivedStore, Card, MemoryStore, Record, Stored
from podesta_eventstore.archive.bundles import FOOTER, LINES, blocks_of, bundle, footer_of, lines_of, records_of
from podesta_eventstore.testing import LISTS
from podesta_eventstore.testing.card_laws import dated_name, every_page

LAST_WEEK = time.time() - 7 * 86_400


class Counting(Archive):
    """An archive that counts what it is asked for."""

    asked = 0

    async def write(self, path: str, file: bytes) -> None:
        """Count."""
        self.asked += 1
        await super().write(path, file)

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
    """What it takes somebody who has just come."""
    archive = Counting(str(folder))
    await deed(ArchivedStore(MemoryStore(lists=LISTS), archive))
    return archive.asked


async def test_a_large_archive_is_asked_no_more_than_a_small_one(tmp_path: Path) -> None:
    """To read a stream, for a page of a list, to archive, to look for a name that never was, to erase."""
    plain = ArchivedStore(MemoryStore(lists=LISTS), Archive(str(tmp_path)))
    known = records(0)
    await plain.shelf.put(known)
    for number in range(1, 3):
        await plain.shelf.put(records(number))
    deeds: list[Callable[[ArchivedStore], Awaitable[object]]] = [
        lambda store: store.read(known[0].stream),
        lambda store: store.streams("done", "", 3, "troyes"),
        lambda store: store.streams("done", "", 3),
        lambda store: store.head(dated_name(LAST_WEEK)),
        lambda store: store.shelf.tidy(),
    ]
    small = [await cost(tmp_path, deed) for deed in deeds]
    for number in range(3, 40):
        await plain.shelf.put(records(number))
    assert [await cost(tmp_path, deed) for deed in deeds] == small
    assert small[0] == 4  # the leaves of its hour, one of them, a block of its bundle's index, and its frame
    assert await cost(tmp_path, lambda store: store.erase(known[1].stream)) < 30


@pytest.mark.parametrize("limit", [1, 5, 100])
async def test_a_topic_that_is_rare_is_found_in_pages(tmp_path: Path, limit: int) -> None:
    """A page looks at a few bundles and says where the next goes on, though it has found nothing."""
    store = ArchivedStore(MemoryStore(lists=LISTS), Archive(str(tmp_path)))
    rare = records(0, "colonia")
    await store.shelf.put(rare)
    for number in range(1, 12):
        await store.shelf.put(records(number))
    names, cursor = await store.streams("done", "", limit, "colonia")
    assert (names, bool(cursor)) == ([], True)
    assert await cost(tmp_path, lambda fresh: fresh.streams("done", "", limit, "colonia")) < 20
    assert sorted(await every_page(store, "done", "colonia", limit)) == sorted(each.stream for each in rare)


async def plain(folder: Path, number: int) -> list[str]:
    """Streams in a bundle of version 2, as versions before wrote them."""
    store, known = ArchivedStore(MemoryStore(lists=LISTS), Archive(str(folder))), records(number)
    store.shelf.in_blocks = False
    await store.shelf.put(known)
    return [each.stream for each in known]


@pytest.mark.parametrize("limit", [1, 3, 100])
async def test_bundles_of_version_2_are_read_beside_others(tmp_path: Path, limit: int) -> None:
    """Found by their hour, listed after those in folders, erased from; what is left then has blocks."""
    old, oldest = await plain(tmp_path, 1), await plain(tmp_path, 0)
    store = ArchivedStore(MemoryStore(lists=LISTS), Archive(str(tmp_path)))
    new = records(1)
    await store.shelf.put(new)
    names = [each.stream for each in new]
    assert await every_page(store, "done", "", limit) == [*names, *oldest, *old]
    assert await every_page(store, "done", "troyes", limit) == [*names, *oldest, *old]
    assert [len(await store.read(name)) for name in (*names, *old)] == [1] * 8
    await store.erase(old[0])
    assert sorted(await every_page(store, "done", "", limit)) == sorted([*names, *oldest, *old[1:]])
    assert len([*bundles(tmp_path, "*")]) == 1
    assert len([*bundles(tmp_path, "*/*")]) == 2


def bundles(folder: Path, pattern: str) -> list[Path]:
    """Files of bundles, right there or in folders."""
    return [each for each in folder.glob(f"bundles/done/{pattern}") if each.is_file()]


async def test_blocks_wait_for_the_level(tmp_path: Path) -> None:
    """Below it bundles are written as processes of the version before read them."""
    memory = MemoryStore(lists=LISTS)
    store = ArchivedStore(memory, Archive(str(tmp_path)), in_blocks_from=9)
    for level, pattern in ((8, "*"), (9, "*/*")):
        await memory.raise_level(level)
        (name,) = (each.stream for each in records(level)[:1])
        await store.append(name, 0, b"1", uuid4().bytes, "done", Card("troyes", b"card"))
        await store.archive_many([await store.sealed(name)])
        assert len(bundles(tmp_path, pattern)) == 1
        assert len(await store.read(name)) == 1


def test_a_block_is_found_wherever_the_directory_is() -> None:
    """An index of several blocks says of each stream where its line is, and what topics a block has."""
    known = [each for number in range(80) for each in records(number, "troyes" if number < 40 else "colonia")]
    file, lines = bundle(known)
    footer = footer_of(file[-FOOTER:])
    listed = blocks_of(file[footer.index_begins : footer.index_ends])
    assert len(listed) == -(-len(known) // LINES)
    assert [each.topics for each in listed] == [["troyes"], ["colonia", "troyes"], ["colonia"]]
    assert lines_of(file) == lines
    assert records_of(file) == known


async def test_a_page_reads_blocks_and_no_more(tmp_path: Path) -> None:
    """Of a bundle with many; blocks without the topic are passed over."""
    store = ArchivedStore(MemoryStore(lists=LISTS), Archive(str(tmp_path)))
    known = [each for number in range(200) for each in records(0, "colonia" if number == 150 else "troyes")]
    await store.shelf.put(known)
    wanted = [each.stream for each in known if each.card and each.card.topic == "colonia"]
    assert await every_page(store, "done", "colonia") == wanted
    assert await cost(tmp_path, lambda fresh: fresh.streams("done", "", 50, "colonia")) < 12
    assert await cost(tmp_path, lambda fresh: fresh.streams("done", "", 50)) < 12
    assert await every_page(store, "done", "", 70) == [each.stream for each in known]
