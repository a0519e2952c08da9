"""The house bot `expert`: a search guided by the trained network of a table.

The engines find it by the entry point `expert` of the group `podesta.bots`. numpy is imported only when it plays.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING

from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.play.bots import Bot
from podesta_engines.play.search import never
from podesta_lab.gym import house
from podesta_lab.gym.house import trained

if TYPE_CHECKING:
    from .search import Guidance, GuidedSearch

UNPROVEN = {("colonia/1", 3)}
"""Rules and seats at which no match has shown that it beats `strong` (docs/house-bots.md): for the arena only."""


def seats(ruleset: Ruleset) -> list[int]:
    """The numbers of seats at which it is a house bot; empty if numpy is not installed."""
    return [each for each in guided_seats(ruleset) if (ruleset.rules, each) not in UNPROVEN]


def guided_seats(ruleset: Ruleset) -> list[int]:
    """The numbers of seats for which there is a network with values; empty if numpy is not installed."""
    return [each for each in house.seats(ruleset) if house.judges(trained(ruleset, each))]


def check(ruleset: Ruleset, at: int) -> None:
    """Raise NoNumpy or NoNetwork if `expert` cannot play at a table of this size."""
    house.check_among(ruleset, at, seats(ruleset))


def load() -> None:
    """Import numpy, limited to one core, before the first move is timed."""
    house.load()
    with suppress(ModuleNotFoundError):
        import_module("podesta_lab.expert.search")


def choose(p: Position, seat: int, rnd: Random, over: Callable[[], bool] = never) -> int:
    """The search's best option at this table; raises NoNumpy or NoNetwork."""
    return _search(p, seat, rnd).think(over)


def guided(guidance: Guidance) -> Bot:
    """The same bot with another guidance, at every table for which there is a network with values."""
    return lambda p, seat, rnd: _search(p, seat, rnd, guidance).think()


def _search(p: Position, seat: int, rnd: Random, guidance: Guidance | None = None) -> GuidedSearch:
    at = p.seats
    house.check_among(p.rules, at, guided_seats(p.rules))
    from .mind import kept_mind
    from .search import GuidedSearch

    return GuidedSearch(p, seat, rnd, kept_mind(trained(p.rules, at), p.rules, at), guidance)
