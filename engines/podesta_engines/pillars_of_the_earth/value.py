"""Features of a table for each seat: points, gold and cubes, craftsmen, workers, privileges, builders on the board."""

from __future__ import annotations

from podesta_engines.core.value import Features, Rows

from .state import NONE, Player, State
from .words import CRAFTSMAN, PRIVILEGE, RESOURCE, SPACE

_CUBES = [word.slug for word in RESOURCE.words]
_AFTER_CHOOSING = 2
NAMES = (
    "score",
    "gold",
    "some_gold",
    *(f"cubes_{name}" for name in _CUBES),
    *(f"some_{name}" for name in _CUBES),
    *(
        "free",
        "mill",
        "grey",
        "granted",
        "bag",
        "aside",
        "limited",
        "limited_next",
        "out",
        "decided",
        "start",
        "active",
    ),
    *(f"has_{word.slug}" for word in CRAFTSMAN.words),
    *(f"holds_{word.slug}" for word in PRIVILEGE.words),
    "resource_cards",
    "work",
    *(f"builder_{word.slug}" for word in SPACE.words),
)


def read(g: State) -> tuple[int, Rows]:
    """Two stages a round: while craftsmen and resources are chosen, and after."""
    stage = g.round * 2 + (g.phase >= _AFTER_CHOOSING)
    return stage, [_row(g, seat, player) for seat, player in enumerate(g.players)]


def _row(g: State, seat: int, me: Player) -> list[float]:
    row: list[float] = [me.points, me.gold, min(me.gold, 10), *me.cubes, *[min(cubes, 3) for cubes in me.cubes]]
    row += [me.free, me.mill, me.grey, me.granted, me.bag, me.aside, me.limited, me.limited_next, me.out, me.decided]
    row += [g.start == seat, g.active == seat]
    craftsmen = [0] * len(CRAFTSMAN)
    for card in me.row:
        if card != NONE:
            craftsmen[card] = 1
    privileges = [me.privileges >> card & 1 for card in range(len(PRIVILEGE))]
    builders = [owner == seat for owner in g.board]
    return [*row, *craftsmen, *privileges, me.cards.bit_count(), len(me.work), *builders]


FEATURES = Features(NAMES, read)
