"""An archive's bundles, and which streams are in which, by the hours in which the streams began.

`bundles/<status>/<folder>/<name>` are the files; a name begins with the time, counted backward, so that the newest
comes first, and a folder's name is the common beginning of the names of about three days. `hours/<hour>/<name>` is an
hour list (`hour_lists.py`): it says where in that bundle the hour's streams are. A bundle is valid once its hour lists
exist, and a stream is read from the first bundle of its hour that has it, so a stream may be in two bundles. Work
interrupted by a crash has an intent (`intents.py`).
"""

import logging
import secrets
from collections.abc import AsyncIterator
from typing import TypeAlias

from podesta_eventstore.errors import RecordDamaged, RecordMissing

from .bundles import BundleWriter, IndexLine
from .finding import BundlePlace, Finder, name_of, parquet_of, path_of
from .hour_lists import hour_lists_of
from .intents import Intent, Intents, is_stale, name_of_now
from .records import Archive

Frames: TypeAlias = AsyncIterator[tuple[IndexLine, bytes]]
"""Streams as in a bundle: their lines, and their frames."""
_log = logging.getLogger(__name__)


class BundleStore(Finder):
    """The bundles of an archive. Every call may raise `StoreUnavailable` and `RecordDamaged`."""

    def __init__(self, archive: Archive) -> None:
        super().__init__(archive)
        self._intents = Intents(archive)

    async def put(self, frames: Frames) -> list[IndexLine]:
        """Write streams of one status with dated names into a bundle as they arrive; return its index, or an empty one.

        The bundle is read back before it becomes valid. Raises RecordMissing if one of the streams was erased in the
        meantime: then another bundle has the rest.
        """
        first = await anext(frames, None)
        return await self._keep(first[0].status, _again(first, frames)) if first else []

    async def _keep(self, status: str, frames: Frames, replaced: str = "") -> list[IndexLine]:
        name, writer = name_of_now(secrets.token_hex(4)), BundleWriter()
        intent = Intent(path_of(status, name), replaced)
        await self._intents.set(name, intent)
        await self._archive.write_pieces(intent.written, writer.pieces(frames))
        if await self._archive.digest(intent.written) != writer.digest:
            raise RecordDamaged(f"the bundle {intent.written} was not kept as it was written")
        await self._finish(name, intent)
        self.indexes.forget(intent.written)  # otherwise many bundles in a row would fill the memory with unused indexes
        return writer.lines

    async def _finish(self, name: str, intent: Intent) -> None:
        """Write a bundle's hour lists, and remove the bundle that it replaces; raises RecordMissing if that is gone.

        If another bundle replaces that one, this bundle is removed instead.
        """
        index, lines = await self.indexes.of(intent.written), await self.lines(intent.written)
        hour_lists = hour_lists_of(lines, index.blocks)
        if intent.replaced and not await self._is_successor(name, intent.replaced, hour_lists):
            await self._archive.remove(intent.written)
            await self._intents.drop(name)
            return
        await self._hour_lists.write(name, hour_lists)
        try:
            await self.indexes.check(intent.written)
        except RecordMissing:
            await self._hour_lists.remove(name, lines)
            raise
        if intent.replaced:
            await self._remove(intent.replaced)
            await self._intents.unclaim(intent.replaced)
        await self._intents.drop(name)

    async def _is_successor(self, name: str, replaced: str, hour_lists: dict[str, bytes]) -> bool:
        """Whether the bundle called `name` is the one that replaces another; only the successor gets hour lists."""
        if await self._intents.claim(replaced, name) and await self._is_there(replaced):
            return True
        if await self._hour_lists.any(name, hour_lists):
            return True
        if not await self._is_there(replaced):
            await self._intents.unclaim(replaced)
        return False

    async def _is_there(self, path: str) -> bool:
        try:
            await self.indexes.check(path)
        except RecordMissing:
            return False
        return True

    async def tidy(self) -> None:
        """Finish the work of dead processes: hour lists of complete bundles, bundles that are replaced."""
        async for name, intent in self._intents.every():
            try:
                if intent.written:
                    await self._finish(name, intent)
                else:
                    await self._remove(intent.replaced)
                    await self._intents.drop(name)
            except RecordMissing:
                if is_stale(name):
                    await self._archive.remove(intent.written)
                    await self._intents.drop(name)
            except RecordDamaged as error:  # after a power failure: this file is not read, and not deleted
                _log.warning("%s in the archive was not written to its end: %s", intent.written, error)

    async def erase(self, stream: str) -> None:
        """Erase a stream from every bundle that has it, by replacing each by a bundle of its other streams."""
        await self.tidy()
        while place := await self.find(stream):
            try:
                await self._without(stream, place)
            except RecordMissing:  # another process has replaced either bundle: the next one may have it
                await self._forget_hour_list(place)
            await self.tidy()

    async def _without(self, stream: str, place: BundlePlace) -> None:
        """Replace a bundle by one without a stream; raises RecordMissing if it no longer exists."""
        kept = [line for line in await self.lines(place.path) if line.stream != stream]
        if kept:
            await self._keep(place.line.status, self.frames(place.path, kept), place.path)
        else:
            await self._drop(place.path)

    async def _forget_hour_list(self, place: BundlePlace) -> None:
        """Delete an hour list that a crash left without its bundle."""
        if not await self._is_there(place.path):
            await self._hour_lists.remove(name_of(place.path), [place.line])

    async def _drop(self, path: str) -> None:
        """Delete a bundle that is not replaced."""
        name = name_of_now("nothing")
        await self._intents.set(name, Intent("", path))
        await self._remove(path)
        await self._intents.drop(name)

    async def _remove(self, path: str) -> None:
        """Delete a bundle after its hour lists, without which it is not read; then those written in the meantime."""
        try:
            lines = await self.lines(path)
        except RecordMissing:
            return
        await self._archive.remove(parquet_of(path))
        await self._hour_lists.remove(name_of(path), lines)
        await self._archive.remove(path)
        await self._hour_lists.remove(name_of(path), lines)
        self.indexes.forget(path)


async def _again(first: tuple[IndexLine, bytes], rest: Frames) -> Frames:
    yield first
    async for each in rest:
        yield each
