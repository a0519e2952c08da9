"""The parts of an encoding: each maps one thing of an observed state to a fixed run of bytes.

The code of a part is an expression over `g` (the observed state), `p` (a player, in relative order), `i` (that player's
seat), `s` (the viewer's secret) and `seat`. Lists of varying length, masks and packed ints have parts of their own,
since their types do not differ from plain counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from podesta_engines.core.words import Vocabulary

from .rows import Layout, one_hots, unpacked

Labels = Sequence[str] | Vocabulary
Keep = Callable[[Any], str]
"""Keeps a constant for the generated function, and returns its name there."""
CHUNK = 12
"""The most bits of a mask that one lookup table unpacks."""


def picked(table: str, items: str) -> str:
    """Code for rows of a lookup table, for two items or more, in one call."""
    return f"*pick({items})({table})"


def padded(items: str, size: int, keep: Keep) -> str:
    """Code for `size` items; missing ones are -1."""
    return f"*[{items}, *{keep((-1,) * size)}][:{size}]"


def slugs(labels: Labels) -> list[str]:
    """The names of a vocabulary's words."""
    return [word.slug for word in labels.words] if isinstance(labels, Vocabulary) else list(labels)


class Part(Struct, frozen=True, kw_only=True):
    """A part of an encoding. usual: a large value in ordinary games, by which a network may divide."""

    code: str
    name: str = ""
    usual: float = 1.0
    high: int = 1

    @property
    def plain(self) -> bool:
        """Whether its code returns plain ints, which are packed together with others."""
        return type(self) in (Count, Counts)

    @property
    def title(self) -> str:
        """Its name, or the last name in its code."""
        return self.name or self.code.rpartition(".")[2]

    def names(self, layout: Layout) -> list[str]:
        """The name of each of its numbers."""
        raise NotImplementedError

    def pieces(self, layout: Layout, keep: Keep) -> list[str]:
        """The code that makes it: list items, which are ints if it is plain and bytes otherwise."""
        raise NotImplementedError


class Count(Part, frozen=True, kw_only=True):
    """A number from 0, or a bool; capped at 255."""

    usual: float = 10.0
    high: int = 255

    def names(self, layout: Layout) -> list[str]:
        """One."""
        return [self.title]

    def pieces(self, layout: Layout, keep: Keep) -> list[str]:
        """The number, unchanged."""
        return [self.code]


class Counts(Part, frozen=True, kw_only=True):
    """A list of numbers of constant length."""

    of: Labels
    usual: float = 5.0
    high: int = 255

    def names(self, layout: Layout) -> list[str]:
        """One for each label."""
        return [f"{self.title}_{label}" for label in slugs(self.of)]

    def pieces(self, layout: Layout, keep: Keep) -> list[str]:
        """The numbers, unchanged."""
        return [f"*{self.code}"]


class OneHot(Counts, frozen=True, kw_only=True):
    """An id as one-hot; all zeros for -1."""

    usual: float = 1.0
    high: int = 1

    def pieces(self, layout: Layout, keep: Keep) -> list[str]:
        """A row of a table."""
        return [f"{keep(one_hots(len(self.of)))}[{self.code}]"]


class Mask(OneHot, frozen=True, kw_only=True):
    """A bit mask, unpacked."""

    def pieces(self, layout: Layout, keep: Keep) -> list[str]:
        """A row of a lookup table, or of several of similar size if there are many bits."""
        size = len(self.of)
        step = -(-size // -(-size // CHUNK))
        return [self._chunk(first, min(step, size - first), keep) for first in range(0, size, step)]

    def _chunk(self, first: int, size: int, keep: Keep) -> str:
        shifted = f"{self.code} >> {first}" if first else self.code
        return f"{keep(unpacked(size))}[{shifted} & {(1 << size) - 1}]"


class Owner(Part, frozen=True, kw_only=True):
    """A seat, counted from the viewer, as one-hot; all zeros for -1."""

    def names(self, layout: Layout) -> list[str]:
        """One for each owner."""
        return [f"{self.title}_{column}" for column in layout.columns]

    def pieces(self, layout: Layout, keep: Keep) -> list[str]:
        """A row of the viewer's table."""
        return [f"OWNER[{self.code}]"]


class Owners(Counts, frozen=True, kw_only=True):
    """A list of seats, one for each label; `padded` if it may be shorter; `by` is a function that makes it."""

    usual: float = 1.0
    high: int = 1
    padded: bool = False
    by: Callable[..., Sequence[int]] | None = None

    def names(self, layout: Layout) -> list[str]:
        """One for each label and owner."""
        return [f"{self.title}_{label}_{column}" for label in slugs(self.of) for column in layout.columns]

    def pieces(self, layout: Layout, keep: Keep) -> list[str]:
        """A row of the viewer's table for each seat."""
        code = f"*{keep(self.by)}({self.code})" if self.by else f"*{self.code}"
        return [picked("OWNER", padded(code, len(self.of), keep) if self.padded else code)]


class OneHots(Counts, frozen=True, kw_only=True):
    """A list of up to `slots` ids in order, each as one-hot; missing ones are all zeros."""

    slots: int
    usual: float = 1.0
    high: int = 1

    def names(self, layout: Layout) -> list[str]:
        """One for each place and label."""
        return [f"{self.title}_{slot}_{label}" for slot in range(self.slots) for label in slugs(self.of)]

    def pieces(self, layout: Layout, keep: Keep) -> list[str]:
        """Rows of a table; the last one is for missing ids."""
        return [picked(keep(one_hots(len(self.of))), padded(f"*{self.code}", self.slots, keep))]


class Tally(Counts, frozen=True, kw_only=True):
    """A list of ids in any order: how often each occurs."""

    usual: float = 1.0

    def pieces(self, layout: Layout, keep: Keep) -> list[str]:
        """Counted."""
        size = len(self.of)
        return [f"tally({self.code}, {size}) if {self.code} else {keep(bytes(size))}"]


class Computed(Counts, frozen=True, kw_only=True):
    """Bytes of fixed length, made by a function of the game."""

    by: Callable[..., bytes | bytearray]
    owned: bool = False
    usual: float = 1.0

    def names(self, layout: Layout) -> list[str]:
        """One for each label, and for each owner if it is about owners."""
        found = [f"{self.title}_{label}" for label in slugs(self.of)]
        return [f"{name}_{column}" for name in found for column in layout.columns] if self.owned else found

    def pieces(self, layout: Layout, keep: Keep) -> list[str]:
        """A call."""
        return [f"{keep(self.by)}({self.code})"]
