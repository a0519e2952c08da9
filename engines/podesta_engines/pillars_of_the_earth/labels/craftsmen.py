"""The labels of craftsmen: inputs, outputs and number of uses; numbers as in RULES.md."""

from __future__ import annotations

from collections.abc import Sequence

from podesta_engines.core.words import Vocabulary
from podesta_engines.pillars_of_the_earth.components import Figures
from podesta_engines.pillars_of_the_earth.words import GOLD, NUMBER, POINTS, THING, TITLED

Turned = tuple[list[int], list[int], list[int]]
"""The inputs, the outputs, and the things required without being spent."""
TURNED: dict[str, Vocabulary] = {"needs": THING, "gives": THING, "held": THING}
"""The slots filled by `turned`."""
WORKS: dict[str, Vocabulary] = {**TURNED, "most": NUMBER}
"""The slots filled by `works`."""


def turned(here: Figures, card: int, times: int = 1) -> Turned:
    """P-133, P-136: the inputs, outputs and requirements of a craftsman for a number of uses."""
    needs = [kind for kind, number in here.needs[card] for _ in range(number * times)]
    gives = [POINTS] * (here.points[card] * times) + [GOLD] * (here.gold[card] * times)
    return needs, gives, [kind for kind, number in here.must_hold[card] for _ in range(number)]


def works(here: Figures, card: int) -> tuple[list[int], list[int], list[int], int]:
    """P-140: the inputs, outputs and requirements of one use, and the uses of a round."""
    return (*turned(here, card), here.capacity[card])


def named(row: Sequence[int], card: int) -> tuple[int, int]:
    """A craftsman's title, and the round of his card if the row has another with that title, else 0."""
    title, when = TITLED[card]
    return title, when if sum(TITLED[other][0] == title for other in row) > 1 else 0
