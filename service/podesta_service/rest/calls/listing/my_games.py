"""A player's games, found by their seats' tokens or by the player's label."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get
from litestar.params import QueryParameter
from msgspec import Struct

from podesta_service.problems import (
    BAD_TOKEN,
    EXPIRED_TOKEN,
    KEY_MISSING,
    MALFORMED,
    NO_TOKEN,
    NOT_YOUR_SEAT,
    OPERATOR_ONLY,
    STORE_UNAVAILABLE,
    UNKNOWN_GAME,
)
from podesta_service.rest.call import Call
from podesta_service.rest.documented import ANY_CALL, UNCOMPRESSED, Described, problems
from podesta_service.rest.headers import spoken
from podesta_service.views.my_games import MOST_GAMES, MyGame
from podesta_service.views.summaries import summary

_Player = Annotated[
    str, QueryParameter(description="Only with an operator's key: games with seats that carry this player's label")
]
_PageSize = Annotated[int, QueryParameter(ge=1, le=MOST_GAMES, description="Maximum number of games of a player")]
_Cursor = Annotated[str, QueryParameter(description="`next` of the previous page, for the same player")]


class MyGamePage(Struct, frozen=True):
    """A page of a player's games, and the cursor of the next one."""

    games: list[MyGame]
    """The games, each with the player's seat."""
    next: str
    """The cursor of the next page; empty after the last page, and always empty for tokens."""
    worthless: list[int]
    """The positions, from 0, of tokens that are no longer valid: expired, or replaced by newer ones."""


@get(
    "/v1/my-games",
    name="ListMyGames",
    operation_id="listMyGames",
    summary="List a player's games",
    tags=["games"],
    opt=UNCOMPRESSED,
    responses=problems(
        *ANY_CALL,
        MALFORMED,
        NO_TOKEN,
        BAD_TOKEN,
        EXPIRED_TOKEN,
        NOT_YOUR_SEAT,
        OPERATOR_ONLY,
        UNKNOWN_GAME,
        KEY_MISSING,
        STORE_UNAVAILABLE,
    ),
    described=Described(
        seat_only=True,
        parameters=lambda _: {"player": "user-4711", "limit": 20, "cursor": ""},
        result=lambda of: MyGamePage([MyGame(summary(of.game.game, [of.opened.entry]), 0, True, None)], "", []),
    ),
)
async def list_my_games(
    request: Call, player: _Player = "", limit: _PageSize = MOST_GAMES, cursor: _Cursor = ""
) -> Response[MyGamePage]:
    """Return the games of up to 64 seat tokens, or, for an operator's key, a page of the games of a player's label.

    Tokens are sent in one header, separated by commas; games in which the seat has a turn come first, then running,
    open and ended ones. A label is found only under the key that it was set with: running games come first, the newest
    first. Each entry has the seat, whether it has a question, and its deadline. Unlisted games are included.
    """
    games = request.context.master.my_games
    if player or cursor:
        stream = request.context.master.players.stream(request.token, player)
        found, rest = await games.of_player(stream, cursor, limit, request.language)
        return Response(MyGamePage(found, rest, []), headers=spoken(request.language))
    seats, worthless = await request.context.master.gate.seats(request.token)
    mine = await games.of_seats(seats, request.language)
    return Response(MyGamePage(mine, "", worthless), headers=spoken(request.language))
