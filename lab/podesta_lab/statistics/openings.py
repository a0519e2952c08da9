"""Openings as a tree: each choice with its frequency, and the results of all who reached the same position."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from .cube import Row
from .intervals import share
from .results import Opening, example_of

WIDTHS = (8, 5, 4, 3)
"""The most choices listed after none, one, two and three others."""
_Steps = Mapping[str, list[tuple[int, int]]]
_Position = tuple[int, int, Mapping[str, Any] | None]
_Positions = Mapping[str, _Position]


def tree(steps: Iterable[Row], positions: Iterable[Row]) -> list[Opening]:
    """The most frequent openings, from steps (before, thing, plays) and positions (position, plays, won, example).

    A position is written as the numbers of the chosen things, in ascending order, joined by dots.
    """
    following = defaultdict[str, list[tuple[int, int]]](list)
    for before, thing, plays in steps:
        following[before].append((plays, thing))
    known: dict[str, _Position] = {position: (plays, won, found) for position, plays, won, found in positions}
    return _after("", following, known, 0)


def reached(before: str, thing: int) -> str:
    """The position after one more choice."""
    chosen = [int(each) for each in before.split(".") if each]
    return ".".join(map(str, sorted([*chosen, thing])))


def _after(before: str, steps: _Steps, positions: _Positions, depth: int) -> list[Opening]:
    if depth == len(WIDTHS) or before not in steps or before not in positions:
        return []
    of, told = positions[before][0], list[Opening]()
    for plays, thing in sorted(steps[before], key=lambda each: (-each[0], each[1]))[: WIDTHS[depth]]:
        if (found := positions.get(reached(before, thing))) is not None:
            told.append(_opening(thing, plays, of, found, _after(reached(before, thing), steps, positions, depth + 1)))
    return told


def _opening(thing: int, plays: int, of: int, found: _Position, then: list[Opening]) -> Opening:
    all_plays, won, example = found
    return Opening(thing, share(plays, of), share(won, all_plays), example_of(example), then)
