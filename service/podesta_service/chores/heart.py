"""The heartbeat: reports that this process serves, and learns the store's time, its outages and whether it writes."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress

from podesta_eventstore import Heartbeats, OutcomeUnknown, StoreError, StoreUnavailable
from podesta_service.table.clock import Clock
from podesta_service.telemetry.metrics import Metrics
from podesta_service.telemetry.words import Written

from .witness import PATIENCE, Witness

log = logging.getLogger(__name__)

SECONDS = 1.0
"""Seconds between two beats."""
_PAUSE = 0.1
"""Seconds between two beats while another process has yet to report an outage."""
_REFUSALS: tuple[tuple[str, Written], ...] = (
    ("READONLY", "read-only"),
    ("OOM", "full"),
    ("MISCONF", "disk-failing"),
    ("NOREPLICAS", "too-few-replicas"),
)


class Heart:
    """Beats about once per second.

    `most` is the difference in seconds between this machine's wall clock and the store's time above which a warning is
    logged.
    """

    def __init__(
        self,
        store: Heartbeats,
        witness: Witness,
        clock: Clock,
        metrics: Metrics,
        most: float,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._store, self._witness, self._clock = store, witness, clock
        self._metrics, self._most = metrics, most
        self._wall, self.serving = wall, False
        """Whether this process takes answers; the store is informed."""
        self.written: Written = "ok"
        self.is_wrong = False
        """Whether this machine's wall clock differs from the store's by more than is allowed."""

    async def beat(self) -> None:
        """Beat once, and again while an outage that has ended is unreported; raises StoreError, and remembers it."""
        for _ in range(2 * PATIENCE):
            if await self._beat():
                return
            await asyncio.sleep(0 if self._witness.found else _PAUSE)

    async def _beat(self) -> bool:
        """Beat, and send the store what was observed with the previous beat; returns whether the clock was updated."""
        sent, witness = self._clock.steady(), self._witness
        try:
            beat = await self._store.beat(self.serving, witness.heard, witness.found)
        except StoreError as error:
            self._failed(error)
            raise
        self._write("ok", "")
        if (away := witness.look(beat, self.serving)) is None:
            return False
        self._clock.hear(sent, beat, away)
        self._compare()
        return True

    async def run(self) -> None:
        """Beat periodically, until cancelled."""
        while True:
            await asyncio.sleep(SECONDS)
            with suppress(StoreError):
                await self.beat()

    def _failed(self, error: StoreError) -> None:
        found: Written = "away" if isinstance(error, StoreUnavailable) else "refuses"
        if isinstance(error, OutcomeUnknown):
            found = "too-few-replicas" if "replica" in str(error) else "away"
        self._write(next((word for start, word in _REFUSALS if start in str(error)), found), str(error))

    def _write(self, found: Written, why: str) -> None:
        """Record whether the store accepts writes, and log when that changes."""
        if found != self.written:
            if found == "ok":
                log.info("the store takes writes again")
            else:
                log.warning("the store takes no writes: %s (%s)", found, why)
        self.written = found
        self._metrics.vitals.show_written(found)

    def _compare(self) -> None:
        """Compare the wall clock with the store's, and log when it becomes wrong, or right again."""
        differs = self._wall() - self._clock()
        self._metrics.vitals.show_clock(differs)
        if (wrong := abs(differs) > self._most) != self.is_wrong:
            self.is_wrong = wrong
            told = "the clock of this machine differs by %.1f s from the store's, which decides"
            log.log(logging.WARNING if wrong else logging.INFO, told, differs)
