"""Long work in slices: everything else on the event loop has its turn between two of them, and callers theirs.

What may take long asks for a `Breath` and awaits it after every bit of work. Up to a slice nothing happens; then the
work waits for its next turn. Turns are given one at a time, whatever waits: round robin by caller (the address), then
by whatever else the work belongs to. So nobody is slowed by how much another asks for.

A `Meter` counts what a call computes, to the microsecond: the time in which its coroutine holds the loop.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine, Generator, Hashable, Iterable, Sequence
from contextvars import Context, ContextVar
from itertools import islice
from types import coroutine
from typing import Any, Generic, Protocol, TypeVar

from .problems import TOO_MANY_REQUESTS, refuse

SLICE_SECONDS = 0.001
"""Computing between two breaths."""
QUIET_SECONDS = 0.0002
"""A round of the event loop that took no longer had no work for anybody else."""
MOST_ROUNDS = 8
"""Rounds of the event loop between two turns, at most."""
MOST_WAITING = 128
"""Calls of one address that may wait for a turn; more are refused."""
LONGEST_PAUSE = 1.0
"""Seconds between two looks whether somebody who waits is still there."""

clock = time.perf_counter
T = TypeVar("T")


class Left(asyncio.CancelledError):
    """Whoever asked for the work has left."""


class Caller(Protocol):
    """Whoever work is done for."""

    @property
    def address(self) -> str:
        """What turns are shared by."""

    def left(self) -> bool:
        """Whether nobody waits for the result any more."""

    def pay(self, seconds: float, sent: int = 0) -> None:
        """Take so much computing, and so many bytes, from the caller's budget."""

    def debt(self) -> float:
        """Seconds until the caller's budget allows more; 0: it does now."""


class Nobody:
    """The service itself: it pays nothing, and does not leave."""

    address = ""

    def left(self) -> bool:
        """It stays."""
        return False

    def pay(self, seconds: float, sent: int = 0) -> None:
        """There is nobody to pay."""

    def debt(self) -> float:
        """It owes nothing."""
        return 0.0


class Meter:
    """What one task computes for a caller."""

    __slots__ = ("_spent", "caller", "since", "task")

    def __init__(self, caller: Caller | None = None) -> None:
        self.caller: Caller = caller or Nobody()
        self.task = asyncio.current_task()
        self._spent = 0.0
        self.since = clock()
        """Since when the task has computed without a pause."""

    def resume(self) -> None:
        """The task computes from now on."""
        self.since = clock()

    def pause(self) -> None:
        """The task has computed until now: that is paid."""
        now = clock()
        lasted, self.since = now - self.since, now
        self._spent += lasted
        self.caller.pay(lasted)

    @property
    def total(self) -> float:
        """Seconds of computing so far."""
        return self._spent + clock() - self.since


_METER: ContextVar[Meter | None] = ContextVar("meter", default=None)


def metering() -> Meter | None:
    """The meter of the task that runs; None where nobody counts."""
    meter = _METER.get()
    return meter if meter and meter.task is asyncio.current_task() else None


async def metered(work: Coroutine[Any, Any, T], caller: Caller) -> T:
    """Do work for a caller, who pays for it as it goes on."""
    meter = Meter(caller)
    before = _METER.set(meter)
    try:
        return await _driven(work, meter)
    finally:  # the task knows its context, and that would know the task: a knot for the garbage collector
        _METER.reset(before)
        meter.task = None


def on_behalf(work: Callable[..., Coroutine[Any, Any, T]], *given: Any) -> Coroutine[Any, Any, T]:
    """Work for a task of its own, for the caller of the task that runs; it is not begun before that task is."""
    meter = metering()
    return _begun(meter.caller, work, *given) if meter else work(*given)


async def _begun(caller: Any, work: Callable[..., Coroutine[Any, Any, T]], *given: Any) -> T:
    return await metered(work(*given), caller)


@coroutine
def _driven(work: Coroutine[Any, Any, T], meter: Meter) -> Generator[Any, Any, T]:
    """Drive a coroutine: the meter runs while it does."""
    step, given = work.send, None
    while True:
        meter.resume()
        try:
            awaited = step(given)
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return]
        finally:
            given = None  # an error that was thrown in knows this frame
            meter.pause()
        try:
            given, step = (yield awaited), work.send
        except BaseException as error:  # noqa: BLE001  what is thrown in is for the work to see
            given, step = error, work.throw


