"""Steps 2 to 8: the effects of the locations, clockwise round the board; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.core.notes import note
from podesta_engines.pillars_of_the_earth.components import FIGURES, Figures
from podesta_engines.pillars_of_the_earth.notes import (
    CUBE_FROM_MARKET,
    MILL_PAYS,
    PRIORY_VISITED,
    PRIVILEGE_GONE,
    PRIVILEGE_TAKEN,
    PRODUCED,
)
from podesta_engines.pillars_of_the_earth.pieces import (
    cards_of,
    clear_site,
    gain,
    gain_cubes,
    gain_gold,
    gain_points,
    holds,
    return_builder,
    turn_order,
)
from podesta_engines.pillars_of_the_earth.state import NONE, State
from podesta_engines.pillars_of_the_earth.words import (
    ALIENA,
    BISHOP,
    BISHOP_SITE,
    COLD_WINTER,
    KINGSBRIDGE,
    MARKET_SITE,
    OTTO,
    PRIOR_PHILIP,
    PRIORY,
    RICHARD,
    SAND,
    STONE,
    TOM_BUILDER,
    VOLUNTEERS,
    WOOD,
)

PATRON = {SAND: RICHARD, WOOD: ALIENA, STONE: TOM_BUILDER}
"""P-88: the privilege that brings a cube of each kind."""


def receive_audience(g: State) -> None:
    """P-76, P-186: step 2, a cube for the seat that asked the bishop for one, from the stock of the market."""
    if g.audience == NONE:
        clear_site(g, BISHOP_SITE, (BISHOP,))
        return
    seat = return_builder(g, BISHOP)
    g.stock[g.audience] -= 1
    note(g, CUBE_FROM_MARKET, seat, g.audience)
    gain_cubes(g, seat, g.audience, 1, MARKET_SITE)


def pay_from_mill(g: State) -> None:
    """P-78: step 3, a gold for every worker in the mill; the workers return."""
    for seat in turn_order(g):
        me = g.players[seat]
        if me.mill:
            note(g, MILL_PAYS, seat, me.mill)
            gain_gold(g, seat, me.mill)
            me.free += me.mill
            me.mill = 0


def give_privileges(g: State) -> None:
    """P-80, P-81: step 4, each card of Kingsbridge goes to the seat with a builder there, or leaves the game."""
    for index in (0, 1):
        card, g.kingsbridge[index] = g.kingsbridge[index], NONE
        seat = return_builder(g, KINGSBRIDGE + index)
        if seat == NONE:
            note(g, PRIVILEGE_GONE, NONE, card, KINGSBRIDGE + index)
        else:
            receive(g, seat, card, KINGSBRIDGE + index)


def receive(g: State, seat: int, card: int, space: int) -> None:
    """P-80, P-82, P-206: an immediate card acts and leaves the game; others stay with the seat, effective from now."""
    here, me = FIGURES[g.edition], g.players[seat]
    kept = here.privilege_kind[card] != "immediate"
    note(g, PRIVILEGE_TAKEN, seat, card, space, int(kept))
    if not kept:
        gain(g, seat, here.privilege_gives[card])
        return
    me.privileges |= 1 << card
    if card == OTTO:
        me.free += here.privilege[OTTO]


def visit_priory(g: State) -> None:
    """P-84: step 5, two points and one; Prior Philip gives another for each own builder there."""
    here = FIGURES[g.edition]
    visitors = g.board[PRIORY : PRIORY + 2]
    for index, seat in enumerate(visitors):
        if seat != NONE:
            note(g, PRIORY_VISITED, seat, PRIORY + index)
            gain_points(g, seat, here.priory[index])
    for seat in set(visitors) - {NONE}:
        if holds(g.players[seat], PRIOR_PHILIP):
            gain_points(g, seat, visitors.count(seat) * here.privilege_gives[PRIOR_PHILIP][-1])
    for index in (0, 1):
        return_builder(g, PRIORY + index)


def produce(g: State, resource: int) -> None:
    """P-86, P-88, P-89: each resource card brings its cubes, its workers return, and it joins the nine."""
    here = FIGURES[g.edition]
    of_kind, patron = here.of_kind[resource], PATRON[resource]
    for seat in turn_order(g):
        me = g.players[seat]
        used = me.cards & of_kind
        cubes, cards, workers = here.yields[used]
        if cards:
            cubes += cards * _change(g, here, seat)
            me.free += workers
            me.cards ^= used
        if me.privileges >> patron & 1:
            cubes += here.privilege_gives[patron][resource]
        if cubes:
            me.cubes[resource] += cubes
            if g.journal is not None:
                note(g, PRODUCED, seat, resource, cubes, cards_of(used), workers)


def _change(g: State, here: Figures, seat: int) -> int:
    """P-87, P-189: volunteers add a cube to each card; a cold winter takes one, except from protected seats."""
    if g.event == VOLUNTEERS:
        return here.event[VOLUNTEERS]
    if g.event == COLD_WINTER and not g.players[seat].protected:
        return -here.event[COLD_WINTER]
    return 0


def cut_wood(g: State) -> None:
    """P-86: step 6, wood from the forest."""
    produce(g, WOOD)


def break_stone(g: State) -> None:
    """P-86: step 7, stone from the quarry."""
    produce(g, STONE)


def dig_sand(g: State) -> None:
    """P-86: step 8, sand from the gravel pit."""
    produce(g, SAND)
