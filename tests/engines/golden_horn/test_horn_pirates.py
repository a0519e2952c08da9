"""Sending pirates: G-18 to G-25."""

import pytest

from podesta_engines import observe, questions
from podesta_engines.golden_horn.words import ACTION
from tests.engines.golden_horn.horn import at, hand, hold, moves, raids, table, warehouse
from tests.kit.play import asked, notes, options, say

SIX = "red red yellow yellow blue blue orange orange pink pink green green"


def test_a_turn_asks_for_pirates_and_ship_together() -> None:
    """G-18, G-19: raids and moves are one question; without any raid it is asked just the same."""
    p = table(ships={"b_two": (3, 1, "green", 2)}, hands={0: "red yellow"})
    assert asked(p) == (0, "act")
    assert raids(p) == ["ship_b_two.red.yellow"]
    assert len(options(p)) > 3
    q = table()
    assert asked(q) == (0, "act")
    assert raids(q) == []


def test_safe_ships() -> None:
    """G-20, E-14, TV-10: ships in ports, empty ships and own ships cannot be raided."""
    ships = {
        "b_three": (7, 1, "red", 2),
        "b_two": (0, 1),
        "b_one": (3, 1),
        "a_three": (5, 1, "blue", 2),
    }
    p = table(seats=4, ships=ships, hands={0: SIX})
    assert raids(p) == []


def test_distance_and_heading_do_not_matter() -> None:
    """G-20: any foreign ship at sea with cargo, wherever it is and wherever it goes."""
    ships = {"b_one": (12, -1, "red", 1), "c_one": (1, 1, "blue", 5)}
    p = table(ships=ships, hands={0: "pink pink red red"})
    assert raids(p) == ["ship_b_one.pink.pink", "ship_c_one.red.red"]


def test_one_raid_a_turn() -> None:
    """G-21, G-23, TV-11: after a raid only moves are left, two cards are discarded, the warehouse has one good more."""
    ships = {"b_two": (3, 1, "green", 3), "c_one": (5, 1, "blue", 2)}
    p = table(ships=ships, hands={0: "red red yellow"})
    assert raids(p) == [
        "ship_b_two.red.red",
        "ship_b_two.red.yellow",
        "ship_c_one.red.red",
    ]
    say(p, "raid.ship_b_two.red.yellow")
    assert asked(p) == (0, "act")
    assert raids(p) == []
    assert p.state.discard == [1, 1, 0, 0, 0, 0]
    assert hand(p, 0) == [1, 0, 0, 0, 0, 0]
    assert warehouse(p, 0) == [0, 0, 0, 0, 0, 1]
    assert hold(p, "b_two") == ("green", 2)
    assert at(p, "b_two") == (3, 1)


def test_three_combinations_against_two_colours() -> None:
    """G-22, TV-6: orange and pink sails: orange twice, one of each, pink twice; other cards do not help."""
    p = table(fleets="bac", ships={"a_two": (3, 1, "blue", 1)}, hands={0: "orange orange pink pink red red"})
    assert raids(p) == ["ship_a_two.orange.orange", "ship_a_two.orange.pink", "ship_a_two.pink.pink"]


def test_a_plain_ship_needs_its_colour_twice() -> None:
    """G-22, TV-8: one red card is not enough against red sails."""
    p = table(ships={"c_one": (3, 1, "blue", 2)}, hands={0: "red blue blue blue blue"})
    assert raids(p) == []


def test_six_pairs_against_three_colours() -> None:
    """G-22, TV-9: two cards of each sail colour pay six different pairs."""
    p = table(seats=4, ships={"d_three": (3, 1, "blue", 2)}, hands={0: "red red orange orange pink pink"})
    assert len(raids(p)) == 6


@pytest.mark.parametrize("cards", ["", "red", "blue orange", "red blue"])
def test_two_fitting_cards_are_needed(cards: str) -> None:
    """G-22: each of two cards on its own must show a sail colour."""
    p = table(ships={"b_two": (3, 1, "green", 2)}, hands={0: cards})
    assert raids(p) == []


def test_a_raid_counts_at_once() -> None:
    """G-23, E-12: the sixth colour got by a raid lets its player declare at the end of that turn."""
    five = {"red": 1, "yellow": 1, "blue": 1, "orange": 1, "pink": 1}
    p = table(ships={"b_two": (3, 1, "green", 2)}, hands={0: "red yellow"}, warehouses={0: five})
    say(p, "raid.ship_b_two.red.yellow", "move.ship_a_three.none")
    assert asked(p) == (0, "declare_end")


def test_a_hold_has_one_colour() -> None:
    """G-24: the raider is not asked which good."""
    assert not any(part[0] == "good" for word in ACTION.words for part in word.parts)


def test_the_owner_of_an_emptied_ship_is_asked() -> None:
    """G-25: at once, out of turn; keep leaves the heading, then the raider moves."""
    p = table(ships={"b_two": (2, 1, "green", 1)}, hands={0: "red yellow"})
    p.listen()
    say(p, "raid.ship_b_two.red.yellow")
    assert asked(p) == (1, "turn_ship")
    assert options(p) == ["keep", "turn"]
    assert questions(p, 1)[0].about == {"ship": "ship_b_two"}
    assert observe(p, 1).phase == "turn_raided"
    say(p, "keep")
    assert at(p, "b_two") == (2, 1)
    assert asked(p) == (0, "act")
    assert notes(p) == ["raided", "heading_kept"]


def test_turned_ship_sails_home() -> None:
    """G-25, G-34, G-36, E-9, E-16, TV-12: turned, it returns to port, unloads nothing, draws and is turned again."""
    p = table(
        ships={"b_two": (2, 1, "green", 1), "b_three": (13, -1), "b_one": (13, -1)},
        hands={0: "red yellow", 1: "orange"},
    )
    say(p, "raid.ship_b_two.red.yellow", "turn")
    assert at(p, "b_two") == (2, -1)
    say(p, "move.ship_a_two.none", "continue")
    assert asked(p) == (1, "act")
    say(p, "move.ship_b_two.none")
    assert at(p, "b_two") == (1, -1)
    drawn = say(p, "continue")
    assert p.state.discard[3] == 1
    assert at(p, "b_two") == (0, 1)
    assert sum(warehouse(p, 1)) == 0
    assert [event.lot for event in drawn] == ["card", "card"]


def test_a_ship_that_keeps_a_good_is_not_turned() -> None:
    """G-25, TV-13: with one good left there is no question."""
    p = table(ships={"b_two": (2, 1, "green", 2)}, hands={0: "red yellow"})
    say(p, "raid.ship_b_two.red.yellow")
    assert hold(p, "b_two") == ("green", 1)
    assert asked(p) == (0, "act")


def test_an_emptied_ship_is_safe() -> None:
    """E-8: it goes on empty and cannot be raided again before it loads."""
    p = table(ships={"b_two": (2, 1, "green", 1)}, hands={0: "red yellow", 2: "red yellow"})
    say(p, "raid.ship_b_two.red.yellow", "keep", "move.ship_a_three.none", "move.ship_b_two.none")
    assert asked(p) == (2, "act")
    assert hold(p, "b_two") == (None, 0)
    assert raids(p) == []


def test_no_pirates_once_a_ship_sails() -> None:
    """G-18: after the move the question of pirates does not come again."""
    p = table(ships={"b_two": (3, 1, "green", 2)}, hands={0: "red yellow"})
    say(p, "move.ship_a_three.none")
    assert asked(p) == (0, "sail")
    say(p, "stop")
    assert asked(p) == (1, "act")
    assert moves(p, "a_three") == []
