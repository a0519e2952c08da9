"""Answers of seats, taken before Litestar takes the call apart: the call that bots make more often than all others.

A body of unknown or too great a length is passed on, and so is a call whose response would be compressed.
"""

from __future__ import annotations

import re
from typing import Any, Final

import msgspec
from litestar.types import Receive

from podesta_service.context import Context
from podesta_service.names import GAME
from podesta_service.problems import MALFORMED, refuse
from podesta_service.rest.calls.answers import Answers, take
from podesta_service.rest.errors import REFUSAL, refused
from podesta_service.rest.headers import JSON, PROBLEM_JSON, packed_as, wants_minimal
from podesta_service.rest.reading import decode
from podesta_service.rest.stream import WIRE

from .direct import Asked, Headers, Told, is_direct, name_call, raw, value

LARGEST_BODY = 64 * 1024
"""Bytes of a request's body, at most."""
_NAME: Final = "Answer"
_TEMPLATE: Final = "/v1/games/{game}/answers"
_ANSWERS = re.compile(rf"/v1/games/({GAME})/answers")
_LENGTH = re.compile(rb"[1-9][0-9]{0,4}")
_JSON = JSON.encode()
_encode = msgspec.json.Encoder().encode


class Answered:
    """Takes the answers that a request carries; every other request is for Litestar."""

    def __init__(self, context: Context) -> None:
        self._metrics = context.metrics

    async def told(self, scope: Any, asked: Asked, receive: Receive) -> Told | None:
        """The response to answers, whatever becomes of them."""
        found = _ANSWERS.fullmatch(scope["path"])
        if found is None or scope["query_string"] or not (_fits(asked.headers) and is_direct(scope, asked)):
            return None
        name_call(scope, _NAME, _TEMPLATE)
        with self._metrics.call(WIRE, _NAME) as call:
            told = await _told(scope, found[1], asked, receive)
            call.code = str(told.status)
            call.end(scope["state"].get(REFUSAL))
        return told


def _fits(headers: Headers) -> bool:
    """Whether headers are those of a call that is served here."""
    return (
        headers.get(b"content-type") == _JSON
        and _LENGTH.fullmatch(headers.get(b"content-length", b"")) is not None
        and int(headers[b"content-length"]) <= LARGEST_BODY
        and (wants_minimal(value(headers, b"prefer")) or not packed_as(value(headers, b"accept-encoding") or ""))
    )


async def _told(scope: Any, game: str, asked: Asked, receive: Receive) -> Told:
    """The response, whatever becomes of the call."""
    try:
        return await _taken(game, asked, receive)
    except Exception as error:  # noqa: BLE001  as Litestar does: whatever it is, it is told
        status, headers, body = refused(scope, error, value(asked.headers, b"accept-language"))
        kind = {"Content-Type": PROBLEM_JSON, "Content-Length": str(len(body))}
        return Told(status, raw({**kind, **headers}), body)


async def _taken(game: str, asked: Asked, receive: Receive) -> Told:
    """The response to answers that were taken; raises Refusal."""
    data: Answers = decode(await _body(receive), Answers)
    wanted = [value(asked.headers, name) for name in (b"if-match", b"idempotency-key", b"prefer")]
    taken, headers = await take(asked, game, data, *wanted)
    if taken is None:
        return Told(204, raw(headers))
    body = _encode(taken)
    return Told(200, raw({"Content-Type": JSON, "Content-Length": str(len(body)), **headers}), body)


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
