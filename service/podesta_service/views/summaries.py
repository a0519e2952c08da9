"""Summaries: the public facts of each game, from its log alone."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct

from podesta_engines.core.words import ENGLISH, Language
from podesta_engines.game.events import Entry
from podesta_engines.game.facts import Facts, Status, closed, created_in, evolve, unopened
from podesta_engines.game.format.terms import Clock, Spectators
from podesta_service.model import STATUSES, Seat, moment
from podesta_service.table.cards import GameCard, face_of
from podesta_service.table.table import PUBLIC, behind, show_seat

_TIMES = 201
"""Number of newest entries with stored times: enough for spectators with the longest delay, and one."""


class GameSummary(Struct, frozen=True):
    """The public information about a game. Revision and time are those that spectators may see."""

    game: str
    """The game's id."""
    ruleset: str
    """The ruleset's id."""
    rules: str
    """The version of the rules, such as `golden-horn/1`."""
    edition: str
    """The edition of its components."""
    options: dict[str, Any]
    """The options chosen when it was opened."""
    clock: Clock | None
    """How much time seats have; null: unlimited time."""
    status: Status
    """Whether it waits for players, runs, or has ended."""
    revision: int
    """How many commands it has taken so far."""
    seats: list[Seat]
    """Every seat and its holder."""
    free: int
    """How many seats anyone may take."""
    reserved: int
    """How many other seats are free."""
    spectators: Spectators
    """What spectators may see while it runs."""
    created_at: datetime
    """When it was opened."""
    updated_at: datetime
    """When its newest command was taken."""
    practice: bool = False
    """Whether the host chose its deal, and so may know the draws."""


class LobbyFilter(Struct, frozen=True):
    """Which games to list: of a ruleset, in a status, with at least this many free seats; empty: any."""

    ruleset: str = ""
    status: Status | None = None
    free: int = 0


class Brief:
    """A game's summary, updated as its log grows."""

    def __init__(self, game: str, log: Sequence[Entry]) -> None:
        self.game, self.facts = game, unopened(created_in(log[0]))
        self._opened, self._times = log[0].at, deque[int](maxlen=_TIMES)
        self._shown: dict[Language, GameSummary] = {}
        for entry in log:
            self.add(entry)

    def add(self, entry: Entry) -> None:
        """Add new entries."""
        for event in entry.events:
            self.facts = evolve(self.facts, event)
        self.facts = closed(self.facts, entry)
        self._times.append(entry.at)
        self._shown.clear()

    def summary(self, language: Language) -> GameSummary:
        """The public facts of the game now; the same object while no entry is added."""
        if language not in self._shown:
            self._shown[language] = self._summary(self.facts, language)
        return self._shown[language]

    def _summary(self, facts: Facts, language: Language) -> GameSummary:
        face = face_of(facts)
        shown = shown_of(face, facts.revision)
        at = self._opened if shown == 1 else self._times[shown - facts.revision - 1]
        return summary_of(self.game, face, shown, at, language)


def shown_of(face: GameCard, head: int) -> int:
    """The newest of this many revisions that the game's spectators may see."""
    return head if face.status == "ended" else head - behind(face.spectators or PUBLIC, head)


def summary_of(game: str, face: GameCard, shown: int, at: int, language: Language) -> GameSummary:
    """A summary from a game's card, with the newest visible revision and its time (ms since 1970)."""
    empty = [seat for seat, holder in enumerate(face.seats) if holder is None]
    kept = face.reserved
    reserved = sum(kept.kept(seat) for seat in empty)
    return GameSummary(
        game=game,
        ruleset=face.ruleset,
        rules=face.rules,
        edition=face.edition,
        options=face.options,
        clock=face.clock,
        status=face.status,
        revision=shown,
        seats=[show_seat(kept, seat, holder, language) for seat, holder in enumerate(face.holders)],
        free=len(empty) - reserved,
        reserved=reserved,
        spectators=face.spectators or PUBLIC,
        created_at=moment(face.opened),
        updated_at=moment(at),
        practice=face.practice,
    )


def summary(game: str, log: Sequence[Entry]) -> GameSummary:
    """The public facts of a game, from its whole log."""
    return Brief(game, log).summary(ENGLISH)


def fits(game: GameSummary, wanted: LobbyFilter) -> bool:
    """Whether a game matches the filter."""
    of_it = not wanted.ruleset or game.ruleset == wanted.ruleset
    return of_it and wanted.status in (None, game.status) and game.free >= wanted.free


def statuses(wanted: LobbyFilter) -> tuple[Status, ...]:
    """The lists to walk, in this order; only open games have free seats."""
    if wanted.free and wanted.status in (None, "open"):
        return ("open",)
    return (wanted.status,) if wanted.status else STATUSES
