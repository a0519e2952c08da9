"""Ships in each other's way, and Modone: G-29, G-33, G-35 to G-37 and their edge cases."""

from tests.engines.golden_horn.horn import at, hold, table
from tests.kit.play import asked, say


def test_any_number_of_ships_is_jumped() -> None:
    """G-29, TV-18: over three occupied spaces in one step."""
    p = table(ships={"b_three": (1, 1), "b_two": (2, 1), "c_one": (3, 1)})
    say(p, "move.ship_a_two.none")
    assert at(p, "a_two") == (4, 1)


def test_own_ships_block() -> None:
    """E-11, G-29: they are jumped like any other."""
    p = table(ships={"a_three": (1, 1), "a_one": (2, 1)})
    say(p, "move.ship_a_two.none")
    assert at(p, "a_two") == (3, 1)


def test_full_modone_is_jumped() -> None:
    """G-29, G-33, TV-14: with both berths taken it is no arrival, and no card is drawn."""
    p = table(seats=2, ships={"b_three": (4, 1), "b_two": (4, -1), "a_one": (3, 1)})
    assert say(p, "move.ship_a_one.none") == []
    assert at(p, "a_one") == (5, 1)
    assert asked(p) == (1, "act")


def test_modone_must_be_entered() -> None:
    """G-33, G-37, TV-15: a free berth ends the movement whatever the hand; two players draw nothing there."""
    p = table(seats=2, ships={"b_three": (4, 1), "a_one": (3, 1, "red", 2)}, hands={0: "red yellow orange pink green"})
    assert say(p, "move.ship_a_one.none") == []
    assert at(p, "a_one") == (4, 1)
    assert hold(p, "a_one") == ("red", 2)
    assert asked(p) == (1, "act")


def test_modone_with_four_players() -> None:
    """G-33, G-36, TV-16: three cards for a plain ship."""
    p = table(seats=4, ships={"a_one": (6, 1)})
    drawn = say(p, "move.ship_a_one.none")
    assert at(p, "a_one") == (7, 1)
    assert [event.lot for event in drawn] == ["card"] * 3
    assert p.state.players[0].cards == 3


def test_third_berth() -> None:
    """G-6, G-29: with four players Modone holds three ships, of both headings."""
    full = {"b_one": (7, 1), "c_one": (7, -1)}
    p = table(seats=4, ships={**full, "a_one": (6, 1)})
    say(p, "move.ship_a_one.none")
    assert at(p, "a_one") == (7, 1)
    q = table(seats=4, ships={**full, "d_one": (7, 1), "a_one": (6, 1)})
    say(q, "move.ship_a_one.none")
    assert at(q, "a_one") == (8, 1)


def test_leaving_modone() -> None:
    """G-33, G-35: a ship leaves Modone with the heading and the cargo it came with."""
    p = table(seats=4, ships={"a_one": (7, -1, "red", 3)})
    say(p, "move.ship_a_one.none")
    assert at(p, "a_one") == (6, -1)
    assert hold(p, "a_one") == ("red", 3)
