"""The points at the end; numbers as in RULES.md."""

from __future__ import annotations

from collections.abc import Sequence

from podesta_engines.core.ruleset import Result, rank

from .components import FIGURES
from .state import State
from .words import REASON


def score(warehouse: Sequence[int], edition: int = 0) -> dict[str, int]:
    """G-44: one point per good, and points for sets of different goods, divided in the best way (G-45)."""
    *_, fourth, fifth, sixth = sorted(warehouse, reverse=True)
    points = FIGURES[edition].bonus
    sets = (fourth - fifth, fifth - sixth, sixth)
    goods = sum(warehouse)
    bonus = sets[0] * points[4] + sets[1] * points[5] + sets[2] * points[6]
    return {
        "goods": goods,
        "sets_of_four": sets[0],
        "sets_of_five": sets[1],
        "sets_of_six": sets[2],
        "bonus": bonus,
        "total": goods + bonus,
    }


def scores(g: State) -> list[dict[str, int]]:
    """G-44: the parts of every seat's score, by word."""
    return [score(player.warehouse or [], g.edition) for player in g.players]


def result(g: State) -> Result:
    """G-46: the highest total wins; equal totals share the rank."""
    parts = scores(g)
    return Result(REASON.slug(g.end), g.round, rank([(each["total"],) for each in parts], parts))


def bound(seats: int) -> int:
    """G-60: the maximum number of decisions: the placements, then sixteen for each of 200 turns a seat (G-59)."""
    return seats + 200 * seats * 16
