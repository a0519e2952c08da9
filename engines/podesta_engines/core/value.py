"""Values: how far ahead of the others each seat will end, estimated from the table.

A game declares *features*, numbers for each seat at a table where everything is known (a search draws what its seat
does not know, so nothing hidden is used). A fit assigns each a weight for each stage of the game (see
`podesta_lab.training`); the weights are data of the package, `data/value.json`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp
from operator import mul
from typing import Any

from msgspec import Struct

from .errors import RulesError
from .texts.sentences import sentence

EACH = 6
"""The minimum number of decisions per seat in a play-out before a table of three or more is judged."""
Rows = list[list[float]]
"""The features of each seat, in the order of their names."""


class Features(Struct, frozen=True, eq=False):
    """The features of a game: names, and a function from the state to its stage and a row for each seat.

    A stage is an int that grows in the course of the game. The first feature is the current score.
    """

    names: Sequence[str]
    read: Callable[[Any], tuple[int, Rows]]


class Stage(Struct, frozen=True):
    """The weights of one stage, and their error in points (one standard deviation)."""

    stage: int
    weights: list[float]
    error: float


class Value(Struct, frozen=True):
    """A fit: its rules, features and stages, and the data it was fitted on.

    horizon: the number of decisions of a play-out after which it judges best at a table of two, see `Judge.depth`.
    games, samples, seconds (of CPU) and seats: the data it was fitted on. r2: the share of the variance of the final
    margin that it explains on held-out samples; r2_score: the same for the current score alone.
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
    """A value was fitted on other features, or for other rules, than those it should judge."""

    def __init__(self, value: Value, rules: str, names: Sequence[str]) -> None:
        odd = sorted(set(value.features) ^ set(names))
        super().__init__(
            sentence(
                "other-features",
                rules=value.rules,
                features=len(value.features),
                wanted=rules,
                known=len(names),
                different=odd or sentence("their-order"),
            )
        )


class Judge:
    """Judges tables by a value; raises OtherFeatures if that was fitted for other rules or features."""

    def __init__(self, value: Value, rules: str, features: Features) -> None:
        if value.rules != rules or value.features != list(features.names):
            raise OtherFeatures(value, rules, features.names)
        self.horizon = value.horizon
        self._read = features.read
        self._stages = {each.stage: each for each in value.stages}

    def ahead(self, state: Any) -> tuple[list[float], float]:
        """The expected final score of each seat, up to a constant common to all, and its error in points."""
        number, rows = self._read(state)
        stage = self._stages.get(number) or self._nearest(number)
        weights = stage.weights
        return [sum(map(mul, weights, row)) for row in rows], stage.error

    def depth(self, seats: int) -> int:
        """The number of decisions of a play-out before a table of `seats` is judged; more for more than two."""
        return max(self.horizon, EACH * seats) if seats > 2 else self.horizon

    def _nearest(self, number: int) -> Stage:
        """The nearest stage that has weights; cached."""
        self._stages[number] = min(self._stages.values(), key=lambda each: abs(each.stage - number))
        return self._stages[number]


def chance(ahead: float, error: float) -> float:
    """The probability to end ahead of another seat, from the expected lead and its error."""
    return 1 / (1 + exp(max(-60.0, min(60.0, -1.7 * ahead / error))))
