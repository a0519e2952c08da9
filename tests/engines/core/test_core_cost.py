"""What a decision costs, counted in calls and not in time: the same on every machine, however busy it is."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from podesta_engines import RULESETS, playout
from podesta_engines.core.ruleset import Ruleset

CALLS = {"colonia": 43, "golden-horn": 42, "notre-dame": 37, "pillars-of-the-earth": 36, "troyes": 76}
"""Calls of functions and of builtins for a decision of a random game in plain Python."""
COMPILED = 0.2
"""So large a share of them is let pass where rules are compiled: four of the games had 0.01 to 0.10.

A chapter that fell back to plain Python, or calls by way of objects again, takes more."""
MORE = 1.15
"""So many times as many are let pass: of a fifth, the speed that README claims would be lost."""


def counted(work: Callable[[], object]) -> int:
    """How many calls some work makes."""
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
    """The second time, when what is made once is there. Whoever has a reason for more writes it here."""

    def play() -> int:
        return playout(ruleset, max(ruleset.seats), 2).decisions

    decisions = play()
    most = COMPILED if ruleset.compiled else MORE
    assert counted(play) <= CALLS[ruleset.id] * most * decisions
