"""Server-sent events: a game as it goes on, resumable at any revision."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any

import msgspec
from litestar.response.base import ASGIResponse
from litestar.types import Receive, Scope, Send

from engines.core.words import Language
from service.context import Context
from service.problems import DRAINING, Refusal, refuse
from service.table import Step, Table, Viewer
from service.watching import Watcher

from .bodies import Heartbeat, LastWord
from .errors import problem_of
from .headers import variant

WIRE = "rest"
HEAD_ONLY = "head only"
"""Set in a request's state when it is a HEAD."""

_RETRY = b"retry: 1000\n"
_PATIENCE = 4
"""Heartbeats that a client may leave unread before it is let go."""

_encode = msgspec.json.encode


def event(name: str, data: Any, revision: int | None = None) -> bytes:
    """One event as bytes; JSON has no line breaks, so it is one line of data."""
    identity = b"" if revision is None else b"id: %d\n" % revision
    return b"event: %s\n%sdata: %s\n\n" % (name.encode(), identity, _encode(data))


def frame(step: Step, viewer: Viewer, language: Language) -> bytes:
    """A step as an audience sees it, encoded once however many follow."""
    key = (WIRE, viewer, language)
    if key not in step.frames:
        step.frames[key] = event("update", step.show(viewer, language), step.revision)
    return step.frames[key]


class GameStream(ASGIResponse):
    """The stream of one watcher. However it ends, the watcher is let go."""

    _should_set_content_length = False

    def __init__(self, context: Context, watcher: Watcher, first: Table | None, language: Language) -> None:
        headers = {**variant(language), "Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        super().__init__(headers=headers, media_type="text/event-stream", status_code=200)
        self._context, self._watcher, self._first = context, watcher, first
        self._viewer, self._language = watcher.viewer, language

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until the game ends, the process drains or the client leaves."""
        try:
            await self.start_response(send)
            if scope["state"].get(HEAD_ONLY):
                await send({"type": "http.response.body", "body": b"", "more_body": False})
            else:
                with self._context.metrics.stream(WIRE, "Watch"):
                    await _first_done(self._pump(send), _left(receive))
        finally:
            await self._watcher.close()

    async def _pump(self, send: Send) -> None:
        """Send every frame, then the end of the body; a client that takes nothing for long is let go."""
        patience = _PATIENCE * self._context.settings.heartbeat_seconds
        async with aclosing(self._frames()) as frames:
            async for chunk in frames:
                async with asyncio.timeout(patience):
                    await send({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _frames(self) -> AsyncGenerator[bytes, None]:
        """Everything the stream says."""
        yield _RETRY
        if self._first is not None:
            yield event("game", self._first.show(self._viewer, self._language), self._first.revision)
        try:
            async with aclosing(self._updates()) as updates:
                async for chunk in updates:
                    yield chunk
        except Refusal as why:
            yield self._farewell(why)

    async def _updates(self) -> AsyncGenerator[bytes, None]:
        """Updates and heartbeats; one heartbeat at once when the follower has caught up."""
        watcher, caught_up = self._watcher, False
        while not watcher.over:
            if self._context.draining.is_set():
                raise refuse(DRAINING, "resume after the last revision you have")
            if watcher.caught_up and not caught_up:
                caught_up = True
                yield self._heartbeat()
            step = await watcher.next(self._context.settings.heartbeat_seconds)
            yield frame(step, self._viewer, self._language) if step else self._heartbeat()
        yield event("end", LastWord(watcher.revision))

    def _heartbeat(self) -> bytes:
        return event("heartbeat", Heartbeat(self._watcher.revision, self._watcher.caught_up))

    def _farewell(self, why: Refusal) -> bytes:
        """The last event of a stream that ends before its game."""
        if why.kind is DRAINING:
            return event("drain", LastWord(self._watcher.revision))
        return event("problem", problem_of(why))


async def _left(receive: Receive) -> None:
    """Return when the client is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


async def _first_done(*works: Any) -> None:
    """Run until the first of some coroutines is done, and stop the others; a client too slow is no error."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    for result in results:
        if isinstance(result, Exception) and not isinstance(result, TimeoutError):
            raise result
