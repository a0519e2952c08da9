"""A table: one game as its log tells it, at one revision. Tables never change; an entry makes the next one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engines import RULESETS
from engines.core.decider import evolve, fold, result, start
from engines.core.disclose import observe, questions, redact, told, waiting
from engines.core.errors import Drifted
from engines.core.events import Created, Ended, Entry, Event, Seated, Spectators
from engines.core.notes import Note, Told
from engines.core.position import Position
from engines.core.ruleset import Ruleset
from engines.core.words import Language

from .model import Game, Seat, Status, Update, moment

Viewer = int | None
"""A seat, or None for a spectator."""
PUBLIC = Spectators()
"""What spectators may see of games that say nothing else."""


@dataclass(frozen=True)
class Table:
    """A game at one revision: who sits where, and the position."""

    game: str
    created: Created
    revision: int
    holders: tuple[Seated | None, ...]
    position: Position = field(repr=False)
    ended: bool = False

    @property
    def ruleset(self) -> Ruleset:
        """The rules this game is played by."""
        return RULESETS.version(self.created.rules)

    @property
    def status(self) -> Status:
        """Open until every seat is taken."""
        if self.ended:
            return "ended"
        return "open" if None in self.holders else "running"

    def epoch(self, seat: int) -> int:
        """The epoch of a seat's holder; 0 while it is free."""
        holder = self.holders[seat]
        return holder.epoch if holder else 0

    def show(self, viewer: Viewer, language: Language) -> Game:
        """The game as a seat, or a spectator, may see it. Nobody is asked anything before the game runs."""
        p, created = self.position, self.created
        running = self.status == "running"
        return Game(
            game=self.game,
            ruleset=created.ruleset,
            rules=created.rules,
            edition=created.edition,
            options=created.options,
            status=self.status,
            revision=self.revision,
            seat=viewer,
            seats=[show_seat(seat, holder) for seat, holder in enumerate(self.holders)],
            waiting=waiting(p) if running else [],
            questions=questions(p, viewer, language) if running else [],
            view=observe(p, viewer),
            result=result(p) if self.ended else None,
            commitment=created.commitment,
            spectators=created.spectators or PUBLIC,
        )

    def name(self, seat: int) -> str:
        """What a seat is called."""
        holder = self.holders[seat]
        return (holder.name if holder else "") or f"Seat {seat + 1}"


def show_seat(seat: int, holder: Seated | None) -> Seat:
    """A seat as everybody may see it."""
    return Seat(seat, True, holder.name, holder.bot) if holder else Seat(seat, False, "")


@dataclass(frozen=True)
class Step:
    """One entry of a log, the notes it caused, and the table after it.

    What each audience sees is worked out once, however many follow; `frames` is the adapters' memory for its encodings.
    """

    table: Table
    entry: Entry
    notes: Sequence[Note]
    _updates: dict[tuple[Viewer, Language], Update] = field(default_factory=dict, repr=False)
    frames: dict[Any, bytes] = field(default_factory=dict, repr=False)

    @property
    def revision(self) -> int:
        """The revision of the entry."""
        return self.table.revision

    def show(self, viewer: Viewer, language: Language) -> Update:
        """The update as a seat, or a spectator, may know it."""
        key = (viewer, language)
        if key not in self._updates:
            self._updates[key] = self._show(viewer, language)
        return self._updates[key]

    def _show(self, viewer: Viewer, language: Language) -> Update:
        table, ruleset = self.table, self.table.ruleset
        notes = [_name(table, said) for said in told(ruleset, list(self.notes), viewer, language)]
        events = [redact(ruleset, event, viewer) for event in self.entry.events]
        after = table.show(viewer, language)
        return Update(table.game, table.revision, moment(self.entry.at), events, notes, after)


def _name(table: Table, said: Told) -> Told:
    """The note's sentence with the seat's name in it."""
    if said.seat is None:
        return said
    return Told(said.kind, said.rule, said.seat, said.args, said.text.replace("{seat}", table.name(said.seat)))


# -- from log to table -----------------------------------------------------------------------------------------------


def open_table(game: str, entry: Entry) -> Step:
    """The first step of a log; raises Drifted."""
    created = entry.events[0]
    if type(created) is not Created:
        raise Drifted("revision 1: it does not begin with Created")
    position = start(RULESETS, created, listen=True)
    first = position.heard()
    step = advance(Table(game, created, 0, (None,) * created.seats, position), entry)
    return replace(step, notes=[*first, *step.notes])


def fold_table(game: str, entries: Sequence[Entry]) -> Table:
    """The table after a whole log, without its notes; raises Drifted."""
    position = fold(RULESETS, entries)
    created = entries[0].events[0]
    assert type(created) is Created
    events = [event for entry in entries for event in entry.events]
    holders = seat_holders((None,) * created.seats, events)
    ended = any(type(event) is Ended for event in entries[-1].events)
    return Table(game, created, len(entries), holders, position, ended)


def advance(table: Table, entry: Entry) -> Step:
    """The step after a table; raises Drifted, naming the revision."""
    after = table.position.clone()
    after.listen()
    for event in entry.events:
        evolve(after, event)
    if entry.check != after.fingerprint():
        raise Drifted(f"revision {table.revision + 1}: the checksum is another")
    return next_step(table, entry, after)


def next_step(table: Table, entry: Entry, after: Position) -> Step:
    """The step that an entry makes, when the position after it is already at hand."""
    notes = after.heard()
    after.state.journal = None
    ended = table.ended or any(type(event) is Ended for event in entry.events)
    holders = seat_holders(table.holders, entry.events)
    return Step(replace(table, revision=table.revision + 1, holders=holders, position=after, ended=ended), entry, notes)


def seat_holders(holders: tuple[Seated | None, ...], events: Sequence[Event]) -> tuple[Seated | None, ...]:
    """Who sits where after some events."""
    seats = list(holders)
    for event in events:
        if type(event) is Seated:
            seats[event.seat] = event
    return tuple(seats)
