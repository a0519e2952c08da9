"""The lobby and the archive."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from podesta_engines.game.facts import Status
from podesta_service.context import Caller
from podesta_service.problems import STORE_UNAVAILABLE, UNKNOWN_RULESET
from podesta_service.views.cursors import Cursors
from podesta_service.views.lobby import MOST_GAMES, first_place
from podesta_service.views.summaries import GameSummary, LobbyFilter, summary

from .call import ANYBODY, call
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
