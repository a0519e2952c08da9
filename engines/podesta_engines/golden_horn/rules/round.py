"""The order of play of Golden Horn: rounds and turns, and every task by name; numbers as in RULES.md."""

from __future__ import annotations

from collections.abc import Callable

from podesta_engines.core.notes import note
from podesta_engines.core.script import Ask, Script, in_order
from podesta_engines.golden_horn.notes import ROUND_BEGAN
from podesta_engines.golden_horn.pieces import draw_card
from podesta_engines.golden_horn.setup import choose_start, deal, lay_tile, place, stock, take_fleet, turn_tile
from podesta_engines.golden_horn.state import ACTING, NONE, State
from podesta_engines.golden_horn.words import ACT, ACTIONS, Move

from .end import declare, end_round, end_turn
from .pirates import raid, raids, turn_raided
from .sailing import move, moves, refill, sail


def start_round(g: State) -> None:
    """G-17: one turn for each seat, clockwise from the start player."""
    g.round += 1
    seats = len(g.players)
    g.agenda += in_order(*[("turn", (g.start + turn) % seats) for turn in range(seats)], ("end_round",))
    note(g, ROUND_BEGAN, NONE, g.round)


def turn(g: State, seat: int) -> None:
    """G-18: pirates if wanted, then one ship must move; then the turn is over."""
    g.active = seat
    g.agenda += in_order(("act", seat, 1), ("end_turn", seat))


def act(g: State, seat: int, may_raid: int) -> Script:
    """G-19: one question for pirates and ship, so that it does not reveal whether a raid was possible."""
    g.phase = ACTING
    options = raids(g, seat) + moves(g, seat) if may_raid else moves(g, seat)
    action = ACTIONS[(yield Ask(ACT, seat, options))]
    if isinstance(action, Move):
        move(g, seat, action.ship, action.load)
    else:
        raid(g, seat, action.ship, action.cards)


TASKS: dict[str, Callable[..., Script | None]] = {
    "choose_start": choose_start,
    "take_fleet": take_fleet,
    "lay_tile": lay_tile,
    "turn_tile": turn_tile,
    "place": place,
    "stock": stock,
    "deal": deal,
    "start_round": start_round,
    "turn": turn,
    "act": act,
    "turn_raided": turn_raided,
    "refill": refill,
    "sail": sail,
    "draw_card": draw_card,
    "end_turn": end_turn,
    "declare": declare,
    "end_round": end_round,
}
"""Every task of the agenda by name."""
