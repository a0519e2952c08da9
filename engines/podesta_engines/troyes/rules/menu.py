"""The menu of a seat's turn: every verb that can be completed, found before it is offered (T-105)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from podesta_engines.troyes.components import FIGURES
from podesta_engines.troyes.dice import (
    FITS,
    LEVEL,
    MILITIA,
    PLAIN,
    RICH,
    TITHING,
    Group,
    Ints,
    colour_of,
    faces,
    groups,
    purse,
    reach,
    reach_with_tithe,
    top,
    value_of,
    values,
)
from podesta_engines.troyes.state import ANY, NONE, OWNERS, WHITE, YELLOW, Player, State
from podesta_engines.troyes.words import (
    ACTIVATE,
    BUILD,
    COMBAT,
    FARM,
    FROM_CARD,
    FROM_LYING,
    FROM_SPACE,
    FROM_SUPPLY,
    PASS,
    PLACE_IN,
)

from .influence import uses

EVERY_VALUE = 0b1111110
PLACING = ((PLAIN, MILITIA), (PLAIN,), (PLAIN, TITHING))
"""T-165: the modifiers that may serve placing in Palace, Bishopric and City Hall."""


class Means(Struct, gc=False):
    """A seat's means for its turn: money (no more than is ever needed), and heaps of own and other dice by colour."""

    seat: int
    me: Player
    money: int
    citizen: bool
    own: list[int]
    others: list[int]
    boosted: bool


def menu(g: State, seat: int) -> list[int]:
    """T-100, T-101, T-105: influence steps and every action that can be completed; passing is always one (T-230)."""
    me, dice = g.players[seat], g.dice
    own = dice[seat::OWNERS]
    others = [sum(dice[:5]) - own[0], sum(dice[5:10]) - own[1], sum(dice[10:]) - own[2]]
    money = me.deniers if me.deniers < RICH else RICH  # noqa: FURB136 (faster)
    means = Means(seat, me, money, has_citizen(g, me, seat), own, others, any(me.cubes))
    best = [reach_of(g, means, 0), reach_of(g, means, 1), reach_of(g, means, 2)]
    found = _activities(g, means, best)
    if _can_build(g, means):
        found.append(BUILD)
    level = LEVEL[money]
    _combats(g, [best[0][level], best[1][level], best[2][level]], found)
    if means.citizen:
        found += [PLACE_IN[building] for building in (0, 1, 2) if _can_place(g, means, building)]
    if best[YELLOW][level]:
        found.append(FARM)
    found.append(PASS)
    found += uses(g, seat)
    return found


# -- how much a group can be worth -----------------------------------------------------------------------------------


def modifiers_of(me: Player, target: int) -> Ints:
    """T-160, T-165: the modifiers that a seat could use for a group used as `target`; PLAIN is none."""
    fits: Ints = FITS[target]
    if not any(me.cubes):
        return fits[:1]
    return tuple([modifier for modifier in fits if modifier == PLAIN or me.cubes[modifier]])


def reach_of(g: State, means: Means, target: int) -> Sequence[int]:
    """T-115: the greatest worth of a group used as `target`, with the best of the seat's modifiers, by level."""
    own, others = _heaps(means, target)
    plain = reach(own, others, PLAIN, 0)
    if not means.boosted:
        return plain
    best = list(plain)
    for modifier in modifiers_of(means.me, target)[1:]:
        for level, value in enumerate(_reach(g, means, target, modifier)):
            if value > best[level]:
                best[level] = value
    return best


def _reach(g: State, means: Means, target: int, modifier: int) -> Ints:
    if modifier == TITHING:
        return reach_with_tithe(means.seat, heaps(g, YELLOW))
    own, others = _heaps(means, colour_of(target, modifier))
    return reach(own, others, modifier, FIGURES[g.edition].strength[modifier])


def _heaps(means: Means, colour: int) -> tuple[int, int]:
    """The best own dice of a colour, and the best of all others, as two heaps."""
    if colour == ANY:
        return top(sum(means.own)), top(sum(means.others))
    return top(means.own[colour]), top(means.others[colour])


def heaps(g: State, colour: int) -> Ints:
    """The heaps of a colour by district; all fifteen for ANY."""
    return tuple(g.dice) if colour == ANY else tuple(g.dice[OWNERS * colour : OWNERS * colour + OWNERS])


# -- each verb -------------------------------------------------------------------------------------------------------


def has_citizen(g: State, me: Player, seat: int) -> bool:
    """T-141, T-201: whether a seat has a citizen that it may move."""
    if me.supply:
        return True
    lying = 0 if g.options.lying_usable else sum([mask >> seat & 1 for mask in g.lying])
    return me.reserve + lying < FIGURES[g.edition].start.citizens


