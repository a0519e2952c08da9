"""One learner against house bots: other projects' checkers pass, games end, and the mask is the learner's."""

from __future__ import annotations

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from podesta_engines.core.errors import BadSetup
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.play.house import CannotPlay
from podesta_lab.gym.actions import IllegalAction
from podesta_lab.gym.learner import LearnerEnv


def made(ruleset: Ruleset, **wished: bool) -> LearnerEnv:
    """An environment for a learner, with greedy players on as many other seats as needed."""
    name = ruleset.rules.replace("/", "-v")
    others = ("greedy",) * (min(ruleset.seats) - 1)
    return gymnasium.make(f"podesta/{name}", opponents=others, **wished).unwrapped  # type: ignore[return-value,arg-type]


def test_gymnasiums_checker_passes(ruleset: Ruleset) -> None:
    """Without a warning. It plays actions that it sampled earlier, which may not be open any more."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(made(ruleset, illegal_loses=True))


def test_a_game_is_rewarded_at_its_end(ruleset: Ruleset) -> None:
    """Every question is the learner's own, and the last step alone has a reward."""
    env = made(ruleset)
    _, told = env.reset(seed=3)
    over, steps = False, 0
    while not over:
        assert env.action_masks().any()
        assert env._table.ask is not None
        assert told["seat"] == env._table.ask.seat
        _, reward, over, cut, told = env.step(env.action_space.sample())
        assert over or reward == 0
        assert not cut
        steps += 1
    assert -1 <= reward <= 1
    assert not env.action_masks().any()
    assert steps > 5


def test_a_seed_decides_the_game() -> None:
    """Draws, seats and the random choices of bots."""

    def rows() -> list[bytes]:
        env = LearnerEnv("golden-horn/1", ("easy",))
        seen, _ = env.reset(seed=5)
        found = [seen.tobytes()]
        for _ in range(20):
            seen, *_ = env.step(env.action_masks().argmax())
            found.append(seen.tobytes())
        return found

    assert rows() == rows()


def test_bots_that_search_play_too() -> None:
    """For these, positions keep checkpoints."""
    env = LearnerEnv("golden-horn/1", ("search:2",), seat=1)
    env.reset(seed=1)
    env.step(env.action_masks().argmax())
    assert env._own == 1


def test_what_cannot_be_played_is_refused() -> None:
    """Unknown bots, seats, options and actions."""
    with pytest.raises(CannotPlay):
        LearnerEnv("golden-horn/1", ("dragon",))
    with pytest.raises(BadSetup):
        LearnerEnv("golden-horn/1", ("greedy",) * 9)
    with pytest.raises(ValueError, match="seat 2"):
        LearnerEnv("golden-horn/1", seat=2)
    env = LearnerEnv("golden-horn/1")
    env.reset(seed=1)
    with pytest.raises(IllegalAction):
        env.step(int(np.argmin(env.action_masks())))
