"""One HTTP exchange at a proxy: the request, and the response, which can be cut off."""

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
"""The key in a request's scope of the function that aborts its connection."""
_GAME = r"/v1/games/[a-z0-9]+"
_NAMES = {
    "Answer": re.compile(rf"POST {_GAME}/answers"),
    "GetGame": re.compile(rf"GET {_GAME}"),
    "Watch": re.compile(rf"GET ({_GAME}|/v1)/stream"),
}
"""Calls that both wires have, by their gRPC names."""


class Cuttable(HttpToolsProtocol):
    """A connection that a call can abort."""

    def on_message_begin(self) -> None:
        """Put the abort function into the scope."""
        super().on_message_begin()
        scope: Any = self.scope
        scope[_CUT] = self.transport.abort


class Exchange:
    """A request and its response."""

    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        told: Any = scope
        self._cut, self._receive, self._send = told[_CUT], receive, send
        self.method: str = told["method"]
        self.address = told["raw_path"].decode() + (f"?{query}" if (query := told["query_string"].decode()) else "")
        self.headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in told["headers"]}
        self.name = _name(f"{self.method} {told['path']}")
        self.begun = False

    async def body(self) -> bytes:
        """The whole request body."""
        found, more = b"", True
        while more:
            message: Any = await self._receive()
            found, more = found + message.get("body", b""), message.get("more_body", False)
        return found

    async def gone(self) -> None:
        """Wait until the client has disconnected."""
        while (await self._receive())["type"] != "http.disconnect":
            pass

    async def begin(self, status: int, headers: Mapping[str, str]) -> None:
        """Begin the response."""
        self.begun = True
        lines = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers.items()]
        await self._send({"type": "http.response.start", "status": status, "headers": lines})

    async def write(self, body: bytes) -> None:
        """Send a part of the body."""
        await self._send({"type": "http.response.body", "body": body, "more_body": True})

    async def end(self, body: bytes = b"") -> None:
        """Send the last part of the body."""
        await self._send({"type": "http.response.body", "body": body, "more_body": False})

    async def refuse(self, refusal: Refusal) -> None:
        """Refuse the call; on a stream that has begun, with a final event."""
        problem = problem_of(refusal)
        if self.begun:
            await self.end(event("drain" if refusal.kind is DRAINING else "problem", problem))
        else:
            await self.begin(refusal.kind.status, {**headers_of(refusal), "Content-Type": PROBLEM_JSON})
            await self.end(msgspec.json.encode(problem))

    def cut(self) -> None:
        """Abort the connection."""
        self._cut()


def _name(call: str) -> str:
    return next((name for name, pattern in _NAMES.items() if pattern.fullmatch(call)), call)
