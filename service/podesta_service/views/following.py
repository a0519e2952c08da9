"""What a follower of a game is told, in which order, and when: the one loop behind every stream of both wires."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Final

from podesta_engines.core.words import Language
from podesta_service.breath import Turns
from podesta_service.model import Update
from podesta_service.problems import DRAINING, refuse
from podesta_service.table.table import Step, Table, Viewer
from podesta_service.telemetry.metrics import Metrics, Wire

from .watching import Watcher


class Silence:
    """Nothing is new: the follower has just caught up, or nothing has come for a while. Wires send a heartbeat."""


SILENCE: Final = Silence()

Encode = Callable[[Update], bytes]
"""How a wire writes an update."""


class Following:
    """A watcher's way through its game, told in a language over a wire.

    `first` is the game as it is, for those who begin with it; once `draining` is set, nobody is told any more.
    """

    def __init__(
        self,
        watcher: Watcher,
        first: Table | None,
        language: Language,
        wire: Wire,
        metrics: Metrics,
        draining: asyncio.Event,
        turns: Turns,
    ) -> None:
        self._turns, self._sent = turns, 0
        self.watcher, self.language, self._first = watcher, language, first
        self._wire, self._metrics, self._draining = wire, metrics, draining

    @property
    def done(self) -> bool:
        """Whether there is nothing left to tell."""
        return self._first is None and self.watcher.over

    async def tell(self, patience: float | None = None) -> AsyncGenerator[Table | Step | Silence, None]:
        """Everything that the follower is told, until its game has ended; raises Refusal when the stream must end.

        That is the game as it is, where the follower begins with it, then every step. Silence comes when the
        follower has caught up, and whenever `patience` seconds pass without a step. Catching up is long work that is
        paid for: a follower beyond its budget is told more slowly.
        """
        breath = self._turns.breath(self.watcher.game)
        if self._first is not None:
            yield self._first
        watcher, caught_up = self.watcher, False
        while True:
            if self._draining.is_set() and not watcher.over:
                raise refuse(DRAINING, "resume after the last revision you have")
            if watcher.caught_up and not caught_up:
                caught_up = True
                watcher.check_token()
                yield SILENCE
            if watcher.over:
                return
            yield await watcher.next(patience) or SILENCE
            if not caught_up:
                await breath.deliver(self._sent)
                self._sent = 0

    def frame(self, step: Step, encode: Encode) -> bytes:
        """A step as this follower's bytes; they are counted."""
        known = len(step.frames)
        found = frame(step, self._wire, self.watcher.viewer, self.language, encode)
        self._metrics.frame(self._wire, encoded=len(step.frames) > known)
        self._sent += len(found)
        return found

    async def close(self) -> None:
        """Stop following."""
        await self.watcher.close()


def frame(step: Step, wire: Wire, viewer: Viewer, language: Language, encode: Encode) -> bytes:
    """A step as an audience sees it, in the bytes of a wire: encoded once, however many follow."""
    key = (wire, viewer, language)
    if key not in step.frames:
        step.frames[key] = encode(step.show(viewer, language))
    return step.frames[key]
