"""Open searches: their stored positions, and how many there may be."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from podesta_service.fairness.slots import Slot, Slots
from podesta_service.problems import MALFORMED, TOO_LARGE, TOO_MANY_CONNECTIONS, Refusal, refuse

from .seals import Owned

MOST_KEPT = 1_000
"""Maximum positions stored by one search: about 15 MB of memory."""
MOST_SEARCHES = 16
"""Searches that a process may have open."""
MOST_OF_ONE = 4
"""Searches that one address may have open."""
LONGEST = 600.0
"""Seconds that a search may stay open."""


class SearchSession:
    """The positions of one search, under numbers that it never reuses, and its slot among the searches."""

    def __init__(self, slot: Slot) -> None:
        self.slot = slot
        self._positions: dict[int, Owned] = {}
        self._next = 0

    def keep(self, owned: Owned) -> int:
        """Keep a position, and return its number; raises Refusal if there is no room."""
        if len(self._positions) >= MOST_KEPT:
            raise refuse(TOO_LARGE, "search-full", most=MOST_KEPT)
        self._positions[self._next] = owned
        self._next += 1
        return self._next - 1

    def take(self, index: int, field: str) -> Owned:
        """A copy of the position of a number; raises Refusal."""
        if (found := self._positions.get(index)) is None:
            raise refuse(MALFORMED, "no-position-in-search", index=index, field=field)
        return Owned(found.position.clone(), found.owner)

    def forget(self, numbers: Iterable[int]) -> None:
        """Drop these positions; unknown numbers are ignored."""
        for number in numbers:
            self._positions.pop(number, None)

    def forget_all(self) -> None:
        """Drop everything."""
        self._positions.clear()

    @contextmanager
    def whole(self) -> Iterator[None]:
        """Keep positions stored in a block only if it ends without an error; the search is not idle during it."""
        before = self._next
        self.slot.work(True)
        try:
            yield
        except BaseException:
            self.forget(range(before, self._next))
            raise
        finally:
            self.slot.work(False)


class SearchSessions:
    """How many searches a process has open, and for which callers."""

    def __init__(self) -> None:
        self.slots = Slots(MOST_SEARCHES, lambda _: MOST_OF_ONE, lambda *_: _full())

    @contextmanager
    def one(self, address: str) -> Iterator[SearchSession]:
        """Open one more search, during a block; raises Refusal if there are too many."""
        slot = self.slots.enter(address)
        try:
            yield SearchSession(slot)
        finally:
            slot.leave()


def _full() -> Refusal:
    return refuse(TOO_MANY_CONNECTIONS, "searches-full", most=MOST_SEARCHES, per_address=MOST_OF_ONE)
