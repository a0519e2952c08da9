"""Heartbeats: the store's own time, and when nobody served."""

from abc import abstractmethod
from typing import Protocol

from .values import OUTAGE_MS, Beat


class Heartbeats(Protocol):
    """Whoever serves says so about each second; the store notes when nobody did."""

    @abstractmethod
    async def beat(self, serving: bool = True, silence_ms: int = OUTAGE_MS) -> Beat:
        """Return the store's time and the newest outages; with `serving`, say that somebody serves.

        A beat that comes `silence_ms` or more after the one before ends an outage, which is noted once, whoever beats
        first; `OUTAGES` of them are remembered. It goes by the store's own clock: a leap of that clock forward looks
        like an outage, and after one backward, outages that lie ahead are forgotten. Without `serving` nothing is
        written.

        Raises:
            OutcomeUnknown: the beat may have been noted.
            StoreError: the server refused it, as one does that takes no writes.
        """
