"""The store's health: while memory is nearly full or its disk fails, no games are opened; running ones go on.

If the running store is set so that it may lose entries, that is reported; a setting decides whether to continue.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
import time
from collections.abc import Callable
from contextlib import suppress

from podesta_eventstore import EventStore, StoreError, Vitals, Weakness, weaknesses
from podesta_service.problems import FULL_SECONDS, STORE_FULL, Refusal, refuse
from podesta_service.settings import Settings
from podesta_service.telemetry.metrics import Metrics

log = logging.getLogger(__name__)

WEAK: dict[Weakness, str] = {
    "unlogged": "its append-only file is off; set `appendonly yes`",
    "evicting": "it evicts keys when memory is short; set `maxmemory-policy noeviction`",
    "fsync": "it fsyncs later than PODESTA_DURABILITY asks for; set `appendfsync`",
}
"""The weaknesses, each with its meaning and remedy."""
SECONDS = 5.0
"""Seconds between two checks: in that time games use far less than is reserved for running ones."""


class StoreVitals:
    """The store as last checked; the disk of a private server is checked, too."""

    def __init__(
        self,
        store: EventStore,
        metrics: Metrics,
        settings: Settings,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._store, self._metrics, self._settings, self._clock = store, metrics, settings, clock
        self._seen, self._at = Vitals(), float("-inf")
        self._folder = None if settings.store_url else settings.data_path
        self.weak: list[Weakness] = []
        """The store's weaknesses, as of the last check."""

    @property
    def is_full(self) -> bool:
        """Whether only running games may still grow, as of the last check."""
        return self._seen.log_failing or 0 < self._seen.most * self._settings.full_percent / 100 <= self._seen.used

    async def check(self) -> None:
        """Refuse a new game if the store is nearly full; raises Refusal."""
        if self._clock() - self._at > 2 * SECONDS:  # no periodic checks here, or they hang
            await self.look()
        if self.is_full:
            raise self._refusal()

    def _refusal(self) -> Refusal:
        why = "store-disk-failing" if self._seen.log_failing else "store-memory-low"
        return refuse(STORE_FULL, why).after(FULL_SECONDS)

    async def look(self) -> None:
        """Check the store; if it does not answer, the last result stays."""
        self._at = self._clock()
        await self._look_at_disk()
        try:
            self._seen = await self._store.vitals()
            waiting = await self._store.waiting_work()
        except StoreError as error:
            log.debug("how the store is cannot be known: %s", error)
            return
        self._metrics.vitals.show(self._seen, waiting)
        self._weigh(weaknesses(self._seen, self._settings.durability))

    def _weigh(self, found: list[Weakness]) -> None:
        """Record the store's weaknesses, and log when they change."""
        if found and found != self.weak:
            log.warning("the store may lose games: %s", "; ".join(WEAK[each] for each in found))
        elif self.weak and not found:
            log.info("the store is set up to keep games again")
        self.weak = found
        self._metrics.vitals.show_weak(found)

    async def _look_at_disk(self) -> None:
        """Check the disk in a thread, so that a hanging disk blocks nothing else."""
        if self._folder is None:
            return
        with suppress(OSError):
            found = await asyncio.to_thread(shutil.disk_usage, self._folder)
            self._metrics.vitals.show_disk(found.free, found.total)

    async def run(self, stop: Callable[[], None]) -> None:
        """Check periodically until cancelled; `stop` ends a process that must not continue with a weak store."""
        while True:
            await self.look()
            if self.weak and self._settings.weak_store == "stop":
                log.critical("this process ends: PODESTA_WEAK_STORE is `stop`")
                return stop()
            await asyncio.sleep(SECONDS)
