"""Searches that are open: the positions that each keeps, and how many there may be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from podesta_service.problems import MALFORMED, TOO_LARGE, TOO_MANY_CONNECTIONS, refuse

from .seals import Owned

MOST_KEPT = 1_000
"""Positions that one search keeps: some 15 MB of memory at most."""
MOST_SEARCHES = 16
"""Searches that a process has open."""
MOST_OF_ONE = 4
"""Of them, those of one address."""
LONGEST = 600.0
"""Seconds that a search may be open."""


class Kept:
    """The positions of one search, by numbers that are never used again in it."""

    def __init__(self) -> None:
        self._positions: dict[int, Owned] = {}
        self._next = 0

    def keep(self, owned: Owned) -> int:
        """Keep a position; its number. Raises Refusal when there is no more room."""
        if len(self._positions) >= MOST_KEPT:
            raise refuse(TOO_LARGE, f"a search keeps {MOST_KEPT} positions; forget some")
        self._positions[self._next] = owned
        self._next += 1
        return self._next - 1

    def take(self, index: int, field: str) -> Owned:
        """A copy of the position of a number; raises Refusal."""
        if (found := self._positions.get(index)) is None:
            raise refuse(MALFORMED, f"the search keeps no position {index}", field=field)
        return Owned(found.position.clone(), found.owner)

    def forget(self, numbers: Iterable[int]) -> None:
        """Keep these no longer; those that are not kept are passed over."""
        for number in numbers:
            self._positions.pop(number, None)

    def forget_all(self) -> None:
        """Keep nothing any longer."""
        self._positions.clear()

    @contextmanager
    def whole(self) -> Iterator[None]:
        """What is kept in a block, if it ends well; else nothing of it."""
        before = self._next
        try:
            yield
        except BaseException:
            self.forget(range(before, self._next))
            raise


class Searches:
    """How many searches a process has open, and for whom."""

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()

    @contextmanager
    def one(self, address: str) -> Iterator[Kept]:
        """One more search, for the time of a block; raises Refusal when there are too many."""
        if self._open[address] >= MOST_OF_ONE or self._open.total() >= MOST_SEARCHES:
            raise refuse(TOO_MANY_CONNECTIONS, f"a process has {MOST_SEARCHES} searches, {MOST_OF_ONE} of one address")
        self._open[address] += 1
        try:
            yield Kept()
        finally:
            self._open[address] -= 1
            self._open += Counter()  # those at 0 go
