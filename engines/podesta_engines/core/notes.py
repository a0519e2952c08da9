"""Notes: what happened, for people. Derived while rules run, never stored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from msgspec import Struct

from .script import EVERYBODY
from .texts import Texts
from .words import SEATS, Form, Slots, Vocabulary, slugs


class NoteKind(Struct, frozen=True, eq=False):
    """The name of an effect, the number of its rule, and what its sentence names, besides `{seat}`.

    The sentence stands in the translators' files, under `notes.<name>`.
    """

    name: str
    rule: str
    args: Slots = ()

    @property
    def form(self) -> Form:
        """Its sentence; the last slot is the seat."""
        return Form(f"notes.{self.name}", (*self.args, ("seat", SEATS)))


def kind(name: str, rule: str, **args: Vocabulary) -> NoteKind:
    """A kind of note; what it names comes in the order in which rules report it."""
    return NoteKind(name, rule, tuple(args.items()))


def kinds_of(names: Mapping[str, object]) -> tuple[NoteKind, ...]:
    """Every kind of note among the names of a module, in the order of its lines."""
    return tuple(each for each in names.values() if isinstance(each, NoteKind))


class Note(Struct, array_like=True, gc=False):
    """One effect as rules report it: ints only. `seat` is -1 where no seat is meant."""

    kind: str
    seat: int
    args: tuple[int | tuple[int, ...], ...] = ()
    visible_to: int = EVERYBODY


class Journal(Protocol):
    """A state that may keep a journal; play-outs keep none."""

    journal: list[Note] | None


class Told(Struct, frozen=True):
    """A note as it leaves the process: words, and the sentence; players stand in it as `{seat_0}`, …"""

    kind: str
    rule: str
    seat: int | None
    args: dict[str, str]
    text: str


def note(g: Journal, kind: NoteKind, seat: int, *args: int | tuple[int, ...], visible_to: int = EVERYBODY) -> None:
    """Report an effect, if anybody listens."""
    if g.journal is not None:
        g.journal.append(Note(kind.name, seat, args, visible_to))


def tell(kinds: Mapping[str, NoteKind], said: Note, texts: Texts) -> Told:
    """Put a note into words."""
    kind, seat = kinds[said.kind], max(said.seat, 0)
    text = texts.fill(kind.form)((*said.args, seat))
    return Told(kind.name, kind.rule, None if said.seat < 0 else said.seat, slugs(kind.args, said.args), text)


def for_seat(notes: list[Note], seat: int | None) -> list[Note]:
    """The notes that a seat (None: a spectator) may read."""
    return [said for said in notes if said.visible_to in (EVERYBODY, seat)]
