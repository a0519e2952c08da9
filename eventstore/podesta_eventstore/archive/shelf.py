"""Where an archive's bundles stand, and which streams are in which: by the hours in which these began.

`bundles/<status>/<name>` are the files; a name begins with the time, counted backward, so that the newest comes first.
`hours/<hour>/<name>` is a leaf: a MessagePack `Leaf`, compressed as the index is, which says where in that bundle the
streams are whose names tell the hour. A bundle counts from when its leaves are there, and a stream is read from the
first bundle of its hour that has it, so it does no harm that two have it. What a crash leaves half done is marked
(`marks.py`).
"""

import asyncio
import hashlib
import logging
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import NamedTuple

import msgspec
from cachetools import LRUCache

from podesta_eventstore.naming import hour_of

from .bundles import (
    FOOTER,
    Index,
    Line,
    bundle,
    dictionary_of,
    footer_of,
    line_of,
    lines_of,
    record_of,
    records_of,
    without,
)
from .frames import squeezed, widened
from .marks import Mark, Marks, is_stale, name_of_now
from .records import Archive, Record, RecordDamaged, RecordMissing

_log = logging.getLogger(__name__)

KEPT_LINES = 50_000
"""Lines of leaves that are kept in memory after they were read; about 15 MB."""
KEPT_DICTIONARIES = 64


