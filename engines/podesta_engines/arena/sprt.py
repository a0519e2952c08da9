"""A sequential test: whether one player is stronger than the others, told as soon as the blocks suffice.

The generalised sequential probability ratio test on the means of blocks, their variance estimated, as chess engines are
tested on pairs of games: https://www.chessprogramming.org/Sequential_Probability_Ratio_Test
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from statistics import fmean
from typing import Literal

from msgspec import Struct

Verdict = Literal["stronger", "not stronger", "open"]
_FEWEST = 8
"""Blocks before which nothing is said: of fewer, the variance is a guess."""


def expected(elo: float) -> float:
    """The share that so many Elo points ahead promise: 0 a half, 70 about 60 %."""
    return 1 / (1 + 10 ** (-elo / 400))


class Sprt(Struct, frozen=True):
    """The two hypotheses, in Elo points, and how often either may be believed in vain."""

    low: float = 0.0
    high: float = 70.0
    alpha: float = 0.05
    beta: float = 0.05

    @property
    def bounds(self) -> tuple[float, float]:
        """The log-likelihood ratios at which the test says `not stronger` and `stronger`."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, shares: Sequence[float]) -> float:
        """The log-likelihood ratio of the blocks' shares so far.

        Half a block's worth of the largest possible variance is added, so that blocks that are all alike prove little
        while they are few.
        """
        n, low, high = len(shares), expected(self.low), expected(self.high)
        if n == 0:
            return 0.0
        mean = fmean(shares)
        variance = (sum((share - mean) ** 2 for share in shares) + 0.125) / n
        return n * (high - low) * (2 * mean - low - high) / (2 * variance)

    def verdict(self, shares: Sequence[float]) -> Verdict:
        """What the blocks' shares say so far."""
        ratio, (reject, accept) = self.ratio(shares), self.bounds
        if len(shares) < _FEWEST or reject < ratio < accept:
            return "open"
        return "stronger" if ratio >= accept else "not stronger"
