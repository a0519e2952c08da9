"""Calls that are served before Litestar takes them apart: which may be, and what they have in common.

They are those that are made most. Whatever needs more of Litestar than routing and parsing is passed on: callers whose
browser needs more headers (CORS), headers that are repeated, calls too many, all calls while draining.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from litestar.types import Receive, Send

from podesta_engines.core.words import Language
from podesta_service.context import Context, bearer, language_of
from podesta_service.rest.bearing import Bearing

from .protocol import WHOLE

LIMITED = "limited"
"""Where the refusal of a call too many is left in a request's state."""
CALLED = "called"
"""Where the name of a call that was served so is left in a request's state."""
Headers = Mapping[bytes, bytes]
Raw = list[tuple[bytes, bytes]]


class Told(NamedTuple):
    """A whole response."""

    status: int
    headers: Raw
    body: bytes = b""


class Asked(Bearing):
    """What the headers of a request say of its caller."""

    def __init__(self, context: Context, headers: Headers) -> None:
        self._context, self.headers = context, headers
        self._token = bearer(value(headers, b"authorization"))

    @property
    def context(self) -> Context:
        """The inside of this process."""
        return self._context

    @property
    def token(self) -> str | None:
        """The bearer token, if there is one."""
        return self._token

    @property
    def language(self) -> Language:
        """The language the caller likes best."""
        return language_of(value(self.headers, b"accept-language"))


class Direct(Protocol):
    """Serves some calls of one method without Litestar."""

    async def told(self, scope: Any, asked: Asked, receive: Receive) -> Told | None:
        """The response to a call; None for one that is for Litestar."""


def is_direct(scope: Any, asked: Asked) -> bool:
    """Whether a request may be served without Litestar."""
    headers = asked.headers
    once = len(headers) == len(scope["headers"])
    return once and not scope["state"].get(LIMITED) and b"origin" not in headers and not asked.context.draining.is_set()


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


async def tell(scope: Any, send: Send, told: Told) -> None:
    """Send a whole response: in one write where the connection can, for each write is a packet and a system call."""
    whole = scope.get(WHOLE)
    if whole is None or not whole(*told):
        await send({"type": "http.response.start", "status": told.status, "headers": told.headers})
        await send({"type": "http.response.body", "body": told.body, "more_body": False})
