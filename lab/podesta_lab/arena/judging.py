"""Judging by blocks: the interval of a mean share, and a sequential test of whether one player is stronger than others.

A *share* is the part of its meetings with others that a player won in a block. The games of a block are not
independent, so a block is one observation, whatever its number of seats, and everything here is computed from the mean
and the variance of blocks, as chess engines are tested on pairs of games (`fishtest`):
https://www.chessprogramming.org/Sequential_Probability_Ratio_Test

`python -m lab.judging` measures the errors of the test and the coverage of the intervals on synthetic bots.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from typing import Literal

from msgspec import Struct

Verdict = Literal["stronger", "not stronger", "open"]
FEWEST = 8
"""The number of blocks below which the test stays open, and an interval is a guess."""
_SPARE = 4.0
"""Fair blocks by which the test widens the variance, since a few equal blocks prove little."""
_PRIOR = 0.25
"""The same for an interval."""
_DRAWN = 0.75
"""Drawn games that an interval adds, so that a clean sweep is not certain."""
_Z = 1.959964


def expected(elo: float) -> float:
    """The expected share of a player that is `elo` points ahead: 0.5 for 0, about 0.6 for 70."""
    return 1 / (1 + 10 ** (-elo / 400))


def fair_variance(seats: int) -> float:
    """The variance of a block's share among equals on deals that decide nothing: that of the mean of its games."""
    return (seats + 1) / (12 * seats * (seats - 1))


def student(freedom: float) -> float:
    """The 97.5 % quantile of Student's t, by the first terms of its series around that of the normal distribution."""
    n = 4 * freedom
    return _Z + (_Z**3 + _Z) / n + (5 * _Z**5 + 16 * _Z**3 + 3 * _Z) / (6 * n * n)


def interval(shares: Sequence[float], seats: int) -> tuple[float, float]:
    """The bounds of the mean share that contain the true one in about 95 of 100 matches (Student's t on blocks).

    A part of a drawn game, and of a fair block's variance, is added. For fewer than two blocks the bounds are 0 and 1.
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
        """The log-likelihood ratios at which the verdict is `not stronger` and `stronger`."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, shares: Sequence[float], seats: int) -> float:
        """The log-likelihood ratio of the blocks' shares so far, each hypothesis with its likeliest variance.

        The squares of four fair blocks are added to both, so that a few equal blocks decide nothing.
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
