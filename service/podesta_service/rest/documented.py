"""What a handler adds to the OpenAPI document: its problems, headers and examples."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

import msgspec
from litestar.datastructures import ResponseHeader
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example

from podesta_service.api.sample import Sample
from podesta_service.problems import (
    BAD_TOKEN,
    DRAINING,
    DRIFTED,
    EXPIRED_TOKEN,
    FOREIGN_HOST,
    FOREIGN_ORIGIN,
    INTERNAL,
    KEY_MISSING,
    MALFORMED,
    NO_CONNECTION_LEFT,
    NO_SPECTATORS,
    NOT_YOUR_SEAT,
    RULES_MISSING,
    STORE_FULL,
    STORE_UNAVAILABLE,
    TOO_LARGE,
    TOO_MANY_CONNECTIONS,
    TOO_MANY_REQUESTS,
    UNKNOWN_GAME,
    UNSUPPORTED_MEDIA,
    Problem,
    ProblemType,
    refuse,
)

from .errors import problem_of
from .headers import PROBLEM_JSON

ANY_CALL = (
    INTERNAL,
    DRAINING,
    TOO_MANY_REQUESTS,
    TOO_MANY_CONNECTIONS,
    NO_CONNECTION_LEFT,
    FOREIGN_HOST,
    FOREIGN_ORIGIN,
)
"""Problems of any call of the API."""
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
    STORE_FULL,
    KEY_MISSING,
    RULES_MISSING,
)
"""Problems of a call about one game."""
WITH_BODY = (MALFORMED, TOO_LARGE, UNSUPPORTED_MEDIA)
"""Problems of a body."""

ETAG = ResponseHeader(
    name="ETag",
    documentation_only=True,
    description='Revision, viewer and language, such as `"17-0-en"`; for If-Match and If-None-Match',
)
SERVER_TIME = ResponseHeader(
    name="Server-Time",
    documentation_only=True,
    description="The time of the service (RFC 3339), to compare deadlines with",
)
UNCOMPRESSED = {"uncompressed": True}
"""For routes with responses that are never compressed: streams, and responses with tokens."""

UNCHANGED = ResponseSpec(None, False, "If-None-Match has the current ETag")
LOCATION = ResponseHeader(name="Location", documentation_only=True, description="The address of the game")


@dataclass(frozen=True, kw_only=True)
class Described:
    """What Litestar cannot derive from a handler, passed as the handler's option `described`.

    Examples are made from the sample game: `body` and `result` of request and response structs, `text` of a text
    response, `events` of a stream. `parameters` (examples by name) and `shapes` (schemas by name) override those that
    calls share.
    """

    seat_only: bool = False
    """Whether the call needs a seat's token."""
    required: Sequence[str] = ()
    """Required headers."""
    body: Callable[[Sample], Any] | None = None
    result: Callable[[Sample], Any] | None = None
    text: Callable[[Sample], str] | None = None
    events: Callable[[Sample], Sequence[Any]] | None = None
    parameters: Callable[[Sample], Mapping[str, Any]] = lambda _: {}
    shapes: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    structs: Sequence[type] = ()
    """The structs of a stream's events."""
    event: str = "StreamEvent"
    """The name of the schema of a stream's events."""


class Shared(ResponseSpec):
    """A documented response that handlers share: Litestar would deep-copy it with its examples."""

    def __deepcopy__(self, _: Any) -> Shared:
        return self


SOME = 2
"""How many entries of a list a long example shows."""
COMMAND = ("If-Match", "Idempotency-Key")
"""The headers of a command that was decided on a revision."""
KEY = ("Idempotency-Key",)
"""The header of any other command."""


def problems(*kinds: ProblemType, others: Mapping[int, ResponseSpec] | None = None) -> dict[int, ResponseSpec]:
    """The documented responses of these problems: one per status, with an example of each kind."""
    ordered = sorted(set(kinds), key=lambda kind: (kind.status, kind.slug))
    by_status = {status: _response(same) for status, same in groupby(ordered, key=lambda kind: kind.status)}
    return {**by_status, **(others or {})}


def _response(kinds: Iterable[ProblemType]) -> ResponseSpec:
    same = list(kinds)
    description = "; ".join(f"`{kind.slug}`: {kind.title()}" for kind in same)
    return Shared(Problem, False, description, PROBLEM_JSON, [_example(kind) for kind in same])


def _example(kind: ProblemType) -> Example:
    problem = problem_of(refuse(kind, "example"))
    return Example(summary=kind.title(), id=kind.slug, value=msgspec.to_builtins(problem))
