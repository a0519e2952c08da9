"""Dice as ints: heaps of one colour, the greatest worth of a group for a sum of money, and all possible groups.

A heap is a number with a digit of five bits for each value, so heaps can be added. A die in a question is `18 *
district + 6 * colour + 6 - value`: dice in ascending order are in the order of rule T-118.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate

from .state import ANY, OWNERS, RED, WHITE, YELLOW

ONE = (0, *(1 << 5 * i for i in range(6)))
"""A heap of one die, by its value."""
PRICES = (0, 2, 4, 6, 8, 12, 18)
"""T-112: the possible prices of groups."""
RICH = PRICES[-1]
"""More deniers than this buy no better group: three dice of others."""
LEVEL = tuple(max(level for level, price in enumerate(PRICES) if price <= budget) for budget in range(RICH + 1))
"""The index in PRICES of the highest price that a budget covers."""


def purse(budget: int) -> int:
    """The highest price of a group that a budget covers: budgets between two prices buy the same."""
    return PRICES[LEVEL[budget]] if budget < RICH else RICH


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
"""T-165: the colour of the dice that a modifier works on, if it is not that of the action."""
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


def faces_of(dice: Iterable[int]) -> Ints:
    """Dice as ints of the vocabulary FACE, without their owners."""
    return tuple(number % 18 for number in dice)


def owner_of(number: int) -> int:
    """The district of a die."""
    return number // 18


def colour_of_die(number: int) -> int:
    """The colour of a die."""
    return number % 18 // 6


def heap_of(number: int) -> int:
    """The index in `State.dice` of a die's heap."""
    return OWNERS * colour_of_die(number) + owner_of(number)


@lru_cache(maxsize=1 << 12)
def values(heap: int) -> Ints:
    """The values of the dice in a heap, high to low."""
    return tuple(value for value in range(6, 0, -1) for _ in range(heap >> 5 * (value - 1) & 31))


@lru_cache(maxsize=1 << 12)
def top(heap: int) -> int:
    """The three best dice of a heap: no group needs more, and it reduces the number of different heaps."""
    return sum(ONE[value] for value in values(heap)[:3])


@lru_cache(maxsize=1 << 12)
def faces(heap: int) -> int:
    """A mask of the values in a heap."""
    return sum(1 << value for value in set(values(heap)))


def colour_of(target: int, modifier: int) -> int:
    """T-165: the colour of the dice in a group that serves as `target` (ANY: Pilgrimage)."""
    return _NEEDS.get(modifier, target)


# -- the worth of a group --------------------------------------------------------------------------------------------


def worth(pips: int, size: int, modifier: int, strength: int) -> int:
    """T-115, T-305, T-306, T-311, T-312, T-313, T-314, T-315: the value of a group after its modifier of a strength."""
    if modifier in (PRIEST, CONFESSION):
        return pips + strength * size
    if modifier == APPRENTICESHIP:
        return strength * size
    if modifier == BLACKSMITH:
        return pips + strength
    return pips * strength if modifier in ALONE else pips


@lru_cache(maxsize=1 << 12)
def reach(own: int, others: int, modifier: int, strength: int) -> Ints:
    """T-112: the greatest worth of a group from own dice and dice of others, for each level of PRICES.

    Only the three best dice of each heap matter; callers pass the `top` of a heap, which keeps the cache small.
    """
    mine, theirs = values(own)[:3], values(others)[:3]
    best = [0] * len(PRICES)
    for size in range(1, 2 if modifier in ALONE else 4):
        for bought in range(size + 1):
            if size - bought <= len(mine) and bought <= len(theirs):
                pips = sum(mine[: size - bought]) + sum(theirs[:bought])
                level = LEVEL[2 * size * bought]
                best[level] = max(best[level], worth(pips, size, modifier, strength))
    return tuple(accumulate(best, max))


@lru_cache(maxsize=1 << 11)
def reach_with_tithe(seat: int, heaps: Ints) -> Ints:
    """T-310: like `reach`, with the first die of each other district free; `heaps` are yellow, by district."""
    best = [0] * len(PRICES)
    for group in groups(seat, heaps, YELLOW, TITHING, 0, RICH, 1, 3):
        level = LEVEL[price(seat, group, TITHING)]
        best[level] = max(best[level], sum([value_of(number) for number in group]))
    return tuple(accumulate(best, max))


