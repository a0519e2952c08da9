"""What a table's encoding is declared of: each part takes one thing of an observed state to a fixed run of bytes.

The code of a part is an expression over `g` (the observed state), `p` (a player, in relative order), `i` (that player's
seat), `s` (the viewer's secret) and `seat`. Lists that change length, masks and packed ints have parts of their own,
for nothing in the types tells them apart from plain counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import Struct

from podesta_engines.core.words import Vocabulary

Labels = Sequence[str] | Vocabulary
Keep = Callable[[Any], str]
"""Keeps a constant beside the generated function, and returns its name there."""
Piece = tuple[bool, str]
"""Code, and whether it makes bytes (otherwise ints, to be put between parentheses)."""
CHUNK = 8
"""Bits of a mask that one table unpacks."""


class Layout(Struct, frozen=True):
    """For whom an encoding is compiled: seats, and the owner that is nobody's seat, if the game has one."""

    seats: int
    neutral: int | None = None

    @property
    def columns(self) -> list[str]:
        """The owners as a viewer counts them: itself, the next seats in turn, the neutral one."""
        following = [f"next_{i}" for i in range(1, self.seats)]
        return ["me", *following, *(["neutral"] if self.neutral is not None else [])]

    def owners(self, seat: int) -> tuple[bytes, ...]:
        """One-hot rows of owners as a seat counts them; the last one, for nobody, is empty."""
        most = max(self.seats, (self.neutral or 0) + 1)
        columns = [(owner - seat) % self.seats if owner < self.seats else -1 for owner in range(most)]
        if self.neutral is not None:
            columns[self.neutral] = self.seats
        return tuple(one_hot(column, len(self.columns)) for column in [*columns, -1])


def one_hot(column: int, size: int) -> bytes:
    """A row of zeros with a one; none for a column below 0."""
    return bytes(i == column for i in range(size))


def slugs(labels: Labels) -> list[str]:
    """The names of a vocabulary's words."""
    return [word.slug for word in labels.words] if isinstance(labels, Vocabulary) else list(labels)


class Part(Struct, frozen=True, kw_only=True):
    """A part of an encoding. usual: a value that is large in ordinary games, by which a network may divide."""

    code: str
    name: str = ""
    usual: float = 1.0
    high: int = 1

    @property
    def plain(self) -> bool:
        """Whether it is made of ints, which are packed together with others."""
        return type(self) in (Count, Counts)

    @property
    def title(self) -> str:
        """Its name, or what its code ends with."""
        return self.name or self.code.rpartition(".")[2]

    def names(self, layout: Layout) -> list[str]:
        """The name of each of its numbers."""
        raise NotImplementedError

    def pieces(self, layout: Layout, keep: Keep) -> list[Piece]:
        """The code that makes it."""
        raise NotImplementedError


class Count(Part, frozen=True, kw_only=True):
    """A number from 0, or a truth value; what is above 255 counts as 255."""

    usual: float = 10.0
    high: int = 255

    def names(self, layout: Layout) -> list[str]:
        """One."""
        return [self.title]

    def pieces(self, layout: Layout, keep: Keep) -> list[Piece]:
        """The number as it stands."""
        return [(False, self.code)]


class Counts(Part, frozen=True, kw_only=True):
    """A list of numbers whose length never changes."""

    of: Labels
    usual: float = 5.0
    high: int = 255

    def names(self, layout: Layout) -> list[str]:
        """One for each label."""
        return [f"{self.title}_{label}" for label in slugs(self.of)]

    def pieces(self, layout: Layout, keep: Keep) -> list[Piece]:
        """The numbers as they stand."""
        return [(False, f"*{self.code}")]


class Hot(Counts, frozen=True, kw_only=True):
    """One of several: an id as one-hot, empty for -1."""

    usual: float = 1.0
    high: int = 1

    def pieces(self, layout: Layout, keep: Keep) -> list[Piece]:
        """A row of a table."""
        size = len(self.of)
        table = keep(tuple(one_hot(i if i < size else -1, size) for i in range(size + 1)))
        return [(True, f"{table}[{self.code}]")]


