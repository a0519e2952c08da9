"""Cards: what lists show of many streams at once, without reading the streams."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol

from .values import Glimpse, Stored


class Cards(Protocol):
    """Reads about many streams at once, in one or two round trips."""

    @abstractmethod
    async def glimpses(self, streams: Sequence[str]) -> list[Glimpse | None]:
        """Return a glimpse of each stream; None for one that does not exist or was erased."""

    @abstractmethod
    async def pick(self, wanted: Sequence[tuple[str, int]]) -> list[Stored | None]:
        """Return one entry of each stream, by its revision; None if it is not in this store."""

    @abstractmethod
    async def tally(self, status: str, topics: Sequence[str]) -> dict[str, int]:
        """Count the streams in the list called `status`, by topic; empty: those of no such topic.

        Raises:
            ValueError: the store has no such list.
        """

    @abstractmethod
    async def oldest(self, status: str, until_ms: int, limit: int) -> list[str]:
        """Return at most `limit` streams that entered the list `status` at a time (ms since 1970) or before.

        They are ordered approximately, the oldest first.

        Raises:
            ValueError: the store has no such list.
        """
