"""How often the test errs, and how often intervals contain the true share, from many matches of synthetic bots."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random
from statistics import fmean

from msgspec import Struct

from podesta_lab.arena.judging import Sprt, Verdict, expected, interval

from .synthetic import Bots

LONGEST = 4000
"""The number of blocks after which a match is given up as open."""


class Errors(Struct, frozen=True):
    """The shares of matches with bots LOW ahead called stronger, HIGH ahead not stronger; mean blocks to a verdict."""

    low: float
    high: float
    blocks: float


class Held(Struct, frozen=True):
    """For matches of a number of blocks: how often the interval contained the true share, and its mean width."""

    part: float
    width: float


def errors(seats: int, luck: float, matches: int, sprt: Sprt | None = None) -> Errors:
    """The test's errors on bots that are exactly as far ahead as either of its hypotheses says."""
    test, rnd = sprt or Sprt(), Random(f"{seats} {luck}")
    ends = [
        [_ended(test, Bots(seats, expected(elo), luck), rnd) for _ in range(matches)] for elo in (test.low, test.high)
    ]
    low, high = (
        sum(said == wrong for said, _ in each) / matches
        for each, wrong in zip(ends, ("stronger", "not stronger"), strict=True)
    )
    return Errors(low, high, fmean(blocks for each in ends for _, blocks in each))


def _ended(test: Sprt, bots: Bots, rnd: Random) -> tuple[Verdict, int]:
    """The verdict of one match, and its blocks; the test runs after every block, as in the arena."""
    shares: list[float] = []
    for block in islice(bots.blocks(rnd), LONGEST):
        shares.append(block.shares[0])
        if (said := test.verdict(shares, bots.seats)) != "open":
            return said, len(shares)
    return "open", len(shares)


def held(bots: Bots, lengths: Sequence[int], matches: int) -> list[Held]:
    """The coverage of the intervals of matches with these numbers of blocks."""
    rnd = Random(f"{bots}")
    found = [[block.shares[0] for block in islice(bots.blocks(rnd), max(lengths))] for _ in range(matches)]
    return [_held([interval(each[:length], bots.seats) for each in found], bots.share) for length in lengths]


def _held(bounds: Sequence[tuple[float, float]], share: float) -> Held:
    inside = sum(low - 1e-9 <= share <= high + 1e-9 for low, high in bounds)
    return Held(inside / len(bounds), fmean(high - low for low, high in bounds))
