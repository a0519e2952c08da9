"""The front door: gives every call an id and a caller, serves it, and logs it at its end."""

from __future__ import annotations

import re
import time
from typing import Any

import structlog
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Receive, Send

from podesta_service.context import Context
from podesta_service.fairness.time_slices import CallerLeft, metered
from podesta_service.names import LONGEST_GAME
from podesta_service.rest.errors import REFUSAL
from podesta_service.rest.stream import GOES_ON, WIRE
from podesta_service.telemetry import tracing
from podesta_service.telemetry.outcomes import outcome_of

from .access import LIMITED, NOWHERE, PROBES, Carrier, span_of
from .exchange import Exchange
from .hosts import Hosts
from .hot import HotCalls

_log = structlog.get_logger("podesta_service.rest.access")
_GAME = re.compile(rf"/v1/games/([a-z0-9]{{1,{LONGEST_GAME}}})(?:/|$)")


class FrontDoor:
    """Gives every call an id, serves HEAD as GET without a body, and logs the call at its end."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self._app, self._context = app, context
        self._hot, self._hosts = HotCalls(context), Hosts(context.settings)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Pass a call on and log it."""
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        exchange, hosts = Exchange(self._context, scope, send), self._hosts
        caller, headers = exchange.caller, exchange.headers
        known = exchange.once and headers.get(b"host") in hosts.known and b"origin" not in headers
        if not known and (foreign := hosts.refusal(exchange.path, scope, headers)):
            exchange.state[LIMITED] = foreign
        about = {"wire": WIRE, "request_id": caller.request_id}
        if named := _GAME.match(exchange.path):
            about["game"] = named[1]
        structlog.contextvars.bind_contextvars(**about)  # until the call's task ends
        account = caller.account
        del caller, headers, named
        with tracing.NO_CALL if tracing.spans is None else tracing.call_span(WIRE, Carrier(scope)) as span:
            try:
                await metered(self._serve(exchange, receive), account)
                if stream := exchange.state.pop(GOES_ON, None):
                    exchange.shed()
                    await metered(stream.go_on(scope, send), account)
            except CallerLeft:
                pass  # the rest of the work is cancelled
            finally:
                if stream := exchange.state.get(GOES_ON):
                    await stream.close()
                self._end(scope["method"], exchange)
                if tracing.spans is not None:
                    span.end(*span_of(exchange.inner, exchange.call, exchange.status, about))

    async def _serve(self, exchange: Exchange, receive: Receive) -> None:
        """Serve a call directly, or pass it on to Litestar."""
        if not await self._hot.serve(exchange, receive):
            await self._app(exchange.inner, receive, exchange.send)

    def _end(self, method: str, exchange: Exchange) -> None:
        """Log a call at its end, and count it unless it has been counted."""
        call, seconds = exchange.called or exchange.call, time.perf_counter() - exchange.started
        write, status, refusal = _log.info, exchange.status or 499, exchange.state.get(REFUSAL)
        if call in PROBES:
            write = _log.debug
        why = {"problem": refusal.kind.slug} if refusal else {}  # neither headers nor query, so no token
        path, ms = exchange.path, round(seconds * 1000, 2)
        write("call", call=call, method=method, path=path, status=status, ms=ms, **why)
        if call == NOWHERE:
            self._context.metrics.answered(WIRE, NOWHERE, outcome_of(refusal), str(status), seconds)
