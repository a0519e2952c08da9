"""The time that decides: the store's, as each process receives it with its heartbeats. No call asks for it."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from podesta_engines.game.events import TimeGivenBack
from podesta_eventstore import Beat

STALE = 3.0
"""Seconds after which a beat is too old: an outage may have begun and ended since, unnoticed."""


_steady: Callable[[], float] = partial(time.clock_gettime, getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))
"""Seconds since this machine started, including time asleep. Without CLOCK_BOOTTIME, as on macOS, CLOCK_MONOTONIC
counts that too."""


class Clock:
    """A clock that is always right, such as one that tests set by hand.

    `now` returns seconds since 1970, `steady` seconds since an arbitrary moment.
    """

    known = True
    """Whether anything may be decided by it: that a seat is late, or a game abandoned."""
    away: tuple[TimeGivenBack, ...] = ()
    """The outages of the service, oldest first."""

    def __init__(self, now: Callable[[], float] = time.time, steady: Callable[[], float] = _steady) -> None:
        self._now, self.steady = now, steady

    def __call__(self) -> float:
        """Seconds since 1970."""
        return self._now()

    def hear(self, _sent: float, _beat: Beat, away: tuple[TimeGivenBack, ...] = ()) -> None:
        """Set the outages of the service, oldest first."""
        self.away = away


class StoreClock(Clock):
    """The store's clock, as of the newest beat and continued by `steady`.

    Between two beats it runs on for `STALE` seconds at most. Its error is less than a beat's round trip. This machine's
    wall clock does not matter.
    """

    def __init__(self, steady: Callable[[], float] = _steady) -> None:
        super().__init__(steady=steady)
        self._ahead, self._heard = 0.0, float("-inf")

    def __call__(self) -> float:
        """Seconds since 1970."""
        steady, heard = self.steady(), self._heard
        if not heard <= steady <= heard + STALE:
            steady = min(max(steady, heard), heard + STALE)
        return steady + self._ahead

    @property
    def known(self) -> bool:  # type: ignore[override]
        """Whether a beat has been received recently."""
        return 0 <= self.steady() - self._heard <= STALE

    def hear(self, sent: float, beat: Beat, away: tuple[TimeGivenBack, ...] = ()) -> None:
        """Set the clock by a beat that was requested at `sent`, as `steady` counts.

        The store's time was read between then and now. Within these bounds the clock stays unchanged, so that it does
        not waver with the round trips.
        """
        self._heard, at = self.steady(), beat.now / 1000
        self._ahead = min(max(self._ahead, at - self._heard), at + 0.001 - sent)
        super().hear(sent, beat, away)
