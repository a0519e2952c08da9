"""The mapping of all errors to problem details (RFC 9457)."""

from __future__ import annotations

import math
from http import HTTPStatus
from typing import Any, TypeAlias

import msgspec
import structlog
from litestar import Request, Response
from litestar.exceptions import (
    HTTPException,
    MethodNotAllowedException,
    NotFoundException,
    ValidationException,
)
from msgspec import Struct

from podesta_engines.core.words import ENGLISH, Language
from podesta_service.api.reading import misfit
from podesta_service.context import language_of
from podesta_service.problems import (
    CATALOGUE,
    INTERNAL,
    MALFORMED,
    METHOD_NOT_ALLOWED,
    NO_TOKEN,
    NOT_FOUND,
    TOO_LARGE,
    UNSUPPORTED_MEDIA,
    Problem,
    ProblemType,
    Refusal,
    refuse,
    told,
)

from .headers import PROBLEM_JSON

Rendered: TypeAlias = tuple[int, dict[str, str], bytes]
"""The status, the headers and the body of a response."""
REFUSAL = "refusal"
"""The key of a sent refusal in a request's state, for the metrics."""

ASKED = "asked"
"""The option of a route with the struct of what its call asks."""

_NAMES = {"command_id": "Idempotency-Key", "last_event_id": "Last-Event-ID"}
"""REST's names of fields, by the service's names."""

_KINDS = {404: NOT_FOUND, 405: METHOD_NOT_ALLOWED, 413: TOO_LARGE, 415: UNSUPPORTED_MEDIA}
_SAID = {404: "see-schema", 405: "see-allow", 413: "body-too-large", 415: "send-json-type"}

_log = structlog.get_logger("podesta_service.rest")


class ProblemEntry(Struct, frozen=True):
    """A kind of problem."""

    type: str
    """Its stable name, a URL."""
    status: int
    """The HTTP status."""
    title: str
    """The title, for people."""
    grpc: str
    """Its status code in gRPC."""


def type_of(kind: ProblemType) -> str:
    """The `type` of a problem: a reference to its documentation."""
    return f"/problems/{kind.slug}"


def entry_of(kind: ProblemType, language: Language = ENGLISH) -> ProblemEntry:
    """The documentation of a kind of problem."""
    return ProblemEntry(type_of(kind), kind.status, kind.title(language), kind.code.name)


def find_problem(slug: str, language: Language) -> ProblemEntry:
    """A kind of problem by its slug; raises Refusal."""
    if slug not in CATALOGUE:
        raise refuse(NOT_FOUND, "no-such-problem", legal=sorted(CATALOGUE))
    return entry_of(CATALOGUE[slug], language)


def problem_of(refusal: Refusal, language: Language = ENGLISH) -> Problem:
    """A refusal as problem details, its title in a language."""
    problem = told(refusal, language)
    field = _NAMES.get(problem.field, problem.field)
    return msgspec.structs.replace(problem, type=type_of(refusal.kind), field=field)


def error_response(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """Litestar's exception handler: the response to any exception."""
    status, headers, body = refused(request.scope, error, language_of(request.headers.get("accept-language")))
    if isinstance(error, MethodNotAllowedException):
        headers["Allow"] = _allow(error)
    return Response(body, status_code=status, headers=headers, media_type=PROBLEM_JSON)


def refused(scope: Any, error: Exception, language: Language) -> Rendered:
    """The response to any exception: always problem details, never the text of an internal error."""
    handler = scope.get("route_handler")
    refusal = refusal_of(error, handler and handler.opt.get(ASKED))
    scope["state"][REFUSAL] = refusal
    if refusal.kind.status == 500:
        _log.error("a call failed", path=scope["path"], exc_info=error)
    # a traceback's frames hold the request, and so the refusal in its state; from Python 3.12 on, a finished
    # coroutine's frame also holds the frames that awaited it, so the causing error holds them all
    refusal.__traceback__ = refusal.__context__ = refusal.__cause__ = None
    return rendered(refusal, language)


def rendered(refusal: Refusal, language: Language = ENGLISH) -> Rendered:
    """The status, the headers and the body of a refusal."""
    headers = {**headers_of(refusal), "Content-Language": language}
    return refusal.kind.status, headers, msgspec.json.encode(problem_of(refusal, language))


def last_words(refusal: Refusal) -> bytes:
    """A refusal as a whole response to bytes that are not a request; then the connection is closed."""
    status, headers, body = rendered(refusal)
    headers |= {"Content-Type": PROBLEM_JSON, "Content-Length": str(len(body)), "Connection": "close"}
    lines = [
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}",
        *(f"{name.lower()}: {headers[name]}" for name in headers),
    ]
    return "\r\n".join([*lines, "x-content-type-options: nosniff", "", ""]).encode() + body


def refusal_of(error: Exception, asked: Any = None) -> Refusal:
    """Any exception as a refusal; `asked` is the struct of what the call asks."""
    if isinstance(error, Refusal):
        return error
    if isinstance(error, ValidationException):
        return _invalid(error, asked)
    if isinstance(error, NotFoundException | HTTPException) and error.status_code in _KINDS:
        return refuse(_KINDS[error.status_code], _SAID[error.status_code])
    if isinstance(error, HTTPException) and 400 <= error.status_code < 500:
        return refuse(MALFORMED, "request-not-understood")
    return refuse(INTERNAL, "failure-logged")


def _invalid(error: ValidationException, asked: Any) -> Refusal:
    """Litestar's validation error of a parameter, as a refusal."""
    found: Any = error.extra
    first = found[0] if isinstance(found, list) and found and isinstance(found[0], dict) else {}
    field = str(first.get("key", ""))
    if "message" in first:
        return misfit(first["message"], field, asked)
    return refuse(MALFORMED, "parameter-unreadable", field=field)


def headers_of(refusal: Refusal) -> dict[str, str]:
    """The headers that go with a refusal."""
    kind = refusal.kind
    headers = {"Cache-Control": "no-store"}
    if kind.status == 401:
        error = "" if kind is NO_TOKEN else ', error="invalid_token"'
        headers["WWW-Authenticate"] = f'Bearer realm="podesta"{error}'
    if kind is UNSUPPORTED_MEDIA:
        headers["Accept-Encoding"] = "identity"
    if kind.status in (429, 503):
        headers["Retry-After"] = str(max(1, math.ceil(refusal.retry_after)))
    return headers


def _allow(error: MethodNotAllowedException) -> str:
    """The methods that a path allows; GET includes HEAD."""
    known = [method.strip() for method in (error.headers or {}).get("allow", "").split(",") if method.strip()]
    return ", ".join(sorted({*known, *(["HEAD"] if "GET" in known else [])}))
