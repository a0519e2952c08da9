"""What a handler says of itself to the OpenAPI document: its problems, its headers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby

import msgspec
from litestar.datastructures import ResponseHeader
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example

from podesta_service.problems import (
    BAD_TOKEN,
    DRAINING,
    DRIFTED,
    EXPIRED_TOKEN,
    INTERNAL,
    KEY_MISSING,
    MALFORMED,
    NO_SPECTATORS,
    NOT_YOUR_SEAT,
    STORE_UNAVAILABLE,
    TOO_LARGE,
    TOO_MANY_REQUESTS,
    UNKNOWN_GAME,
    UNSUPPORTED_MEDIA,
    Problem,
    ProblemType,
    refuse,
)
from podesta_service.rest.errors import problem_of
from podesta_service.rest.headers import PROBLEM_JSON

ANY_CALL = (INTERNAL, DRAINING, TOO_MANY_REQUESTS)
"""What may go wrong with any call of the API."""
GAME_CALL = (
    *ANY_CALL,
    MALFORMED,
    BAD_TOKEN,
    EXPIRED_TOKEN,
    NOT_YOUR_SEAT,
    NO_SPECTATORS,
    UNKNOWN_GAME,
    DRIFTED,
    STORE_UNAVAILABLE,
    KEY_MISSING,
)
"""What may go wrong with a call about one game."""
WITH_BODY = (MALFORMED, TOO_LARGE, UNSUPPORTED_MEDIA)
"""What may go wrong with a body."""

ETAG = ResponseHeader(
    name="ETag",
    documentation_only=True,
    description='Revision, whose view it is, language, such as `"17-0-en"`; good for If-Match and If-None-Match',
)
SERVER_TIME = ResponseHeader(
    name="Server-Time",
    documentation_only=True,
    description="The time of the service (RFC 3339), to compare deadlines with",
)
STREAM = ResponseSpec(
    str, False, "Events `game`, `update` (both with an id), `heartbeat`, `end`, `drain`, `problem`", "text/event-stream"
)
TOLD = ResponseSpec(None, False, "Everything was told, and the game has ended")
UNCOMPRESSED = {"uncompressed": True}
"""For routes whose answers are never compressed: streams, and what carries a token."""

LOCATION = ResponseHeader(name="Location", documentation_only=True, description="The address of the game")


def problems(*kinds: ProblemType, others: Mapping[int, ResponseSpec] | None = None) -> dict[int, ResponseSpec]:
    """The documented responses of these problems: one for each status, with an example for each kind."""
    ordered = sorted(set(kinds), key=lambda kind: (kind.status, kind.slug))
    by_status = {status: _response(same) for status, same in groupby(ordered, key=lambda kind: kind.status)}
    return {**by_status, **(others or {})}


def _response(kinds: Iterable[ProblemType]) -> ResponseSpec:
    same = list(kinds)
    description = "; ".join(f"`{kind.slug}`: {kind.title}" for kind in same)
    return ResponseSpec(Problem, False, description, PROBLEM_JSON, [_example(kind) for kind in same])


def _example(kind: ProblemType) -> Example:
    problem = problem_of(refuse(kind, "what exactly was wrong with this request"))
    return Example(summary=kind.title, id=kind.slug, value=msgspec.to_builtins(problem))
