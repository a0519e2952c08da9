"""Deals: what fate does in a game of the arena. On the same deal each lot comes out alike, however the games differ.

The draws are made by the very function with which the service makes them, by lot, so that a game is a record like any
other.
"""

from __future__ import annotations

from hashlib import sha256

from msgspec.structs import replace

from podesta_engines.core.decide import settle
from podesta_engines.core.moves import Drawn
from podesta_engines.core.position import Position
from podesta_engines.game.events import Created
from podesta_engines.game.fairness import BY_LOT, commitment_of
from podesta_engines.game.lottery import Lottery, draw_key


def deal(seed: int, number: int, game: int = 0) -> bytes:
    """The seed of a deal, 32 bytes: of a block, or where its games are no duplicates, of each of them (from 1)."""
    return sha256(f"podesta arena:{seed}:{number}:{game}".encode()).digest()


class Draws:
    """The draws of one game on a deal."""

    def __init__(self, seed: bytes, seats: int) -> None:
        self._seed = seed
        self._lottery = Lottery(draw_key(seed, [""] * seats), {})

    def promised(self, created: Created) -> Created:
        """What opens the game: it commits to the seed, and names the rule of the draws."""
        return replace(created, commitment=commitment_of(self._seed), draws=BY_LOT)

    def settle(self, p: Position) -> list[Drawn]:
        """Make the draws that are due, and tell them; changes the position."""
        return settle(p, self._lottery)
