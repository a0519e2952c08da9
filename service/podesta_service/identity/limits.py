"""Limits: how many calls a token, and an address, may make, and how long they may compute; counted in this process.

Every call counts as one. Calls that compute longer than ordinary ones are charged for the rest, in milliseconds, as
they go on; what they send of a game's past is charged, too. Whoever has used that up waits until it has come back.
"""

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


INCLUDED = 0.005
"""Seconds of computing that come with every call; only what goes beyond is charged."""
GUESSES = "guesses"
COMPUTING = "-computing"
"""What the names of limits end in that are counted in milliseconds."""
BYTES_A_SECOND = 100_000_000
"""Bytes of a game's past that cost as much as a second of computing."""

Refused = Callable[[str], object]


class Allowance(NamedTuple):
    """What a caller has left now (calls, or milliseconds), and the seconds until all is back. `wait` is above 0 when
    there is none.
    """

    name: str
    left: int
    seconds: float
    wait: float


class Buckets:
    """A leaky bucket for every caller: `rate` calls (or milliseconds) a second on average over a window, above 0."""

    def __init__(
        self, name: str, rate: float, clock: Callable[[], float], refused: Refused = str, window: float = WINDOW
    ) -> None:
        self.name, self.quota, self._refused, self._window = name, math.floor(rate * window), refused, window
        self._gap = 1 / rate
        self._clock = clock
        self._empty_at: LRUCache[Hashable, float] = LRUCache(_REMEMBERED)

    def take(self, caller: Hashable) -> Allowance:
        """Count a call, if it is allowed."""
        found = self.peek(caller)
        if not found.wait:
            now = self._clock()
            self._empty_at[caller] = max(self._empty_at.get(caller, now), now) + self._gap
        return found

    def peek(self, caller: Hashable) -> Allowance:
        """What a caller has left after one call more, which is not counted."""
        now = self._clock()
        empty_at = max(self._empty_at.get(caller, now), now)
        wait = empty_at + self._gap - now - self._window
        if wait > _HAIR:
            self._refused(self.name)
            return Allowance(self.name, 0, empty_at - now, wait)
        return self._allowance(empty_at + self._gap - now)

    def look(self, caller: Hashable) -> Allowance:
        """What a caller has left; nothing is counted."""
        return self._allowance(max(self._empty_at.get(caller, 0.0) - self._clock(), 0.0))

    def charge(self, caller: Hashable, amount: float) -> None:
        """Take what has been used already, even if there was not so much; at most a window is owed."""
        now = self._clock()
        empty_at = max(self._empty_at.get(caller, now), now) + amount * self._gap
        self._empty_at[caller] = min(empty_at, now + 2 * self._window)

    def _allowance(self, full_in: float) -> Allowance:
        left = max(0, math.floor((self._window - full_in + _HAIR) / self._gap))
        owed = full_in - self._window
        return Allowance(self.name, left, full_in, owed if owed > _HAIR else 0.0)


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
        rates = {
            "token": settings.token_calls,
            "address": settings.address_calls,
            "token-computing": settings.token_computing,
            "address-computing": settings.address_computing,
        }
        self._buckets = {name: Buckets(name, rate, clock, refused) for name, rate in rates.items() if rate}
        guesses = settings.address_guesses
        self._guesses = Buckets(GUESSES, guesses, clock, refused) if guesses else None
        self._refused, self._caller = refused, caller
        self._trusted = tuple(settings.proxies)
        self.policy = ", ".join(f'"{each.name}";q={each.quota};w={WINDOW}' for each in self._buckets.values())
        """The value of the header RateLimit-Policy; empty without limits. Computing is in milliseconds."""

    def take(self, token: str | None, address: str) -> list[Allowance]:
        """Count a call for its token and for its address, and tell what each has left."""
        taken = [self._buckets[name].take(by) for name, by in self._callers(token, address, "")]
        return [*taken, *self._computing(token, address)]

    def look(self, token: str | None, address: str) -> list[Allowance]:
        """What a token and an address have left; nothing is counted."""
        known = [self._buckets[name].look(by) for name, by in self._callers(token, address, "")]
        return [*known, *self._computing(token, address)]

    def check(self, token: str | None, address: str) -> None:
        """Count a call; raises Refusal if it is one too many."""
        if refusal := self.refusal(self.take(token, address)):
            raise refusal

    def refusal(self, allowances: list[Allowance]) -> Refusal | None:
        """The refusal of a call for which some caller had nothing left."""
        found = next((each for each in allowances if each.wait > 0), None)
        if found is None:
            return None
        if found.name.endswith(COMPUTING):
            self._refused(found.name)
        return refusal_of(found)

    def charge(self, token: str | None, address: str, seconds: float) -> None:
        """Charge a token and an address for computing."""
        for name, by in self._callers(token, address, COMPUTING):
            self._buckets[name].charge(by, seconds * 1000)

    def debt(self, token: str | None, address: str) -> float:
        """Seconds until a token and an address may compute on."""
        return max((each.wait for each in self._computing(token, address)), default=0.0)

    def _computing(self, token: str | None, address: str) -> list[Allowance]:
        return [self._buckets[name].look(by) for name, by in self._callers(token, address, COMPUTING)]

    def _callers(self, token: str | None, address: str, kind: str) -> list[tuple[str, Hashable]]:
        """The buckets of a kind that a call is counted in, and whose it is there."""
        named: list[tuple[str, Hashable]] = [("token" + kind, self._caller(token))] if token else []
        return [(name, by) for name, by in [*named, ("address" + kind, address)] if name in self._buckets]

    @contextmanager
    def guessing(self, address: str) -> Iterator[None]:
        """For the time of a block, in which an invitation is tried: one that opens nothing is counted for its address.

        Raises Refusal where too many did.
        """
        if self._guesses and (spent := self._guesses.peek(address)).wait > 0:
            raise refusal_of(spent)
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
        return next((each for each in reversed(way) if not within(each, self._trusted)), way[0])


