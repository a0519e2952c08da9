"""Heartbeats: the store's own time, when a process last served, and the outages."""

from abc import abstractmethod
from typing import Protocol

from .values import Beat, Heard, Outage


class Heartbeats(Protocol):
    """Every serving process beats about once per second, and reports outages."""

    @abstractmethod
    async def beat(self, serving: bool = True, heard: Heard | None = None, outage: Outage | None = None) -> Beat:
        """Return the store's time and what it received before; with `serving`, report that this process serves.

        Then what the caller has heard of the store is stored, too, and an outage recorded; the newest `OUTAGES` are
        kept. Of many that beat after a silence, only the first receives a beat that long ago. The store's own clock
        counts. The store does not verify what it receives, and others may write to it, so callers seal their beats and
        check the seals. Without `serving` nothing is written.

        Raises:
            OutcomeUnknown: the beat may have been recorded.
            StoreError: the server refused it, as one does that accepts no writes.
        """
