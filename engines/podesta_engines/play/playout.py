"""Play-outs: whole games inside the process, for tests, benchmarks and bots."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from msgspec import Struct

from podesta_engines.core.decide import pick
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Policy, Ruleset, random_policy
from podesta_engines.core.script import FATE, NOBODY, Ask, Draw

from .forward import advice


class Playout(Struct):
    """A finished game, with the number of its decisions and draws."""

    position: Position
    decisions: int
    draws: int


def play_random(p: Position, rnd: Random) -> Playout:
    """Play a position to its end with random answers, as fast as possible."""
    random = rnd.random

    def chance(n: int) -> int:
        return int(random() * n)

    decisions = draws = 0
    while p.ask is not None:
        ask = p.ask
        if type(ask) is Ask:
            decisions += 1
            options = ask.options
            p.answer(options[int(random() * len(options))])
        elif type(ask) is Draw:
            draws += 1
            p.answer(pick(ask, chance))
        else:
            decisions += 1
            options = p.options
            p.answer(options[int(random() * len(options))], p.actor)
    return Playout(p, decisions, draws)


def playout(
    ruleset: Ruleset, seats: int, seed: int, options: Mapping[str, Any] | None = None, keep: bool = False
) -> Playout:
    """A whole random game."""
    return play_random(ruleset.start(seats, options=options, keep=keep), Random(seed))


def play_with(p: Position, policies: Mapping[int, Policy], rnd: Random) -> Playout:
    """Play a position to its end, each seat by its policy (random if missing), which sees only its seat's view."""
    decisions = draws = 0
    while (actor := p.actor) != NOBODY:
        if actor == FATE:
            draws += 1
            assert type(p.ask) is Draw
            p.answer(pick(p.ask, rnd.randrange))
        else:
            decisions += 1
            p.answer(_consult(p, actor, policies, rnd), actor)
    return Playout(p, decisions, draws)


def _consult(p: Position, actor: int, policies: Mapping[int, Policy], rnd: Random) -> int:
    ask = next(ask for ask in p.asks if ask.seat == actor)
    policy = policies.get(actor)
    if policy is None:
        return random_policy(None, ask, rnd)
    return advice(p, ask, policy, rnd)
