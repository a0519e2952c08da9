"""Moving many streams to the archive at once: a bundle is written while they are read, a few at a time.

A bundle ends at `MOST_BYTES`, so memory use depends neither on the number of streams nor on their total length. A
stream that cannot be read stays where it is, without blocking others.
"""

import asyncio
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from podesta_eventstore.contract import EventStore
from podesta_eventstore.errors import (
    RecordDamaged,
    RecordMissing,
    StreamDamaged,
    StreamErased,
    StreamNotFinal,
    StreamNotFound,
    StreamNotSealed,
)

from .bundle_store import BundleStore, Frames
from .bundles import IndexLine, framed
from .ends import Ends, OtherEnd
from .finding import Known
from .packing import Record
from .records import Archive

MOST_BYTES = 64 << 20
"""Bytes of frames after which a bundle ends; the last streams read may exceed it."""
_READ_AT_ONCE, _FORGOTTEN_AT_ONCE = 16, 64
Kinds: TypeAlias = tuple[type[Exception], ...]
AMISS: Kinds = (StreamNotFound, StreamNotFinal, StreamNotSealed, StreamDamaged, RecordMissing, RecordDamaged, OtherEnd)
"""Errors of one stream, which do not affect others."""


class Outcome(NamedTuple):
    """The heads of the streams that were archived, and why others were left; later ones were not reached."""

    archived: dict[str, int]
    left: dict[str, Exception]


async def whole_of(store: EventStore, archive: Archive, stream: str) -> Record:
    """Return a sealed stream from wherever it is stored."""
    metadata = await store.metadata(stream)
    if metadata.phase == "archived":
        return await archive.get(stream, metadata.digest)
    return Record(stream, metadata.status, metadata.labels, await store.read(stream), metadata.card)


class Mover:
    """Moves streams with dated names to one bundle; errors of the kinds `amiss` concern one stream only."""

    def __init__(self, store: EventStore, bundles: BundleStore, archive: Archive, amiss: Kinds, most: int) -> None:
        self._store, self._bundles, self._archive, self._amiss, self._most = store, bundles, archive, amiss, most
        self._ends = Ends(archive, bundles)
        self._heads, self._left = dict[str, int](), dict[str, Exception]()

    async def move(self, streams: Sequence[str]) -> Outcome:
        """Move as many of the first streams as a bundle holds; those already in a bundle are not written again."""
        await self._bundles.put(self._frames(streams))
        heads = [*self._heads.items()]
        for begin in range(0, len(heads), _FORGOTTEN_AT_ONCE):
            await asyncio.gather(*(self._forget(*each) for each in heads[begin : begin + _FORGOTTEN_AT_ONCE]))
        return Outcome(self._heads, self._left)

    async def _frames(self, streams: Sequence[str]) -> Frames:
        """Seal and read streams until a bundle is full; yield those that are in no bundle."""
        known, size = Known(), 0
        for begin in range(0, len(streams), _READ_AT_ONCE):
            for record, line, frame in await self._packed(streams[begin : begin + _READ_AT_ONCE]):
                if await self._is_new(record, line, known):
                    size += len(frame)
                    yield line, frame
            if size >= self._most:
                return

    async def _packed(self, streams: Sequence[str]) -> list[tuple[Record, IndexLine, bytes]]:
        """Return a few streams and their frames, without those that cannot be read."""
        found = await asyncio.gather(*map(self._sealed, streams), return_exceptions=True)
        records = list[Record]()
        for stream, each in zip(streams, found, strict=True):
            if isinstance(each, Record):
                records.append(each)
            else:
                self._leave(stream, each)
        return await asyncio.to_thread(lambda: [*self._framed(records)])

    def _framed(self, records: Sequence[Record]) -> Iterator[tuple[Record, IndexLine, bytes]]:
        for record in records:
            try:
                yield record, *framed(record)
            except RecordDamaged as error:
                self._leave(record.stream, error)

    def _leave(self, stream: str, why: BaseException) -> None:
        if not isinstance(why, self._amiss):
            raise why
        self._left[stream] = why

    async def _sealed(self, stream: str) -> Record:
        await self._store.seal(stream)
        record = await whole_of(self._store, self._archive, stream)
        await self._ends.check_files(record)
        return record

    async def _is_new(self, record: Record, line: IndexLine, known: Known) -> bool:
        """Whether no bundle has this version of the stream; if that can be known, it is noted as one to forget."""
        try:
            place = await self._ends.check_bundles(record, known)
        except self._amiss as error:
            self._leave(line.stream, error)
            return False
        self._heads[line.stream] = line.head
        return place is None or place.line.digest != line.digest

    async def _forget(self, stream: str, head: int) -> None:
        """Remove a stream from the store; also from the archive, if it was erased in the meantime."""
        try:
            await self._store.forget(stream, head)
        except StreamErased:
            await self._bundles.erase(stream)
        except self._amiss as error:
            del self._heads[stream]
            self._leave(stream, error)
