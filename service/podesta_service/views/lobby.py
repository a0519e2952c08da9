"""Lobby and archive: pages of games, with what everybody may know of each."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from datetime import datetime

import msgspec
from msgspec import Struct

from podesta_engines import RULESETS
from podesta_engines.core.errors import Drifted, UnknownRuleset
from podesta_engines.core.words import Language
from podesta_engines.game.events import Entry, Spectators, decode_entry
from podesta_engines.game.facts import Facts, facts_of
from podesta_eventstore import RecordDamaged, RecordMissing, StreamArchived, StreamNotFound, Streams
from podesta_service.model import STATUSES, Seat, Status, moment
from podesta_service.problems import MALFORMED, UNKNOWN_RULESET, refuse
from podesta_service.table.table import PUBLIC, held_back, show_seats
from podesta_service.table.trouble import store_problems

from .cursors import Cursors

_log = logging.getLogger(__name__)

MOST_GAMES = 50
"""Games in one page, at most."""
MOST_LOOKED_AT = 200
"""Games that one call looks at, however few of them are wanted."""


class GameSummary(Struct, frozen=True):
    """What everybody may know of a game. Revision and time are those that spectators may see."""

    game: str
    """The game's id."""
    ruleset: str
    """The ruleset's id."""
    rules: str
    """The version of the rules, such as `golden-horn/1`."""
    edition: str
    """The edition of its components."""
    status: Status
    """Whether it waits for players, runs, or has ended."""
    revision: int
    """How many commands it has taken so far."""
    seats: list[Seat]
    """Every seat and who holds it."""
    free: int
    """How many seats anybody may take."""
    reserved: int
    """How many other seats nobody holds yet."""
    spectators: Spectators
    """What those without a seat may see while it runs."""
    created_at: datetime
    """When it was opened."""
    updated_at: datetime
    """When its newest command was taken."""


class Wanted(Struct, frozen=True):
    """Which games to list: of a ruleset, in a status, with so many seats that anybody may take; empty: any."""

    ruleset: str = ""
    status: Status | None = None
    free: int = 0


class _Place(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Where a page ends: in which list, where in it, and what was asked for."""

    status: Status
    cursor: str
    wanted: Wanted


class Lobby:
    """Lists games from the store; nothing is remembered between two calls."""

    def __init__(self, store: Streams, cursors: Cursors) -> None:
        self._store, self._cursors = store, cursors

    async def games(
        self, wanted: Wanted, cursor: str, limit: int, language: Language = "en"
    ) -> tuple[list[GameSummary], str]:
        """At most `limit` games, and the cursor of the next page, empty after the last; raises Refusal.

        A page may hold fewer games although more follow: the cursor says so.
        """
        _check_ruleset(wanted.ruleset)
        place: _Place | None = self._place(cursor, wanted)
        found: list[GameSummary] = []
        looked_at = 0
        while place and len(found) < limit and looked_at < MOST_LOOKED_AT:
            names, place = await self._names(place, min(limit - len(found), MOST_LOOKED_AT - looked_at))
            looked_at += len(names)
            games = await asyncio.gather(*(self._summary(name, language) for name in names))
            found += [game for game in games if game and _fits(game, wanted)]
        return found, self._cursors.write(place) if place else ""

    def _place(self, cursor: str, wanted: Wanted) -> _Place:
        """The place that a cursor stands for, the beginning without one; raises Refusal."""
        if not cursor:
            return first_place(wanted)
        try:
            place = self._cursors.read(cursor, _Place)
        except (ValueError, msgspec.MsgspecError):
            raise _bad_cursor() from None
        if place.wanted != wanted:
            raise refuse(MALFORMED, "the cursor goes with the filters that it was answered for", field="cursor")
        return place

    async def _names(self, place: _Place, most: int) -> tuple[list[str], _Place | None]:
        """The next games, and where the ones after them begin."""
        try:
            with store_problems(""):
                names, rest = await self._store.streams(place.status, place.cursor, most)
        except ValueError:
            raise _bad_cursor() from None
        if rest:
            return names, msgspec.structs.replace(place, cursor=rest)
        later = _statuses(place.wanted)[_statuses(place.wanted).index(place.status) + 1 :]
        return names, _Place(later[0], "", place.wanted) if later else None

    async def _summary(self, game: str, language: Language) -> GameSummary | None:
        """What everybody may know of a game; None for one that is not for everybody, or cannot be read here."""
        try:
            with store_problems(game):
                log = [decode_entry(data) for data in await self._read(game)]
            facts = facts_of(log) if log else None
            return _summed_up(game, log, facts, language) if facts and facts.listed else None
        except (Drifted, UnknownRuleset):
            _log.warning("game %s cannot be listed", game)
            return None

    async def _read(self, game: str) -> list[bytes]:
        """A game's entries; none if it is gone, or archived where this process cannot read it."""
        try:
            return [entry.data for entry in await self._store.read(game)]
        except (StreamNotFound, StreamArchived, RecordMissing, RecordDamaged):
            return []


def summary(game: str, log: Sequence[Entry]) -> GameSummary:
    """What everybody may know of a game, from its whole log."""
    return _summed_up(game, log, facts_of(log), "en")


def _summed_up(game: str, log: Sequence[Entry], facts: Facts, language: Language) -> GameSummary:
    created, empty = facts.created, [seat for seat, holder in enumerate(facts.holders) if holder is None]
    reserved = sum(facts.reserved.kept(seat) for seat in empty)
    shown = len(log) - (0 if facts.ended else held_back(created, len(log)))
    return GameSummary(
        game=game,
        ruleset=created.ruleset,
        rules=created.rules,
        edition=created.edition,
        status=facts.status,
        revision=shown,
        seats=show_seats(facts, language),
        free=len(empty) - reserved,
        reserved=reserved,
        spectators=created.spectators or PUBLIC,
        created_at=moment(log[0].at),
        updated_at=moment(log[shown - 1].at),
    )


def _fits(game: GameSummary, wanted: Wanted) -> bool:
    """Whether a game is one of those asked for."""
    of_it = not wanted.ruleset or game.ruleset == wanted.ruleset
    return of_it and wanted.status in (None, game.status) and game.free >= wanted.free


def _statuses(wanted: Wanted) -> tuple[Status, ...]:
    """The lists to walk, in this order; only open games have free seats."""
    if wanted.free and wanted.status in (None, "open"):
        return ("open",)
    return (wanted.status,) if wanted.status else STATUSES


def _check_ruleset(ruleset: str) -> None:
    known = [each.id for each in RULESETS.all()]
    if ruleset and ruleset not in known:
        raise refuse(UNKNOWN_RULESET, f"{ruleset!r} is not known", legal=known, field="ruleset")


def first_place(wanted: Wanted) -> _Place:
    """Where the first page begins."""
    return _Place(_statuses(wanted)[0], "", wanted)


def _bad_cursor() -> Exception:
    return refuse(MALFORMED, "the cursor is none that was answered here", field="cursor")
