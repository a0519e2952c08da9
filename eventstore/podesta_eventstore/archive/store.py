"""A store with sealed streams that may be in an archive: reads find them wherever they are."""

import asyncio
import time
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, suppress

from cachetools import LRUCache

from podesta_eventstore.contract import Appended, Card, EventStore, Expected, Glimpse, Metadata, Page, Stored
from podesta_eventstore.errors import Conflict, StreamArchived, StreamErased, StreamNotFound, StreamSealed
from podesta_eventstore.forwarding import StoreProxy
from podesta_eventstore.naming import began

from .bundle_store import BundleStore
from .ends import Ends
from .erasures import Erasures
from .finding import Known
from .generations import Generations
from .moving import AMISS, MOST_BYTES, Kinds, Mover, Outcome, whole_of
from .packing import Record
from .records import Archive

KEPT = 64
"""Number of records that stay in memory after they were read."""


YOUNG = 26 * 3600
"""Seconds for which an ended stream is not put into a bundle: a retry of its first append must find it in the store."""
_BUNDLES = "b."
_MOST_BUNDLES = 4
"""Maximum number of bundles that are read for one page, even if they have few streams of its topic."""


class ArchivedStore(StoreProxy):
    """Serves archived streams from `archive`, and all others from `inner`.

    Example::

        store = ArchivedStore(await open_store(url, Path("var")), Archive("s3://bucket/records"))
        await store.archive_stream("journal-1")        # out of Redis
        await store.read("journal-1")                  # as before
    """

    def __init__(
        self, inner: EventStore, archive: Archive, interval: float = 5.0, erasures: Erasures | None = None
    ) -> None:
        super().__init__(inner)
        self.archive, self.erasures = archive, erasures
        self._interval = interval
        self.bundle_store = BundleStore(archive)
        self.ends, self.generations = Ends(archive, self.bundle_store), Generations(inner, archive)
        self._cache: LRUCache[str, Record] = LRUCache(KEPT)

    async def archive_stream(self, stream: str) -> Record:
        """Move a stream to the archive and return its record; repeat this freely, even after a crash half-way.

        The stream is sealed, copied, read back and compared by hash, and only then released.

        Raises:
            StreamNotFound: there is no such stream.
            StreamNotFinal: it is not in the last list.
            StoreBehind: the store was set back.
            OtherEnd: the archive has another end of it, which stays.
            RecordDamaged: the archive returned other bytes than it was given; nothing was released.
        """
        head = await self.inner.seal(stream)
        metadata = await self.inner.metadata(stream)
        if metadata.phase == "archived":
            return await self.archive.get(stream, metadata.digest)
        record = await whole_of(self.inner, self.archive, stream)
        await self.generations.begin()
        await self.inner.release(stream, head, await self.ends.put(record))
        return record

    async def archive_many(self, streams: Sequence[str], amiss: Kinds = (), most: int = MOST_BYTES) -> Outcome:
        """Seal streams with dated names, of one status, and move the first of them to the archive as one bundle.

        It ends at `most` bytes; call again for the rest. Archived streams leave no trace in the store. The call may be
        repeated, even after a crash half-way: streams that are in a bundle already are not written again. A stream is
        left if it is missing or broken, has another end in the archive, or raises one of the kinds `amiss` when read.

        Raises:
            StoreBehind: the store was set back.
            RecordMissing: the bundle was replaced while it was written, because one of its streams was erased.
        """
        await self.bundle_store.tidy()
        await self.generations.begin()
        return await Mover(self.inner, self.bundle_store, self.archive, AMISS + amiss, most).move(streams)

    async def restore_stream(self, stream: str, digest: str = "") -> Record:
        """Bring a stream back from the archive, by default from the record that its tombstone names, and return it.

        Raises:
            StreamNotFound: there is no tombstone, and no digest was given.
            StreamErased, Conflict: as for `restore`.
            RecordMissing, RecordDamaged: the archive does not have it.
        """
        record = None if digest else await self._bundled(stream)
        if record is None:
            digest = digest or (await self.inner.metadata(stream)).digest
            if not digest:
                raise StreamNotFound(stream)
            record = await self.archive.get(stream, digest)
        await self.inner.restore(stream, record.entries, record.status, record.labels, record.card)
        self._cache.pop(stream, None)  # it may end again, later
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
        """Append; an archived stream accepts nothing new, but still recognises a retry and a conflict."""
        try:
            if expected == 0:
                await self._check_new(stream)
            return await self.inner.append(stream, expected, data, command, status, card)
        except (StreamArchived, StreamNotFound) as away:
            return _refuse(stream, expected, command, (await self._from_archive(stream, away)).entries)

    async def _check_new(self, stream: str) -> None:
        """Raise `StreamNotFound` if a stream is only in a bundle, as the store does for later entries."""
        if _may_be_bundled(stream) and await self.bundle_store.find(stream) and not await self.inner.head(stream):
            raise StreamNotFound(stream)

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[Stored]:
        """Read, from the archive if necessary."""
        try:
            return await self.inner.read(stream, after, limit)
        except (StreamArchived, StreamNotFound) as away:
            return (await self._from_archive(stream, away)).entries[after:][:limit]

    async def read_backward(self, stream: str, before: int | None = None, limit: int | None = None) -> list[Stored]:
        """Read backward, from the archive if necessary."""
        try:
            return await self.inner.read_backward(stream, before, limit)
        except (StreamArchived, StreamNotFound) as away:
            entries = (await self._from_archive(stream, away)).entries
            return entries[: len(entries) if before is None else before - 1][::-1][:limit]

    async def head(self, stream: str) -> int:
        """Return the newest revision, from the archive's index if necessary."""
        head = await self.inner.head(stream)
        place = None if head else await self.bundle_store.find(stream)
        return place.line.head if place else head

    async def metadata(self, stream: str) -> Metadata:
        """Return a stream's metadata, from the archive's index if necessary."""
        try:
            return await self.inner.metadata(stream)
        except StreamNotFound:
            place = await self.bundle_store.find(stream)
            if place is None:
                raise
            line = place.line
            return Metadata(line.status, "archived", line.head, line.labels, line.digest.hex(), line.card)

    async def glimpses(self, streams: Sequence[str]) -> list[Glimpse | None]:
        """Return glimpses of many, from the archive's indexes if necessary; a young stream cannot be there yet."""
        known: Known = {}
        return [
            glimpse or await self._glimpse(stream, known)
            for stream, glimpse in zip(streams, await self.inner.glimpses(streams), strict=True)
        ]

    async def _glimpse(self, stream: str, known: Known) -> Glimpse | None:
        place = await self.bundle_store.find(stream, known) if _may_be_bundled(stream) else None
        return Glimpse(place.line.head, "archived", place.line.card.data if place.line.card else b"") if place else None

    async def streams(self, status: str, cursor: str = "", limit: int = 100, topic: str = "") -> Page:
        """List the store's own streams, then those in bundles, most recently archived first."""
        found, rest = list[str](), ""
        if not cursor.startswith(_BUNDLES):
            found, rest = await self.inner.streams(status, cursor, limit, topic)
            if rest:
                return Page(found, rest)
            cursor = _BUNDLES
        names, rest = await self._listed(status, cursor, max(1, limit - len(found)), topic)
        return Page(found + names, rest) if len(found) < limit else Page(found, _BUNDLES if names or rest else "")

    async def _listed(self, status: str, cursor: str, limit: int, topic: str) -> Page:
        """Return a page of the streams in bundles; each once, from the bundle that it is read from."""
        name, _, number = cursor.removeprefix(_BUNDLES).partition(".")
        start, begin = f"bundles/{status}/{name}" if name else "", int(number or 0)
        chosen, looked = list[tuple[str, str]](), 0
        async for index in self.bundle_store.bundles(status, start):
            begin, looked = begin if index.path == start else 0, looked + 1
            there = f"{_BUNDLES}{index.path.removeprefix(f'bundles/{status}/')}"
            if looked > _MOST_BUNDLES:
                return Page(await self._read_from(chosen), f"{there}.{begin}")
            async for at, line in self.bundle_store.indexes.lines(index, begin, topic):
                if len(chosen) == limit:
                    return Page(await self._read_from(chosen), f"{there}.{at}")
                if not topic or (line.card and line.card.topic == topic):
                    chosen.append((index.path, line.stream))
        return Page(await self._read_from(chosen), "")

    async def _read_from(self, chosen: Sequence[tuple[str, str]]) -> list[str]:
        """Return those names of a page that are read from their bundle: each stream is listed once, despite crashes."""
        stored = await self.inner.glimpses([stream for _, stream in chosen])
        known: Known = {}
        places = [await self.bundle_store.find(stream, known) for _, stream in chosen]
        return [
            stream
            for (path, stream), place, there in zip(chosen, places, stored, strict=True)
            if place and place.path == path and not there
        ]

    async def follow(self, stream: str, after: int = 0) -> AsyncGenerator[Stored, None]:
        """Follow; while the stream is archived, check every `interval` seconds whether it has been restored."""
        while True:
            try:
                async with aclosing(self.inner.follow(stream, after)) as entries:
                    async for entry in entries:
                        yield entry
                        after = entry.revision
            except (StreamArchived, StreamNotFound) as away:
                for entry in (await self._from_archive(stream, away)).entries[after:]:
                    yield entry
                    after = entry.revision
                await asyncio.sleep(self._interval)

    async def erase(self, stream: str) -> int:
        """Write the tombstone first, so that no reader sees a half-deleted stream; then delete the record files.

        Raises StoreBehind if the store was set back. If keys are available, the erasure is recorded.
        """
        await self.bundle_store.tidy()
        head = (await self.metadata(stream)).head
        await self.generations.check()
        if self.erasures:
            await self.erasures.note(stream)
        await self.erase_again(stream)
        await self.generations.begin()
        await self.erase_files(stream)
        return head

    async def erase_again(self, stream: str) -> None:
        """Leave a tombstone in the store; there may be one already."""
        with suppress(StreamNotFound):  # only in a bundle
            await self.inner.erase(stream)

    async def erase_files(self, stream: str) -> None:
        """Delete a stream from the archive and from the cache."""
        for kept in [key for key, record in self._cache.items() if record.stream == stream]:
            del self._cache[kept]
        await self.ends.erase(stream)

    async def _from_archive(self, stream: str, away: StreamArchived | StreamNotFound) -> Record:
        """Return a stream that the store lacks; raises the store's error if the archive lacks it, too."""
        if isinstance(away, StreamArchived):
            return await self._record(away)
        record = None if isinstance(away, StreamErased) else await self._bundled(stream)
        if record is None:
            raise away
        return record

    async def _bundled(self, stream: str) -> Record | None:
        if stream not in self._cache and (record := await self.bundle_store.read(stream)):
            self._cache[stream] = record
        return self._cache.get(stream)

    async def _record(self, archived: StreamArchived) -> Record:
        """Return the record that the stream's tombstone names."""
        if (kept := self._cache.get(archived.digest)) is not None:
            return kept
        record = self._cache[archived.digest] = await self.archive.get(archived.stream, archived.digest)
        return record


def _may_be_bundled(stream: str) -> bool:
    """Whether a stream is old enough to be in a bundle."""
    return (began(stream) or time.time()) < time.time() - YOUNG


def _refuse(stream: str, expected: int | Expected, command: bytes, entries: list[Stored]) -> Appended:
    """Return or raise the result of an append to a complete, sealed stream."""
    for entry in entries:
        if entry.command == command:
            return Appended(entry.revision, duplicate=True)
    if isinstance(expected, int) and expected != len(entries):
        raise Conflict(len(entries), entries[expected:])
    raise StreamSealed(stream)
