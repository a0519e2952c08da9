"""Judging by blocks: how sure a mean share is, and a sequential test of whether one player is stronger than others.

A *share* is what a player won in a block of its meetings with others. The games of a block are not independent, so a
block is one observation, whatever its number of seats, and everything here is reckoned from the mean and the variance
of blocks, as chess engines are tested on pairs of games (`fishtest`):
https://www.chessprogramming.org/Sequential_Probability_Ratio_Test

`python -m lab.judging` measures on synthetic bots how often the test errs and what the intervals hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from typing import Literal

from msgspec import Struct

Verdict = Literal["stronger", "not stronger", "open"]
FEWEST = 8
"""Blocks without which the test stays open, and an interval is a guess."""
_SPARE = 4.0
"""Fair blocks by which the test widens the variance: few blocks that are alike prove little."""
_PRIOR = 0.25
"""The same for an interval."""
_DRAWN = 0.75
"""Drawn games that an interval adds, so that a clean sweep is not certain."""
_Z = 1.959964


def expected(elo: float) -> float:
    """The expected share of a player that is `elo` points ahead: 0.5 for 0, about 0.6 for 70."""
    return 1 / (1 + 10 ** (-elo / 400))


def fair_variance(seats: int) -> float:
    """The variance of a block's share among equals whose deals decide nothing: of that many games' mean."""
    return (seats + 1) / (12 * seats * (seats - 1))


def student(freedom: float) -> float:
    """The 97.5 % quantile of Student's t, by the first terms of its series around that of the normal distribution."""
    n = 4 * freedom
    return _Z + (_Z**3 + _Z) / n + (5 * _Z**5 + 16 * _Z**3 + 3 * _Z) / (6 * n * n)


def interval(shares: Sequence[float], seats: int) -> tuple[float, float]:
    """The bounds of the mean share that hold the true one in about 95 of 100 matches (Student's t on blocks).

    A part of a drawn game, and of a fair block's variance, is added. Of fewer than two blocks it is all from 0 to 1.
    """
    n, drawn = len(shares), _DRAWN / seats
    if n < 2:
        return 0.0, 1.0
    mean = (sum(shares) + drawn / 2) / (n + drawn)
    squares = _squares(shares, mean) + drawn * (mean - 0.5) ** 2 + _PRIOR * fair_variance(seats)
    freedom = n - 1 + _PRIOR
    error = student(freedom) * sqrt(squares / freedom / (n + drawn))
    return max(0.0, mean - error), min(1.0, mean + error)


def _squares(shares: Sequence[float], middle: float) -> float:
    return sum((share - middle) ** 2 for share in shares)


class Sprt(Struct, frozen=True):
    """The two hypotheses, in Elo points, and the error rates."""

    low: float = 0.0
    high: float = 70.0
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test says `not stronger` and `stronger`."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, shares: Sequence[float], seats: int) -> float:
        """The log-likelihood ratio of the blocks' shares so far, each hypothesis with its likeliest variance.

        The squares of four fair blocks are added to both, so that a few blocks that are alike decide nothing.
        """
        if not shares:
            return 0.0
        spare = _SPARE * fair_variance(seats)
        low, high = (spare + _squares(shares, expected(elo)) for elo in (self.low, self.high))
        return len(shares) / 2 * log(low / high)

    def verdict(self, shares: Sequence[float], seats: int) -> Verdict:
        """The verdict on the blocks' shares so far."""
        ratio, (reject, accept) = self.ratio(shares, seats), self.bounds
        if len(shares) < FEWEST or reject < ratio < accept:
            return "open"
        return "stronger" if ratio >= accept else "not stronger"
