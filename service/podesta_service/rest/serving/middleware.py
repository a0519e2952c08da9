"""What surrounds every call: its id, its headers, the metrics, and the refusal of new calls while draining."""

from __future__ import annotations

import re
import time
from typing import Any

import structlog
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from podesta_service.breath import Left
from podesta_service.context import Context
from podesta_service.meter import metered
from podesta_service.problems import DRAINING, refuse
from podesta_service.rest.errors import REFUSAL
from podesta_service.rest.stream import GOES_ON, WIRE
from podesta_service.telemetry.outcomes import outcome_of
from podesta_service.telemetry.tracing import call_span, is_traced

from .access import NOWHERE, Carrier, call_name, span_of, write_line
from .answered import Answered
from .direct import LIMITED, Direct
from .hosts import Hosts
from .unchanged import Unchanged
from .visit import Visit

_GAME = re.compile(r"/v1/games/([a-z0-9]{1,21})(?:/|$)")
_ALWAYS = {"Live", "Metrics", "Ready"}
"""Calls that are served while draining; Ready itself reports it."""


class FrontDoor:
    """Gives every call an id, serves HEAD as GET without a body, and logs the call when it is over."""

    def __init__(self, app: ASGIApp, context: Context) -> None:
        self._app, self._context = app, context
        self._ahead: dict[str, Direct] = {"GET": Unchanged(context), "POST": Answered(context)}
        self._hosts = Hosts(context.settings)

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Pass a call on and log it."""
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        visit = Visit(self._context, scope, send)
        named = _GAME.match(scope["path"])
        about = {"wire": WIRE, "request_id": visit.call_id.decode()} | ({"game": named[1]} if named else {})
        if foreign := self._hosts.refusal(scope, visit.asked.headers):
            visit.state[LIMITED] = foreign
        structlog.contextvars.bind_contextvars(**about)  # until the call's task ends
        started = time.perf_counter()
        with call_span(WIRE, Carrier(scope)) as span:
            try:
                await metered(self._serve(visit, receive), visit.account)
                if stream := visit.state.pop(GOES_ON, None):
                    named = None
                    visit.shed()
                    await metered(stream.go_on(scope, send), visit.account)
            except Left:
                pass  # the rest of the work is left undone
            finally:
                await self._end(scope, visit, time.perf_counter() - started)
                if is_traced():
                    span.end(*span_of(visit.inner, visit.status, about))

    async def _serve(self, visit: Visit, receive: Receive) -> None:
        """Serve a call ahead of Litestar, or have it served there."""
        ahead = self._ahead.get(visit.inner["method"])
        told = await ahead.told(visit.inner, visit.asked, receive) if ahead else None
        if told:
            await visit.tell(told)
        else:
            await self._app(visit.inner, receive, visit.send)

    async def _end(self, scope: Any, visit: Visit, seconds: float) -> None:
        """A call is over: it is logged, and counted where nobody else has."""
        if stream := visit.state.get(GOES_ON):
            await stream.close()
        write_line(scope["method"], visit.inner, visit.status, seconds)
        if call_name(visit.inner) == NOWHERE:
            outcome = outcome_of(visit.state.get(REFUSAL))
            self._context.metrics.answered(WIRE, NOWHERE, outcome, str(visit.status or 499), seconds)


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