class Breath:
    """One piece of long work; `await breath()` after every bit of it. `spent` are seconds it has computed."""

    def __init__(self, turns: Turns, owner: Sequence[Hashable]) -> None:
        self._turns, self._meter = turns, metering() or Meter()
        self._way = (self._meter.caller.address, *owner)
        self._began = self._meter.total

    @property
    def spent(self) -> float:
        """Seconds of computing since the work began."""
        return self._meter.total - self._began

    async def __call__(self) -> None:
        """Go on at once, or after a breath when a slice is over; raises Left."""
        if self._turns.lasting(self._meter.since) >= SLICE_SECONDS:
            await self.rest()

    async def begin(self) -> None:
        """Wait for the first turn, before work that is known to take long; raises Refusal when too many wait."""
        self._turns.check_room(self._way)
        await self.rest()

    async def rest(self) -> None:
        """Wait for the next turn; raises Left."""
        self._meter.pause()
        await self._turns.next(self._way)
        self._meter.resume()
        self._check_there()

    async def deliver(self, sent: int) -> None:
        """Take a breath after so many bytes for a follower that catches up: one beyond its budget waits, and is not
        refused; raises Left."""
        self._meter.caller.pay(0.0, sent)
        await self()
        while (debt := self._meter.caller.debt()) > 0:
            self._meter.pause()
            await asyncio.sleep(min(debt, LONGEST_PAUSE))
            self._meter.resume()
            self._check_there()

    def pay(self, sent: int) -> None:
        """Charge the caller for so many bytes."""
        self._meter.caller.pay(0.0, sent)

    def _check_there(self) -> None:
        if self._meter.caller.left():
            raise Left

    async def through(self, steps: Iterable[T]) -> list[T]:
        """Everything that comes out of some steps, with a breath after each; raises Left."""
        found = []
        for each in steps:
            found.append(each)
            await self()
        return found

    async def work(self, steps: Generator[object, None, T]) -> T:
        """What a generator returns at its end, with a breath wherever it yields; raises Left."""
        while True:
            try:
                next(steps)
            except StopIteration as done:
                return done.value  # type: ignore[no-any-return]
            await self()


class Turns:
    """Gives turns to long work, one at a time; between two, everything else has its own."""

    def __init__(self) -> None:
        self._rota: Rota[asyncio.Future[None]] = Rota()
        self._giving: asyncio.Task[None] | None = None
        self._round_since: float | None = None
        self.given = 0
        """Turns so far."""

    def breath(self, *owner: Hashable) -> Breath:
        """For a piece of long work of the task that runs; among its caller's, turns are shared by owner."""
        return Breath(self, owner)

    def lasting(self, since: float) -> float:
        """Seconds of long work in this round of the event loop, told by a piece of it that computes since then.

        Whatever the store answers at once is waited for by many: each would have a slice, and all of them together
        would be one long one.
        """
        if self._round_since is None:
            self._round_since = since
            asyncio.get_running_loop().call_soon(self._end_round)
        return clock() - self._round_since

    def _end_round(self) -> None:
        self._round_since = None

    def check_room(self, way: Sequence[Hashable]) -> None:
        """Refuse a call of a caller too many of whose calls wait already."""
        if self._rota.waiting(way[0]) >= MOST_WAITING:
            refusal = refuse(TOO_MANY_REQUESTS, f"{MOST_WAITING} calls of this address wait for their turn already")
            refusal.retry_after = LONGEST_PAUSE
            raise refusal

    async def next(self, way: Sequence[Hashable]) -> None:
        """Wait for a turn, which lasts until the task awaits something."""
        turn = asyncio.get_running_loop().create_future()
        self._rota.add(way, turn)
        if self._giving is None:
            self._giving = asyncio.create_task(self._give(), name="turns", context=Context())
        await turn

    async def _give(self) -> None:
        try:
            while self._rota:
                turn = self._rota.pop()
                if not turn.done():
                    self.given += 1
                    turn.set_result(None)
                    await _quiet()
        finally:
            self._giving = None


async def _quiet() -> None:
    """Return when the others have nothing to do, or have had their turn often enough."""
    for _ in range(MOST_ROUNDS):
        began = clock()
        await asyncio.sleep(0)
        if clock() - began < QUIET_SECONDS:
            return


class Rota(Generic[T]):
    """Things in waiting, taken round robin: by the first part of their way, then by the next, then as they came."""

    def __init__(self) -> None:
        self._mine: deque[T] = deque()
        self._others: dict[Hashable, Rota[T]] = {}
        self._last: Hashable = None

    def __len__(self) -> int:
        return len(self._mine) + sum(map(len, self._others.values()))

    def __bool__(self) -> bool:
        return bool(self._mine or self._others)

    def waiting(self, first: Hashable) -> int:
        """How many things wait whose way begins like this."""
        return len(self._others.get(first, ()))

    def add(self, way: Sequence[Hashable], thing: T) -> None:
        """Let a thing wait."""
        if way:
            self._others.setdefault(way[0], Rota()).add(way[1:], thing)
        else:
            self._mine.append(thing)

    def pop(self) -> T:
        """The thing whose turn it is; raises ValueError if there is none."""
        if self._mine:
            return self._mine.popleft()
        first, *others = islice(self._others, 2)
        if others and first == self._last:  # whoever has come since goes first
            first = others[0]
        self._last, branch = first, self._others.pop(first)
        thing = branch.pop()
        if branch:
            self._others[first] = branch
        return thing
