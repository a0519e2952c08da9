"""The fit: a seat's final lead over the table's mean, linear in how far its features are from the table's mean.

Relative to the mean of the seats, target and features are the same for any number of seats. One ridge over all samples
gives the weights, and each stage's own are drawn towards these, the more so the fewer its samples.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.value import Stage, Value

from .samples import Sample, samples

Array = NDArray[Any]
RIDGE, TOWARDS, FEWEST = 3.0, 30.0, 50
"""How strongly weights are drawn to 0, and a stage's to the common ones; rows below which a stage has no weights."""
HELD = 7
"""One game in `HELD` is left out of the fit, to judge it."""
HORIZONS = {"notre-dame": 16, "pillars-of-the-earth": 8, "golden-horn": 10}
"""Decisions of a play-out after which the value judges best, as found by matches; the default is 6."""


class SampleArrays(Struct):
    """Samples as arrays: a row for each seat of each sample, with its stage and whether its game is held out."""

    features: Array
    target: Array
    stage: Array
    held: Array


def table(found: Sequence[Sample]) -> SampleArrays:
    """Features and final scores, minus the table's mean and scaled as if that were the mean of the other seats."""
    parts: list[tuple[Array, Array]] = [_centred(each) for each in found]
    seats = [len(each.scores) for each in found]
    return SampleArrays(
        np.concatenate([rows for rows, _ in parts]),
        np.concatenate([scores for _, scores in parts]),
        np.repeat([each.stage for each in found], seats),
        np.repeat([each.game % HELD == 0 for each in found], seats),
    )


def _centred(sample: Sample) -> tuple[Array, Array]:
    rows, scores = np.array(sample.rows, float), np.array(sample.scores, float)
    wider = len(scores) / (len(scores) - 1)
    return (rows - rows.mean(0)) * wider, (scores - scores.mean()) * wider


def fit(ruleset: Ruleset, seconds: float, seats: Sequence[int] = (), seed: int = 0) -> Value:
    """Play for `seconds` of CPU at these numbers of seats (by default all), and fit a value."""
    assert ruleset.features is not None
    seats = list(seats) or list(ruleset.seats)
    found = samples(ruleset, seats, seconds, seed)
    whole = table(found)
    stages = fit_stages(whole)
    return Value(
        rules=ruleset.rules,
        features=list(ruleset.features.names),
        stages=stages,
        horizon=HORIZONS.get(ruleset.id, 6),
        games=found[-1].game + 1,
        samples=len(found),
        seconds=seconds,
        seats=seats,
        r2=round(explained(whole, stages), 3),
        r2_score=round(_share(whole.target[whole.held], whole.features[whole.held, 0]), 3),
    )


def fit_stages(whole: SampleArrays) -> list[Stage]:
    """Fit the weights of each stage that occurs."""
    fitted = ~whole.held
    scale = whole.features[fitted].std(0) + 1e-6
    common = _solve(whole.features[fitted] / scale, whole.target[fitted], RIDGE, np.zeros(len(scale)))
    return [_stage(whole, int(stage), scale, common) for stage in np.unique(whole.stage)]


def _stage(whole: SampleArrays, stage: int, scale: Array, common: Array) -> Stage:
    here = whole.stage == stage
    mine = here & ~whole.held
    weights = common
    if mine.sum() >= FEWEST:
        weights = _solve(whole.features[mine] / scale, whole.target[mine], TOWARDS, common)
    judged = here & whole.held if (here & whole.held).sum() >= FEWEST else here
    error = float(np.sqrt(np.mean((whole.target[judged] - whole.features[judged] @ (weights / scale)) ** 2)))
    return Stage(stage, [round(float(weight), 4) for weight in weights / scale], round(max(error, 0.5), 3))


def _solve(features: Array, target: Array, towards: float, start: Array) -> Array:
    """The weights of least squares, drawn towards a start."""
    square = features.T @ features + towards * np.eye(len(start))
    return start + np.linalg.solve(square, features.T @ (target - features @ start))


def explained(whole: SampleArrays, stages: Sequence[Stage]) -> float:
    """The share of the variance of the final margin that the stages explain on the held-out games."""
    guess = np.zeros(len(whole.target))
    for each in stages:
        here = whole.stage == each.stage
        guess[here] = whole.features[here] @ np.array(each.weights)
    return _share(whole.target[whole.held], guess[whole.held])


def _share(target: Array, guess: Array) -> float:
    return float(1 - ((target - guess) ** 2).sum() / max(1e-9, (target**2).sum()))
