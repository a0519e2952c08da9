"""Environments: other projects' tests pass for every ruleset at every table, and games run and end by the rules."""

from __future__ import annotations

import copy
import gc
import pickle
import warnings
import weakref
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.test import api_test, seed_test

from podesta_engines import RULESETS
from podesta_engines.core.errors import BadSetup
from podesta_engines.core.ruleset import Result, Standing
from podesta_lab.gym.actions import IllegalAction
from podesta_lab.gym.aec import TableEnv, aec_env
from podesta_lab.gym.table import GameOver, TableSetup, by_points, by_rank
from podesta_lab.gym.vector import VectorEnv
from tests.kit.evidence import evidence
from tests.kit.walks import Table

HORN = RULESETS.named("golden-horn")
CYCLES = evidence(40, 300)


def chosen(mask: np.ndarray, rnd: Random) -> int:
    """An open action at random."""
    return int(rnd.choice(mask.nonzero()[0]))


def played(env: TableEnv, seed: int) -> list[tuple[str, int]]:
    """A whole game: who took which action."""
    rnd, steps = Random(seed), list[tuple[str, int]]()
    env.reset(seed=seed)
    for agent in env.agent_iter(env.rules.ruleset.bound(env.rules.seats)):
        seen, _, ended, _, _ = env.last()
        action = None if ended else chosen(seen["action_mask"], rnd)
        steps += [] if action is None else [(agent, action)]
        env.step(action)
    return steps


def test_pettingzoos_own_tests_pass(table: Table) -> None:
    """PettingZoo's own `api_test` and `seed_test`; they warn of every space that is no plain box."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        api_test(aec_env(*table), num_cycles=CYCLES)
        seed_test(lambda: aec_env(*table), num_cycles=CYCLES)


def test_a_seed_decides_the_game() -> None:
    """With the same actions: two environments, or one after another in the same."""
    env = aec_env(HORN, 2)
    first = played(env, 7)
    assert played(env, 7) == first == played(aec_env(HORN, 2), 7)
    assert played(env, 8) != first


def test_the_end_rewards_every_seat_once() -> None:
    """All agents get their reward at the end, and none before."""
    env, rnd, got = aec_env(HORN, 3), Random(1), dict[str, float]()
    env.reset(seed=1)
    for agent in env.agent_iter():
        seen, reward, ended, truncated, _ = env.last()
        assert not truncated
        assert ended or reward == 0
        if ended:
            got[agent] = reward
        env.step(None if ended else chosen(seen["action_mask"], rnd))
    assert sorted(got) == ["seat_0", "seat_1", "seat_2"]
    assert sum(got.values()) == 0
    assert not env.agents


def test_an_action_that_is_not_open_leaves_the_environment_as_it_was() -> None:
    """It is refused, and the same question is open."""
    env = aec_env(HORN, 2)
    env.reset(seed=1)
    before, agent = env.last()[0], env.agent_selection
    shut = int((before["action_mask"] == 0).nonzero()[0][0])
    with pytest.raises(IllegalAction, match=f"action {shut}"):
        env.step(shut)
    assert env.agent_selection == agent
    assert (env.last()[0]["observation"] == before["observation"]).all()


def test_a_table_that_there_is_not_is_refused() -> None:
    """Seats, options and rewards by name."""
    with pytest.raises(BadSetup):
        aec_env(HORN, 9)
    with pytest.raises(BadSetup):
        aec_env(HORN, 2, options={"dragons": True})
    with pytest.raises(KeyError, match="glory"):
        aec_env(HORN, 2, reward="glory")


def test_many_tables_play_and_begin_again(table: Table) -> None:
    """Spaces contain all observations; a game's end rewards its seats, and the next question belongs to a new game."""
    env, rnd = VectorEnv(*table, 4), Random(3)
    seen, told = env.reset(seed=5)
    for _ in range(evidence(60, 600)):
        assert env.observation_space.contains(seen)
        actions = np.array([chosen(mask, rnd) for mask in seen["action_mask"]])
        acting = told["seat"].copy()
        seen, rewards, ended, truncated, told = env.step(actions)
        assert not truncated.any()
        assert (told["rewards"][~ended] == 0).all()
        assert rewards.tolist() == [told["rewards"][i, seat] for i, seat in enumerate(acting)]
        assert [table.position.actor for table in env.tables] == told["seat"].tolist()


def test_many_tables_follow_from_a_seed() -> None:
    """The same seed and choices, the same games; tables differ among each other."""

    def run() -> list[bytes]:
        env, rnd = VectorEnv(HORN, 2, 3), Random(1)
        seen, _ = env.reset(seed=11)
        rows = [seen["observation"].tobytes()]
        for _ in range(80):
            seen, *_ = env.step([chosen(mask, rnd) for mask in seen["action_mask"]])
            rows.append(seen["observation"].tobytes())
        return rows

    assert run() == run()
    env = VectorEnv(HORN, 2, 3)
    seen, _ = env.reset(seed=11)
    assert len({row.tobytes() for row in seen["observation"]}) > 1


def test_one_action_that_is_not_open_stops_all_tables() -> None:
    """Nothing has changed at any of them."""
    env = VectorEnv(HORN, 2, 2)
    seen, _ = env.reset(seed=1)
    before, positions = seen["observation"].copy(), [table.position.fingerprint() for table in env.tables]
    opened, shut = int(seen["action_mask"][0].argmax()), int(seen["action_mask"][1].argmin())
    with pytest.raises(IllegalAction):
        env.step([opened, shut])
    assert (env.observed()["observation"] == before).all()
    assert [table.position.fingerprint() for table in env.tables] == positions


