"""Wednesday: resources from the market; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.colonia.components import FIGURES
from podesta_engines.colonia.notes import MARKET_CLEARED, STALL_STOCKED, STALL_TAKEN, STALLS_LEFT
from podesta_engines.colonia.pieces import KINDS_OF_RESOURCE, clear_street, open_loop, pass_loop, some
from podesta_engines.colonia.state import MARKET, NONE, ORDINANCE, WED, State
from podesta_engines.colonia.words import NO_STALL, RESOURCE, STALL, STOCK_RESOURCE, TAKE_STALL
from podesta_engines.core.notes import note
from podesta_engines.core.script import Draw, Script

KINDS = len(RESOURCE)


def stock(g: State, stall: int, number: int) -> Script:
    """C-18: resources are drawn onto a stall, as long as the bag lasts (C-96)."""
    assert g.hidden is not None
    bag, missing, drawn = g.hidden.bag, number, NONE
    if any(bag):
        drawn = yield Draw(STOCK_RESOURCE, KINDS_OF_RESOURCE, bag)
        bag[drawn] -= 1
        g.stalls[stall * KINDS + drawn] += 1
        g.stall_sizes[stall] += 1
        if number > 1:
            g.agenda.append(("stock", stall, number - 1))
            return
        missing = 0
    if g.journal is not None:
        note(g, STALL_STOCKED, NONE, stall, on_stall(g, stall), missing, _added(g, stall, drawn))


def _added(g: State, stall: int, drawn: int) -> tuple[int, ...]:
    """C-74: the resources that are new on a stall: the last one drawn if it was stocked on Monday, else all."""
    regular = stall < len(FIGURES[g.edition].stalls[0])
    return some(drawn) if regular and g.phase == ORDINANCE else on_stall(g, stall)


def on_stall(g: State, stall: int) -> tuple[int, ...]:
    """C-18: the resources on a stall, sorted by kind."""
    return tuple(kind for kind in KINDS_OF_RESOURCE for _ in range(g.stalls[stall * KINDS + kind]))


def open_market(g: State) -> None:
    """C-43: the market opens."""
    open_loop(g, MARKET)


def stalls_offered(g: State, seat: int) -> list[int] | None:
    """C-43: stalls with resources (C-97) for which the seat has enough members at home."""
    home = g.players[seat].home
    return [stall for stall, size in enumerate(g.stall_sizes) if 0 < size <= home] or None


def take_stall(g: State, seat: int, stall: int) -> None:
    """C-43: all resources of a stall for the same number of members, which are placed on it."""
    me, first = g.players[seat], stall * KINDS
    assert me.holdings is not None
    assert me.secret is not None
    known, mine, members = me.holdings.known, me.secret.resources, g.stall_sizes[stall]
    if g.journal is not None:
        note(g, STALL_TAKEN, seat, stall, on_stall(g, stall), members, int(g.options.open_holdings))
    for kind in KINDS_OF_RESOURCE:
        number = g.stalls[first + kind]
        known[kind] += number
        mine[kind] += number
        g.stalls[first + kind] = 0
    me.home -= members
    g.stall_sizes[stall] = 0
    g.stall_seats[stall] = seat
    g.stall_members[stall] = members


market = pass_loop("market", TAKE_STALL, NO_STALL, stalls_offered, take_stall, screened=False)
"""C-43: one stall, or pass."""


def close_market(g: State) -> None:
    """C-44: remaining resources go back into the bag; last week's members go home, this week's to the street (C-45)."""
    _clear_stalls(g)
    clear_street(g, WED)
    if g.journal is not None:
        _tell_members(g)
    for stall, seat in enumerate(g.stall_seats):
        if seat != NONE:
            g.players[seat].streets[WED] += g.stall_members[stall]
    g.stall_seats[:] = [NONE] * len(STALL)
    g.stall_members[:] = [0] * len(STALL)


def _tell_members(g: State) -> None:
    """C-45: the members that go from the stalls to the street."""
    taken = [stall for stall, seat in enumerate(g.stall_seats) if seat != NONE]
    if taken:
        seats, members = [g.stall_seats[i] for i in taken], [g.stall_members[i] for i in taken]
        note(g, STALLS_LEFT, NONE, tuple(taken), tuple(seats), tuple(members))


def _clear_stalls(g: State) -> None:
    assert g.hidden is not None
    if not any(g.stall_sizes):
        return
    if g.journal is not None:
        left = [(stall, kind) for stall in range(len(STALL)) for kind in on_stall(g, stall)]
        note(g, MARKET_CLEARED, NONE, tuple([kind for _, kind in left]), tuple([stall for stall, _ in left]))
    for kind in KINDS_OF_RESOURCE:
        g.hidden.bag[kind] += sum(g.stalls[kind::KINDS])
    g.stalls[:] = [0] * len(g.stalls)
    g.stall_sizes[:] = [0] * len(STALL)
