"""The worth of a result to each seat, and the worth that a ruleset's value expects before the end.

Networks learn it, and the searches that they guide maximise it: half by rank, half by points. -1 means losing to all
others by far, 1 beating them all by far; at a table of two, one seat's worth is minus the other's.
"""

from __future__ import annotations

from math import tanh
from typing import Any

from podesta_engines.core.ruleset import Result
from podesta_engines.core.value import Judge, chance
from podesta_lab.gym.table import by_points, by_rank

FAR = 20
"""The lead in points over the mean of the others that is nearly as good as any larger one."""


def reward(ended: Result) -> list[float]:
    """The worth of a result to each seat."""
    return [(rank + tanh(ahead / FAR)) / 2 for rank, ahead in zip(by_rank(ended), by_points(ended), strict=True)]


def promised(judge: Judge, state: Any) -> list[float]:
    """The worth to each seat that a ruleset's value expects, from the whole table."""
    scores, error = judge.ahead(state)
    return [_worth(scores[seat], scores[:seat] + scores[seat + 1 :], error) for seat in range(len(scores))]


def _worth(mine: float, others: list[float], error: float) -> float:
    beaten = sum([chance(mine - each, error) for each in others]) / len(others)
    return beaten - 0.5 + tanh((mine - sum(others) / len(others)) / FAR) / 2
