"""A turn among callers: one after another, and what each caller has waiting in order of arrival."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice
from typing import Any, Generic, NamedTuple, TypeVar

from podesta_service.problems import TOO_MANY_REQUESTS, refuse

MOST_WAITING = 128
"""Calls of one address that may wait for a turn; more are refused."""
RETRY_SECONDS = 1.0
T = TypeVar("T")


def check_room(waiting: int) -> None:
    """Refuse a call of an address that has too many calls waiting; raises Refusal."""
    if waiting >= MOST_WAITING:
        raise refuse(TOO_MANY_REQUESTS, "turns-taken", most=MOST_WAITING).after(RETRY_SECONDS)


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

    def remove(self, way: Sequence[Hashable], thing: T) -> None:
        """Remove a thing from the queue; raises ValueError or KeyError if it is not there."""
        if way:
            self._others[way[0]].remove(way[1:], thing)
            if not self._others[way[0]]:
                del self._others[way[0]]
        else:
            self._mine.remove(thing)

    def pop(self, ready: Callable[[T], bool] = lambda _: True, among: Iterable[Hashable] | None = None) -> T | None:
        """Take the next thing that is ready, of those that are next for their path, or for these; None without one."""
        if self._mine:
            return self._mine.popleft() if ready(self._mine[0]) else None
        for first in self._in_turn() if among is None else self._others.keys() & among:
            if (thing := self._others[first].pop(ready)) is not None:
                self._last, branch = first, self._others.pop(first)
                if branch:
                    self._others[first] = branch  # it goes behind the others from now on
                return thing
        return None

    def _in_turn(self) -> Iterator[Hashable]:
        """The paths, without a copy of very many; the one that had the last turn goes last."""
        again = [first for first in islice(self._others, 1) if first == self._last]
        return chain(islice(self._others, len(again), None), again)


class _Call(NamedTuple):
    """A call that waits: `claim` returns what it waits for, or something false while there is no room."""

    turn: asyncio.Future[Any]
    claim: Callable[[], Any]

    def enter(self) -> bool:
        """Let the call in if there is room; returns whether it waits no longer."""
        if not self.turn.done() and (claimed := self.claim()):
            self.turn.set_result(claimed)
        return self.turn.done()


class Line:
    """Calls that wait for room: callers in turn, each one's calls in order of arrival."""

    def __init__(self) -> None:
        self._rota: RoundRobin[_Call] = RoundRobin()

    async def wait(self, caller: Hashable, claim: Callable[[], T | None], undo: Callable[[], object] = int) -> T:
        """What `claim` returns once there is room (until then, something false); raises Refusal if too many wait.

        `undo` gives back what was claimed for a call that is cancelled at the same moment.
        """
        waiting = self._rota.waiting(caller)
        if not waiting and (claimed := claim()):
            return claimed
        check_room(waiting)
        call = _Call(asyncio.get_running_loop().create_future(), claim)
        self._rota.add((caller,), call)
        try:
            return await call.turn  # type: ignore[no-any-return]
        except BaseException:
            if call.turn.cancelled():
                with suppress(KeyError, ValueError):  # its turn has come and gone
                    self._rota.remove((caller,), call)
            else:
                undo()
            raise

    def go_on(self, *callers: Hashable) -> None:
        """Let in the calls for which there is room now, of these callers or of all, each in its turn."""
        while self._rota.pop(_Call.enter, callers or None):
            pass
