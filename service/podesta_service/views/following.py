"""What a follower of a game is sent, in which order, and when: the one loop behind every stream of both wires."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass
from typing import Any, Final, Literal

from msgspec import structs

from podesta_engines.core.words import Language
from podesta_service.model import Game, Update
from podesta_service.problems import DRAINING, refuse
from podesta_service.table.table import Step, Table, Viewer
from podesta_service.table.tables import Tables
from podesta_service.telemetry.metrics import Metrics
from podesta_service.telemetry.words import Wire

from .patching import Patched, digest, patched
from .watching import Watcher


class Silence:
    """Nothing is new: the follower has just caught up, or no update has come for a while. Wires send a heartbeat."""


SILENCE: Final = Silence()

Mode = Literal["full", "patch", "none"]
"""How updates carry the game after them: whole, as a patch of the previous one, or without its view."""


@dataclass(frozen=True)
class Encode:
    """How a wire writes games and updates, and the messages of streams with an update or a patch.

    `update` is given the game after it as `game` wrote it, and `message` the update as `update` wrote it.
    """

    wire: Wire
    game: Callable[[Game], bytes]
    update: Callable[[Update, bytes], bytes]
    message: Callable[[bytes], bytes]
    patch: Callable[[Patched], bytes]


@dataclass(frozen=True)
class LastUpdate:
    """The game as it was last sent to the follower, and its digest."""

    game: Game
    digest: str


class UpdateStream:
    """A follower's updates of its game, in a language, over a wire.

    `first` is the current game, for followers that start with it. Once `draining` is set, the stream ends. In mode
    `patch` an update is a patch of the game last sent (`told`), or of nothing if that is not the previous revision.
    """

    def __init__(
        self,
        watcher: Watcher,
        first: Table | None,
        language: Language,
        wire: Wire,
        metrics: Metrics,
        draining: asyncio.Event,
        tables: Tables,
        mode: Mode = "full",
    ) -> None:
        self._tables, self._sent = tables, 0
        self.watcher, self.language, self._first, self.mode = watcher, language, first, mode
        self._wire, self._metrics, self._draining = wire, metrics, draining
        self.told: LastUpdate | None = None

    @property
    def done(self) -> bool:
        """Whether everything was sent."""
        return self._first is None and self.watcher.over

    async def tell(self, patience: float | None = None) -> AsyncGenerator[Table | Step | Silence, None]:
        """Yield everything for the follower until its game has ended; raises Refusal when the stream must end.

        First the current game, if the follower starts with it, then every step. Silence is yielded once the follower
        has caught up, and whenever `patience` seconds pass without a step. Catching up is long work, charged to the
        caller: a follower beyond its budget is slowed down.
        """
        breath = self._tables.turns.breath(self.watcher.game)
        if self._first is not None:
            yield self._first
        watcher, caught_up = self.watcher, False
        while True:
            if self._draining.is_set() and not watcher.over:
                raise refuse(DRAINING, "resume-later")
            if not caught_up and watcher.caught_up:
                caught_up = True
                watcher.check_token()
                yield SILENCE
            if watcher.over:
                return
            yield await watcher.next(patience) or SILENCE
            if not caught_up:
                await breath.deliver(self._sent)
                self._sent = 0

    def base(self, table: Table) -> LastUpdate:
        """The game as this follower sees it, which the next patch applies to."""
        shown = self._tables.show(table, self.watcher.viewer, self.language)
        self.told = LastUpdate(shown, digest(shown))
        return self.told

    def game(self, table: Table, encode: Encode) -> bytes:
        """The game as this follower is sent it, in the bytes of a wire."""
        viewer, language = self.watcher.viewer, self.language
        if self.mode == "none":
            return encode.game(without_view(self._tables.show(table, viewer, language)))
        if self.mode == "patch":
            self.base(table)
        return self._tables.written(table, viewer, language, encode.wire, encode.game)

    def frame(self, step: Step, encode: Encode) -> bytes:
        """A step as this follower's bytes, which are counted."""
        known = len(step.frames)
        found = self._frame(step, encode)
        self._metrics.frame(self._wire, encoded=len(step.frames) > known)
        self._sent += len(found)
        return found

    def packed(self, step: Step, plain: bytes, pack: Callable[[bytes], bytes]) -> bytes:
        """The packed bytes of a step, computed once for all its recipients."""
        return _once(step, (pack, plain), lambda: pack(plain))

    def _frame(self, step: Step, encode: Encode) -> bytes:
        viewer, language = self.watcher.viewer, self.language
        if self.mode != "patch":
            return frame(self._tables, step, viewer, language, encode, self.mode)
        before, self.told = self.told, seen(self._tables, step, viewer, language)
        follows = before is not None and before.game.revision == step.revision - 1
        return patch(self._tables, step, viewer, language, encode, before if follows else None)

    async def close(self) -> None:
        """Stop following."""
        await self.watcher.close()


def without_view(game: Game) -> Game:
    """A game without its view, for callers that do not need one."""
    return structs.replace(game, view=None)


def seen(tables: Tables, step: Step, viewer: Viewer, language: Language) -> LastUpdate:
    """The game after a step as an audience sees it, with its digest, computed once."""
    after, key = step.show(viewer, language, tables.show).after, ("digest", viewer, language)
    if key not in step.frames:
        step.frames[key] = digest(after).encode()
    return LastUpdate(after, step.frames[key].decode())


def written(tables: Tables, step: Step, viewer: Viewer, language: Language, encode: Encode) -> bytes:
    """A step as an audience sees it, in the bytes of a wire: encoded once for its caller and all followers."""

    def write() -> bytes:
        after = tables.written(step.table, viewer, language, encode.wire, encode.game)
        return encode.update(step.show(viewer, language, tables.show), after)

    return _once(step, (encode.wire, viewer, language), write)


def frame(tables: Tables, step: Step, viewer: Viewer, language: Language, encode: Encode, mode: Mode = "full") -> bytes:
    """The message of a stream with a step as an audience sees it: made once, however many follow."""

    def write() -> bytes:
        if mode == "full":
            return encode.message(written(tables, step, viewer, language, encode))
        update = step.show(viewer, language, tables.show)
        return encode.message(encode.update(update, encode.game(without_view(update.after))))

    return _once(step, (encode.wire, mode, viewer, language), write)


def patch(
    tables: Tables, step: Step, viewer: Viewer, language: Language, encode: Encode, before: LastUpdate | None
) -> bytes:
    """A step as a patch of the game as an audience saw it at the revision before, or of nothing.

    It is made and encoded once.
    """

    def write() -> bytes:
        old = (before.game, before.digest) if before else (None, "")
        update = step.show(viewer, language, tables.show)
        return encode.patch(patched(update, seen(tables, step, viewer, language).digest, *old))

    return _once(step, (encode.wire, "patch" if before else "whole", viewer, language), write)


def _once(step: Step, key: Any, write: Callable[[], bytes]) -> bytes:
    if key not in step.frames:
        step.frames[key] = write()
    return step.frames[key]
