"""Players for `podesta arena` to measure house bots against: `benchmarks/rules/players.py:to_the_end_40`.

They search as house bots did before there were values: every play-out goes to the end of the game.
"""

from __future__ import annotations

from random import Random
from time import process_time

from podesta_engines.core.position import Position
from podesta_engines.play.search import Tuning, search

TO_THE_END = Tuning(horizon=0)


def _within(p: Position, seat: int, rnd: Random, seconds: float) -> int:
    began = process_time()
    return search(p, seat, rnd, TO_THE_END, spent=lambda: (process_time() - began) / seconds)


def to_the_end_10(p: Position, seat: int, rnd: Random) -> int:
    """10 ms a move."""
    return _within(p, seat, rnd, 0.010)


def to_the_end_40(p: Position, seat: int, rnd: Random) -> int:
    """40 ms a move."""
    return _within(p, seat, rnd, 0.040)


def to_the_end_160(p: Position, seat: int, rnd: Random) -> int:
    """160 ms a move."""
    return _within(p, seat, rnd, 0.160)
