"""Lobby and archive: pages of games, with the public facts of each."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence

import msgspec
from msgspec import Struct

from podesta_engines import RULESETS
from podesta_engines.core.errors import Drifted, UnknownRuleset
from podesta_engines.core.words import ENGLISH, Language
from podesta_engines.game.events import decode_entry
from podesta_engines.game.facts import Status
from podesta_eventstore import EventStore, RecordDamaged, RecordMissing, StreamArchived, StreamNotFound
from podesta_service.names import is_game
from podesta_service.problems import MALFORMED, UNKNOWN_RULESET, refuse
from podesta_service.table.cards import GameCard, told_by
from podesta_service.table.trouble import store_problems

from .cursors import Cursors
from .summaries import Brief, GameSummary, LobbyFilter, fits, shown_of, statuses, summary_of

_log = logging.getLogger(__name__)

MOST_GAMES = 50
"""Maximum number of games in one page."""
MOST_LOOKED_AT = 200
"""Maximum number of games that one call reads, however few of them match."""
_AT_LEAST = 20
"""Minimum number of games that a query counts as: even with fewer results it may have searched bundles."""


class _Place(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Where a page ends: in which list, where in it, and for which query."""

    status: Status
    cursor: str
    wanted: LobbyFilter


class Lobby:
    """Lists games from the store; it keeps no state between calls."""

    def __init__(self, store: EventStore, cursors: Cursors) -> None:
        self._store, self._cursors = store, cursors

    async def games(
        self, wanted: LobbyFilter, cursor: str, limit: int, language: Language = ENGLISH
    ) -> tuple[list[GameSummary], str]:
        """At most `limit` games, and the cursor of the next page, empty after the last; raises Refusal.

        A page may hold fewer games although more follow: the cursor says so.
        """
        check_ruleset(wanted.ruleset)
        place: _Place | None = self._place(cursor, wanted)
        found: list[GameSummary] = []
        looked_at = 0
        while place and len(found) < limit and looked_at < MOST_LOOKED_AT:
            names, place = await self._names(place, min(limit - len(found), MOST_LOOKED_AT - looked_at))
            looked_at += max(len(names), _AT_LEAST)
            games = await self._summaries(names, language)
            found += [game for game in games if game and fits(game, wanted)]
        return found, self._cursors.write(place) if place else ""

    def _place(self, cursor: str, wanted: LobbyFilter) -> _Place:
        """The position that a cursor encodes; the beginning without one. Raises Refusal."""
        if not cursor:
            return first_place(wanted)
        try:
            place = self._cursors.read(cursor, _Place)
        except (ValueError, msgspec.MsgspecError):
            raise _bad_cursor() from None
        if place.wanted != wanted:
            raise refuse(MALFORMED, "cursor-of-other-filters", field="cursor")
        return place

    async def _names(self, place: _Place, most: int) -> tuple[list[str], _Place | None]:
        """The next games, and the place after them."""
        try:
            with store_problems(""):
                names, rest = await self._store.streams(place.status, place.cursor, most, place.wanted.ruleset)
        except ValueError:
            raise _bad_cursor() from None
        if rest:
            return names, msgspec.structs.replace(place, cursor=rest)
        later = statuses(place.wanted)[statuses(place.wanted).index(place.status) + 1 :]
        return names, _Place(later[0], "", place.wanted) if later else None

    async def _summaries(self, games: Sequence[str], language: Language) -> list[GameSummary | None]:
        """The public facts of games; None for one that is not public, or cannot be read here."""
        with store_problems(""):
            found = await self._store.glimpses(games)
            known = {
                game: (face, each.head)
                for game, each in zip(games, found, strict=True)
                if each and (face := told_by(each.card))
            }
            times = await self._times(known)
        shown = {
            game: summary_of(game, face, shown_of(face, head), times[game], language) if face.listed else None
            for game, (face, head) in known.items()
            if game in times
        }
        rest = [game for game in games if game not in shown]
        read = await asyncio.gather(*(self._summary(game, language) for game in rest))
        shown |= dict(zip(rest, read, strict=True))
        return [shown[game] for game in games]

    async def _times(self, known: Mapping[str, tuple[GameCard, int]]) -> dict[str, int]:
        """The times of the newest visible revisions of games; a game is left out if the store does not have one."""
        shown = {game: (face, shown_of(face, head)) for game, (face, head) in known.items()}
        times = {game: face.opened for game, (face, at) in shown.items() if at == 1}
        times |= {game: face.at for game, (face, at) in shown.items() if at == face.revision}
        asked = [(game, at) for game, (_, at) in shown.items() if game not in times]
        found = await self._store.pick(asked)
        return times | {game: decode_entry(each.data).at for (game, _), each in zip(asked, found, strict=True) if each}

    async def _summary(self, game: str, language: Language) -> GameSummary | None:
        """A game's summary from its log."""
        brief = await self.brief(game)
        return brief.summary(language) if brief and brief.facts.listed else None

    async def known(self, games: Sequence[str]) -> set[str]:
        """Those of some names that are games of this service, listed or not."""
        named = [game for game in games if is_game(game)]
        with store_problems(""):
            found = await self._store.glimpses(named)
        return {game for game, glimpse in zip(named, found, strict=True) if glimpse and glimpse.phase != "erased"}

    async def brief(self, game: str) -> Brief | None:
        """A game's summary, listed or not; None if it cannot be read here."""
        try:
            with store_problems(game):
                log = [decode_entry(data) for data in await self._read(game)]
            return Brief(game, log) if log else None
        except (Drifted, UnknownRuleset):
            _log.warning("game %s cannot be listed", game)
            return None

    async def _read(self, game: str) -> list[bytes]:
        """A game's entries; None if it has been removed, or archived where this process cannot read it."""
        try:
            return [entry.data for entry in await self._store.read(game)]
        except (StreamNotFound, StreamArchived, RecordMissing, RecordDamaged):
            return []
        except Drifted:  # its seals are wrong, or their key is unknown: the others are listed
            _log.warning("game %s cannot be listed", game)
            return []


def check_ruleset(ruleset: str) -> None:
    """Refuse an unknown ruleset; an empty one means any."""
    known = [each.id for each in RULESETS.all()]
    if ruleset and ruleset not in known:
        raise refuse(UNKNOWN_RULESET, "ruleset-not-known", ruleset=ruleset, legal=known, field="ruleset")


def first_place(wanted: LobbyFilter) -> _Place:
    """Where the first page begins."""
    return _Place(statuses(wanted)[0], "", wanted)


def _bad_cursor() -> Exception:
    return refuse(MALFORMED, "cursor-not-ours", field="cursor")
