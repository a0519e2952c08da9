"""The end of the game; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.core.ruleset import Result, rank

from .state import Player, State
from .words import REASON


def place(me: Player) -> tuple[int, int]:
    """P-161, P-162: victory points count, then gold."""
    return me.points, me.gold


def result(g: State) -> Result:
    """P-161: the most victory points win, then the most gold; seats equal in both share the rank."""
    parts = [{"points": player.points, "gold": player.gold} for player in g.players]
    return Result(REASON.slug(0), g.round, rank([place(player) for player in g.players], parts))


def bound(seats: int) -> int:
    """P-168: the maximum number of decisions."""
    return 6 * (38 + 74 * seats)
