"""One request and its response on their way through the front door: which headers are removed and added."""

from __future__ import annotations

import re
import time
from typing import Any, NamedTuple
from urllib.parse import quote

from litestar.types import Message, Send

from podesta_service.context import Caller, Context, check_single
from podesta_service.names import REQUEST_ID, call_id
from podesta_service.problems import MALFORMED, Refusal, refuse
from podesta_service.rest.call import CALLER
from podesta_service.rest.headers import Raw, lasting_tls, value
from podesta_service.rest.stream import GOES_ON, HEAD_ONLY

from .access import LIMITED, call_name, remembered
from .http_protocol import LEFT
from .rewriting import rewritten, taken

_UNCOUNTED = {"/healthz", "/readyz"}
"""Paths of probes, which no limit refuses."""
_TOLD = "/v1/"
"""Where responses report what is left of the limits; the page, its files and the documentation are cached."""
_KEY = b"idempotency-key"
_NOSNIFF = (b"x-content-type-options", b"nosniff")
_LAST = (b"connection", b"close")
"""Sent while draining: a call on a connection that is about to be closed would fail."""
_SEGMENT = r"(?!\.{1,2}(?:/|$))[^/\\\x00-\x1f\x7f]+"
_NORMAL = re.compile(rf"/|(?:/{_SEGMENT})+/?")
"""No segment is empty, `.` or `..`; a slash at the end is optional, and removed."""
_SLASHES = re.compile("//+")
"""Repeated slashes count as one, as in Litestar."""
_HIDDEN = re.compile(rb"%(2f|5c|00)", re.IGNORECASE)
"""Encoded characters that would split or end a path once decoded."""
_LONGEST = 200
"""Characters that are kept of a path without a normal form."""


class WholeResponse(NamedTuple):
    """Status, headers and body of a response made without Litestar."""

    status: int
    headers: Raw
    body: bytes = b""


