"""Games that have not changed: what a UI that polls asks for most, served before Litestar takes the call apart.

Everything else is passed on: other calls, other responses, and callers whose browser needs more headers (CORS).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from litestar.types import ASGIApp, Receive, Send

from podesta_engines.core.words import Language
from podesta_service.context import Context, bearer, language_of
from podesta_service.names import GAME
from podesta_service.problems import Refusal
from podesta_service.rest.headers import etag, matches, server_time, variant

LIMITED = "limited"
"""Where the refusal of a call too many is left in a request's state."""
CALLED = "called"
"""Where the name of a call that was served here is left in a request's state."""
_NAME: Final = "GetGame"
_WIRE: Final = "rest"
_GAME = re.compile(rf"/v1/games/({GAME})")


class Unchanged:
    """Sends 304 to a client that has the game as it stands."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self._app, self._context, self._master = app, context, context.master

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Serve a call, or pass it on."""
        found = _GAME.fullmatch(scope["path"]) if scope["method"] == "GET" and not scope["query_string"] else None
        call = self._context.metrics.call(_WIRE, _NAME) if found else None
        headers = await self._headers(scope, found[1]) if found else None
        if headers is None or call is None:
            await self._app(scope, receive, send)
            return
        scope["state"][CALLED] = _NAME
        call.code = "304"
        call.end(None)
        await send({"type": "http.response.start", "status": 304, "headers": headers})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _headers(self, scope: Any, game: str) -> list[tuple[bytes, bytes]] | None:
        """The headers of a 304, if that is the response."""
        asked = _asked(scope)
        if b"if-none-match" not in asked or b"origin" in asked or self._context.draining.is_set():
            return None
        try:
            table, viewer = await self._master.look(game, bearer(_value(asked, b"authorization")))
        except Refusal:
            return None  # it will be refused again, with the reason
        language = language_of(_value(asked, b"accept-language"))
        tag = etag(table.revision, viewer, language)
        if not matches(_value(asked, b"if-none-match"), tag):
            return None
        return [(b"etag", tag.encode()), *_kept(language), *_raw(server_time(self._master.server_time))]


def _asked(scope: Any) -> Mapping[bytes, bytes]:
    """The headers of a request; none where one is repeated, or the call is one too many."""
    found = dict(scope["headers"])
    return found if len(found) == len(scope["headers"]) and not scope["state"].get(LIMITED) else {}


def _value(asked: Mapping[bytes, bytes], name: bytes) -> str | None:
    value = asked.get(name)
    return None if value is None else value.decode("latin-1")


@cache
def _kept(language: Language) -> list[tuple[bytes, bytes]]:
    """The headers of a 304 that are the same for every game."""
    return _raw(variant(language))


def _raw(headers: Mapping[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]
