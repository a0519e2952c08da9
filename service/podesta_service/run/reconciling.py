"""Games that are both in the store and in the archive: the archive's end counts, and erased games stay erased."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping
from functools import partial

from podesta_engines.core.errors import Drifted
from podesta_engines.game.events import Ended, decode_entry
from podesta_eventstore import ArchivedStore, EventStore, Record, StoreBehind, StoreUnavailable
from podesta_eventstore.archive.reconciling import Outcome, Reconciler
from podesta_service.model import STATUSES
from podesta_service.randomness import Keys, find_keys
from podesta_service.settings import Settings
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


async def reconcile(store: ArchivedStore, keys: Keys, *, keeping: bool = True) -> AsyncIterator[Moved]:
    """Yield every game of a store of which the archive has a newer state, and its outcome; see `Reconciler`.

    An end counts if the service sealed it. Raises StoreError.
    """

    def check(record: Record) -> None:
        checked(record.stream, BEGINNING, record.entries, keys.sealing)
        if type(decode_entry(record.entries[-1].data).events[-1]) is not Ended:
            raise Drifted("the archive has no end of it", len(record.entries))

    async for each in Reconciler(store, STATUSES, check, (Drifted,), keeping=keeping).run():
        words = f"{OUTCOMES[each.outcome]}: {each.why}" if each.why else OUTCOMES[each.outcome]
        yield Moved(each.stream, each.head, words, is_left=each.outcome == "left")
    for key in sorted(await store.erasures.unknown() if store.erasures else ()):
        yield Moved(f"erased/{key}", 0, "left as it is: its master key is in no setting", is_left=True)


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
