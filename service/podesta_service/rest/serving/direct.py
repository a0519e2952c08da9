"""Calls that are served before Litestar takes them apart: which may be, and what they have in common.

They are those that are made most. Whatever needs more of Litestar than routing and parsing is passed on: callers whose
browser needs more headers (CORS), headers that are repeated, calls too many, all calls while draining.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from litestar.types import Send

from podesta_service.context import Context

LIMITED = "limited"
"""Where the refusal of a call too many is left in a request's state."""
CALLED = "called"
"""Where the name of a call that was served so is left in a request's state."""
Headers = Mapping[bytes, bytes]
Raw = list[tuple[bytes, bytes]]


def asked_once(scope: Any) -> Headers:
    """The headers of a request; none where one is repeated, or the call is one too many."""
    found = dict(scope["headers"])
    return found if len(found) == len(scope["headers"]) and not scope["state"].get(LIMITED) else {}


def is_direct(asked: Headers, context: Context) -> bool:
    """Whether a request with these headers may be served without Litestar."""
    return b"origin" not in asked and not context.draining.is_set()


def value(asked: Headers, name: bytes) -> str | None:
    """A header as text."""
    found = asked.get(name)
    return None if found is None else found.decode("latin-1")


def raw(headers: Mapping[str, str]) -> Raw:
    """Headers as ASGI has them."""
    return [(name.lower().encode(), text.encode("latin-1")) for name, text in headers.items()]


def name_call(scope: Any, name: str, template: str) -> None:
    """Say in a request's scope which call it is, as Litestar would."""
    scope["state"][CALLED], scope["path_template"] = name, template


async def respond(send: Send, status: int, headers: Iterable[tuple[bytes, bytes]], body: bytes = b"") -> None:
    """Send a whole response."""
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
