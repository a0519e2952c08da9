"""My games: those of some tokens, or of seats with a player's label."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime

import msgspec
from msgspec import Struct

from podesta_engines.core.words import Language
from podesta_engines.game.facts import Status
from podesta_eventstore import Labels, StreamNotFound
from podesta_service.identity.players import Held, Players
from podesta_service.model import moment
from podesta_service.problems import MALFORMED, refuse
from podesta_service.table.tables import Tables
from podesta_service.table.trouble import store_problems

from .cursors import Cursors
from .lobby import Lobby
from .summaries import GameSummary

MOST_GAMES = 50
"""Maximum number of games in one page."""
MOST_LOOKED_AT = 200
"""Maximum number of seats that one page reads, however few of them match."""
_AT_ONCE = 20
_ORDER: tuple[Status, ...] = ("running", "open", "ended")


class MyGame(Struct, frozen=True):
    """A game in which the caller has a seat."""

    game: GameSummary
    """The public information about the game."""
    seat: int
    """The seat."""
    your_turn: bool
    """Whether the seat has an open question."""
    deadline: datetime | None
    """When the seat's time runs out; null while no clock runs for it."""


class _Place(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Where a page ends: in which stream of a label, in which status, before which game."""

    stream: str
    status: Status
    before: int


class MyGames:
    """Finds the games of seats or of a label, unlisted ones too."""

    def __init__(self, store: Labels, tables: Tables, lobby: Lobby, players: Players, cursors: Cursors) -> None:
        self._store, self._tables, self._lobby = store, tables, lobby
        self._players, self._cursors = players, cursors

    async def of_seats(self, seats: Sequence[tuple[str, int]], language: Language) -> list[MyGame]:
        """The games of some seats: first those in which it is their turn, then running, open, ended ones."""
        found = await self._games(seats, language)
        return sorted(found, key=lambda each: (not each.your_turn, _ORDER.index(each.game.status)))

    async def of_player(self, stream: str, cursor: str, limit: int, language: Language) -> tuple[list[MyGame], str]:
        """A page of the games of a label, and where the next page begins.

        Running games come first, then open and ended ones, the newest first. A page may hold fewer games although more
        follow: the cursor says so. Raises Refusal.
        """
        place: _Place | None = self._place(stream, cursor)
        seats: list[tuple[str, int]] = []
        looked_at = 0
        while place and len(seats) < limit and looked_at < MOST_LOOKED_AT:
            part = await self._players.held(stream, place.before, _AT_ONCE)
            looked_at += max(1, len(part))
            chosen, place = await self._choose(place, part, limit - len(seats))
            seats += chosen
        found = await self._games([*dict.fromkeys(seats)], language)
        return found, self._cursors.write(place) if place else ""

    def _place(self, stream: str, cursor: str) -> _Place:
        """Where a page begins; raises Refusal."""
        if not cursor:
            return _Place(stream, _ORDER[0], 0)
        try:
            place = self._cursors.read(cursor, _Place)
        except (ValueError, msgspec.MsgspecError):
            place = None
        if place is None or place.stream != stream:
            raise refuse(MALFORMED, "cursor-of-another-player", field="cursor")
        return place

    async def _choose(
        self, place: _Place, part: Sequence[Held], most: int
    ) -> tuple[list[tuple[str, int]], _Place | None]:
        """At most this many seats of a part, of games with the place's status, and the place after them."""
        chosen: list[tuple[str, int]] = []
        statuses = await asyncio.gather(*(self._status(each.game) for each in part))
        for each, status in zip(part, statuses, strict=True):
            if status == place.status:
                chosen.append((each.game, each.seat))
            place = msgspec.structs.replace(place, before=each.revision)
            if len(chosen) == most:
                return chosen, place
        if len(part) == _AT_ONCE and place.before > 1:
            return chosen, place
        later = _ORDER[_ORDER.index(place.status) + 1 :]
        return chosen, _Place(place.stream, later[0], 0) if later else None

    async def _status(self, game: str) -> str:
        """The list that a game is in; empty if it was never opened, or was erased."""
        with store_problems(game):
            try:
                return (await self._store.metadata(game)).status
            except StreamNotFound:
                return ""

    async def _games(self, seats: Sequence[tuple[str, int]], language: Language) -> list[MyGame]:
        found = [await self._game(game, seat, language) for game, seat in seats]
        return [each for each in found if each]

    async def _game(self, game: str, seat: int, language: Language) -> MyGame | None:
        """A game as a seat sees it; None if it cannot be read here."""
        brief = await self._lobby.brief(game)
        if brief is None:
            return None
        summary = brief.summary(language)
        if summary.status != "running":
            return MyGame(summary, seat, False, None)
        table = await self._tables.newest(game)
        asked = table.status == "running" and any(ask.seat == seat for ask in table.position.asks)
        deadline = table.times.deadline(seat) if asked and table.times else None
        return MyGame(summary, seat, asked, None if deadline is None else moment(deadline))
