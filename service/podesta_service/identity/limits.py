"""Limits: how many calls a token, and an address, may make, and how long they may compute; counted in this process.

Every call counts as one. Calls that compute longer than ordinary ones are charged for the rest, in milliseconds, as
they go on; what they send of a game's past is charged, too. Whoever has used that up waits until it has come back.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network

from podesta_service.problems import NOT_INVITED, TOO_MANY_REQUESTS, Refusal, refuse
from podesta_service.settings import Settings

from .buckets import WINDOW, Buckets, Refused

_V6_NETWORK = 64
"""Bits of an IPv6 address that stand for one caller: a household or a machine has the rest to itself."""
INCLUDED = 0.005
"""Seconds of computing that come with every call; only what goes beyond is charged."""
GUESSES = "guesses"
BYTES_A_SECOND = 100_000_000
"""Bytes of a game's past that cost as much as a second of computing."""

Page = list[tuple[Buckets, Hashable]]
"""The buckets in which something is counted, and whose it is there."""


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
        def buckets(name: str, rate: int) -> Buckets | None:
            return Buckets(name, rate, clock, refused) if rate else None

        self._calls = buckets("token", settings.token_calls), buckets("address", settings.address_calls)
        self._computing = (
            buckets("token-computing", settings.token_computing),
            buckets("address-computing", settings.address_computing),
        )
        self._guesses = buckets(GUESSES, settings.address_guesses)
        self._caller, self._trusted = caller, tuple(settings.proxies)
        kept = [each for each in (*self._calls, *self._computing) if each]
        self.policy = ", ".join(f'"{each.name}";q={each.quota};w={WINDOW}' for each in kept)
        """The value of the header RateLimit-Policy; empty without limits. Computing is in milliseconds."""

    def pages(self, token: str | None, address: str) -> tuple[Page, Page]:
        """Where the calls of a token and an address are counted, and where their computing is."""
        who = self._caller(token) if token else None
        return _page(self._calls, who, address), _page(self._computing, who, address)

    def check(self, token: str | None, address: str) -> None:
        """Count a call; raises Refusal if it is one too many."""
        if refusal := Account(self, token, address).count():
            raise refusal

    @contextmanager
    def guessing(self, address: str) -> Iterator[None]:
        """For the time of a block, in which an invitation is tried: one that opens nothing is counted for its address.

        Raises Refusal where too many did.
        """
        if self._guesses and (wait := self._guesses.peek(address)):
            raise refusal_of(GUESSES, wait)
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


def _page(buckets: tuple[Buckets | None, Buckets | None], who: Hashable, address: str) -> Page:
    of_token, of_address = buckets
    page: Page = [(of_token, who)] if of_token and who is not None else []
    if of_address:
        page.append((of_address, address))
    return page


def refusal_of(name: str, wait: float) -> Refusal:
    """The refusal of a call for which a caller had nothing left for so many seconds."""
    whose, _, computing = name.partition("-")
    detail = f"the {computing} of this {whose}" if computing else f"the limit of this {whose}"
    if whose == GUESSES:
        detail = "the limit of invitations tried in vain from this address"
    refusal = refuse(TOO_MANY_REQUESTS, f"{detail} is used up; wait a little")
    refusal.retry_after = wait
    return refusal


class Account:
    """One call on the bill of its token and its address; `gone` says whether the caller has left."""

    def __init__(
        self, limits: Limits, token: str | None, address: str, gone: Callable[[], bool] = lambda: False
    ) -> None:
        self.address, self._gone, self._included = address, gone, INCLUDED
        self._calls, self._computing = limits.pages(token, address)  # whom a token stands for is looked up once

    def left(self) -> bool:
        """Whether the caller has left."""
        return self._gone()

    def pay(self, seconds: float, sent: int = 0) -> None:
        """Charge computing beyond what is included, and bytes."""
        self._included -= seconds
        if self._included >= 0 and not sent:
            return
        cost = max(0.0, -self._included) + sent / BYTES_A_SECOND
        self._included = max(0.0, self._included)
        for buckets, who in self._computing:
            buckets.charge(who, cost * 1000)

    def debt(self) -> float:
        """Seconds until the call may compute on."""
        return max((buckets.owed(who) for buckets, who in self._computing), default=0.0)

    def count(self) -> Refusal | None:
        """Count the call for its token and for its address; the refusal of a call that is one too many for either."""
        spent: Refusal | None = None
        for buckets, who in self._calls:
            if (wait := buckets.take(who)) and spent is None:
                spent = refusal_of(buckets.name, wait)
        return spent or self._late()

    def _late(self) -> Refusal | None:
        """The refusal of a call whose token or address owes computing."""
        for buckets, who in self._computing:
            if wait := buckets.owed(who):
                buckets.refused(buckets.name)
                return refusal_of(buckets.name, wait)
        return None

    def told(self) -> str:
        """What is left, as the value of the header RateLimit."""
        return ", ".join([buckets.told(who) for buckets, who in (*self._calls, *self._computing)])


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
