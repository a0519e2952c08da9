"""One call of HTTP at a front door: what was asked, and the way back, which can be cut without a word."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec
from litestar.types import Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from podesta_service.problems import DRAINING, Refusal
from podesta_service.rest.errors import headers_of, problem_of
from podesta_service.rest.events import event
from podesta_service.rest.headers import PROBLEM_JSON

_CUT = "podesta.cut"
"""Where a request's scope has the function that ends its connection at once."""
_GAME = r"/v1/games/[a-z0-9]+"
_NAMES = {
    "Answer": re.compile(rf"POST {_GAME}/answers"),
    "Watch": re.compile(rf"GET ({_GAME}|/v1)/stream"),
}
"""What both wires have, by the names of gRPC."""


class Cuttable(HttpToolsProtocol):
    """A connection whose calls can end it."""

    def on_message_begin(self) -> None:
        """The first byte of a call."""
        super().on_message_begin()
        scope: Any = self.scope
        scope[_CUT] = self.transport.abort


class Exchange:
    """A call on its way in, and its answer on its way out."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        told: Any = scope
        self._cut, self._receive, self._send = told[_CUT], receive, send
        self.method: str = told["method"]
        self.address = told["raw_path"].decode() + (f"?{query}" if (query := told["query_string"].decode()) else "")
        self.headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in told["headers"]}
        self.name = _name(f"{self.method} {told['path']}")
        self.begun = False

    async def body(self) -> bytes:
        """All of what was sent."""
        found, more = b"", True
        while more:
            message: Any = await self._receive()
            found, more = found + message.get("body", b""), message.get("more_body", False)
        return found

    async def gone(self) -> None:
        """When the client has left, or its connection was cut."""
        while (await self._receive())["type"] != "http.disconnect":
            pass

    async def begin(self, status: int, headers: Mapping[str, str]) -> None:
        """Begin to answer."""
        self.begun = True
        lines = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers.items()]
        await self._send({"type": "http.response.start", "status": status, "headers": lines})

    async def write(self, body: bytes) -> None:
        """Some of the answer."""
        await self._send({"type": "http.response.body", "body": body, "more_body": True})

    async def end(self, body: bytes = b"") -> None:
        """The last of the answer."""
        await self._send({"type": "http.response.body", "body": body, "more_body": False})

    async def refuse(self, refusal: Refusal) -> None:
        """Refuse the call; a stream that has begun says so with its last event."""
        problem = problem_of(refusal)
        if self.begun:
            await self.end(event("drain" if refusal.kind is DRAINING else "problem", problem))
        else:
            await self.begin(refusal.kind.status, {**headers_of(refusal), "Content-Type": PROBLEM_JSON})
            await self.end(msgspec.json.encode(problem))

    def cut(self) -> None:
        """End the connection without a word."""
        self._cut()


def _name(call: str) -> str:
    return next((name for name, pattern in _NAMES.items() if pattern.fullmatch(call)), call)
