"""Bytes that this process holds for callers: large requests, and responses until they have been read.

They are counted by address, before the work begins. What does not fit waits for a while, the addresses in turn, or is
refused.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress

from podesta_service.problems import TOO_MANY_REQUESTS, Refusal, refuse

from .time_slices import check_room

SMALL = 16 * 1024
"""Bytes up to which nothing is counted: the limit of open calls bounds these."""
LONGEST_WAIT = 10.0
"""Seconds that a call may wait for room."""
_RETRY_SECONDS = 1.0
_Waiting = deque[tuple["asyncio.Future[None]", int]]


class Holdings:
    """The bytes held by each address, at most `most_of_one`, and by all of them, at most `most`."""

    def __init__(self, most_of_one: int, most: int) -> None:
        self._most_of_one, self._most = most_of_one, most
        self.held: Counter[str] = Counter()
        """Bytes by address."""
        self._waiting: dict[str, _Waiting] = {}

    def over(self, address: str) -> Refusal | None:
        """The refusal of a call if the unread responses of its address take twice its share."""
        return _refusal() if self.held[address] >= 2 * self._most_of_one else None

    def add(self, address: str, size: int) -> None:
        """Count bytes that are there already."""
        self.held[address] += size

    def drop(self, address: str, size: int) -> None:
        """Release bytes, and start the waiting calls that now fit."""
        self.held[address] -= size
        if not self.held[address]:
            del self.held[address]
        self._let_in()

    @contextmanager
    def given(self, address: str, size: int) -> Iterator[None]:
        """Hold what an address has sent, for the duration of a block; raises Refusal if it does not fit."""
        if size <= SMALL:
            yield
            return
        if not self._fits(address, size):
            raise _refusal()
        self.add(address, size)
        try:
            yield
        finally:
            self.drop(address, size)

    @asynccontextmanager
    async def room(self, address: str, size: int) -> AsyncIterator[None]:
        """Reserve room for the output of a block, waiting if necessary; raises Refusal if there is none in time."""
        size = min(size, self._most_of_one)
        await self._wait(address, size)
        try:
            yield
        finally:
            self.drop(address, size)

    def _fits(self, address: str, size: int) -> bool:
        return self.held[address] + size <= self._most_of_one and self.held.total() + size <= self._most

    async def _wait(self, address: str, size: int) -> None:
        """Wait until some bytes fit, behind earlier calls of the same address, and count them; raises Refusal."""
        if address not in self._waiting and self._fits(address, size):
            self.add(address, size)
            return
        check_room(len(self._waiting.get(address, ())))
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, deque()).append((turn, size))
        try:
            await asyncio.wait_for(asyncio.shield(turn), LONGEST_WAIT)
        except TimeoutError:
            self._give_up(address, turn, size)
            raise _refusal() from None
        except asyncio.CancelledError:
            self._give_up(address, turn, size)
            raise

    def _give_up(self, address: str, turn: asyncio.Future[None], size: int) -> None:
        """Stop waiting, and release any bytes granted in the meantime."""
        if turn.done():
            self.drop(address, size)
            return
        line = self._waiting[address]
        with suppress(ValueError):
            line.remove((turn, size))
        if not line:
            del self._waiting[address]

    def _let_in(self) -> None:
        """Start the waiting calls that fit, each address in its turn."""
        for address in list(self._waiting):
            line = self._waiting[address]
            if not self._fits(address, line[0][1]):
                continue
            turn, size = line.popleft()
            self.add(address, size)
            turn.set_result(None)
            del self._waiting[address]  # it goes behind the others from now on
            if line:
                self._waiting[address] = line


def _refusal() -> Refusal:
    refusal = refuse(TOO_MANY_REQUESTS, "bytes-held")
    refusal.retry_after = _RETRY_SECONDS
    return refusal
