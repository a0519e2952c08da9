"""What surrounds every call: its id, its headers, the metrics, and the refusal of new calls while draining."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Iterable, Sequence
from typing import Any

import structlog
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from podesta_service.breath import Left
from podesta_service.context import Context, bearer
from podesta_service.identity.limits import Account
from podesta_service.meter import metered
from podesta_service.problems import DRAINING, refuse
from podesta_service.rest.errors import REFUSAL
from podesta_service.rest.stream import GOES_ON, HEAD_ONLY, WIRE
from podesta_service.telemetry.outcomes import outcome_of
from podesta_service.telemetry.tracing import call_span, is_traced

from .access import NOWHERE, Carrier, call_name, remembered, span_of, write_line
from .answered import Answered
from .direct import LIMITED
from .hosts import Headers, Hosts
from .protocol import LEFT
from .unchanged import Unchanged
from .varying import varied

_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}")
_GAME = re.compile(r"/v1/games/([a-z0-9]{1,21})(?:/|$)")
_REFUSED = re.compile(rb";\s*q\s*=\s*0(\.0*)?\s*(;|$)", re.IGNORECASE)
"""A quality value that says: not this one."""
_HIDDEN = re.compile(rb"%(2f|5c|00)", re.IGNORECASE)
"""What would split a path in two, or end it, once it is decoded."""
_ALWAYS = {"Live", "Metrics", "Ready"}
"""Calls that are served while draining; Ready itself reports it."""
_LAST = [(b"connection", b"close")]
"""While draining: a call sent on a connection that is just being closed would fail."""
_LIMITED = "/v1"


class FrontDoor:
    """Gives every call an id, serves HEAD as GET without a body, and logs the call when it is over."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self._app, self._limits, self._metrics = (
            Unchanged(Answered(app, context), context),
            context.limits,
            context.metrics,
        )
        self._draining, self._hosts = context.draining, Hosts(context.settings)
        self._policy = (b"ratelimit-policy", self._limits.policy.encode())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a call on and log it."""
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        asked, head = dict(scope["headers"]), scope["method"] == "HEAD"
        call_id = request_id(asked)
        named = _GAME.match(scope["path"])
        about = {"wire": WIRE, "request_id": call_id.decode()} | ({"game": named[1]} if named else {})
        state: dict[str, Any] = {HEAD_ONLY: True} if head else {GOES_ON: None}
        inner: Any = {**scope, "method": "GET" if head else scope["method"], "state": state}
        if b"accept-encoding" in asked:
            inner["headers"] = _wanted(scope["headers"])
        if b"%" in scope["raw_path"] and _HIDDEN.search(scope["raw_path"]):
            inner["path"] = scope["raw_path"].decode("latin-1")  # as it stands, it is no address that there is
        account = self._count(scope, asked, state)
        if foreign := self._hosts.refusal(scope, asked):
            state[LIMITED] = foreign
        status, started = 0, time.perf_counter()

        async def marked(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [
                    *_with_methods(inner, _weakened(asked, status, varied(state, message["headers"]))),
                    (b"x-request-id", call_id),
                    (b"x-content-type-options", b"nosniff"),
                    *self._budget(state, account),
                    *(_LAST if self._draining.is_set() else []),
                ]
            elif message["type"] == "http.response.body" and head:
                message["body"] = b""
            await send(message)

        structlog.contextvars.bind_contextvars(**about)  # until the call's task ends
        with call_span(WIRE, Carrier(scope)) as span:
            try:
                await metered(self._app(inner, receive, marked), account)
                if stream := state.pop(GOES_ON, None):
                    # an idle one is held for hours, and took as much again with all that has begun it
                    named, asked, inner = None, {}, remembered(inner)
                    await metered(stream.go_on(scope, send), account)
            except Left:
                pass  # the rest of the work is left undone
            finally:
                if stream := state.get(GOES_ON):
                    await stream.close()
                seconds = time.perf_counter() - started
                write_line(scope["method"], inner, status, seconds)
                if call_name(inner) == NOWHERE:
                    code = str(status or 499)
                    self._metrics.answered(WIRE, NOWHERE, outcome_of(state.get(REFUSAL)), code, seconds)
                if is_traced():
                    span.end(*span_of(inner, status, about))

    def _count(self, scope: Any, asked: Headers, state: dict[str, Any]) -> Account:
        """Count a call of the API for its token and address; a refusal is left in the state."""
        peer, forwarded = (scope["client"] or ("",))[0], asked.get(b"x-forwarded-for", b"").decode("latin-1")
        token = bearer(asked.get(b"authorization", b"").decode("latin-1") or None)
        account = Account(self._limits, token, self._limits.caller(peer, forwarded), scope.get(LEFT, _stays))
        if scope["path"].startswith(_LIMITED):
            state[LIMITED] = account.count()
        return account

    def _budget(self, state: dict[str, Any], account: Account) -> Sequence[tuple[bytes, bytes]]:
        """The headers that tell what the caller has left."""
        if LIMITED not in state or not self._policy[1]:
            return ()
        return self._policy, (b"ratelimit", account.told().encode())


def _stays() -> bool:
    """Whether a client has left of whom nothing is known."""
    return False


def _weakened(asked: Headers, status: int, headers: Iterable[tuple[bytes, bytes]]) -> Iterable[tuple[bytes, bytes]]:
    """Headers in which the entity tag of a compressed response is weak, for its bytes are not those of the plain one.

    Where nothing has changed, it is weak if the client's is.
    """
    found = dict(headers)
    tag = found.get(b"etag", b"W/")
    compressed = b"content-encoding" in found
    if tag.startswith(b"W/") or not (compressed or (status == 304 and b"W/" + tag in asked.get(b"if-none-match", b""))):
        return headers
    return [(name, b"W/" + value if name == b"etag" else value) for name, value in headers]


def _wanted(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Headers whose Accept-Encoding names only what the caller takes: Litestar looks at no quality value."""
    return [(name, _taken(value) if name == b"accept-encoding" else value) for name, value in headers]


