"""The events of a game's stream: what a follower is told, as Server-Sent Events."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from datetime import datetime
from typing import Any, NamedTuple, Protocol

import msgspec
from msgspec import Struct

from podesta_service.context import Context
from podesta_service.model import Update
from podesta_service.problems import DRAINING, Refusal
from podesta_service.table.table import Step, Table
from podesta_service.views.following import Encode, Following, Silence
from podesta_service.views.patching import Patched

from .errors import problem_of
from .packing import packed


class Heartbeat(Struct, frozen=True):
    """Nothing is new on a stream."""

    game: str
    """The game's id."""
    head: int
    """The last revision that was sent on the stream."""
    caught_up: bool
    """Whether that is the newest that this process knows of."""
    server_time: datetime
    """The time of the service, to compare deadlines with."""


class LastWord(Struct, frozen=True):
    """The last event of a game on a stream."""

    game: str
    """The game's id."""
    revision: int
    """The revision to resume after."""


class Frame(NamedTuple):
    """An event: all of it but its id, the revision that makes its id if it has one, and the same in packed blocks."""

    body: bytes
    revision: int | None = None
    blocks: bytes = b""


def event(name: str, data: Any) -> bytes:
    """An event without its id; JSON has no line breaks, so it is one line of data."""
    return b"event: %s\ndata: %s\n\n" % (name.encode(), msgspec.json.encode(data))


def id_line(identity: str | int) -> bytes:
    """The line that gives an event its id; it comes first."""
    return f"id: {identity}\n".encode()


def parsed(event: bytes) -> dict[str, str]:
    """The fields of an event, as those who receive it see them."""
    return dict(line.split(": ", 1) for line in event.decode().splitlines() if line)


def update_event(update: Update) -> bytes:
    """An update as an event."""
    return event("update", update)


def patch_event(patched: Patched) -> bytes:
    """An update as a patch, as an event."""
    return event("patch", patched)


class Tells(Protocol):
    """What a stream of events tells."""

    def frames(self) -> AsyncGenerator[Frame, None]:
        """Every event."""

    async def close(self) -> None:
        """Stop following."""

    @property
    def mark(self) -> tuple[str, int]:
        """What it tells of, and how far it has come."""


EVENTS = Encode("rest", update_event, patch_event)


class Telling:
    """What one follower is told, as the events of a stream of its own."""

    def __init__(self, context: Context, following: Following, packs: bool = False) -> None:
        self._context, self._following, self._packs = context, following, packs
        self.watcher = following.watcher

    @property
    def mark(self) -> tuple[str, int]:
        """The game, and the last revision that was told."""
        return self.watcher.game, self.watcher.revision

    @property
    def done(self) -> bool:
        """Whether there is nothing left to tell."""
        return self._following.done

    async def frames(self) -> AsyncGenerator[Frame, None]:
        """Every event of the stream: the game if it begins with it, updates, heartbeats, a last word."""
        try:
            async with aclosing(self._following.tell(self._context.settings.heartbeat_seconds)) as saying:
                async for said in saying:
                    if found := self._event(said):
                        yield found
        except Refusal as why:
            yield Frame(self._farewell(why))
        else:
            yield Frame(event("end", LastWord(self.watcher.game, self.watcher.revision)))

    def _event(self, said: Table | Step | Silence) -> Frame | None:
        """What is said, as an event; that nothing comes any more is for the last word to say."""
        watcher = self.watcher
        if isinstance(said, Step):
            body = self._following.frame(said, EVENTS)
            return Frame(body, said.revision, self._following.packed(said, body, packed) if self._packs else b"")
        if isinstance(said, Table):
            return Frame(event("game", self._following.game(said)), said.revision)
        return None if watcher.over else Frame(self._heartbeat())

    def _heartbeat(self) -> bytes:
        watcher = self.watcher
        now = self._context.master.server_time
        return event("heartbeat", Heartbeat(watcher.game, watcher.revision, watcher.caught_up, now))

    def _farewell(self, why: Refusal) -> bytes:
        """The last event of a stream that ends before its game."""
        if why.kind is DRAINING:
            return event("drain", LastWord(self.watcher.game, self.watcher.revision))
        return event("problem", problem_of(why, self._following.language))

    async def close(self) -> None:
        """Stop following."""
        await self._following.close()
