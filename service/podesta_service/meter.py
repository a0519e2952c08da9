"""What work costs: whoever it is done for pays for the time in which it keeps the event loop, to the microsecond."""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine, Generator
from contextvars import ContextVar
from types import coroutine
from typing import Any, Protocol, TypeVar

clock = time.perf_counter
LONGEST = 1.0
"""Seconds without a pause that are paid for, at most. Work is done in slices of a millisecond or so; what takes longer
than this is a process that did not get its core, or its memory, and no caller owes that."""
T = TypeVar("T")


def now() -> float:
    """Seconds by the clock that work is measured by."""
    return clock()


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

    __slots__ = ("_spent", "caller", "running", "since")

    def __init__(self, caller: Caller | None = None) -> None:
        self.caller: Caller = caller or Nobody()
        self.running = False
        """Whether the task computes now: then no other does. To ask which task runs costs more than the rest of it."""
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
        self.caller.pay(min(lasted, LONGEST))

    @property
    def total(self) -> float:
        """Seconds of computing so far."""
        return self._spent + clock() - self.since


_METER: ContextVar[Meter | None] = ContextVar("meter", default=None)


def metering() -> Meter | None:
    """The meter of the task that runs; None where nobody counts."""
    meter = _METER.get()
    return meter if meter and meter.running else None  # a task that was begun by the metered one has its meter, too


async def metered(work: Coroutine[Any, Any, T], caller: Caller) -> T:
    """Do work for a caller, who pays for it as it goes on."""
    meter = Meter(caller)
    before = _METER.set(meter)
    try:
        return await _driven(work, meter)
    finally:
        _METER.reset(before)


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
        meter.running, meter.since = True, clock()
        try:
            awaited = step(given)
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return]
        finally:
            given = None  # an error that was thrown in knows this frame
            meter.running = False
            meter.pause()
        try:
            given, step = (yield awaited), work.send
        except BaseException as error:  # noqa: BLE001  what is thrown in is for the work to see
            given, step = error, work.throw
