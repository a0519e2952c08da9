"""An account of what each caller holds, bounded for one and for all; those beyond wait in turn, or are refused."""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import AsyncIterator, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager

from podesta_service.problems import TOO_MANY_REQUESTS, Refusal, refuse

from .turns import RETRY_SECONDS, Line

SMALL = 16 * 1024
"""Bytes up to which nothing is counted: the limit of open calls bounds these."""
LONGEST_WAIT = 10.0
"""Seconds that a call may wait for room."""


class Holdings:
    """What callers hold: at most `most_of_one` each, and `most` together. A bound is checked where it is counted."""

    def __init__(self, most_of_one: float, most: float = math.inf) -> None:
        self._most_of_one, self._most = most_of_one, most
        self.held: Counter[Hashable] = Counter()
        """How much each caller holds; those that hold nothing are left out."""
        self.total = 0
        """How much all hold."""
        self.line = Line()
        """Calls that wait for room."""

    def claim(self, caller: Hashable, size: int = 1) -> bool:
        """Count what a caller takes, if it fits; returns whether it does."""
        if self.held[caller] + size > self._most_of_one or self.total + size > self._most:
            return False
        self.add(caller, size)
        return True

    def add(self, caller: Hashable, size: int = 1) -> None:
        """Count what a caller has already."""
        self.held[caller] += size
        self.total += size

    def drop(self, caller: Hashable, size: int = 1) -> None:
        """Count what a caller gives back, and let in the calls that now fit."""
        self.held[caller] -= size
        self.total -= size
        if not self.held[caller]:
            del self.held[caller]
        if self._most < math.inf:
            self.line.go_on()
        else:
            self.line.go_on(caller)  # what it held was its own alone: no other can go on

    @contextmanager
    def during(self, caller: Hashable, size: int = 1) -> Iterator[None]:
        """Give back at the end of a block what was claimed before it."""
        try:
            yield
        finally:
            self.drop(caller, size)

    @asynccontextmanager
    async def turn(self, caller: Hashable, size: int = 1) -> AsyncIterator[None]:
        """Hold something during a block, once it fits and earlier calls of the caller have it; raises Refusal."""
        await self.line.wait(caller, lambda: self.claim(caller, size), lambda: self.drop(caller, size))
        with self.during(caller, size):
            yield


def lines() -> Holdings:
    """A line for every address: it does some of its work sequentially, however many calls it sends at once.

    Work that waits for the store resumes when the store has answered, and the store answers many calls at once: without
    a line the work of sixty calls would be one long block of the event loop.
    """
    return Holdings(1)


class HeldBytes(Holdings):
    """Bytes that this process holds for addresses: large requests, and responses until they have been read.

    They are counted before the work begins.
    """

    def over(self, address: str) -> Refusal | None:
        """The refusal of a call if the unread responses of its address take twice its share."""
        return _refusal() if self.held[address] >= 2 * self._most_of_one else None

    @contextmanager
    def given(self, address: str, size: int) -> Iterator[None]:
        """Hold what an address has sent, for the duration of a block; raises Refusal if it does not fit."""
        if size <= SMALL:
            yield
            return
        if not self.claim(address, size):
            raise _refusal()
        with self.during(address, size):
            yield

    @asynccontextmanager
    async def room(self, address: str, size: int) -> AsyncIterator[None]:
        """Reserve room for the output of a block, waiting if necessary; raises Refusal if there is none in time."""
        size = int(min(size, self._most_of_one))
        try:
            async with asyncio.timeout(LONGEST_WAIT):
                await self.line.wait(address, lambda: self.claim(address, size), lambda: self.drop(address, size))
        except TimeoutError:
            raise _refusal() from None
        with self.during(address, size):
            yield


def _refusal() -> Refusal:
    return refuse(TOO_MANY_REQUESTS, "bytes-held").after(RETRY_SECONDS)
