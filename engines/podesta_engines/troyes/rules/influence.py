"""Influence: rerolling, recruiting and turning dice over, before an action and before black dice (T-130 to T-132)."""

from __future__ import annotations

from podesta_engines.core.notes import note
from podesta_engines.core.script import Ask, Draw, Script
from podesta_engines.troyes import notes
from podesta_engines.troyes.components import FIGURES
from podesta_engines.troyes.dice import ONE, die, faces, faces_of, heap_of, own_dice, value_of
from podesta_engines.troyes.pieces import choose, pay_influence
from podesta_engines.troyes.state import OWNERS, State
from podesta_engines.troyes.words import (
    DISTRICT,
    DONE,
    FLIP,
    FLIP_DIE,
    NO_DIE,
    RECRUIT,
    REROLL,
    ROLL_AGAIN,
    Action,
    Verb,
)

FACES = range(6)
SPENDING: tuple[Verb, ...] = ("recruit", "flip", "reroll")
"""T-130: the uses of influence."""
MOST_FLIPPED = 3


def uses(g: State, seat: int) -> list[int]:
    """T-130: the uses of influence open to a seat: one for a reroll, two for a citizen, four for turning dice."""
    me, price = g.players[seat], FIGURES[g.edition].influence
    have = me.influence
    found: list[int] = []
    if have < price.reroll:
        return found
    if have >= price.recruit and me.reserve:
        found.append(RECRUIT)
    dice = g.dice
    heaps = dice[seat::OWNERS]
    if have >= price.flip and any(heaps):
        found.append(FLIP)
    for colour, heap in enumerate(heaps):
        if heap:
            found += _REROLLS[colour][faces(heap)]
    return found


_REROLLS = [
    [[REROLL[die(0, colour, value)] for value in range(6, 0, -1) if mask >> value & 1] for mask in range(128)]
    for colour in range(3)
]
"""The rerolls of a colour by the mask of its values, high to low."""


def use(g: State, seat: int, action: Action) -> Script:
    """T-130, T-131, T-132: carry out one use of influence."""
    if action.verb == "recruit":
        recruit(g, seat)
    elif action.verb == "flip":
        yield from flip(g, seat)
    else:
        yield from reroll(g, seat, DISTRICT * seat + action.about)


def recruit(g: State, seat: int) -> None:
    """T-130: for two influence a citizen moves from the general to the personal supply."""
    me = g.players[seat]
    pay_influence(g, seat, FIGURES[g.edition].influence.recruit)
    me.reserve -= 1
    me.supply += 1
    note(g, notes.RECRUITED, seat)


def reroll(g: State, seat: int, number: int) -> Script:
    """T-130: for one influence a die of the seat's own district is rolled again."""
    pay_influence(g, seat, FIGURES[g.edition].influence.reroll)
    face = yield from choose(g, Draw(ROLL_AGAIN, FACES))
    g.dice[heap_of(number)] += ONE[face + 1] - ONE[value_of(number)]
    note(g, notes.REROLLED, seat, number, face, number % DISTRICT)


def flip(g: State, seat: int) -> Script:
    """T-130: for four influence one to three dice of the seat's own district are turned to their opposite faces."""
    dice = own_dice(g.dice, seat)
    chosen: list[int] = []
    while len(chosen) < MOST_FLIPPED:
        options = list(dict.fromkeys(dice))
        if chosen:
            options.append(DONE)
        first, second, *_ = [*chosen, NO_DIE, NO_DIE]
        choice = yield from choose(g, Ask(FLIP_DIE, seat, options, about=(first, second)))
        if choice == DONE:
            break
        chosen.append(choice)
        dice = dice[dice.index(choice) + 1 :]
    pay_influence(g, seat, FIGURES[g.edition].influence.flip)
    for number in chosen:
        g.dice[heap_of(number)] += ONE[7 - value_of(number)] - ONE[value_of(number)]
    note(g, notes.FLIPPED, seat, tuple(chosen), faces_of(chosen))
