"""The queue of updates for one reader, and how long it waits for them."""

from __future__ import annotations

import asyncio
import math
from typing import Generic, TypeVar

T = TypeVar("T")


class UpdateQueue(Generic[T]):
    """Updates for one reader, oldest first, without a gap.

    A thousand queues are idle most of the time, so it is small: `asyncio.Queue` has four empty deques of 760 bytes
    each. One timer serves many waits, as one each would cost as much as the updates.
    """

    __slots__ = ("_loop", "_said", "_timer", "_until", "_waiting")

    def __init__(self) -> None:
        self._loop, self._said = asyncio.get_running_loop(), list[T]()
        self._waiting: asyncio.Future[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._until = math.inf

    def __len__(self) -> int:
        return len(self._said)

    def put(self, said: T) -> None:
        """Add an update."""
        self._said.append(said)
        self._wake()

    def clear(self) -> None:
        """Drop everything still queued."""
        self._said.clear()

    async def take(self, patience: float | None) -> T | None:
        """The next update; None if none arrives within this many seconds."""
        if not self._said:
            self._waiting = self._loop.create_future()
            self._until = math.inf if patience is None else self._loop.time() + patience
            if self._until < math.inf and (self._timer is None or self._timer.when() > self._until):
                self._arm()
            try:
                await self._waiting
            finally:
                self._waiting = None
        return self._said.pop(0) if self._said else None

    def close(self) -> None:
        """Cancel the timer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def _arm(self) -> None:
        self.close()
        self._timer = self._loop.call_at(self._until, self._look)

    def _look(self) -> None:
        """Time out a wait, unless it is long over and another one has begun."""
        self._timer = None
        if self._loop.time() >= self._until:
            self._wake()
        elif self._waiting is not None and self._until < math.inf:
            self._arm()
