"""Observations of fixed shape: a seat's view as a row of bytes, by a function generated from a declaration."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from typing import Any

from msgspec import Struct

from podesta_engines.core.errors import RulesError
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.script import Ask

from .parts import Part, slugs
from .rows import Layout, one_hot
from .source import functions


class Declaration(Struct, frozen=True):
    """The encoded parts of a game: of the table, of every player from the viewer on, and of the viewer's secret.

    read: expressions that several parts need, by the name that their code uses.
    """

    table: Sequence[Part]
    player: Sequence[Part]
    secret: Sequence[Part]
    neutral: int | None = None
    read: Mapping[str, str] = {}


class NotEncoded(RulesError):
    """No encoding is declared for these rules, or for this number of seats."""

    def __init__(self, rules: str, known: Iterable[str]) -> None:
        super().__init__(f"no observation is declared for {rules}; there is one for {', '.join(sorted(known))}")


class Encoder:
    """A seat's view, as numbers from 0 to 255: `shape`, `names`, `low`, `high`, `usual`, `version`.

    Seats are counted from the viewer: `me`, `next_1`, …. Positions that a seat cannot distinguish have equal rows,
    since only its view by `observe` and its question are read. `usual` is a large value in ordinary games, by which a
    network may divide. `version` changes whenever the meaning of a number does.
    """

    def __init__(self, ruleset: Ruleset, seats: int, declaration: Declaration) -> None:
        self.ruleset, self.seats = ruleset, seats
        self._declared, self._layout = declaration, Layout(seats, declaration.neutral)
        kinds = [kind for kind in ruleset.kinds if kind not in ruleset.lots]
        self._kinds = {kind: one_hot(i, len(kinds)) for i, kind in enumerate(kinds)}
        self._nothing, self._observe = bytes(len(kinds)), ruleset.observe
        pieces = [(part, k) for _, part, k in self._placed]
        self._quick, self._clipped, self._length = (
            *functions(ruleset.rules, self._layout, pieces, declaration.read),
            len(self.names),
        )

    @cached_property
    def names(self) -> list[str]:
        """The name of every number."""
        found = [name for prefix, part in self._parts() for name in _prefixed(prefix, part.names(self._layout))]
        asked = [f"asked_{kind.name}" for kind in self._kinds]
        return [*found, *(f"seat_{seat}" for seat in range(self.seats)), *asked]

    @property
    def shape(self) -> tuple[int]:
        """The number of numbers, as a tuple."""
        return (len(self.names),)

    @property
    def low(self) -> list[int]:
        """The least value of each: 0."""
        return [0] * len(self.names)

    @cached_property
    def high(self) -> list[int]:
        """The greatest value of each."""
        return [*self._each(lambda part: part.high), *[1] * (self.seats + len(self._kinds))]

    @cached_property
    def usual(self) -> list[float]:
        """A large value of each in ordinary games."""
        return [*self._each(lambda part: part.usual), *[1.0] * (self.seats + len(self._kinds))]

    @cached_property
    def version(self) -> str:
        """The rules, and a hash of the names: it determines whether a network fits."""
        return f"{self.ruleset.rules}/{sha256(' '.join(self.names).encode()).hexdigest()[:12]}"

    def encode(self, position: Position, seat: int, out: Any) -> None:
        """Write a seat's view into a writable buffer of bytes of this length, such as a row of numpy's uint8."""
        memoryview(out)[:] = self.row(position, seat)

    def row(self, position: Position, seat: int) -> bytes:
        """A seat's view, as bytes."""
        seen, ask = self._observe(position.state, seat), position.ask
        if type(ask) is not Ask:
            ask = next((each for each in position.asks if each.seat == seat), None)
        asked = self._kinds[ask.kind] if ask is not None and ask.seat == seat else self._nothing
        found = self._quick(seen, seat, asked)
        return found if len(found) == self._length else self._clipped(seen, seat, asked)

    def _parts(self) -> Iterator[tuple[str, Part]]:
        """Every part with the prefix of its names: first all plain numbers, which are packed together."""
        yield from ((prefix, part) for prefix, part, _ in self._placed)

    @cached_property
    def _placed(self) -> list[tuple[str, Part, int]]:
        """Every part with the prefix of its names and how many seats after the viewer its player sits."""
        parts = [("", part, 0) for part in self._declared.table] + [("my_", part, 0) for part in self._declared.secret]
        for k, column in enumerate(self._layout.columns[: self.seats]):
            parts += [(f"{column}_", part, k) for part in self._declared.player]
        return sorted(parts, key=lambda placed: not placed[1].plain)

    def _each(self, of: Callable[[Part], Any]) -> list[Any]:
        return [of(part) for _, part in self._parts() for _ in part.names(self._layout)]


def _prefixed(prefix: str, names: Iterable[str]) -> list[str]:
    return [f"{prefix}{name}" for name in names]


__all__ = ["Declaration", "Encoder", "NotEncoded", "slugs"]
