"""The lobby and the archive, and the games of one player."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from podesta_engines.game.facts import Status
from podesta_service.context import Caller
from podesta_service.problems import (
    BAD_TOKEN,
    EXPIRED_TOKEN,
    KEY_MISSING,
    NOT_YOUR_SEAT,
    OPERATOR_ONLY,
    STORE_UNAVAILABLE,
    UNKNOWN_GAME,
    UNKNOWN_RULESET,
)
from podesta_service.views.cursors import Cursors
from podesta_service.views.lobby import MOST_GAMES, first_place
from podesta_service.views.my_games import MOST_GAMES as MOST_MINE
from podesta_service.views.my_games import MyGame
from podesta_service.views.summaries import GameSummary, LobbyFilter, summary

from .call import ANYBODY, Who, anybody, call
from .fields import between, says
from .sample import Sample

MOST_FREE = 16
"""Seats that a filter may ask for."""
OfRuleset = Annotated[str, Meta(description="Only games of this ruleset")]
FreeSeats = Annotated[
    int,
    between(0, MOST_FREE, "free-range"),
    Meta(description="Only games with at least this many seats that anyone may take"),
]


class ListedGames(Struct, frozen=True):
    """The games to list."""

    ruleset: OfRuleset = ""
    status: Annotated[Status | None, says(sentence="status-unknown")] = None
    """Only games in this status"""
    free: FreeSeats = 0
    limit: Annotated[int, between(1, MOST_GAMES, "page-range", name="page_size", cut=True)] = MOST_GAMES
    """Maximum number of games"""
    cursor: Annotated[str, says(name="page_token")] = ""
    """`next` of the previous page; the filters must be the same"""


class WatchedGames(Struct, frozen=True):
    """The games of the stream WatchLobby."""

    ruleset: OfRuleset = ""
    status: Annotated[Literal["open", "running"] | None, says(sentence="lobby-of-ended")] = None
    """Only games in this status; absent: either"""
    free: FreeSeats = 0

    @property
    def wanted(self) -> LobbyFilter:
        """The filter."""
        return LobbyFilter(self.ruleset, self.status, self.free)


class GamePage(Struct, frozen=True):
    """A page of games, and the cursor of the next one."""

    games: list[GameSummary]
    """The games, each with its public information."""
    next: Annotated[str, says(name="next_page_token")]
    """The cursor of the next page; empty after the last."""


def _example(of: Sample) -> dict[str, Any]:
    wanted = LobbyFilter(of.game.ruleset, "open", 1)
    cursor = Cursors(bytes(32)).write(first_place(wanted))
    return {"ruleset": wanted.ruleset, "status": "open", "free": 1, "limit": 20, "cursor": cursor}


@call(
    "GET",
    "/v1/games",
    "List games: lobby and archive",
    who=ANYBODY,
    problems=[UNKNOWN_RULESET, STORE_UNAVAILABLE],
    example=_example,
    result=lambda of: GamePage([summary(of.game.game, [of.opened.entry])], ""),
)
async def list_games(caller: Caller, asked: ListedGames, _: None) -> GamePage:
    """Return a page of games with the public information about each: open ones first, then running, then ended.

    A page may hold fewer games although more follow; ask again with `next` as `cursor`, and the same filters.
    """
    wanted = LobbyFilter(asked.ruleset, asked.status, asked.free)
    return GamePage(*await caller.context.master.lobby.games(wanted, asked.cursor, asked.limit, caller.language))


MINE = Who(anybody, "seat")
"""The holder of a seat in any game, or an operator's key with a label."""


class OwnGames(Struct, frozen=True):
    """A player's games to list."""

    player: str = ""
    """Only with an operator's key: games with seats that carry this player's label"""
    limit: Annotated[int, between(1, MOST_MINE, "page-range", name="page_size", cut=True)] = MOST_MINE
    """Maximum number of games of a player"""
    cursor: Annotated[str, says(name="page_token")] = ""
    """`next` of the previous page, for the same player"""


class MyGamePage(Struct, frozen=True):
    """A page of a player's games, and the cursor of the next one."""

    games: list[MyGame]
    """The games, each with the player's seat."""
    next: Annotated[str, says(name="next_page_token")]
    """The cursor of the next page; empty after the last page, and always empty for tokens."""
    worthless: list[int]
    """The positions, from 0, of tokens that are no longer valid: expired, or replaced by newer ones."""


@call(
    "GET",
    "/v1/my-games",
    "List a player's games",
    who=MINE,
    problems=[BAD_TOKEN, EXPIRED_TOKEN, NOT_YOUR_SEAT, OPERATOR_ONLY, UNKNOWN_GAME, KEY_MISSING, STORE_UNAVAILABLE],
    secret=True,
    example=lambda _: {"player": "user-4711", "limit": 20, "cursor": ""},
    result=lambda of: MyGamePage([MyGame(summary(of.game.game, [of.opened.entry]), 0, True, None)], "", []),
)
async def list_my_games(caller: Caller, asked: OwnGames, _: None) -> MyGamePage:
    """Return the games of up to 64 seat tokens, or, for an operator's key, a page of the games of a player's label.

    Tokens are sent in one header, separated by commas; games in which the seat has a turn come first, then running,
    open and ended ones. A label is found only under the key that it was set with: running games come first, the newest
    first. Each entry has the seat, whether it has a question, and its deadline. Unlisted games are included.
    """
    master = caller.context.master
    if asked.player or asked.cursor:
        stream = master.players.stream(caller.token, asked.player)
        found, rest = await master.my_games.of_player(stream, asked.cursor, asked.limit, caller.language)
        return MyGamePage(found, rest, [])
    seats, worthless = await master.gate.seats(caller.token)
    return MyGamePage(await master.my_games.of_seats(seats, caller.language), "", worthless)
