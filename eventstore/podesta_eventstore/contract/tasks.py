"""Tasks: streams that need attention at a certain time, a queue of work, and actions for only the first caller."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol

from .values import LANES, Reminder, Work


class Reminders(Protocol):
    """One reminder for each stream at most; times are milliseconds of the callers' clock."""

    @abstractmethod
    async def remind(self, stream: str, at_ms: int) -> None:
        """Make the stream `due` at `at_ms` or earlier.

        An earlier reminder stays. The stream need not exist. The call may be repeated without harm: make it before each
        attempt to append an entry that starts a deadline, so that a crash in between costs only an unnecessary check.
        Choose a time when the attempt will be over, and at least the store's timeout away: a caller that checks before
        that finds nothing yet.

        Raises:
            OutcomeUnknown: the reminder may not be stored, or less durably than promised: repeat the call.
        """

    @abstractmethod
    async def due(self, now_ms: int, limit: int, lease_ms: int) -> list[Reminder]:
        """Return at most `limit` streams with a reminder at `now_ms` or before, each to one caller.

        Each becomes due again at `now_ms + lease_ms` unless it is settled: if its caller dies, another takes over then.
        The list is empty only when nothing was due. After `StoreUnavailable`, some may be leased until then.
        """

    @abstractmethod
    async def settle(self, reminder: Reminder, at_ms: int | None) -> bool:
        """Move a reminder that `due` returned to `at_ms`, or end it (None); return False if it has changed since.

        A reminder changes when `remind` is called for its stream, when another caller takes it over after the lease,
        and when it is settled. In that case nothing is done, and the stream's reminder stays unchanged.

        Raises:
            OutcomeUnknown: it may be done; if not, the stream is due again after the lease.
        """


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


class Once(Protocol):
    """Names that one caller was the first to request, each remembered for a limited time."""

    @abstractmethod
    async def first(self, name: str, seconds: int) -> bool:
        """Return True to one caller, and False to all others who ask for the same name within `seconds` (1 or more).

        A name follows the rules for names of streams. A failover may forget it, unless replicas confirm writes.

        Raises:
            OutcomeUnknown: this caller may have been the first; a repeated call then returns False.
        """
