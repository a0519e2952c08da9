"""The board, for whoever draws a table: where pieces lie, what is touched to give an answer, how pieces move.

An id is that of a thing on the table, the same in targets, motions, pieces and zones:

- `s0.hospital`, `s0.marker`: what belongs to a seat, by its number and a name;
- `square.b1_centre`, `card.blue.bank`: what the catalogue has a word for, by vocabulary and word;
- `supply`: what there is once;
- `!pass`: no thing, but that nothing is done. A thing that is no piece of the table, such as a choice between gold and
  a marker, is a word of the catalogue as well: `choice.gold`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from .script import Ask
from .words import Said

NOTHING = "!pass"
"""What is touched to do nothing."""


class Target(Struct, frozen=True, omit_defaults=True):
    """One of the things that are touched to give an answer; those of an answer in any order, and no other answer has
    the same ones."""

    id: str
    """What is touched: a zone, a piece, a word of the catalogue, or `!pass`."""
    role: str = ""
    """As what it is touched, where a thing can be touched as several."""
    times: int = 1
    """How often it is touched, an amount; absent: once."""


class Piece(Struct, frozen=True):
    """Pieces that are alike, in a zone."""

    id: str
    """What they are; of a piece that there is once, which it is."""
    zone: str
    """Where they lie."""
    count: int = 1
    """How many."""


class Motion(Struct, frozen=True, omit_defaults=True):
    """Pieces that a note tells to have moved from zone to zone."""

    piece: str
    """What they are where they have come to."""
    origin: str
    """The zone that they left; empty: they were not on the table."""
    to: str
    """The zone that they came to; empty: they are not on the table any more."""
    count: int = 1
    """How many; absent: one."""
    was: str = ""
    """What they were at their origin, where that is another thing, such as a card that nobody could see."""
    path: tuple[str, ...] = ()
    """The zones that they came through, without the first and the last."""

    @property
    def before(self) -> str:
        """What the pieces were at their origin."""
        return self.was or self.piece


class Area(Struct, frozen=True):
    """A part of the table that is drawn as one; its zones stand in its own units."""

    id: str
    """The area's id: `s0` is that of a seat."""
    width: float
    """How wide it is."""
    height: float
    """How high it is."""
    seat: int | None = None
    """The seat that it belongs to; null: to everybody."""


class Zone(Struct, frozen=True):
    """A place for pieces."""

    id: str
    """The zone's id."""
    area: str
    """The area that it is in."""
    name: Said
    """What people call it."""
    x: float
    """From the left of its area."""
    y: float
    """From the top of its area."""
    near: tuple[str, ...] = ()
    """The zones that lines join it with; lines do not cross."""
    order: int | None = None
    """Its place among zones that are used one after the other, from 0; null where there is no such order."""
    capacity: int | None = None
    """How many pieces it takes; null: any number."""
    stock: bool = False
    """Whether pieces come from it and go to it that nobody counts."""


class Layout(Struct, frozen=True):
    """The board for an edition and a number of seats, enough to draw a table."""

    areas: tuple[Area, ...]
    """Its areas, in the order in which one reads them."""
    zones: tuple[Zone, ...]
    """Its zones."""


Targeted = Callable[[Any, Ask, int], Sequence[Target]]
"""What is touched for an option: the state as its seat observes it, the question and the option."""
Moved = Callable[..., Iterable[Motion]]
"""What a note moves: the seat that reads it (None: a spectator), then its seat and its args, as rules reported them."""


class Board(Struct, frozen=True, eq=False):
    """The board of a ruleset: data or functions.

    layout: for the components of an edition and a number of seats. pieces: everything on the table, from a view.
    targets: by kind of question. motions: by kind of note, of those that move pieces.
    """

    layout: Callable[[Any, int], Layout]
    pieces: Callable[[Any], list[Piece]]
    targets: Mapping[str, Targeted]
    motions: Mapping[str, Moved]


NO_BOARD = Board(lambda *_: Layout((), ()), lambda _: [], {}, {})
"""That of a ruleset which tells nothing of its table."""


def thing(vocabulary: str, word: str) -> str:
    """The id of what the catalogue has a word for."""
    return f"{vocabulary}.{word}"


def own(seat: int, name: str) -> str:
    """The id of what belongs to a seat."""
    return f"s{seat}.{name}"


def touch(*ids: str) -> tuple[Target, ...]:
    """Things that are touched once each."""
    return tuple(map(Target, ids))


def counted(touched: str, number: int, role: str = "") -> tuple[Target, ...]:
    """A thing that is touched so often; none: `!pass`."""
    return (Target(touched, role, number),) if number else PASSED


PASSED = (Target(NOTHING),)
"""What is touched to do nothing."""
