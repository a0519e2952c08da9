"""Buckets: what a caller may do in a time, by token and by address; counted in this process.

Every call counts as one. Calls that compute longer than ordinary ones are charged for the rest, in milliseconds, as
they go on; sending a game's history is charged, too. A caller who has used up a limit waits until it has recovered.
Quotas limit what an address may add to the store.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager

from podesta_service.problems import NOT_INVITED, QUOTA_USED_UP, TOO_MANY_REQUESTS, Refusal, refuse, sentence
from podesta_service.settings import Settings
from podesta_service.telemetry.words import LimitedBy

from .accounts import lines
from .addresses import network, within

WINDOW = 10
"""Seconds over which a rate is averaged: the calls of this many seconds may arrive at once."""
MINUTE, HOUR, DAY = 60, 3_600, 86_400
"""Seconds."""
_HAIR = 1e-6
"""Seconds of tolerance, so that rounding refuses no call."""
_REMEMBERED = 100_000
"""Number of callers of each sort with a debt that are stored; the least recent is forgotten first."""
_FEW = 1_000
"""Number of callers of each sort without a debt that are stored."""
_AT_ONCE = 2
"""Maximum callers without debt that one call forgets: more than one, so that all are eventually forgotten."""

Refused = Callable[[str], object]
GUESSES: LimitedBy = "guesses"


class Buckets:
    """A leaky bucket for every caller: `rate` calls (or milliseconds) a second on average over a window, above 0."""

    def __init__(
        self, name: str, rate: float, clock: Callable[[], float], refused: Refused = str, window: float = WINDOW
    ) -> None:
        self.name, self.quota, self.refused, self._window = name, math.floor(rate * window), refused, window
        self._gap, self._clock = 1 / rate, clock
        self._full = f'"{name}";r={self.quota};t=0'
        self._empty_at: OrderedDict[Hashable, float] = OrderedDict()

    def take(self, caller: Hashable, counted: bool = True) -> float:
        """Count a call and return 0 if it is allowed, otherwise the seconds until it is; it may be only asked for."""
        now = self._clock()
        empty_at = max(self._empty_at.get(caller, now), now) + self._gap
        if (wait := empty_at - now - self._window) > _HAIR:
            self.refused(self.name)
            return wait
        if counted:
            self._note(caller, empty_at, now)
        return 0.0

    def charge(self, caller: Hashable, amount: float) -> None:
        """Charge what has already been used, even beyond the limit; the debt is at most one window."""
        now = self._clock()
        empty_at = max(self._empty_at.get(caller, now), now) + amount * self._gap
        self._note(caller, min(empty_at, now + 2 * self._window), now)

    def owed(self, caller: Hashable) -> float:
        """Seconds until an overdrawn caller has something left again; 0 if it has now."""
        empty_at = self._empty_at.get(caller)
        owed = 0.0 if empty_at is None else empty_at - self._clock() - self._window
        return owed if owed > _HAIR else 0.0

    def told(self, caller: Hashable) -> str:
        """What a caller has left, and the seconds until full recovery, as an item of the header RateLimit."""
        full_in = self._empty_at.get(caller, 0.0) - self._clock()
        if full_in <= 0:
            return self._full
        left = max(0, int((self._window - full_in + _HAIR) / self._gap))
        return f'"{self.name}";r={left};t={math.ceil(full_in - _HAIR)}'

    def _note(self, caller: Hashable, empty_at: float, now: float) -> None:
        """Store when a bucket is empty, and forget the least recent callers without debt: like new ones."""
        known = self._empty_at
        known[caller] = empty_at
        known.move_to_end(caller)
        if len(known) > _REMEMBERED:
            known.popitem(last=False)
        for _ in range(_AT_ONCE if len(known) > _FEW else 0):
            if next(iter(known.values())) >= now:
                return
            known.popitem(last=False)


Page = list[tuple[Buckets, Hashable]]
"""The buckets in which something is counted, and the caller's key in them."""


