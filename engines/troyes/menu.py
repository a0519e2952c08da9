"""What a seat may do on its turn: every verb that can be carried through, found before it is offered (T-105)."""

from __future__ import annotations

from .dice import (
    FITS,
    MILITIA,
    PLAIN,
    RICH,
    TITHING,
    Group,
    Ints,
    colour_of,
    groups,
    reach,
    reach_with_tithe,
    value_of,
    values,
)
from .influence import uses
from .pieces import is_tradesman
from .state import ANY, NONE, OWNERS, WHITE, YELLOW, Player, State
from .tables import FIGURES
from .words import BUILD, COMBAT, FARM, FROM_CARD, FROM_LYING, FROM_SPACE, FROM_SUPPLY, PASS, PLACE_IN

Powers = list[Ints]
PLACING = ((PLAIN, MILITIA), (PLAIN,), (PLAIN, TITHING))
"""T-165: the modifiers that may serve placing in Palace, Bishopric and City Hall."""


def menu(g: State, seat: int) -> list[int]:
    """T-100, T-101: every influence step and every action that can be completed; passing is always one (T-230)."""
    me = g.players[seat]
    money = me.deniers
    powers = tuple(powers_of(g, me, seat, colour) for colour in range(3))
    found = _activities(g, me, seat, powers)
    if _can_build(g, seat, money):
        found.append(BUILD)
    _combats(g, money, powers, found)
    if has_citizen(g, me, seat):
        found += [PLACE_IN + building for building in range(3) if _can_place(g, me, seat, building)]
    if any(power[min(money, RICH)] for power in powers[YELLOW]):
        found.append(FARM)
    found.append(PASS)
    found += uses(g, seat)
    return found


# -- how much a group can be worth -----------------------------------------------------------------------------------


def powers_of(g: State, me: Player, seat: int, target: int) -> Powers:
    """T-115: for each modifier the seat could use, the greatest worth of a group used as `target`, by budget."""
    modifiers: Ints = FITS[target] if any(me.cubes) else (PLAIN,)
    strengths = FIGURES[g.edition].strength
    found = []
    for modifier in modifiers:
        if modifier == PLAIN or me.cubes[modifier]:
            colour = colour_of(target, modifier)
            if modifier == TITHING:
                found.append(reach_with_tithe(seat, heaps(g, YELLOW)))
            else:
                own, others = _split(g, seat, colour)
                found.append(reach(own, others, modifier, strengths[modifier]))
    return found


def heaps(g: State, colour: int) -> Ints:
    """The heaps of a colour by district; all fifteen for ANY."""
    return tuple(g.dice) if colour == ANY else tuple(g.dice[OWNERS * colour : OWNERS * colour + OWNERS])


def _split(g: State, seat: int, colour: int) -> tuple[int, int]:
    """The own dice of a colour, and those of all others, as two heaps."""
    dice = g.dice
    if colour == ANY:
        own = sum(dice[seat::OWNERS])
        return own, sum(dice) - own
    first = OWNERS * colour
    own = dice[first + seat]
    return own, sum(dice[first : first + OWNERS]) - own


# -- each verb -------------------------------------------------------------------------------------------------------


def has_citizen(g: State, me: Player, seat: int) -> bool:
    """T-141, T-201: whether a seat has a citizen that it may move."""
    if me.supply:
        return True
    lying = 0 if g.lying_usable else sum([mask >> seat & 1 for mask in g.lying])
    return me.reserve + lying < FIGURES[g.edition].start.citizens


def _activities(g: State, me: Player, seat: int, powers: tuple[Powers, ...]) -> list[int]:
    """T-140 to T-152: the cards whose hiring, dice and price the seat can pay with a group that is worth enough."""
    here = FIGURES[g.edition]
    citizen = has_citizen(g, me, seat)
    found = []
    for slot, card in enumerate(g.activities):
        if card == NONE or me.influence < here.pay_influence[card]:
            continue
        budget = me.deniers - here.pay_deniers[card]
        if not is_tradesman(g, seat, slot):
            if not citizen:
                continue
            budget -= here.cost[card]
        if budget >= 0 and _worth_it(g, me, seat, powers, here.target[card], budget, here.divisor[card]):
            found.append(card)
    return found


