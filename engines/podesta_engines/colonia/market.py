"""Wednesday and Thursday: resources from the market, contracts with craftsmen; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.core.notes import note
from podesta_engines.core.script import Draw, Script

from .components import FIGURES
from .pieces import KINDS_OF_RESOURCE, clear_street, open_loop, pass_loop, spend_resource, take_good
from .reports import CONTRACT_PLACED, CONTRACT_ROLLED, CONTRACT_SERVED, MARKET_CLEARED, STALL_STOCKED, STALL_TAKEN
from .setup import FACES
from .state import CONTRACTS, MARKET, NONE, SERVING, THU, WED, Contract, State
from .words import (
    CRAFTSMAN,
    NO_CONTRACT,
    NO_STALL,
    PLACE_CONTRACT,
    RESOURCE,
    ROLL_CONTRACT,
    SIX,
    STALL,
    STOCK_RESOURCE,
    TAKE_STALL,
)

KINDS = len(RESOURCE)

# -- Wednesday: the market -------------------------------------------------------------------------------------------


def stock(g: State, stall: int, number: int) -> Script:
    """C-18: resources are drawn onto a stall, as far as the bag goes (C-96)."""
    assert g.hidden is not None
    bag = g.hidden.bag
    if any(bag):
        kind = yield Draw(STOCK_RESOURCE, KINDS_OF_RESOURCE, bag)
        bag[kind] -= 1
        g.stalls[stall * KINDS + kind] += 1
        g.stall_sizes[stall] += 1
        if number > 1:
            g.agenda.append(("stock", stall, number - 1))
            return
    if g.journal is not None:
        note(g, STALL_STOCKED, NONE, stall, on_stall(g, stall))


def on_stall(g: State, stall: int) -> tuple[int, ...]:
    """C-18: the resources on a stall, kind by kind."""
    return tuple(kind for kind in KINDS_OF_RESOURCE for _ in range(g.stalls[stall * KINDS + kind]))


def open_market(g: State) -> None:
    """C-43: the market opens."""
    open_loop(g, MARKET)


def stalls_offered(g: State, seat: int) -> list[int] | None:
    """C-43: stalls with something on them (C-97) that the members at home suffice for."""
    home = g.players[seat].home
    return [stall for stall, size in enumerate(g.stall_sizes) if 0 < size <= home] or None


def take_stall(g: State, seat: int, stall: int) -> None:
    """C-43: all resources of a stall for as many members, who stand on it."""
    me, first = g.players[seat], stall * KINDS
    assert me.holdings is not None
    assert me.secret is not None
    known, mine, members = me.holdings.known, me.secret.resources, g.stall_sizes[stall]
    if g.journal is not None:
        note(g, STALL_TAKEN, seat, stall, on_stall(g, stall), members)
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
    """C-44: what is left goes back into the bag; last week's members go home and this week's to the street (C-45)."""
    _clear_stalls(g)
    clear_street(g, WED)
    for stall, seat in enumerate(g.stall_seats):
        if seat != NONE:
            g.players[seat].streets[WED] += g.stall_members[stall]
    g.stall_seats[:] = [NONE] * len(STALL)
    g.stall_members[:] = [0] * len(STALL)


def _clear_stalls(g: State) -> None:
    assert g.hidden is not None
    if not any(g.stall_sizes):
        return
    if g.journal is not None:
        note(g, MARKET_CLEARED, NONE, tuple(kind for stall in range(len(STALL)) for kind in on_stall(g, stall)))
    for kind in KINDS_OF_RESOURCE:
        g.hidden.bag[kind] += sum(g.stalls[kind::KINDS])
    g.stalls[:] = [0] * len(g.stalls)
    g.stall_sizes[:] = [0] * len(STALL)


# -- Thursday: contracts ---------------------------------------------------------------------------------------------


def open_contracts(g: State) -> None:
    """C-46: no contract is placed yet this week; those of last week do not count (C-47)."""
    g.placed[:] = [0] * len(CRAFTSMAN)
    open_loop(g, CONTRACTS)


def contracts_offered(g: State, seat: int) -> list[int] | None:
    """C-46: craftsmen with a free space (C-99) whose resources the seat has, at one member more than the last cost."""
    me, here = g.players[seat], FIGURES[g.edition]
    home, placed, queues, spaces = me.home, g.placed, g.queues, here.limits.contract_spaces
    if not home:
        return None
    assert me.secret is not None
    mine, found, free = me.secret.resources, [], False
    for craftsman, (first, second) in enumerate(here.recipes):
        if placed[craftsman] < home and len(queues[craftsman]) < spaces:
            free = True
            if mine[first] and mine[second]:
                found.append(craftsman)
    return found if free else None


def place_contract(g: State, seat: int, craftsman: int) -> None:
    """C-46: both resources go into the bag, and members onto the first free space of the queue."""
    me, recipe = g.players[seat], FIGURES[g.edition].recipes[craftsman]
    for kind in recipe:
        spend_resource(g, me, kind)
    g.placed[craftsman] += 1
    members = g.placed[craftsman]
    me.home -= members
    g.queues[craftsman].append(Contract(seat, members))
    note(g, CONTRACT_PLACED, seat, craftsman, recipe, members)


contracts = pass_loop("contracts", PLACE_CONTRACT, NO_CONTRACT, contracts_offered, place_contract, screened=True)
"""C-46: one contract, or pass."""


def roll_contracts(g: State) -> Script:
    """C-49: the die gives extra contracts to its craftsman, a 6 to all five."""
    g.phase = SERVING
    for _ in range(FIGURES[g.edition].rolls[g.week_cards[-1]]):
        die = g.die = yield Draw(ROLL_CONTRACT, FACES)
        note(g, CONTRACT_ROLLED, NONE, die)
        raise_capacity(g, die)


def raise_capacity(g: State, die: int) -> None:
    """C-49: one contract more, for one craftsman or for all."""
    for craftsman in range(len(CRAFTSMAN)) if die == SIX else (die,):
        g.capacity[craftsman] += 1


def serve_contracts(g: State) -> None:
    """C-50: each craftsman serves the first contracts of his queue; members go home, then to the street (C-51).

    Sticks go back to the start (C-52).
    """
    served = [serve(g, craftsman) for craftsman in range(len(CRAFTSMAN))]
    g.capacity[:] = [0] * len(CRAFTSMAN)
    clear_street(g, THU)
    for contract in (contract for each in served for contract in each):
        g.players[contract.seat].streets[THU] += contract.members


def serve(g: State, craftsman: int) -> list[Contract]:
    """C-50: one good for each contract up to the capacity, and to the supply (C-98); the others move up (C-52)."""
    queue, good = g.queues[craftsman], FIGURES[g.edition].makes[craftsman]
    number = min(len(queue), g.capacity[craftsman], g.supply[good])
    served = queue[:number]
    for contract in served:
        note(g, CONTRACT_SERVED, contract.seat, craftsman, good)
        take_good(g, contract.seat, good)
    del queue[:number]
    return served
