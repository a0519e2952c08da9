"""Finding streams in an archive's bundles: where each is, and what is in each bundle."""

from collections.abc import AsyncIterator, Sequence
from typing import NamedTuple

from cachetools import LRUCache

from podesta_eventstore.naming import hour_of

from .bundles import Line, dictionary_of, line_of, record_of, records_of
from .indexes import Index, Indexes
from .leaves import Leaf, Leaves, Lined
from .records import Archive, Record, RecordMissing

_KEPT_DICTIONARIES = 64
_FOLDER = 4
"""Characters of a bundle's name that its folder is called by: those of a little more than three days have the same."""
_TRIES = 4
"""How often something is looked for that others may be moving meanwhile."""


class Place(NamedTuple):
    """Where a stream is: the path of its bundle, where the dictionary ends there, and its line."""

    path: str
    dictionary_ends: int
    line: Line


Known = dict[str, list[str]]
"""The leaves of hours that have been looked for."""


class Finder:
    """What is in the bundles of an archive. Calls may raise `StoreUnavailable` and `RecordDamaged`."""

    def __init__(self, archive: Archive) -> None:
        self._archive, self._leaves = archive, Leaves(archive)
        self.indexes = Indexes(archive)
        self._dictionaries: LRUCache[str, bytes] = LRUCache(_KEPT_DICTIONARIES)

    async def find(self, stream: str, known: Known | None = None) -> Place | None:
        """Return where a stream is, None if no bundle has it; `known` saves who asks for many from looking twice."""
        hour, known = hour_of(stream), {} if known is None else known
        if hour is None:
            return None
        for left in reversed(range(_TRIES)):
            if hour not in known:
                known[hour] = await self._leaves.paths(hour)
            try:
                return await self._found(stream, known[hour], patient=not left)
            except RecordMissing:  # a bundle was replaced: another has its streams
                del known[hour]
        return None

    async def _found(self, stream: str, paths: Sequence[str], *, patient: bool) -> Place | None:
        """Where a stream is by the leaves of its hour; raises RecordMissing where one has gone, unless patient."""
        for path in paths:
            try:
                if place := await self._place(stream, path):
                    return place
            except RecordMissing:
                if not patient:
                    raise
        return None

    async def _place(self, stream: str, path: str) -> Place | None:
        """Where a stream is by a leaf; raises RecordMissing."""
        leaf = await self._leaves.read(path)
        if isinstance(leaf, Lined):
            row, bundled = leaf.lines.get(stream), path_of(leaf.status, name_of(path), in_blocks=False)
            return Place(bundled, leaf.dictionary_ends, line_of(row)) if row else None
        return await self._in_leaf(stream, leaf, path_of(leaf.status, name_of(path), in_blocks=True))

    async def _in_leaf(self, stream: str, leaf: Leaf, path: str) -> Place | None:
        for number in leaf.numbers(stream):
            line = await self.indexes.line(Index.in_blocks(path, leaf.blocks), number)
            if line.stream == stream:
                return Place(path, 0, line)
        return None

    async def get(self, place: Place) -> Record:
        """Return a stream; raises `RecordMissing` if it has been moved meanwhile."""
        line = place.line
        dictionary = await self._dictionary(place) if place.dictionary_ends else None
        return record_of(line, await self._archive.fetch(place.path, line.begin, line.end), dictionary)

    async def read(self, stream: str) -> Record | None:
        """Return a stream, None if no bundle has it; raises `RecordMissing` if it is moved again and again."""
        for left in reversed(range(_TRIES)):
            place = await self.find(stream)
            try:
                return await self.get(place) if place else None
            except RecordMissing:
                if not left:
                    raise
        return None

    async def _dictionary(self, place: Place) -> bytes:
        if place.path not in self._dictionaries:
            first = await self._archive.fetch(place.path, 0, place.dictionary_ends)
            self._dictionaries[place.path] = dictionary_of(first)
        return self._dictionaries[place.path]

    # -- all of them -------------------------------------------------------------------------------------------------

    async def bundles(self, status: str, start: str = "") -> AsyncIterator[Index]:
        """Yield the index of each bundle with streams of a status, the newest first, from that at a path on."""
        async for path in self._paths(f"bundles/{status}/", start):
            try:
                yield await self.indexes.of(path)
            except RecordMissing:
                continue

    async def _paths(self, prefix: str, start: str = "") -> AsyncIterator[str]:
        """Paths of bundles from one on: those in folders, then those beside them, which are older."""
        folders, beside = await self._archive.folder(prefix)
        in_folder = start.count("/") > prefix.count("/")
        for folder in folders if in_folder or not start else ():
            if folder >= start[: len(folder)]:
                async for path in self._archive.paths(folder, start[:-1] if start.startswith(folder) else ""):
                    yield path
        for path in beside:
            if in_folder or path >= start:
                yield path

    async def read_from(self, path: str) -> list[Record]:
        """Return the streams that are read from the bundle at a path; raises RecordMissing if it has gone."""
        known: Known = {}
        places = [(each, await self.find(each.stream, known)) for each in records_of(await self._archive.fetch(path))]
        return [record for record, place in places if place and place.path == path]

    # -- files for analysts ------------------------------------------------------------------------------------------

    async def without_parquet(self, status: str) -> list[str]:
        """Return the paths of the bundles with streams of a status beside which there is no Parquet file, oldest first.

        Who writes them in this order need not look at more than the newest folders, up to two that lack nothing.
        """
        found, whole = list[str](), 0
        folders, beside = await self._archive.folder(f"bundles/{status}/")
        for folder in folders:
            missing = await self._lacking(folder, [path async for path in self._archive.paths(folder)])
            found += missing
            whole = 0 if missing else whole + 1
            if whole == _WHOLE:
                return found[::-1]
        return [*(await self._lacking(f"bundles/{status}/", beside))[::-1], *found[::-1]]

    async def _lacking(self, folder: str, paths: Sequence[str]) -> list[str]:
        """Those of a folder's bundles that have no Parquet file, the newest first."""
        _, files = await self._archive.folder(parquet_of(folder, ""))
        there = {*files}
        return [path for path in paths if parquet_of(path) not in there]

    async def put_parquet(self, path: str, file: bytes) -> None:
        """Keep a Parquet file beside the bundle at a path; raises RecordMissing if that was replaced meanwhile."""
        await self._archive.write(parquet_of(path), file)
        try:
            await self.indexes.check(path)
        except RecordMissing:
            await self._archive.remove(parquet_of(path))
            raise


_WHOLE = 2
"""Folders without a gap, the newest first, behind which there is none either."""


def path_of(status: str, name: str, *, in_blocks: bool) -> str:
    """Return the path of the bundle of a name: in a folder from version 3 on."""
    return f"bundles/{status}/{name[:_FOLDER]}/{name}" if in_blocks else f"bundles/{status}/{name}"


def name_of(path: str) -> str:
    """Return the name of a bundle, or of the bundle of a leaf, from its path."""
    return path.rpartition("/")[2]


def parquet_of(path: str, suffix: str = ".parquet") -> str:
    """Return the path of the Parquet file that may lie beside the bundle at a path, and goes with it."""
    return f"parquet/{path.removeprefix('bundles/')}{suffix}"
