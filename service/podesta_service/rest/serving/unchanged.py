"""Games that have not changed: what a UI that polls asks for most, served before Litestar takes the call apart.

Everything else is passed on: other calls, other responses, and callers whose browser needs more headers (CORS).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from litestar.types import ASGIApp, Receive, Scope, Send

from podesta_service.context import Context, bearer, language_of
from podesta_service.problems import Refusal
from podesta_service.rest.headers import game_headers, matches, server_time

LIMITED = "limited"
"""Where the refusal of a call too many is left in a request's state."""
CALLED = "called"
"""Where the name of a call that was served here is left in a request's state."""
_NAME: Final = "GetGame"
_WIRE: Final = "rest"
_GAME = re.compile(r"/v1/games/([a-z2-7]{16})")


class Unchanged:
    """Sends 304 to a client that has the game as it stands."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self._app, self._context, self._master = app, context, context.master

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a call, or pass it on."""
        call = self._context.metrics.call(_WIRE, _NAME)
        headers = await self._headers(scope)
        if headers is None:
            await self._app(scope, receive, send)
            return
        scope["state"][CALLED] = _NAME
        call.code = "304"
        call.end(None)
        raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        await send({"type": "http.response.start", "status": 304, "headers": raw})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _headers(self, scope: Any) -> Mapping[str, str] | None:
        """The headers of a 304, if that is the response."""
        found = _GAME.fullmatch(scope["path"]) if scope["method"] == "GET" and not scope["query_string"] else None
        asked = _asked(scope) if found else {}
        if found is None or "if-none-match" not in asked or "origin" in asked or self._context.draining.is_set():
            return None
        try:
            table, viewer = await self._master.look(found[1], bearer(asked.get("authorization")))
        except Refusal:
            return None  # it will be refused again, with the reason
        headers = game_headers(table, viewer, language_of(asked.get("accept-language")))
        unchanged = matches(asked["if-none-match"], headers["ETag"])
        return headers | server_time(self._master.server_time) if unchanged else None


def _asked(scope: Any) -> dict[str, str]:
    """The headers of a request; none where one is repeated, or the call is one too many."""
    raw = scope["headers"]
    found = {name.decode("latin-1"): value.decode("latin-1") for name, value in raw}
    return found if len(found) == len([*raw]) and not scope["state"].get(LIMITED) else {}
