"""Features of a table for each seat: goods at home and on the way, cards, ships."""

from __future__ import annotations

from podesta_engines.core.value import Features, Rows

from .scoring import score
from .state import NONE, Player, State

SHIPS = 3
_OF_A_SHIP = ("load", "brought", "gain", "gain_near", "way")
NAMES = (
    "score",
    "cards",
    *(f"goods_{i}" for i in range(6)),
    "colours",
    *(f"ship_{ship}_{part}" for ship in range(SHIPS) for part in _OF_A_SHIP),
    "hand_colours",
    "hand_most",
    "active",
)


def read(g: State) -> tuple[int, Rows]:
    """A stage for every three rounds; goods are sorted by number, since colours are interchangeable."""
    return min(g.round // 3, 12), [_row(g, seat, player) for seat, player in enumerate(g.players)]


def _row(g: State, seat: int, me: Player) -> list[float]:
    goods = me.warehouse or [0] * 6
    total = score(goods, g.edition)["total"]
    row: list[float] = [total, me.cards, *sorted(goods), 6 - goods.count(0)]
    for ship in range(SHIPS):
        row += _ship(g, me.fleet * SHIPS + ship, goods, total) if me.fleet != NONE else [0] * 5
    hand = me.secret.hand if me.secret else [0]
    return [*row, len(hand) - hand.count(0), max(hand), g.active == seat]


def _ship(g: State, ship: int, goods: list[int], total: int) -> list[float]:
    """A ship's load, load times distance, the points it brings, those times distance, and the distance sailed."""
    at, load = g.at[ship], g.load[ship]
    if at == NONE:
        return [0, 0, 0, 0, 0]
    last = len(g.route) - 1
    done = at / last if g.heading[ship] > 0 else 1 - at / last
    gain = 0
    if load:
        after = [*goods]
        after[g.cargo[ship]] += load
        gain = score(after, g.edition)["total"] - total
    return [load, load * done, gain, gain * done, done]


FEATURES = Features(NAMES, read)
