"""Moving a ship: G-26 to G-35 and their edge cases."""

from itertools import product

import pytest

from podesta_engines import outcomes, questions
from podesta_engines.core.position import Position
from podesta_engines.golden_horn.state import NONE
from tests.engines.golden_horn.horn import RULES, at, hand, hold, moves, ship, table, warehouse
from tests.kit.play import asked, notes, options, say


def test_one_of_the_own_ships_must_move() -> None:
    """G-26, G-57: every own ship can move, no foreign one, and passing is impossible."""
    p = table(ships={"a_one": (12, 1), "a_two": (1, -1)})
    assert {option.split(".")[1] for option in options(p)} == {"ship_a_three", "ship_a_two", "ship_a_one"}
    assert len(options(p)) >= 3


def test_loading() -> None:
    """G-27, G-28, TV-1: all goods of one colour not on the sails, and the port is refilled before the first step."""
    p = table(ships={"b_one": (1, 1)}, bag={"pink": 3})
    assert moves(p, "a_three") == ["none", "blue", "orange", "pink"]
    drawn = say(p, "move.ship_a_three.blue")
    assert hold(p, "a_three") == ("blue", 2)
    assert [(event.lot, event.outcome) for event in drawn] == [("good", "pink"), ("good", "pink")]
    assert p.state.ports[0] == [2, 1, 0, 1, 3, 2]
    assert p.state.bag_size == 1
    assert at(p, "a_three") == (2, 1)


def test_the_refill_is_drawn_before_the_ship_sails() -> None:
    """G-28, G-55: while the lots are drawn the ship is still in port; each good of the bag has the same chance."""
    p = table(bag={"red": 1, "green": 3})
    seat, kind = asked(p)
    p.answer(p.asks[0].kind.words.parse("move.ship_a_three.blue"), seat)
    assert at(p, "a_three") == (0, 1)
    assert kind == "act"
    assert [(word, float(chance)) for word, chance in outcomes(p)] == [("red", 0.25), ("green", 0.75)]


def test_leaving_empty_draws_nothing() -> None:
    """G-27, G-28: loading is optional, and without it nothing is refilled."""
    p = table()
    assert say(p, "move.ship_a_three.none") == []
    assert hold(p, "a_three") == (None, 0)


def test_only_goods_of_the_sails() -> None:
    """E-3: where a port has only sail colours the ship leaves empty."""
    p = table(ports=({"red": 4, "yellow": 3, "green": 2}, {"blue": 9}))
    assert moves(p, "a_three") == ["none"]
    assert moves(p, "a_one") == ["none", "red", "yellow", "green"]


def test_nothing_is_loaded_elsewhere() -> None:
    """G-27, TV-19: at sea and in Modone a ship sails with what it has."""
    p = table(seats=4, ships={"a_three": (7, 1, "blue", 1), "a_two": (3, 1)})
    assert moves(p, "a_three") == ["none"]
    assert moves(p, "a_two") == ["none"]


def test_no_card_and_no_match_ends_the_movement() -> None:
    """G-30, TV-2: with an empty hand the ship stops by itself; with any card the question comes, stop alone."""
    p = table(ships={"a_one": (1, 1)})
    say(p, "move.ship_a_one.none")
    assert at(p, "a_one") == (2, 1)
    assert asked(p) == (1, "act")
    q = table(ships={"a_one": (1, 1)}, hands={0: "red"})
    say(q, "move.ship_a_one.none")
    assert asked(q) == (0, "sail")
    assert options(q) == ["stop"]
    assert questions(q, 0)[0].about == {"ship": "ship_a_one", "space": "sea_2", "price": "pink"}


def test_matching_spaces_are_free() -> None:
    """G-29, G-30, TV-3: jumps an occupied space, goes on over green and red, and ends on blue; no card is spent."""
    p = table(ships={"a_three": (1, 1), "b_one": (2, 1)})
    say(p, "move.ship_a_three.none")
    assert at(p, "a_three")[0] == 3
    assert questions(p, 0)[0].about["price"] == "free"
    say(p, "continue")
    assert at(p, "a_three")[0] == 4
    say(p, "continue")
    assert at(p, "a_three")[0] == 5
    assert asked(p) == (1, "act")
    assert sum(p.state.discard) == 0