def price(seat: int, group: Group, modifier: int) -> int:
    """T-112: the price of a group; with Tithing the first die from each other district is free (T-310)."""
    owners = [owner_of(number) for number in group if owner_of(number) != seat]
    return 2 * len(group) * (len(owners) - (len(set(owners)) if modifier == TITHING else 0))


def price_at(owner: int, group: Group, modifier: int) -> int:
    """T-112, T-310: the part of a group's price for the dice of one other district."""
    dice = sum([owner_of(number) == owner for number in group])
    return 2 * len(group) * max(0, dice - (modifier == TITHING))


# -- every group -----------------------------------------------------------------------------------------------------


@lru_cache(maxsize=1 << 12)
def dice_in(heap: int, first: int) -> Ints:
    """The dice of one heap in ascending order; `first` is the six of its district and colour."""
    return tuple([first + 6 - value for value in values(heap)])


def own_dice(heaps: Sequence[int], owner: int) -> Ints:
    """The dice of one district in ascending order, from all fifteen heaps."""
    red, white, yellow = heaps[owner::OWNERS]
    first = 18 * owner
    return dice_in(red, first) + dice_in(white, first + 6) + dice_in(yellow, first + 12)


def pool(heaps: Ints, colour: int) -> list[int]:
    """The dice of five heaps of one colour, or of all fifteen, in ascending order."""
    found: list[int] = []
    for owner in range(OWNERS):
        if colour == ANY:
            found += own_dice(heaps, owner)
        elif heaps[owner]:
            found += dice_in(heaps[owner], 18 * owner + 6 * colour)
    return found


@lru_cache(maxsize=1 << 11)
def groups(
    seat: int, heaps: Ints, target: int, modifier: int, strength: int, budget: int, need: int, most: int
) -> tuple[Group, ...]:
    """T-110: every group of at most `most` dice that is affordable and worth at least `need`, each multiset once.

    In lexicographic order, so that groups with a common beginning are adjacent, the shortest first.
    """
    dice = pool(heaps, colour_of(target, modifier))
    least = _least(need, modifier, strength, 1 if modifier in ALONE else most)
    if modifier == TITHING:
        return tuple(group for group in _combine(seat, dice, RICH, least) if price(seat, group, TITHING) <= budget)
    return tuple(_combine(seat, dice, budget, least))


@lru_cache(maxsize=1 << 12)
def _least(need: int, modifier: int, strength: int, most: int) -> Ints:
    """The fewest pips with which a group of each size is worth `need`; 19, which no group has, if impossible."""
    return tuple(
        next((pips for pips in range(size, 19) if worth(pips, size, modifier, strength) >= need), 19)
        for size in range(1, most + 1)
    )


def _combine(seat: int, dice: list[int], budget: int, least: Ints) -> list[Group]:
    """Groups by depth-first search: at least `least` pips for each size, skipping dice equal to the one just tried."""
    found: list[Group] = []
    step = [(number, value_of(number), owner_of(number) != seat) for number in dice]
    count, sizes = len(dice), len(least)
    for i, (a, pips_a, bought_a) in enumerate(step):
        if i and a == dice[i - 1]:
            continue
        if pips_a >= least[0] and 2 * bought_a <= budget:
            found.append((a,))
        for j in range(i + 1, count if sizes > 1 else 0):
            b, pips_b, bought_b = step[j]
            if j > i + 1 and b == dice[j - 1]:
                continue
            pips, bought = pips_a + pips_b, bought_a + bought_b
            if pips >= least[1] and 4 * bought <= budget:
                found.append((a, b))
            if 6 * bought > budget or sizes < 3:
                continue
            for k in range(j + 1, count):
                c, pips_c, bought_c = step[k]
                if pips + pips_c >= least[2] and 6 * (bought + bought_c) <= budget and (k == j + 1 or c != dice[k - 1]):
                    found.append((a, b, c))
    return found
