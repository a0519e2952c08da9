"""How often the test errs, and how often intervals hold the truth, by many matches of synthetic bots."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random
from statistics import fmean

from msgspec import Struct

from podesta_lab.arena.judging import Sprt, Verdict, expected, interval

from .synthetic import Bots

LONGEST = 4000
"""Blocks after which a match is given up, open."""


class Errors(Struct, frozen=True):
    """Of matches of bots LOW ahead the part called stronger, of HIGH ahead not stronger; and blocks till a verdict."""

    low: float
    high: float
    blocks: float


class Held(Struct, frozen=True):
    """Of matches of some blocks, the part whose interval held the true share, and the mean width of the interval."""

    part: float
    width: float


def errors(seats: int, luck: float, matches: int, sprt: Sprt | None = None) -> Errors:
    """How the test ends on bots that are exactly as far ahead as either of its hypotheses says."""
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
    """The verdict of one match, and its blocks; the test looks after every block, as the arena does."""
    shares: list[float] = []
    for block in islice(bots.blocks(rnd), LONGEST):
        shares.append(block.shares[0])
        if (said := test.verdict(shares, bots.seats)) != "open":
            return said, len(shares)
    return "open", len(shares)


def held(bots: Bots, lengths: Sequence[int], matches: int) -> list[Held]:
    """What the intervals of matches of these numbers of blocks hold."""
    rnd = Random(f"{bots}")
    found = [[block.shares[0] for block in islice(bots.blocks(rnd), max(lengths))] for _ in range(matches)]
    return [_held([interval(each[:length], bots.seats) for each in found], bots.share) for length in lengths]


def _held(bounds: Sequence[tuple[float, float]], share: float) -> Held:
    inside = sum(low - 1e-9 <= share <= high + 1e-9 for low, high in bounds)
    return Held(inside / len(bounds), fmean(high - low for low, high in bounds))
