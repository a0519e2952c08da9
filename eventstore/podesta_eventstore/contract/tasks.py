"""Work: a queue of items, each for one worker."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol

from .values import LANES, Work


class WorkQueue(Protocol):
    """Items that are handed out once and kept until they are finished.

    They wait in `LANES` lanes; the first lane is served first. Within a lane the owners are served round robin, an item
    each; the items of one owner go oldest first.
    """

    @abstractmethod
    async def put_work(self, item: bytes, lane: int = 0, owner: str = "") -> None:
        """Queue an item in a lane, for an owner of at most 64 characters. The same bytes may be queued more than once.

        Raises:
            EntryTooLarge: the item is larger than an entry may be.
            WorkFull: the queue holds as many items, waiting or taken, as are allowed.
            OutcomeUnknown: the item may not be queued, or less durably than promised.
        """

    @abstractmethod
    async def take_work(self, worker: str, limit: int, wait_seconds: float, lanes: int = LANES) -> list[Work]:
        """Take at most `limit` new items of the first `lanes` lanes; wait up to `wait_seconds` for the first.

        The list is empty when no item arrived. An item is kept until it is finished; see `steal_work`. After
        `StoreUnavailable`, some items may be taken nevertheless.
        """

    @abstractmethod
    async def finish_work(self, ids: Sequence[str]) -> None:
        """Remove items, whichever worker holds them. The call may be repeated without harm.

        Raises:
            OutcomeUnknown: the items may have been removed; those that were not will be stolen.
        """

    @abstractmethod
    async def steal_work(self, worker: str, idle_ms: int, limit: int) -> list[Work]:
        """Take over at most `limit` unfinished items that were taken at least `idle_ms` milliseconds ago.

        The store's own clock counts; if it jumps, an item may be processed twice, but none is lost.
        """

    @abstractmethod
    async def waiting_work(self) -> tuple[int, ...]:
        """Return how many items wait in each lane; those that a worker has taken do not count."""
