"""Endpoints as this process knows them: how many attempts each bears at a time, and which rest because they failed.

So a receiver that is down costs little, however many games wait for it, and keeps no other's notices waiting.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from cachetools import LRUCache

AT_ONCE = 64
"""Attempts at the same time."""
AT_ONCE_EACH = 8
"""Attempts at the same time that go to one host."""
SOON = 250
"""Milliseconds after which it is looked again whether there is room."""
LONGEST = 900_000
"""Milliseconds between two attempts, at most."""
_LONGEST_REST = 60_000
_REMEMBERED = 10_000


def backoff(failures: int, longest: int = LONGEST) -> int:
    """Milliseconds to wait after so many failures: a second, then twice as long each time, give or take a tenth."""
    return int(min(1000 * 2 ** min(failures - 1, 30), longest) * random.uniform(0.9, 1.1))


class Endpoints:
    """What this process has seen of receivers; `now` gives ms since 1970."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._busy: Counter[str] = Counter()
        self._resting: LRUCache[str, tuple[int, int]] = LRUCache(_REMEMBERED)

    def wait(self, url: str) -> int:
        """Milliseconds until an attempt may be made; 0: now."""
        _, until = self._resting.get(url, (0, 0))
        if until > self._now():
            return until - self._now()
        crowded = self._busy.total() >= AT_ONCE or self._busy[_host(url)] >= AT_ONCE_EACH
        return SOON if crowded else 0

    @contextmanager
    def attempt(self, url: str) -> Iterator[None]:
        """For the time of a block, an attempt is made."""
        self._busy[_host(url)] += 1
        try:
            yield
        finally:
            self._busy[_host(url)] -= 1
            self._busy += Counter()

    def done(self, url: str, delivered: bool) -> None:
        """An attempt has succeeded or failed."""
        if delivered:
            self._resting.pop(url, None)
            return
        failures = self._resting.get(url, (0, 0))[0] + 1
        self._resting[url] = failures, self._now() + backoff(failures, _LONGEST_REST)


def _host(url: str) -> str:
    return urlsplit(url).netloc.lower()
