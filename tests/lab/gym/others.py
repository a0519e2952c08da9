"""Other projects' tools on every table: `python -m tests.lab.gym.others openspiel` (or `pettingzoo`).

OpenSpiel has to be installed for the first (`pip install open-spiel`): its `random_sim_test`, states saved and read
back, then some moves of its MCTS and ISMCTS. The second is PettingZoo's `performance_benchmark`, which measures and
asserts nothing; its tests are in the suite.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from podesta_engines import RULESETS

MOVES, SIMULATIONS = 3, 5


def bots(game: Any) -> list[Any]:
    """OpenSpiel's searches over its own random play-outs."""
    from open_spiel.python.algorithms import ismcts, mcts

    rng = np.random.RandomState(1)
    outcome = mcts.RandomRolloutEvaluator(1, rng)
    plain = mcts.MCTSBot(game, 1.4, SIMULATIONS, outcome, random_state=rng, solve=False)
    return [plain, ismcts.ISMCTSBot(game, outcome, 1.4, SIMULATIONS, random_state=rng)]


def moves(game: Any, bot: Any) -> list[str]:
    """The first moves of a game that a bot plays for all seats."""
    rng, state, said = np.random.RandomState(2), game.new_initial_state(), list[str]()
    while len(said) < MOVES and not state.is_terminal():
        if state.is_chance_node():
            options, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(options, p=chances)))
        else:
            action = bot.step(state)
            said.append(state.action_to_string(state.current_player(), action))
            state.apply_action(action)
    return said


def openspiel() -> None:
    """Every table as a game of OpenSpiel; raises at the first that does not pass."""
    import pyspiel

    from podesta_lab.gym.openspiel import openspiel_game

    for ruleset in RULESETS.all():
        for seats in ruleset.seats:
            game = openspiel_game(ruleset, seats)
            pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
            played = [moves(game, bot) for bot in bots(game)]
            print(ruleset.id, seats, "random_sim_test passes; MCTS and ISMCTS play", played, flush=True)


def pettingzoo() -> None:
    """PettingZoo's speed on every table."""
    from pettingzoo.test import performance_benchmark

    from podesta_lab.gym.aec import aec_env

    for ruleset in RULESETS.all():
        for seats in ruleset.seats:
            print(ruleset.id, seats, flush=True)
            performance_benchmark(aec_env(ruleset, seats))


if __name__ == "__main__":
    {"openspiel": openspiel, "pettingzoo": pettingzoo}[sys.argv[1]]()
