"""Ends: an archived stream may be extended, as when a game was reinstated, but never contradicted.

`branches/<stream>/<digest>` are record files of logs that a store had in place of an archived end; they are never read
automatically.
"""

import hashlib

from podesta_eventstore.errors import RecordDamaged, StoreError

from .bundle_store import BundleStore
from .finding import BundlePlace, Known
from .packing import Record, pack
from .records import Archive, record_path

_BRANCHES = "branches"


class OtherEnd(StoreError):
    """The archive has another end of the stream, which stays; `revision` is the first that differs."""

    def __init__(self, stream: str, revision: int) -> None:
        super().__init__(f"the archive has another end of {stream!r}, which stays: revision {revision} differs")
        self.stream, self.revision = stream, revision


def extends(record: Record, kept: Record) -> bool:
    """Whether a record has every entry of another one."""
    return record.entries[: len(kept.entries)] == kept.entries


def check_end(record: Record, kept: Record) -> None:
    """Raise OtherEnd unless a record has every entry of the stored one."""
    if not extends(record, kept):
        pairs = zip(record.entries, kept.entries, strict=False)
        same = next((at for at, (mine, theirs) in enumerate(pairs) if mine != theirs), len(record.entries))
        raise OtherEnd(record.stream, same + 1)


class Ends:
    """The ends in an archive, in record files and in bundles. Calls may raise `StoreUnavailable`."""

    def __init__(self, archive: Archive, bundles: BundleStore) -> None:
        self._archive, self._bundles = archive, bundles

    async def check_files(self, record: Record) -> None:
        """Raise OtherEnd if a record file has another end."""
        for _, kept in await self.files(record.stream):
            check_end(record, kept)

    async def check_bundles(self, record: Record, known: Known | None = None) -> BundlePlace | None:
        """Raise OtherEnd if a bundle has another end; return where one has the stream."""
        place = await self._bundles.find(record.stream, known)
        if place:
            check_end(record, await self._bundles.get(place))
        return place

    async def files(self, stream: str) -> list[tuple[str, Record]]:
        """Return digest and record of each of a stream's record files; a damaged one is no end."""
        found = list[tuple[str, Record]]()
        async for _, digest in self._archive.names(stream):
            try:
                found.append((digest, await self._archive.get(stream, digest)))
            except RecordDamaged:
                continue
        return found

    async def put(self, record: Record) -> str:
        """Store a record in place of those that it extends, and return its digest.

        Raises:
            OtherEnd: the archive has another end; nothing was changed.
            RecordDamaged: what was read back differs from what was written.
        """
        await self.check_files(record)
        await self.check_bundles(record)
        digest = await self._archive.put(record)
        for each, _ in await self.files(record.stream):
            if each != digest:
                await self._archive.remove(record_path(record.stream, each))
        return digest

    async def set_aside(self, record: Record) -> None:
        """Store a log that another end has superseded."""
        file = pack(record)
        await self._archive.write(f"{_BRANCHES}/{record.stream}/{hashlib.sha256(file).hexdigest()}", file)

    async def erase(self, stream: str) -> None:
        """Delete every trace of a stream from the archive."""
        await self._archive.erase(stream)
        async for path in self._archive.paths(f"{_BRANCHES}/{stream}/"):
            await self._archive.remove(path)
        await self._bundles.erase(stream)
