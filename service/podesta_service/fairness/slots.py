"""A limited number of places, shared by address before all are taken; idle ones give way."""

from __future__ import annotations

import time
from collections.abc import Callable
from operator import attrgetter

PATIENCE = 10.0
"""Seconds after which an idle place gives way to an address that needs one."""


class Place:
    """A place of an address. `close` is called when it gives way, after it has been freed."""

    __slots__ = ("_books", "address", "close", "since")

    def __init__(self, books: Places, address: str, close: Callable[[], object]) -> None:
        self._books, self.address, self.close = books, address, close
        self.since: float | None = time.monotonic()
        """Since when it has been idle, in seconds; None while it is used."""

    def work(self, busy: bool) -> None:
        """Record that it is used from now on, or idle."""
        self.since = None if busy else time.monotonic()

    def leave(self) -> None:
        """Free the place; may be repeated."""
        held = self._books.held.get(self.address, {})
        if held.pop(self, self) is None and not held:
            del self._books.held[self.address]


class Places:
    """At most `most` places, and `most_of_one` of an address; `patience` as PATIENCE, None: idle ones are in use."""

    def __init__(self, most: int, most_of_one: int, patience: float | None = PATIENCE) -> None:
        self.most, self.most_of_one, self._patience = most, most_of_one, patience
        self.held: dict[str, dict[Place, None]] = {}
        """The places in use, by address."""

    @property
    def count(self) -> int:
        """How many places are in use."""
        return sum(map(len, self.held.values()))

    def enter(self, address: str, close: Callable[[], object] = lambda: None) -> Place | None:
        """A place for an address, if necessary one that another gives up; None if there is none.

        An address that has its share gives up one of its own idle places. If all places are taken, the address with the
        most gives one up, unless the newcomer would then hold more.
        """
        mine = len(self.held.get(address, ()))
        if mine >= self.most_of_one and not self._give_up(self._idle(address)):
            return None
        if self.count >= self.most and not self._give_up(self._fair(mine) or self._idle()):
            return None
        place = Place(self, address, close)
        self.held.setdefault(address, {})[place] = None
        return place

    def _fair(self, mine: int) -> Place | None:
        """A place of the address with the most of them, if it has at least two more than the newcomer."""
        most = max(self.held.values(), key=len, default={})
        return _oldest(list(most)) if len(most) > mine + 1 else None

    def _idle(self, address: str | None = None) -> Place | None:
        """The place that has been idle longest, of an address or of all, if it has been idle long enough."""
        every = self.held.values() if address is None else [self.held[address]]
        oldest = _oldest([place for held in every for place in held])
        if oldest is None or oldest.since is None or self._patience is None:
            return None
        return oldest if time.monotonic() - oldest.since >= self._patience else None

    @staticmethod
    def _give_up(place: Place | None) -> bool:
        if place is None:
            return False
        place.leave()
        place.close()
        return True


def _oldest(places: list[Place]) -> Place | None:
    """The place that has been idle longest."""
    return min((each for each in places if each.since is not None), key=attrgetter("since"), default=None)
