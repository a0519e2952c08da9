"""Streams for bundles; making a bundle; reading all streams in an archive's bundles, whether they can be found or
not."""

import time
from collections.abc import AsyncIterator, Sequence
from uuid import uuid4

from podesta_eventstore import Archive, ArchivedStore, Card, EventStore, Record
from podesta_eventstore.archive.bundle_store import BundleStore, Frames
from podesta_eventstore.archive.bundles import BundleWriter, IndexLine, framed, record_of
from podesta_eventstore.testing.card_laws import dated_name

LAST_WEEK = time.time() - 7 * 86_400


async def finished(store: EventStore, count: int, topic: str = "troyes") -> list[str]:
    """Streams that began last week and are in the last list, with three entries each."""
    names = [dated_name(LAST_WEEK + 3600 * (number % 3)) for number in range(count)]
    for name in names:
        for revision in range(3):
            status = "done" if revision == 2 else None
            card = Card(topic, name.encode()) if revision == 0 else None
            await store.append(name, revision, f"{name} {revision}".encode(), uuid4().bytes, status, card)
    return names


async def archive(store: ArchivedStore, names: list[str]) -> None:
    """Archive streams like the job."""
    assert (await store.archive_many(names)).left == {}


async def archive_as(kind: str, store: ArchivedStore, name: str) -> None:
    """Archive a stream into a file of its own, or into a bundle; raises the error that prevents it."""
    if kind == "file":
        await store.archive_stream(name)
    else:
        for error in (await store.archive_many([name])).left.values():
            raise error


async def frames_of(records: Sequence[Record]) -> Frames:
    """Yield streams as a bundle has them."""
    for record in records:
        yield framed(record)


async def bundle(records: Sequence[Record]) -> tuple[bytes, list[IndexLine]]:
    """Return the file of streams, and its index."""
    writer = BundleWriter()
    return b"".join([piece async for piece in writer.pieces(frames_of(records))]), writer.lines


async def records_at(archive: Archive, path: str) -> list[Record]:
    """Return all streams of the bundle at a path, as a newly started process reads them; raises RecordDamaged."""
    store = BundleStore(archive)
    return [record_of(*each) async for each in store.frames(path, await store.lines(path))]


async def bundled(archive: Archive) -> list[str]:
    """Return the names of all streams in bundles."""
    return [each.stream async for path in _paths(archive) for each in await records_at(archive, path)]


async def _paths(archive: Archive) -> AsyncIterator[str]:
    async for path in archive.paths("bundles/"):
        yield path
