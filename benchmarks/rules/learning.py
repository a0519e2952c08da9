"""Environments, with observation and mask, and what an observation costs: `python -m benchmarks.rules.learning`.

Beside them PettingZoo's Texas hold'em, where its extras `pygame` and `rlcard` are installed. All in CPU time.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

from podesta_engines import RULESETS
from podesta_engines.core.decide import pick
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.script import Draw
from podesta_engines.gym.aec import aec_env
from podesta_engines.gym.table import Rules
from podesta_engines.gym.vector import VectorEnv

TABLES, ROUNDS = 64, 5


def aec_rate(env: Any, seconds: float) -> float:
    """Steps a second of an environment of PettingZoo, each with observation and mask; dead steps do not count."""
    rnd, steps, began = Random(1), 0, process_time()
    env.reset(seed=1)
    while process_time() - began < seconds:
        seen, _, ended, truncated, _ = env.last()
        if ended or truncated:
            env.reset()
            continue
        open_actions = seen["action_mask"].nonzero()[0]
        env.step(int(open_actions[int(rnd.random() * len(open_actions))]))
        steps += 1
    return steps / (process_time() - began)


def vector_rate(ruleset: Ruleset, seats: int, seconds: float) -> float:
    """Steps a second over 64 tables, all in place; choices are read from the questions, which costs little."""
    env, rnd, steps = VectorEnv(ruleset, seats, TABLES, seed=1), Random(1), 0
    env.reset()
    legal, began = env.rules.actions.legal, process_time()
    while process_time() - began < seconds:
        env.step([rnd.choice(legal(table.ask)) for table in env.tables])  # type: ignore[arg-type]
        steps += TABLES
    return steps / (process_time() - began)


def sampled(rules: Rules, every: int = 15) -> list[Position]:
    """Positions of a random game at which a seat is asked."""
    rnd, p, found, number = Random(5), rules.ruleset.start(rules.seats), list[Position](), 0
    while p.ask is not None:
        if type(p.ask) is Draw:
            p.answer(pick(p.ask, rnd.randrange))
            continue
        number += 1
        found += [p.clone()] if number % every == 0 else []
        ask = rnd.choice(p.asks)
        p.answer(rnd.choice(ask.options), ask.seat)
    return found


def microseconds(work: Callable[[], None], times: int) -> float:
    """The best of some rounds, for one of so many times."""
    found = []
    for _ in range(ROUNDS):
        began = process_time()
        work()
        found.append((process_time() - began) / times * 1e6)
    return min(found)


def encoding(rules: Rules, repeats: int = 40) -> float:
    """What observation (observe and encode) and mask cost together at the positions of a game."""
    positions = [(p, p.asks[0]) for p in sampled(rules)]
    row, mask = rules.encoder.row, rules.actions.row

    def work() -> None:
        for _ in range(repeats):
            for p, ask in positions:
                row(p, ask.seat)
                mask(ask)

    return microseconds(work, repeats * len(positions))


def holdem(seconds: float) -> float:
    """The same loop over PettingZoo's Texas hold'em; 0 where its extras are not installed."""
    try:
        from pettingzoo.classic import texas_holdem_v4
    except Exception:  # noqa: BLE001 — whatever it misses, it is not here
        return 0.0
    return aec_rate(texas_holdem_v4.env(), seconds)


def main() -> None:
    """Print a line for each ruleset and number of seats."""
    parser = argparse.ArgumentParser(description="What learners wait for")
    parser.add_argument("--seconds", type=float, default=2.0, help="of CPU for each figure")
    seconds = parser.parse_known_args()[0].seconds
    other = holdem(seconds)
    print(f"texas_holdem_v4: {other:,.0f} steps/s" if other else "texas_holdem_v4: its extras are not installed")
    for ruleset in RULESETS.all():
        for seats in ruleset.seats:
            rates = aec_rate(aec_env(ruleset, seats), seconds), vector_rate(ruleset, seats, seconds)
            cost, share = encoding(Rules(ruleset, seats)), f", {max(rates) / other:.1f} x hold'em" if other else ""
            print(f"{ruleset.id:22} {seats} seats: AEC {rates[0]:7,.0f} steps/s, {TABLES} tables", end="")
            print(f" {rates[1]:7,.0f} steps/s, observation and mask {cost:5.1f} us{share}", flush=True)


if __name__ == "__main__":
    main()
