"""The connections of one wire: limits in total and per address, and which idle connection gives way to a new one."""

from __future__ import annotations

import resource
import time
from collections import Counter
from collections.abc import Callable
from operator import itemgetter
from typing import Literal

from podesta_service.problems import NO_CONNECTION_LEFT, TOO_MANY_CONNECTIONS, Refusal, refuse
from podesta_service.settings import Settings
from podesta_service.telemetry.bursts import Burst
from podesta_service.telemetry.metrics import Metrics
from podesta_service.telemetry.words import Wire

from .buckets import Buckets, network, within

Why = Literal["address", "all", "files"]
"""Why a connection was refused: too many of its address, too many in all, or no file descriptors left."""
Closing = Literal["room", "unread"]
"""Why a connection was closed: another needed its slot, or it did not read its responses."""
RESERVE = 96
"""File descriptors needed in addition to callers' connections: for the store, logs, bots, and closing connections."""
FEWEST, MOST = 16, 10_000
"""The bounds of the number of connections derived from the limit of open files, if no setting gives it."""
_SHARE = 4
"""A single address may have one in this many connections."""
BURST = 2.0
"""Seconds for which the new connections allowed to one address may arrive at once."""
_RETRY_SECONDS = 1.0


def connections_of(settings: Settings) -> int:
    """How many connections each wire takes: the setting, or half of the limit of open files less a reserve."""
    if settings.connections is not None:
        return settings.connections
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST if files == resource.RLIM_INFINITY else min(max((files - RESERVE) // 2, FEWEST), MOST)


def by_address(settings: Settings) -> int:
    """How many of a wire's connections one address may have; 0: no limit."""
    if settings.address_connections is not None:
        return settings.address_connections
    return max(connections_of(settings) // _SHARE, 1)


def refused_over(wire: Wire, metrics: Metrics, event: str) -> Callable[[Why, str], None]:
    """Counts the refusals of a wire, and logs each burst of them."""
    burst = Burst(event)

    def refused(why: Why, address: str) -> None:
        burst.say(wire=wire, why=why, address=address)
        metrics.refused(wire, why)

    return refused


class ConnectionSlot:
    """The slot of one connection; an idle connection may have to give way to another."""

    __slots__ = ("_books", "address", "close", "since")

    def __init__(self, books: Connections, address: str, close: Callable[[], object]) -> None:
        self._books, self.address = books, address
        self.close = close
        """Closes the connection at once; replaced by its protocol once there is one."""
        self.since: float | None = time.monotonic()
        """Since when it has been idle, in seconds; None while it serves a request."""

    def leave(self) -> None:
        """Free the slot; may be repeated."""
        held = self._books.places.get(self.address, {})
        if held.pop(self, self) is None:
            self._books.count -= 1
            if not held:
                del self._books.places[self.address]


class Connections:
    """The connections of one wire in one process. `refused` takes a reason and an address, `closed` a reason."""

    def __init__(
        self, settings: Settings, refused: Callable[[Why, str], object], closed: Callable[[Closing], object]
    ) -> None:
        self._most, self._most_of_one = connections_of(settings), by_address(settings)
        self._exempt, rate = tuple(settings.proxies), settings.address_connecting
        self._arrivals = Buckets("connections", rate, time.monotonic, window=BURST) if rate else None
        self.refused, self.closed = refused, closed
        self.places: dict[str, dict[ConnectionSlot, None]] = {}
        """The slots in use, by address."""
        self.count = 0
        """How many slots are in use."""

    def enter(self, peer: str, close: Callable[[], object]) -> ConnectionSlot:
        """A slot for a connection from an address, if necessary by closing an idle one; raises Refusal.

        An address at its limit gives up one of its own. If all slots are taken, the address with the most idle
        connections gives up the one that has been idle longest.
        """
        address = network(peer)
        if self._is_full_of(address) and not self._give_up(address):
            raise self._refusal("address", address)
        if self.count >= self._most and not self.make_room():
            raise self._refusal("all", address)
        place = ConnectionSlot(self, address, close)
        self.places.setdefault(address, {})[place] = None
        self.count += 1
        return place

    def pace(self, place: ConnectionSlot) -> float:
        """Count a connection as new; the seconds that it waits before it is served, BURST at most."""
        if self._arrivals is None or within(place.address, self._exempt):
            return 0.0
        self._arrivals.charge(place.address, 1.0)
        return self._arrivals.owed(place.address)

    def make_room(self) -> bool:
        """Close the longest idle connection of the address with the most idle ones; return whether there was one."""
        waiting = {address: sum(each.since is not None for each in held) for address, held in self.places.items()}
        return self._give_up(max(waiting, key=lambda address: waiting[address], default=""))

    def _is_full_of(self, address: str) -> bool:
        taken = len(self.places.get(address, ()))
        return 0 < self._most_of_one <= taken and not within(address, self._exempt)

    def _give_up(self, address: str) -> bool:
        """Close the longest idle connection of an address; return whether there was one."""
        waiting = [(each.since, each) for each in self.places.get(address, ()) if each.since is not None]
        oldest = min(waiting, key=itemgetter(0), default=(0.0, None))[1]
        if oldest is None:
            return False
        oldest.leave()
        oldest.close()
        self.closed("room")
        return True

    def _refusal(self, why: Why, address: str) -> Refusal:
        self.refused(why, address)
        refusal = _refusal_of(why)
        refusal.retry_after = _RETRY_SECONDS
        return refusal


def _refusal_of(why: Why) -> Refusal:
    if why == "address":
        return refuse(TOO_MANY_CONNECTIONS, "address-connections-used")
    return refuse(NO_CONNECTION_LEFT, "process-connections-used")


class OpenCalls:
    """The open calls of each address, limited on a wire that multiplexes calls over connections."""

    def __init__(self, settings: Settings, refused: Callable[[Why, str], object]) -> None:
        self._most, self._exempt, self._refused = settings.address_streams, tuple(settings.proxies), refused
        self.open: Counter[str] = Counter()
        """The number of open calls by address."""

    def enter(self, address: str) -> None:
        """Count a call of an address as open; raises Refusal if it has too many."""
        if 0 < self._most <= self.open[address] and not within(address, self._exempt):
            self._refused("address", address)
            refusal = refuse(TOO_MANY_CONNECTIONS, "address-calls-open", most=self._most)
            refusal.retry_after = _RETRY_SECONDS
            raise refusal
        self.open[address] += 1

    def leave(self, address: str) -> None:
        """Count a call as over."""
        self.open[address] -= 1
        if not self.open[address]:
            del self.open[address]
