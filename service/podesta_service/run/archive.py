"""Games in the archive: opening store and archive as one, moving ended games out, bringing games back."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from typing import NamedTuple

from podesta_engines.core.errors import Drifted
from podesta_engines.game.events import decode_entry
from podesta_engines.game.format.levels import SIGNED
from podesta_eventstore import (
    NO_TOPIC,
    Archive,
    ArchivedStore,
    Conflict,
    EventStore,
    Record,
    StreamErased,
    StreamNotFound,
    Streams,
    open_store,
)
from podesta_eventstore.archive.store import YOUNG
from podesta_eventstore.naming import began
from podesta_service.model import LISTS
from podesta_service.randomness import find_keys
from podesta_service.settings import BadSetting, Settings
from podesta_service.table.level import check_readable
from podesta_service.table.listing import every_game
from podesta_service.table.sealed_store import SealedStore

DAY_MS = 86_400_000
BUNDLE = 10_000
"""Games in a bundle, at most."""
_AT_ONCE = 64


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
    return ArchivedStore(store, archive, in_blocks_from=SIGNED) if archive else store


async def open_archived(settings: Settings) -> ArchivedStore:
    """The same, for those who need an archive: what goes there and comes back has its seals looked at.

    Raises BadSetting without one.
    """
    if not settings.archive_url:
        raise BadSetting("PODESTA_ARCHIVE_URL says where ended games are kept: a directory or s3://bucket/prefix")
    keys, store = find_keys(settings), await open_games(settings)
    assert isinstance(store, ArchivedStore)
    return ArchivedStore(SealedStore(store.inner, keys), store.archive, in_blocks_from=SIGNED)


async def archive_ended(store: ArchivedStore, before_ms: int) -> AsyncIterator[Moved]:
    """Archive every game that ended before a time (ms since 1970) and is not archived yet.

    Of games in buckets only those are looked at that have ended since the last time: they leave the store whole, many
    to a bundle. One that was opened in the last hours is archived by itself, as are older games.
    """
    refused = set[str]()
    while games := [each for each in await _oldest(store, before_ms, len(refused)) if each not in refused]:
        old = [game for game in games if (began(game) or 0) < time.time() - YOUNG]
        async for moved in _archive_bundle(store, old):
            if moved.outcome != "archived":
                refused.add(moved.game)
            yield moved
        for game in {*games} - {*old}:
            refused.add(game)
            async for moved in _archive_one(store, game, before_ms):
                yield moved
    async for game in every_game(store, "ended", NO_TOPIC):
        async for moved in _archive_one(store, game, before_ms):
            yield moved


async def _oldest(store: ArchivedStore, before_ms: int, known: int) -> list[str]:
    return await store.oldest("ended", before_ms, BUNDLE + known)


async def _archive_bundle(store: ArchivedStore, games: Sequence[str]) -> AsyncIterator[Moved]:
    """Archive games as one bundle, but those whose log is not what was written."""
    records = list[Record]()
    for begin in range(0, len(games), _AT_ONCE):
        part = games[begin : begin + _AT_ONCE]
        found = await asyncio.gather(*map(store.sealed, part), return_exceptions=True)
        for game, each in zip(part, found, strict=True):
            if isinstance(each, Drifted):
                yield Moved(game, 0, f"not archived: {each}")
            elif isinstance(each, BaseException):
                raise each
            else:
                records.append(each)
    if records:
        await store.archive_many(records)
    for record in records:
        yield Moved(record.stream, len(record.entries), "archived")


async def _archive_one(store: ArchivedStore, game: str, before_ms: int) -> AsyncIterator[Moved]:
    """Archive a game to a file of its own, if it is time to."""
    if (await store.metadata(game)).phase not in ("live", "sealed"):
        return
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
        yield await _restored(store, game, digest)
    async for index in store.shelf.bundles("ended"):
        async for _, line in store.shelf.indexes.lines(index):
            yield await _restored(store, line.stream, "")


async def _restored(store: ArchivedStore, game: str, digest: str) -> Moved:
    """Restore a game from a record file, or from its bundle: what became of it.

    What is in the store is not read from the archive first: a run that goes on after an interruption meets much of it.
    """
    if head := await _held(store.inner, game):
        return Moved(game, head, "already there")
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
    """The head of a game whose entries are in the store; 0 if they are not."""
    try:
        found = await store.metadata(game)
    except StreamNotFound:
        return 0
    return found.head if found.phase in ("live", "sealed") else 0
