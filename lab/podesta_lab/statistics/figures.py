"""The figures of one filter, from the counts; openings as a tree: each choice with its frequency, and its results."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from .cube import Cube, Filter, Row
from .intervals import mean, share
from .results import VERSION, Bars, Choice, Opening, Place, Results, Stage, example_of
from .subjects import counted

MOST = 12
"""The most things listed for a subject in a stage."""
_LEAST = 5
"""The fewest plays offering a thing for it to be listed."""


def results(cube: Cube, chosen: Filter) -> Results:
    """All figures under a filter."""
    here, games = counted(cube.ruleset.id), cube.rows("games", chosen)
    return Results(
        version=VERSION,
        games=sum(each[0] for each in games),
        places=[Place(seats, place, share(won, plays)) for seats, place, plays, won in cube.rows("wins", chosen)],
        rounds=sorted(cube.rows("rounds", chosen)),
        answers=_bars(here.answers, dict(cube.rows("lengths", chosen)), games),
        scores=_bars(here.points, dict(cube.rows("scores", chosen)), cube.rows("means", chosen)),
        subjects=_subjects(cube, cube.rows("choices", chosen)),
        openings=tree(cube.rows("steps", chosen), cube.rows("positions", chosen)),
        things=cube.things.all,
    )


def _bars(width: int, counts: Mapping[int, int], moments: Iterable[Row]) -> Bars:
    """Bars without a gap, and the mean of counts, sums and sums of squares."""
    first, last = min(counts, default=0), max(counts, default=-1)
    of, total, squares = (sum(column) for column in zip(*[(0, 0.0, 0.0), *moments], strict=True))
    return Bars(width, first, [counts.get(bar, 0) for bar in range(first, last + 1)], mean(of, total, squares))


def _subjects(cube: Cube, rows: Iterable[Row]) -> dict[str, list[Stage]]:
    """The choices by subject and stage."""
    found: dict[str, dict[int, list[Choice]]] = defaultdict(lambda: defaultdict(list))
    for thing, stage, offered, chosen, fared, won, example in rows:
        if chosen and offered >= _LEAST:
            choice = Choice(thing, share(chosen, offered), share(won, fared), example_of(example))
            found[cube.things.all[thing].subject][stage].append(choice)
    rounds = [(0, None), *_rounds(counted(cube.ruleset.id).stages)]
    return {subject: _stages(rounds, stages) for subject, stages in found.items()}


def _rounds(firsts: list[int]) -> list[tuple[int, int | None]]:
    """The first and the last round of each stage; if all other stages are one round long, so is the last one."""
    last = firsts[-1] if firsts == [*range(firsts[0], firsts[-1] + 1)] else None
    return [*zip(firsts, [*(each - 1 for each in firsts[1:]), last], strict=True)]


def _stages(rounds: list[tuple[int, int | None]], stages: Mapping[int, list[Choice]]) -> list[Stage]:
    """Stages in their order, each with its most frequent choices."""
    told = sorted(stages.items())
    return [Stage(*rounds[stage], sorted(choices, key=_often)[:MOST]) for stage, choices in told]


def _often(choice: Choice) -> tuple[int, int]:
    return -choice.chosen.count, choice.thing


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
