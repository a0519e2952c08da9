"""What a response varies by: Litestar's CORS says that it is the origin, and drops what was said before."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from litestar.types import ASGIApp, Message, Receive, Scope, Send

VARY = "vary"
"""Where what a response varies by is left in a request's state, before CORS has its say."""
Headers = Iterable[tuple[bytes, bytes]]


class Varying:
    """Stands behind CORS, and notes what responses vary by."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a call on."""

        async def noted(message: Message) -> None:
            if message["type"] == "http.response.start":
                scope["state"][VARY] = _said(message["headers"])
            await send(message)

        await self._app(scope, receive, noted)


def varied(state: dict[str, Any], headers: Headers) -> Headers:
    """Headers that say everything that a response varies by: what they say, what was noted, and the origin."""
    if VARY not in state:
        return headers
    every = dict.fromkeys([*state[VARY], *_said(headers), "Origin"])
    return [
        *((name, value) for name, value in headers if name.lower() != b"vary"),
        (b"vary", ", ".join(every).encode()),
    ]


def _said(headers: Headers) -> list[str]:
    """What Vary names."""
    values = [value.decode("latin-1") for name, value in headers if name.lower() == b"vary"]
    return [part.strip() for value in values for part in value.split(",")]
