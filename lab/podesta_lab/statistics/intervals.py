"""95 % intervals: Wilson's for shares, Student's for means."""

from __future__ import annotations

from math import sqrt

from msgspec import Struct

NORMAL = 1.959964
"""The quantile of the normal distribution that leaves 2.5 % above it."""


class Share(Struct, frozen=True, array_like=True):
    """`count` of `of`, with the 95 % interval of the share; for `of` = 0 the interval is 0 to 1."""

    count: int
    of: int
    low: float
    high: float


class Mean(Struct, frozen=True, array_like=True):
    """The mean of n values with its 95 % interval; for n = 1 both bounds are the value."""

    mean: float
    of: int
    low: float
    high: float


def share(count: int, of: int) -> Share:
    """A share with Wilson's interval, which is also sound for few games and never leaves 0 to 1."""
    if not of:
        return Share(0, 0, 0.0, 1.0)
    low, high = wilson(count / of, of)
    return Share(count, of, round(max(0.0, low), 4), round(min(1.0, high), 4))


def wilson(found: float, of: int) -> tuple[float, float]:
    """Wilson's interval of a share that was found in a number of independent games."""
    weight = NORMAL**2 / of
    middle = (found + weight / 2) / (1 + weight)
    around = NORMAL * sqrt(found * (1 - found) / of + weight / (4 * of)) / (1 + weight)
    return middle - around, middle + around


def mean(of: int, total: float, squares: float) -> Mean | None:
    """A mean from a sum and a sum of squares, with Student's interval; None for no values."""
    if not of:
        return None
    found = total / of
    spread = sqrt(max(0.0, squares - total * found) / (of - 1)) if of > 1 else 0.0
    around = student(of - 1) * spread / sqrt(of)
    return Mean(round(found, 3), of, round(found - around, 3), round(found + around, 3))


def student(freedom: int) -> float:
    """The quantile of Student's distribution that leaves 2.5 % above it, to a thousandth.

    The first ones are tabulated; for others, the Cornish-Fisher expansion about the normal one is used (Abramowitz and
    Stegun, 26.7.5).
    """
    if freedom < len(_FIRST):
        return _FIRST[freedom]
    z, v = NORMAL, freedom
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / v + second / v**2 + third / v**3


_FIRST = (0.0, 12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622)
