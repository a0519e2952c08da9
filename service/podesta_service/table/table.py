"""A table: one game as its log tells it, at one revision. Tables never change; an entry makes the next one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from msgspec import UNSET, structs

from podesta_engines import RULESETS
from podesta_engines.core.decide import asked_together
from podesta_engines.core.disclose import Question, observe, questions, redact, told, waiting
from podesta_engines.core.errors import Drifted
from podesta_engines.core.notes import Note, Told
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Ruleset
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
from podesta_engines.game.takebacks import Obstacle
from podesta_engines.game.trail import newest
from podesta_service.model import UNTOLD, Clocks, Pieces, Seat, SeatClock, TakeBack, Update, moment
from podesta_service.model import Game as Shown
from podesta_service.names import rematch_of
from podesta_service.translating import in_italian

from .naming import named_note, named_question, names, unnamed

Viewer = int | None
"""A seat, or None for a spectator."""
_OBSTACLES: dict[Obstacle, Literal["nothing", "drawn", "others", "else"]] = {
    Obstacle.NOTHING: "nothing",
    Obstacle.DRAWN: "drawn",
    Obstacle.OTHERS: "others",
    Obstacle.ELSE: "else",
}
PUBLIC = Spectators()
"""What spectators may see of games that say nothing else."""


class Table(Game, frozen=True, kw_only=True):
    """A game under the id that its log is stored by, as its callers see it."""

    game: str
    blinding: bytes = b""
    """The key of its heads; none where the master key is not known."""

    @property
    def head(self) -> str:
        """What everybody is told of the whole log, in hex; see `heads`. Nothing where there is no key."""
        return head(self.blinding, self.game, self.revision, self.chain) if self.blinding else ""

    def link_of(self, seat: int) -> str | None:
        """The link of a seat's own chain that whatever it tells next must follow; None where it is to tell none."""
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

    def pieces(self, viewer: Viewer) -> Pieces:
        """What lies where, as a seat, or a spectator, may see it."""
        return Pieces(self.revision, self.ruleset.board.pieces(observe(self.position, viewer)))

    def show(self, viewer: Viewer, language: Language) -> Shown:
        """The game as a seat, or a spectator, may see it. Nobody is asked anything before the game runs."""
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
    """How many of the newest revisions of a running game its spectators may not see yet; the first they always may."""
    return behind(created.spectators or PUBLIC, revision)


def behind(allowed: Spectators, revision: int) -> int:
    """How many of the newest revisions of a running game are held back from spectators who may see so much."""
    hidden = {"public": 0, "delayed": allowed.delay, "none": revision}[allowed.policy]
    return min(hidden, revision - 1)


def ask_by_name(table: Table, viewer: Viewer, language: Language) -> list[Question]:
    """The open questions of a seat, none for a spectator, with the players' names in them."""
    known = names(table, language)
    return [named_question(question, known) for question in questions(table.position, viewer, language)]


def show_seats(game: Facts, language: Language) -> list[Seat]:
    """The seats of a game as everybody may see them; one without a name of its own is called by its number."""
    return [show_seat(game.reserved, seat, holder, language) for seat, holder in enumerate(game.holders)]


def show_seat(kept: Reservations, seat: int, holder: Seated | None, language: Language) -> Seat:
    """A seat as everybody may see it."""
    if holder:
        return Seat(seat, True, holder.name or unnamed(seat, language), holder.bot)
    scope, name = kept.scopes.get(seat, UNSET), kept.names.get(seat, UNSET)
    return Seat(seat, False, unnamed(seat, language), "", scope, name)


def show_take_back(game: Facts, seat: int, language: Language) -> TakeBack:
    """Whether a seat of a running game may take its newest answer back: everybody could tell from the log's events."""
    revision, why = newest(game.trail, seat)
    to = revision - 1 if revision else None
    if why is None:
        return TakeBack(True, to, "")
    text = in_italian(why.value) if language == "it" else why.value
    return TakeBack(False, to, _OBSTACLES[why], text)


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
        events = [redact(ruleset, _tellable(event), viewer) for event in self.entry.events]
        after = table.show(viewer, language)
        return Update(table.game, ruleset.id, table.revision, moment(self.entry.at), events, notes, after)


def _tellable(event: Event) -> Event:
    """An event as the wires may tell it: without what is for the record of an ended game alone."""
    kept_back = UNTOLD.get(type(event))
    return structs.replace(event, **dict.fromkeys(kept_back, UNSET)) if kept_back else event


def tell_notes(table: Table, notes: Sequence[Note], viewer: Viewer, language: Language) -> list[Told]:
    """The notes that a seat, or a spectator, may read, with the seats' names in them."""
    known = names(table, language)
    return [named_note(said, known) for said in told(table.ruleset, list(notes), viewer, language)]


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
        raise Drifted("it goes back to a revision that is not there")
    return Point(back.position, back.drawn, back.shares)


def next_step(table: Table, entry: Entry, after: Position, back: Point | None = None) -> Step:
    """The step that an entry makes, when the position after it is already at hand; `back` is as for `reached`."""
    return taken(reached(table, entry, after, back), entry)


def taken(table: Table, entry: Entry) -> Step:
    """The step of an entry that led to a table, whose position lets its notes go."""
    notes = table.position.heard()
    table.position.state.journal = None
    return Step(table, entry, notes)