def _worth_it(
    g: State, me: Player, seat: int, powers: tuple[Powers, ...], target: int, budget: int, need: int
) -> bool:
    """T-150, T-164: whether some group, with or without a cube, is worth what is needed."""
    budget = min(budget, RICH)
    there = powers[target] if target != ANY else powers_of(g, me, seat, ANY)
    return max([power[budget] for power in there]) >= need


def _combats(g: State, money: int, powers: tuple[Powers, ...], found: list[int]) -> None:
    """T-180: the events against which a group is worth at least one cube."""
    kinds = FIGURES[g.edition].events
    budget = min(money, RICH)
    best = [max([power[budget] for power in each]) for each in powers]
    for at, kind in enumerate(g.queue):
        event = kinds[kind]
        for colour in event.dice:
            if best[colour] >= event.divisor:
                found.append(COMBAT + at)
                break


def _can_build(g: State, seat: int, money: int) -> bool:
    """T-170, T-171: whether a white die that can be had points to a column with a free place."""
    own, others = _split(g, seat, WHITE)
    top = g.cathedral[2::3]
    return any(top[value - 1] == NONE for value in values(own + others if money >= 2 else own))


def room(g: State, value: int) -> int:
    """T-171: the free places in a column of the cathedral."""
    return g.cathedral[3 * value - 3 : 3 * value].count(NONE)


def fits_cathedral(g: State, group: Group) -> bool:
    """T-173: whether every die of a group can place a cube."""
    faces = [value_of(number) for number in group]
    return all(faces.count(value) <= room(g, value) for value in faces)


# -- placing ---------------------------------------------------------------------------------------------------------


def _can_place(g: State, me: Player, seat: int, building: int) -> bool:
    """T-200, T-205: whether some die leads some citizen into a building."""
    if not g.lying[building]:
        own, others = _split(g, seat, building)
        if own or (others and me.deniers >= 2):
            return True
    return any(placings(g, me, seat, building, modifier) for modifier in placing_modifiers(me, building))


def placing_modifiers(me: Player, building: int) -> Ints:
    """T-165: no cube, Militia for the Palace, Tithing for the City Hall."""
    return tuple(modifier for modifier in PLACING[building] if modifier == PLAIN or me.cubes[modifier])


def placings(g: State, me: Player, seat: int, building: int, modifier: int) -> list[Group]:
    """T-200: the dice, each a group of one, that lead some citizen of the seat into a building."""
    colour = colour_of(building, modifier)
    found = groups(seat, heaps(g, colour), building, modifier, 0, min(me.deniers, RICH), 1, 1)
    if not g.lying[building]:
        return list(found)
    return [group for group in found if citizens(g, me, seat, building, value_of(group[0]))]


def citizens(g: State, me: Player, seat: int, building: int, value: int) -> list[int]:
    """T-201, T-205, T-206: the citizens that a die may place without expelling a protected colour."""
    first, end = FIGURES[g.edition].rows[building][value - 1]
    last = g.standing[end - 1]
    row = g.standing[first:end]
    found = sources(g, me, seat, NONE)
    if NONE in row or not g.lying[building] >> last & 1:
        return found
    return [
        source
        for source in found
        if first <= source - FROM_SPACE < end or (last == seat and source == FROM_LYING + building)
    ]


def sources(g: State, me: Player, seat: int, slot: int) -> list[int]:
    """T-141, T-201: where a seat can take a citizen from, for a card (a tradesman does not leave it) or a building."""
    found = [FROM_SUPPLY] if me.supply else []
    found += [FROM_SPACE + space for space, owner in enumerate(g.standing) if owner == seat]
    found += [
        FROM_CARD + card
        for there, card in enumerate(g.activities)
        if card != NONE and there != slot and is_tradesman(g, seat, there)
    ]
    if g.lying_usable:
        found += [FROM_LYING + building for building, mask in enumerate(g.lying) if mask >> seat & 1]
    return found