def test_wind_cards() -> None:
    """G-30, G-32, TV-4: a card of the space's colour for each further step; the last card gone, the ship stops."""
    p = table(ships={"a_two": (1, 1)}, hands={0: "green red"})
    say(p, "move.ship_a_two.none", "continue", "continue", "continue")
    assert at(p, "a_two") == (5, 1)
    assert asked(p) == (1, "act")
    assert p.state.discard == [1, 0, 0, 0, 0, 1]
    assert sum(hand(p, 0)) == 0


def test_stopping_is_always_possible() -> None:
    """G-31, TV-5: with a blue card left the player may stop on blue and keep it."""
    p = table(ships={"a_two": (1, 1)}, hands={0: "green red blue"})
    say(p, "move.ship_a_two.none", "continue", "continue", "continue", "stop")
    assert at(p, "a_two") == (5, 1)
    assert hand(p, 0) == [0, 0, 1, 0, 0, 0]


def test_stopping_on_a_match() -> None:
    """G-31, E-15: a ship may stop where it could go on for free."""
    p = table(ships={"a_two": (1, 1)})
    say(p, "move.ship_a_two.none")
    assert options(p) == ["stop", "continue"]
    say(p, "stop")
    assert at(p, "a_two") == (2, 1)


def test_no_card_on_a_matching_space() -> None:
    """G-32, TV-26: on a matching space no card leaves the hand, even if the colour is held."""
    p = table(ships={"a_two": (1, 1)}, hands={0: "pink"})
    say(p, "move.ship_a_two.none", "continue")
    assert hand(p, 0) == [0, 0, 0, 0, 1, 0]
    assert sum(p.state.discard) == 0


def test_automatic_and_voluntary_stops_look_the_same() -> None:
    """G-30: the public notes of both are equal."""
    heard = []
    for cards in ("", "red"):
        p = table(ships={"a_one": (1, 1)}, hands={0: cards})
        p.listen()
        say(p, "move.ship_a_one.none", *(["stop"] if cards else []))
        heard.append(notes(p))
    assert heard[0] == heard[1] == ["sailed", "stopped"]


def test_arrival_in_a_main_port() -> None:
    """G-34, G-36, TV-17: all goods into the warehouse, the ship turned, two cards for two colours."""
    p = table(seats=4, active=1, ships={"b_two": (13, 1, "blue", 3)})
    drawn = say(p, "move.ship_b_two.none")
    assert at(p, "b_two") == (14, -1)
    assert warehouse(p, 1) == [0, 0, 3, 0, 0, 0]
    assert hold(p, "b_two") == (None, 0)
    assert [event.seen_by for event in drawn] == [1, 1]


def test_arrival_without_cargo() -> None:
    """G-34, G-36: an empty ship draws its cards all the same."""
    p = table(ships={"a_three": (1, -1)})
    assert len(say(p, "move.ship_a_three.none")) == 1
    assert at(p, "a_three") == (0, 1)


def test_headings_change_only_in_main_ports() -> None:
    """G-35: not on a sea space."""
    p = table(ships={"a_three": (5, -1)})
    say(p, "move.ship_a_three.none", "stop")
    assert at(p, "a_three") == (4, -1)


def test_blocked_sea() -> None:
    """E-1: with every sea space ahead occupied the step ends in the main port, an arrival with all its effects."""
    ships = {"b_three": (11, 1), "b_two": (12, -1), "a_two": (10, 1, "red", 2)}
    p = table(ships=ships)
    drawn = say(p, "move.ship_a_two.none")
    assert at(p, "a_two") == (13, -1)
    assert warehouse(p, 0) == [2, 0, 0, 0, 0, 0]
    assert len(drawn) == 2


