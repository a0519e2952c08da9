"""Long work in slices: between two of them everything else on the event loop runs, and callers take turns.

Long work asks for a `TimeSlice` and awaits it after every small part. Within a slice that does nothing; then the work
waits for its next turn. Turns are given one at a time: round robin by caller (the address), then by the owner of the
work. So no caller is slowed by how much another asks for, and each pays, to the microsecond, for the time in which its
work blocks the event loop.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Coroutine, Generator, Hashable, Iterable, Sequence
from contextvars import Context, ContextVar
from types import coroutine
from typing import Any, TypeVar

from .turns import RoundRobin, check_room

SLICE_SECONDS = 0.001
"""Seconds of computing between two pauses."""
QUIET_SECONDS = 0.0002
"""A round of the event loop that took no longer than this had no other work."""
MOST_ROUNDS = 8
"""Maximum rounds of the event loop between two turns."""
LONGEST_PAUSE = 1.0
"""Seconds between two checks that a waiting caller is still connected."""
LONGEST = 1.0
"""Maximum uninterrupted computing that is charged, in seconds. Work is done in slices of about a millisecond; if one
takes longer than this, the process was waiting for its core or its memory, which is no caller's fault."""
clock = time.perf_counter
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
        check_room(self._turns.rota.waiting(self._way[0]))
        await self.rest()

    async def rest(self) -> None:
        """Wait for the next turn; raises CallerLeft."""
        await self._meter.idle(self._turns.next(self._way))

    async def deliver(self, sent: int) -> None:
        """Pause after bytes for a follower that catches up, until its budget allows more; raises CallerLeft."""
        self.pay(sent)
        await self()
        while (debt := self._meter.caller.debt()) > 0:
            await self._meter.idle(asyncio.sleep(min(debt, LONGEST_PAUSE)))

    def pay(self, sent: int) -> None:
        """Charge the caller for bytes."""
        self._meter.caller.pay(0.0, sent)

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
        self.rota: RoundRobin[asyncio.Future[None]] = RoundRobin()
        """The work that waits for a turn."""
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

    async def next(self, way: Sequence[Hashable]) -> None:
        """Wait for a turn, which lasts until the task awaits something."""
        turn = asyncio.get_running_loop().create_future()
        self.rota.add(way, turn)
        if self._giving is None:
            self._giving = asyncio.create_task(self._give(), name="turns", context=Context())
        await turn

    async def _give(self) -> None:
        try:
            while turn := self.rota.pop():
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


# -- what work costs ---------------------------------------------------------------------------------------------------


def now() -> float:
    """The clock that work is measured by, in seconds."""
    return clock()


class Payer:
    """The caller for whom work is done; without one it is the service itself, which never leaves and owes nothing."""

    address = ""
    """The key by which time slices are shared."""

    def left(self) -> bool:
        """Whether the caller has disconnected."""
        return False

    def pay(self, seconds: float, sent: int = 0) -> None:
        """Charge seconds of computing, and bytes, to the caller's budget."""

    def debt(self) -> float:
        """Seconds until the caller's budget allows more; 0: now."""
        return 0.0


class CpuMeter:
    """Measures the computing of one task for a caller."""

    __slots__ = ("_spent", "caller", "running", "since")

    def __init__(self, caller: Payer | None = None) -> None:
        self.caller = caller or Payer()
        self.running = False
        """Whether the task is computing now, so that no other is: cheaper than asking which task runs."""
        self._spent = 0.0
        self.since = clock()
        """Since when the task has computed without a pause."""

    async def idle(self, pause: Awaitable[object]) -> None:
        """Wait without being charged; raises CallerLeft."""
        self.pause()
        await pause
        self.since = clock()
        if self.caller.left():
            raise CallerLeft

    def pause(self) -> None:
        """Charge the time since the task began to compute."""
        now = clock()
        lasted, self.since = now - self.since, now
        self._spent += lasted
        self.caller.pay(min(lasted, LONGEST))

    @property
    def total(self) -> float:
        """Seconds of computing so far."""
        return self._spent + clock() - self.since


_METER: ContextVar[CpuMeter | None] = ContextVar("meter", default=None)


def metering() -> CpuMeter | None:
    """The meter of the current task; None if it has none."""
    meter = _METER.get()
    return meter if meter and meter.running else None  # a child task inherits the meter


def on_behalf(work: Callable[..., Coroutine[Any, Any, T]], *given: Any) -> Coroutine[Any, Any, T]:
    """Run work in a task of its own, for the caller of the current task; it starts after the current one yields."""
    meter = metering()
    return _begun(meter.caller, work, *given) if meter else work(*given)


async def _begun(caller: Any, work: Callable[..., Coroutine[Any, Any, T]], *given: Any) -> T:
    return await metered(work(*given), caller)


@coroutine
def metered(work: Coroutine[Any, Any, T], caller: Payer) -> Generator[Any, Any, T]:
    """Run a coroutine for a caller, who pays as it runs."""
    meter, step, given = CpuMeter(caller), work.send, None
    before = _METER.set(meter)
    try:
        while True:
            meter.running, meter.since = True, clock()
            try:
                awaited = step(given)
            except StopIteration as done:
                return done.value  # type: ignore[no-any-return]
            finally:
                given = None  # a thrown error refers to this frame
                meter.running = False
                meter.pause()
            try:
                given, step = (yield awaited), work.send
            except BaseException as error:  # noqa: BLE001  the work handles what is thrown in
                given, step = error, work.throw
    finally:
        _METER.reset(before)
