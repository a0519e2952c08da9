"""What surrounds every call: its id, the access log, the metrics, and the refusal of new calls while draining."""

from __future__ import annotations

import re
import secrets
import time
from collections.abc import Iterable
from typing import Any

import structlog
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from service.context import Context, bearer
from service.limits import refusal_of, told
from service.problems import DRAINING, refuse

from .errors import REFUSAL
from .stream import HEAD_ONLY, WIRE

_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}")
_ALWAYS = {"Live", "Metrics", "Ready"}
"""Calls that are answered while draining; Ready says so itself."""
_PROBES = {"Live", "Ready", "Metrics"}
_LIMITED = "/v1"
LIMITED = "limited"
"""Where the refusal of a call too many is left in a request's state."""

_log = structlog.get_logger("service.rest.access")


class FrontDoor:
    """Gives every call an id, serves HEAD as GET without a body, and logs the call when it is over."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self._app, self._limits = app, context.limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a call on and log it."""
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        call_id, head = request_id(scope), scope["method"] == "HEAD"
        state: dict[str, Any] = {HEAD_ONLY: True} if head else {}
        inner: Any = {**scope, "method": "GET" if head else scope["method"], "state": state}
        limited = self._count(scope, state)
        status, started = 0, time.perf_counter()

        async def marked(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [
                    *_weakened(scope, status, message["headers"]),
                    (b"x-request-id", call_id),
                    *limited,
                ]
            elif message["type"] == "http.response.body" and head:
                message["body"] = b""
            await send(message)

        with structlog.contextvars.bound_contextvars(request_id=call_id.decode()):
            try:
                await self._app(inner, receive, marked)
            finally:
                _write(scope["method"], inner, status, time.perf_counter() - started)

    def _count(self, scope: Scope, state: dict[str, Any]) -> list[tuple[bytes, bytes]]:
        """Count a call of the API for its token and address: the headers to answer, and in the state a refusal."""
        if not self._limits.policy or not scope["path"].startswith(_LIMITED):
            return []
        headers = dict(scope["headers"])
        peer, forwarded = (scope["client"] or ("",))[0], headers.get(b"x-forwarded-for", b"").decode("latin-1")
        address = self._limits.caller(peer, forwarded)
        allowances = self._limits.take(bearer(headers.get(b"authorization", b"").decode("latin-1")), address)
        state[LIMITED] = refusal_of(allowances)
        policy = self._limits.policy.encode()
        return [(b"ratelimit-policy", policy), (b"ratelimit", told(allowances).encode())]


def _weakened(scope: Scope, status: int, headers: Iterable[tuple[bytes, bytes]]) -> Iterable[tuple[bytes, bytes]]:
    """Headers in which the entity tag of a compressed answer is weak, for its bytes are not those of the plain one.

    Where nothing has changed, it is weak if the client's is.
    """
    found = dict(headers)
    tag = found.get(b"etag", b"W/")
    compressed = b"content-encoding" in found
    if tag.startswith(b"W/") or not (compressed or (status == 304 and b"W/" + tag in _if_none_match(scope))):
        return headers
    return [(name, b"W/" + value if name == b"etag" else value) for name, value in headers]


def _if_none_match(scope: Scope) -> bytes:
    return next((value for name, value in scope["headers"] if name == b"if-none-match"), b"")


def request_id(scope: Scope) -> bytes:
    """The id that the caller gave the call, if it is harmless, or a new one."""
    given = next((value for name, value in scope["headers"] if name == b"x-request-id"), b"")
    return given if _ID.fullmatch(given) else secrets.token_hex(8).encode()


def _write(method: str, scope: Scope, status: int, seconds: float) -> None:
    """One line of the access log: no header, no query, so no token. Probes are logged for debugging only."""
    call = call_name(scope)
    write = _log.debug if call in _PROBES else _log.info
    write("call", wire=WIRE, call=call, method=method, path=scope["path"], status=status, ms=round(seconds * 1000, 2))


def call_name(scope: Scope) -> str:
    """The name of the call that a request is; `none` for an address or a method that is not known."""
    if "route_handler" not in scope:
        return "none"
    return scope["route_handler"].name or "Options"


class Counted(ASGIMiddleware):
    """Counts and times calls until their answer begins, and refuses new ones while draining."""

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
        call.__enter__()

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                refusal = scope["state"].get(REFUSAL)
                call.__exit__(type(refusal) if refusal else None, refusal, None)
            await send(message)

        await next_app(scope, receive, counted)
