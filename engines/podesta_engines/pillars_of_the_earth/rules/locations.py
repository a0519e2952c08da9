"""Steps 2 to 11: what the locations bring, clockwise round the board; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.core.notes import note
from podesta_engines.core.script import Ask, Draw, Script, in_order
from podesta_engines.pillars_of_the_earth.answers import EITHER, EXEMPTION, ROLL_TAX, USE
from podesta_engines.pillars_of_the_earth.components import FIGURES, Figures
from podesta_engines.pillars_of_the_earth.notes import (
    CRAFTSMAN_JOINED,
    CUBE_FROM_MARKET,
    EXEMPT,
    GREY_WORKERS,
    MILL_PAYS,
    NOT_HIRED,
    PRIORY_VISITED,
    PRIVILEGE_GONE,
    PRIVILEGE_TAKEN,
    PRODUCED,
    TAX_ROLLED,
)
from podesta_engines.pillars_of_the_earth.pieces import (
    cards_of,
    clear_site,
    force_gold,
    gain,
    gain_cubes,
    gain_gold,
    gain_points,
    holds,
    join,
    return_builder,
    turn_order,
    use_up,
)
from podesta_engines.pillars_of_the_earth.state import NONE, State
from podesta_engines.pillars_of_the_earth.words import (
    ALIENA,
    BISHOP,
    BISHOP_SITE,
    CASTLE,
    CASTLE_SITE,
    COLD_WINTER,
    COURT,
    COURT_SITE,
    FRANCIS,
    KINGSBRIDGE,
    MARKET_SITE,
    METAL,
    OTTO,
    PRIOR_PHILIP,
    PRIORY,
    RICHARD,
    SAND,
    SHIRING,
    SHIRING_SITE,
    STONE,
    TAX_EXEMPTION,
    TOM_BUILDER,
    VOLUNTEERS,
    WOOD,
)

PATRON = {SAND: RICHARD, WOOD: ALIENA, STONE: TOM_BUILDER}
"""P-88: who brings a cube of each kind."""


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
    """P-80, P-81: step 4, each card of Kingsbridge goes to the seat that stands below it, or leaves the game."""
    for index in (0, 1):
        card, g.kingsbridge[index] = g.kingsbridge[index], NONE
        seat = return_builder(g, KINGSBRIDGE + index)
        if seat == NONE:
            note(g, PRIVILEGE_GONE, NONE, card, KINGSBRIDGE + index)
        else:
            receive(g, seat, card, KINGSBRIDGE + index)


def receive(g: State, seat: int, card: int, space: int) -> None:
    """P-80, P-82, P-206: an immediate card acts and leaves the game; others lie before the seat and work from now."""
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
    """P-87, P-189: volunteers add a cube to each card; a cold winter takes one, but not from seats that are spared."""
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


def hold_court(g: State) -> None:
    """P-90: step 9, the metal goes to the seat that stands beside it; then the tax is rolled (P-91)."""
    seat = g.board[COURT]
    if seat != NONE and g.court_metal:
        gain_cubes(g, seat, METAL, g.court_metal, COURT_SITE)
        g.court_metal = 0
    g.agenda.append(("tax",))


def tax(g: State) -> Script:
    """P-91, P-92, P-93, P-94, P-95, P-198: a die is rolled; all pay in turn order but those at court and exempted."""
    here = FIGURES[g.edition]
    g.tax = yield Draw(ROLL_TAX, here.tax_faces, here.tax_weights)
    note(g, TAX_ROLLED, NONE, g.tax)
    court = g.board[COURT:SHIRING]
    for seat in turn_order(g):
        me = g.players[seat]
        if seat in court:
            note(g, EXEMPT, seat)
            continue
        if holds(me, TAX_EXEMPTION):
            g.active = seat
            choice = yield Ask(EXEMPTION, seat, EITHER, about=(g.tax,))
            if choice == USE:
                use_up(g, seat, TAX_EXEMPTION)
                continue
        force_gold(g, seat, here.privilege[FRANCIS] if holds(me, FRANCIS) else g.tax)  # P-95
    clear_site(g, COURT_SITE, range(COURT, SHIRING))


def hire_at_shiring(g: State) -> None:
    """P-100: step 10, the craftsmen of Shiring, the first space first; then the location is left (P-101, P-96)."""
    g.active = NONE
    g.agenda += in_order(*[("take_on", i) for i in (0, 1) if g.board[SHIRING + i] != NONE], ("leave_shiring",))


def take_on(g: State, index: int) -> Script:
    """P-100, P-102: the seat on the space receives its craftsman at no cost; its builder stays."""
    card, g.shiring[index] = g.shiring[index], NONE
    seat = g.active = g.board[SHIRING + index]
    note(g, CRAFTSMAN_JOINED, seat, card, SHIRING + index)
    yield from join(g, seat, card)


def leave_shiring(g: State) -> None:
    """P-101: craftsmen whom nobody took leave the game; P-96: only now do the builders return."""
    g.active = NONE
    clear_site(g, SHIRING_SITE, (SHIRING, SHIRING + 1))
    for index in (0, 1):
        if g.shiring[index] != NONE:
            note(g, NOT_HIRED, NONE, g.shiring[index], (SHIRING + index,))
            g.shiring[index] = NONE


def lend_workers(g: State) -> None:
    """P-104, P-105: step 11, two grey workers for the next round, if there is one."""
    here = FIGURES[g.edition]
    g.active = NONE
    if g.round == here.rounds:
        clear_site(g, CASTLE_SITE, (CASTLE,))
        return
    seat = return_builder(g, CASTLE)
    if seat != NONE:
        g.players[seat].granted = here.castle
        note(g, GREY_WORKERS, seat, here.castle)
