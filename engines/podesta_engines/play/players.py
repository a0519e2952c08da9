"""Players: every way this package knows to choose for a seat, behind one shape."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from msgspec import structs

from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Policy, Ruleset

from .forward import advice
from .search import Plan, never, search

Player = Callable[[Position, int, Random], int]
"""Chooses an option for a seat that is asked at a position. It uses nothing that the seat does not know."""
SEARCH = "search"
MOST_ITERATIONS = 10_000
"""Of a search whose name says how many, such as `search:500`."""
_SEARCH = re.compile(rf"{SEARCH}(?::([1-9][0-9]{{0,4}}))?")


def names(ruleset: Ruleset) -> list[str]:
    """The players that a ruleset has: its policies, and a search over them."""
    return sorted([*ruleset.policies, SEARCH])


def player(ruleset: Ruleset, name: str, plan: Plan | None = None, over: Callable[[], bool] = never) -> Player:
    """A player by name; raises KeyError. `plan` and `over` bound a search; policies take no notice of them.

    `search:500` searches with that many iterations, whatever the plan says.
    """
    if known := _SEARCH.fullmatch(name):
        plan = plan or Plan()
        if iterations := known[1]:
            plan = structs.replace(plan, iterations=_iterations(name, int(iterations)))
        return lambda p, seat, rnd: search(p, seat, rnd, plan, over)
    return _by_policy(ruleset.policies[name])


def has_player(ruleset: Ruleset, name: str) -> bool:
    """Whether a ruleset has a player of that name, a search with its iterations perhaps."""
    try:
        player(ruleset, name)
    except KeyError:
        return False
    return True


def _iterations(name: str, iterations: int) -> int:
    if iterations > MOST_ITERATIONS:
        raise KeyError(name)
    return iterations


def _by_policy(policy: Policy) -> Player:
    def choose(p: Position, seat: int, rnd: Random) -> int:
        ask = next(ask for ask in p.asks if ask.seat == seat)
        return advice(p, ask, policy, rnd)

    return choose
