"""What a table's encoding is declared of: each part takes one thing of an observed state to a fixed run of bytes.

The code of a part is an expression over `g` (the observed state), `p` (a player, in relative order), `i` (that player's
seat), `s` (the viewer's secret) and `seat`. Lists that change length, masks and packed ints have parts of their own,
for nothing in the types tells them apart from plain counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from podesta_engines.core.words import Vocabulary

from .rows import Layout, one_hots, unpacked

Labels = Sequence[str] | Vocabulary
Keep = Callable[[Any], str]
"""Keeps a constant beside the generated function, and returns its name there."""
CHUNK = 12
"""The most bits of a mask that one table unpacks."""


def picked(table: str, items: str) -> str:
    """Rows of a table, for at least two items: one call makes them all."""
    return f"*pick({items})({table})"


def padded(items: str, size: int, keep: Keep) -> str:
    """As many items as there are places; what is missing is -1."""
    return f"*[{items}, *{keep((-1,) * size)}][:{size}]"


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

    def pieces(self, layout: Layout, keep: Keep) -> list[str]:
        """The code that makes it: items of a list, ints where it is plain and otherwise bytes."""
        raise NotImplementedError


class Count(Part, frozen=True, kw_only=True):
    """A number from 0, or a truth value; what is above 255 counts as 255."""

    usual: float = 10.0
    high: int = 255

    def names(self, layout: Layout) -> list[str]:
        """One."""
        return [self.title]

    def pieces(self, layout: Layout, keep: Keep) -> list[str]:
        """The number as it stands."""
        return [self.code]


class Counts(Part, frozen=True, kw_only=True):
    """A list of numbers whose length never changes."""

    of: Labels
    usual: float = 5.0
    high: int = 255

    def names(self, layout: Layout) -> list[str]:
        """One for each label."""
        return [f"{self.title}_{label}" for label in slugs(self.of)]

    def pieces(self, layout: Layout, keep: Keep) -> list[str]:
        """The numbers as they stand."""
        return [f"*{self.code}"]


class Hot(Counts, frozen=True, kw_only=True):
    """One of several: an id as one-hot, empty for -1."""

    usual: float = 1.0
    high: int = 1

    def pieces(self, layout: Layout, keep: Keep) -> list[str]:
        """A row of a table."""
        return [f"{keep(one_hots(len(self.of)))}[{self.code}]"]


class Mask(Hot, frozen=True, kw_only=True):
    """A bit mask, unpacked."""

    def pieces(self, layout: Layout, keep: Keep) -> list[str]:
        """A row of a table; of several of about the same size, where there are many bits."""
        size = len(self.of)
        step = -(-size // -(-size // CHUNK))
        return [self._chunk(first, min(step, size - first), keep) for first in range(0, size, step)]

    def _chunk(self, first: int, size: int, keep: Keep) -> str:
        shifted = f"{self.code} >> {first}" if first else self.code
        return f"{keep(unpacked(size))}[{shifted} & {(1 << size) - 1}]"


class Owner(Part, frozen=True, kw_only=True):
    """A seat as the viewer counts them, one-hot; empty for -1."""

    def names(self, layout: Layout) -> list[str]:
        """One for each owner."""
        return [f"{self.title}_{column}" for column in layout.columns]

    def pieces(self, layout: Layout, keep: Keep) -> list[str]:
        """A row of the viewer's table."""
        return [f"OWNER[{self.code}]"]


class Owners(Counts, frozen=True, kw_only=True):
    """A list of seats, as many as there are labels; `padded`, if there may be fewer, and `by` what makes it."""

    usual: float = 1.0
    high: int = 1
    padded: bool = False
    by: Callable[..., Sequence[int]] | None = None

    def names(self, layout: Layout) -> list[str]:
        """One for each label and owner."""
        return [f"{self.title}_{label}_{column}" for label in slugs(self.of) for column in layout.columns]

    def pieces(self, layout: Layout, keep: Keep) -> list[str]:
        """A row of the viewer's table for each."""
        code = f"*{keep(self.by)}({self.code})" if self.by else f"*{self.code}"
        return [picked("OWNER", padded(code, len(self.of), keep) if self.padded else code)]


class Hots(Counts, frozen=True, kw_only=True):
    """A list of ids in order, at most `slots` of them; those that are missing are empty."""

    slots: int
    usual: float = 1.0
    high: int = 1

    def names(self, layout: Layout) -> list[str]:
        """One for each place and label."""
        return [f"{self.title}_{slot}_{label}" for slot in range(self.slots) for label in slugs(self.of)]

    def pieces(self, layout: Layout, keep: Keep) -> list[str]:
        """Rows of a table, the last one for what is missing."""
        return [picked(keep(one_hots(len(self.of))), padded(f"*{self.code}", self.slots, keep))]


class Tally(Counts, frozen=True, kw_only=True):
    """A list of ids whose order tells nothing: how often each occurs."""

    usual: float = 1.0

    def pieces(self, layout: Layout, keep: Keep) -> list[str]:
        """Counted."""
        size = len(self.of)
        return [f"tally({self.code}, {size}) if {self.code} else {keep(bytes(size))}"]


class Made(Counts, frozen=True, kw_only=True):
    """What a helper of the game makes: bytes, of a length that never changes."""

    by: Callable[..., bytes | bytearray]
    owned: bool = False
    usual: float = 1.0

    def names(self, layout: Layout) -> list[str]:
        """One for each label, and for each owner where it is about owners."""
        found = [f"{self.title}_{label}" for label in slugs(self.of)]
        return [f"{name}_{column}" for name in found for column in layout.columns] if self.owned else found

    def pieces(self, layout: Layout, keep: Keep) -> list[str]:
        """A call."""
        return [f"{keep(self.by)}({self.code})"]
