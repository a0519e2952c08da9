"""The simulation compared with real moves."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from .measured import Measurement
from .queues import Times
from .site import Load, Site, lived

LOOKS = 1.5
"""Looks per move of two seats: the seat with the question looks, and every second time the other one has looked before.
"""
SHARES = (50, 90, 99)


@dataclass(frozen=True)
class Comparison:
    """Milliseconds within which these percentages of moves were answered: measured, and simulated."""

    moves: int
    busy: float
    """The fraction of time in which the process computed, as simulated."""
    crowded: float
    measured: list[float]
    simulated: list[float]


def compared(found: Measurement, seed: int = 1) -> Comparison:
    """Simulate the same moves, on a machine as crowded as it was."""
    rnd, prices = np.random.default_rng(seed), found.prices
    slower = replace(prices, look=prices.look * found.crowded, move=prices.move * found.crowded)
    count, one = len(found.sent), np.zeros(len(found.sent), np.int64)
    looked = np.maximum(found.sent - LOOKS * slower.look, 0)
    load = Load(found.sent, found.sent, np.zeros(count), one, one, looked, one, np.full(count, LOOKS * slower.look))
    life = lived(Site(1, 1, 1, 0, 1.0), slower, load, rnd)
    return Comparison(count, float(life.busy[0]), found.crowded, _told(found.took), _told(life.delay + found.floor))


def _told(took: Times) -> list[float]:
    return [float(each) * 1000 for each in np.percentile(took, SHARES)]
