"""HTTP as uvicorn speaks it, with bounds that it lacks: how long a head may be, how long a request may take."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from podesta_service.problems import MALFORMED, refuse
from podesta_service.rest.errors import problem_of
from podesta_service.rest.headers import PROBLEM_JSON

LONGEST_HEADERS = 64 * 1024
"""Bytes; what has come in one piece with its end may be a little longer."""
ARRIVAL_SECONDS = 20.0
"""How long a request may take from its first byte to its last, and a new connection to its first."""


class Bounded(HttpToolsProtocol):
    """One connection. Bytes that are no request, or come too slowly, get problem details; then the connection ends."""

    _head: int | None = None
    """Bytes of the head that is being read; None between heads."""
    _since: float | None = None
    """When the request that is arriving began; None between requests."""
    _clock: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """A new connection: its first request is expected."""
        super().connection_made(transport)
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """The end of a connection."""
        if self._clock is not None:
            self._clock.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what has come; a head without an end is refused."""
        super().data_received(data)
        if self._head is not None:
            self._head += len(data)
            if self._head > LONGEST_HEADERS:
                self.send_400_response("the headers are too long")

    def on_message_begin(self) -> None:
        """The first byte of a request."""
        self._head = 0
        self._expect()
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The end of a head."""
        self._head = None
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The last byte of a request."""
        self._since = None
        super().on_message_complete()

    def _expect(self) -> None:
        """Expect a whole request from now on; a clock that runs already is left running."""
        self._since = self.loop.time()
        if self._clock is None:
            self._clock = self.loop.call_later(ARRIVAL_SECONDS, self._look)

    def _look(self) -> None:
        """Close a connection whose request takes too long; stop looking at one that waits for nothing."""
        self._clock = None
        if self._since is None or self.transport.is_closing():
            return
        left = self._since + ARRIVAL_SECONDS - self.loop.time()
        if left > 0:
            self._clock = self.loop.call_later(left, self._look)
        elif getattr(self.cycle, "response_started", False):
            self.transport.close()
        else:
            self.send_400_response(f"the request did not arrive within {ARRIVAL_SECONDS:.0f} seconds")

    def send_400_response(self, msg: str) -> None:
        """Send problem details to a client that sent no request, and close."""
        body = msgspec.json.encode(problem_of(refuse(MALFORMED, msg)))
        head = f"content-type: {PROBLEM_JSON}\r\ncontent-length: {len(body)}\r\ncache-control: no-store\r\n"
        head += "x-content-type-options: nosniff\r\n"
        self.transport.write(f"HTTP/1.1 400 Bad Request\r\n{head}connection: close\r\n\r\n".encode() + body)
        self.transport.close()
