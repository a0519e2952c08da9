"""The round of The Pillars of the Earth, step by step; numbers as in RULES.md.

The chapters have their own modules: preparing, choosing, builders, events, locations, court, market and cathedral.
"""

from __future__ import annotations

from collections.abc import Callable

from podesta_engines.core.notes import note
from podesta_engines.core.script import Script
from podesta_engines.pillars_of_the_earth.notes import BUILDER_FREED, GREY_WORKERS_HOME, GREY_WORKERS_JOINED, NEXT_START
from podesta_engines.pillars_of_the_earth.pieces import return_builder
from podesta_engines.pillars_of_the_earth.setup import choose_start
from podesta_engines.pillars_of_the_earth.state import NONE, Player, State
from podesta_engines.pillars_of_the_earth.words import CATHEDRAL, PREPARE

from .builders import draw_builder, draw_builders, place_late, place_passed
from .cathedral import add_piece, boost, build, build_cathedral, store, work
from .choosing import choose, choose_cards, fill_mill
from .court import hire_at_shiring, hold_court, leave_shiring, lend_workers, take_on, tax
from .event_cards import lose, protect, reveal_event, take_effect, turn_event
from .locations import (
    break_stone,
    cut_wood,
    dig_sand,
    give_privileges,
    pay_from_mill,
    receive_audience,
    visit_priory,
)
from .market import deal, open_market
from .preparing import lay_supply, peek, prepare, turn_craftsmen, turn_privileges


def change_start(g: State) -> None:
    """P-150, P-204: step 14, the seat at the cathedral starts the next round, or else the next seat; then P-152."""
    seat = return_builder(g, CATHEDRAL)
    g.start = (g.start + 1) % len(g.players) if seat == NONE else seat
    came, revealed = () if seat == NONE else (CATHEDRAL,), () if g.event == NONE else (g.event,)
    note(g, NEXT_START, g.start, came, g.round, revealed, g.tax)
    clean_up(g)


def clean_up(g: State) -> None:
    """P-152: effects that last for the round end."""
    g.event = g.audience = NONE
    g.tax = 0
    for seat, player in enumerate(g.players):
        _tell_of_return(g, seat, player)
        _clear(player)


def _tell_of_return(g: State, seat: int, me: Player) -> None:
    """P-59, P-104, P-105: the pieces that return and leave between the rounds."""
    for _ in range(me.aside):
        note(g, BUILDER_FREED, seat)
    if me.grey:
        note(g, GREY_WORKERS_HOME, seat, me.grey)
    if me.granted:
        note(g, GREY_WORKERS_JOINED, seat, me.granted)


def _clear(me: Player) -> None:
    """P-59, P-105, P-152, P-6, P-25: builders set aside return, grey workers go home, limits end and begin."""
    me.bag += me.aside
    me.aside = me.decided = me.bought = me.sold = 0
    me.out = me.protected = False
    me.limited, me.limited_next = me.limited_next, False
    me.free += me.granted - me.grey
    me.grey, me.granted = me.granted, 0


STEPS: tuple[Callable[[State], None], ...] = (
    prepare,
    choose_cards,
    fill_mill,
    draw_builders,
    place_passed,
    reveal_event,
    receive_audience,
    pay_from_mill,
    give_privileges,
    visit_priory,
    cut_wood,
    break_stone,
    dig_sand,
    hold_court,
    hire_at_shiring,
    lend_workers,
    open_market,
    build_cathedral,
    change_start,
)
"""The round in play order; the phases of the game have the same order."""


def step(g: State, number: int) -> None:
    """Run step after step until one adds tasks to the agenda; after the last step, a new round begins."""
    agenda, before = g.agenda, len(g.agenda)
    while len(agenda) == before:
        g.phase = PREPARE + number
        STEPS[number](g)
        number = (number + 1) % len(STEPS)
    agenda.insert(before, ("step", number))


TASKS: dict[str, Callable[..., Script | None]] = {
    "choose_start": choose_start,
    "step": step,
    "turn_privileges": turn_privileges,
    "turn_craftsmen": turn_craftsmen,
    "lay_supply": lay_supply,
    "peek": peek,
    "choose": choose,
    "draw_builder": draw_builder,
    "place_late": place_late,
    "turn_event": turn_event,
    "protect": protect,
    "take_effect": take_effect,
    "lose": lose,
    "tax": tax,
    "take_on": take_on,
    "leave_shiring": leave_shiring,
    "deal": deal,
    "build": build,
    "boost": boost,
    "work": work,
    "store": store,
    "add_piece": add_piece,
}
"""Every task of the agenda by name."""
