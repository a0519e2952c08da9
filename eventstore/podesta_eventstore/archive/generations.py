"""Generations: the number of an archive's newest change, by which a store that was set back is recognised.

`generations/<number>` is an empty file; the highest number counts, and lower ones are removed. A change is numbered in
the store first, once everything to be archived has ended there, and in the archive before it is made. So a store with a
number not below its archive's has seen the end of everything in it.
"""

from collections.abc import AsyncIterator

from podesta_eventstore.contract import Lifecycle
from podesta_eventstore.errors import StoreBehind

from .records import Archive

_FOLDER = "generations/"


class Generations:
    """The number of the newest change, in a store and in its archive. Calls may raise `StoreUnavailable`."""

    def __init__(self, store: Lifecycle, archive: Archive) -> None:
        self._store, self._archive = store, archive

    async def newest(self) -> int:
        """Return the archive's number, 0 if there was no change."""
        return max([int(name) async for name in self._names() if name.isdecimal()], default=0)

    async def check(self) -> None:
        """Raise StoreBehind if the store was set back, as by a restore: it lacks a change of its archive."""
        newest = await self.newest()
        if await self._store.generation() < newest:
            raise StoreBehind

    async def begin(self) -> None:
        """Number a change of the archive; raises StoreBehind."""
        await self.check()
        number = await self._store.generation(more=1)
        await self._archive.write(f"{_FOLDER}{number:016d}", b"")
        async for name in self._names():
            if name.isdecimal() and int(name) < number:
                await self._archive.remove(_FOLDER + name)

    async def _names(self) -> AsyncIterator[str]:
        async for path in self._archive.paths(_FOLDER):
            yield path.removeprefix(_FOLDER)
