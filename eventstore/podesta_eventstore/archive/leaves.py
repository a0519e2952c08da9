"""Leaves: which streams that began in one hour are in one bundle, and where.

`hours/<hour>/<name>` is compressed as an index is. It has, in order, 12 bytes for each stream: a hash of its name, and
the number of its line. So it is small, and searched as it is; the line itself is in the bundle's index. For version 2
and before, a leaf is a MessagePack `Lined` with the lines themselves.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from hashlib import blake2b

import msgspec
from cachetools import LRUCache

from podesta_eventstore.naming import hour_of

from .bundles import Block, Line
from .frames import squeezed, widened
from .records import Archive, RecordDamaged, RecordMissing

_KEPT_BYTES = 8 << 20
_HASH, _NUMBER = 8, 4
_ROW = _HASH + _NUMBER


class Lined(msgspec.Struct, frozen=True, array_like=True):
    """The streams of one hour in one bundle of version 1 or 2: its status, where its dictionary ends, their lines."""

    status: str
    dictionary_ends: int
    lines: dict[str, msgspec.Raw]


class Leaf(msgspec.Struct, frozen=True, array_like=True, tag="leaf/3"):
    """The streams of one hour in one bundle: its status, the blocks of its index, and a row for each stream."""

    status: str
    blocks: list[Block]
    rows: bytes

    def numbers(self, stream: str) -> Sequence[int]:
        """Return the numbers of the lines that may be a stream's: none or one, unless two names have one hash."""
        wanted, count = _hash(stream), len(self.rows) // _ROW
        at = bisect_left(range(count), wanted, key=lambda row: self.rows[row * _ROW : row * _ROW + _HASH])
        found = list[int]()
        while at < count and self.rows[at * _ROW : at * _ROW + _HASH] == wanted:
            found.append(int.from_bytes(self.rows[at * _ROW + _HASH : (at + 1) * _ROW]))
            at += 1
        return found


def leaves_of(lines: Sequence[Line], blocks: Sequence[Block]) -> dict[str, bytes]:
    """Return the leaves of a bundle by hour: their files."""
    found: dict[str, list[bytes]] = {}
    for number, line in enumerate(lines):
        row = _hash(line.stream) + number.to_bytes(_NUMBER)
        found.setdefault(hour_of(line.stream) or "", []).append(row)
    made = {hour: Leaf(lines[0].status, [*blocks], b"".join(sorted(rows))) for hour, rows in sorted(found.items())}
    return {hour: squeezed(msgspec.msgpack.encode(leaf)) for hour, leaf in made.items()}


def lined(lines: Sequence[Line], dictionary_ends: int) -> dict[str, bytes]:
    """Return the leaves of a bundle of version 2 or before, by hour: their files."""
    found: dict[str, dict[str, msgspec.Raw]] = {}
    for line in lines:
        found.setdefault(hour_of(line.stream) or "", {})[line.stream] = msgspec.Raw(msgspec.msgpack.encode(line))
    made = {hour: Lined(lines[0].status, dictionary_ends, rows) for hour, rows in sorted(found.items())}
    return {hour: squeezed(msgspec.msgpack.encode(leaf)) for hour, leaf in made.items()}


def hours_of(lines: Iterable[Line]) -> list[str]:
    """Return the hours that have leaves of a bundle."""
    return sorted({hour_of(line.stream) or "" for line in lines})


def leaf_path(hour: str, name: str) -> str:
    """Return where the leaf of an hour and a bundle is."""
    return f"hours/{hour}/{name}"


class Leaves:
    """The leaves of an archive."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._kept: LRUCache[str, Leaf | Lined] = LRUCache(_KEPT_BYTES, getsizeof=_size)

    async def paths(self, hour: str) -> list[str]:
        """Return the paths of an hour's leaves, the newest bundle's first."""
        return [path async for path in self._archive.paths(leaf_path(hour, ""))]

    async def read(self, path: str) -> Leaf | Lined:
        """Return a leaf; raises RecordMissing if it has gone meanwhile, since a stream of its bundle was erased."""
        if path not in self._kept:
            leaf = _leaf(path, widened(await self._archive.fetch(path)))
            if _size(leaf) >= _KEPT_BYTES:
                return leaf
            self._kept[path] = leaf
        return self._kept[path]

    async def any(self, name: str, hours: Iterable[str]) -> bool:
        """Whether a bundle has a leaf for one of some hours."""
        for hour in hours:
            try:
                await self._archive.fetch(leaf_path(hour, name))
            except RecordMissing:
                continue
            return True
        return False

    async def write(self, name: str, files: dict[str, bytes]) -> None:
        """Keep the leaves of a bundle."""
        for hour, file in files.items():
            await self._archive.write(leaf_path(hour, name), file)

    async def remove(self, name: str, lines: Iterable[Line]) -> None:
        """Delete the leaves of a bundle."""
        for hour in hours_of(lines):
            await self._archive.remove(leaf_path(hour, name))
            self._kept.pop(leaf_path(hour, name), None)


def _leaf(path: str, file: bytes) -> Leaf | Lined:
    try:
        return msgspec.msgpack.decode(file, type=Leaf)
    except msgspec.MsgspecError:
        pass
    try:
        return msgspec.msgpack.decode(file, type=Lined)
    except msgspec.MsgspecError as error:
        raise RecordDamaged(f"{path} is not a leaf: {error}") from error


def _size(leaf: Leaf | Lined) -> int:
    return 1 + (len(leaf.rows) if isinstance(leaf, Leaf) else 300 * len(leaf.lines))


def _hash(stream: str) -> bytes:
    return blake2b(stream.encode(), digest_size=_HASH).digest()
