"""The menu compared with a slow twin that tries every group: T-101, T-105, T-117."""

from collections.abc import Iterator
from random import Random

import pytest

from podesta_engines.core.decide import pick
from podesta_engines.core.position import Position
from podesta_engines.core.script import Draw
from podesta_engines.troyes.dice import FITS, PLAIN, colour_of, die, value_of, values
from podesta_engines.troyes.rules.menu import fits_cathedral
from podesta_engines.troyes.state import ANY, OWNERS, State
from podesta_engines.troyes.words import ACT, ACTIVATE, BUILD, COMBAT, FARM, PASS, PLACE_IN
from tests.engines.troyes.troy import HERE, RULES, slow_groups

PLACING = {0: ("palace", 2), 1: ("bishopric", 0), 2: ("city_hall", 3)}
"""The one modifier that applies to placing in a building: Militia and Tithing."""


def all_dice(g: State, colour: int) -> list[int]:
    """Every die of a colour (or of all) on the table."""
    return [
        die(owner, c, value)
        for owner in range(OWNERS)
        for c in range(3)
        if colour in (ANY, c)
        for value in values(g.dice[OWNERS * c + owner])
    ]


def can_form(g: State, seat: int, target: int, budget: int, need: int) -> bool:
    """Whether any group, with any modifier, is sufficient."""
    cubes = g.players[seat].cubes
    return any(
        slow_groups(seat, all_dice(g, colour_of(target, m)), m, HERE.strength[m], budget, need)
        for m in FITS[target]
        if m == PLAIN or cubes[m]
    )


def can_place(g: State, seat: int, building: int) -> bool:
    """Whether any die can bring a citizen into a building, by trying each on a copy of the rows."""
    me = g.players[seat]
    extra = PLACING[building][1]
    modifiers = [PLAIN] + ([extra] if extra and me.cubes[extra] else [])
    found = False
    for m in modifiers:
        for group in slow_groups(seat, all_dice(g, colour_of(building, m)), m, 0, me.deniers, 1):
            if len(group) == 1:
                found = found or any(
                    enters(g, seat, building, value_of(group[0]), source) for source in from_where(g, seat)
                )
    return found


def from_where(g: State, seat: int) -> list[int]:
    """-1 for a citizen who is in no building, otherwise the space he would leave."""
    me = g.players[seat]
    outside = [-1] if me.supply or me.posts else []
    return outside + [space for space, owner in enumerate(g.standing) if owner == seat]


def enters(g: State, seat: int, building: int, value: int, source: int) -> bool:
    """T-203, T-205: lift, shift, expel: legal unless a colour would be lying twice."""
    standing = [-1 if space == source else owner for space, owner in enumerate(g.standing)]
    first, end = HERE.rows[building][value - 1]
    row = standing[first:end]
    return -1 in row or not g.lying[building] >> row[-1] & 1


def slow_menu(g: State, seat: int) -> set[int]:
    """Every action that can be completed."""
    me, found = g.players[seat], {PASS}
    for slot, card in enumerate(g.activities):
        if card >= 0 and me.influence >= HERE.pay_influence[card]:
            hired = me.posts >> slot & 1
            budget = me.deniers - HERE.pay_deniers[card] - (0 if hired else HERE.cost[card])
            there = hired or from_where(g, seat)
            if there and budget >= 0 and can_form(g, seat, HERE.target[card], budget, HERE.divisor[card]):
                found.add(ACTIVATE[card])
    if any(fits_cathedral(g, group) for group in slow_groups(seat, all_dice(g, 1), PLAIN, 0, me.deniers, 1)):
        found.add(BUILD)
    for at, kind in enumerate(g.queue):
        event = HERE.events[kind]
        if any(can_form(g, seat, colour, me.deniers, event.divisor) for colour in event.dice):
            found.add(COMBAT[at])
    found |= {PLACE_IN[building] for building in range(3) if can_place(g, seat, building)}
    if can_form(g, seat, 2, me.deniers, 1):
        found.add(FARM)
    return found


def turns(seats: int, seed: int) -> Iterator[Position]:
    """Every position of a random game at which an action is asked for, with players who seldom pass."""
    p, rnd = RULES.start(seats, keep=False), Random(seed)
    while p.ask is not None:
        if type(p.ask) is Draw:
            p.answer(pick(p.ask, rnd.randrange))
            continue
        ask = p.asks[0]
        options = list(ask.options)
        if ask.kind is ACT:
            yield p
            if rnd.random() < 0.9:
                options = [option for option in options if option != PASS] or options
        p.answer(rnd.choice(options), ask.seat)


@pytest.mark.parametrize(("seats", "seed"), [(2 + seed % 3, seed) for seed in range(24)])
def test_the_menu_agrees_with_a_slow_twin(seats: int, seed: int) -> None:
    """T-101, T-105, T-113, T-117, T-152, T-165, T-205: exactly the actions that can be carried out are offered."""
    seen = 0
    for p in turns(seats, seed):
        ask = p.asks[0]
        offered = {option for option in ask.options if option <= PASS}
        assert offered == slow_menu(p.state, ask.seat)
        seen += 1
    assert seen > 30
