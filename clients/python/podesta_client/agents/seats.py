"""The seats of an agent: their tokens, in a file readable by its owner only. The model never sees them."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from .private_files import replace


@dataclass(frozen=True)
class Seat:
    """A seat of a game, and its token."""

    game: str
    seat: int
    token: str


class SeatNotHeld(Exception):
    """The agent does not have this seat, or several match; the text lists its seats."""


class FileUnusable(Exception):
    """A file of the agent cannot be read or written; the text names it, with the reason and the remedy."""


class Seats:
    """The agent's seats. Each is written before it is played, so that any process with the file can continue.

    Every method raises FileUnusable if the file cannot be used.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def all(self) -> list[Seat]:
        """The seats, in the order in which they were taken."""
        try:
            return [_seat(each) for each in json.loads(self._path.read_text("utf-8"))]
        except FileNotFoundError:
            return []
        except OSError as error:
            raise self._unusable("cannot be read", error.strerror) from None
        except (ValueError, TypeError, RecursionError):
            raise self._unusable("is damaged", "it is no list of seats") from None

    def add(self, *seats: Seat) -> None:
        """Add seats; an existing one gets the newer token. Without any, check that the file can be written."""
        fresh = {(each.game, each.seat): each for each in (*self.all(), *seats)}
        self._write([asdict(each) for each in fresh.values()])

    def of(self, game: str, seat: int | None = None) -> Seat:
        """The requested seat of a game; raises SeatNotHeld."""
        held = [each for each in self.all() if each.game == game]
        meant = [each for each in held if seat in (None, each.seat)]
        if len(meant) == 1:
            return meant[0]
        numbers = ", ".join(str(each.seat) for each in held) or "none"
        raise SeatNotHeld(f"say which seat of game {game} is meant; you hold: {numbers}")

    def find(self, game: str, seat: int | None = None) -> Seat | None:
        """The requested seat of a game, or None if the agent has none; raises SeatNotHeld if several match."""
        return self.of(game, seat) if any(each.game == game for each in self.all()) else None

    def _write(self, seats: list[dict[str, object]]) -> None:
        try:
            replace(self._path, json.dumps(seats))
        except OSError as error:
            raise self._unusable("cannot be written", error.strerror) from None

    def _unusable(self, what: str, why: str | None) -> FileUnusable:
        where = f"the file of seats {self._path.absolute()} {what}"
        return FileUnusable(f"{where} ({why}). Start podesta mcp with --seats and the path of another file")


def _seat(found: Any) -> Seat:
    """A seat from the file; raises ValueError, TypeError."""
    seat = Seat(**found)
    if (type(seat.game), type(seat.seat), type(seat.token)) != (str, int, str):
        raise ValueError(found)
    return seat
