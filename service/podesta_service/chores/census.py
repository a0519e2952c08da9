"""What this process measures at intervals for the metrics: the number of games, and the event loop's lateness."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter

from podesta_engines import RULESETS
from podesta_engines.game.facts import Status
from podesta_eventstore import EventStore, StoreError
from podesta_service.telemetry.metrics import Metrics

log = logging.getLogger(__name__)

_COUNTED: tuple[Status, ...] = ("open", "running")
_TICK = 0.25
_UNKNOWN = "unknown"


class Census:
    """Counts open and running games by ruleset, from the store's lists."""

    def __init__(self, store: EventStore, metrics: Metrics) -> None:
        self._store, self._metrics = store, metrics

    async def count(self) -> None:
        """Count once; raises StoreError."""
        found = Counter[tuple[str, str]]()
        for status in _COUNTED:
            for ruleset, games in (await self._store.tally(status, _rulesets())).items():
                found[ruleset or _UNKNOWN, status] += games
        self._metrics.counted(+found, time.time())

    async def run(self, seconds: float) -> None:
        """Count periodically, until cancelled; a failed count is repeated at the next interval."""
        while True:
            try:
                await self.count()
            except StoreError as error:
                log.debug("the games cannot be counted: %s", error)
            except Exception:
                log.exception("counting the games failed")
            await asyncio.sleep(seconds)


def _rulesets() -> list[str]:
    return [ruleset.id for ruleset in RULESETS.all()]


async def watch_loop(metrics: Metrics) -> None:
    """Report how late the event loop is, four times a second, until cancelled."""
    while True:
        due = time.perf_counter() + _TICK
        await asyncio.sleep(_TICK)
        metrics.late(max(0.0, time.perf_counter() - due))
