"""Leaky buckets: how much each caller has left of something that comes back by and by."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Hashable

WINDOW = 10
"""Seconds that a rate is averaged over: so many seconds' calls may come at once."""
_HAIR = 1e-6
"""Seconds that rounding may cost nobody a call."""
_REMEMBERED = 100_000
"""Callers of each sort who owe something; whoever was away longest is forgotten first."""
_FEW = 1_000
"""Callers of each sort who are remembered even so."""
_AT_ONCE = 2
"""Callers who owe nothing that a call forgets, at most: more than come, so all are forgotten in the end."""

Refused = Callable[[str], object]


class Buckets:
    """A leaky bucket for every caller: `rate` calls (or milliseconds) a second on average over a window, above 0."""

    def __init__(
        self, name: str, rate: float, clock: Callable[[], float], refused: Refused = str, window: float = WINDOW
    ) -> None:
        self.name, self.quota, self.refused, self._window = name, math.floor(rate * window), refused, window
        self._gap = 1 / rate
        self._clock = clock
        self._full = f'"{name}";r={self.quota};t=0'
        self._empty_at: OrderedDict[Hashable, float] = OrderedDict()

    def take(self, caller: Hashable) -> float:
        """Count a call, if it is allowed: 0. Else the seconds until it is."""
        now = self._clock()
        empty_at = max(self._empty_at.get(caller, now), now) + self._gap
        wait = empty_at - now - self._window
        if wait > _HAIR:
            self.refused(self.name)
            return wait
        self._remember(caller, empty_at, now)
        return 0.0

    def peek(self, caller: Hashable) -> float:
        """What `take` would return; nothing is counted but a refusal."""
        now = self._clock()
        wait = max(self._empty_at.get(caller, now) - now, 0.0) + self._gap - self._window
        if wait > _HAIR:
            self.refused(self.name)
            return wait
        return 0.0

    def owed(self, caller: Hashable) -> float:
        """Seconds until a caller who has used up more than there was has something left; 0: it has."""
        empty_at = self._empty_at.get(caller)
        owed = 0.0 if empty_at is None else empty_at - self._clock() - self._window
        return owed if owed > _HAIR else 0.0

    def charge(self, caller: Hashable, amount: float) -> None:
        """Take what has been used already, even if there was not so much; at most a window is owed."""
        now = self._clock()
        empty_at = max(self._empty_at.get(caller, now), now) + amount * self._gap
        self._remember(caller, min(empty_at, now + 2 * self._window), now)

    def told(self, caller: Hashable) -> str:
        """What a caller has left, and the seconds until all is back, as an item of the header RateLimit."""
        full_in = self._empty_at.get(caller, 0.0) - self._clock()
        if full_in <= 0:
            return self._full
        left = max(0, int((self._window - full_in + _HAIR) / self._gap))
        return f'"{self.name}";r={left};t={math.ceil(full_in - _HAIR)}'

    def _remember(self, caller: Hashable, empty_at: float, now: float) -> None:
        known = self._empty_at
        known[caller] = empty_at
        known.move_to_end(caller)
        if len(known) > _FEW:
            self._forget(now)

    def _forget(self, now: float) -> None:
        """Forget those who were away longest, as far as they owe nothing: of a stranger no less is known."""
        known = self._empty_at
        if len(known) > _REMEMBERED:
            known.popitem(last=False)
        for _ in range(_AT_ONCE):
            if next(iter(known.values())) >= now:
                return
            known.popitem(last=False)
