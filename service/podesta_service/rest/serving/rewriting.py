"""Headers that are changed before Litestar sees a request, and after it has made a response."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from litestar.types import ASGIApp, Message, Receive, Scope, Send

VARY = "vary"
"""The key in a request's state of a response's Vary, saved before CORS replaces it."""
_REFUSED = re.compile(rb";\s*q\s*=\s*0(\.0*)?\s*(;|$)", re.IGNORECASE)
"""A quality value of 0: not acceptable."""
Headers = Iterable[tuple[bytes, bytes]]


def taken(headers: Headers) -> list[tuple[bytes, bytes]]:
    """Headers with only acceptable encodings in Accept-Encoding: Litestar ignores quality values."""
    return [(name, _taken(value) if name == b"accept-encoding" else value) for name, value in headers]


def _taken(encodings: bytes) -> bytes:
    """The encodings with a quality value other than 0."""
    return b", ".join(part.strip() for part in encodings.split(b",") if not _REFUSED.search(part))


def rewritten(scope: Any, asked: Mapping[bytes, bytes], start: Any) -> Headers:
    """The headers of Litestar's response to a request with the headers `asked`."""
    headers = _varied(scope["state"], start["headers"])
    return _with_methods(scope, _weakened(asked, start["status"], headers))


def _weakened(asked: Mapping[bytes, bytes], status: int, headers: Headers) -> Headers:
    """Headers in which the entity tag of a compressed response is weak, as its bytes differ from the plain one's.

    In a 304, the tag is weak if the client's is.
    """
    found = dict(headers)
    tag = found.get(b"etag", b"W/")
    compressed = b"content-encoding" in found
    if tag.startswith(b"W/") or not (compressed or (status == 304 and b"W/" + tag in asked.get(b"if-none-match", b""))):
        return headers
    return [(name, b"W/" + value if name == b"etag" else value) for name, value in headers]


def _with_methods(scope: Any, headers: Headers) -> Headers:
    """Headers in which the Allow of a response to OPTIONS names every method of the path: Litestar names only some."""
    if scope["method"] != "OPTIONS" or "route_handler" not in scope:
        return headers
    app: Any = scope["litestar_app"]
    methods = {way for route in app.routes if route.path_format == scope["path_template"] for way in route.methods}
    allowed = ", ".join(sorted({*methods, "OPTIONS", *(["HEAD"] if "GET" in methods else [])})).encode()
    return [(name, allowed if name == b"allow" else value) for name, value in headers]


# -- Vary: Litestar's CORS sets it to the origin, and drops earlier values ---------------------------------------------


class Varying:
    """Middleware inside CORS that saves the Vary of responses."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a call on."""

        async def noted(message: Message) -> None:
            if message["type"] == "http.response.start":
                scope["state"][VARY] = _said(message["headers"])
            await send(message)

        await self._app(scope, receive, noted)


def _varied(state: dict[str, Any], headers: Headers) -> Headers:
    """Headers with the complete Vary: their own, the saved one, and the origin."""
    if VARY not in state:
        return headers
    every = dict.fromkeys([*state[VARY], *_said(headers), "Origin"])
    return [
        *((name, value) for name, value in headers if name.lower() != b"vary"),
        (b"vary", ", ".join(every).encode()),
    ]


def _said(headers: Headers) -> list[str]:
    """The names in Vary."""
    values = [value.decode("latin-1") for name, value in headers if name.lower() == b"vary"]
    return [part.strip() for value in values for part in value.split(",")]
