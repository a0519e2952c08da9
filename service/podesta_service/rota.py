"""Things that wait for their turn."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Sequence
from itertools import islice
from typing import Generic, TypeVar

T = TypeVar("T")


class Rota(Generic[T]):
    """Things in waiting, taken round robin: by the first part of their way, then by the next, then as they came."""

    def __init__(self) -> None:
        self._mine: deque[T] = deque()
        self._others: dict[Hashable, Rota[T]] = {}
        self._last: Hashable = None

    def __len__(self) -> int:
        return len(self._mine) + sum(map(len, self._others.values()))

    def __bool__(self) -> bool:
        return bool(self._mine or self._others)

    def waiting(self, first: Hashable) -> int:
        """How many things wait whose way begins like this."""
        return len(self._others.get(first, ()))

    def add(self, way: Sequence[Hashable], thing: T) -> None:
        """Let a thing wait."""
        if way:
            self._others.setdefault(way[0], Rota()).add(way[1:], thing)
        else:
            self._mine.append(thing)

    def pop(self) -> T:
        """The thing whose turn it is; raises ValueError if there is none."""
        if self._mine:
            return self._mine.popleft()
        first, *others = islice(self._others, 2)
        if others and first == self._last:  # whoever has come since goes first
            first = others[0]
        self._last, branch = first, self._others.pop(first)
        thing = branch.pop()
        if branch:
            self._others[first] = branch
        return thing
