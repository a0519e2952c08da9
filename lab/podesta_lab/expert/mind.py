"""A network as used by a search: the probability that each answer is best, and the worth of a table to each seat."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.script import Ask
from podesta_lab.gym.net import Net, NetworkMismatch, through

from .worth import promised


class Mind(Net):
    """A network with values, for a ruleset and a number of seats; raises NetworkMismatch, OSError without a file.

    Its value is a correction to the ruleset's own value, from the view of the asked seat; the correction for the others
    adds up to its negative.
    """

    def __init__(self, path: Path, ruleset: Ruleset, seats: int) -> None:
        super().__init__(path, ruleset, seats)
        if not self.values:
            raise NetworkMismatch(str(path), "answers alone", "a search (learn.py --judge)")
        *self._thoughts, self._verdict = self.values
        assert ruleset.judge is not None, "a ruleset with a network has a value"
        self._judge = ruleset.judge

    def priors(self, p: Position, ask: Ask) -> dict[int, float]:
        """The share of each option of a question, from what its seat sees."""
        return self._shares(p, ask, self.seeing(p, ask.seat))

    def look(self, p: Position, ask: Ask) -> tuple[dict[int, float], list[float]]:
        """The shares, and the worth of a table to each seat, -1 to 1; it reads the whole table."""
        x = self.seeing(p, ask.seat)
        return self._shares(p, ask, x), self._worths(p, ask.seat, x)

    def _shares(self, p: Position, ask: Ask, x: np.ndarray) -> dict[int, float]:
        likes = self.likes(p, ask, x)
        shares = np.exp(likes - likes.max())
        return dict(zip(ask.options, (shares / shares.sum()).tolist(), strict=True))

    def _worths(self, p: Position, seat: int, x: np.ndarray) -> list[float]:
        weights, bias = self._verdict
        found = promised(self._judge, p.state)
        more = float((through(self._thoughts, x) @ weights + bias)[0])
        less = more / (len(found) - 1)
        return [max(-1.0, min(1.0, each + (more if own == seat else -less))) for own, each in enumerate(found)]


@cache
def kept_mind(path: Path, ruleset: Ruleset, seats: int) -> Mind:
    """A network, read once and kept in memory (at most 3 MB); raises NetworkMismatch and OSError."""
    return Mind(path, ruleset, seats)
