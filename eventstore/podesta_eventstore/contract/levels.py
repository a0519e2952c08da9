"""Levels: a number that all who use a store agree on, and that only grows."""

from abc import abstractmethod
from typing import Protocol

from .values import Member, Standing


class Levels(Protocol):
    """What may be written into the store, as a number; whoever uses the store says which ones it can read and write.

    The store attaches no meaning to levels. It begins at `FIRST_LEVEL` unless whoever finds it empty says otherwise.
    Members are forgotten when they have not joined again for `MEMBER_SECONDS`; the store's own clock counts.
    """

    @abstractmethod
    async def join(self, member: Member, begin: int = 0) -> Standing:
        """Count as a living member from now on, and return the level with every living member.

        Join again every few seconds. Where the store has no level yet, it takes on `begin` (0: none, it stays without).
        Whoever learns that the level is outside its own range must neither read nor write, and leave.

        Raises:
            OutcomeUnknown: perhaps joined; join again.
        """

    @abstractmethod
    async def leave(self, name: str) -> None:
        """Be no member any more. The call may be repeated without harm."""

    @abstractmethod
    async def standing(self) -> Standing:
        """Return the level and every living member."""

    @abstractmethod
    async def raise_level(self, to: int) -> Standing:
        """Raise the level, for good, and return what the store stands at then.

        Raises:
            LevelTooHigh: a living member cannot go so high; nothing has changed.
            ValueError: the store is at a higher level already; it is never lowered.
        """
