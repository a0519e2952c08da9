"""Limits: how many calls a token, and an address, may make; counted in this process, for each by itself."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from typing import NamedTuple

from cachetools import LRUCache

from podesta_service.problems import NOT_INVITED, TOO_MANY_REQUESTS, Refusal, refuse
from podesta_service.settings import Settings

WINDOW = 10
"""Seconds that a rate is averaged over: so many seconds' calls may come at once."""
_HAIR = 1e-6
"""Seconds that rounding may cost nobody a call."""
_REMEMBERED = 100_000
"""Callers of each sort; whoever was away longest is forgotten first."""
_V6_NETWORK = 64
"""Bits of an IPv6 address that stand for one caller: a household or a machine has the rest to itself."""


Refused = Callable[[str], object]


class Allowance(NamedTuple):
    """What a caller has left: calls now, and the seconds until all are back. `wait` is above 0 when there is none."""

    name: str
    left: int
    seconds: float
    wait: float


class Buckets:
    """A leaky bucket for every caller: `rate` calls a second on average, above 0."""

    def __init__(self, name: str, rate: float, clock: Callable[[], float], refused: Refused = str) -> None:
        self.name, self.quota, self._refused = name, math.floor(rate * WINDOW), refused
        self._gap = 1 / rate
        self._clock = clock
        self._empty_at: LRUCache[Hashable, float] = LRUCache(_REMEMBERED)

    def take(self, caller: Hashable) -> Allowance:
        """Count a call, if it is allowed."""
        found = self.look(caller)
        if not found.wait:
            now = self._clock()
            self._empty_at[caller] = max(self._empty_at.get(caller, now), now) + self._gap
        return found

    def look(self, caller: Hashable) -> Allowance:
        """What a caller has left after one call more, which is not counted."""
        now = self._clock()
        empty_at = max(self._empty_at.get(caller, now), now)
        wait = empty_at + self._gap - now - WINDOW
        if wait > _HAIR:
            self._refused(self.name)
            return Allowance(self.name, 0, empty_at - now, wait)
        full_in = empty_at + self._gap - now
        return Allowance(self.name, math.floor((WINDOW - full_in + _HAIR) / self._gap), full_in, 0.0)


class Limits:
    """The limits of one process; `clock` gives seconds, `refused` is told whose limit a call is beyond.

    `caller` says whom a token stands for, which is who is counted: nobody has more calls by having more tokens.
    """

    def __init__(
        self,
        settings: Settings,
        clock: Callable[[], float] = time.monotonic,
        refused: Refused = str,
        caller: Callable[[str], Hashable] = hash,
    ) -> None:
        rates = {"token": settings.token_calls, "address": settings.address_calls}
        buckets = {name: Buckets(name, rate, clock, refused) for name, rate in rates.items() if rate}
        self._tokens, self._addresses = buckets.get("token"), buckets.get("address")
        guesses = settings.address_guesses
        self._guesses = Buckets("guesses", guesses, clock, refused) if guesses else None
        self._caller = caller
        self._trusted = tuple(settings.proxies)
        self.policy = ", ".join(f'"{each.name}";q={each.quota};w={WINDOW}' for each in buckets.values())
        """The value of the header RateLimit-Policy; empty without limits."""

    def take(self, token: str | None, address: str) -> list[Allowance]:
        """Count a call for its token and for its address, and tell what each has left."""
        taken = [self._tokens.take(self._caller(token))] if token and self._tokens else []
        return [*taken, self._addresses.take(address)] if self._addresses else taken

    def check(self, token: str | None, address: str) -> None:
        """Count a call; raises Refusal if it is one too many."""
        if refusal := refusal_of(self.take(token, address)):
            raise refusal

    @contextmanager
    def guessing(self, address: str) -> Iterator[None]:
        """For the time of a block, in which an invitation is tried: one that opens nothing is counted for its address.

        Raises Refusal where too many did.
        """
        if self._guesses and (refusal := refusal_of([self._guesses.look(address)])):
            raise refusal
        try:
            yield
        except Refusal as error:
            if self._guesses and error.kind is NOT_INVITED:
                self._guesses.take(address)
            raise

    def caller(self, peer: str, forwarded: str | None) -> str:
        """The address that a call came from: the last one on its way that is none of the trusted proxies."""
        if not forwarded or not self._trusted:
            return network(peer)
        way = [network(each) for each in (*forwarded.split(","), peer)]
        return next((each for each in reversed(way) if not _within(each, self._trusted)), way[0])


def refusal_of(allowances: list[Allowance]) -> Refusal | None:
    """The refusal of a call for which some caller had nothing left."""
    for name, _, _, wait in allowances:
        if wait > 0:
            refusal = refuse(TOO_MANY_REQUESTS, f"the limit of this {name} is used up; wait a little")
            refusal.retry_after = wait
            return refusal
    return None


def header(allowances: list[Allowance]) -> str:
    """The value of the header RateLimit."""
    return ", ".join(f'"{each.name}";r={each.left};t={math.ceil(each.seconds)}' for each in allowances)


@lru_cache(maxsize=10_000)
def network(address: str) -> str:
    """What stands for one caller: an IPv4 address, the network of an IPv6 one, anything else as it is."""
    try:
        found = ip_address(address.strip().strip("[]"))
    except ValueError:
        return address.strip()
    if isinstance(found, IPv6Address):
        return str(found.ipv4_mapped or ip_network((found, _V6_NETWORK), strict=False).network_address)
    return str(found)


@lru_cache(maxsize=10_000)
def _within(address: str, networks: tuple[str, ...]) -> bool:
    """Whether an address lies in one of some networks."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return any(found in ip_network(each, strict=False) for each in networks)
