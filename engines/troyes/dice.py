"""Dice as ints: heaps of one colour, what a group can be worth for a sum of money, and all the groups one may form.

A heap is a number with a digit of five bits for each value, so heaps add up. A die in the hand of a question is
`18 * district + 6 * colour + 6 - value`: dice in ascending order stand in the order of rule T-118.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import accumulate, combinations

from .state import ANY, OWNERS, RED, WHITE, YELLOW

ONE = (0, *(1 << 5 * i for i in range(6)))
"""A heap of one die, by its value."""
RICH = 18
"""T-112: more deniers than this buy no better group: three dice of others."""
(
    PLAIN, BLACKSMITH, MILITIA, TITHING, MONK, PRIEST, APPRENTICESHIP, TEMPLAR, CONFESSION
) = MODIFIERS = range(9)  # fmt: skip
"""The modifiers of T-165 as ints of the vocabulary MODIFIER."""
FITS = (
    (PLAIN, BLACKSMITH, MILITIA, APPRENTICESHIP, TEMPLAR, CONFESSION),
    (PLAIN, APPRENTICESHIP, CONFESSION),
    (PLAIN, TITHING, MONK, PRIEST, APPRENTICESHIP, CONFESSION),
    tuple(MODIFIERS),
)
"""T-165: the modifiers that may serve a group used as red, white, yellow or (T-316) any colours."""
_NEEDS = {BLACKSMITH: RED, MILITIA: YELLOW, TITHING: YELLOW, MONK: WHITE, PRIEST: YELLOW, TEMPLAR: WHITE}
"""T-165: the colour of dice that a modifier works on, where it is not that of the action."""
ALONE = (MONK, TEMPLAR)
"""T-311, T-314: modifiers that take one die only."""

Group = tuple[int, ...]
Ints = tuple[int, ...]


def die(district: int, colour: int, value: int) -> int:
    """The int of a die in the vocabulary DIE."""
    return 18 * district + 6 * colour + 6 - value


def value_of(number: int) -> int:
    """The value of a die."""
    return 6 - number % 6


def heap_of(number: int) -> int:
    """The index in `State.dice` of the heap a die lies in."""
    district, face = divmod(number, 18)
    return OWNERS * (face // 6) + district


@lru_cache(maxsize=1 << 16)
def values(heap: int) -> Ints:
    """The values of the dice in a heap, high to low."""
    return tuple(value for value in range(6, 0, -1) for _ in range(heap >> 5 * (value - 1) & 31))


def colour_of(target: int, modifier: int) -> int:
    """T-165: the colour of the dice in a group that serves as `target` (ANY: Pilgrimage)."""
    return _NEEDS.get(modifier, target)


# -- the worth of a group --------------------------------------------------------------------------------------------


def worth(pips: int, size: int, modifier: int, strength: int) -> int:
    """T-115: the value of a group after its modifier; `strength` is the figure printed on the card (T-304 to T-315)."""
    if modifier in (PRIEST, CONFESSION):
        return pips + strength * size
    if modifier == APPRENTICESHIP:
        return strength * size
    if modifier == BLACKSMITH:
        return pips + strength
    return pips * strength if modifier in ALONE else pips


@lru_cache(maxsize=1 << 16)
def reach(own: int, others: int, modifier: int, strength: int) -> Ints:
    """T-112: the greatest worth of a group for each budget from 0 to RICH deniers, from own dice and dice of others."""
    mine, theirs = values(own)[:3], values(others)[:3]
    best = [0] * (RICH + 1)
    for size in range(1, 2 if modifier in ALONE else 4):
        for bought in range(size + 1):
            if size - bought <= len(mine) and bought <= len(theirs):
                pips = sum(mine[: size - bought]) + sum(theirs[:bought])
                cost = 2 * size * bought
                best[cost] = max(best[cost], worth(pips, size, modifier, strength))
    return tuple(accumulate(best, max))


@lru_cache(maxsize=1 << 14)
def reach_with_tithe(seat: int, heaps: Ints) -> Ints:
    """T-310: as `reach`, where the first die of each other district is free; `heaps` are yellow, by district."""
    best = [0] * (RICH + 1)
    for group in groups(seat, heaps, YELLOW, TITHING, 0, RICH, 1, 3):
        cost = price(seat, group, TITHING)
        best[cost] = max(best[cost], sum(map(value_of, group)))
    return tuple(accumulate(best, max))


def price(seat: int, group: Group, modifier: int) -> int:
    """T-112: what a group costs; with Tithing the first die from each other district is free (T-310)."""
    owners = [number // 18 for number in group if number // 18 != seat]
    return 2 * len(group) * (len(owners) - (len(set(owners)) if modifier == TITHING else 0))


# -- every group -----------------------------------------------------------------------------------------------------


def pool(heaps: Ints, colour: int) -> list[int]:
    """The dice of five heaps of one colour, or of all fifteen, in ascending order."""
    if colour != ANY:
        return [die(owner, colour, value) for owner, heap in enumerate(heaps) if heap for value in values(heap)]
    return [
        die(owner, each, value)
        for owner in range(OWNERS)
        for each in range(3)
        for value in values(heaps[OWNERS * each + owner])
    ]


@lru_cache(maxsize=1 << 14)
def groups(
    seat: int, heaps: Ints, target: int, modifier: int, strength: int, budget: int, need: int, most: int
) -> tuple[Group, ...]:
    """T-110: every group of at most `most` dice that is affordable and worth at least `need`, each multiset once.

    In lexicographic order, so that groups with a common beginning stand together, the shortest first.
    """
    dice = pool(heaps, colour_of(target, modifier))
    found: list[Group] = []
    for size in range(1, 2 if modifier in ALONE else most + 1):
        for group in combinations(dice, size):
            pips = 6 * size - sum([number % 6 for number in group])
            if worth(pips, size, modifier, strength) >= need and price(seat, group, modifier) <= budget:
                found.append(group)
    return tuple(sorted(set(found)))
