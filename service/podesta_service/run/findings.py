"""What an audit finds."""

from __future__ import annotations

from msgspec import Struct


class Finding(Struct, frozen=True):
    """A game that does not replay, its head, and where it went wrong."""

    game: str
    revision: int
    problem: str


class Audit(Struct):
    """What was looked at: games, their entries, the games that drift, and those whose log is not what was written.

    Of `unproved` games the master key is not known: neither seals nor draws could be looked at.
    """

    games: int = 0
    entries: int = 0
    drifted: list[Finding] = []
    broken: list[Finding] = []
    unproved: list[str] = []

    def add(self, other: Audit) -> None:
        """Take in what was found of other games."""
        self.games += other.games
        self.entries += other.entries
        self.drifted += other.drifted
        self.broken += other.broken
        self.unproved += other.unproved
