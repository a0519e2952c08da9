"""The findings of an audit."""

from __future__ import annotations

from msgspec import Struct


class Finding(Struct, frozen=True):
    """A game that does not replay, its head, and where the replay failed."""

    game: str
    revision: int
    problem: str


class Audit(Struct):
    """What was audited: games, their entries, the games that drift, and those whose log is corrupt.

    The master key of `unproved` games is unknown: neither seals nor draws could be checked.
    """

    games: int = 0
    entries: int = 0
    drifted: list[Finding] = []
    broken: list[Finding] = []
    unproved: list[str] = []

    def add(self, other: Audit) -> None:
        """Add the findings of other games."""
        self.games += other.games
        self.entries += other.entries
        self.drifted += other.drifted
        self.broken += other.broken
        self.unproved += other.unproved
