"""One mapping of everything that goes wrong to problem details (RFC 9457)."""

from __future__ import annotations

import math
from typing import Any

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

from podesta_engines.core.words import Language
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
)
from podesta_service.titles import title_of, told

from .headers import PROBLEM_JSON

REFUSAL = "refusal"
"""Where a refusal that was sent is left in a request's state, for the metrics."""

_NAMES = {"command_id": "Idempotency-Key", "last_event_id": "Last-Event-ID"}
"""What REST calls a field that the service names."""

_KINDS = {404: NOT_FOUND, 405: METHOD_NOT_ALLOWED, 413: TOO_LARGE, 415: UNSUPPORTED_MEDIA}
_SAID = {
    404: "see /schema for all addresses",
    405: "the Allow header names the methods that this address accepts",
    413: "a body has at most 64 KiB",
    415: "send Content-Type: application/json",
}

_log = structlog.get_logger("podesta_service.rest")


class ProblemEntry(Struct, frozen=True):
    """A kind of problem."""

    type: str
    """Its stable name, an address."""
    status: int
    """The HTTP status."""
    title: str
    """What people read."""
    grpc: str
    """The status code that the other wire uses for it."""


def type_of(kind: ProblemType) -> str:
    """The `type` of a problem: a reference to its documentation."""
    return f"/problems/{kind.slug}"


def entry_of(kind: ProblemType, language: Language = "en") -> ProblemEntry:
    """A kind of problem as it is documented."""
    return ProblemEntry(type_of(kind), kind.status, title_of(kind, language), kind.code.name)


def find_problem(slug: str, language: Language) -> ProblemEntry:
    """A kind of problem by its slug; raises Refusal."""
    if slug not in CATALOGUE:
        raise refuse(NOT_FOUND, "there is no such problem type", legal=sorted(CATALOGUE))
    return entry_of(CATALOGUE[slug], language)


def problem_of(refusal: Refusal, language: Language = "en") -> Problem:
    """A refusal as REST tells it, its title in a language."""
    problem = told(refusal, language)
    field = _NAMES.get(problem.field, problem.field)
    return msgspec.structs.replace(problem, type=type_of(refusal.kind), field=field)


def error_response(request: Request[Any, Any, Any], error: Exception) -> Response[bytes]:
    """The response to anything that was raised, by way of Litestar."""
    status, headers, body = refused(request.scope, error, request.headers.get("accept-language"))
    if isinstance(error, MethodNotAllowedException):
        headers["Allow"] = _allow(error)
    return Response(body, status_code=status, headers=headers, media_type=PROBLEM_JSON)


def refused(scope: Any, error: Exception, languages: str | None) -> tuple[int, dict[str, str], bytes]:
    """The status, the headers and the body that say what was raised: always problem details, never the text of an
    inner error."""
    refusal = refusal_of(error)
    scope["state"][REFUSAL] = refusal
    if refusal.kind.status == 500:
        _log.error("a call failed", path=scope["path"], exc_info=error)
    refusal.__traceback__ = refusal.__context__ = None  # its frames hold the request, whose state holds the refusal
    language = language_of(languages)
    headers = {**headers_of(refusal), "Content-Language": language}
    return refusal.kind.status, headers, msgspec.json.encode(problem_of(refusal, language))


def refusal_of(error: Exception) -> Refusal:
    """Any exception as a refusal."""
    if isinstance(error, Refusal):
        return error
    if isinstance(error, ValidationException):
        return _invalid(error)
    if isinstance(error, NotFoundException | HTTPException) and error.status_code in _KINDS:
        return refuse(_KINDS[error.status_code], _SAID[error.status_code])
    if isinstance(error, HTTPException) and 400 <= error.status_code < 500:
        return refuse(MALFORMED, "the request cannot be understood")
    return refuse(INTERNAL, "the failure was logged under this response's X-Request-ID")


def _invalid(error: ValidationException) -> Refusal:
    """What Litestar found wrong with a parameter."""
    found: Any = error.extra
    first = found[0] if isinstance(found, list) and found and isinstance(found[0], dict) else {}
    return refuse(MALFORMED, str(first.get("message", "a parameter cannot be read")), field=str(first.get("key", "")))


def headers_of(refusal: Refusal) -> dict[str, str]:
    """The headers that go with a refusal."""
    kind = refusal.kind
    headers = {"Cache-Control": "no-store"}
    if kind.status == 401:
        error = "" if kind is NO_TOKEN else ', error="invalid_token"'
        headers["WWW-Authenticate"] = f'Bearer realm="podesta"{error}'
    if kind.status in (429, 503):
        headers["Retry-After"] = str(max(1, math.ceil(refusal.retry_after)))
    return headers


def _allow(error: MethodNotAllowedException) -> str:
    """The methods of an address; HEAD comes with GET."""
    known = [method.strip() for method in (error.headers or {}).get("allow", "").split(",") if method.strip()]
    return ", ".join(sorted({*known, *(["HEAD"] if "GET" in known else [])}))