def refusal_of(spent: Allowance) -> Refusal:
    """The refusal of a call for which a caller had nothing left."""
    whose, _, computing = spent.name.partition("-")
    detail = f"the {computing} of this {whose}" if computing else f"the limit of this {whose}"
    if whose == GUESSES:
        detail = "the limit of invitations tried in vain from this address"
    refusal = refuse(TOO_MANY_REQUESTS, f"{detail} is used up; wait a little")
    refusal.retry_after = spent.wait
    return refusal


def header(allowances: list[Allowance]) -> str:
    """The value of the header RateLimit."""
    return ", ".join(f'"{each.name}";r={each.left};t={math.ceil(each.seconds)}' for each in allowances)


class Account:
    """One call on the bill of its token and its address; `gone` says whether the caller has left."""

    def __init__(
        self, limits: Limits, token: str | None, address: str, gone: Callable[[], bool] = lambda: False
    ) -> None:
        self.address, self._limits, self._token, self._gone = address, limits, token, gone
        self._included = INCLUDED

    def left(self) -> bool:
        """Whether the caller has left."""
        return self._gone()

    def pay(self, seconds: float, sent: int = 0) -> None:
        """Charge computing beyond what is included, and bytes."""
        beyond = max(0.0, seconds - self._included)
        self._included = max(0.0, self._included - seconds)
        if cost := beyond + sent / BYTES_A_SECOND:
            self._limits.charge(self._token, self.address, cost)

    def debt(self) -> float:
        """Seconds until the call may compute on."""
        return self._limits.debt(self._token, self.address)

    def count(self) -> list[Allowance]:
        """Count the call, and tell what is left."""
        return self._limits.take(self._token, self.address)

    def look(self) -> list[Allowance]:
        """What is left."""
        return self._limits.look(self._token, self.address)


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
def within(address: str, networks: tuple[str, ...]) -> bool:
    """Whether an address lies in one of some networks."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return any(found in ip_network(each, strict=False) for each in networks)
