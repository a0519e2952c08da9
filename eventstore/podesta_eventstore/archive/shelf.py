"""Where an archive's bundles stand, and which streams are in which: by the hours in which these began.

`bundles/<status>/<name>` are the files; a name begins with the time, counted backward, so that the newest comes first.
`hours/<hour>/<name>` is a leaf: a zlib-compressed MessagePack `Leaf`, which says where in that bundle the streams are
whose names tell the hour. A bundle counts from when its leaves are there, and a stream is read from the first bundle of
its hour that has it, so it does no harm that one which was interrupted is written twice.
"""

import asyncio
import hashlib
import time
import zlib
from collections.abc import AsyncIterator, Sequence
from typing import NamedTuple

import msgspec
from cachetools import LRUCache

from podesta_eventstore.naming import hour_of

from .bundles import FOOTER, Line, bundle, dictionary_of, footer_of, index_of, record_of, without
from .records import Archive, Record, RecordDamaged, RecordMissing

KEPT_LINES = 50_000
"""Lines of leaves that are kept in memory after they were read; about 30 MB."""
KEPT_DICTIONARIES = 64
_BACKWARD = 1 << 62


class Leaf(msgspec.Struct, frozen=True, array_like=True):
    """The streams of one hour in one bundle: its status, where its dictionary ends, and their lines."""

    status: str
    dictionary_ends: int
    lines: dict[str, Line]


class Place(NamedTuple):
    """Where a stream is: the path of its bundle, where the dictionary ends there, and its line."""

    path: str
    dictionary_ends: int
    line: Line


Leaves = dict[str, list[str]]
"""The leaves of hours that have been looked for."""


class Shelf:
    """The bundles of an archive. Every call may raise `StoreUnavailable` and `RecordDamaged`."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._leaves: LRUCache[str, Leaf] = LRUCache(KEPT_LINES, getsizeof=lambda leaf: 1 + len(leaf.lines))
        self._dictionaries: LRUCache[str, bytes] = LRUCache(KEPT_DICTIONARIES)

    async def put(self, records: Sequence[Record]) -> str:
        """Keep streams of one status with dated names in a bundle, read it back, and return its path."""
        file, lines = await asyncio.to_thread(bundle, records)
        return await self._keep(file, lines)

    async def _keep(self, file: bytes, lines: Sequence[Line]) -> str:
        name = f"{_BACKWARD - time.time_ns():016x}-{hashlib.sha256(file).hexdigest()[:8]}"
        status, ends = lines[0].status, footer_of(file[-FOOTER:]).dictionary_ends
        path = f"bundles/{status}/{name}"
        await self._archive.write(path, file)
        if await self._archive.fetch(path) != file:
            raise RecordDamaged(f"the bundle {path} was not kept as it was written")
        for hour, streams in _by_hour(lines).items():
            leaf = zlib.compress(msgspec.msgpack.encode(Leaf(status, ends, streams)))
            await self._archive.write(f"hours/{hour}/{name}", leaf)
        return path

    async def find(self, stream: str, known: Leaves | None = None) -> Place | None:
        """Return where a stream is, None if no bundle has it; `known` saves who asks for many from looking twice."""
        hour, known = hour_of(stream), {} if known is None else known
        if hour is None:
            return None
        if hour not in known:
            known[hour] = [path async for path in self._archive.paths(f"hours/{hour}/")]
        for path in known[hour]:
            leaf = await self._leaf(path)
            if leaf and (line := leaf.lines.get(stream)):
                return Place(f"bundles/{leaf.status}/{path.rpartition('/')[2]}", leaf.dictionary_ends, line)
        return None

    async def _leaf(self, path: str) -> Leaf | None:
        """A leaf; None if it has gone meanwhile, since a stream of its bundle was erased."""
        if path not in self._leaves:
            try:
                packed = zlib.decompress(await self._archive.fetch(path))
                self._leaves[path] = msgspec.msgpack.decode(packed, type=Leaf)
            except RecordMissing:
                return None
            except (zlib.error, msgspec.MsgspecError) as error:
                raise RecordDamaged(f"{path} is no leaf: {error}") from error
        return self._leaves[path]

    async def get(self, place: Place) -> Record:
        """Return a stream; raises `RecordMissing` if it has been moved meanwhile."""
        if place.path not in self._dictionaries:
            first = await self._archive.fetch(place.path, 0, place.dictionary_ends)
            self._dictionaries[place.path] = dictionary_of(first)
        line = place.line
        frame = await self._archive.fetch(place.path, line.begin, line.begin + line.size)
        return record_of(line, self._dictionaries[place.path], frame)

    async def lines(self, status: str, after: str = "") -> AsyncIterator[tuple[str, list[Line]]]:
        """Yield path and lines of each bundle with streams of a status, the newest first, from after a path on."""
        async for path in self._archive.paths(f"bundles/{status}/", after):
            try:
                footer = footer_of(await self._archive.fetch(path, -FOOTER))
                yield path, index_of(await self._archive.fetch(path, footer.index_begins, footer.index_ends))
            except RecordMissing:
                continue

    async def erase(self, stream: str) -> None:
        """Erase a stream from every bundle that has it: others are made of the rest, then these are deleted."""
        while place := await self.find(stream):
            kept, lines = await asyncio.to_thread(without, await self._archive.fetch(place.path), stream)
            if lines:
                await self._keep(kept, lines)
            await self._remove(place.path, {hour_of(stream), *(hour_of(line.stream) for line in lines)})

    async def _remove(self, path: str, hours: set[str | None]) -> None:
        """Delete a bundle, its leaves first: without them it is not read any more."""
        for hour in hours:
            leaf = f"hours/{hour}/{path.rpartition('/')[2]}"
            await self._archive.remove(leaf)
            self._leaves.pop(leaf, None)
        await self._archive.remove(path)


def _by_hour(lines: Sequence[Line]) -> dict[str, dict[str, Line]]:
    found: dict[str, dict[str, Line]] = {}
    for line in lines:
        found.setdefault(hour_of(line.stream) or "", {})[line.stream] = line
    return dict(sorted(found.items()))
