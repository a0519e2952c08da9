"""Heartbeats in this process's memory."""

import time

from podesta_eventstore.contract import OUTAGES, Beat, Heard, Outage


class MemoryHeartbeats:
    """The last beat of a serving process, and the data sent with it."""

    def __init__(self) -> None:
        self._at = 0
        self._heard: Heard | None = None
        self._outages: tuple[Outage, ...] = ()

    def beat(self, serving: bool, heard: Heard | None, outage: Outage | None) -> Beat:
        """Record the beat."""
        now = int(time.time() * 1000)
        before, known = self._at, self._heard
        if serving:
            self._at, self._heard = now, heard or known
            self._outages = (*self._outages, *([outage] if outage else ()))[-OUTAGES:]
        return Beat(now, before, known, self._outages)
