"""Values: how far ahead of the others each seat will end, estimated from what lies on the table.

A game declares *features*, numbers of each seat at a table of which everything is known (a search draws what its seat
does not know, so nothing is peeked at). A fit gives each a weight, for each stage of the game (see
`podesta_engines.training`); the weights are data of the package, `data/value.json`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp
from operator import mul
from typing import Any

from msgspec import Struct

from .errors import RulesError

EACH = 6
"""Decisions of each seat that a play-out has at least before a table of three or more is judged."""
Rows = list[list[float]]
"""The features of each seat, in the order of their names."""


class Features(Struct, frozen=True, eq=False):
    """What a game tells of a table: names, and a function from the state to its stage and a row for each seat.

    A stage is an int that grows in the course of the game. The first feature is the score as it stands.
    """

    names: Sequence[str]
    read: Callable[[Any], tuple[int, Rows]]


class Stage(Struct, frozen=True):
    """The weights of one stage, and by how many points they err (one standard deviation)."""

    stage: int
    weights: list[float]
    error: float


class Value(Struct, frozen=True):
    """A fit: the rules and features it is for, its stages, and what it was fitted on.

    horizon: after how many decisions of a play-out it judges best at a table of two, see `Judge.depth`. games, samples,
    seconds (of CPU) and seats: on what it was fitted. r2 is the share of the variance of the final margin that it
    explains on samples it was not fitted on, r2_score the same of the score as it stands.
    """

    rules: str
    features: list[str]
    stages: list[Stage]
    horizon: int
    games: int
    samples: int
    seconds: float
    seats: list[int]
    r2: float
    r2_score: float


class OtherFeatures(RulesError):
    """A value was fitted on other features, or for other rules, than those that are to be judged."""

    def __init__(self, value: Value, rules: str, names: Sequence[str]) -> None:
        odd = sorted(set(value.features) ^ set(names))
        super().__init__(
            f"the value is for {value.rules} with {len(value.features)} features, not {rules} with {len(names)}; "
            f"fit it again (podesta fit). Different: {', '.join(odd) or 'their order'}"
        )


class Judge:
    """Judges tables by a value; raises OtherFeatures where that is for others."""

    def __init__(self, value: Value, rules: str, features: Features) -> None:
        if value.rules != rules or value.features != list(features.names):
            raise OtherFeatures(value, rules, features.names)
        self.horizon = value.horizon
        self._read = features.read
        self._stages = {each.stage: each for each in value.stages}

    def ahead(self, state: Any) -> tuple[list[float], float]:
        """The final score that each seat promises, up to what is common to all, and by how much that errs."""
        number, rows = self._read(state)
        stage = self._stages.get(number) or self._nearest(number)
        weights = stage.weights
        return [sum(map(mul, weights, row)) for row in rows], stage.error

    def depth(self, seats: int) -> int:
        """After how many decisions of a play-out it judges at a table of so many: where more than two play, later."""
        return max(self.horizon, EACH * seats) if seats > 2 else self.horizon

    def _nearest(self, number: int) -> Stage:
        """The stage that there are weights for and that is nearest."""
        self._stages[number] = min(self._stages.values(), key=lambda each: abs(each.stage - number))
        return self._stages[number]


def chance(ahead: float, error: float) -> float:
    """The chance to end in front of somebody, from how far ahead one is expected to end, and the error of that."""
    return 1 / (1 + exp(max(-60.0, min(60.0, -1.7 * ahead / error))))
