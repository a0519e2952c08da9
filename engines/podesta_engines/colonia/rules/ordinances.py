"""The eighteen ordinances and their effects; numbers as in RULES.md."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from podesta_engines.colonia.components import FIGURES
from podesta_engines.colonia.notes import CAPACITY_RAISED, EXCHANGED, NOT_EXCHANGED
from podesta_engines.colonia.pieces import go_home, holdings, replenish, stick, turn_relic
from podesta_engines.colonia.setup import deal
from podesta_engines.colonia.state import NONE, THU, WED, State
from podesta_engines.colonia.words import CHANGES, CRAFTSMAN, DECLINE, EXCHANGE, ORDINANCE, STALL, STREET_RETURN
from podesta_engines.core.notes import note
from podesta_engines.core.script import Ask, Script, Together, in_order

from .sailing import depart

# -- Wednesday -------------------------------------------------------------------------------------------------------


def more_resources(g: State) -> None:
    """C-74: each of the seven regular stalls gets one more resource."""
    regular = range(len(FIGURES[g.edition].stalls[0]))
    g.agenda += in_order(*[("stock", stall, 1) for stall in regular])


def foreign_merchants(g: State) -> None:
    """C-75: two extra stalls are open this week."""
    here = FIGURES[g.edition]
    extra, number = range(len(here.stalls[0]), len(STALL)), here.limits.extra_stall_resources
    g.agenda += in_order(*[("stock", stall, number) for stall in extra])


# -- Thursday --------------------------------------------------------------------------------------------------------


def street_return(g: State, street: int) -> Script:
    """C-76, C-79: every seat takes up to three members home from a street; all decide at once and in secret."""
    most = FIGURES[g.edition].limits.street_return
    there = [(seat, g.players[seat].streets[street]) for seat in g.order]
    together = Together([Ask(STREET_RETURN, seat, range(min(most, n) + 1), about=(street,)) for seat, n in there if n])
    if together.asks:
        yield together
    for seat, n in there:
        if n:
            go_home(g, seat, street, together.answers[seat])


def resources_for_all(g: State) -> None:
    """C-77: in playing order every seat draws two resources and keeps them hidden."""
    number = FIGURES[g.edition].limits.resources_for_all
    g.agenda += in_order(*[task for seat in g.order for task in deal(seat, number)])


def more_contracts(g: State, craftsman: int) -> None:
    """C-78: a craftsman can carry out two more contracts today."""
    origin = stick(g, craftsman)
    g.capacity[craftsman] += FIGURES[g.edition].limits.craftsman_bonus
    note(g, CAPACITY_RAISED, NONE, craftsman, g.capacity[craftsman], origin, stick(g, craftsman))


# -- Friday ----------------------------------------------------------------------------------------------------------


def extra_holds(g: State) -> None:
    """C-80: every ship in the harbour has an extra hold today."""
    for berth in g.harbour:
        berth.extra = True


def sail_early(g: State, number: int) -> None:
    """C-81, C-82: the first ships sail at once and new ones arrive; as many sail on Saturday as before (C-83)."""
    depart(g, number)
    g.agenda.append(("fill_harbour",))


def goods_for_all(g: State) -> None:
    """C-84: in playing order every seat rolls for a good."""
    g.agenda += in_order(*[("roll_good", seat) for seat in g.order])


# -- Saturday --------------------------------------------------------------------------------------------------------


def extra_relics(g: State) -> Script:
    """C-85: two cards from the deck are laid on the extra spaces, as far as there are free spaces and cards."""
    for space in range(FIGURES[g.edition].limits.relic_display, len(g.display)):
        if g.display[space] == NONE and replenish(g):
            yield from turn_relic(g, space)


def fewer_members(g: State) -> None:
    """C-86: next Tuesday every seat sends one member fewer."""
    g.fewer = True


def exchange(g: State) -> Script:
    """C-87: every seat may change up to five of one currency into another; all decide at once and in secret."""
    together = Together([Ask(EXCHANGE, seat, changes(g, seat), sole=not g.options.open_holdings) for seat in g.order])
    yield together
    for seat in g.order:
        change(g, seat, together.answers[seat])


def changes(g: State, seat: int) -> list[int]:
    """C-87: every amount of every currency that the seat owns, into every other currency."""
    here = FIGURES[g.edition]
    money = holdings(g.players[seat]).money
    options: list[int] = []
    for currency, owned in enumerate(money):
        options += here.changes[currency][min(owned, here.limits.exchange)]
    options.append(DECLINE)
    return options


def change(g: State, seat: int, choice: int) -> None:
    """C-87: one currency for another, one to one."""
    if choice == DECLINE:
        note(g, NOT_EXCHANGED, seat)
        return
    origin, target, amount = CHANGES[choice]
    money = holdings(g.players[seat]).money
    money[origin] -= amount
    money[target] += amount
    note(g, EXCHANGED, seat, origin, target, amount, int(g.options.open_holdings))


def _push(*task: str | int) -> Callable[[State], None]:
    """An effect that asks or draws is a task of its own."""
    return lambda g: g.agenda.append(task)


_BY_ID: dict[str, Callable[[State], None]] = {
    "ord_wed_more_1": more_resources,
    "ord_wed_more_2": more_resources,
    "ord_wed_foreign": foreign_merchants,
    "ord_thu_street": _push("street_return", WED),
    "ord_thu_resources": resources_for_all,
    **{f"ord_thu_{word.slug}": partial(more_contracts, craftsman=i) for i, word in enumerate(CRAFTSMAN.words)},
    "ord_fri_street": _push("street_return", THU),
    "ord_fri_extra_hold": extra_holds,
    "ord_fri_one_ship": partial(sail_early, number=1),
    "ord_fri_two_ships": partial(sail_early, number=2),
    "ord_fri_good": goods_for_all,
    "ord_sat_relics": _push("extra_relics"),
    "ord_sat_fewer": fewer_members,
    "ord_sat_exchange": _push("exchange"),
}
EFFECTS = tuple(_BY_ID[word.slug] for word in ORDINANCE.words)
"""C-42: the effect of each ordinance."""
