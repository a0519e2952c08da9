"""Reconciling a restored store: the archive's ends count, erased games stay erased, others go on with a new seed."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from functools import partial

from podesta_engines.core.errors import Drifted
from podesta_engines.game.clocks import MINUTE
from podesta_engines.game.events import Ended, Entry, Renewed, decode_entry, encode_entry
from podesta_engines.game.facts import created_in
from podesta_engines.game.lottery import seeded
from podesta_eventstore import (
    ArchivedStore,
    Conflict,
    EventStore,
    Record,
    StoreBehind,
    Stored,
    StoreUnavailable,
    StreamFull,
    StreamNotFound,
)
from podesta_eventstore.archive.reconciling import Outcome, Reconciler
from podesta_service.model import STATUSES
from podesta_service.names import command_bytes
from podesta_service.problems import Refusal
from podesta_service.randomness import Keys, find_keys
from podesta_service.settings import Settings
from podesta_service.table.listing import every_game
from podesta_service.table.sealed_store import SealedStore
from podesta_service.table.seals import BEGINNING, checked
from podesta_service.telemetry.vitals import StoreGauges

from .archive import Moved
from .archive_runs import watch_archive

log = logging.getLogger(__name__)

OUTCOMES: Mapping[Outcome, str] = {
    "erased": "erased again",
    "dropped": "ended in the archive, which has it now",
    "aside": "ended otherwise in the archive, which has it now; what the store had is kept there under branches/",
    "found": "is in the archive, which the store did not know",
    "left": "left as it is",
}
"""The outcomes for a game, in words."""
RENEWED = "goes on with a new seed"
_TRIES = 3
"""How often to try to renew a game while its log keeps changing."""


async def reconcile(store: EventStore, keys: Keys, *, keeping: bool = True) -> AsyncIterator[Moved]:
    """Yield every game that changes in a restored store, and its outcome.

    First come those of which the archive has a newer state, if there is one (see `Reconciler`), then those that go on.

    An end counts if the service sealed it. Without `keeping`, the archive is not changed, and no game goes on. Raises
    StoreError.
    """
    if isinstance(store, ArchivedStore):
        check = partial(_check, keys)
        reconciler = Reconciler(store, STATUSES, check, (Drifted,), keeping=keeping, matters=_matters)
        async for each in reconciler.run():
            words = f"{OUTCOMES[each.outcome]}: {each.why}" if each.why else OUTCOMES[each.outcome]
            yield Moved(each.stream, each.head, words, is_left=each.outcome == "left")
        for key in sorted(await store.erasures.unknown() if store.erasures else ()):
            yield Moved(f"erased/{key}", 0, "left as it is: its master key is in no setting", is_left=True)
        async for moved in reconcile(store.inner, keys, keeping=keeping):
            yield moved
        await reconciler.settle()
    elif keeping:
        async for moved in _renew(SealedStore(store, keys), keys):
            yield moved


def _check(keys: Keys, record: Record) -> None:
    """Check that a record is one of the service's, and has an end; raises Drifted."""
    checked(record.stream, BEGINNING, record.entries, keys.sealing)
    if type(decode_entry(record.entries[-1].data).events[-1]) is not Ended:
        raise Drifted("the archive has no end of it", len(record.entries))


def _matters(stored: Stored) -> bool:
    """Whether an entry is more than a renewal, such as a restore without the archive writes."""
    try:
        return type(decode_entry(stored.data).events[0]) is not Renewed
    except (Drifted, IndexError):
        return True


async def _renew(store: SealedStore, keys: Keys) -> AsyncIterator[Moved]:
    """Renew every game that is not over, since players may have seen lost draws, or even the seed."""
    names = [game for status in STATUSES[:-1] async for game in every_game(store, status)]
    for game in names:
        try:
            if revision := await _renewed(store, keys, game):
                yield Moved(game, revision, RENEWED)
        except (Conflict, Drifted, Refusal, StreamFull, StreamNotFound) as error:
            yield Moved(game, 0, f"{OUTCOMES['left']}: {error}", is_left=True)


async def _renewed(store: SealedStore, keys: Keys, game: str) -> int:
    """Renew a game: the new revision, or 0 if it was renewed in this minute. Raises Conflict if it keeps changing."""
    for left in reversed(range(_TRIES)):
        entries = [decode_entry(each.data) for each in await store.read(game)]
        entry, last, revision = _renewal(keys, game, entries), entries[-1].events[0], len(entries)
        if type(last) is Renewed and last.minute == entry.at // MINUTE:
            return 0
        try:
            await store.append(game, revision, encode_entry(entry), command_bytes("renew", f"{game}-{revision:09}"))
            return revision + 1
        except Conflict:
            if not left:
                raise
    raise AssertionError("unreachable")


def _renewal(keys: Keys, game: str, entries: Sequence[Entry]) -> Entry:
    """The entry that renews a game, without changing its position or checksum; raises Refusal without its key."""
    now, created = int(time.time() * 1000), seeded(entries, created_in(entries[0]))[-1]
    event = keys.committed(game, created, Renewed(now // MINUTE, ""), len(entries) + 1)
    return Entry([event], entries[-1].check, now)


async def settle_with_archive(store: EventStore, settings: Settings, keys: Keys) -> None:
    """Refuse a store that is older than its archive, or reconcile it, depending on the settings; raises StoreError.

    While the archive does not answer, that cannot be known, and the service continues.
    """
    if not isinstance(store, ArchivedStore):
        return
    try:
        await store.generations.newest()
    except StoreUnavailable as error:
        log.warning("whether the store is older than its archive cannot be known: %s", error)
        return
    try:
        await store.generations.check()
    except StoreBehind:
        if settings.older_store == "refuse":
            raise
        log.warning("the store is older than its archive, and is reconciled with it")
        async for line in told(reconcile(store, keys)):
            log.warning("%s", line)


def archive_watchers(
    store: EventStore, settings: Settings, gauges: StoreGauges, stop: Callable[[], None]
) -> list[asyncio.Task[None]]:
    """The background task that watches the archive, if there is one; it may call `stop` to end the process."""
    if not isinstance(store, ArchivedStore):
        return []
    settle = partial(settle_with_archive, store, settings, find_keys(settings))
    return [asyncio.create_task(watch_archive(store, gauges, settle, stop), name="archive")]


async def told(moves: AsyncIterator[Moved]) -> AsyncIterator[str]:
    """The report: which games are left as they are, and finally how many had which outcome."""
    numbers = Counter[str]()
    async for moved in moves:
        numbers[moved.outcome.partition(":")[0]] += 1
        if moved.is_left:
            yield f"{moved.game} {moved.outcome}"
    for outcome, number in sorted(numbers.items()):
        yield f"{number} games: {outcome}"
