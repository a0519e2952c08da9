"""Heartbeats in this process's memory."""

import time

from podesta_eventstore.contract import OUTAGES, Beat, Outage


class MemoryHeartbeats:
    """When somebody last served, and when nobody did."""

    def __init__(self) -> None:
        self._at: int | None = None
        self._outages: tuple[Outage, ...] = ()

    def beat(self, serving: bool, silence_ms: int) -> Beat:
        """Note the beat."""
        now = int(time.time() * 1000)
        self._outages = tuple(each for each in self._outages if each.until <= now)
        if serving:
            before, self._at = self._at, now
            if before is not None and now - before >= silence_ms:
                self._outages = (*self._outages, Outage(before, now))[-OUTAGES:]
        return Beat(now, self._outages)
