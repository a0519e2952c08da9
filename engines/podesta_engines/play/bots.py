"""Bots: every way of this package to choose for a seat, behind one interface."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

from msgspec import Struct, structs

from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import GREEDY, Policy, Ruleset, random_policy
from podesta_engines.core.script import Ask

from .forward import advice
from .search import Tuning, never, search

Bot = Callable[[Position, int, Random], int]
"""Chooses an option for an asked seat at a position, using nothing that the seat does not know."""
SEARCH = "search"
MOST_ITERATIONS = 10_000
"""The most iterations that a search's name may ask for, as in `search:500`."""
MOST_SECONDS = 600.0
"""The most seconds that a search's name may ask for, as in `search:40ms` or `search:1.5s`."""
_SEARCH = re.compile(rf"{SEARCH}(?::(?P<number>[0-9]{{1,5}}(?:\.[0-9]{{1,3}})?)(?P<unit>ms|s)?)?")
_UNITS = {"ms": 1e-3, "s": 1.0}


class Budget(Struct, frozen=True):
    """The iterations or seconds of CPU that a search's name grants per move; 0: not given."""

    iterations: int = 0
    seconds: float = 0.0


def budget(name: str) -> Budget | None:
    """The budget in a search's name, None for any other name; raises KeyError if it asks for too much."""
    known = _SEARCH.fullmatch(name)
    if known is None or known["number"] is None:
        return Budget() if known else None
    if known["unit"]:
        return Budget(seconds=_within(name, float(known["number"]) * _UNITS[known["unit"]], MOST_SECONDS))
    if "." in known["number"] or known["number"].startswith("0"):
        raise KeyError(name)
    return Budget(iterations=int(_within(name, int(known["number"]), MOST_ITERATIONS)))


def _within(name: str, granted: float, most: float) -> float:
    if not 0 < granted <= most:
        raise KeyError(name)
    return granted


EASY, STRAY = "easy", 0.25
"""The level that answers greedily, but at random with probability `STRAY`."""
LEVELS = {"fair": Tuning(iterations=24), "strong": Tuning(iterations=400)}
"""The levels that search."""


def names(ruleset: Ruleset) -> list[str]:
    """The names of a ruleset's bots: its policies, a search over them, and levels."""
    return sorted([*ruleset.policies, SEARCH, EASY, *LEVELS])


def bot(ruleset: Ruleset, name: str, tuning: Tuning | None = None, over: Callable[[], bool] = never) -> Bot:
    """A bot by name; raises KeyError. `tuning` and `over` bound a search; policies ignore them.

    `search:500` searches with that many iterations, whatever the tuning says; `search:40ms` and `search:1.5s` use that
    much CPU time per move, with as many iterations as fit. `easy`, `fair` and `strong` are levels for people.
    """
    if name == EASY:
        return _by_policy(_straying(ruleset.policies.get(GREEDY, random_policy)))
    if name in LEVELS:
        return _searching(tuning or LEVELS[name], over)
    granted = budget(name)
    if granted is None:
        return _by_policy(ruleset.policies[name])
    tuning = tuning or Tuning()
    if granted.seconds:
        return _timed(tuning, granted.seconds, over)
    if granted.iterations:
        tuning = structs.replace(tuning, iterations=granted.iterations)
    return _searching(tuning, over)


def _searching(tuning: Tuning, over: Callable[[], bool]) -> Bot:
    return lambda p, seat, rnd: search(p, seat, rnd, tuning, over)


def _timed(tuning: Tuning, seconds: float, over: Callable[[], bool]) -> Bot:
    def choose(p: Position, seat: int, rnd: Random) -> int:
        began = process_time()
        return search(p, seat, rnd, tuning, over, lambda: (process_time() - began) / seconds)

    return choose


def has_bot(ruleset: Ruleset, name: str) -> bool:
    """Whether a ruleset has a bot of that name; a search's name may include a budget."""
    try:
        bot(ruleset, name)
    except KeyError:
        return False
    return True


def _straying(policy: Policy) -> Policy:
    def choose(state: Any, ask: Ask, rnd: Random) -> int:
        return (random_policy if rnd.random() < STRAY else policy)(state, ask, rnd)

    return choose


def _by_policy(policy: Policy) -> Bot:
    def choose(p: Position, seat: int, rnd: Random) -> int:
        ask = next(ask for ask in p.asks if ask.seat == seat)
        return advice(p, ask, policy, rnd)

    return choose
