"""The CPU meter: a caller pays, to the microsecond, for the time in which its work blocks the event loop."""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine, Generator
from contextvars import ContextVar
from types import coroutine
from typing import Any, TypeVar

clock = time.perf_counter
LONGEST = 1.0
"""Maximum uninterrupted computing that is charged, in seconds. Work is done in slices of about a millisecond; if one
takes longer than this, the process was waiting for its core or its memory, which is no caller's fault."""
T = TypeVar("T")


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

    def resume(self) -> None:
        """Start measuring."""
        self.since = clock()

    def pause(self) -> None:
        """Stop measuring, and charge the time."""
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
