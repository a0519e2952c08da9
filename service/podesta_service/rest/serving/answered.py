"""Answers of seats, taken before Litestar takes the call apart: the call that bots make more often than all others.

A body of unknown or too great a length is passed on, and so is a call whose response would be compressed.
"""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec
from litestar.types import ASGIApp, Receive, Send

from podesta_engines.core.words import Language
from podesta_service.context import Context, bearer, language_of
from podesta_service.names import GAME
from podesta_service.problems import MALFORMED, refuse
from podesta_service.rest.bearing import Bearing
from podesta_service.rest.calls.answers import Answers, take
from podesta_service.rest.errors import REFUSAL, refused
from podesta_service.rest.headers import JSON, PROBLEM_JSON, packed_as, wants_minimal
from podesta_service.rest.reading import decode
from podesta_service.rest.stream import WIRE

from .direct import Headers, asked_once, is_direct, name_call, raw, respond, value

LARGEST_BODY = 64 * 1024
"""Bytes of a request's body, at most."""
_NAME: Final = "Answer"
_TEMPLATE: Final = "/v1/games/{game}/answers"
_ANSWERS = re.compile(rf"/v1/games/({GAME})/answers")
_LENGTH = re.compile(rb"[1-9][0-9]{0,4}")
_encode = msgspec.json.Encoder().encode

Told = tuple[int, dict[str, str], bytes]
"""Status, headers and body of a response."""


class Asked(Bearing):
    """What the headers of a request say of its caller."""

    def __init__(self, context: Context, asked: Headers) -> None:
        self._context, self._asked = context, asked

    @property
    def context(self) -> Context:
        """The inside of this process."""
        return self._context

    @property
    def token(self) -> str | None:
        """The bearer token, if there is one."""
        return bearer(value(self._asked, b"authorization"))

    @property
    def language(self) -> Language:
        """The language the caller likes best."""
        return language_of(value(self._asked, b"accept-language"))


class Answered:
    """Takes the answers that a request carries; every other request is passed on."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self._app, self._context = app, context

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Serve a call, or pass it on."""
        found = _ANSWERS.fullmatch(scope["path"]) if scope["method"] == "POST" and not scope["query_string"] else None
        asked = asked_once(scope) if found else {}
        if found is None or not self._fits(asked):
            await self._app(scope, receive, send)
            return
        name_call(scope, _NAME, _TEMPLATE)
        with self._context.metrics.call(WIRE, _NAME) as call:
            status, headers, body = await self._told(scope, found[1], asked, receive)
            call.code = str(status)
            call.end(scope["state"].get(REFUSAL))
        await respond(send, status, raw(headers), body)

    def _fits(self, asked: Headers) -> bool:
        """Whether headers are those of a call that is served here."""
        return (
            asked.get(b"content-type") == JSON.encode()
            and _LENGTH.fullmatch(asked.get(b"content-length", b"")) is not None
            and int(asked[b"content-length"]) <= LARGEST_BODY
            and (wants_minimal(value(asked, b"prefer")) or not packed_as(value(asked, b"accept-encoding") or ""))
            and is_direct(asked, self._context)
        )

    async def _told(self, scope: Any, game: str, asked: Headers, receive: Receive) -> Told:
        """The response, whatever becomes of the call."""
        try:
            return await self._taken(game, asked, receive)
        except Exception as error:  # noqa: BLE001  as Litestar does: whatever it is, it is told
            status, headers, body = refused(scope, error, value(asked, b"accept-language"))
            return status, {"Content-Type": PROBLEM_JSON, "Content-Length": str(len(body)), **headers}, body

    async def _taken(self, game: str, asked: Headers, receive: Receive) -> Told:
        """The response to answers that were taken; raises Refusal."""
        data: Answers = decode(await _body(receive), Answers)
        wanted = [value(asked, name) for name in (b"if-match", b"idempotency-key", b"prefer")]
        taken, headers = await take(Asked(self._context, asked), game, data, *wanted)
        if taken is None:
            return 204, headers, b""
        body = _encode(taken)
        return 200, {"Content-Type": JSON, "Content-Length": str(len(body)), **headers}, body


async def _body(receive: Receive) -> bytes:
    """The body of a request whose length is known to be bounded; raises Refusal where it does not end."""
    parts, more = list[bytes](), True
    while more:
        message: Any = await receive()
        if message["type"] == "http.disconnect":
            raise refuse(MALFORMED, "the connection ended before the body did")
        parts.append(message["body"])
        more = message["more_body"]
    return b"".join(parts)
