"""The end of the game; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.core.ruleset import Result, rank

from .state import Player, State
from .words import REASON

DECISIONS_OF_ROUND = 16
"""Per seat: two cards kept, two played with at most four answers each, five for a person, one for the plague."""
NINE_ROUNDS = 0


def score(player: Player) -> dict[str, int]:
    """N-80, N-81: prestige, and for ties the sum of gold and markers of the personal supply."""
    return {
        "prestige": player.prestige or 0,
        "gold": player.gold,
        "markers": player.supply,
        "tie_break": player.gold + player.supply,
    }


def result(g: State) -> Result:
    """N-80: most prestige wins, then most gold and markers (N-81); seats that are still tied share the rank (N-82)."""
    parts = [score(player) for player in g.players]
    keys = [(each["prestige"], each["tie_break"]) for each in parts]
    return Result(REASON.slug(NINE_ROUNDS), g.round, rank(keys, parts))


def bound(seats: int) -> int:
    """N-95: the maximum number of decisions: sixteen per seat in each of nine rounds."""
    return 9 * seats * DECISIONS_OF_ROUND
