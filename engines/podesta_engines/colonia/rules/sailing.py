"""Saturday: ships sail, and money for their goods; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.colonia.components import FIGURES
from podesta_engines.colonia.notes import SHIP_SAILED
from podesta_engines.colonia.pieces import pay
from podesta_engines.colonia.state import EXTRA, FRI, NONE, SAILING, Berth, State
from podesta_engines.core.notes import note


def sail(g: State) -> None:
    """C-56: the ships on the first berths sail; then berths are refilled (C-59), but not in the last week (C-60)."""
    g.phase = SAILING
    depart(g, g.sailing)
    g.sailing = 0
    if g.week < FIGURES[g.edition].limits.weeks:
        g.agenda.append(("fill_harbour",))


def depart(g: State, number: int) -> None:
    """C-56: ships sail, full or not, in the order of their berths, and are discarded (C-58)."""
    for place, berth in enumerate(g.harbour[:number]):
        note(g, SHIP_SAILED, NONE, berth.ship, place)
        settle_ship(g, berth)
        g.ship_discard.append(berth.ship)
    del g.harbour[:number]


def settle_ship(g: State, berth: Berth) -> None:
    """C-56: each marked hold pays its owner in the ship's currency; the member goes to street Friday (C-57)."""
    here, ship = FIGURES[g.edition], berth.ship
    amounts = here.pays[ship]
    for hold, seat in enumerate(berth.marks):
        if seat != NONE:
            pay(g, seat, here.city_of[ship], here.limits.extra_hold_pays if hold == EXTRA else amounts[hold])
            g.players[seat].streets[FRI] += 1
