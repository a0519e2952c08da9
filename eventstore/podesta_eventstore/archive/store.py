"""A store whose sealed streams may be kept in an archive: reads find them wherever they are."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

from cachetools import LRUCache

from podesta_eventstore.contract import Appended, Card, EventStore, Expected, Stored
from podesta_eventstore.errors import Conflict, StreamArchived, StreamNotFound, StreamSealed
from podesta_eventstore.forwarding import StoreProxy

from .records import Archive, Record

KEPT = 64
"""How many records are kept in memory after they were read."""


class ArchivedStore(StoreProxy):
    """Serves archived streams from `archive`, and all others from `inner`.

    Example::

        store = ArchivedStore(await open_store(url, Path("var")), Archive("s3://bucket/records"))
        await store.archive_stream("journal-1")        # out of Redis
        await store.read("journal-1")                  # as before
    """

    def __init__(self, inner: EventStore, archive: Archive, interval: float = 5.0) -> None:
        super().__init__(inner)
        self.archive = archive
        self._interval = interval
        self._kept: LRUCache[str, Record] = LRUCache(KEPT)

    async def archive_stream(self, stream: str) -> Record:
        """Move a stream to the archive and return its record; repeat this freely, even after a crash half-way.

        The stream is sealed, copied, read back and compared by hash, and only then released.

        Raises:
            StreamNotFound: there is no such stream.
            StreamNotFinal: it is not in the last list.
            RecordDamaged: the archive returned something else than it was given; nothing was released.
        """
        head = await self.inner.seal(stream)
        metadata = await self.inner.metadata(stream)
        if metadata.phase == "archived":
            return await self.archive.get(stream, metadata.digest)
        record = Record(stream, metadata.status, metadata.labels, await self.inner.read(stream))
        digest = await self.archive.put(record)
        await self.inner.release(stream, head, digest)
        return record

    async def restore_stream(self, stream: str, digest: str = "") -> Record:
        """Bring a stream back from the archive, by default from the record that its tombstone names, and return it.

        Raises:
            StreamNotFound: there is no tombstone, and no digest was given.
            StreamErased, Conflict: as for `restore`.
            RecordMissing, RecordDamaged: the archive does not have it.
        """
        digest = digest or (await self.inner.metadata(stream)).digest
        if not digest:
            raise StreamNotFound(stream)
        record = await self.archive.get(stream, digest)
        await self.inner.restore(stream, record.entries, record.status, record.labels, record.card)
        return record

    async def append(
        self,
        stream: str,
        expected: int | Expected,
        data: bytes,
        command: bytes,
        status: str | None = None,
        card: Card | None = None,
    ) -> Appended:
        """Append; an archived stream takes nothing new, but still recognises a retry and a conflict."""
        try:
            return await self.inner.append(stream, expected, data, command, status, card)
        except StreamArchived as archived:
            return _refuse(stream, expected, command, (await self._record(archived)).entries)

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[Stored]:
        """Read, from the archive if need be."""
        try:
            return await self.inner.read(stream, after, limit)
        except StreamArchived as archived:
            return (await self._record(archived)).entries[after:][:limit]

    async def read_backward(self, stream: str, before: int | None = None, limit: int | None = None) -> list[Stored]:
        """Read backward, from the archive if need be."""
        try:
            return await self.inner.read_backward(stream, before, limit)
        except StreamArchived as archived:
            entries = (await self._record(archived)).entries
            return entries[: len(entries) if before is None else before - 1][::-1][:limit]

    async def follow(self, stream: str, after: int = 0) -> AsyncGenerator[Stored, None]:
        """Follow; while the stream is archived, look every `interval` seconds whether it has been restored."""
        while True:
            try:
                async with aclosing(self.inner.follow(stream, after)) as entries:
                    async for entry in entries:
                        yield entry
                        after = entry.revision
            except StreamArchived as archived:
                for entry in (await self._record(archived)).entries[after:] if after < archived.head else []:
                    yield entry
                    after = entry.revision
                await asyncio.sleep(self._interval)

    async def erase(self, stream: str) -> int:
        """Leave the tombstone first, so that no reader sees a half-deleted stream; then delete the record files."""
        head = await self.inner.erase(stream)
        for kept in [digest for digest, record in self._kept.items() if record.stream == stream]:
            del self._kept[kept]
        await self.archive.erase(stream)
        return head

    async def _record(self, archived: StreamArchived) -> Record:
        """Return the record that the stream's tombstone names."""
        if (kept := self._kept.get(archived.digest)) is not None:
            return kept
        record = self._kept[archived.digest] = await self.archive.get(archived.stream, archived.digest)
        return record


def _refuse(stream: str, expected: int | Expected, command: bytes, entries: list[Stored]) -> Appended:
    """Return or raise what an append to a whole, sealed stream does."""
    for entry in entries:
        if entry.command == command:
            return Appended(entry.revision, duplicate=True)
    if isinstance(expected, int) and expected != len(entries):
        raise Conflict(len(entries), entries[expected:])
    raise StreamSealed(stream)
