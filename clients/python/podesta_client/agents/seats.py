"""The seats of an agent: their tokens, in a file readable by its owner only. The model never sees them."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True)
class Seat:
    """A seat of a game, and its token."""

    game: str
    seat: int
    token: str


class SeatNotHeld(Exception):
    """The agent does not hold this seat, or it is not clear which is meant; the text says which it holds."""


class Seats:
    """The seats that are held. Each is written before it is played, so that any process with the file can go on."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def all(self) -> list[Seat]:
        """The seats, in the order in which they were taken."""
        if not self._path.exists():
            return []
        return [Seat(**each) for each in json.loads(self._path.read_text("utf-8"))]

    def add(self, *seats: Seat) -> None:
        """Add seats; one that is held already gets the newer token."""
        fresh = {(each.game, each.seat): each for each in (*self.all(), *seats)}
        self._write([asdict(each) for each in fresh.values()])

    def of(self, game: str, seat: int | None = None) -> Seat:
        """The seat of a game that is meant; raises SeatNotHeld."""
        held = [each for each in self.all() if each.game == game]
        meant = [each for each in held if seat in (None, each.seat)]
        if len(meant) == 1:
            return meant[0]
        numbers = ", ".join(str(each.seat) for each in held) or "none"
        raise SeatNotHeld(f"say which seat of game {game} is meant; you hold: {numbers}")

    def find(self, game: str, seat: int | None = None) -> Seat | None:
        """The seat of a game that is meant, or None if none is held; raises SeatNotHeld if it is not clear which."""
        return self.of(game, seat) if any(each.game == game for each in self.all()) else None

    def _write(self, seats: list[dict[str, object]]) -> None:
        """Write a new file and replace the old one, so that a crash leaves one of the two."""
        fresh = self._path.with_name(self._path.name + ".new")
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            json.dump(seats, file)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self._path)
