"""Groups of dice found the slow way: the transparent twin of the fast search."""

from itertools import combinations

from podesta_engines.troyes.dice import ALONE, price, value_of, worth


def slow_groups(
    seat: int, pool: list[int], modifier: int, strength: int, budget: int, need: int
) -> set[tuple[int, ...]]:
    """Every group, found by trying all of them: the transparent twin of `dice.groups`."""
    sizes = (1,) if modifier in ALONE else (1, 2, 3)
    found = set()
    for size in sizes:
        for group in combinations(sorted(pool), size):
            pips = sum(value_of(number) for number in group)
            if worth(pips, size, modifier, strength) >= need and price(seat, group, modifier) <= budget:
                found.add(group)
    return found