class Limits:
    """The limits of one process.

    `clock` returns seconds, `refused` is called with the limit that a call exceeds, and `caller` maps a token to the
    caller that is counted: more tokens do not give more calls.
    """

    def __init__(
        self,
        settings: Settings,
        clock: Callable[[], float] = time.monotonic,
        refused: Refused = str,
        caller: Callable[[str], Hashable] = hash,
    ) -> None:
        def buckets(name: LimitedBy, rate: int) -> Buckets | None:
            return Buckets(name, rate, clock, refused) if rate else None

        self._calls = buckets("token", settings.token_calls), buckets("address", settings.address_calls)
        self._computing = (
            buckets("token-computing", settings.token_computing),
            buckets("address-computing", settings.address_computing),
        )
        self._caller, self._trusted = caller, tuple(settings.proxies)
        kept = [each for each in (*self._calls, *self._computing) if each]
        self.policy = ", ".join(f'"{each.name}";q={each.quota};w={WINDOW}' for each in kept)
        """The value of the header RateLimit-Policy; empty without limits. Computing time is in milliseconds."""

    def pages(self, token: str | None, address: str) -> tuple[Page, Page]:
        """The pages on which calls, and computing time, of a token and an address are counted."""
        who = self._caller(token) if token else None
        pages: tuple[Page, Page] = [], []
        for page, (of_token, of_address) in zip(pages, (self._calls, self._computing), strict=True):
            if of_token and who is not None:
                page.append((of_token, who))
            if of_address:
                page.append((of_address, address))
        return pages

    def read(self, address: str, seconds: float) -> None:
        """Charge an address for parsing its request, unless it is a trusted proxy's."""
        computing = self._computing[1]
        if computing and not within(address, self._trusted):
            computing.charge(address, seconds * 1000)

    def caller(self, peer: str, forwarded: str | None) -> str:
        """The address that a call came from: the last one on its way that is not a trusted proxy."""
        if not forwarded or not self._trusted:
            return network(peer)
        way = [network(each) for each in (*forwarded.split(","), peer)]
        return next((each for each in reversed(way) if not within(each, self._trusted)), way[0])


def refusal_of(name: str, wait: float) -> Refusal:
    """The refusal of a call beyond a limit, which may be retried after some seconds."""
    whose, _, computing = name.partition("-")
    key = "limit-of-invitations" if whose == GUESSES else f"{computing or 'limit'}-of-{whose}"
    return refuse(TOO_MANY_REQUESTS, "limit-used-up", limit=sentence(f"limits.{key}")).after(wait)


class Quota:
    """Numbers allowed in a period of seconds; the key of each says of what, and for whom. 0 means no limit."""

    def __init__(self, clock: Callable[[], float], **allowed: tuple[int, int]) -> None:
        kept = {key.replace("_", "-"): allow for key, allow in allowed.items() if allow[0]}
        self._buckets = [
            (number, Buckets(key, number / seconds, clock, window=seconds)) for key, (number, seconds) in kept.items()
        ]

    def take(self, caller: Hashable) -> None:
        """Count one; raises Refusal if it exceeds the quota."""
        for number, bucket in self._buckets:
            if wait := bucket.take(caller):
                said = sentence(f"quotas.{bucket.name}", number=number)
                raise refuse(QUOTA_USED_UP, "quota-used-up", quota=said, seconds=math.ceil(wait)).after(wait)


class Guesses:
    """Failed invitation attempts, counted by address; `clock` and `refused` are as for `Limits`."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic, refused: Refused = str) -> None:
        rate = settings.address_guesses
        self._bucket = Buckets(GUESSES, rate, clock, refused) if rate else None
        self._lines = lines()

    @asynccontextmanager
    async def trying(self, address: str) -> AsyncIterator[None]:
        """Count wrong invitations of an address during a block that tries one.

        An address tries one after another, so that each is checked against all before. Raises Refusal after too many.
        """
        async with self._lines.turn(address):
            if self._bucket and (wait := self._bucket.take(address, counted=False)):
                raise refusal_of(GUESSES, wait)
            try:
                yield
            except Refusal as error:
                if self._bucket and error.kind is NOT_INVITED:
                    self._bucket.take(address)
                raise
