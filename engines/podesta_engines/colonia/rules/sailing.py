"""Saturday: ships sail, and money for their goods; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.colonia.components import FIGURES
from podesta_engines.colonia.notes import SHIP_SAILED, SHIPS_MOVED
from podesta_engines.colonia.pieces import pay, some
from podesta_engines.colonia.state import EXTRA, NONE, SAILING, Berth, State
from podesta_engines.colonia.words import HOLD_AT
from podesta_engines.core.notes import note


def sail(g: State) -> None:
    """C-56: the ships on the first berths sail; then berths are refilled (C-59), but not in the last week (C-60)."""
    g.phase = SAILING
    depart(g, g.sailing, stick=some(g.sailing - 1))
    g.sailing = 0
    if g.week < FIGURES[g.edition].limits.weeks:
        g.agenda.append(("fill_harbour",))


def depart(g: State, number: int, stick: tuple[int, ...] = ()) -> None:
    """C-56: ships sail, full or not, in the order of their berths, and are discarded (C-58); the others move up."""
    for place, berth in enumerate(g.harbour[:number]):
        note(g, SHIP_SAILED, NONE, berth.ship, place)
        settle_ship(g, place, berth)
        g.ship_discard.append(berth.ship)
    del g.harbour[:number]
    if g.journal is not None:
        _tell_ships(g, number, stick)


def _tell_ships(g: State, number: int, stick: tuple[int, ...]) -> None:
    """C-59: the ships that move up with their members, and the former place of a stick that is set aside."""
    ships = tuple([berth.ship for berth in g.harbour])
    marks = [mark for place, berth in enumerate(g.harbour, number) for mark in _marks(berth, place)]
    seats, holds = tuple([seat for seat, _ in marks]), tuple([hold for _, hold in marks])
    note(g, SHIPS_MOVED, NONE, ships, number, seats, holds, stick)


def _marks(berth: Berth, place: int) -> list[tuple[int, int]]:
    """The seats of the members on a ship, and their holds at a berth."""
    return [(seat, HOLD_AT[place] + hold) for hold, seat in enumerate(berth.marks) if seat != NONE]


def settle_ship(g: State, place: int, berth: Berth) -> None:
    """C-56: each marked hold pays its owner in the ship's currency; the member goes to street Friday (C-57)."""
    here, ship = FIGURES[g.edition], berth.ship
    amounts = here.pays[ship]
    for hold, seat in enumerate(berth.marks):
        if seat != NONE:
            amount = here.limits.extra_hold_pays if hold == EXTRA else amounts[hold]
            pay(g, seat, here.city_of[ship], amount, HOLD_AT[place] + hold)
