"""Levels: a number on which all users of a store agree; it only grows."""

from abc import abstractmethod
from typing import Protocol

from .values import LevelStatus, Member


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
