"""Games in the archive: opening store and archive as one, moving ended games out, bringing games back."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import NamedTuple

from podesta_engines.core.errors import Drifted
from podesta_engines.game.events import decode_entry
from podesta_eventstore import Archive, ArchivedStore, Conflict, EventStore, StreamErased, Streams, open_store
from podesta_service.model import LISTS
from podesta_service.randomness import find_keys
from podesta_service.settings import BadSetting, Settings
from podesta_service.table.level import check_readable
from podesta_service.table.listing import every_game
from podesta_service.table.sealed_store import SealedStore

DAY_MS = 86_400_000


class Moved(NamedTuple):
    """What was done with a game, and its head."""

    game: str
    revision: int
    outcome: str


async def open_games(settings: Settings) -> EventStore:
    """The store of the settings; with an archive, one that finds archived games, too.

    Raises StoreError, or ValueError for a URL of no known kind.
    """
    archive = Archive(settings.archive_url) if settings.archive_url else None
    store = await open_store(settings.store_url or None, settings.data_path, settings.durability, lists=LISTS)
    try:
        await check_readable(store)
    except BaseException:
        await store.close()
        raise
    return ArchivedStore(store, archive) if archive else store


async def open_archived(settings: Settings) -> ArchivedStore:
    """The same, for those who need an archive: what goes there and comes back has its seals looked at.

    Raises BadSetting without one.
    """
    if not settings.archive_url:
        raise BadSetting("PODESTA_ARCHIVE_URL says where ended games are kept: a directory or s3://bucket/prefix")
    keys, store = find_keys(settings), await open_games(settings)
    assert isinstance(store, ArchivedStore)
    return ArchivedStore(SealedStore(store.inner, keys), store.archive)


async def archive_ended(store: ArchivedStore, before_ms: int) -> AsyncIterator[Moved]:
    """Archive every game that ended before a time (ms since 1970) and is not archived yet."""
    async for game in every_game(store, "ended"):
        metadata = await store.metadata(game)
        if metadata.phase not in ("live", "sealed"):
            continue
        try:
            if await _ended_at(store, game) < before_ms:
                yield Moved(game, len((await store.archive_stream(game)).entries), "archived")
        except Drifted as error:
            yield Moved(game, 0, f"not archived: {error}")


async def _ended_at(store: Streams, game: str) -> int:
    (last,) = await store.read_backward(game, limit=1)
    return decode_entry(last.data).at


async def restore_every(store: ArchivedStore) -> AsyncIterator[Moved]:
    """Restore every record file whose game is not in the store; after a loss of the store, that is all of them."""
    async for game, digest in store.archive.names():
        try:
            record = await store.restore_stream(game, digest)
        except StreamErased:
            yield Moved(game, 0, "erased earlier, not restored")
        except Drifted as error:
            yield Moved(game, 0, f"not restored: {error}")
        except Conflict as conflict:
            yield Moved(game, conflict.head, "already there")
        else:
            yield Moved(game, len(record.entries), "restored")
