"""Indexes of bundles, read from the archive a block at a time: a page of a list reads no more than it shows."""

from collections.abc import AsyncIterator, Sequence

import msgspec
from cachetools import LRUCache

from podesta_eventstore.errors import RecordDamaged

from .bundles import FOOTER, LINES, Block, IndexLine, blocks_of, footer_of, line_of, rows_of
from .records import Archive

_TAIL = 4096
"""Bytes at the end of a bundle that are read at once; usually they include the whole directory."""
_KEPT_DIRECTORIES = 512
_KEPT_LINES = 50_000
"""Lines that stay in memory after they were read; about 15 MB."""

Rows = list[msgspec.Raw | IndexLine]
"""The lines of a block, each decoded when it is first read."""


class Index:
    """The lines of a bundle, in blocks; without a count, only single lines can be read."""

    def __init__(self, path: str, blocks: Sequence[Block], count: int = 0) -> None:
        self.path, self.blocks, self._count = path, blocks, count

    def __len__(self) -> int:
        return self._count

    def block(self, number: int) -> Block:
        """Return the block that the line of a number, from 0, is in; raises RecordDamaged."""
        if number // LINES >= len(self.blocks):
            raise RecordDamaged(f"the index of {self.path} lacks line {number}")
        return self.blocks[number // LINES]

    def after(self, number: int) -> int:
        """Return the number of the first line of the next block."""
        return (number // LINES + 1) * LINES

    def within(self, number: int) -> int:
        """Return the index of a line in its block."""
        return number % LINES


class Indexes:
    """The indexes of an archive's bundles. Calls may raise `RecordMissing` and `RecordDamaged`."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._directories: LRUCache[str, Index] = LRUCache(_KEPT_DIRECTORIES)
        self._rows: LRUCache[tuple[str, int], Rows] = LRUCache(_KEPT_LINES, getsizeof=lambda rows: 1 + len(rows))

    async def of(self, path: str) -> Index:
        """Return the index of the bundle at a path."""
        if path not in self._directories:
            self._directories[path] = await self._read(path)
        return self._directories[path]

    async def _read(self, path: str) -> Index:
        tail = await self._archive.fetch(path, -_TAIL)
        footer = footer_of(tail[-FOOTER:])
        begin = footer.begins - (footer.ends + FOOTER - len(tail))
        inside = begin >= 0
        directory = tail[begin:-FOOTER] if inside else await self._archive.fetch(path, footer.begins, footer.ends)
        return Index(path, blocks_of(directory, path), footer.count)

    async def check(self, path: str) -> None:
        """Check that there is a bundle at a path; raises RecordMissing."""
        await self._archive.fetch(path, -FOOTER)

    def forget(self, path: str) -> None:
        """Free the memory of a bundle's index: the bundle no longer exists, or its index is not used yet."""
        self._directories.pop(path, None)
        for at in [at for at in self._rows if at[0] == path]:
            del self._rows[at]

    async def line(self, index: Index, number: int) -> IndexLine:
        """Return a line by its number, from 0."""
        return _line(await self._block(index.path, index.block(number)), index.within(number))

    async def lines(self, index: Index, begin: int = 0, topic: str = "") -> AsyncIterator[tuple[int, IndexLine]]:
        """Yield number and line, beginning at a number; blocks without streams of the topic are not read."""
        while begin < len(index):
            block, end = index.block(begin), min(index.after(begin), len(index))
            if not topic or topic in block.topics:
                rows = await self._block(index.path, block)
                for number in range(begin, end):
                    yield number, _line(rows, index.within(number))
            begin = end

    async def _block(self, path: str, block: Block) -> Rows:
        at = path, block.begin
        if at not in self._rows:
            rows: Rows = [*rows_of(await self._archive.fetch(path, block.begin, block.begin + block.size), path)]
            if len(rows) >= _KEPT_LINES:
                return rows
            self._rows[at] = rows
        return self._rows[at]


def _line(rows: Rows, place: int) -> IndexLine:
    if place >= len(rows):
        raise RecordDamaged(f"an index lacks a line: a block has {len(rows)}, and {place + 1} are asked for")
    row = rows[place]
    if not isinstance(row, IndexLine):
        row = rows[place] = line_of(row)
    return row
