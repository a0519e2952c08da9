"""How the client waits for a service that is away: longer each time, and never in step with others."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from podesta.v1 import game_master_pb2 as pb
from podesta_client import Problem
from podesta_client.channels import FIRST_OF_STREAMS, Patience
from podesta_client.problems import problem_of


def test_patience_grows_and_ends() -> None:
    """Bounds double up to the longest, what the service asks for comes before them, a success starts anew."""
    now = 0.0
    patience = Patience(10.0, clock=lambda: now, chance=lambda: 1.0)
    away = problem_of(pb.Problem(type="store-unavailable"))
    assert [patience.pause(away) for _ in range(7)] == [0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 2.0]
    away.retry_after = 0.7
    assert patience.pause(away) == 2.7
    now = 9.9
    with pytest.raises(Problem):
        patience.pause(away)
    patience.restart()
    assert patience.pause(away) == 0.75
    with pytest.raises(Problem, match="game-over"):
        patience.pause(problem_of(pb.Problem(type="game-over")))


def test_those_who_lost_the_same_process_come_back_apart() -> None:
    """A thousand streams that one process ended: no tenth of a second has more than its share of them, by a half."""
    chance = Random(20).random
    draining = problem_of(pb.Problem(type="draining"))
    draining.retry_after = 0.1
    pauses = [Patience(10.0, FIRST_OF_STREAMS, chance=chance).pause(draining) for _ in range(1_000)]
    assert 0.1 <= min(pauses) < max(pauses) <= 0.1 + FIRST_OF_STREAMS
    assert max(Counter(int(10 * each) for each in pauses).values()) < 1.5 * 1_000 * 0.1 / FIRST_OF_STREAMS
