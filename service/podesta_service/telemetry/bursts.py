"""Rate-limited log lines for events that come in bursts: the first at once, later ones with a count."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import structlog

SECONDS = 10.0
"""Minimum time between two lines of one event."""

log = structlog.get_logger("podesta")


class Burst:
    """One event that may happen thousands of times a second; `clock` returns seconds."""

    def __init__(self, event: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._event, self._clock = event, clock
        self._next = float("-inf")
        self._unsaid = 0

    def say(self, **about: Any) -> None:
        """Count the event; write a line with the count since the last line, unless that was a moment ago."""
        self._unsaid += 1
        now = self._clock()
        if now >= self._next:
            log.warning(self._event, times=self._unsaid, **about)
            self._next, self._unsaid = now + SECONDS, 0
