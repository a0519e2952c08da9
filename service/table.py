"""A table: one game as its log tells it, at one revision. Tables never change; an entry makes the next one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engines import RULESETS
from engines.core.clocks import Times, abandoned_at, ticked, wound
from engines.core.decider import Replay, actors, compare, evolve_all, start
from engines.core.disclose import observe, questions, redact, told, waiting
from engines.core.ending import Gone, final, went_after
from engines.core.errors import Drifted
from engines.core.events import Clock, Created, Ended, Entry, Event, Seated, Spectators, retracted_to
from engines.core.notes import Note, Told
from engines.core.position import Position
from engines.core.ruleset import Ruleset
from engines.core.undo import Proposal, proposed
from engines.core.words import Language

from .model import Clocks, Game, Seat, SeatClock, Status, Update, moment

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
    proposal: Proposal | None = None
    entropy: tuple[str, ...] = ()
    """What the first holder of each seat added to the key of the draws."""
    at: int = 0
    """When its newest entry came (ms since 1970)."""
    gone: tuple[Gone, ...] = ()
    """The seats that have left the game."""
    times: Times | None = None
    """The clocks, in a game that has some."""

    @property
    def clock(self) -> Clock | None:
        """What was agreed on time."""
        return self.created.clock or None

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
            result=final(p, self.gone) if self.ended else None,
            commitment=created.commitment,
            spectators=created.spectators or PUBLIC,
            retraction=self.proposal,
            clocks=show_clocks(self.clock, self.times, self.ended) if self.clock and self.times else None,
        )

    def name(self, seat: int) -> str:
        """What a seat is called."""
        holder = self.holders[seat]
        return (holder.name if holder else "") or f"Seat {seat + 1}"


def held_back(created: Created, revision: int) -> int:
    """How many of the newest revisions of a running game its spectators may not see yet; the first they always may."""
    allowed = created.spectators or PUBLIC
    hidden = {"public": 0, "delayed": allowed.delay, "none": revision}[allowed.policy]
    return min(hidden, revision - 1)


def show_seat(seat: int, holder: Seated | None) -> Seat:
    """A seat as everybody may see it."""
    return Seat(seat, True, holder.name, holder.bot) if holder else Seat(seat, False, "")


def show_clocks(clock: Clock, times: Times, ended: bool) -> Clocks:
    """The clocks as everybody may see them: they follow from when entries came, and from who is asked."""
    timed = range(len(times.left)) if clock.kind != "none" else ()
    first, idle = times.next, None if ended else abandoned_at(clock, times)
    return Clocks(
        terms=clock,
        at=moment(times.at),
        seats=[_show_time(times, seat) for seat in timed],
        deadline=moment(first[0]) if first else None,
        abandoned=None if idle is None else moment(idle),
    )


def _show_time(times: Times, seat: int) -> SeatClock:
    deadline = times.deadline(seat)
    if deadline is None:
        return SeatClock(seat, times.left[seat], None)
    return SeatClock(seat, max(0, deadline - times.at), moment(deadline))


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
        notes = tell_notes(table, self.notes, viewer, language)
        events = [redact(ruleset, event, viewer) for event in self.entry.events]
        after = table.show(viewer, language)
        return Update(table.game, table.revision, moment(self.entry.at), events, notes, after)


def tell_notes(table: Table, notes: Sequence[Note], viewer: Viewer, language: Language) -> list[Told]:
    """The notes that a seat, or a spectator, may read, with the seats' names in them."""
    return [_name(table, said) for said in told(table.ruleset, list(notes), viewer, language)]


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
    free = (None,) * created.seats
    nobody = Table(game, created, 0, free, position, entropy=("",) * created.seats, times=wound(created))
    step = advance(nobody, entry)
    return replace(step, notes=[*first, *step.notes])


def fold_table(game: str, entries: Sequence[Entry]) -> Table:
    """The table after a whole log, without its notes; raises Drifted."""
    replay = Replay(RULESETS)
    for entry in entries:
        replay.add(entry)
    return table_of(game, entries, replay)


def table_of(game: str, entries: Sequence[Entry], replay: Replay) -> Table:
    """The table after a log that has been replayed."""
    if replay.position is None:
        raise Drifted("the log is empty")
    created = entries[0].events[0]
    assert type(created) is Created
    events = [event for entry in entries for event in entry.events]
    holders = seat_holders((None,) * created.seats, events)
    ended = any(type(event) is Ended for event in entries[-1].events)
    entropy = seat_entropy(("",) * created.seats, (None,) * created.seats, events)
    proposal = None
    for revision, entry in enumerate(entries, 1):
        proposal = proposed(proposal, entry, revision)
    more = (entries[-1].at, replay.gone, replay.times)
    return Table(game, created, len(entries), holders, replay.position, ended, proposal, entropy, *more)


def advance(table: Table, entry: Entry, back: Position | None = None) -> Step:
    """The step after a table; raises Drifted, naming the revision.

    An entry that goes back needs the position that it goes back to.
    """
    try:
        after = _play(table, entry) if retracted_to(entry) is None else _back(back)
        compare(after, entry)
    except Drifted as error:
        raise Drifted(f"revision {table.revision + 1}: {error.where}") from None
    return next_step(table, entry, after)


def _back(position: Position | None) -> Position:
    if position is None:
        raise Drifted("it goes back to a revision that is not there")
    return position


def _play(table: Table, entry: Entry) -> Position:
    after = table.position.clone()
    after.listen()
    evolve_all(after, entry.events, table.gone, table.revision + 1)
    return after


def next_step(table: Table, entry: Entry, after: Position) -> Step:
    """The step that an entry makes, when the position after it is already at hand."""
    notes = after.heard()
    after.state.journal = None
    ended = table.ended or any(type(event) is Ended for event in entry.events)
    holders = seat_holders(table.holders, entry.events)
    revision = table.revision + 1
    proposal = proposed(table.proposal, entry, revision)
    entropy = seat_entropy(table.entropy, table.holders, entry.events) if None in table.holders else table.entropy
    clock, times, gone = table.clock, table.times, went_after(table.gone, entry.events, revision)
    if clock and times:
        times = ticked(clock, times, entry, revision, actors(after))
    facts = (holders, after, ended, proposal, entropy, entry.at, gone, times)
    return Step(Table(table.game, table.created, revision, *facts), entry, notes)


def seat_holders(holders: tuple[Seated | None, ...], events: Sequence[Event]) -> tuple[Seated | None, ...]:
    """Who sits where after some events."""
    seats = list(holders)
    for event in events:
        if type(event) is Seated:
            seats[event.seat] = event
    return tuple(seats)


def seat_entropy(
    entropy: tuple[str, ...], holders: tuple[Seated | None, ...], events: Sequence[Event]
) -> tuple[str, ...]:
    """What each seat has added to the key of the draws after some events: only its first holder may."""
    texts, free = list(entropy), [holder is None for holder in holders]
    for event in events:
        if type(event) is Seated and free[event.seat]:
            texts[event.seat], free[event.seat] = event.entropy or "", False
    return tuple(texts)
