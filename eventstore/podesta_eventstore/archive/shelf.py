"""Where an archive's bundles stand, and which streams are in which: by the hours in which these began.

`bundles/<status>/<folder>/<name>` are the files; a name begins with the time, counted backward, so that the newest
comes first, and a folder's name is how those of its three days begin. Bundles of version 2 and before stand beside the
folders, and come after them. `hours/<hour>/<name>` is a leaf (`leaves.py`): it says where in that bundle the streams
are whose names tell the hour. A bundle counts from when its leaves are there, and a stream is read from the first
bundle of its hour that has it, so it does no harm that two have it. What a crash leaves half done is marked
(`marks.py`).
"""

import asyncio
import hashlib
import logging
from collections.abc import Sequence

from .bundles import FOOTER, Line, blocks_of, bundle, footer_of, lines_of, without
from .finding import Finder, Place, name_of, parquet_of, path_of
from .leaves import leaves_of, lined
from .marks import Mark, Marks, is_stale, name_of_now
from .records import Archive, Record, RecordDamaged, RecordMissing

_log = logging.getLogger(__name__)


class Shelf(Finder):
    """The bundles of an archive. Every call may raise `StoreUnavailable` and `RecordDamaged`."""

    def __init__(self, archive: Archive) -> None:
        super().__init__(archive)
        self._marks = Marks(archive)
        self.in_blocks = True
        """Whether bundles are written that earlier versions cannot read."""

    async def put(self, records: Sequence[Record]) -> str:
        """Keep streams of one status with dated names in a bundle, read it back, and return its path.

        Raises RecordMissing where somebody erased one of them meanwhile: then another bundle has the rest.
        """
        file, lines = await asyncio.to_thread(bundle, records, self.in_blocks)
        return await self._keep(file, lines)

    async def _keep(self, file: bytes, lines: Sequence[Line], replaced: str = "") -> str:
        name = name_of_now(hashlib.sha256(file).hexdigest())
        path = path_of(lines[0].status, name, in_blocks=footer_of(file[-FOOTER:]).in_blocks)
        await self._marks.set(name, Mark(path, replaced))
        await self._archive.write(path, file)
        if await self._archive.fetch(path) != file:
            raise RecordDamaged(f"the bundle {path} was not kept as it was written")
        await self._finish(name, Mark(path, replaced), file)
        return path

    async def _finish(self, name: str, mark: Mark, file: bytes) -> None:
        """All that is to be done once a bundle is there: its leaves, and the end of the one before.

        Where another replaces the same one, this bundle goes instead.
        """
        leaves, lines = _leaves_of(file), lines_of(file)
        if mark.replaced and not await self._is_successor(name, mark.replaced, leaves):
            await self._archive.remove(mark.written)
            await self._marks.drop(name)
            return
        await self._leaves.write(name, leaves)
        try:
            await self.indexes.check(mark.written)
        except RecordMissing:
            await self._leaves.remove(name, lines)
            raise
        if mark.replaced:
            await self._remove(mark.replaced)
            await self._marks.unclaim(mark.replaced)
        await self._marks.drop(name)

    async def _is_successor(self, name: str, replaced: str, leaves: dict[str, bytes]) -> bool:
        """Whether the bundle of a name is the one that replaces another; only such a one ever gets leaves."""
        if await self._marks.claim(replaced, name) and await self._is_there(replaced):
            return True
        if await self._leaves.any(name, leaves):
            return True
        if not await self._is_there(replaced):
            await self._marks.unclaim(replaced)
        return False

    async def _is_there(self, path: str) -> bool:
        try:
            await self.indexes.check(path)
        except RecordMissing:
            return False
        return True

    async def tidy(self) -> None:
        """End what others began and could not end: leaves of whole bundles, bundles that are replaced."""
        async for name, mark in self._marks.every():
            try:
                if mark.written:
                    await self._finish(name, mark, await self._archive.fetch(mark.written))
                else:
                    await self._remove(mark.replaced)
                    await self._marks.drop(name)
            except RecordMissing:
                if is_stale(name):
                    await self._archive.remove(mark.written)
                    await self._marks.drop(name)
            except RecordDamaged as error:  # a disk that lost its power: nothing is read from there, nor deleted
                _log.warning("%s in the archive was not written to its end: %s", mark.written, error)

    async def erase(self, stream: str) -> None:
        """Erase a stream from every bundle that has it: others are made of the rest, then these are deleted."""
        await self.tidy()
        while place := await self.find(stream):
            try:
                await self._without(stream, place)
            except RecordMissing:  # another has replaced that bundle, or this one's: it may have the stream
                await self._forget_leaf(place)
            await self.tidy()

    async def _without(self, stream: str, place: Place) -> None:
        """Replace a bundle by one without a stream; raises RecordMissing where it is not there any more."""
        file = await self._archive.fetch(place.path)
        kept, lines = await asyncio.to_thread(without, file, stream, self.in_blocks)
        if lines:
            await self._keep(kept, lines, place.path)
        else:
            await self._drop(place.path)

    async def _forget_leaf(self, place: Place) -> None:
        """Delete a leaf that a crash has left without its bundle."""
        if not await self._is_there(place.path):
            await self._leaves.remove(name_of(place.path), [place.line])

    async def _drop(self, path: str) -> None:
        """Delete a bundle that nothing replaces."""
        name = name_of_now("nothing")
        await self._marks.set(name, Mark("", path))
        await self._remove(path)
        await self._marks.drop(name)

    async def _remove(self, path: str) -> None:
        """Delete a bundle, its leaves first: without them it is not read any more; and those written meanwhile."""
        try:
            lines = lines_of(await self._archive.fetch(path))
        except RecordMissing:
            return
        await self._archive.remove(parquet_of(path))
        await self._leaves.remove(name_of(path), lines)
        await self._archive.remove(path)
        await self._leaves.remove(name_of(path), lines)


def _leaves_of(file: bytes) -> dict[str, bytes]:
    """The leaves of a whole bundle, by hour: their files; raises RecordDamaged."""
    footer, lines = footer_of(file[-FOOTER:]), lines_of(file)
    if footer.in_blocks:
        return leaves_of(lines, blocks_of(file[footer.index_begins : footer.index_ends]))
    return lined(lines, footer.dictionary_ends)
