"""How the store is: while little of its memory is left, or its disk fails, no more games are opened; others go on."""

from __future__ import annotations

import asyncio
import logging
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from podesta_eventstore import EventStore, StoreError, Vitals
from podesta_service.problems import FULL_SECONDS, STORE_FULL, Refusal, refuse
from podesta_service.telemetry.metrics import Metrics

log = logging.getLogger(__name__)

SECONDS = 5.0
"""Between two looks: what games take meanwhile is far less than what is kept back for running ones."""


class StoreVitals:
    """The store as this process last saw it; `most` is the percentage of memory beyond which no game is opened.

    `folder` is where a private server keeps its files: the disk there is looked at, too.
    """

    def __init__(
        self,
        store: EventStore,
        metrics: Metrics,
        most: float,
        clock: Callable[[], float] = time.monotonic,
        folder: Path | None = None,
    ) -> None:
        self._store, self._metrics, self._most, self._clock = store, metrics, most, clock
        self._seen, self._at = Vitals(), float("-inf")
        self._reachable, self._folder = True, folder

    @property
    def reachable(self) -> bool:
        """Whether the store answered when it was last looked at."""
        return self._reachable

    @property
    def is_full(self) -> bool:
        """Whether only running games may still grow, as of the last look."""
        return self._seen.log_failing or 0 < self._seen.most * self._most / 100 <= self._seen.used

    async def check(self) -> None:
        """Refuse a new game if the store is nearly full; raises Refusal."""
        if self._clock() - self._at > 2 * SECONDS:  # nobody looks at intervals here, or the looks hang
            await self.look()
        if self.is_full:
            raise self._refusal()

    def _refusal(self) -> Refusal:
        detail = "its memory is nearly used up, and what is left is kept for games that are under way"
        if self._seen.log_failing:
            detail = "it cannot write to its disk"
        refusal = refuse(STORE_FULL, detail)
        refusal.retry_after = FULL_SECONDS
        return refusal

    async def look(self) -> None:
        """Ask the store; where it does not answer, what was seen last stays."""
        self._at = self._clock()
        await self._look_at_disk()
        try:
            self._seen = await self._store.vitals()
            waiting = await self._store.waiting_work()
        except StoreError as error:
            self._reachable = False
            log.debug("how the store is cannot be known: %s", error)
            return
        self._reachable = True
        self._metrics.vitals.show(self._seen, waiting)

    async def _look_at_disk(self) -> None:
        """Ask the system; a disk that hangs holds up nobody else."""
        if self._folder is None:
            return
        with suppress(OSError):
            found = await asyncio.to_thread(shutil.disk_usage, self._folder)
            self._metrics.vitals.show_disk(found.free, found.total)

    async def run(self) -> None:
        """Look again and again, until cancelled."""
        while True:
            await self.look()
            await asyncio.sleep(SECONDS)
