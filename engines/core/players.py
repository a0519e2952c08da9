"""Players: every way this package knows to choose for a seat, behind one shape."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from .forward import advice
from .position import Position
from .ruleset import Policy, Ruleset
from .search import Plan, never, search

Player = Callable[[Position, int, Random], int]
"""Chooses an option for a seat that is asked at a position. It uses nothing that the seat does not know."""
SEARCH = "search"


def names(ruleset: Ruleset) -> list[str]:
    """The players that a ruleset has: its policies, and a search over them."""
    return sorted([*ruleset.policies, SEARCH])


def player(ruleset: Ruleset, name: str, plan: Plan | None = None, over: Callable[[], bool] = never) -> Player:
    """A player by name; raises KeyError. `plan` and `over` bound a search; policies take no notice of them."""
    if name == SEARCH:
        return lambda p, seat, rnd: search(p, seat, rnd, plan, over)
    return _by_policy(ruleset.policies[name])


def _by_policy(policy: Policy) -> Player:
    def choose(p: Position, seat: int, rnd: Random) -> int:
        ask = next(ask for ask in p.asks if ask.seat == seat)
        return advice(p, ask, policy, rnd)

    return choose
