"""Friday: goods onto ships; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.colonia.components import FIGURES, stock_mask
from podesta_engines.colonia.notes import EXTRA_LOADED, HOLD_LOADED
from podesta_engines.colonia.pieces import clear_street, open_loop, pass_loop
from podesta_engines.colonia.state import EXTRA, FRI, LOADING, NONE, State
from podesta_engines.colonia.words import EXTRA_OF, LOAD_HOLD, LOADS, NO_HOLD, ExtraLoad
from podesta_engines.core.notes import note


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
            found += [EXTRA_OF[ExtraLoad(berth.ship, good)] for good, number in enumerate(goods) if number]
    return found if free else None


def load_hold(g: State, seat: int, choice: int) -> None:
    """C-53: exactly the goods of the hold go to the supply, and a member onto the hold."""
    load = LOADS[choice]
    if isinstance(load, ExtraLoad):
        load_extra(g, seat, load.ship, load.good)
        return
    goods = FIGURES[g.edition].takes[load.ship][load.hold]
    for good in goods:
        _deliver(g, seat, good)
    _mark(g, seat, load.ship, load.hold)
    if g.journal is not None:
        pays = FIGURES[g.edition].pays[load.ship][load.hold]
        place = _berth(g, load.ship), pays, _city(g, load.ship), int(g.options.open_holdings)
        note(g, HOLD_LOADED, seat, load.ship, load.hold + 1, goods, *place)


def load_extra(g: State, seat: int, ship: int, good: int) -> None:
    """C-80: any one good goes onto the extra hold."""
    _deliver(g, seat, good)
    _mark(g, seat, ship, EXTRA)
    if g.journal is not None:
        pays = FIGURES[g.edition].limits.extra_hold_pays
        note(g, EXTRA_LOADED, seat, ship, good, _berth(g, ship), pays, _city(g, ship), int(g.options.open_holdings))


def _deliver(g: State, seat: int, good: int) -> None:
    me = g.players[seat]
    assert me.holdings is not None
    me.holdings.goods[good] -= 1
    g.supply[good] += 1


def _mark(g: State, seat: int, ship: int, hold: int) -> None:
    g.players[seat].home -= 1
    g.harbour[_berth(g, ship)].marks[hold] = seat


def _berth(g: State, ship: int) -> int:
    return next(i for i, berth in enumerate(g.harbour) if berth.ship == ship)


def _city(g: State, ship: int) -> int:
    return FIGURES[g.edition].city_of[ship]


loading = pass_loop("loading", LOAD_HOLD, NO_HOLD, holds_offered, load_hold, screened=True)
"""C-53: one hold, or pass."""


def close_loading(g: State) -> None:
    """C-55: members go home from street Friday, those on ships stay; unmarked extra holds are gone (C-80)."""
    clear_street(g, FRI)
    for berth in g.harbour:
        berth.extra = False
