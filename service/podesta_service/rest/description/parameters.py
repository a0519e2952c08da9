"""The parameters of the calls, as typed and documented names."""

from __future__ import annotations

from typing import Annotated

from litestar.params import HeaderParameter, PathParameter, QueryParameter

from podesta_service.model import Status
from podesta_service.rest.headers import LATEST
from podesta_service.views.lobby import MOST_GAMES

MOST_UPDATES = 500
"""Updates in one page of history, at most."""

MOST_STREAMED = 64
"""Games on one stream, at most."""

_KEY = "16 to 64 letters, digits, hyphens or underscores (a UUID will do)"

GameId = Annotated[str, PathParameter(description="The game's id: 16 letters and digits")]
RulesetId = Annotated[str, PathParameter(description="The ruleset's id, such as `golden-horn`")]
SeatNumber = Annotated[int, PathParameter(ge=0, le=15, description="The seat, from 0")]
Slug = Annotated[str, PathParameter(description="The last part of a problem's `type`")]
OfRuleset = Annotated[str, QueryParameter(description="Only games of this ruleset")]
InStatus = Annotated[Status | None, QueryParameter(description="Only games in this status")]
FreeSeats = Annotated[int, QueryParameter(ge=0, le=16, description="Only games with at least so many free seats")]
PageSize = Annotated[int, QueryParameter(ge=1, le=MOST_GAMES, description="At most so many games")]
Cursor = Annotated[str, QueryParameter(description="`next` of the page before; the filters must be the same")]
At = Annotated[int | None, QueryParameter(ge=1, le=LATEST, description="An earlier revision; absent: now")]
After = Annotated[int, QueryParameter(ge=0, le=LATEST, description="Only what came after this revision")]
StreamAfter = Annotated[
    int | None, QueryParameter(ge=0, le=LATEST, description="Updates after this revision; absent: from now on")
]
Limit = Annotated[int, QueryParameter(ge=1, le=MOST_UPDATES, description="At most so many updates")]
IfNoneMatch = Annotated[str | None, HeaderParameter(name="If-None-Match", description="The ETag you have")]
IfMatch = Annotated[
    str | None,
    HeaderParameter(name="If-Match", description='The revision that the answers were decided on: `"17"`, or the ETag'),
]
CommandId = Annotated[
    str | None,
    HeaderParameter(
        name="Idempotency-Key",
        description=f"The command's id: {_KEY}. Sent again, the first result is answered again",
    ),
]
Prefer = Annotated[
    str | None,
    HeaderParameter(name="Prefer", description="`return=minimal`: no body is answered, only the ETag (RFC 7240)"),
]
ClaimId = Annotated[
    str | None,
    HeaderParameter(
        name="Idempotency-Key",
        description=f"{_KEY}. Sent again, the same seat is answered again; keep it as secret as a token",
    ),
]
OpeningId = Annotated[
    str | None,
    HeaderParameter(
        name="Idempotency-Key",
        description=f"{_KEY}, chosen at random. Sent again with the same bearer token, the same game is answered "
        "again, with tokens for the same seats; keep it as secret as a token",
    ),
]
ReissueId = Annotated[
    str | None,
    HeaderParameter(
        name="Idempotency-Key",
        description=f"{_KEY}. Sent again with the same token, the same new token is answered again; keep it secret",
    ),
]
EveryGame = Annotated[
    list[str] | None,
    QueryParameter(description="A game's id; may be given several times. Absent: the games of the tokens"),
]
LastEventIds = Annotated[
    str | None,
    HeaderParameter(name="Last-Event-ID", description="The id of the last event: resumes every game that it names"),
]
LastEventId = Annotated[
    str | None,
    HeaderParameter(name="Last-Event-ID", description="Resumes after this revision; goes before `after`"),
]