class Mask(Hot, frozen=True, kw_only=True):
    """A bit mask, unpacked."""

    def pieces(self, layout: Layout, keep: Keep) -> list[Piece]:
        """A row of a table for every eight bits."""
        firsts = range(0, len(self.of), CHUNK)
        return [self._chunk(first, min(CHUNK, len(self.of) - first), keep) for first in firsts]

    def _chunk(self, first: int, size: int, keep: Keep) -> Piece:
        rows = tuple(bytes(value >> bit & 1 for bit in range(size)) for value in range(1 << size))
        return True, f"{keep(rows)}[{self.code} >> {first} & {len(rows) - 1}]"


class Owner(Part, frozen=True, kw_only=True):
    """A seat as the viewer counts them, one-hot; empty for -1."""

    def names(self, layout: Layout) -> list[str]:
        """One for each owner."""
        return [f"{self.title}_{column}" for column in layout.columns]

    def pieces(self, layout: Layout, keep: Keep) -> list[Piece]:
        """A row of the viewer's table."""
        return [(True, f"owner({self.code})")]


class Owners(Counts, frozen=True, kw_only=True):
    """A list of seats, as many as there are labels; `padded`, if there may be fewer."""

    usual: float = 1.0
    high: int = 1
    padded: bool = False

    def names(self, layout: Layout) -> list[str]:
        """One for each label and owner."""
        return [f"{self.title}_{label}_{column}" for label in slugs(self.of) for column in layout.columns]

    def pieces(self, layout: Layout, keep: Keep) -> list[Piece]:
        """A row of the viewer's table for each."""
        filled = f".ljust({len(self.of) * len(layout.columns)}, ZERO)" if self.padded else ""
        return [(True, f"join(map(owner, {self.code})){filled}")]


class Hots(Counts, frozen=True, kw_only=True):
    """A list of ids in order, at most `slots` of them; those that are missing are empty."""

    slots: int
    usual: float = 1.0
    high: int = 1

    def names(self, layout: Layout) -> list[str]:
        """One for each place and label."""
        return [f"{self.title}_{slot}_{label}" for slot in range(self.slots) for label in slugs(self.of)]

    def pieces(self, layout: Layout, keep: Keep) -> list[Piece]:
        """Rows of a table, filled up."""
        size = len(self.of)
        rows = keep(tuple(one_hot(i if i < size else -1, size) for i in range(size + 1)).__getitem__)
        return [(True, f"join(map({rows}, {self.code}[:{self.slots}])).ljust({size * self.slots}, ZERO)")]


class Tally(Counts, frozen=True, kw_only=True):
    """A list of ids whose order tells nothing: how often each occurs."""

    usual: float = 1.0

    def pieces(self, layout: Layout, keep: Keep) -> list[Piece]:
        """Counted."""
        return [(True, f"tally({self.code}, {len(self.of)})")]


class Made(Counts, frozen=True, kw_only=True):
    """What a helper of the game makes: bytes, of a length that never changes."""

    by: Callable[..., bytes | bytearray]
    owned: bool = False
    usual: float = 1.0

    def names(self, layout: Layout) -> list[str]:
        """One for each label, and for each owner where it is about owners."""
        found = [f"{self.title}_{label}" for label in slugs(self.of)]
        return [f"{name}_{column}" for name in found for column in layout.columns] if self.owned else found

    def pieces(self, layout: Layout, keep: Keep) -> list[Piece]:
        """A call."""
        return [(True, f"{keep(self.by)}({self.code})")]


def tally(ids: Iterable[int], size: int) -> bytearray:
    """How often each id occurs; -1 does not count: it is the place after the last one, which is dropped."""
    counts = bytearray(size + 1)
    for each in ids:
        counts[each] += 1
    counts.pop()
    return counts
