"""Features of a table for each seat: prestige, markers by place, gold, rats, the cards in hand."""

from __future__ import annotations

from podesta_engines.core.value import Features, Rows

from .state import ACTIONS, NONE, PLAY_ONE, SECTORS, Player, State
from .words import ACTION, SECTOR

_SECTORS = [word.slug for word in SECTOR.words]
NAMES = (
    "score",
    "gold",
    "some_gold",
    "supply",
    "some_supply",
    "general",
    "rat",
    "rat_beyond_5",
    "rat_beyond_7",
    *(f"markers_{name}" for name in [*_SECTORS, "notre_dame"]),
    *(f"squared_{name}" for name in _SECTORS),
    "messages",
    "cards",
    "active",
    "start",
    *(f"friend_{name}" for name in _SECTORS),
    *(f"hand_{word.slug}" for word in ACTION.words),
    "healed",
)


def read(g: State) -> tuple[int, Rows]:
    """Two stages a round: before its cards are played, and after."""
    return g.round * 2 + (g.phase >= PLAY_ONE), [_row(g, seat, player) for seat, player in enumerate(g.players)]


def _row(g: State, seat: int, me: Player) -> list[float]:
    pieces, rat = me.pieces, me.rat
    friend, hand = [0] * SECTORS, [0] * ACTIONS
    if me.friend != NONE:
        friend[me.friend] = 1
    for card in me.secret.hand if me.secret else ():
        hand[card % ACTIONS] += 1
    row: list[float] = [me.prestige or 0, me.gold, min(me.gold, 3), me.supply, min(me.supply, 3), me.general]
    row += [rat, max(0, rat - 5), max(0, rat - 7), *pieces, *[each * each for each in pieces[:SECTORS]]]
    row += [sum(me.messages), me.cards, g.active == seat, g.start == seat]
    return [*row, *friend, *hand, min(pieces[0], rat)]


FEATURES = Features(NAMES, read)
