"""Thursday: contracts with craftsmen; numbers as in RULES.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from podesta_engines.colonia.components import FIGURES
from podesta_engines.colonia.notes import (
    CONTRACT_PLACED,
    CONTRACT_ROLLED,
    CONTRACT_SERVED,
    CONTRACTS_LEFT,
    CONTRACTS_MOVED,
    STICKS_BACK,
)
from podesta_engines.colonia.pieces import clear_street, open_loop, pass_loop, some, spend_resource, stick, take_good
from podesta_engines.colonia.setup import FACES
from podesta_engines.colonia.state import CONTRACTS, NONE, SERVING, THU, Contract, State
from podesta_engines.colonia.words import CRAFTSMAN, NO_CONTRACT, PLACE_CONTRACT, ROLL_CONTRACT, SIX
from podesta_engines.core.notes import note
from podesta_engines.core.script import Draw, Script


def open_contracts(g: State) -> None:
    """C-46: no contract has been placed this week; those of last week do not count (C-47)."""
    g.placed[:] = [0] * len(CRAFTSMAN)
    open_loop(g, CONTRACTS)


def contracts_offered(g: State, seat: int) -> list[int] | None:
    """C-46: craftsmen with a free space (C-99) that the seat has the resources and members for (one more each time)."""
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
    note(g, CONTRACT_PLACED, seat, craftsman, recipe, members, len(g.queues[craftsman]), int(g.options.open_holdings))


contracts = pass_loop("contracts", PLACE_CONTRACT, NO_CONTRACT, contracts_offered, place_contract, screened=True)
"""C-46: one contract, or pass."""


def roll_contracts(g: State) -> Script:
    """C-49: the die gives its craftsman an extra contract, a 6 all five."""
    g.phase = SERVING
    for _ in range(FIGURES[g.edition].rolls[g.week_cards[-1]]):
        die = yield Draw(ROLL_CONTRACT, FACES)
        if g.journal is not None:
            _tell_roll(g, die)
        g.die = die
        raise_capacity(g, die)


def _tell_roll(g: State, die: int) -> None:
    """C-49: the craftsmen of a roll, and the new places of their sticks."""
    craftsmen = tuple(luckier(die))
    origins = tuple([stick(g, craftsman) for craftsman in craftsmen])
    sticks = tuple([stick(g, craftsman, more=1) for craftsman in craftsmen])
    note(g, CONTRACT_ROLLED, NONE, die, craftsmen, origins, sticks, some(g.die))


def raise_capacity(g: State, die: int) -> None:
    """C-49: one more contract, for one craftsman or for all."""
    for craftsman in luckier(die):
        g.capacity[craftsman] += 1


def luckier(die: int) -> Sequence[int]:
    """C-49: the craftsmen of a roll."""
    return range(len(CRAFTSMAN)) if die == SIX else (die,)


def serve_contracts(g: State) -> None:
    """C-50: each craftsman serves the first contracts of his queue; members go home, then to the street (C-51).

    Sticks go back to the start (C-52).
    """
    served = [serve(g, craftsman) for craftsman in range(len(CRAFTSMAN))]
    clear_street(g, THU)
    if g.journal is not None:
        _tell_queues(g, served)
    g.capacity[:] = [0] * len(CRAFTSMAN)
    for contract in (contract for each in served for contract in each):
        g.players[contract.seat].streets[THU] += contract.members


def _tell_queues(g: State, served: list[list[Contract]]) -> None:
    """C-51, C-52: the members that go to the street, those that move up, and the sticks."""
    up = [len(queue) for queue in served]
    if gone := list(_spaces(served)):
        note(g, CONTRACTS_LEFT, NONE, *zip(*gone, strict=True))
    if waiting := [(man, space + up[man], space, *who) for man, space, *who in _spaces(g.queues) if up[man]]:
        note(g, CONTRACTS_MOVED, NONE, *zip(*waiting, strict=True))
    note(g, STICKS_BACK, NONE, tuple([stick(g, craftsman) for craftsman in range(len(CRAFTSMAN))]))


def _spaces(queues: list[list[Contract]]) -> Iterator[tuple[int, int, int, int]]:
    """C-46: the craftsman, the space from 1, the seat and the members of each contract."""
    for craftsman, queue in enumerate(queues):
        for space, contract in enumerate(queue, 1):
            yield craftsman, space, contract.seat, contract.members


def serve(g: State, craftsman: int) -> list[Contract]:
    """C-50: one good for each contract, limited by the capacity and the supply (C-98); the others move up (C-52)."""
    queue, good = g.queues[craftsman], FIGURES[g.edition].makes[craftsman]
    number = min(len(queue), g.capacity[craftsman], g.supply[good])
    served = queue[:number]
    for contract in served:
        note(g, CONTRACT_SERVED, contract.seat, craftsman, good)
        take_good(g, contract.seat, good)
    del queue[:number]
    return served
