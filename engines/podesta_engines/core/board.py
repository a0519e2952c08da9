"""The board, for clients that draw a table: what to touch to give an answer, and how pieces move.

An id names a thing on the table, a piece or a place (a zone). Targets and motions use the same ids:

- `s0.hospital`, `s0.marker`: what belongs to a seat, by its number and a name;
- `square.b1_centre`, `card.blue.bank`: what the catalogue has a word for, by vocabulary and word;
- `supply`: a thing that exists once;
- `!pass`: doing nothing. A choice that is not a piece on the table, such as one between gold and a marker, is also a
  word of the catalogue: `choice.gold`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from .script import Ask

NOTHING = "!pass"
"""The target of doing nothing."""


class Target(Struct, frozen=True, omit_defaults=True):
    """A thing to touch to give an answer, in any order; no two answers to a question have the same set."""

    id: str
    """What is touched: a zone, a piece, a word of the catalogue, or `!pass`."""
    role: str = ""
    """In which role it is touched, where a thing can be touched in several."""
    times: int = 1
    """How often it is touched, for an amount; absent: once."""


class Motion(Struct, frozen=True, omit_defaults=True):
    """Pieces that moved from one zone to another, according to a note."""

    piece: str
    """The pieces as they are after the move."""
    origin: str
    """The zone that they left; empty: they were not on the table."""
    to: str
    """The zone that they reached; empty: they are no longer on the table."""
    count: int = 1
    """How many; absent: one."""
    was: str = ""
    """What they were at their origin, if that differs, such as a card that was face down."""
    path: tuple[str, ...] = ()
    """The zones that they passed through, without the first and the last."""

    @property
    def before(self) -> str:
        """What the pieces were at their origin."""
        return self.was or self.piece


Targeted = Callable[[Any, Ask, int], Sequence[Target]]
"""Returns the targets of an option: from the state as its seat observes it, the question and the option."""
Moved = Callable[..., Iterable[Motion]]
"""Returns a note's motions: from the viewer's seat (None: a spectator), the note's seat, and its args as rules reported
them."""


class Board(Struct, frozen=True, eq=False):
    """The board of a ruleset: functions over the ids of its things.

    targets: by kind of question. motions: by kind of note, for those that move pieces.
    """

    targets: Mapping[str, Targeted]
    motions: Mapping[str, Moved]


NO_BOARD = Board({}, {})
"""The board of a ruleset that does not describe one."""


def thing(vocabulary: str, word: str) -> str:
    """The id of a word of the catalogue."""
    return f"{vocabulary}.{word}"


def own(seat: int, name: str) -> str:
    """The id of a thing that belongs to a seat."""
    return f"s{seat}.{name}"


def touch(*ids: str) -> tuple[Target, ...]:
    """A target for each id, touched once."""
    return tuple(map(Target, ids))


def counted(touched: str, number: int, role: str = "") -> tuple[Target, ...]:
    """A target touched `number` times; for 0, `!pass`."""
    return (Target(touched, role, number),) if number else PASSED


PASSED = (Target(NOTHING),)
"""The targets of doing nothing."""
