"""How full the store's memory is: while little is left, no more games are opened, and running ones go on."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable

from podesta_eventstore import EventStore, Memory, StoreError
from podesta_service.problems import FULL_SECONDS, STORE_FULL, refuse
from podesta_service.telemetry.metrics import Metrics

log = logging.getLogger(__name__)

SECONDS = 5.0
"""Between two looks: what games take meanwhile is far less than what is kept back for running ones."""


class StoreMemory:
    """The store's memory as this process last saw it; `most` is the percentage beyond which no game is opened."""

    def __init__(
        self, store: EventStore, metrics: Metrics, most: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._store, self._metrics, self._most, self._clock = store, metrics, most, clock
        self._seen, self._at = Memory(0, 0), float("-inf")

    @property
    def is_full(self) -> bool:
        """Whether only running games may still grow, as of the last look."""
        return 0 < self._seen.most * self._most / 100 <= self._seen.used

    async def check(self) -> None:
        """Refuse a new game if the memory is nearly full; raises Refusal."""
        if self._clock() - self._at > 2 * SECONDS:  # nobody looks at intervals here, or the looks hang
            await self.look()
        if self.is_full:
            detail = "its memory is nearly used up, and what is left is kept for games that are under way"
            refusal = refuse(STORE_FULL, detail)
            refusal.retry_after = FULL_SECONDS
            raise refusal

    async def look(self) -> None:
        """Ask the store; where it does not answer, what was seen last stays."""
        self._at = self._clock()
        try:
            self._seen = await self._store.memory()
        except StoreError as error:
            log.debug("the store's memory is not known: %s", error)
            return
        self._metrics.filled(self._seen.used, self._seen.most)

    async def run(self) -> None:
        """Look again and again, until cancelled."""
        while True:
            await self.look()
            await asyncio.sleep(SECONDS)
