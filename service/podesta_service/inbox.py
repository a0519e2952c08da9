"""What somebody has still to be told, and how long they wait for it."""

from __future__ import annotations

import asyncio
import math
from typing import Generic, TypeVar

T = TypeVar("T")


class Inbox(Generic[T]):
    """What one reader is told, oldest first, without a gap.

    A thousand of them stand idle most of the time, so it is small: `asyncio.Queue` has four empty deques of 760 bytes
    each. One timer serves many waits, for one each would cost as much as what is told.
    """

    __slots__ = ("_fires", "_loop", "_said", "_timer", "_until", "_waiting")

    def __init__(self) -> None:
        self._loop, self._said = asyncio.get_running_loop(), list[T]()
        self._waiting: asyncio.Future[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._until = self._fires = math.inf

    def __len__(self) -> int:
        return len(self._said)

    def put(self, said: T) -> None:
        """There is more to be told."""
        self._said.append(said)
        self._wake()

    def clear(self) -> None:
        """What has not been told yet is not told any more."""
        self._said.clear()

    async def take(self, patience: float | None) -> T | None:
        """What is told next; None when nothing comes for so many seconds."""
        if not self._said:
            await self._wait(math.inf if patience is None else self._loop.time() + patience)
        return self._said.pop(0) if self._said else None

    def close(self) -> None:
        """Nobody waits any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    async def _wait(self, until: float) -> None:
        self._waiting, self._until = self._loop.create_future(), until
        if until < math.inf and (self._timer is None or self._fires > until):
            self._arm()
        try:
            await self._waiting
        finally:
            self._waiting = None

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def _arm(self) -> None:
        self.close()
        self._fires = self._until
        self._timer = self._loop.call_at(self._until, self._look)

    def _look(self) -> None:
        """The wait that this was meant for may have been over long ago, and another one have begun."""
        self._timer = None
        if self._waiting is None or self._until == math.inf:
            return
        if self._loop.time() < self._until:
            self._arm()
        else:
            self._wake()
