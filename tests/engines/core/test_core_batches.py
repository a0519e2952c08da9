"""Play-outs of many positions at once: the same on any number of processes, and those that a bot would make itself.

The cost of a decision, counted in calls and not in time: the same on every machine, however busy it is.
"""

import sys
from collections.abc import Callable
from random import Random
from types import FrameType
from typing import Any

import pytest

from podesta_engines import RULESETS, playout, save
from podesta_engines.core.errors import Unkept
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.play.batch import Final, rollouts
from podesta_engines.play.forward import play_on, source
from podesta_engines.play.processes import spread

GOLDEN_HORN = RULESETS.named("golden-horn")


def positions(ruleset: Ruleset, count: int) -> list[Position]:
    """Positions a few decisions after the beginning."""
    found = [ruleset.start(ruleset.seats.start) for _ in range(count)]
    for seed, p in enumerate(found):
        play_on(p, None, Random(seed), 5 + seed)
    return found


def by_hand(p: Position, number: int, repeat: int, seed: int) -> Final:
    """A play-out as a user's own program would make it."""
    here = p.clone()
    decisions = play_on(here, p.rules.policies["greedy"], source(seed, number, repeat))
    standings = p.rules.result(here.state).standings
    return Final([each.score for each in standings], [each.rank for each in standings], decisions, here.ask is None)


@pytest.mark.parametrize("ruleset", RULESETS.all(), ids=lambda ruleset: ruleset.id)
def test_play_outs_are_those_of_the_forward_model(ruleset: Ruleset) -> None:
    """Each has its randomness from the seed and its place alone, and positions are unchanged."""
    given = positions(ruleset, 2)
    before = [save(p) for p in given]
    found = rollouts(given, "greedy", 2, seed=7, jobs=1)
    assert found == [[by_hand(p, number, repeat, 7) for repeat in range(2)] for number, p in enumerate(given)]
    assert all(final.over for finals in found for final in finals)
    assert [save(p) for p in given] == before


def test_any_number_of_processes_finds_the_same() -> None:
    """Parts return in any order; results are in that of the positions. Another seed gives other results."""
    given = positions(GOLDEN_HORN, 3)
    alone = rollouts(given, "random", 7, jobs=1)
    assert [len(finals) for finals in alone] == [7, 7, 7]
    assert rollouts(given, "random", 7, jobs=2) == alone
    assert rollouts(given, "random", 7, seed=1, jobs=1) != alone
    assert rollouts(given, "random", 5, jobs=1) == [finals[:5] for finals in alone]


def test_a_horizon_ends_play_outs() -> None:
    """Scores are then those of the unfinished table."""
    [finals] = rollouts(positions(GOLDEN_HORN, 1), "random", 3, horizon=4, jobs=1)
    assert [(final.decisions, final.over) for final in finals] == [(4, False)] * 3


def test_nothing_is_played_out_of_nothing() -> None:
    """No positions, or no play-outs, need no process."""
    assert rollouts([], "random", 5) == []
    assert rollouts(positions(GOLDEN_HORN, 2), "random", 0) == [[], []]


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda given: rollouts(given, "peeking", 1, jobs=1), KeyError),
        (lambda given: rollouts(given, "random", -1, jobs=1), ValueError),
        (lambda given: rollouts(given, "random", 1, seed=-1, jobs=1), ValueError),
        (lambda given: rollouts([p.clone(keep=False) for p in given], "random", 1, jobs=1), Unkept),
    ],
    ids=["policy", "count", "seed", "checkpoints"],
)
def test_what_cannot_be_played_out_is_refused(call: Callable[[list[Position]], object], error: type[Exception]) -> None:
    """Before any play-out."""
    with pytest.raises(error):
        call(positions(GOLDEN_HORN, 1))


def broken(part: int) -> int:
    """A part of some work that fails."""
    return 12 // part


def test_what_a_part_raises_comes_to_the_caller() -> None:
    """From another process, too; the processes end."""
    with pytest.raises(ZeroDivisionError):
        list(spread(broken, [1, 2, 0, 3], 2))


CALLS = {"colonia": 43, "golden-horn": 42, "notre-dame": 37, "pillars-of-the-earth": 36, "troyes": 76}
"""Calls of functions and of builtins for a decision of a random game in plain Python."""
COMPILED = 0.2
"""The share of them allowed for compiled rules: four of the games had 0.01 to 0.10.

A chapter that fell back to plain Python, or to calls by way of objects, takes more.
"""
MORE = 1.15
"""The factor allowed: with a fifth more, the speed claimed in the README would be lost."""


def counted(work: Callable[[], object]) -> int:
    """The number of calls that some work makes."""
    calls = 0

    def see(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(see)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize("ruleset", RULESETS.all(), ids=lambda ruleset: ruleset.id)
def test_a_decision_takes_no_more_calls_than_it_did(ruleset: Ruleset) -> None:
    """Counted the second time, with caches filled. To allow more for a good reason, change the figures here."""

    def play() -> int:
        return playout(ruleset, max(ruleset.seats), 2).decisions

    decisions = play()
    most = COMPILED if ruleset.compiled else MORE
    assert counted(play) <= CALLS[ruleset.id] * most * decisions
