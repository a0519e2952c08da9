"""The end of the game; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.core.ruleset import Result, Standing

from .state import Player, State
from .words import REASON


def place(me: Player) -> tuple[int, int]:
    """P-161, P-162: victory points count, then gold."""
    return me.points, me.gold


def result(g: State) -> Result:
    """P-161: the most victory points win, among equals the most gold; who is equal in both shares the rank."""
    places = [place(player) for player in g.players]
    standings = [
        Standing(
            seat,
            1 + sum(other > places[seat] for other in places),
            player.points,
            {"points": player.points, "gold": player.gold},
        )
        for seat, player in enumerate(g.players)
    ]
    return Result(REASON.words[0].slug, g.round, standings)


def bound(seats: int) -> int:
    """P-168: no game has more decisions."""
    return 6 * (38 + 74 * seats)