def _activities(g: State, means: Means, best: Sequence[Sequence[int]]) -> list[int]:
    """T-140 to T-152: the cards for which the seat can pay hiring, dice and price with a group of enough worth."""
    here, me, citizen = FIGURES[g.edition], means.me, means.citizen
    cost, target, divisor = here.cost, here.target, here.divisor
    posts, deniers, influence = me.posts, me.deniers, me.influence
    found = []
    for slot, card in enumerate(g.activities):
        if card == NONE or influence < here.pay_influence[card]:
            continue
        budget = deniers - here.pay_deniers[card]
        if not posts >> slot & 1:
            if not citizen:
                continue
            budget -= cost[card]
        if budget < 0:
            continue
        there = best[target[card]] if target[card] != ANY else reach_of(g, means, ANY)
        if there[LEVEL[budget] if budget < RICH else -1] >= divisor[card]:
            found.append(ACTIVATE[card])
    return found


def _combats(g: State, best: list[int], found: list[int]) -> None:
    """T-180: the events against which a group is worth at least one cube."""
    kinds = FIGURES[g.edition].events
    for at, kind in enumerate(g.queue):
        event = kinds[kind]
        for colour in event.dice:
            if best[colour] >= event.divisor:
                found.append(COMBAT[at])
                break


def _can_build(g: State, means: Means) -> bool:
    """T-170, T-171: whether an obtainable white die points to a column with a free place."""
    dice = means.own[WHITE] + means.others[WHITE] if means.money >= 2 else means.own[WHITE]
    if not dice:
        return False
    top = g.cathedral[2::3]
    return top.count(NONE) == len(top) or any(top[value - 1] == NONE for value in values(dice))


def room(g: State, value: int) -> int:
    """T-171: the free places in a column of the cathedral."""
    return g.cathedral[3 * value - 3 : 3 * value].count(NONE)


def fits_cathedral(g: State, group: Group) -> bool:
    """T-173: whether every die of a group can place a cube."""
    faces = [value_of(number) for number in group]
    return all(faces.count(value) <= room(g, value) for value in faces)


# -- placing ---------------------------------------------------------------------------------------------------------


def _can_place(g: State, means: Means, building: int) -> bool:
    """T-200, T-205: whether some die leads some citizen into a building."""
    dice = means.own[building] + means.others[building] if means.money >= 2 else means.own[building]
    if dice and (not g.lying[building] or faces(dice) & open_values(g, means.seat, building)):
        return True
    modifiers = placing_modifiers(means.me, building)[1:] if means.boosted else ()
    return any(placings(g, means.me, means.seat, building, modifier) for modifier in modifiers)


def open_values(g: State, seat: int, building: int) -> int:
    """T-205: a mask of the values whose row a citizen of the seat may enter, given that it has one to move."""
    lying = g.lying[building]
    if not lying:
        return EVERY_VALUE
    found = 0
    mine = g.options.lying_usable and lying >> seat & 1
    for value, (first, end) in enumerate(FIGURES[g.edition].rows[building], 1):
        row = g.standing[first:end]
        if NONE in row or seat in row or not lying >> row[-1] & 1 or (mine and row[-1] == seat):
            found |= 1 << value
    return found


def placing_modifiers(me: Player, building: int) -> Ints:
    """T-165: no cube, Militia for the Palace, Tithing for the City Hall."""
    return tuple([modifier for modifier in PLACING[building] if modifier == PLAIN or me.cubes[modifier]])


def placings(g: State, me: Player, seat: int, building: int, modifier: int) -> list[Group]:
    """T-200: the dice, each a group of one, that lead some citizen of the seat into a building."""
    colour = colour_of(building, modifier)
    found = groups(seat, heaps(g, colour), building, modifier, 0, purse(me.deniers), 1, 1)
    wanted = open_values(g, seat, building)
    return [group for group in found if wanted >> value_of(group[0]) & 1]


def citizens(g: State, me: Player, seat: int, building: int, value: int) -> list[int]:
    """T-201, T-205, T-206: the citizens that a die may place without expelling a protected colour."""
    first, end = FIGURES[g.edition].rows[building][value - 1]
    last = g.standing[end - 1]
    row = g.standing[first:end]
    found = sources(g, me, seat, NONE)
    if NONE in row or not g.lying[building] >> last & 1:
        return found
    movable = {*FROM_SPACE[first:end], *(FROM_LYING[building : building + 1] if last == seat else ())}
    return [source for source in found if source in movable]


def sources(g: State, me: Player, seat: int, slot: int) -> list[int]:
    """T-141, T-201: the sources of citizens for a card (excluding its own tradesman) or for a building."""
    found = [FROM_SUPPLY] if me.supply else []
    found += [FROM_SPACE[space] for space, owner in enumerate(g.standing) if owner == seat]
    found += [
        FROM_CARD[card]
        for there, card in enumerate(g.activities)
        if card != NONE and there != slot and me.posts >> there & 1
    ]
    if g.options.lying_usable:
        found += [FROM_LYING[building] for building, mask in enumerate(g.lying) if mask >> seat & 1]
    return found
