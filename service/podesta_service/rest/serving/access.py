"""What the access log, the metrics and the traces record of a call."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from podesta_service.context import Context
from podesta_service.problems import DRAINING, refuse
from podesta_service.rest.errors import REFUSAL
from podesta_service.rest.stream import WIRE

LIMITED = "limited"
"""The key in a request's state of a refusal by a limit, or by the check of hosts and origins."""
NOWHERE = "none"
"""The name of a call to an unknown address."""
PROBES = {"Live", "Ready", "Metrics"}
"""Calls that are logged for debugging only, and served while draining; Ready itself reports that."""
_SAID = ("method", "path", "path_template", "route_handler", "state")


def remembered(scope: Any) -> Any:
    """The part of a call's scope that is recorded at its end."""
    scope["state"].clear()
    return {name: scope[name] for name in _SAID if name in scope}


class Carrier(Mapping[str, str]):
    """The headers of a call for the tracing library, decoded only when read."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def __getitem__(self, name: str) -> str:
        wanted = name.lower().encode("latin-1")
        for key, value in self._scope["headers"]:
            if key == wanted:
                return value.decode("latin-1")
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return (key.decode("latin-1") for key, _ in self._scope["headers"])

    def __len__(self) -> int:
        return len(list(self._scope["headers"]))


def span_of(scope: Any, call: str, status: int, about: Mapping[str, str]) -> tuple[str, bool, dict[str, str | int]]:
    """The name of a call's span, whether the fault is ours, and its attributes: the template of the path, no query."""
    route = scope.get("path_template") or "none"
    refusal = scope["state"].get(REFUSAL)
    return (
        f"{scope['method']} {route}",
        status >= 500,
        {
            "http.request.method": scope["method"],
            "http.route": route,
            "http.response.status_code": status or 499,
            "podesta.call": call,
            "podesta.outcome": refusal.kind.slug if refusal else "ok",
            **{f"podesta.{name}": value for name, value in about.items()},
        },
    )


def call_name(scope: Scope) -> str:
    """The name of the call that Litestar matched; NOWHERE if the address or the method is unknown."""
    handler: Any = scope.get("route_handler")
    return (handler.name or "Options") if handler else NOWHERE


class CountedCalls(ASGIMiddleware):
    """Counts and times calls until their response begins; refuses new ones while draining or beyond a limit."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, context: Context) -> None:
        self._context = context

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Pass a call on."""
        name = call_name(scope)
        call = self._context.metrics.call(WIRE, name)
        if self._context.draining.is_set() and name not in PROBES:
            with call:
                raise refuse(DRAINING, "call-another-process")
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
