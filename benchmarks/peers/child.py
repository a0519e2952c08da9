"""A process with one library: for each input line it plays random games for that many seconds of CPU.

It is run as a script (`child.py LIBRARY GAME`) with the library's folder on its path, and prints how many decisions
were made, and in how many seconds of CPU. Draws are played and not counted; forced decisions count.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from random import Random
from time import process_time
from typing import Any

PlayOne = Callable[[Random], int]
"""Plays one game to its end; returns the number of decisions."""


def podesta(game: str) -> PlayOne:
    """This tree's engines."""
    engines = import_module("podesta_engines")
    ruleset = engines.RULESETS.named(game)

    def play(rnd: Random) -> int:
        return int(engines.playout(ruleset, max(ruleset.seats), rnd.getrandbits(32)).decisions)

    return play


def open_spiel(game: str) -> PlayOne:
    """OpenSpiel, from Python."""
    if game.startswith("python_"):
        import_module("open_spiel.python.games")
    known = import_module("pyspiel").load_game(game)

    def play(rnd: Random) -> int:
        state, decisions = known.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rnd.choices(outcomes, weights)[0])
            else:
                decisions += 1
                state.apply_action(rnd.choice(state.legal_actions()))
        return decisions

    return play


def catanatron(_game: str) -> PlayOne:
    """Catanatron's own random players."""
    catan = import_module("catanatron")

    def play(rnd: Random) -> int:
        game = catan.Game([catan.RandomPlayer(colour) for colour in catan.Color], seed=rnd.getrandbits(32))
        game.play()
        return len(game.state.actions)

    return play


def rlcard(game: str) -> PlayOne:
    """RLCard's environments."""
    env = import_module("rlcard").make(game)

    def play(rnd: Random) -> int:
        decisions = 0
        state, _ = env.reset()
        while not env.is_over():
            decisions += 1
            state, _ = env.step(rnd.choice(list(state["legal_actions"])))
        return decisions

    return play


def pettingzoo(game: str) -> PlayOne:
    """PettingZoo's environments, by their masks."""
    env = import_module(f"pettingzoo.classic.{game}").env()
    return lambda rnd: _cycle(env, rnd)


def _cycle(env: Any, rnd: Random) -> int:
    """A game of an environment that asks one agent after another; steps of eliminated agents do not count."""
    decisions = 0
    env.reset(seed=rnd.getrandbits(31))
    for _ in env.agent_iter():
        seen, _, ended, cut, _ = env.last()
        decisions += not (ended or cut)
        env.step(None if ended or cut else _masked(seen, rnd))
    return decisions


def _masked(seen: Any, rnd: Random) -> int:
    return int(rnd.choice(seen["action_mask"].nonzero()[0]))


LIBRARIES: dict[str, Callable[[str], PlayOne]] = {
    each.__name__: each for each in (podesta, open_spiel, catanatron, rlcard, pettingzoo)
}


def main(library: str, game: str) -> None:
    """Play for each line of the input, to its end."""
    play, rnd = LIBRARIES[library](game), Random(1)
    play(rnd)
    print("ready", flush=True)
    for line in sys.stdin:
        decisions, began = 0, process_time()
        while (used := process_time() - began) < float(line):
            decisions += play(rnd)
        print(decisions, used, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
