"""Endpoints as this process knows them: how many attempts run for each, and which ones rest after failures.

So a receiver that is down costs little, however many games wait for it, and delays no other's notices.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from cachetools import LRUCache

from podesta_service.fairness.accounts import Holdings
from podesta_service.fairness.turns import RETRY_SECONDS
from podesta_service.problems import TOO_MANY_REQUESTS, Refusal, refuse

AT_ONCE = 64
"""Attempts at the same time."""
AT_ONCE_EACH = 8
"""Attempts of one owner at the same time to one host."""
AT_ONCE_OWNER = 16
"""Attempts of one owner at the same time."""
SOON = 250
"""Milliseconds after which to check again for room."""
LONGEST = 900_000
"""Maximum milliseconds between two attempts."""
_LONGEST_REST = 60_000
_REMEMBERED = 10_000


def backoff(failures: int, longest: int = LONGEST) -> int:
    """Milliseconds to wait after this many failures: a second, then twice as long each time, give or take a tenth."""
    return int(min(1000 * 2 ** min(failures - 1, 30), longest) * random.uniform(0.9, 1.1))


def busy() -> Refusal:
    """The refusal of a call for which webhooks leave no room at the moment."""
    return refuse(TOO_MANY_REQUESTS, "webhooks-busy").after(RETRY_SECONDS)


class Endpoints:
    """The state of receivers in this process, by the owner of a webhook; `now` returns ms since 1970.

    Owners share the attempts: the fewer are left, the fewer each may have. One owner's failing receiver affects no
    other, even at the same address.
    """

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._owners, self._hosts = Holdings(AT_ONCE_OWNER, AT_ONCE), Holdings(AT_ONCE_EACH)
        self._resting: LRUCache[tuple[str, str], tuple[int, int]] = LRUCache(_REMEMBERED)

    def wait(self, url: str, owner: str) -> int:
        """Milliseconds until an attempt may be made; 0: now."""
        _, until = self._resting.get((owner, url), (0, 0))
        if until > self._now():
            return until - self._now()
        return SOON if self.crowded(url, owner) else 0

    def crowded(self, url: str, owner: str) -> bool:
        """Whether an owner has as many attempts under way as it may, in all or to a host."""
        left = AT_ONCE - self._owners.total
        share = min(AT_ONCE_OWNER, left // 2 + 1) if left > 0 else 0
        return self._owners.held[owner] >= share or self._hosts.held[owner, _host(url)] >= AT_ONCE_EACH

    @contextmanager
    def attempt(self, url: str, owner: str) -> Iterator[None]:
        """Count an attempt for the time of a block."""
        host = owner, _host(url)
        self._owners.add(owner)
        self._hosts.add(host)
        with self._owners.during(owner), self._hosts.during(host):
            yield

    def done(self, url: str, owner: str, delivered: bool, retry_after: int = 0) -> None:
        """Record that an attempt succeeded or failed, and for how many seconds the receiver asks to be left alone."""
        if delivered:
            self._resting.pop((owner, url), None)
            return
        failures = self._resting.get((owner, url), (0, 0))[0] + 1
        rest = max(backoff(failures, _LONGEST_REST), 1000 * retry_after)
        self._resting[owner, url] = failures, self._now() + rest


def _host(url: str) -> str:
    return urlsplit(url).netloc.lower()
