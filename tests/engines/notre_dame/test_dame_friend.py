"""Phase 3, Notre Dame and the trusted friend: N-45, N-48 and N-49, and their edge cases."""

import pytest

from podesta_engines import observe
from tests.engines.notre_dame.dame import card, markers, me, table
from tests.kit.play import asked, options, say

# -- Notre Dame and the trusted friend ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("gold", "prestige"), [(1, 1), (2, 3), (3, 6)])
def test_donations(gold: int, prestige: int) -> None:
    """N-48, T-14: a marker on the tile and 1, 2 or 3 gold for 1, 3 or 6 prestige."""
    p = card("notre_dame", gold=5)
    assert options(p) == ["no_effect", "gold_1", "gold_2", "gold_3"]
    say(p, f"gold_{gold}")
    assert (me(p).prestige, me(p).gold, markers(p, "notre_dame"), me(p).supply) == (prestige, 5 - gold, 1, 3)


def test_a_donation_with_a_park() -> None:
    """N-48, N-12, T-13d: park 5, 2 gold: 3 and 2 for the park."""
    p = card("notre_dame", gold=2, park=5)
    assert options(p) == ["no_effect", "gold_1", "gold_2"]
    say(p, "gold_2")
    assert me(p).prestige == 5


def test_a_donation_needs_gold_and_a_marker() -> None:
    """N-48, D-5: without gold, or without any marker outside the tile, nothing is asked and nothing happens."""
    p = card("notre_dame", gold=0)
    assert asked(p) is None
    assert markers(p, "notre_dame") == 0
    q = card("notre_dame", supply=0, notre_dame=3)
    assert asked(q) is None
    assert me(q).gold == 3


def test_a_donation_with_a_moved_marker() -> None:
    """N-48, N-28, T-16: with an empty supply a marker of the hospital goes to the tile, the donation is as usual."""
    p = card("notre_dame", supply=0, hospital=1, bank=1, gold=3)
    say(p, "gold_3")
    assert options(p) == ["hospital", "bank"]
    say(p, "hospital")
    assert (markers(p, "hospital"), markers(p, "notre_dame"), me(p).prestige) == (0, 1, 6)


def test_a_donation_with_the_last_marker_of_the_park() -> None:
    """N-48, R-5: the park is counted after its marker has gone to the tile."""
    p = card("notre_dame", supply=0, park=2)
    say(p, "gold_1")
    assert me(p).prestige == 1


def test_two_cards_of_notre_dame() -> None:
    """R-23, N-48: cards of the same action in two colours are carried out one by one."""
    p = table([("donate", 0), ("donate", 0)], players={0: {"gold": 6}})
    say(p, "gold_3", "gold_3")
    assert (me(p).prestige, markers(p, "notre_dame"), me(p).gold) == (12, 2, 0)


def test_the_friend_comes_from_outside() -> None:
    """N-49, T-12: to any of the seven sectors; bank 2 and the friend give 3 gold, and no marker is placed."""
    p = card("trusted_friend", bank=2)
    assert len(options(p)) == 8
    say(p, "bank")
    assert (me(p).gold, me(p).supply, markers(p, "bank")) == (6, 4, 2)


def test_the_friend_goes_elsewhere() -> None:
    """N-49, R-11: not to where he is; his card has no effect then."""
    p = card("trusted_friend", friend="bank")
    assert "bank" not in options(p)
    assert options(p)[-1] == "no_effect"
    say(p, "hospital")
    assert observe(p, None).players[0].friend == "hospital"


def test_the_friend_leaves_before_the_sector_is_used() -> None:
    """N-49, N-43: the friend drives the carriage with the pieces of its new sector."""
    p = card("trusted_friend", friend="park", park=1, carriage_house=1, squares={"b1_inner_left": "m4"})
    say(p, "carriage_house", "b1_inner_left")
    assert me(p).prestige == 4
