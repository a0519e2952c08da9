"""Round robin: a queue that serves its waiters fairly."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Sequence
from itertools import islice
from typing import Generic, TypeVar

T = TypeVar("T")


class RoundRobin(Generic[T]):
    """A queue served round robin: by the first part of a path, then by the next, then in order of arrival."""

    def __init__(self) -> None:
        self._mine: deque[T] = deque()
        self._others: dict[Hashable, RoundRobin[T]] = {}
        self._last: Hashable = None

    def __len__(self) -> int:
        return len(self._mine) + sum(map(len, self._others.values()))

    def __bool__(self) -> bool:
        return bool(self._mine or self._others)

    def waiting(self, first: Hashable) -> int:
        """How many things wait under this path."""
        return len(self._others.get(first, ()))

    def add(self, way: Sequence[Hashable], thing: T) -> None:
        """Add a thing to the queue."""
        if way:
            self._others.setdefault(way[0], RoundRobin()).add(way[1:], thing)
        else:
            self._mine.append(thing)

    def pop(self) -> T:
        """Take the next thing; raises ValueError if the queue is empty."""
        if self._mine:
            return self._mine.popleft()
        first, *others = islice(self._others, 2)
        if others and first == self._last:  # others go first
            first = others[0]
        self._last, branch = first, self._others.pop(first)
        thing = branch.pop()
        if branch:
            self._others[first] = branch
        return thing
