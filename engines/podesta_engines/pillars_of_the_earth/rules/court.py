"""Steps 9 to 11: the King's court with its tax, Shiring and its castle; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.core.notes import note
from podesta_engines.core.script import Ask, Draw, Script, in_order
from podesta_engines.pillars_of_the_earth.answers import EITHER, EXEMPTION, ROLL_TAX, USE
from podesta_engines.pillars_of_the_earth.components import FIGURES
from podesta_engines.pillars_of_the_earth.notes import CRAFTSMAN_JOINED, EXEMPT, GREY_WORKERS, NOT_HIRED, TAX_ROLLED
from podesta_engines.pillars_of_the_earth.pieces import (
    clear_site,
    force_gold,
    gain_cubes,
    holds,
    join,
    return_builder,
    turn_order,
    use_up,
)
from podesta_engines.pillars_of_the_earth.state import NONE, State
from podesta_engines.pillars_of_the_earth.words import (
    CASTLE,
    CASTLE_SITE,
    COURT,
    COURT_SITE,
    FRANCIS,
    METAL,
    SHIRING,
    SHIRING_SITE,
    TAX_EXEMPTION,
)


def hold_court(g: State) -> None:
    """P-90: step 9, the metal goes to the seat on the first space; then the tax is rolled (P-91)."""
    seat = g.board[COURT]
    if seat != NONE and g.court_metal:
        gain_cubes(g, seat, METAL, g.court_metal, COURT_SITE)
        g.court_metal = 0
    g.agenda.append(("tax",))


def tax(g: State) -> Script:
    """P-91, P-92, P-93, P-94, P-95, P-198: a die is rolled; in turn order all pay, except at court and if exempt."""
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
    """P-101: craftsmen that no seat took leave the game; P-96: only now do the builders return."""
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
