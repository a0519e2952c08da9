"""Streams: responses that go on as long as their games, each on its own or several side by side."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import aclosing
from functools import partial
from typing import Any

from litestar.response.base import ASGIResponse
from litestar.types import Receive, Scope, Send

from podesta_engines.core.words import Language
from podesta_service.context import Context
from podesta_service.meter import on_behalf
from podesta_service.telemetry.words import Wire

from .events import Frame, Tells, id_line
from .headers import variant
from .packing import Coding

WIRE: Wire = "rest"
HEAD_ONLY = "head only"
"""Set in a request's state when it is a HEAD."""

_RETRY = b"retry: 1000\n"
_PATIENCE = 4
"""Heartbeats that a client may leave unread before it is let go."""


class GameStream(ASGIResponse):
    """The stream of one watcher, or of several on one connection. However it ends, the watchers are let go.

    `coding` says how it is packed, and `call` what metrics call it.
    On a stream of several games every id names the revisions of all of them, and a problem with one ends it all.
    """

    _should_set_content_length = False

    def __init__(
        self,
        context: Context,
        tellings: Sequence[Tells],
        language: Language,
        many: bool = False,
        coding: Coding | None = None,
        call: str = "",
    ) -> None:
        coding = coding or Coding()
        super().__init__(headers=_headers(language, coding), media_type="text/event-stream", status_code=200)
        self._context, self._tellings, self._many, self._coding = context, tellings, many, coding
        self._patience = _PATIENCE * context.settings.heartbeat_seconds
        self._call = call or ("WatchGames" if many else "Watch")
        self._turn = asyncio.Lock()
        self._since = 0.0
        """When the frame that is being sent was begun, by the loop's clock; 0 between frames."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until the games end, the process drains or the client leaves."""
        try:
            await self.start_response(send)
            if scope["state"].get(HEAD_ONLY):
                await send({"type": "http.response.body", "body": b"", "more_body": False})
            else:
                with self._context.metrics.stream(WIRE, self._call):
                    await _first_done(partial(self._pump, send), partial(_left, receive))
        finally:
            for telling in self._tellings:
                await telling.close()

    async def _pump(self, send: Send) -> None:
        """Send every frame of every game as it comes, then the end of the body."""
        task = asyncio.current_task()
        assert task is not None
        self._clock = task.get_loop().time
        self._watch(task)
        try:
            await self._send(send, self._coding.begin() + self._coding.add(b"", _RETRY))
            if self._many:
                await self._pour_all(send)
            else:
                await self._pour(self._tellings[0], send)
            await send({"type": "http.response.body", "body": self._coding.end(), "more_body": False})
        finally:
            self._timer.cancel()

    def _watch(self, sending: asyncio.Task[Any]) -> None:
        """Look again and again whether the client takes what is sent; a timer for every frame would cost as much."""
        now = sending.get_loop().time()
        if now - (self._since or now) > self._patience:
            self._context.metrics.dropped("stalled")
            sending.cancel()
        else:
            self._timer = sending.get_loop().call_later(self._patience / 4, self._watch, sending)

    async def _pour_all(self, send: Send) -> None:
        """Send the frames of all games side by side, until all are over or one has a problem."""
        pouring = [asyncio.create_task(on_behalf(self._pour, telling, send)) for telling in self._tellings]
        try:
            for poured in asyncio.as_completed(pouring):
                if not await poured:
                    return
        finally:
            for task in pouring:
                task.cancel()
            await asyncio.gather(*pouring, return_exceptions=True)

    async def _pour(self, telling: Tells, send: Send) -> bool:
        """Send the frames of one game, one frame at a time; whether the stream may go on with the others."""
        last = b""
        async with aclosing(telling.frames()) as frames:
            async for frame in frames:
                last = frame.body
                async with self._turn:
                    await self._send(send, self._coding.add(self._identity(frame), frame.body, frame.blocks))
        return not last.startswith(b"event: problem")

    async def _send(self, send: Send, chunk: bytes) -> None:
        """Send a frame; a client that takes nothing for long is let go."""
        self._since = self._clock()
        await send({"type": "http.response.body", "body": chunk, "more_body": True})
        self._since = 0.0

    def _identity(self, frame: Frame) -> bytes:
        """The line of a frame's id, if it has one; on a stream of several games it resumes all of them."""
        if frame.revision is None:
            return b""
        if not self._many:
            return id_line(frame.revision)
        return id_line(everywhere(dict(each.mark for each in self._tellings)))


def _headers(language: Language, coding: Coding) -> dict[str, str]:
    """Nobody may keep a stream, pack it anew, or hold it back."""
    found = {**variant(language), "Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no"}
    found["Vary"] += ", Accept-Encoding"
    return {**found, "Content-Encoding": coding.name} if coding.name else found


def everywhere(revisions: Mapping[str, int]) -> str:
    """The event id of a stream of several games: `<game>:<revision>` of each, separated by commas."""
    return ",".join(f"{game}:{revision}" for game, revision in revisions.items())


async def _left(receive: Receive) -> None:
    """Return when the client is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _first_done(*works: Any) -> None:
    """Run until the first of some coroutines is done, and stop the others."""
    tasks = [asyncio.create_task(on_behalf(work)) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    for result in results:
        if isinstance(result, Exception):
            raise result
