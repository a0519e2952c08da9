"""Deals: the draws of an arena game. On the same deal each lot has the same outcome, however the games differ.

Draws are made by lot, with the service's own function, so that a game's record is like any other.
"""

from __future__ import annotations

from hashlib import sha256

from msgspec.structs import replace

from podesta_engines.core.decide import settle
from podesta_engines.core.moves import Drawn
from podesta_engines.core.position import Position
from podesta_engines.game.events import Created
from podesta_engines.game.lottery import BY_LOT, Lottery, commitment_of


def deal(seed: int, number: int, game: int = 0) -> bytes:
    """The seed of a deal, 32 bytes: of a block, or of each of its games (from 1) if they are not duplicates."""
    return sha256(f"podesta arena:{seed}:{number}:{game}".encode()).digest()


class Draws:
    """The draws of one game on a deal."""

    def __init__(self, seed: bytes, seats: int) -> None:
        self._seed = seed
        self._lottery = Lottery(seed, [""] * seats, {})

    def promised(self, created: Created) -> Created:
        """The opening event, with the commitment to the seed and the rule of the draws."""
        return replace(created, commitment=commitment_of(self._seed), draws=BY_LOT)

    def settle(self, p: Position) -> list[Drawn]:
        """Make the due draws and return them; changes the position."""
        return settle(p, self._lottery)
