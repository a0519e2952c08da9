"""Hour lists: which streams that began in one hour are in one bundle, and where.

`hours/<hour>/<name>` is compressed like an index. It has 12 bytes for each stream, in order: a hash of its name and the
number of its line. So it is small and can be searched directly; the line itself is in the bundle's index.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from hashlib import blake2b

import msgspec
from cachetools import LRUCache

from podesta_eventstore.errors import RecordDamaged, RecordMissing
from podesta_eventstore.naming import hour_of

from .bundles import Block, IndexLine
from .frames import compress, decompress
from .records import Archive

_KEPT_BYTES = 8 << 20
_HASH, _NUMBER = 8, 4
_BLOCK = 300
"""Bytes of memory per block, approximately as measured."""
_ROW = _HASH + _NUMBER


class HourList(msgspec.Struct, frozen=True, array_like=True, tag="leaf/1"):
    """The streams of one hour in one bundle: its status, the blocks of its index, and a row for each stream."""

    status: str
    blocks: list[Block]
    rows: bytes

    def numbers(self, stream: str) -> Sequence[int]:
        """Return the numbers of the lines that may be a stream's: at most one, unless two names have the same hash."""
        wanted, count = _hash(stream), len(self.rows) // _ROW
        at = bisect_left(range(count), wanted, key=lambda row: self.rows[row * _ROW : row * _ROW + _HASH])
        found = list[int]()
        while at < count and self.rows[at * _ROW : at * _ROW + _HASH] == wanted:
            found.append(int.from_bytes(self.rows[at * _ROW + _HASH : (at + 1) * _ROW]))
            at += 1
        return found


def hour_lists_of(lines: Sequence[IndexLine], blocks: Sequence[Block]) -> dict[str, bytes]:
    """Return the files of a bundle's hour lists, by hour."""
    found: dict[str, list[bytes]] = {}
    for number, line in enumerate(lines):
        found.setdefault(hour_of(line.stream) or "", []).append(row_of(line.stream, number))
    made = {hour: HourList(lines[0].status, [*blocks], b"".join(sorted(rows))) for hour, rows in sorted(found.items())}
    return {hour: compress(msgspec.msgpack.encode(hour_list)) for hour, hour_list in made.items()}


def row_of(stream: str, number: int) -> bytes:
    """Return the row of a stream, from its name and the number of its line."""
    return _hash(stream) + number.to_bytes(_NUMBER)


def hours_of(lines: Iterable[IndexLine]) -> list[str]:
    """Return the hours of a bundle's hour lists."""
    return sorted({hour_of(line.stream) or "" for line in lines})


def hour_list_path(hour: str, name: str) -> str:
    """Return the path of a bundle's hour list."""
    return f"hours/{hour}/{name}"


class HourLists:
    """The hour lists of an archive."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._cache: LRUCache[str, HourList] = LRUCache(_KEPT_BYTES, getsizeof=_size)

    async def paths(self, hour: str) -> list[str]:
        """Return the paths of an hour's hour lists, the newest bundle's first."""
        return [path async for path in self._archive.paths(hour_list_path(hour, ""))]

    async def read(self, path: str) -> HourList:
        """Return an hour list; raises RecordMissing if its bundle was replaced because a stream was erased."""
        if path not in self._cache:
            hour_list = _hour_list(path, decompress(await self._archive.fetch(path), path))
            if _size(hour_list) >= _KEPT_BYTES:
                return hour_list
            self._cache[path] = hour_list
        return self._cache[path]

    async def any(self, name: str, hours: Iterable[str]) -> bool:
        """Whether a bundle has an hour list for any of these hours."""
        for hour in hours:
            try:
                await self._archive.fetch(hour_list_path(hour, name))
            except RecordMissing:
                continue
            return True
        return False

    async def write(self, name: str, files: dict[str, bytes]) -> None:
        """Write the hour lists of a bundle."""
        for hour, file in files.items():
            await self._archive.write(hour_list_path(hour, name), file)

    async def remove(self, name: str, lines: Iterable[IndexLine]) -> None:
        """Delete the hour lists of a bundle."""
        for hour in hours_of(lines):
            await self._archive.remove(hour_list_path(hour, name))
            self._cache.pop(hour_list_path(hour, name), None)


def _hour_list(path: str, file: bytes) -> HourList:
    try:
        return msgspec.msgpack.decode(file, type=HourList)
    except msgspec.MsgspecError as error:
        raise RecordDamaged(f"{path} is not an hour list") from error


def _size(hour_list: HourList) -> int:
    return 1 + len(hour_list.rows) + _BLOCK * len(hour_list.blocks)


def _hash(stream: str) -> bytes:
    return blake2b(stream.encode(), digest_size=_HASH).digest()
