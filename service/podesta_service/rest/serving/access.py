"""What the access log and traces say of a call."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import structlog
from litestar.types import Scope

from podesta_service.rest.errors import REFUSAL

from .direct import CALLED

NOWHERE = "none"
"""The name of a call to an address that there is not."""
_PROBES = {"Live", "Ready", "Metrics"}

_SAID = ("method", "path", "path_template", "route_handler", "state")

_log = structlog.get_logger("podesta_service.rest.access")


def write_line(method: str, scope: Scope, status: int, seconds: float) -> None:
    """One line of the access log: no header, no query, so no token. Probes are logged for debugging only."""
    call = call_name(scope)
    write = _log.debug if call in _PROBES else _log.info
    refusal = scope["state"].get(REFUSAL)
    why = {"problem": refusal.kind.slug} if refusal else {}
    ms = round(seconds * 1000, 2)
    write("call", call=call, method=method, path=scope["path"], status=status or 499, ms=ms, **why)


def remembered(scope: Any) -> Any:
    """As much of a call's scope as is said of it at its end."""
    scope["state"].clear()
    return {name: scope[name] for name in _SAID if name in scope}


class Carrier(Mapping[str, str]):
    """The headers of a call as those read them who look for the caller's trace, decoded only then."""

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


def span_of(scope: Any, status: int, about: Mapping[str, str]) -> tuple[str, bool, dict[str, str | int]]:
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
            "podesta.call": call_name(scope),
            "podesta.outcome": refusal.kind.slug if refusal else "ok",
            **{f"podesta.{name}": value for name, value in about.items()},
        },
    )


def call_name(scope: Scope) -> str:
    """The name of the call that a request is; NOWHERE for an address or a method that is not known."""
    if "route_handler" not in scope:
        return str(scope["state"].get(CALLED, NOWHERE))
    return scope["route_handler"].name or "Options"
