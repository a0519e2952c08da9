"""A table: one game at one revision, folded from its log. Tables never change; an entry makes the next one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from msgspec import UNSET, structs

from podesta_engines import RULESETS
from podesta_engines.core.decide import asked_together
from podesta_engines.core.disclose import Question, note_texts, observe, questions, redact, waiting
from podesta_engines.core.errors import Drifted
from podesta_engines.core.notes import Note, NoteText
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.texts.sentences import sentence
from podesta_engines.core.words import Language
from podesta_engines.game.clocks import Times, abandoned_at
from podesta_engines.game.endings import final
from podesta_engines.game.events import Created, Entry, Event, Seated
from podesta_engines.game.facts import Facts
from podesta_engines.game.format.terms import Clock, Spectators
from podesta_engines.game.game import Game, Point, Replay, fold, reached
from podesta_engines.game.game import advance as next_game
from podesta_engines.game.heads import head
from podesta_engines.game.reservations import Reservations
from podesta_engines.game.takebacks import Obstacle, newest
from podesta_service.model import UNTOLD, Clocks, Seat, SeatClock, TakeBack, Update, moment
from podesta_service.model import Game as Shown
from podesta_service.names import rematch_of

from .naming import named_note, named_question, names, unnamed

Viewer = int | None
"""A seat, or None for a spectator."""
See = Callable[["Table", Viewer, Language], Shown]
"""Shows a table to an audience."""
_OBSTACLES: dict[Obstacle, Literal["nothing", "drawn", "others", "else"]] = {
    Obstacle.NOTHING: "nothing",
    Obstacle.DRAWN: "drawn",
    Obstacle.OTHERS: "others",
    Obstacle.ELSE: "else",
}
PUBLIC = Spectators()
"""What spectators may see by default."""


class Table(Game, frozen=True, kw_only=True):
    """A game with the id of its log, as its callers see it."""

    game: str
    blinding: bytes = b""
    """The key of its heads; empty if the master key is unknown."""

    @property
    def head(self) -> str:
        """The head of the whole log, in hex; see `heads`. Empty without a key."""
        return head(self.blinding, self.game, self.revision, self.chain) if self.blinding else ""

    def link_of(self, seat: int) -> str | None:
        """The link of a seat's own chain that its next one must follow; None if it carries none."""
        shares = self.shares
        if shares is None or self.ended or None in self.holders:
            return None
        if self.status == "open" and seat not in shares.due:
            return None
        return shares.wanted(seat, asked_together(self.position))

    @property
    def ruleset(self) -> Ruleset:
        """The rules this game is played by."""
        rules: Ruleset = self.position.rules
        return rules

    def show(self, viewer: Viewer, language: Language) -> Shown:
        """The game as a seat, or a spectator, may see it. Questions are shown only once the game runs."""
        p, created = self.position, self.created
        running = self.status == "running"
        return Shown(
            game=self.game,
            ruleset=created.ruleset,
            rules=created.rules,
            edition=created.edition,
            options=created.options,
            status=self.status,
            revision=self.revision,
            seat=viewer,
            seats=show_seats(self, language),
            waiting=waiting(p) if running else [],
            questions=ask_by_name(self, viewer, language) if running else [],
            view=observe(p, viewer),
            result=final(p, self.gone) if self.ended else None,
            commitment=created.commitment,
            spectators=created.spectators or PUBLIC,
            retraction=self.proposal,
            clocks=show_clocks(self.clock, self.times, self.ended) if self.clock and self.times else None,
            listed=self.listed,
            take_back=show_take_back(self, viewer, language) if viewer is not None and running else None,
            rematch=rematch_of(created, self.game) if self.ended and None not in self.holders else None,
            head=self.head,
            shared=bool(created.shared),
            practice=bool(created.practice),
            link=None if viewer is None else self.link_of(viewer),
        )


def held_back(created: Created, revision: int) -> int:
    """How many of the newest revisions of a running game its spectators may not see yet; the first one they may."""
    return behind(created.spectators or PUBLIC, revision)


def behind(allowed: Spectators, revision: int) -> int:
    """How many of the newest revisions of a running game are held back from spectators under this policy."""
    hidden = {"public": 0, "delayed": allowed.delay, "none": revision}[allowed.policy]
    return min(hidden, revision - 1)


