"""Synthetic bots of known strength: the Plackett-Luce model, on deals that favour seats.

On a deal each seat has its own luck, the same in every game of a block, so that the games are correlated: with a luck
of 0 deals decide nothing, with 2 on the scale of the strengths (800 Elo points being 4.6) three of four blocks of two
players are exactly even.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import count
from math import exp, log
from random import Random
from statistics import NormalDist, fmean

from msgspec import Struct

from podesta_lab.arena.game import GameResult
from podesta_lab.arena.match import Block, BlockGame, LineUp, line_ups, rotations

_STEPS = 400


class Bots(Struct, frozen=True):
    """Two bots at a number of seats, on deals with `luck`: the first wins `share` of its meetings with the second."""

    seats: int
    share: float
    luck: float = 0.0

    def blocks(self, rnd: Random) -> Iterator[Block]:
        """An endless series of blocks, taking the line-ups in turn, as the arena does for two players."""
        found = line_ups(2, self.seats)
        for deal in count():
            yield self._block(deal, found[deal % len(found)], rnd)

    def _block(self, deal: int, line_up: LineUp, rnd: Random) -> Block:
        luck = [rnd.gauss(0, self.luck) for _ in line_up]
        skill = (ahead(self.share, self.luck), 0.0)
        games = [BlockGame(each, _game([skill[who] for who in each], luck, rnd)) for each in rotations(line_up)]
        return Block(self.seats, deal, games)


def _game(skills: Sequence[float], luck: Sequence[float], rnd: Random) -> GameResult:
    """A game: with Gumbel noise on its strength, each seat comes next with a chance proportional to e^strength."""
    found = [sum(each) - log(rnd.expovariate(1)) for each in zip(skills, luck, strict=True)]
    order = sorted(found, reverse=True)
    nothing = [0] * len(found)
    return GameResult([order.index(each) + 1 for each in found], nothing, [0.0] * len(found), nothing, [])


@cache
def ahead(share: float, luck: float) -> float:
    """The strength by which a player wins `share` of its meetings with equals of 0, over all deals; by bisection."""
    low, high = -40.0, 40.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _won(middle, luck) < share else (low, middle)
    return (low + high) / 2


def _won(skill: float, luck: float) -> float:
    """The share of a player's meetings with equals; the difference of two seats' luck is normal."""
    if not luck:
        return 1 / (1 + exp(-skill))
    deals = NormalDist(0, luck * 2**0.5)
    return fmean(1 / (1 + exp(-skill - deals.inv_cdf((step + 0.5) / _STEPS))) for step in range(_STEPS))
