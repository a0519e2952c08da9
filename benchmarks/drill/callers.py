"""Callers that play games, and record which moves were acknowledged: those of `rest.py` and `rpc.py`."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from random import Random
from time import monotonic
from typing import TypeVar

import httpx

_PAUSE = 0.05
Answer = TypeVar("Answer")


@dataclass
class PlayedGame:
    """A game, its seats' tokens, and the revisions that were acknowledged, in their order."""

    game: str
    tokens: list[str]
    acknowledged: list[int] = field(default_factory=list)
    at: list[float] = field(default_factory=list)
    """When each of them was acknowledged."""
    alone: bool = True
    """Whether only its seats move in it, without a house bot."""

    def took(self, revision: int) -> None:
        """Record that a move was acknowledged now."""
        self.acknowledged.append(revision)
        self.at.append(monotonic())


class Caller(threading.Thread):
    """Plays one game after another; a failed call is resent under its id until it is answered."""

    def __init__(self, seed: int) -> None:
        super().__init__(daemon=True)
        self._enough, self._rnd = threading.Event(), Random(seed)
        self.games: list[PlayedGame] = []
        self.calls: list[tuple[float, str]] = []
        """When each call ended, and its outcome: `ok`, or the failure."""

    def run(self) -> None:
        """Play until stopped."""
        with self.connected():
            while not self._enough.is_set():
                if played := self.opened():
                    self.games.append(played)
                while played and not self._enough.is_set() and self.moved(played):
                    pass

    def stop(self) -> None:
        """Stop after the current move."""
        self._enough.set()
        self.join(60)

    def connected(self) -> AbstractContextManager[object]:
        """Connect for the duration of a block."""
        raise NotImplementedError

    def opened(self) -> PlayedGame | None:
        """A new game; None once stopped."""
        raise NotImplementedError

    def moved(self, played: PlayedGame) -> bool:
        """Whether the game continues after a move."""
        raise NotImplementedError

    def tried(self, attempt: Callable[[], tuple[str, Answer | None, bool]]) -> Answer | None:
        """The answer, after any number of attempts; None once stopped, or if repeating is of no use.

        An attempt returns its outcome, the answer, if any, and whether it is the last.
        """
        while not self._enough.is_set():
            how, answer, final = attempt()
            self.calls.append((monotonic(), how))
            if final:
                return answer
            self._enough.wait(_PAUSE)
        return None


@contextmanager
def playing(callers: Sequence[Caller]) -> Iterator[None]:
    """The callers play for the duration of a block."""
    for each in callers:
        each.start()
    try:
        yield
    finally:
        for each in callers:
            each.stop()


def wrong(http: httpx.Client, callers: Sequence[Caller]) -> list[str]:
    """The acknowledged moves that are lost, doubled or skipped, of every game."""
    found = []
    for played in (game for each in callers for game in each.games):
        head = http.get(f"/v1/games/{played.game}").json()["revision"]
        if played.acknowledged and head < played.acknowledged[-1]:
            found.append(f"{played.game}: {played.acknowledged[-1]} was acknowledged, and it is at {head}")
        if not played.alone:  # a bot's moves are in between
            if played.acknowledged != sorted(set(played.acknowledged)):
                found.append(f"{played.game}: a move was acknowledged twice, or before an earlier one")
            continue
        if played.acknowledged != list(range(2, 2 + len(played.acknowledged))):
            found.append(f"{played.game}: what was acknowledged has gaps or repeats")
        if head > len(played.acknowledged) + 2:  # the last move may have been written, but not yet answered
            found.append(f"{played.game}: {len(played.acknowledged)} moves were acknowledged, and it is at {head}")
    return found
