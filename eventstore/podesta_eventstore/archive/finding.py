"""Finding streams in an archive's bundles, and listing what is in each bundle."""

from collections.abc import AsyncIterator, Iterator, Sequence
from typing import NamedTuple

from podesta_eventstore.errors import RecordMissing
from podesta_eventstore.naming import hour_of

from .bundles import IndexLine, record_of
from .hour_lists import HourList, HourLists
from .indexes import Index, Indexes
from .packing import Record
from .records import Archive

_FOLDER = 4
"""Characters of a bundle's name that name its folder; they change about every three days."""
_AT_ONCE = 4 << 20
"""Bytes of frames that are read at once."""
_TRIES = 4
"""Tries to find a stream that another process may be moving."""


class BundlePlace(NamedTuple):
    """Where a stream is: the path of its bundle, and its line there."""

    path: str
    line: IndexLine


Known = dict[str, list[str]]
"""The paths of hour lists, by hour, that a search has listed so far."""


class Finder:
    """Finds and reads the streams in an archive's bundles. Calls may raise `StoreUnavailable` and `RecordDamaged`."""

    def __init__(self, archive: Archive) -> None:
        self._archive, self._hour_lists = archive, HourLists(archive)
        self.indexes = Indexes(archive)

    async def find(self, stream: str, known: Known | None = None) -> BundlePlace | None:
        """Return where a stream is, None if no bundle has it; `known` saves repeated listings between calls."""
        hour, known = hour_of(stream), {} if known is None else known
        if hour is None:
            return None
        for left in reversed(range(_TRIES)):
            if hour not in known:
                known[hour] = await self._hour_lists.paths(hour)
            try:
                return await self._found(stream, known[hour], patient=not left)
            except RecordMissing:  # a bundle was replaced: another has its streams
                del known[hour]
        return None

    async def _found(self, stream: str, paths: Sequence[str], *, patient: bool) -> BundlePlace | None:
        """Where a stream is by the hour lists of its hour; unless patient, raises RecordMissing if one is missing."""
        for path in paths:
            try:
                if place := await self._place(stream, path):
                    return place
            except RecordMissing:
                if not patient:
                    raise
        return None

    async def _place(self, stream: str, path: str) -> BundlePlace | None:
        """Where a stream is by an hour list; raises RecordMissing."""
        hour_list = await self._hour_lists.read(path)
        return await self._in_hour_list(stream, hour_list, path_of(hour_list.status, name_of(path)))

    async def _in_hour_list(self, stream: str, hour_list: HourList, path: str) -> BundlePlace | None:
        for number in hour_list.numbers(stream):
            line = await self.indexes.line(Index(path, hour_list.blocks), number)
            if line.stream == stream:
                return BundlePlace(path, line)
        return None

    async def get(self, place: BundlePlace) -> Record:
        """Return a stream; raises `RecordMissing` if it has been moved."""
        line = place.line
        return record_of(line, await self._archive.fetch(place.path, line.begin, line.end))

    async def read(self, stream: str) -> Record | None:
        """Return a stream, None if no bundle has it; raises `RecordMissing` if it is moved during every try."""
        for left in reversed(range(_TRIES)):
            place = await self.find(stream)
            try:
                return await self.get(place) if place else None
            except RecordMissing:
                if not left:
                    raise
        return None

    # -- all bundles
    # ----------------------------------------------------------------------------------------------------

    async def bundles(self, status: str, start: str = "") -> AsyncIterator[Index]:
        """Yield the index of each bundle with streams of a status, the newest first, beginning at a path."""
        async for path in self._paths(f"bundles/{status}/", start):
            try:
                yield await self.indexes.of(path)
            except RecordMissing:
                continue

    async def _paths(self, prefix: str, start: str = "") -> AsyncIterator[str]:
        """Yield the paths of bundles, starting at one."""
        folders, _ = await self._archive.folder(prefix)
        for folder in folders:
            if folder >= start[: len(folder)]:
                async for path in self._archive.paths(folder, start[:-1] if start.startswith(folder) else ""):
                    yield path

    async def lines(self, path: str) -> list[IndexLine]:
        """Return the index of the bundle at a path; raises RecordMissing if it no longer exists."""
        return [line async for _, line in self.indexes.lines(await self.indexes.of(path))]

    async def frames(self, path: str, lines: Sequence[IndexLine]) -> AsyncIterator[tuple[IndexLine, bytes]]:
        """Yield the frames of some lines of the bundle at a path, in order; many are read at once, but few bytes."""
        for part in _near(lines):
            begin = part[0].begin
            read = await self._archive.fetch(path, begin, part[-1].end)
            for line in part:
                yield line, read[line.begin - begin : line.end - begin]

    async def read_from(self, path: str) -> AsyncIterator[Record]:
        """Yield the streams that are read from the bundle at a path; raises RecordMissing if it no longer exists."""
        known: Known = {}
        async for line, frame in self.frames(path, await self.lines(path)):
            place = await self.find(line.stream, known)
            if place and place.path == path:
                yield record_of(line, frame)

    # -- files for analysts ------------------------------------------------------------------------------------------

    async def without_parquet(self, status: str) -> list[str]:
        """Return the paths of the bundles with streams of a status that have no Parquet file yet, oldest first.

        Since files are written in this order, the search ends at two complete folders in a row, the newest first.
        """
        found, whole = list[str](), 0
        folders, _ = await self._archive.folder(f"bundles/{status}/")
        for folder in folders:
            missing = await self._lacking(folder, [path async for path in self._archive.paths(folder)])
            found += missing
            whole = 0 if missing else whole + 1
            if whole == _WHOLE:
                return found[::-1]
        return found[::-1]

    async def _lacking(self, folder: str, paths: Sequence[str]) -> list[str]:
        """Return those of a folder's bundles that have no Parquet file, the newest first."""
        _, files = await self._archive.folder(parquet_of(folder, ""))
        there = {*files}
        return [path for path in paths if parquet_of(path) not in there]

    async def put_parquet(self, path: str, file: bytes) -> None:
        """Write a Parquet file next to the bundle at a path; raises RecordMissing if that has been replaced."""
        await self._archive.write(parquet_of(path), file)
        try:
            await self.indexes.check(path)
        except RecordMissing:
            await self._archive.remove(parquet_of(path))
            raise


_WHOLE = 2
"""Complete folders in a row after which older ones are assumed to be complete, too."""


def _near(lines: Sequence[IndexLine]) -> Iterator[Sequence[IndexLine]]:
    """Cut lines into parts with frames close enough together to be read at once."""
    begin = 0
    for at, line in enumerate(lines):
        if line.end - lines[begin].begin > _AT_ONCE and at > begin:
            yield lines[begin:at]
            begin = at
    if lines:
        yield lines[begin:]


def path_of(status: str, name: str) -> str:
    """Return the path of the bundle with a name."""
    return f"bundles/{status}/{name[:_FOLDER]}/{name}"


def name_of(path: str) -> str:
    """Return the name of a bundle, or of the bundle of an hour list, from its path."""
    return path.rpartition("/")[2]


def parquet_of(path: str, suffix: str = ".parquet") -> str:
    """Return the path of the optional Parquet file next to the bundle at a path, deleted together with it."""
    return f"parquet/{path.removeprefix('bundles/')}{suffix}"
