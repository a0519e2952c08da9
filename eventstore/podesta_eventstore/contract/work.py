"""Work: a queue of items, each for one worker."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol

from .values import Work


class WorkQueue(Protocol):
    """Items that are handed out once, oldest first, and kept until they are finished."""

    @abstractmethod
    async def put_work(self, item: bytes) -> None:
        """Queue an item. The same bytes may be queued more than once.

        Raises:
            EntryTooLarge: the item is larger than an entry may be.
            WorkFull: the queue holds as many items, waiting or taken, as are allowed.
            OutcomeUnknown: the item may not be queued, or less durably than promised.
        """

    @abstractmethod
    async def take_work(self, worker: str, limit: int, wait_seconds: float) -> list[Work]:
        """Take at most `limit` new items for the worker; wait up to `wait_seconds` for the first.

        The list is empty when no item arrived. An item is kept until it is finished; see `steal_work`. After
        `StoreUnavailable`, some items may be taken nevertheless.
        """

    @abstractmethod
    async def finish_work(self, ids: Sequence[str]) -> None:
        """Remove items, whichever worker holds them. The call may be repeated without harm.

        Raises:
            OutcomeUnknown: perhaps removed; items that are not will be stolen.
        """

    @abstractmethod
    async def steal_work(self, worker: str, idle_ms: int, limit: int) -> list[Work]:
        """Take over at most `limit` unfinished items that were taken at least `idle_ms` milliseconds ago.

        The store's own clock counts; if it jumps, an item may be worked at twice, but none is lost.
        """
