"""What surrounds every call: its id, the access log, the metrics, and the refusal of new calls while draining."""

from __future__ import annotations

import re
import secrets
import time
from typing import Any

import structlog
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from service.context import Context
from service.problems import DRAINING, refuse

from .errors import REFUSAL
from .stream import HEAD_ONLY, WIRE

_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}")
_ALWAYS = {"Live", "Metrics", "Ready"}
"""Calls that are answered while draining; Ready says so itself."""
_PROBES = {"Live", "Ready", "Metrics"}

_log = structlog.get_logger("service.rest.access")


class FrontDoor:
    """Gives every call an id, serves HEAD as GET without a body, and logs the call when it is over."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a call on and log it."""
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        call_id, head = request_id(scope), scope["method"] == "HEAD"
        inner: Any = {**scope, "method": "GET", "state": {HEAD_ONLY: True}} if head else {**scope, "state": {}}
        status, started = 0, time.perf_counter()

        async def marked(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-request-id", call_id)]
            elif message["type"] == "http.response.body" and head:
                message["body"] = b""
            await send(message)

        with structlog.contextvars.bound_contextvars(request_id=call_id.decode()):
            try:
                await self._app(inner, receive, marked)
            finally:
                _write(scope["method"], inner, status, time.perf_counter() - started)


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
        call.__enter__()

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                refusal = scope["state"].get(REFUSAL)
                call.__exit__(type(refusal) if refusal else None, refusal, None)
            await send(message)

        await next_app(scope, receive, counted)
