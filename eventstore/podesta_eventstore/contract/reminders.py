"""Reminders: streams that need attention at a certain time."""

from abc import abstractmethod
from typing import Protocol

from .values import Reminder


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
