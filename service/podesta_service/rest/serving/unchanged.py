"""Games that have not changed: what a UI that polls asks for most, served before Litestar takes the call apart.

Everything else is passed on: other calls, other responses, and callers whose browser needs more headers (CORS).
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

from litestar.types import Receive

from podesta_engines.core.words import Language
from podesta_service.context import Context
from podesta_service.names import GAME
from podesta_service.problems import Refusal
from podesta_service.rest.headers import etag, matches, server_time, variant
from podesta_service.rest.stream import WIRE

from .direct import Asked, Raw, Told, is_direct, name_call, raw

_NAME: Final = "GetGame"
_GAME = re.compile(rf"/v1/games/({GAME})")


class Unchanged:
    """Tells a client that has the game as it stands that it does: 304."""

    def __init__(self, context: Context) -> None:
        self._metrics, self._master = context.metrics, context.master

    async def told(self, scope: Any, asked: Asked, receive: Receive) -> Told | None:  # noqa: ARG002
        """The response to a client that has the game as it stands."""
        found = _GAME.fullmatch(scope["path"])
        if found is None or scope["query_string"]:
            return None
        call = self._metrics.call(WIRE, _NAME)
        headers = await self._headers(found[1], asked) if is_direct(scope, asked) else None
        if headers is None:
            return None
        name_call(scope, _NAME, "/v1/games/{game}")
        call.code = "304"
        call.end(None)
        return Told(304, headers)

    async def _headers(self, game: str, asked: Asked) -> Raw | None:
        """The headers of a 304, if that is the response."""
        had = asked.headers.get(b"if-none-match")
        if had is None:
            return None
        try:
            table, viewer = await self._master.look(game, asked.token)
        except Refusal:
            return None  # it will be refused again, with the reason
        language, known = asked.language, had.decode("latin-1")
        tag = etag(table.revision, viewer, language)
        if not matches(known, tag):
            return None
        shown = f"W/{tag}" if f"W/{tag}" in known else tag  # weak if the client's is: what it has was compressed
        return [(b"etag", shown.encode()), *_kept(language), *raw(server_time(self._master.server_time))]


@cache
def _kept(language: Language) -> Raw:
    """The headers of a 304 that are the same for every game."""
    return raw(variant(language))
