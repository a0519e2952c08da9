"""The board, for clients that draw a table: what is touched to give an answer, and how pieces move.

An id names a thing on the table, a piece or a place (a zone), the same in targets and motions:

- `s0.hospital`, `s0.marker`: what belongs to a seat, by its number and a name;
- `square.b1_centre`, `card.blue.bank`: what the catalogue has a word for, by vocabulary and word;
- `supply`: a thing that exists once;
- `!pass`: doing nothing. A choice that is not a piece on the table, such as one between gold and a marker, is a word
  of the catalogue, too: `choice.gold`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from .script import Ask

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


Targeted = Callable[[Any, Ask, int], Sequence[Target]]
"""What is touched for an option: the state as its seat observes it, the question and the option."""
Moved = Callable[..., Iterable[Motion]]
"""What a note moves: the seat that reads it (None: a spectator), then its seat and its args, as rules reported them."""


class Board(Struct, frozen=True, eq=False):
    """The board of a ruleset: functions over the ids of its things.

    targets: by kind of question. motions: by kind of note, of those that move pieces.
    """

    targets: Mapping[str, Targeted]
    motions: Mapping[str, Moved]


NO_BOARD = Board({}, {})
"""The board of a ruleset that describes none."""


def thing(vocabulary: str, word: str) -> str:
    """The id of a word of the catalogue."""
    return f"{vocabulary}.{word}"


def own(seat: int, name: str) -> str:
    """The id of a thing that belongs to a seat."""
    return f"s{seat}.{name}"


def touch(*ids: str) -> tuple[Target, ...]:
    """Things that are touched once each."""
    return tuple(map(Target, ids))


def counted(touched: str, number: int, role: str = "") -> tuple[Target, ...]:
    """A thing that is touched `number` times; 0 times: `!pass`."""
    return (Target(touched, role, number),) if number else PASSED


PASSED = (Target(NOTHING),)
"""What is touched to do nothing."""
