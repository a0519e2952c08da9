"""The connections of one wire: how many there may be, in all and from one address, and which gives way to another."""

from __future__ import annotations

import resource
from collections import Counter
from collections.abc import Callable
from typing import Literal

from podesta_service.problems import NO_CONNECTION_LEFT, TOO_MANY_CONNECTIONS, Refusal, refuse
from podesta_service.settings import Settings
from podesta_service.telemetry.bursts import Burst
from podesta_service.telemetry.metrics import Metrics
from podesta_service.telemetry.words import Wire

from .limits import network, within

Why = Literal["address", "all", "files"]
"""Why a connection was refused: its address has too many, there are too many in all, the system has no file left."""
Closing = Literal["room", "unread"]
"""Why a connection was closed: another needed its place, or what it was sent was left unread."""
RESERVE = 96
"""Files that the process needs besides callers' connections: its store, its logs, its bots, those being closed."""
FEWEST, MOST = 16, 10_000
"""What the files that may be open can make of the number of connections, unless a setting says otherwise."""
_SHARE = 4
"""A single address may have one connection in so many."""
_RETRY_SECONDS = 1.0


def connections_of(settings: Settings) -> int:
    """How many connections each wire takes: the setting, or half of the files that may be open less a reserve."""
    if settings.connections is not None:
        return settings.connections
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST if files == resource.RLIM_INFINITY else min(max((files - RESERVE) // 2, FEWEST), MOST)


def by_address(settings: Settings) -> int:
    """How many of a wire's connections one address may have; 0: as many as there are."""
    if settings.address_connections is not None:
        return settings.address_connections
    return max(connections_of(settings) // _SHARE, 1)


def refused_over(wire: Wire, metrics: Metrics, event: str) -> Callable[[Why, str], None]:
    """Counts what is refused over a wire, and writes a line of each burst of it."""
    burst = Burst(event)

    def refused(why: Why, address: str) -> None:
        burst.say(wire=wire, why=why, address=address)
        metrics.refused(wire, why)

    return refused


class Place:
    """One connection in the books. It waits for a request until it works on one; who waits may have to give way."""

    __slots__ = ("_books", "address", "close")

    def __init__(self, books: Connections, address: str, close: Callable[[], object]) -> None:
        self._books, self.address = books, address
        self.close = close
        """Closes the connection at once; whoever holds it later puts a better way here."""

    def work(self) -> None:
        """A whole request has come: the connection is in use until it waits again."""
        _remove(self._books.waiting, self)

    def wait(self) -> None:
        """The request has been answered; among those that wait, this one now waits for the shortest time."""
        if self in self._books.places.get(self.address, ()):
            self._books.waiting.setdefault(self.address, {})[self] = None

    def leave(self) -> None:
        """The connection is gone; may be said twice."""
        _remove(self._books.waiting, self)
        self._books.count -= _remove(self._books.places, self)


def _remove(book: Book, place: Place) -> bool:
    """Take a place out of a book; whether it stood there."""
    held = book.get(place.address, {})
    stood = held.pop(place, place) is None
    if not held:
        book.pop(place.address, None)
    return stood


Book = dict[str, dict[Place, None]]
"""Places by address, each address' in the order in which they came into the book."""


class Connections:
    """The books of one wire in one process. `refused` is told why and of which address, `closed` why."""

    def __init__(
        self, settings: Settings, refused: Callable[[Why, str], object], closed: Callable[[Closing], object]
    ) -> None:
        self._most, self._most_of_one = connections_of(settings), by_address(settings)
        self._exempt = tuple(settings.proxies)
        self.refused, self.closed = refused, closed
        self.places: Book = {}
        self.waiting: Book = {}
        self.count = 0
        """How many places are taken."""

    def enter(self, peer: str, close: Callable[[], object]) -> Place:
        """A place for a connection from an address, perhaps instead of another that waits; raises Refusal.

        An address that has all it may have gives up its own. When all places are taken, the address with the most
        connections that wait gives up the one that has waited longest.
        """
        address = network(peer)
        if self._is_full_of(address) and not self._give_up(address):
            raise self._refusal("address", address)
        if self.count >= self._most and not self.make_room():
            raise self._refusal("all", address)
        place = Place(self, address, close)
        self.places.setdefault(address, {})[place] = None
        self.count += 1
        place.wait()
        return place

    def make_room(self) -> bool:
        """Close what has waited longest of the address of which most wait; whether there was one."""
        greediest = max(self.waiting, key=lambda address: len(self.waiting[address]), default="")
        return self._give_up(greediest)

    def _is_full_of(self, address: str) -> bool:
        taken = len(self.places.get(address, ()))
        return 0 < self._most_of_one <= taken and not within(address, self._exempt)

    def _give_up(self, address: str) -> bool:
        """Close the connection of an address that has waited longest; whether there was one."""
        oldest = next(iter(self.waiting.get(address, ())), None)
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
        return refuse(TOO_MANY_CONNECTIONS, "all connections of this address are in use; use those, or wait a little")
    return refuse(NO_CONNECTION_LEFT, "all connections of this process are in use; wait a little")


class Crowd:
    """How many calls of each address are being worked on: what a wire bounds that shares connections among calls."""

    def __init__(self, settings: Settings, refused: Callable[[Why, str], object]) -> None:
        self._most, self._exempt, self._refused = settings.address_streams, tuple(settings.proxies), refused
        self.open: Counter[str] = Counter()
        """How many each has."""

    def enter(self, address: str) -> None:
        """One more call of an address is being worked on; raises Refusal."""
        if 0 < self._most <= self.open[address] and not within(address, self._exempt):
            self._refused("address", address)
            refusal = refuse(TOO_MANY_CONNECTIONS, f"this address has {self._most} calls open, and may have no more")
            refusal.retry_after = _RETRY_SECONDS
            raise refusal
        self.open[address] += 1

    def leave(self, address: str) -> None:
        """A call that has entered is over."""
        self.open[address] -= 1
        if not self.open[address]:
            del self.open[address]
