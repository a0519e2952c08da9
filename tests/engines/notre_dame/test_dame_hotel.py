"""The hotel of Notre Dame: one choice or more, by the pieces that lie there."""

from collections import Counter
from itertools import combinations_with_replacement

import pytest

from podesta_engines.notre_dame.rules.actions import benefits
from podesta_engines.notre_dame.words import BENEFIT
from tests.engines.notre_dame.dame import card, me, table
from tests.kit.play import asked, notes, options, say


def test_one_choice_up_to_three_pieces() -> None:
    """N-45, T-9: the third marker gives gold, a marker or the rat one back."""
    p = card("hotel", hotel=2, rat=4)
    say(p, "supply")
    assert options(p) == ["gold", "marker", "rat"]
    say(p, "gold")
    assert me(p).gold == 4


def test_two_choices_from_four_pieces() -> None:
    """N-45, T-10: the fourth marker gives any pair."""
    p = card("hotel", hotel=3, rat=4)
    say(p, "supply")
    assert options(p) == ["gold.gold", "gold.marker", "gold.rat", "marker.marker", "marker.rat", "rat.rat"]
    say(p, "marker.rat")
    assert (me(p).supply, me(p).rat) == (4, 3)


def test_the_friend_in_the_hotel() -> None:
    """R-12, N-45: friend and three markers make two choices."""
    p = card("trusted_friend", hotel=3, rat=4)
    say(p, "hotel")
    assert "rat.rat" in options(p)


def test_the_rat_must_be_able_to_go_back() -> None:
    """N-45, T-11, D-10: on 0 no choice drives it, on 1 only one of two does."""
    p = card("hotel", rat=0)
    say(p, "supply")
    assert options(p) == ["gold", "marker"]
    q = card("hotel", hotel=3, rat=1)
    say(q, "supply")
    assert "rat.rat" not in options(q)
    assert "gold.rat" in options(q)


def test_choices_lapse() -> None:
    """N-45: with one marker left, the rat on 0 and no gold to be had, one choice is all; with nothing, none."""
    rich = {0: {"gold": 25, "hotel": 4, "general": 1}, 1: {"gold": 0}, 2: {"gold": 0}, 3: {"gold": 0}}
    p = table([("place_marker", 0, 6)], players=rich)
    say(p, "supply")
    assert asked(p) is None
    assert (me(p).general, me(p).supply) == (0, 4)
    q = table([("place_marker", 0, 6)], players={**rich, 0: {**rich[0], "general": 0}})
    q.listen()
    say(q, "supply")
    assert notes(q) == ["placed"]


def slow_benefits(gold: int, general: int, rat: int, choices: int) -> set[str]:
    """A transparent twin: try every order of choices, each of which must have an effect; as many as can be had."""
    have = {"gold": gold, "marker": general, "rat": rat}
    for size in range(choices, 0, -1):
        found = set()
        for pair in combinations_with_replacement(have, size):
            if all(number <= have[name] for name, number in Counter(pair).items()):
                found.add(".".join(pair))
        if found:
            return found
    return set()


@pytest.mark.parametrize("choices", [1, 2])
def test_the_hotel_against_a_slow_twin(choices: int) -> None:
    """N-45, D-10, T-11: options agree with trying all, whatever is left of gold, markers and rats."""
    for coins in (0, 1, 2):
        for general in (0, 1, 2):
            for rat in (0, 1, 2):
                others = {1: {"gold": 0}, 2: {"gold": 0}, 3: {"gold": 0}}
                p = table([], players={0: {"gold": 25 - coins, "general": general, "rat": rat}, **others})
                found = {BENEFIT.slug(option) for option in benefits(p.state, 0, choices)}
                assert found == slow_benefits(coins, general, rat, choices)
