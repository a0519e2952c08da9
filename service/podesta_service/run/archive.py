"""Games in the archive: opening store and archive as one, moving ended games out, bringing games back."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Sequence
from typing import NamedTuple

from podesta_engines.core.errors import Drifted
from podesta_engines.game.events import decode_entry
from podesta_eventstore import (
    Archive,
    ArchivedStore,
    Conflict,
    Erasures,
    EventStore,
    StreamErased,
    StreamNotFound,
    Streams,
    open_store,
)
from podesta_eventstore.archive.moving import AMISS, Kinds
from podesta_eventstore.archive.store import YOUNG
from podesta_eventstore.naming import began
from podesta_service.model import LISTS
from podesta_service.randomness import Keys, find_keys
from podesta_service.settings import BadSetting, Settings
from podesta_service.table.level import check_readable
from podesta_service.table.sealed_store import SealedStore

from .archive_runs import keep_run

_AMISS: Kinds = (Drifted, *AMISS)
DAY_MS = 86_400_000
BUNDLE = 10_000
"""Maximum number of games in a bundle."""


class Moved(NamedTuple):
    """The outcome for a game, and its head."""

    game: str
    revision: int
    outcome: str
    is_left: bool = False
    """Whether it was left where it was, because something is wrong with it."""


def archive_of(settings: Settings) -> Archive | None:
    """The archive in the settings, if there is one; raises BadSetting."""
    try:
        return Archive(settings.archive_url) if settings.archive_url else None
    except ValueError as error:
        raise BadSetting(f"PODESTA_ARCHIVE_URL: {error}") from None


async def open_games(settings: Settings, keys: Keys | None = None) -> EventStore:
    """The store of the settings; with an archive, one that finds archived games, too; with keys, also erased ones.

    Raises StoreError, or BadSetting for a URL of no known kind.
    """
    archive = archive_of(settings)
    store = await open_store(settings.store_url or None, settings.data_path, settings.durability, lists=LISTS)
    try:
        await check_readable(store)
    except BaseException:
        await store.close()
        raise
    if archive is None:
        return store
    return ArchivedStore(store, archive, erasures=Erasures(archive, keys.erasures) if keys else None)


async def open_archived(settings: Settings, *, sealed: bool = True) -> ArchivedStore:
    """The same with an archive; if `sealed`, seals are checked when games are archived and restored.

    Raises BadSetting without an archive.
    """
    if archive_of(settings) is None:
        raise BadSetting("PODESTA_ARCHIVE_URL says where ended games are kept: a directory or s3://bucket/prefix")
    keys = find_keys(settings)
    store = await open_games(settings, keys)
    assert isinstance(store, ArchivedStore)
    if not sealed:
        return store
    return ArchivedStore(SealedStore(store.inner, keys), store.archive, erasures=store.erasures)


async def archive_ended(store: ArchivedStore, before_ms: int) -> AsyncIterator[Moved]:
    """Archive every game that ended before a time (ms since 1970) and is not archived yet.

    Only games that ended since the last run are read; many are archived to one bundle, and then removed from the store:
    after an interrupted run the next one continues after the last bundle. A game opened in the last hours is archived
    to its own file. The run's counts, and the games it left, are stored in the archive.
    """
    archived, left = 0, list[str]()
    async for moved in _archive_each(store, before_ms):
        archived += not moved.is_left
        left += [moved.game] if moved.is_left else []
        yield moved
    await keep_run(store.archive, time.time(), archived, left)


async def _archive_each(store: ArchivedStore, before_ms: int) -> AsyncIterator[Moved]:
    """Archive games bundle by bundle, then the young ones."""
    refused = set[str]()
    while games := [each for each in await _oldest(store, before_ms, len(refused)) if each not in refused]:
        old = [game for game in games if (began(game) or time.time()) < time.time() - YOUNG]
        async for moved in _archive_bundle(store, old):
            if moved.is_left:
                refused.add(moved.game)
            yield moved
        for game in {*games} - {*old}:
            refused.add(game)
            async for moved in _archive_one(store, game, before_ms):
                yield moved


async def _oldest(store: ArchivedStore, before_ms: int, known: int) -> list[str]:
    return await store.oldest("ended", before_ms, BUNDLE + known)


async def _archive_bundle(store: ArchivedStore, games: Sequence[str]) -> AsyncIterator[Moved]:
    """Archive the first of some games as one bundle, except those with a missing or broken log."""
    if not games:
        return
    outcome = await store.archive_many(games, (Drifted,))
    for game, error in outcome.left.items():
        yield _left(game, error)
    for game, head in outcome.archived.items():
        yield Moved(game, head, "archived")


async def _archive_one(store: ArchivedStore, game: str, before_ms: int) -> AsyncIterator[Moved]:
    """Archive a game to its own file, if it is due."""
    try:
        if (await store.metadata(game)).phase not in ("live", "sealed"):
            return
        if await _ended_at(store, game) < before_ms:
            yield Moved(game, len((await store.archive_stream(game)).entries), "archived")
    except _AMISS as error:
        yield _left(game, error)


def _left(game: str, error: Exception) -> Moved:
    return Moved(game, 0, f"not archived: {error}", is_left=True)


async def _ended_at(store: Streams, game: str) -> int:
    (last,) = await store.read_backward(game, limit=1)
    return decode_entry(last.data).at


async def restore_every(store: ArchivedStore) -> AsyncIterator[Moved]:
    """Restore every record file of a game that is not in the store; after a loss of the store, that is all of them."""
    async for game, digest in store.archive.names():
        yield await _restored(store, game, digest)
    async for index in store.bundle_store.bundles("ended"):
        async for _, line in store.bundle_store.indexes.lines(index):
            yield await _restored(store, line.stream, "")


async def _restored(store: ArchivedStore, game: str, digest: str) -> Moved:
    """Restore a game from a record file, or from its bundle; return the outcome.

    The archive is not read for games in the store: a run after an interruption meets many of them.
    """
    if head := await _held(store.inner, game):
        return Moved(game, head, "already there")
    if store.erasures and await store.erasures.has(game):
        return Moved(game, 0, "erased earlier, not restored")
    try:
        record = await store.restore_stream(game, digest)
    except StreamErased:
        return Moved(game, 0, "erased earlier, not restored")
    except Drifted as error:
        return Moved(game, 0, f"not restored: {error}")
    except Conflict as conflict:
        return Moved(game, conflict.head, "already there")
    return Moved(game, len(record.entries), "restored")


async def _held(store: EventStore, game: str) -> int:
    """The head of a game with entries in the store; 0 if it has none there."""
    try:
        found = await store.metadata(game)
    except StreamNotFound:
        return 0
    return found.head if found.phase in ("live", "sealed") else 0