def _taken(encodings: bytes) -> bytes:
    """The encodings whose quality value is not 0."""
    return b", ".join(part.strip() for part in encodings.split(b",") if not _REFUSED.search(part))


def _with_methods(scope: Any, headers: Iterable[tuple[bytes, bytes]]) -> Iterable[tuple[bytes, bytes]]:
    """Headers in which the Allow of a response to OPTIONS names every method of the address: Litestar knows some."""
    if scope["method"] != "OPTIONS" or "route_handler" not in scope:
        return headers
    app: Any = scope["litestar_app"]
    methods = {way for route in app.routes if route.path_format == scope["path_template"] for way in route.methods}
    allowed = ", ".join(sorted({*methods, "OPTIONS", *(["HEAD"] if "GET" in methods else [])})).encode()
    return [(name, allowed if name == b"allow" else value) for name, value in headers]


def request_id(asked: Headers) -> bytes:
    """The id that the caller gave the call, if it is harmless, or a new one."""
    given = asked.get(b"x-request-id", b"")
    return given if _ID.fullmatch(given) else secrets.token_hex(8).encode()


class Counted(ASGIMiddleware):
    """Counts and times calls until their response begins, and refuses new ones while draining or beyond a limit."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, context: Context) -> None:
        self._context = context

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Pass a call on."""
        name = call_name(scope)
        call = self._context.metrics.call(WIRE, name)
        if self._context.draining.is_set() and name not in _ALWAYS:
            with call:
                raise refuse(DRAINING, "send new calls to another process")
        if limited := scope["state"].get(LIMITED):
            with call:
                raise limited

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                call.code = str(message["status"])
                call.end(scope["state"].get(REFUSAL))
            await send(message)

        with call:
            await next_app(scope, receive, counted)
