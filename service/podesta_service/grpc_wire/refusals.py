"""Refusals in gRPC: every error is a status code with google.rpc details.

The details are ErrorInfo, Problem and RequestInfo; BadRequest if a field is invalid, RetryInfo if retrying can help.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Sequence
from typing import Any, NoReturn

import grpc
from google.protobuf.any_pb2 import Any as Packed
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc import error_details_pb2 as rpc
from google.rpc.status_pb2 import Status

from podesta.v1 import game_master_pb2 as pb
from podesta_engines.core.words import ENGLISH, Language
from podesta_service.problems import (
    DRAINING,
    KEY_MISSING,
    NO_CONNECTION_LEFT,
    OUTCOME_UNKNOWN,
    RULES_MISSING,
    STORE_FULL,
    STORE_UNAVAILABLE,
    TOO_MANY_CONNECTIONS,
    TOO_MANY_REQUESTS,
    TOO_SLOW,
    Problem,
    Refusal,
    told,
)

from .convert import message

DOMAIN = "podesta"
DETAILS = "grpc-status-details-bin"
RETRY_MILLISECONDS = {
    STORE_UNAVAILABLE.slug: 500,
    OUTCOME_UNKNOWN.slug: 100,
    STORE_FULL.slug: 60_000,
    DRAINING.slug: 100,
    KEY_MISSING.slug: 500,
    RULES_MISSING.slug: 500,
    TOO_SLOW.slug: 100,
    TOO_MANY_REQUESTS.slug: 1000,
    TOO_MANY_CONNECTIONS.slug: 1000,
    NO_CONNECTION_LEFT.slug: 1000,
}
"""After how many seconds to retry, by problem type."""

# Trailers share 8 KiB with what proxies add; a caller's values may be longer than that.
_LONGEST_NAME = 80
_LONGEST_TEXT = 200
_LONGEST_RULE = 800
_LEGAL_BYTES = 2500
"""Bytes of UTF-8: a detail is in the trailers three times, once with three characters per byte."""


async def abort(
    wire: grpc.aio.ServicerContext[Any, Any],
    refusal: Refusal,
    request_id: str,
    language: Language = ENGLISH,
    told_too: Sequence[tuple[str, str]] = (),
) -> NoReturn:
    """End a call with a refusal and more trailers; do nothing if the caller has disconnected."""
    status = status_of(refusal, request_id, language)
    trailers = (*(told_too or (("x-request-id", request_id),)), (DETAILS, status.SerializeToString()))
    try:
        await wire.abort(refusal.kind.code, status.message, trailers)
    except grpc.aio.InternalError:
        raise asyncio.CancelledError from None
    raise AssertionError("unreachable")


def status_of(refusal: Refusal, request_id: str, language: Language = ENGLISH) -> Status:
    """The status of a refusal with its details; only the title in the details is translated, not the status message."""
    kind, problem = refusal.kind, problem_message(told(refusal, language))
    omitted = _shorten(problem)
    details: list[Message] = [_info(problem, omitted), problem, rpc.RequestInfo(request_id=request_id)]
    if kind.code is grpc.StatusCode.INVALID_ARGUMENT:
        violation = rpc.BadRequest.FieldViolation(field=problem.field, description=problem.detail)
        details.append(rpc.BadRequest(field_violations=[violation]))
    if milliseconds := retry_milliseconds(refusal):
        delay = Duration()
        delay.FromMilliseconds(milliseconds)
        details.append(rpc.RetryInfo(retry_delay=delay))
    text = f"{kind.title()}: {problem.detail}"
    return Status(code=kind.code.value[0], message=text, details=[_pack(detail) for detail in details])


def retry_milliseconds(refusal: Refusal) -> int:
    """After how long the same call may succeed; 0 if waiting is of no use."""
    return math.ceil(refusal.retry_after * 1000) or RETRY_MILLISECONDS.get(refusal.kind.slug, 0)


def problem_message(problem: Problem) -> pb.Problem:
    """A problem as its message."""
    return message(pb.Problem, problem)


def _shorten(problem: pb.Problem) -> int:
    """Make a problem fit into a trailer; return how many legal options had to be left out."""
    problem.detail = _cut(problem.detail)
    problem.answered = _cut(problem.answered)
    problem.asked, problem.field = _cut(problem.asked, _LONGEST_NAME), _cut(problem.field, _LONGEST_NAME)
    problem.rule_text = _cut(problem.rule_text, _LONGEST_RULE)
    legal, room = list(problem.legal), _LEGAL_BYTES
    del problem.legal[:]
    for word in legal:
        room -= len(word.encode()) + 2
        if room < 0:
            break
        problem.legal.append(word)
    return len(legal) - len(problem.legal)


def _cut(text: str, longest: int = _LONGEST_TEXT) -> str:
    body = text.encode()
    return text if len(body) <= longest else body[: longest - 3].decode(errors="ignore") + "…"


def _info(problem: pb.Problem, omitted: int) -> rpc.ErrorInfo:
    """The summary for programs: a reason such as `STALE_REVISION`, with the facts that a program needs."""
    facts = {"field": problem.field, "rule": problem.rule, "asked": problem.asked}
    if problem.HasField("revision"):
        facts["revision"] = str(problem.revision)
    if omitted:
        facts["legal_omitted"] = str(omitted)
    metadata = {name: value for name, value in facts.items() if value}
    return rpc.ErrorInfo(reason=problem.type.upper().replace("-", "_"), domain=DOMAIN, metadata=metadata)


def _pack(detail: Message) -> Packed:
    packed = Packed()
    packed.Pack(detail)
    return packed
