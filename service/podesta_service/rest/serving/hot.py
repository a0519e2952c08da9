"""The two most frequent calls, served without Litestar: answers, and polls of an unchanged game.

Requests that need more of Litestar than routing and parsing are passed on: cross-origin requests (CORS), repeated
headers, calls beyond a limit, all calls while draining, bodies of unknown or excessive length, responses that would be
compressed. Parsing, refusals and headers are those of the regular handlers.
"""

from __future__ import annotations

import re
import time
from typing import Any, Final

import msgspec
from litestar.types import Receive

from podesta_service.context import Context
from podesta_service.names import GAME
from podesta_service.problems import MALFORMED, Refusal, refuse
from podesta_service.rest.calls.answers import Answers, take
from podesta_service.rest.errors import REFUSAL, refused
from podesta_service.rest.headers import (
    JSON,
    PROBLEM_JSON,
    decode,
    etag,
    matches,
    packed_as,
    raw,
    server_time,
    value,
    variant,
    wants_minimal,
)
from podesta_service.rest.stream import WIRE
from podesta_service.telemetry.outcomes import code_of, outcome_of

from .access import LIMITED
from .exchange import Exchange, WholeResponse

LARGEST_BODY = 64 * 1024
"""The most bytes of a request's body."""
_ANSWER: Final = "Answer"
_GET: Final = "GetGame"
_HOT = re.compile(rf"/v1/games/({GAME})(/answers)?")
_TEMPLATE: Final = "/v1/games/{game}"
_LENGTH = re.compile(rb"[1-9][0-9]{0,4}")
_JSON = JSON.encode()
_encode = msgspec.json.Encoder().encode


class HotCalls:
    """Serves the most frequent calls."""

    def __init__(self, context: Context) -> None:
        self._metrics, self._master, self._draining = context.metrics, context.master, context.draining

    async def serve(self, exchange: Exchange, receive: Receive) -> bool:
        """Serve a call if it is one of these and can be served here; return whether it was."""
        scope, headers, state = exchange.inner, exchange.headers, exchange.state
        found = _HOT.fullmatch(exchange.path)
        if found is None or scope["query_string"] or state.get(LIMITED) or not exchange.once or b"origin" in headers:
            return False
        if self._draining.is_set():
            return False
        if found[2] and scope["method"] == "POST" and _fits(headers):
            whole = await self._answer(exchange, found[1], receive)
        elif not found[2] and scope["method"] == "GET" and b"if-none-match" in headers:
            unchanged = await self._unchanged(exchange, found[1])
            if unchanged is None:
                return False
            whole = unchanged
        else:
            return False
        await exchange.tell(whole)
        return True

    # -- answers -----------------------------------------------------------------------------------------------------

    async def _answer(self, exchange: Exchange, game: str, receive: Receive) -> WholeResponse:
        """The response to answers, taken or refused."""
        exchange.name(_ANSWER, _TEMPLATE + "/answers")
        headers, outcome = exchange.headers, "ok"
        wanted = value(headers, b"if-match"), value(headers, b"idempotency-key"), value(headers, b"prefer")
        try:
            data: Answers = decode(await _body(receive), Answers)
            taken, said = await take(exchange.caller, game, data, *wanted)
            whole = WholeResponse(204, raw(said)) if taken is None else _whole(200, JSON, said, _encode(taken))
        except Exception as error:  # noqa: BLE001  as Litestar does: every exception becomes a response
            status, said, body = refused(exchange.inner, error, exchange.caller.language)
            whole, outcome = _whole(status, PROBLEM_JSON, said, body), outcome_of(exchange.state[REFUSAL])
        except BaseException as error:
            self._count(exchange, outcome_of(error), code_of(WIRE, error))
            raise
        self._count(exchange, outcome, str(whole.status))
        return whole

    def _count(self, exchange: Exchange, outcome: str, code: str) -> None:
        self._metrics.answered(WIRE, exchange.called, outcome, code, time.perf_counter() - exchange.started)

    # -- polls -------------------------------------------------------------------------------------------------------

    async def _unchanged(self, exchange: Exchange, game: str) -> WholeResponse | None:
        """The 304 to a client that has the current game; None if it does not, or if the call is refused."""
        caller, known = exchange.caller, exchange.headers[b"if-none-match"].decode("latin-1")
        try:
            table, viewer = await self._master.look(game, caller.token)
        except Refusal:
            return None  # Litestar's handler will refuse it again, with the reason
        tag = etag(table.revision, viewer, caller.language)
        if not matches(known, tag):
            return None
        shown = f"W/{tag}" if f"W/{tag}" in known else tag  # weak if the client's is: its copy was compressed
        exchange.name(_GET, _TEMPLATE)
        self._count(exchange, "ok", "304")
        said = {"ETag": shown, **variant(caller.language)}
        now = server_time(self._master.server_time)["Server-Time"]
        return WholeResponse(304, [*raw(said), (b"server-time", now.encode())])


def _fits(headers: dict[bytes, bytes]) -> bool:
    """Whether the headers allow answers to be served here."""
    length = headers.get(b"content-length", b"")
    if (
        headers.get(b"content-type") != _JSON
        or b"content-encoding" in headers
        or not _LENGTH.fullmatch(length)
        or int(length) > LARGEST_BODY
    ):
        return False
    encodings = headers.get(b"accept-encoding", b"").decode("latin-1")
    return not encodings or wants_minimal(value(headers, b"prefer")) or not packed_as(encodings)


def _whole(status: int, kind: str, said: dict[str, str], body: bytes) -> WholeResponse:
    """A response with a body and its length."""
    return WholeResponse(status, raw({"Content-Type": kind, "Content-Length": str(len(body)), **said}), body)


async def _body(receive: Receive) -> bytes:
    """The body of a request of known, bounded length; raises Refusal if it does not end."""
    parts, more = list[bytes](), True
    while more:
        message: Any = await receive()
        if message["type"] == "http.disconnect":
            raise refuse(MALFORMED, "body-cut-off")
        parts.append(message["body"])
        more = message["more_body"]
    return b"".join(parts)
