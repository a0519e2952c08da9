"""Long work in slices: between two of them everything else on the event loop runs, and callers take turns.

Long work asks for a `TimeSlice` and awaits it after every small part. Within a slice that does nothing; then the work
waits for its next turn. Turns are given one at a time: round robin by caller (the address), then by the owner of the
work. So no caller is slowed by how much another asks for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Generator, Hashable, Iterable, Sequence
from contextvars import Context
from typing import TypeVar

from .cpu_meter import CpuMeter, metering, now
from .turns import RoundRobin, check_room

SLICE_SECONDS = 0.001
"""Seconds of computing between two pauses."""
QUIET_SECONDS = 0.0002
"""A round of the event loop that took no longer than this had no other work."""
MOST_ROUNDS = 8
"""Maximum rounds of the event loop between two turns."""
LONGEST_PAUSE = 1.0
"""Seconds between two checks that a waiting caller is still connected."""

T = TypeVar("T")


class CallerLeft(asyncio.CancelledError):
    """The caller of the work has disconnected."""


class TimeSlice:
    """One piece of long work; `await breath()` after every small part. `spent` is the seconds it has computed."""

    def __init__(self, turns: Turns, owner: Sequence[Hashable]) -> None:
        self._turns, self._meter = turns, metering() or CpuMeter()
        self._way = (self._meter.caller.address, *owner)
        self._began = self._meter.total

    @property
    def spent(self) -> float:
        """Seconds of computing since the work began."""
        return self._meter.total - self._began

    async def __call__(self) -> None:
        """Continue at once, or after a pause when a slice is over; raises CallerLeft."""
        if self._turns.lasting(self._meter.since) >= SLICE_SECONDS:
            await self.rest()

    async def begin(self) -> None:
        """Wait for the first turn, before work that is known to take long; raises Refusal when too many wait."""
        check_room(self._turns.waiting(self._way[0]))
        await self.rest()

    async def rest(self) -> None:
        """Wait for the next turn; raises CallerLeft."""
        await self._off(self._turns.next(self._way))

    async def deliver(self, sent: int) -> None:
        """Pause after this many bytes for a follower that catches up: one beyond its budget waits, and is not
        refused; raises CallerLeft."""
        self._meter.caller.pay(0.0, sent)
        await self()
        while (debt := self._meter.caller.debt()) > 0:
            await self._off(asyncio.sleep(min(debt, LONGEST_PAUSE)))

    def pay(self, sent: int) -> None:
        """Charge the caller for bytes."""
        self._meter.caller.pay(0.0, sent)

    async def _off(self, pause: Awaitable[object]) -> None:
        """Wait without being charged; raises CallerLeft."""
        self._meter.pause()
        await pause
        self._meter.resume()
        if self._meter.caller.left():
            raise CallerLeft

    async def through(self, steps: Iterable[T]) -> list[T]:
        """Collect the results of some steps, with a pause after each; raises CallerLeft."""
        found = []
        for each in steps:
            found.append(each)
            await self()
        return found

    async def work(self, steps: Generator[object, None, T]) -> T:
        """Run a generator to its end and return its value, with a pause wherever it yields; raises CallerLeft."""
        while True:
            try:
                next(steps)
            except StopIteration as done:
                return done.value  # type: ignore[no-any-return]
            await self()


class Turns:
    """Gives turns to long work, one at a time; between two, everything else has its own."""

    def __init__(self) -> None:
        self._rota: RoundRobin[asyncio.Future[None]] = RoundRobin()
        self._giving: asyncio.Task[None] | None = None
        self._round_since: float | None = None
        self.given = 0
        """Turns so far."""

    def breath(self, *owner: Hashable) -> TimeSlice:
        """A time slice for long work of the current task; among its caller's, turns are shared by owner."""
        return TimeSlice(self, owner)

    def lasting(self, since: float) -> float:
        """Seconds of long work in this round of the event loop, reported by a piece of it that has computed since then.

        When the store answers, many pieces of work wake at once: each would have a slice, and all of them together
        would be one long one.
        """
        if self._round_since is None:
            self._round_since = since
            asyncio.get_running_loop().call_soon(self._end_round)
        return now() - self._round_since

    def _end_round(self) -> None:
        self._round_since = None

    def waiting(self, caller: Hashable) -> int:
        """How many pieces of work of a caller wait."""
        return self._rota.waiting(caller)

    async def next(self, way: Sequence[Hashable]) -> None:
        """Wait for a turn, which lasts until the task awaits something."""
        turn = asyncio.get_running_loop().create_future()
        self._rota.add(way, turn)
        if self._giving is None:
            self._giving = asyncio.create_task(self._give(), name="turns", context=Context())
        await turn

    async def _give(self) -> None:
        try:
            while turn := self._rota.pop():
                if not turn.done():
                    self.given += 1
                    turn.set_result(None)
                    await _quiet()
        finally:
            self._giving = None


async def _quiet() -> None:
    """Return when the others are idle, or have had their turn often enough."""
    for _ in range(MOST_ROUNDS):
        began = now()
        await asyncio.sleep(0)
        if now() - began < QUIET_SECONDS:
            return
