"""A call on its way through the front door: what is taken off its request, and what is put on its response."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from litestar.types import Message, Send

from podesta_service.context import Context
from podesta_service.identity.limits import Account
from podesta_service.names import call_id
from podesta_service.rest.stream import GOES_ON, HEAD_ONLY

from .access import remembered
from .direct import LIMITED, Asked, Headers, Raw, Told, tell
from .protocol import LEFT
from .varying import varied

_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}")
_REFUSED = re.compile(rb";\s*q\s*=\s*0(\.0*)?\s*(;|$)", re.IGNORECASE)
"""A quality value that says: not this one."""
_HIDDEN = re.compile(rb"%(2f|5c|00)", re.IGNORECASE)
"""What would split a path in two, or end it, once it is decoded."""
_LIMITED = "/v1"
_NOSNIFF = (b"x-content-type-options", b"nosniff")
_LAST = (b"connection", b"close")
"""While draining: a call sent on a connection that is just being closed would fail."""


class Visit:
    """One call on its way through the door."""

    __slots__ = ("_context", "_head", "_send", "account", "asked", "call_id", "inner", "state", "status")

    def __init__(self, context: Context, scope: Any, send: Send) -> None:
        self._context, self._send, self._head = context, send, scope["method"] == "HEAD"
        self.state: dict[str, Any] = {HEAD_ONLY: True} if self._head else {GOES_ON: None}
        self.inner: Any = {**scope, "method": "GET" if self._head else scope["method"], "state": self.state}
        headers = dict(scope["headers"])
        if b"accept-encoding" in headers:
            self.inner["headers"] = _wanted(scope["headers"])
            headers = dict(self.inner["headers"])
        if b"%" in scope["raw_path"] and _HIDDEN.search(scope["raw_path"]):
            self.inner["path"] = scope["raw_path"].decode("latin-1")  # as it stands, it is no address that there is
        self.asked, self.call_id, self.status = Asked(context, headers), request_id(headers), 0
        self.account = self._count(scope, headers)

    def _count(self, scope: Any, asked: Headers) -> Account:
        """Count a call of the API for its token and address; a refusal is left in the state."""
        peer, forwarded = (scope["client"] or ("",))[0], asked.get(b"x-forwarded-for", b"").decode("latin-1")
        limits = self._context.limits
        account = Account(limits, self.asked.token, limits.caller(peer, forwarded), scope.get(LEFT, _stays))
        if scope["path"].startswith(_LIMITED):
            self.state[LIMITED] = account.count()
        return account

    async def send(self, message: Message) -> None:
        """Send a message of a response that Litestar makes."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = varied(self.state, message["headers"])
            headers = _with_methods(self.inner, _weakened(self.asked.headers, self.status, headers))
            message["headers"] = [*headers, *self._own()]
        elif message["type"] == "http.response.body" and self._head:
            message["body"] = b""
        await self._send(message)

    async def tell(self, told: Told) -> None:
        """Send a response that was made ahead of Litestar."""
        self.status = told.status
        await tell(self.inner, self._send, told._replace(headers=[*told.headers, *self._own()]))

    def shed(self) -> None:
        """Forget what has begun a stream: an idle one is held for hours, and took as much again with all that."""
        self.inner = remembered(self.inner)
        del self.asked, self._send

    def _own(self) -> Raw:
        """The headers that every response has, and those that tell what the caller has left."""
        own, policy = [(b"x-request-id", self.call_id), _NOSNIFF], self._context.limits.policy
        if policy and LIMITED in self.state:
            own += ((b"ratelimit-policy", policy.encode()), (b"ratelimit", self.account.told().encode()))
        if self._context.draining.is_set():
            own.append(_LAST)
        return own


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
    return given if _ID.fullmatch(given) else call_id(64).encode()
