"""Intervals of 95 %: Wilson's for shares, Student's for means."""

from __future__ import annotations

from math import sqrt

from msgspec import Struct

NORMAL = 1.959964
"""The quantile of the normal distribution that leaves 2.5 % above it."""


class Share(Struct, frozen=True, array_like=True):
    """How many of how many, and between which shares the true one lies; all 0 of none."""

    count: int
    of: int
    low: float
    high: float


class Mean(Struct, frozen=True, array_like=True):
    """A mean of so many values, and between which the true one lies; those of one value are the value itself."""

    mean: float
    of: int
    low: float
    high: float


def share(count: int, of: int) -> Share:
    """A share with Wilson's interval, which is sound for few, too, and never leaves 0 to 1."""
    if not of:
        return Share(0, 0, 0.0, 1.0)
    low, high = wilson(count / of, of)
    return Share(count, of, round(max(0.0, low), 4), round(min(1.0, high), 4))


def wilson(found: float, of: int) -> tuple[float, float]:
    """Wilson's interval of a share that was found in so many independent games."""
    weight = NORMAL**2 / of
    middle = (found + weight / 2) / (1 + weight)
    around = NORMAL * sqrt(found * (1 - found) / of + weight / (4 * of)) / (1 + weight)
    return middle - around, middle + around


def mean(of: int, total: float, squares: float) -> Mean | None:
    """A mean from a sum and a sum of squares, with Student's interval; None of no values."""
    if not of:
        return None
    found = total / of
    spread = sqrt(max(0.0, squares - total * found) / (of - 1)) if of > 1 else 0.0
    around = student(of - 1) * spread / sqrt(of)
    return Mean(round(found, 3), of, round(found - around, 3), round(found + around, 3))


def student(freedom: int) -> float:
    """The quantile of Student's distribution that leaves 2.5 % above it, to a thousandth.

    The first ones are written down; for others, Cornish and Fisher's expansion about the normal one (Abramowitz and
    Stegun, 26.7.5).
    """
    if freedom < len(_FIRST):
        return _FIRST[freedom]
    z, v = NORMAL, freedom
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / v + second / v**2 + third / v**3


_FIRST = (0.0, 12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622)