def test_an_environment_says_what_is_asked() -> None:
    """In a form for people, on request."""
    env = TableEnv(TableSetup(HORN, 2), render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert text is not None
    assert text.startswith("seat_")
    assert text.count("\n- ") == int(env.last()[0]["action_mask"].sum())


def test_rewards_by_rank_and_by_points() -> None:
    """Sums are 0; ties share; one seat's points count against the mean of the others."""
    ended = Result(
        "port_empty", 9, [Standing(i, rank, s, {}) for i, (rank, s) in enumerate([(1, 30), (1, 30), (3, 12)])]
    )
    assert by_rank(ended) == [0.5, 0.5, -1.0]
    assert by_points(ended) == [9.0, 9.0, -18.0]


def along(env: TableEnv, steps: int) -> list[tuple[str, int]]:
    """The actions of some steps from here, each drawn from the mask by the same chance."""
    rnd, taken = Random(9), list[tuple[str, int]]()
    for _ in range(steps):
        action = chosen(env.last()[0]["action_mask"], rnd)
        taken.append((env.agent_selection, action))
        env.step(action)
    return taken


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_goes_on_from_the_same_position(table: Table, copied: Callable[[Any], Any]) -> None:
    """Of a table in the middle of a game, with the same future draws."""
    env = aec_env(*table)
    env.reset(seed=3)
    along(env, 12)
    other = copied(env)
    assert along(other, 15) == along(env, 15)


def test_a_copy_of_many_tables_goes_on_alike() -> None:
    """It has arrays of its own, too."""
    env, rnd = VectorEnv(HORN, 2, 3), Random(1)
    seen, _ = env.reset(seed=11)
    for _ in range(30):
        seen, *_ = env.step([chosen(mask, rnd) for mask in seen["action_mask"]])
    actions = seen["action_mask"].argmax(1)
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        before = env.observed()["observation"].copy()
        after = other.step(actions)[0]["observation"].copy()
        assert (env.observed()["observation"] == before).all()
        assert (after != before).any()
    assert (env.step(actions)[0]["observation"] == after).all()


def test_seeds_are_any_integers_from_0() -> None:
    """Those of numpy, alone or one for each table; -1, which Python treats as 1, is refused."""
    env = VectorEnv(HORN, 2, 2)
    rows = [env.reset(seed=seed)[0]["observation"].copy() for seed in (np.array([5, 6]), [5, 6], (np.int64(5), 6))]
    assert all((row == rows[0]).all() for row in rows)
    for seed in (-1, [1, -1], [1]):
        with pytest.raises(ValueError, match="seed"):
            env.reset(seed=seed)
    rows = []
    for seed in (np.int64(7), 7):
        single = aec_env(HORN, 2)
        single.reset(seed=seed)
        rows.append(single.last()[0]["observation"].copy())
    assert (rows[0] == rows[1]).all()


def test_only_the_tables_of_a_mask_begin_again() -> None:
    """As documented for Gymnasium's `reset_mask`."""
    env = VectorEnv(HORN, 2, 2)
    env.reset(seed=1)
    env.step([int(mask.argmax()) for mask in env.observed()["action_mask"]])
    before = env.observed()["observation"].copy()
    after = env.reset(seed=[8, 8], options={"reset_mask": np.array([False, True])})[0]["observation"]
    assert (before == after).all(axis=1).tolist() == [True, False]


def test_what_ended_is_told_before_the_next_game() -> None:
    """The last observation, under Gymnasium's name for SAME_STEP, if a game ended and only then."""
    env, rnd = VectorEnv(HORN, 2, 3), Random(2)
    seen, told = env.reset(seed=4)
    while "final_obs" not in told:
        seen, _, ended, _, told = env.step([chosen(mask, rnd) for mask in seen["action_mask"]])
    assert told["_final_obs"].tolist() == ended.tolist() == [each is not None for each in told["final_obs"]]
    last = next(each for each in told["final_obs"] if each is not None)
    assert env.single_observation_space.contains(last)
    assert not last["action_mask"].any()
    assert (told["final_info"]["rewards"] == told["rewards"]).all()


def test_environments_are_given_back() -> None:
    """An environment without references is freed."""
    made = [aec_env(HORN, 2) for _ in range(3)]
    for env in made:
        env.reset(seed=1)
        env.observation_space("seat_0")
    kept = [weakref.ref(env) for env in made]
    del made, env
    gc.collect()
    assert [ref() for ref in kept] == [None] * 3


def test_what_cannot_be_done_is_said() -> None:
    """An unknown render mode, a step before or after a game, an action that is no integer."""
    for mode in ("human", "rgb_array", "x"):
        with pytest.raises(ValueError, match=mode):
            aec_env(HORN, 2, render_mode=mode)
    env = aec_env(HORN, 2, render_mode="ansi")
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset(seed=1)
    for action in (None, 2.0, "1"):
        with pytest.raises(IllegalAction, match="no integer"):
            env.step(action)
    played(env, 1)
    assert str(env.render()).startswith("The game is over: seat_0")
    with pytest.raises(GameOver):
        env.step(0)
