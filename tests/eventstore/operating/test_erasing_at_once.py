"""Two erasures within one bundle at the same moment: both streams are gone, and no others."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path
from uuid import uuid4

from podesta_eventstore import Archive, ArchivedStore, Card, MemoryStore, Record, Stored
from podesta_eventstore.testing import LISTS
from podesta_eventstore.testing.card_laws import dated_name, every_page
from tests.eventstore.bundle_files import bundled, frames_of
from tests.eventstore.operating.conftest import Archives

LAST_WEEK = time.time() - 7 * 86_400


class Pausing(Archive):
    """An archive that pauses before its n-th change, until it is resumed."""

    def __init__(self, url: str, left: int) -> None:
        super().__init__(url)
        self._left, self.reached, self.go = left, asyncio.Event(), asyncio.Event()

    async def _step(self) -> None:
        self._left -= 1
        if self._left == 0:
            self.reached.set()
            await self.go.wait()

    async def write(self, path: str, file: bytes) -> None:
        """Write, after the pause if it is due."""
        await self._step()
        await super().write(path, file)

    async def write_pieces(self, path: str, pieces: AsyncIterator[bytes]) -> None:
        """Write, after the pause if it is due."""
        await self._step()
        await super().write_pieces(path, pieces)

    async def create(self, path: str, file: bytes) -> bool:
        """Create, after the pause if it is due."""
        await self._step()
        return await super().create(path, file)

    async def remove(self, path: str) -> None:
        """Remove, after the pause if it is due."""
        await self._step()
        await super().remove(path)


def records(count: int) -> list[Record]:
    """Streams that began in two hours of last week."""
    names = [dated_name(LAST_WEEK + 3600 * (number % 2)) for number in range(count)]
    return [
        Record(name, "done", {}, [Stored(1, uuid4().bytes, name.encode())], Card("troyes", b"card")) for name in names
    ]


def opened(archive: Archive) -> ArchivedStore:
    """The archived store as another process opens it."""
    return ArchivedStore(MemoryStore(lists=LISTS), archive)


async def claims(url: str) -> list[str]:
    """The claims on bundles that are being replaced."""
    return [path async for path in Archive(url).paths("claims/")]


async def test_neither_keeps_what_the_other_erases(archives: Archives) -> None:
    """Wherever one pauses while the other runs from begin to end; concurrent readers find all the others."""
    step = 0
    while True:
        step += 1
        url, known = archives(f"{step}"), records(4)
        await opened(Archive(url)).bundle_store.put(frames_of(known))
        first, second, *rest = (each.stream for each in known)
        slow = Pausing(url, step)
        erasing = asyncio.create_task(opened(slow).bundle_store.erase(first))
        reaching = asyncio.create_task(slow.reached.wait())
        await asyncio.wait([erasing, reaching], return_when=asyncio.FIRST_COMPLETED)
        await opened(Archive(url)).bundle_store.erase(second)
        for name in rest:
            assert (await opened(Archive(url)).read(name))[0].data == name.encode(), step
        slow.go.set()
        await erasing
        reaching.cancel()
        fresh = opened(Archive(url))
        assert sorted(await bundled(Archive(url))) == sorted(rest), step
        assert sorted(await every_page(fresh, "done")) == sorted(rest), step
        assert [(await fresh.read(name))[0].data for name in rest] == [name.encode() for name in rest]
        if not slow.reached.is_set():
            break
    assert step > 8


async def test_many_at_once(archives: Archives) -> None:
    """Each by a process of its own."""
    url, known = archives("many"), records(9)
    await opened(Archive(url)).bundle_store.put(frames_of(known))
    gone = [each.stream for each in known[:6]]
    await asyncio.gather(*(opened(Archive(url)).bundle_store.erase(name) for name in gone))
    assert sorted(await bundled(Archive(url))) == sorted(each.stream for each in known[6:])
    assert not await claims(url)


async def test_what_is_written_while_others_delete_it_is_written(tmp_path: Path) -> None:
    """Deleting also clears what a killed process left unfinished: what a living one writes is written again."""
    url = str(tmp_path / "busy")

    async def write(path: str) -> None:
        for _ in range(300):
            await Archive(url).write(path, b"whole")

    async def claim(path: str) -> int:
        return sum([await Archive(url).create(path, b"whole") for _ in range(300)])

    async def remove(*paths: str) -> None:
        for _ in range(300):
            for path in paths:
                await Archive(url).remove(path)

    *_, claimed = await asyncio.gather(write("a"), write("a"), remove("a", "b"), remove("a", "b"), claim("b"))
    assert claimed >= 1
    await Archive(url).write("a", b"whole")
    assert await Archive(url).fetch("a") == b"whole"
