"""Notes: what happened, in sentences for people. Derived while rules run, never stored."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol

from msgspec import Struct, structs

from .board import Motion, Moved
from .script import EVERYBODY
from .texts import Texts
from .words import SEATS, Form, Slots, Vocabulary, Words, several, slugs


class NoteKind(Struct, frozen=True, eq=False):
    """The name of an effect, the number of its rule, and what its sentence names besides `{seat}`.

    The sentence is in the translators' files, under `notes.<name>`.
    """

    name: str
    rule: str
    args: Slots = ()

    @property
    def form(self) -> Form:
        """Its sentence; the last slot is the seat."""
        return Form(f"notes.{self.name}", (*self.args, ("seat", SEATS)))


def kind(name: str, rule: str, **args: Vocabulary) -> NoteKind:
    """A kind of note; `args` are in the order in which rules report them."""
    return NoteKind(name, rule, tuple(args.items()))


def kinds_of(names: Mapping[str, object], **lists: str) -> tuple[NoteKind, ...]:
    """Every kind of note among the names of a module, in the order of its lines.

    lists: for kinds by name, the arguments that take any number of words (`raided="cards"`); raises ValueError for an
    argument that no note has.
    """
    kinds = [each for each in names.values() if isinstance(each, NoteKind)]
    wanted = {(kind, arg) for kind, args in lists.items() for arg in args.split()}
    if unknown := wanted - {(kind.name, arg) for kind in kinds for arg, _ in kind.args}:
        raise ValueError(f"no note has such an argument: {sorted(unknown)}")
    return tuple(_with_lists(kind, wanted) for kind in kinds)


def _with_lists(kind: NoteKind, wanted: Collection[tuple[str, str]]) -> NoteKind:
    args = ((arg, several(words) if (kind.name, arg) in wanted else words) for arg, words in kind.args)
    return structs.replace(kind, args=tuple(args))


class Note(Struct, array_like=True, gc=False):
    """One effect as rules report it, in ints only. `seat` is -1 if it is not about a seat."""

    kind: str
    seat: int
    args: tuple[int | tuple[int, ...], ...] = ()
    visible_to: int = EVERYBODY


class Journal(Protocol):
    """A state that may keep a journal; in play-outs it is None."""

    journal: list[Note] | None


class NoteText(Struct, frozen=True):
    """A note for callers: its words, and a sentence that names players as `{seat_0}` and so on."""

    kind: str
    """The kind of effect, a word of the ruleset."""
    rule: str
    """The number of the rule that it follows from."""
    seat: int | None
    """The seat that it is about, from 0; null if there is none."""
    args: dict[str, Words]
    """What the sentence speaks of, by name: a word, or a list where there may be several."""
    text: str
    """The sentence for people, in the requested language."""
    motions: tuple[Motion, ...] = ()
    """The pieces that it moved."""


def note(g: Journal, kind: NoteKind, seat: int, *args: int | tuple[int, ...], visible_to: int = EVERYBODY) -> None:
    """Report an effect, if the state keeps a journal."""
    if g.journal is not None:
        g.journal.append(Note(kind.name, seat, args, visible_to))


def tell(
    kinds: Mapping[str, NoteKind],
    said: Note,
    texts: Texts,
    moved: Mapping[str, Moved] | None = None,
    viewer: int | None = None,
) -> NoteText:
    """Render a note as text, with its motions as the viewer sees them."""
    kind, seat = kinds[said.kind], max(said.seat, 0)
    text, moves = texts.fill(kind.form)((*said.args, seat)), (moved or {}).get(kind.name)
    motions = tuple(moves(viewer, said.seat, *said.args)) if moves else ()
    return NoteText(
        kind.name, kind.rule, None if said.seat < 0 else said.seat, slugs(kind.args, said.args), text, motions
    )


def for_seat(notes: list[Note], seat: int | None) -> list[Note]:
    """The notes that a seat (None: a spectator) may read."""
    return [said for said in notes if said.visible_to in (EVERYBODY, seat)]
