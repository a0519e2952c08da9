"""The updates of a game as Server-Sent Events."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from datetime import datetime
from typing import Any, NamedTuple, Protocol

import msgspec
from msgspec import Struct, structs

from podesta_service.context import Context
from podesta_service.model import Update
from podesta_service.problems import DRAINING, Refusal
from podesta_service.table.table import Step, Table
from podesta_service.views.following import Encode, Silence, UpdateStream
from podesta_service.views.patching import Patched

from .errors import problem_of
from .packing import packed


class Heartbeat(Struct, frozen=True):
    """A sign of life on a stream without news."""

    game: str
    """The game's id."""
    head: int
    """The last revision that was sent on the stream."""
    caught_up: bool
    """Whether that is the newest revision known to this process."""
    server_time: datetime
    """The service's time, to compare deadlines with."""


class LastWord(Struct, frozen=True):
    """The last event of a game on a stream."""

    game: str
    """The game's id."""
    revision: int
    """The revision to resume after."""


class Frame(NamedTuple):
    """An event without its id line, the revision for its id (if any), and the event in compressed blocks."""

    body: bytes
    revision: int | None = None
    blocks: bytes = b""


def event(name: str, data: Any) -> bytes:
    """An event without its id line; JSON has no line breaks, so one data line is enough."""
    return b"event: %s\ndata: %s\n\n" % (name.encode(), msgspec.json.encode(data))


def id_line(identity: str | int) -> bytes:
    """The id line of an event, which comes first."""
    return f"id: {identity}\n".encode()


def parsed(event: bytes) -> dict[str, str]:
    """The fields of an event, as a client parses them."""
    return dict(line.split(": ", 1) for line in event.decode().splitlines() if line)


def update_json(update: Update, after: bytes) -> bytes:
    """An update as JSON, given that of the game after it."""
    return msgspec.json.encode(structs.replace(update, after=msgspec.Raw(after)))


def update_event(update: bytes) -> bytes:
    """An update, given as JSON, as an event."""
    return event("update", msgspec.Raw(update))


def patch_event(patched: Patched) -> bytes:
    """An update as a patch, as an event."""
    return event("patch", patched)


class EventSource(Protocol):
    """The source of a stream's events."""

    def frames(self) -> AsyncGenerator[Frame, None]:
        """Every event."""

    async def close(self) -> None:
        """Stop following."""

    @property
    def mark(self) -> tuple[str, int]:
        """The game, and the last revision that was sent."""


EVENTS = Encode("rest", msgspec.json.encode, update_json, update_event, patch_event)


class EventWriter:
    """Writes the updates of one follower as events."""

    def __init__(self, context: Context, following: UpdateStream, packs: bool = False) -> None:
        self._context, self._following, self._packs = context, following, packs
        self.watcher = following.watcher

    @property
    def mark(self) -> tuple[str, int]:
        """The game, and the last revision that was sent."""
        return self.watcher.game, self.watcher.revision

    @property
    def done(self) -> bool:
        """Whether no event can follow."""
        return self._following.done

    async def frames(self) -> AsyncGenerator[Frame, None]:
        """Every event of the stream: the game if the stream begins with it, updates, heartbeats, and a last event."""
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
        """One message as an event; None for a silence after the game's end, which the last event reports."""
        watcher = self.watcher
        if isinstance(said, Step):
            body = self._following.frame(said, EVENTS)
            return Frame(body, said.revision, self._following.packed(said, body, packed) if self._packs else b"")
        if isinstance(said, Table):
            return Frame(event("game", msgspec.Raw(self._following.game(said, EVENTS))), said.revision)
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
