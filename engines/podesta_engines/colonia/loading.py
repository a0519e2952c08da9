"""Friday and Saturday: goods onto ships, and money for them; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.core.notes import note

from .components import FIGURES, stock_mask
from .pieces import clear_street, open_loop, pass_loop, pay
from .reports import EXTRA_LOADED, HOLD_LOADED, SHIP_SAILED
from .state import EXTRA, FRI, LOADING, NONE, SAILING, Berth, State
from .words import EXTRAS_FROM, GOOD, HOLDS, LOAD_HOLD, NO_HOLD

# -- Friday ----------------------------------------------------------------------------------------------------------


def open_loading(g: State) -> None:
    """C-53: loading begins; all ships in the harbour can be loaded (C-54)."""
    open_loop(g, LOADING)


def holds_offered(g: State, seat: int) -> list[int] | None:
    """C-53: unmarked holds whose goods the seat has, and extra holds for any good (C-80)."""
    me = g.players[seat]
    assert me.holdings is not None
    if not me.home:
        return None
    needs, goods, found, free = FIGURES[g.edition].needs, me.holdings.goods, list[int](), False
    lacking = ~stock_mask(goods)
    for berth in g.harbour:
        marks = berth.marks
        for hold, option, need in needs[berth.ship]:
            if marks[hold] == NONE:
                free = True
                if not need & lacking:
                    found.append(option)
        if berth.extra and marks[EXTRA] == NONE:
            free = True
            first = EXTRAS_FROM + berth.ship * len(GOOD)
            found += [first + good for good, number in enumerate(goods) if number]
    return found if free else None


def load_hold(g: State, seat: int, choice: int) -> None:
    """C-53: exactly the goods of the hold go to the supply, and a member onto the hold."""
    if choice >= EXTRAS_FROM:
        load_extra(g, seat, *divmod(choice - EXTRAS_FROM, len(GOOD)))
        return
    ship, hold = divmod(choice, HOLDS)
    goods = FIGURES[g.edition].takes[ship][hold]
    for good in goods:
        _deliver(g, seat, good)
    _mark(g, seat, ship, hold)
    note(g, HOLD_LOADED, seat, ship, hold + 1, goods)


def load_extra(g: State, seat: int, ship: int, good: int) -> None:
    """C-80: any one good goes onto the extra hold."""
    _deliver(g, seat, good)
    _mark(g, seat, ship, EXTRA)
    note(g, EXTRA_LOADED, seat, ship, good)


def _deliver(g: State, seat: int, good: int) -> None:
    me = g.players[seat]
    assert me.holdings is not None
    me.holdings.goods[good] -= 1
    g.supply[good] += 1


def _mark(g: State, seat: int, ship: int, hold: int) -> None:
    g.players[seat].home -= 1
    next(berth for berth in g.harbour if berth.ship == ship).marks[hold] = seat


loading = pass_loop("loading", LOAD_HOLD, NO_HOLD, holds_offered, load_hold, screened=True)
"""C-53: one hold, or pass."""


def close_loading(g: State) -> None:
    """C-55: members go home from street Friday, those on ships stay; unmarked extra holds are gone (C-80)."""
    clear_street(g, FRI)
    for berth in g.harbour:
        berth.extra = False


# -- Saturday --------------------------------------------------------------------------------------------------------


def sail(g: State) -> None:
    """C-56: the ships on the first berths sail; then berths are refilled (C-59), but not in the last week (C-60)."""
    g.phase = SAILING
    depart(g, g.sailing)
    g.sailing = 0
    if g.week < FIGURES[g.edition].limits.weeks:
        g.agenda.append(("fill_harbour",))


def depart(g: State, number: int) -> None:
    """C-56: ships sail, full or not, in the order of their berths, and are discarded (C-58)."""
    for berth in g.harbour[:number]:
        note(g, SHIP_SAILED, NONE, berth.ship)
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
