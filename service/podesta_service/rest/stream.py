"""Streaming responses that last as long as their games: one game per stream, or several."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, aclosing, nullcontext
from typing import Any

from litestar.response.base import ASGIResponse
from litestar.types import Receive, Scope, Send

from podesta_engines.core.words import Language
from podesta_service.context import Context
from podesta_service.fairness.time_slices import on_behalf
from podesta_service.telemetry.words import Wire

from .events import EventSource, Frame, id_line
from .headers import variant
from .packing import Coding

WIRE: Wire = "rest"
HEAD_ONLY = "head only"
"""Set in a request's state for HEAD."""
GOES_ON = "goes on"
"""The key in a request's state for a stream's body, which is sent after the middleware has returned."""
WHEN_LEFT = "podesta.when_left"
"""The key in a request's scope of the function that sets (or, with None, clears) the callback for a disconnect."""

BEAT = "Heartbeat-Seconds"
"""The header with the maximum seconds between two messages of a stream."""
_RETRY = b"retry: 1000\n"
_ALONE: AbstractAsyncContextManager[None] = nullcontext()
"""The lock of a stream with a single game, which needs none."""
_PATIENCE = 4
"""How many heartbeats a client may leave unread before it is disconnected."""


class GameStream(ASGIResponse):
    """The stream of one watcher, or of several on one connection. However it ends, the watchers are closed.

    `coding` is the stream's content coding, `call` its name in metrics.
    On a stream of several games every id names the revisions of all games, and a problem with one ends the stream.
    """

    _should_set_content_length = False

    def __init__(
        self,
        context: Context,
        tellings: Sequence[EventSource],
        language: Language,
        many: bool = False,
        coding: Coding | None = None,
        call: str = "",
    ) -> None:
        coding = coding or Coding()
        said = {**_headers(language, coding), BEAT: f"{context.settings.heartbeat_seconds:g}"}
        super().__init__(headers=said, media_type="text/event-stream", status_code=200)
        self._pouring = StreamBody(context, tellings, many, coding, call or ("WatchGames" if many else "Watch"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        """Begin the response; leave the body to the front door if possible, so that the frames in between are freed."""
        state: dict[str, Any] = scope["state"]
        try:
            await self.start_response(send)
            if state.get(HEAD_ONLY):
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        except BaseException:
            await self._pouring.close()
            raise
        if state.get(HEAD_ONLY):
            await self._pouring.close()
        elif GOES_ON in state:
            state[GOES_ON] = self._pouring
        else:
            await self._pouring.go_on(scope, send)


class StreamBody:
    """The body of a stream that has begun."""

    __slots__ = (
        "_call",
        "_clock",
        "_coding",
        "_context",
        "_gone",
        "_many",
        "_patience",
        "_sending",
        "_since",
        "_tellings",
        "_timer",
        "_turn",
    )

    def __init__(
        self, context: Context, tellings: Sequence[EventSource], many: bool, coding: Coding, call: str
    ) -> None:
        self._context, self._tellings, self._many, self._coding, self._call = context, tellings, many, coding, call
        self._patience = _PATIENCE * context.settings.heartbeat_seconds
        self._turn = asyncio.Lock() if many else _ALONE
        self._sending: asyncio.Task[Any] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._gone = False
        self._since = 0.0
        """When sending of the current frame began, by the loop's clock; 0 between frames."""

    async def go_on(self, scope: Any, send: Send) -> None:
        """Send events until the games end, the process drains or the client leaves."""
        self._sending, when_left = asyncio.current_task(), scope.get(WHEN_LEFT, _ignore_callback)
        self._clock = asyncio.get_running_loop().time
        when_left(self._let_go)
        self._watch()
        try:
            with self._context.metrics.stream(WIRE, self._call):
                await self._pump(send)
        except asyncio.CancelledError:
            if not self._gone:
                raise
        finally:
            when_left(None)
            self._sending = None  # the task refers to this stream: avoid a reference cycle
            await self.close()

    async def close(self) -> None:
        """Close the watchers."""
        if self._timer is not None:
            self._timer.cancel()
        for telling in self._tellings:
            await telling.close()

    def _let_go(self) -> None:
        """Stop sending: the client has disconnected, or reads nothing."""
        self._gone = True
        if self._sending is not None:
            self._sending.cancel()

    async def _pump(self, send: Send) -> None:
        """Send the frames of all games as they come, then the end of the body."""
        await self._send(send, self._coding.begin() + self._coding.add(b"", _RETRY))
        if self._many:
            await self._pour_all(send)
        else:
            await self._pour(self._tellings[0], send)
        await send({"type": "http.response.body", "body": self._coding.end(), "more_body": False})

    def _watch(self) -> None:
        """Check periodically that the client reads; a timer for every frame would cost too much."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        if now - (self._since or now) > self._patience:
            self._context.metrics.dropped("stalled")
            self._let_go()
        else:
            self._timer = loop.call_later(self._patience / 4, self._watch)

    async def _pour_all(self, send: Send) -> None:
        """Send the frames of all games concurrently, until all are over or one has a problem."""
        pouring = [asyncio.create_task(on_behalf(self._pour, telling, send)) for telling in self._tellings]
        try:
            for poured in asyncio.as_completed(pouring):
                if not await poured:
                    return
        finally:
            for task in pouring:
                task.cancel()
            await asyncio.gather(*pouring, return_exceptions=True)

    async def _pour(self, telling: EventSource, send: Send) -> bool:
        """Send the frames of one game, one at a time; return whether the stream may go on with the others."""
        last = b""
        async with aclosing(telling.frames()) as frames:
            async for frame in frames:
                last = frame.body
                async with self._turn:
                    await self._send(send, self._coding.add(self._identity(frame), frame.body, frame.blocks))
        return not last.startswith(b"event: problem")

    async def _send(self, send: Send, chunk: bytes) -> None:
        """Send a frame; a client that reads nothing for long is disconnected."""
        self._since = self._clock()
        await send({"type": "http.response.body", "body": chunk, "more_body": True})
        self._since = 0.0

    def _identity(self, frame: Frame) -> bytes:
        """A frame's id line, if it has one; on a stream of several games it resumes all of them."""
        if frame.revision is None:
            return b""
        if not self._many:
            return id_line(frame.revision)
        return id_line(everywhere(dict(each.mark for each in self._tellings)))


def _headers(language: Language, coding: Coding) -> dict[str, str]:
    """Headers that forbid caching, recompressing and buffering a stream."""
    found = {**variant(language), "Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no"}
    found["Vary"] += ", Accept-Encoding"
    return {**found, "Content-Encoding": coding.name} if coding.name else found


def everywhere(revisions: Mapping[str, int]) -> str:
    """The event id of a stream of several games: `<game>:<revision>` of each, separated by commas."""
    return ",".join(f"{game}:{revision}" for game, revision in revisions.items())


def _ignore_callback(_: Callable[[], None] | None) -> None:
    """Do nothing, for servers that do not report disconnects."""