class Exchange:
    """One request, its caller, and the response to it."""

    __slots__ = (
        "_context",
        "_head",
        "_send",
        "called",
        "caller",
        "headers",
        "inner",
        "once",
        "path",
        "started",
        "state",
        "status",
    )

    def __init__(self, context: Context, scope: Any, send: Send) -> None:
        self.started = time.perf_counter()
        self._context, self._send, self._head = context, send, scope["method"] == "HEAD"
        self.state: dict[str, Any] = {HEAD_ONLY: True} if self._head else {GOES_ON: None}
        self.inner: Any = {**scope, "method": "GET" if self._head else scope["method"], "state": self.state}
        """The request as Litestar sees it."""
        self.path = self.inner["path"] = normal_path(scope)
        """The path in its normal form; nothing else is used after this."""
        self.called, self.status = "", 0
        self.headers: dict[bytes, bytes] = dict(scope["headers"])
        """The headers of the request; the last value of a repeated one."""
        self.once = len(self.headers) == len(scope["headers"])
        """Whether no header is repeated."""
        if b";" in self.headers.get(b"accept-encoding", b"") or not self.once:
            self.inner["headers"] = taken(scope["headers"])
            self.headers = dict(self.inner["headers"])
        if self.headers.get(_KEY, b"").startswith(b'"'):
            self._unquote()
        wrong = self._wrong(scope)
        if wrong:
            self.headers.pop(b"authorization", None)
        self.caller = self.state[CALLER] = self._called(scope)
        self.state[LIMITED] = wrong
        if self.path not in _UNCOUNTED:
            account, answers = self.caller.account, context.answers
            over = account.count() or (answers.over(account.address) if answers.held else None)
            self.state[LIMITED] = over or wrong

    def _unquote(self) -> None:
        """Remove the quotes of an Idempotency-Key, which the IETF's draft defines as a string of structured fields."""
        self.headers[_KEY] = self.headers[_KEY].strip().removeprefix(b'"').removesuffix(b'"')
        self.inner["headers"] = [(name, self.headers[_KEY] if name == _KEY else v) for name, v in self.inner["headers"]]

    def _wrong(self, scope: Any) -> Refusal | None:
        """The refusal of a request with repeated or missing headers."""
        try:
            if not self.once:
                check_single(name.decode("latin-1") for name, _ in scope["headers"])
            if b"host" not in self.headers and scope.get("http_version") == "1.1":
                raise refuse(MALFORMED, "host-missing")
        except Refusal as refusal:
            return refusal
        return None

    def _joined(self, scope: Any, name: bytes) -> bytes | None:
        """A header that may be repeated, as one."""
        if self.once:
            return self.headers.get(name)
        return b", ".join(value for each, value in scope["headers"] if each == name) or None

    def _called(self, scope: Any) -> Caller:
        """The caller."""
        headers, peer = self.headers, scope["client"]
        given = headers.get(b"x-request-id", b"").decode("latin-1")
        forwarded, languages = self._joined(scope, b"x-forwarded-for"), self._joined(scope, b"accept-language")
        page = headers.get(b"origin") or b"//" + headers.get(b"host", b"")
        return Caller(
            self._context,
            value(headers, b"authorization"),
            languages.decode("latin-1") if languages else None,
            peer[0] if peer else "",
            forwarded.decode("latin-1") if forwarded else None,
            given if given and REQUEST_ID.fullmatch(given) else call_id(64),
            scope.get(LEFT),
            page.decode("latin-1"),
        )

    @property
    def call(self) -> str:
        """The name of the call."""
        return self.called or call_name(self.inner)

    def name(self, call: str, template: str) -> None:
        """Set the name of the call, as Litestar would."""
        self.called, self.inner["path_template"] = call, template

    async def send(self, message: Message) -> None:
        """Send a message of a response that Litestar makes."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message["headers"] = [*rewritten(self.inner, self.headers, message), *self._own()]
        elif message["type"] == "http.response.body" and self._head:
            message["body"] = b""
        await self._send(message)

    async def tell(self, whole: WholeResponse) -> None:
        """Send a response that was made without Litestar."""
        self.status = whole.status
        headers = [*whole.headers, *self._own()]
        await self._send({"type": "http.response.start", "status": whole.status, "headers": headers})
        await self._send({"type": "http.response.body", "body": whole.body, "more_body": False})

    def shed(self) -> None:
        """Drop what a begun stream does not need: an idle one lives for hours, and would take twice the memory."""
        self.inner = remembered(self.inner)
        del self.headers, self._send, self.caller

    def _own(self) -> Raw:
        """The headers that every response has, and those of the rate limit."""
        own, policy = [(b"x-request-id", self.caller.request_id.encode()), _NOSNIFF], self._context.limits.policy
        if policy and self.path.startswith(_TOLD):
            told = self.caller.account.told()
            own += ((b"ratelimit-policy", policy.encode()), (b"ratelimit", told.encode()))
        if self._context.settings.tls_cert:
            own += lasting_tls(self._context.settings.hsts_seconds)
        if self._context.draining.is_set():
            own.append(_LAST)
        return own


def normal_path(scope: Any) -> str:
    """The normal form of a request's path; if it has none, a path that matches no route.

    It is computed before anything is counted, looked up or logged: Litestar serves `//v1/games` like `/v1/games`.
    """
    path, raw = scope["path"], scope["raw_path"]
    if _NORMAL.fullmatch(path) is None and _NORMAL.fullmatch(path := _SLASHES.sub("/", path)) is None:
        return _nowhere(raw)
    if b"%" in raw and _HIDDEN.search(raw):
        return _nowhere(raw)
    return path[:-1] if len(path) > 1 and path[-1] == "/" else path  # type: ignore[no-any-return]


def _nowhere(raw: bytes) -> str:
    """A path of one segment that no route has, as it is logged."""
    return "/" + quote(raw[:_LONGEST], safe="")