def ask_by_name(table: Table, viewer: Viewer, language: Language) -> list[Question]:
    """The open questions of a seat (none for a spectator), with the players' names in them."""
    known = names(table, language)
    return [named_question(question, known, language) for question in questions(table.position, viewer, language)]


def show_seats(game: Facts, language: Language) -> list[Seat]:
    """The public seats of a game; one without a name is called by its number."""
    return [show_seat(game.reserved, seat, holder, language) for seat, holder in enumerate(game.holders)]


def show_seat(kept: Reservations, seat: int, holder: Seated | None, language: Language) -> Seat:
    """A public seat."""
    if holder:
        return Seat(seat, True, holder.name or unnamed(seat, language), holder.bot)
    scope, name = kept.scopes.get(seat, UNSET), kept.names.get(seat, UNSET)
    return Seat(seat, False, unnamed(seat, language), "", scope, name)


def show_take_back(game: Facts, seat: int, language: Language) -> TakeBack:
    """Whether a seat of a running game may take back its newest answer, going by the public events."""
    revision, why = newest(game.trail, seat)
    to = revision - 1 if revision else None
    if why is None:
        return TakeBack(True, to, "")
    return TakeBack(False, to, _OBSTACLES[why], why.sentence.told(language))


def show_clocks(clock: Clock, times: Times, ended: bool) -> Clocks:
    """The public clocks: they follow from the times of entries, and from the seats with questions."""
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

    What each audience sees is computed once, however many follow; adapters cache their encodings in `frames`.
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

    def show(self, viewer: Viewer, language: Language, see: See = Table.show) -> Update:
        """The update that a seat, or a spectator, may see; `see` shows the table after it."""
        key = (viewer, language)
        if key not in self._updates:
            self._updates[key] = self._show(viewer, language, see)
        return self._updates[key]

    def _show(self, viewer: Viewer, language: Language, see: See) -> Update:
        table, ruleset = self.table, self.table.ruleset
        notes = tell_notes(table, self.notes, viewer, language)
        events = [redact(ruleset, _tellable(event), viewer) for event in self.entry.events]
        after = see(table, viewer, language)
        return Update(table.game, ruleset.id, table.revision, moment(self.entry.at), events, notes, after)


def _tellable(event: Event) -> Event:
    """An event as the wires may send it: without fields that only the record of an ended game has."""
    kept_back = UNTOLD.get(type(event))
    return structs.replace(event, **dict.fromkeys(kept_back, UNSET)) if kept_back else event


def tell_notes(table: Table, notes: Sequence[Note], viewer: Viewer, language: Language) -> list[NoteText]:
    """The notes that a seat, or a spectator, may read, with the seats' names in them."""
    known = names(table, language)
    return [named_note(said, known, language) for said in note_texts(table.ruleset, list(notes), viewer, language)]


# -- from log to table -----------------------------------------------------------------------------------------------


def under(game: str, found: Game, blinding: bytes = b"") -> Table:
    """A game under its id."""
    return Table(game=game, blinding=blinding, **structs.asdict(found))


def open_table(game: str, entry: Entry, blinding: bytes = b"") -> Step:
    """The first step of a log; raises Drifted."""
    return taken(under(game, Replay(RULESETS).step(entry), blinding), entry)


def fold_table(game: str, entries: Sequence[Entry]) -> Table:
    """The table after a whole log, without its notes; raises Drifted."""
    return under(game, fold(RULESETS, entries))


def advance(table: Table, entry: Entry, back: Table | None = None) -> Step:
    """The step after a table; raises Drifted, naming the revision.

    An entry that goes back needs the table that it goes back to.
    """
    return taken(next_game(table, entry, lambda _: _found(back)), entry)


def _found(back: Table | None) -> Point:
    if back is None:
        raise Drifted(sentence("back-beyond"))
    return Point(back.position, back.drawn, back.shares, back.times)


def next_step(table: Table, entry: Entry, after: Position, back: Point | None = None) -> Step:
    """The step that an entry makes, when the position after it is already known; `back` is as for `reached`."""
    return taken(reached(table, entry, after, back), entry)


def taken(table: Table, entry: Entry) -> Step:
    """The step of an entry that led to a table; the notes are removed from the table's position."""
    notes = table.position.heard()
    table.position.state.journal = None
    return Step(table, entry, notes)
