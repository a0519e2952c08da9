"""What the processes of a store share: a level on which all agree, the store's own time, and the outages."""

from abc import abstractmethod
from typing import Protocol

from .values import Beat, Heard, LevelStatus, Member, Outage


class Levels(Protocol):
    """The number of the format that may be written into the store; each member has a range that it reads and writes.

    The store attaches no meaning to levels. It begins at `FIRST_LEVEL` unless its first member passes another. Members
    are removed when they have not joined again for `MEMBER_SECONDS`, by the store's own clock.
    """

    @abstractmethod
    async def join(self, member: Member, begin: int = 0) -> LevelStatus:
        """Count as a living member from now on, and return the level with every living member.

        Join again every few seconds. A store without a level takes on `begin` (0: it stays without). A member that does
        not support the level must neither read nor write, and leave.

        Raises:
            OutcomeUnknown: the member may have joined; join again.
        """

    @abstractmethod
    async def leave(self, name: str) -> None:
        """Stop being a member. The call may be repeated without harm."""

    @abstractmethod
    async def level_status(self) -> LevelStatus:
        """Return the level and every living member."""

    @abstractmethod
    async def raise_level(self, to: int) -> LevelStatus:
        """Raise the level and return the new status. It cannot be lowered again.

        Raises:
            LevelTooHigh: a living member does not support this level; nothing has changed.
            ValueError: the store is already at a higher level; it is never lowered.
        """


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
