"""Features of a table for each seat: points in sight, deniers, influence, citizens, tradesmen, cubes."""

from __future__ import annotations

from podesta_engines.core.value import Features, Rows

from .scoring import scores
from .state import COUNTER, NONE, Player, State
from .words import BUILDING, CARD, PART

_PARTS = [word.slug for word in PART.words if word.slug not in ("won", "total")]
NAMES = (
    "score",
    "won",
    *(
        "deniers",
        "some_deniers",
        "influence",
        "some_influence",
        "supply",
        "reserve",
        "purse",
        "passed",
        "taken",
        "cubes",
    ),
    *_PARTS,
    *(f"citizens_{word.slug}" for word in BUILDING.words),
    "levels",
    "marked",
    *(f"post_{word.slug}" for word in CARD.words),
    "posts",
    "first",
    "active",
)


def read(g: State) -> tuple[int, Rows]:
    """Two stages a round: before the events are countered, and after. All dealt characters count."""
    parts = scores(g)
    stage = g.round * 2 + (g.phase >= COUNTER)
    return stage, [_row(g, seat, player, parts[seat]) for seat, player in enumerate(g.players)]


def _row(g: State, seat: int, me: Player, parts: dict[str, int]) -> list[float]:
    row: list[float] = [parts["total"], parts["won"], me.deniers, min(me.deniers, 10), me.influence]
    row += [min(me.influence, 6), me.supply, me.reserve, me.purse, me.passed, len(me.events), sum(me.cubes)]
    row += [parts[name] for name in _PARTS]
    row += [g.standing[first : first + 6].count(seat) for first in (0, 6, 12)]
    posts = [0] * len(CARD)
    for space, card in enumerate(g.activities):
        if card != NONE and me.posts >> space & 1:
            posts[card] = 1
    marked = sum(seat in marks for marks in g.marks)
    return [*row, g.cathedral.count(seat), marked, *posts, me.posts.bit_count(), g.first == seat, g.active == seat]


FEATURES = Features(NAMES, read)