class Leaf(msgspec.Struct, frozen=True, array_like=True):
    """The streams of one hour in one bundle: its status, where its dictionary ends (0: it has none), their lines.

    These are read one by one, when they are asked for.
    """

    status: str
    dictionary_ends: int
    lines: dict[str, msgspec.Raw]


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
        self._archive, self._marks = archive, Marks(archive)
        self._leaves: LRUCache[str, Leaf] = LRUCache(KEPT_LINES, getsizeof=lambda leaf: 1 + len(leaf.lines))
        self._dictionaries: LRUCache[str, bytes] = LRUCache(KEPT_DICTIONARIES)

    async def put(self, records: Sequence[Record]) -> str:
        """Keep streams of one status with dated names in a bundle, read it back, and return its path.

        Raises RecordMissing where somebody erased one of them meanwhile: then another bundle has the rest.
        """
        file, lines = await asyncio.to_thread(bundle, records)
        return await self._keep(file, lines)

    async def _keep(self, file: bytes, lines: Sequence[Line], replaced: str = "") -> str:
        name = name_of_now(hashlib.sha256(file).hexdigest())
        path = f"bundles/{lines[0].status}/{name}"
        await self._marks.set(name, Mark(path, replaced))
        await self._archive.write(path, file)
        if await self._archive.fetch(path) != file:
            raise RecordDamaged(f"the bundle {path} was not kept as it was written")
        await self._finish(name, Mark(path, replaced), file)
        return path

    async def _finish(self, name: str, mark: Mark, file: bytes) -> None:
        """All that is to be done once a bundle is there: its leaves, and the end of the one before."""
        ends, lines = footer_of(file[-FOOTER:]).dictionary_ends, lines_of(file)
        for hour, streams in _by_hour(lines).items():
            leaf = msgspec.msgpack.encode(Leaf(lines[0].status, ends, streams))
            await self._archive.write(f"hours/{hour}/{name}", squeezed(leaf))
        try:
            await self._archive.fetch(mark.written, -FOOTER)
        except RecordMissing:
            await self._remove_leaves(name, lines)
            raise
        if mark.replaced:
            await self._remove(mark.replaced)
        await self._marks.drop(name)

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

    async def find(self, stream: str, known: Leaves | None = None) -> Place | None:
        """Return where a stream is, None if no bundle has it; `known` saves who asks for many from looking twice."""
        hour, known = hour_of(stream), {} if known is None else known
        if hour is None:
            return None
        if hour not in known:
            known[hour] = [path async for path in self._archive.paths(f"hours/{hour}/")]
        for path in known[hour]:
            leaf = await self._leaf(path)
            if leaf and (row := leaf.lines.get(stream)):
                bundled = f"bundles/{leaf.status}/{path.rpartition('/')[2]}"
                return Place(bundled, leaf.dictionary_ends, line_of(row))
        return None

    async def _leaf(self, path: str) -> Leaf | None:
        """A leaf; None if it has gone meanwhile, since a stream of its bundle was erased."""
        if path not in self._leaves:
            try:
                packed = widened(await self._archive.fetch(path))
                self._leaves[path] = msgspec.msgpack.decode(packed, type=Leaf)
            except RecordMissing:
                return None
            except msgspec.MsgspecError as error:
                raise RecordDamaged(f"{path} is no leaf: {error}") from error
        return self._leaves[path]

    async def get(self, place: Place) -> Record:
        """Return a stream; raises `RecordMissing` if it has been moved meanwhile."""
        line = place.line
        dictionary = await self._dictionary(place) if place.dictionary_ends else None
        return record_of(line, await self._archive.fetch(place.path, line.begin, line.end), dictionary)

    async def _dictionary(self, place: Place) -> bytes:
        if place.path not in self._dictionaries:
            first = await self._archive.fetch(place.path, 0, place.dictionary_ends)
            self._dictionaries[place.path] = dictionary_of(first)
        return self._dictionaries[place.path]

    async def lines(self, status: str, after: str = "") -> AsyncIterator[tuple[str, Index]]:
        """Yield path and index of each bundle with streams of a status, the newest first, from after a path on."""
        async for path in self._archive.paths(f"bundles/{status}/", after):
            try:
                footer = footer_of(await self._archive.fetch(path, -FOOTER))
                yield path, Index(await self._archive.fetch(path, footer.index_begins, footer.index_ends))
            except RecordMissing:
                continue

    async def without_parquet(self, status: str) -> list[str]:
        """Return the paths of the bundles with streams of a status beside which there is no Parquet file."""
        there = {path async for path in self._archive.paths(f"parquet/{status}/")}
        return [path async for path in self._archive.paths(f"bundles/{status}/") if parquet_of(path) not in there]

    async def read_from(self, path: str) -> list[Record]:
        """Return the streams that are read from the bundle at a path; raises RecordMissing if it has gone."""
        known: Leaves = {}
        places = [(each, await self.find(each.stream, known)) for each in records_of(await self._archive.fetch(path))]
        return [record for record, place in places if place and place.path == path]

    async def put_parquet(self, path: str, file: bytes) -> None:
        """Keep a Parquet file beside the bundle at a path; raises RecordMissing if that was replaced meanwhile."""
        await self._archive.write(parquet_of(path), file)
        try:
            await self._archive.fetch(path, -FOOTER)
        except RecordMissing:
            await self._archive.remove(parquet_of(path))
            raise

    async def erase(self, stream: str) -> None:
        """Erase a stream from every bundle that has it: others are made of the rest, then these are deleted."""
        await self.tidy()
        while place := await self.find(stream):
            try:
                kept, lines = await asyncio.to_thread(without, await self._archive.fetch(place.path), stream)
            except RecordMissing:
                await self._remove_leaves(place.path.rpartition("/")[2], [place.line])
                continue
            if lines:
                await self._keep(kept, lines, place.path)
            else:
                await self._drop(place.path)

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
        await self._remove_leaves(path.rpartition("/")[2], lines)
        await self._archive.remove(path)
        await self._remove_leaves(path.rpartition("/")[2], lines)

    async def _remove_leaves(self, name: str, lines: Iterable[Line]) -> None:
        for hour in sorted({hour_of(line.stream) or "" for line in lines}):
            leaf = f"hours/{hour}/{name}"
            await self._archive.remove(leaf)
            self._leaves.pop(leaf, None)


def parquet_of(path: str) -> str:
    """Return the path of the Parquet file that may lie beside the bundle at a path, and goes with it."""
    return f"parquet/{path.removeprefix('bundles/')}.parquet"


def _by_hour(lines: Sequence[Line]) -> dict[str, dict[str, msgspec.Raw]]:
    found: dict[str, dict[str, msgspec.Raw]] = {}
    for line in lines:
        found.setdefault(hour_of(line.stream) or "", {})[line.stream] = msgspec.Raw(msgspec.msgpack.encode(line))
    return dict(sorted(found.items()))
