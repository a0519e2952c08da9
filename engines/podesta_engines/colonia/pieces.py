"""Pieces on the move: members, resources, goods, money, ships and cards, each moved by one function."""

from __future__ import annotations

from collections.abc import Callable

from podesta_engines.core.notes import note
from podesta_engines.core.script import EVERYBODY, Ask, Draw, Kind, Script, Task

from .components import FIGURES
from .notes import GOOD_TAKEN, MEMBERS_HOME, PAID, PASSED, RELIC_SHOWN, RESHUFFLED, RESOURCE_SEEN, SHIP_ARRIVED
from .state import FRI, NONE, Berth, Holdings, Player, State
from .words import DRAW_RESOURCE, HOLDS, RELICS, RESOURCE, SHIPS, TURN_RELIC, TURN_SHIP

KINDS_OF_RESOURCE = tuple(range(len(RESOURCE)))


def some(number: int) -> tuple[int, ...]:
    """`(number,)`, or `()` for NONE: the argument of notes that name an earlier holder or piece."""
    return () if number == NONE else (number,)


# -- pass loops ------------------------------------------------------------------------------------------------------


def open_loop(g: State, phase: int) -> None:
    """C-12: all seats take part again, the mayor first."""
    g.phase = phase
    g.loop[:] = g.order


def pass_loop(
    name: str,
    kind: Kind,
    nothing: int,
    offers: Callable[[State, int], list[int] | None],
    act: Callable[[State, int, int], None],
    screened: bool,
) -> Callable[[State], Script]:
    """C-12: a turn of a pass loop; a seat that passes is out until next week.

    offers: returns the options of a seat, or None if all can see that it has none and so passes (C-13). screened: the
    options depend on what a screen hides, so the question is asked even if passing is the only option.
    """
    again: Task = (name,)

    def turn(g: State) -> Script:
        """C-12: one action of the next seat, or its pass."""
        loop = g.loop
        while (options := offers(g, loop[0])) is None:
            note(g, PASSED, loop.pop(0))
            if not loop:
                return
        seat = g.active = loop[0]
        options.append(nothing)
        choice = yield Ask(kind, seat, options, sole=screened and not g.options.open_holdings)
        del loop[0]
        if choice != nothing:
            loop.append(seat)
            g.agenda.append(again)
            act(g, seat, choice)
            return
        note(g, PASSED, seat)
        if loop:
            g.agenda.append(again)

    return turn


# -- members ---------------------------------------------------------------------------------------------------------


def go_home(g: State, seat: int, street: int, number: int) -> None:
    """C-15: members of a street field go home."""
    if number:
        me = g.players[seat]
        me.streets[street] -= number
        me.home += number
        note(g, MEMBERS_HOME, seat, number, street)


def clear_street(g: State, street: int) -> None:
    """C-15: all take their members home that have been on a street field since last week."""
    for seat in g.order:
        go_home(g, seat, street, g.players[seat].streets[street])


# -- resources and goods ---------------------------------------------------------------------------------------------


def draw_resource(g: State, seat: int) -> Script:
    """C-6: a resource from the bag that only its seat sees, if there is one (C-96)."""
    assert g.hidden is not None
    bag = g.hidden.bag
    if any(bag):
        seen_by = EVERYBODY if g.options.open_holdings else seat
        kind = yield Draw(DRAW_RESOURCE, KINDS_OF_RESOURCE, bag, seen_by)
        bag[kind] -= 1
        me = g.players[seat]
        assert me.secret is not None
        me.secret.resources[kind] += 1
        holdings(me).unseen += 1
        note(g, RESOURCE_SEEN, seat, kind, int(g.options.open_holdings), visible_to=seen_by)


def spend_resource(g: State, me: Player, kind: int) -> None:
    """C-46: a resource goes back into the bag; first those that all saw the seat take, as long as it has any (C-71)."""
    assert me.holdings is not None
    assert me.secret is not None
    assert g.hidden is not None
    me.secret.resources[kind] -= 1
    if me.holdings.known[kind]:
        me.holdings.known[kind] -= 1
    else:
        me.holdings.unseen -= 1
    g.hidden.bag[kind] += 1


def take_good(g: State, seat: int, good: int) -> None:
    """C-7: a good from the supply, if there is one (C-98)."""
    if g.supply[good]:
        g.supply[good] -= 1
        holdings(g.players[seat]).goods[good] += 1
        note(g, GOOD_TAKEN, seat, good, int(g.options.open_holdings))


def holdings(me: Player) -> Holdings:
    """A seat's holdings behind its screen; raises AssertionError in a state in which they are hidden."""
    assert me.holdings is not None
    return me.holdings


# -- ships -----------------------------------------------------------------------------------------------------------


def fill_harbour(g: State) -> Script:
    """C-59: after the others have moved up, ships from the deck fill the free berths in ascending order."""
    extra = g.options.late_ships_extra_hold and any(berth.extra for berth in g.harbour)
    for berth in range(len(g.harbour), FIGURES[g.edition].limits.harbour_berths):
        if not g.ship_deck:
            note(g, RESHUFFLED, NONE, SHIPS, tuple(g.ship_discard), ())
            g.ship_deck += sorted(g.ship_discard)
            g.ship_discard.clear()
        ship = yield Draw(TURN_SHIP, tuple(g.ship_deck))
        g.ship_deck.remove(ship)
        g.harbour.append(Berth(ship, [NONE] * (HOLDS + 1), extra))
        note(g, SHIP_ARRIVED, NONE, ship, berth, len(FIGURES[g.edition].pays[ship]))


def pay(g: State, seat: int, city: int, amount: int, hold: int) -> None:
    """C-56: the bank pays for a hold in the currency of a city; its member goes to the street (C-57)."""
    me = g.players[seat]
    holdings(me).money[city] += amount
    me.streets[FRI] += 1
    note(g, PAID, seat, amount, city, hold, int(g.options.open_holdings))


# -- craftsmen -------------------------------------------------------------------------------------------------------


def stick(g: State, craftsman: int, more: int = 0) -> int:
    """C-19: the space below a craftsman's stick, with `more` additional contracts; 0: the start."""
    return min(g.capacity[craftsman] + more, FIGURES[g.edition].limits.contract_spaces)


# -- relics ----------------------------------------------------------------------------------------------------------


def fill_display(g: State) -> Script:
    """C-69: cards from the deck fill the lowest spaces, up to ten on display in all."""
    for space in range(sum(card != NONE for card in g.display), FIGURES[g.edition].limits.relic_display):
        if not replenish(g):
            return
        yield from turn_relic(g, space)


def replenish(g: State) -> bool:
    """C-69: when a card is needed and the deck is empty, the discard pile becomes the deck; False if both are empty."""
    if not g.relics_left and g.relic_discard:
        assert g.hidden is not None
        note(g, RESHUFFLED, NONE, RELICS, (), tuple(g.relic_discard))
        g.hidden.relic_deck += sorted(g.relic_discard)
        g.relics_left = len(g.relic_discard)
        g.relic_discard.clear()
    return g.relics_left > 0


def turn_relic(g: State, space: int) -> Script:
    """C-69: the top card of the deck is laid on a space."""
    assert g.hidden is not None
    card = yield Draw(TURN_RELIC, tuple(g.hidden.relic_deck))
    g.hidden.relic_deck.remove(card)
    g.relics_left -= 1
    g.display[space] = card
    if g.journal is not None:
        here = FIGURES[g.edition]
        note(g, RELIC_SHOWN, NONE, card, here.points[card], here.cost[card], here.relic_city[card], space + 1)
