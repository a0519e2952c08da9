"""Heartbeats: the store's own time, when somebody last served, and when nobody did."""

from abc import abstractmethod
from typing import Protocol

from .values import Beat, Heard, Outage


class Heartbeats(Protocol):
    """Whoever serves says so about each second, and notes when nobody did."""

    @abstractmethod
    async def beat(self, serving: bool = True, heard: Heard | None = None, outage: Outage | None = None) -> Beat:
        """Return the store's time and what it was told before; with `serving`, say that somebody serves.

        Then what the caller has heard of the store is kept, too, and an outage noted; `OUTAGES` of them are remembered,
        the newest. Of many who beat after a silence only the first is told of a beat that long ago. It goes by the
        store's own clock. The store takes what it is told as it is: who else may write to it is no concern of its own,
        so callers seal what they say, and look at the seals. Without `serving` nothing is written.

        Raises:
            OutcomeUnknown: the beat may have been noted.
            StoreError: the server refused it, as one does that takes no writes.
        """
