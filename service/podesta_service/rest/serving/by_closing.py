"""Responses of unknown length to HTTP/1.0, which has no chunks: they end with the connection (RFC 9112, 6.3)."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

OLD = "1.0"
"""The version without chunks."""


class ClosingCycle(RequestResponseCycle):
    """A request of HTTP/1.0 and its response."""

    _open_ended = False
    """Whether the connection's end is the response's."""

    async def send(self, message: Any) -> None:
        """Send a part of the response: with its length if that is known, else without chunks."""
        if message["type"] == "http.response.start":
            if all(name.lower() != b"content-length" for name, _ in message.get("headers", ())):
                self.chunked_encoding = False
                self._open_ended = True
        elif self._open_ended:
            self.expected_content_length = len(message.get("body", b""))
        await super().send(message)