def test_blocked_sea_before_modone() -> None:
    """E-1, E-2: over occupied spaces into a free berth of Modone, in one step."""
    p = table(seats=2, ships={"b_three": (3, 1), "b_two": (2, -1), "a_two": (1, 1)})
    say(p, "move.ship_a_two.none")
    assert at(p, "a_two") == (4, 1)
    q = table(seats=2, ships={"b_three": (3, 1), "a_two": (2, 1)})
    say(q, "move.ship_a_two.none")
    assert at(q, "a_two") == (4, 1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_port_to_port_in_one_step(seats: int) -> None:
    """E-10: there are more spaces and berths on the way than other ships, so one of them is always free."""
    p = table(seats=seats)
    room = sum(1 for space in p.state.route if space < 6) + {2: 2, 3: 0, 4: 3}[seats]
    assert room > 3 * seats - 1


def test_an_empty_port_may_be_left_and_entered() -> None:
    """E-4: in the last round ships leave an empty port empty, and unload there."""
    p = table(ports=({}, {"red": 2}), bag="", ships={"b_two": (1, -1, "blue", 2)})
    assert moves(p, "a_one") == ["none"]
    say(p, "move.ship_a_one.none")
    say(p, "move.ship_b_two.none")
    assert warehouse(p, 1) == [0, 0, 2, 0, 0, 0]
    assert p.state.ports[0] == [0] * 6


def test_small_bag() -> None:
    """E-5, G-28: the port gets what there is and stays below nine."""
    p = table(bag="pink")
    say(p, "move.ship_a_three.blue")
    assert sum(p.state.ports[0]) == 8
    assert p.state.bag_size == 0


def all_routes(seats: int) -> list[list[int]]:
    """The route for every way the tiles may lie."""
    standard = table(seats=seats).state.route
    firsts = {2: [1, 5], 3: [1, 4, 7, 10], 4: [1, 4, 8, 11]}[seats]
    routes = []
    for ways in product((False, True), repeat=len(firsts)):
        route = standard.copy()
        for first, backwards in zip(firsts, ways, strict=True):
            if backwards:
                route[first : first + 3] = route[first : first + 3][::-1]
        routes.append(route)
    return routes


def turns_alone(seats: int, route: list[int], number: int, heading: int) -> int:
    """Turns that a ship alone at sea needs from port to port, always going on, without cards."""
    p = table(seats=seats, fleets="abcd"[number // 3 :] + "abcd"[: number // 3])
    g = p.state
    g.at = [0] * 12
    g.heading = [1] * 12
    g.route = route
    g.at[number], g.heading[number] = (0, 1) if heading > 0 else (len(route) - 1, -1)
    goal = len(route) - 1 - g.at[number]
    turns = 0
    while g.at[number] != goal:
        g.agenda = [("act", 0, 0)]
        p = Position(RULES, g, keep=False)
        p.answer(number * 7, 0)
        while p.asks and p.asks[0].kind.name == "sail":
            p.answer(1, 0)
        g.players[0].cards, g.players[0].secret.hand = 0, [0] * 6
        while p.ask is not None:
            p.answer(next(i for i, weight in enumerate(p.ask.weights) if weight))
        g.players[0].cards, g.players[0].secret.hand = 0, [0] * 6
        turns += 1
    return turns


@pytest.mark.parametrize(("seats", "expected"), [(2, (5, 6, 7)), (3, (7, 9, 11)), (4, (8, 10, 12))])
def test_every_layout_is_fair(seats: int, expected: tuple[int, int, int]) -> None:
    """G-11, TV-35: the turns a ship needs alone depend on its number of colours only, in every layout, both ways."""
    for route in all_routes(seats):
        for number in range(12):
            for heading in (1, -1):
                assert turns_alone(seats, route, number, heading) == expected[number % 3]


def test_a_step_always_gains() -> None:
    """G-59: a step brings the ship nearer to the port ahead, so a turn ends."""
    p = table(ships={"a_three": (1, 1)})
    say(p, "move.ship_a_three.none")
    assert p.state.at[ship("a_three")] > 1
    assert p.state.cargo[ship("a_three")] == NONE
