"""Rate limits of calls and computing time, per token and per address; counted in this process.

Every call counts as one. Calls that compute longer than ordinary ones are charged for the rest, in milliseconds, as
they go on; sending a game's history is charged, too. A caller who has used up a limit waits until it has recovered.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from podesta_service.problems import TOO_MANY_REQUESTS, Refusal, refuse, sentence
from podesta_service.settings import Settings
from podesta_service.telemetry.words import LimitedBy

WINDOW = 10
"""Seconds over which a rate is averaged: the calls of this many seconds may arrive at once."""
_HAIR = 1e-6
"""Seconds of tolerance, so that rounding refuses no call."""
_REMEMBERED = 100_000
"""Number of callers of each sort with a debt that are stored; the least recent is forgotten first."""
_FEW = 1_000
"""Number of callers of each sort without a debt that are stored."""
_AT_ONCE = 2
"""Maximum callers without debt that one call forgets: more than one, so that all are eventually forgotten."""

Refused = Callable[[str], object]
_V6_NETWORK = 64
"""The prefix length of an IPv6 network that counts as one caller: a household or a machine has all of it."""
GUESSES: LimitedBy = "guesses"


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
        """Count a call and return 0 if it is allowed, otherwise return the seconds until it is."""
        now = self._clock()
        empty_at = max(self._empty_at.get(caller, now), now) + self._gap
        wait = empty_at - now - self._window
        if wait > _HAIR:
            self.refused(self.name)
            return wait
        known = self._empty_at
        known[caller] = empty_at
        known.move_to_end(caller)
        if len(known) > _FEW:
            self._forget(now)
        return 0.0

    def peek(self, caller: Hashable) -> float:
        """The value that `take` would return; only refused calls are counted."""
        now = self._clock()
        wait = max(self._empty_at.get(caller, now) - now, 0.0) + self._gap - self._window
        if wait > _HAIR:
            self.refused(self.name)
            return wait
        return 0.0

    def owed(self, caller: Hashable) -> float:
        """Seconds until an overdrawn caller has something left again; 0 if it has now."""
        empty_at = self._empty_at.get(caller)
        owed = 0.0 if empty_at is None else empty_at - self._clock() - self._window
        return owed if owed > _HAIR else 0.0

    def charge(self, caller: Hashable, amount: float) -> None:
        """Charge what has already been used, even beyond the limit; the debt is at most one window."""
        now = self._clock()
        empty_at = max(self._empty_at.get(caller, now), now) + amount * self._gap
        self._empty_at[caller] = min(empty_at, now + 2 * self._window)
        self._empty_at.move_to_end(caller)
        if len(self._empty_at) > _FEW:
            self._forget(now)

    def told(self, caller: Hashable) -> str:
        """What a caller has left, and the seconds until full recovery, as an item of the header RateLimit."""
        full_in = self._empty_at.get(caller, 0.0) - self._clock()
        if full_in <= 0:
            return self._full
        left = max(0, int((self._window - full_in + _HAIR) / self._gap))
        return f'"{self.name}";r={left};t={math.ceil(full_in - _HAIR)}'

    def _forget(self, now: float) -> None:
        """Forget the least recent callers without debt: they are treated like new ones anyway."""
        known = self._empty_at
        if len(known) > _REMEMBERED:
            known.popitem(last=False)
        for _ in range(_AT_ONCE):
            if next(iter(known.values())) >= now:
                return
            known.popitem(last=False)


_LONGEST = 64
"""Characters of a forwarded address that are read."""
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
    refusal = refuse(TOO_MANY_REQUESTS, "limit-used-up", limit=sentence(f"limits.{key}"))
    refusal.retry_after = wait
    return refusal


def network(address: str) -> str:
    """The key of one caller: an IPv4 address, the network of an IPv6 address, anything else unchanged but cut short.

    A port after it, which some proxies add, is ignored.
    """
    return _network(address.strip()[:_LONGEST])


@lru_cache(maxsize=10_000)
def _network(address: str) -> str:
    try:
        found = ip_address(_without_port(address))
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or ip_network((found, _V6_NETWORK), strict=False).network_address)
    return str(found)


def _without_port(address: str) -> str:
    """`192.0.2.1` of `192.0.2.1:4711`, `2001:db8::1` of `[2001:db8::1]:4711`, and without a zone."""
    if address.startswith("["):
        return address[1:].partition("]")[0].partition("%")[0]
    host, colon, port = address.partition(":")
    return host if colon and port.isdigit() else address.partition("%")[0]


@lru_cache(maxsize=10_000)
def within(address: str, networks: tuple[str, ...]) -> bool:
    """Whether an address is in one of the networks."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return any(found in ip_network(each, strict=False) for each in networks)
