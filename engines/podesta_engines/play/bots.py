"""Bots: every way this package knows to choose for a seat, behind one shape."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from msgspec import structs

from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Policy, Ruleset

from .forward import advice
from .search import Tuning, never, search

Bot = Callable[[Position, int, Random], int]
"""Chooses an option for a seat that is asked at a position. It uses nothing that the seat does not know."""
SEARCH = "search"
MOST_ITERATIONS = 10_000
"""Of a search whose name says how many, such as `search:500`."""
_SEARCH = re.compile(rf"{SEARCH}(?::([1-9][0-9]{{0,4}}))?")


def names(ruleset: Ruleset) -> list[str]:
    """The bots that a ruleset has: its policies, and a search over them."""
    return sorted([*ruleset.policies, SEARCH])


def bot(ruleset: Ruleset, name: str, tuning: Tuning | None = None, over: Callable[[], bool] = never) -> Bot:
    """A bot by name; raises KeyError. `tuning` and `over` bound a search; policies take no notice of them.

    `search:500` searches with that many iterations, whatever the tuning says.
    """
    if known := _SEARCH.fullmatch(name):
        tuning = tuning or Tuning()
        if iterations := known[1]:
            tuning = structs.replace(tuning, iterations=_iterations(name, int(iterations)))
        return lambda p, seat, rnd: search(p, seat, rnd, tuning, over)
    return _by_policy(ruleset.policies[name])


def has_bot(ruleset: Ruleset, name: str) -> bool:
    """Whether a ruleset has a bot of that name, a search with its iterations perhaps."""
    try:
        bot(ruleset, name)
    except KeyError:
        return False
    return True


def _iterations(name: str, iterations: int) -> int:
    if iterations > MOST_ITERATIONS:
        raise KeyError(name)
    return iterations


def _by_policy(policy: Policy) -> Bot:
    def choose(p: Position, seat: int, rnd: Random) -> int:
        ask = next(ask for ask in p.asks if ask.seat == seat)
        return advice(p, ask, policy, rnd)

    return choose
