"""The findings of an audit, and a file of the games audited so far: if interrupted, it continues with the others."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

import msgspec
from msgspec import Struct

from podesta_eventstore.private import opener


class Finding(Struct, frozen=True):
    """A game that does not replay, its head, and where the replay failed."""

    game: str
    revision: int
    problem: str


class Audit(Struct):
    """The result of an audit: games, their entries, games that drift, and games with a corrupt log.

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


_LINE = msgspec.json.Decoder(tuple[str, Audit])


class Journal:
    """The games of an audit, a line each, with the findings; `about` identifies the audit.

    A file of another audit is overwritten inside the block, but no other file; `finish` removes the file. Raises
    OSError, and ValueError for a file that is no journal, before anything is written.
    """

    def __init__(self, path: Path, about: str) -> None:
        if not os.access(path.parent, os.W_OK | os.X_OK):
            raise ValueError(f"{path} cannot be written: name another file")
        self._path, self._about = path, about
        self._file: BinaryIO | None = None
        self.known: dict[str, Audit] = dict(self._read()) if path.exists() else {}

    def __enter__(self) -> Journal:
        self._file = open(self._path, "wb", opener=opener)
        self._file.write(msgspec.json.encode(self._about) + b"\n")
        for game, found in self.known.items():
            self.note(game, found)
        return self

    def __exit__(self, *_: object) -> None:
        if self._file:
            self._file.close()

    def _read(self) -> list[tuple[str, Audit]]:
        """The findings of an earlier run of the same audit; an incomplete last line is ignored."""
        first, *lines = self._path.read_bytes().split(b"\n")
        try:
            mine = not first or msgspec.json.decode(first, type=str) == self._about
            return [_LINE.decode(line) for line in lines[:-1]] if mine else []
        except (msgspec.MsgspecError, UnicodeError):
            why = "is not the journal of an audit, or a damaged one: name another file, or remove it"
            raise ValueError(f"{self._path} {why}") from None

    def note(self, game: str, found: Audit) -> None:
        """Record the findings of a game."""
        assert self._file, "a journal is written to within its block"
        self._file.write(msgspec.json.encode((game, found)) + b"\n")
        self._file.flush()  # so that even a killed audit can be resumed

    def finish(self) -> None:
        """Remove the file, so that the next audit starts from the beginning."""
        self._path.unlink(missing_ok=True)


Tell = Callable[[str], object]
"""Called with the name of each audited game."""
