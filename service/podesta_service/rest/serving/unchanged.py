"""Games that have not changed: what a UI that polls asks for most, served before Litestar takes the call apart.

Everything else is passed on: other calls, other responses, and callers whose browser needs more headers (CORS).
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

from litestar.types import ASGIApp, Receive, Send

from podesta_engines.core.words import Language
from podesta_service.context import Context, bearer, language_of
from podesta_service.names import GAME
from podesta_service.problems import Refusal
from podesta_service.rest.headers import etag, matches, server_time, variant
from podesta_service.rest.stream import WIRE

from .direct import asked_once, is_direct, name_call, raw, respond, value

_NAME: Final = "GetGame"
_GAME = re.compile(rf"/v1/games/({GAME})")


class Unchanged:
    """Sends 304 to a client that has the game as it stands."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self._app, self._context, self._master = app, context, context.master

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Serve a call, or pass it on."""
        found = _GAME.fullmatch(scope["path"]) if scope["method"] == "GET" and not scope["query_string"] else None
        call = self._context.metrics.call(WIRE, _NAME) if found else None
        headers = await self._headers(scope, found[1]) if found else None
        if headers is None or call is None:
            await self._app(scope, receive, send)
            return
        name_call(scope, _NAME, "/v1/games/{game}")
        call.code = "304"
        call.end(None)
        await respond(send, 304, headers)

    async def _headers(self, scope: Any, game: str) -> list[tuple[bytes, bytes]] | None:
        """The headers of a 304, if that is the response."""
        asked = asked_once(scope)
        if b"if-none-match" not in asked or not is_direct(asked, self._context):
            return None
        try:
            table, viewer = await self._master.look(game, bearer(value(asked, b"authorization")))
        except Refusal:
            return None  # it will be refused again, with the reason
        language = language_of(value(asked, b"accept-language"))
        tag = etag(table.revision, viewer, language)
        if not matches(value(asked, b"if-none-match"), tag):
            return None
        return [(b"etag", tag.encode()), *_kept(language), *raw(server_time(self._master.server_time))]


@cache
def _kept(language: Language) -> list[tuple[bytes, bytes]]:
    """The headers of a 304 that are the same for every game."""
    return raw(variant(language))
