"""The lobby and the archive."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get
from litestar.params import QueryParameter
from msgspec import Struct

from podesta_engines.game.facts import Status
from podesta_service.problems import MALFORMED, STORE_UNAVAILABLE, UNKNOWN_RULESET
from podesta_service.rest.call import Call
from podesta_service.rest.documented import ANY_CALL, Described, problems
from podesta_service.rest.headers import spoken
from podesta_service.views.cursors import Cursors
from podesta_service.views.lobby import MOST_GAMES as LONGEST_PAGE
from podesta_service.views.lobby import first_place
from podesta_service.views.summaries import GameSummary, LobbyFilter, summary

OfRuleset = Annotated[str, QueryParameter(description="Only games of this ruleset")]
_InStatus = Annotated[Status | None, QueryParameter(description="Only games in this status")]
FreeSeats = Annotated[
    int, QueryParameter(ge=0, le=16, description="Only games with at least this many seats that anyone may take")
]
_PageSize = Annotated[int, QueryParameter(ge=1, le=LONGEST_PAGE, description="Maximum number of games")]
_Cursor = Annotated[str, QueryParameter(description="`next` of the previous page; the filters must be the same")]


class GamePage(Struct, frozen=True):
    """A page of games, and the cursor of the next one."""

    games: list[GameSummary]
    """The games, each with its public information."""
    next: str
    """The cursor of the next page; empty after the last."""


@get(
    "/",
    name="ListGames",
    operation_id="listGames",
    summary="List games: lobby and archive",
    responses=problems(*ANY_CALL, MALFORMED, UNKNOWN_RULESET, STORE_UNAVAILABLE),
    described=Described(
        result=lambda of: GamePage([summary(of.game.game, [of.opened.entry])], ""),
        parameters=lambda of: {
            "ruleset": of.game.ruleset,
            "status": "open",
            "free": 1,
            "limit": 20,
            "cursor": Cursors(bytes(32)).write(first_place(LobbyFilter(of.game.ruleset, "open", 1))),
        },
    ),
)
async def list_games(
    request: Call,
    ruleset: OfRuleset = "",
    status: _InStatus = None,
    free: FreeSeats = 0,
    limit: _PageSize = LONGEST_PAGE,
    cursor: _Cursor = "",
) -> Response[GamePage]:
    """Return a page of games with the public information about each: open ones first, then running, then ended.

    A page may hold fewer games although more follow; ask again with `next` as `cursor`, and the same filters.
    """
    games, rest = await request.context.master.lobby.games(
        LobbyFilter(ruleset, status, free), cursor, limit, request.language
    )
    return Response(GamePage(games, rest), headers=spoken(request.language))


LOBBY = [list_games]
"""The call of the lobby."""
