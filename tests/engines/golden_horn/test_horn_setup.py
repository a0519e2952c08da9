"""Setting up Golden Horn: G-7 to G-16 and the draws G-50 to G-54.

Ships in each other's way, and Modone: G-29, G-33, G-35 to G-37 and their edge cases.
"""

from fractions import Fraction

import pytest

from podesta_engines import observe, outcomes, settle
from podesta_engines.core.decide import draw
from podesta_engines.core.errors import BadSetup
from podesta_engines.core.script import FATE
from tests.engines.golden_horn.horn import RULES, at, begin, hold, table
from tests.kit.play import asked, options, say

STANDARD = {
    2: "venice red blue yellow modone orange pink green constantinople",
    3: "venice orange pink green red blue yellow orange pink green red blue yellow constantinople",
    4: "venice orange pink green red blue yellow modone orange pink green red blue yellow constantinople",
}


def lots(seats: int, **chosen: object) -> list[str]:
    """The kinds of the draws before the first question, in order."""
    p, kinds = RULES.start(seats, options=chosen), []
    while p.actor == FATE:
        kinds.append(draw(p, lambda _: 0).lot)
    return kinds


def test_the_start_player_is_drawn() -> None:
    """G-7, G-50: each seat with the same chance, unless the host names one."""
    assert outcomes(RULES.start(3)) == [(str(seat), Fraction(1, 3)) for seat in range(3)]
    assert begin(3, start_seat=2).asks[0].seat == 2


def test_a_start_seat_that_does_not_exist_is_refused() -> None:
    """G-7: the option names a seat of the table."""
    with pytest.raises(BadSetup) as error:
        RULES.start(2, options={"start_seat": 2})
    assert (error.value.field, error.value.rule) == ("start_seat", "G-7")


def test_fleets_are_drawn() -> None:
    """G-8, G-51: seat by seat among the fleets left, every injection with the same chance."""
    p = RULES.start(3, options={"start_seat": 0})
    assert outcomes(p) == [(f"fleet_{x}", Fraction(1, 4)) for x in "abcd"]
    p.answer(1)
    assert outcomes(p) == [(f"fleet_{x}", Fraction(1, 3)) for x in "acd"]
    p.answer(3)
    assert outcomes(p) == [(f"fleet_{x}", Fraction(1, 2)) for x in "ac"]


def test_fleets_can_be_named() -> None:
    """G-8: the host may give each seat its fleet."""
    p = begin(2, fleets=["fleet_d", "fleet_b"], layout="standard", start_seat=0)
    assert [player.fleet for player in observe(p, None).players] == ["fleet_d", "fleet_b"]


@pytest.mark.parametrize("fleets", [["fleet_a"], ["fleet_a", "fleet_a"], ["fleet_a", "fleet_e"], []])
def test_impossible_fleets_are_refused(fleets: list[str]) -> None:
    """G-8: one known fleet for each seat, no two alike."""
    with pytest.raises(BadSetup) as error:
        RULES.start(2, options={"fleets": fleets})
    assert (error.value.field, error.value.rule) == ("fleets", "G-8")


@pytest.mark.parametrize("wrong", [{"sails": 1}, {"layout": "round"}, {"round_limit": 0}, {"round_limit": 201}])
def test_unknown_options_are_refused(wrong: dict[str, object]) -> None:
    """G-10, G-43: options are known by name and type, the round limit is 1 to 200."""
    with pytest.raises(BadSetup):
        RULES.start(2, options=wrong)
    with pytest.raises(BadSetup):
        RULES.start(5)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_standard_route(seats: int) -> None:
    """G-9, G-10: from Venice to Constantinople, tiles 1, 2, 3, 4 as printed."""
    route = observe(begin(seats, layout="standard"), None).route
    assert [space.colour or space.kind for space in route] == STANDARD[seats].split()
    sea = [space.id for space in route if space.kind == "sea"]
    assert sea == [f"sea_{i}" for i in range(1, len(sea) + 1)]
    assert [space.berths for space in route if space.kind == "modone"] == {2: [2], 3: [], 4: [3]}[seats]
    assert [space.berths for space in route if space.kind in ("venice", "constantinople")] == [0, 0]


@pytest.mark.parametrize(("seats", "maps"), [(2, 4), (3, 16), (4, 16)])
def test_the_random_route(seats: int, maps: int) -> None:
    """G-10, G-52: tiles uniformly, then a fair coin each: 4 maps for two players, 16 for three and four."""
    p = RULES.start(seats, options={"start_seat": 0, "fleets": [f"fleet_{x}" for x in "abcd"[:seats]]})
    slots = 2 if seats == 2 else 4
    for used in range(slots):
        assert [chance for _, chance in outcomes(p)] == [Fraction(1, 4 - used)] * (4 - used)
        p.answer(p.ask.options[-1])
    for _ in range(slots):
        assert outcomes(p) == [("forward", Fraction(1, 2)), ("reversed", Fraction(1, 2))]
        p.answer(1)
    seen = {tuple(begin(seats, seed).state.route) for seed in range(400)}
    assert len(seen) == maps


def test_a_reversed_tile_shows_its_colours_backwards() -> None:
    """G-10: `reversed` means the printed order read from Constantinople to Venice; the view names tile and way."""
    p = RULES.start(2, options={"start_seat": 0, "fleets": ["fleet_a", "fleet_b"]})
    assert observe(p, None).route[1].colour is None
    for option in (2, 0, 1, 0):
        p.answer(option)
    route = observe(p, None).route
    assert [space.colour for space in route[1:4]] == ["yellow", "blue", "red"]
    assert {(space.tile, space.way) for space in route[1:4]} == {("sea_tile_3", "reversed")}
    assert [space.colour for space in route[5:8]] == ["orange", "pink", "green"]


def test_placement_has_eight_ways() -> None:
    """G-12, TV-34: two players, seat 0 starts: eight options, all three ships in Venice among them."""
    p = begin(2, start_seat=0)
    assert asked(p) == (0, "place_ships")
    assert len(options(p)) == 8
    assert "venice.venice.venice" in options(p)


def test_placement_goes_clockwise_from_the_start_player() -> None:
    """G-12: one decision each, openly, before goods and cards are known."""
    p = begin(4, start_seat=2)
    for seat in (2, 3, 0, 1):
        assert asked(p) == (seat, "place_ships")
        view = observe(p, None)
        assert (view.round, view.phase, view.active_seat) == (0, "place", seat)
        assert [player.cards for player in view.players] == [0] * 4
        assert view.bag_size == 90
        assert view.deck_size == 54
        say(p, "venice.constantinople.venice")
    assert asked(p) == (2, "act")


def test_first_headings() -> None:
    """G-13: away from the port; G-16: unplaced ships stand nowhere."""
    p = begin(2, start_seat=0, fleets=["fleet_a", "fleet_b"])
    assert {(ship.space, ship.heading) for ship in observe(p, 0).ships} == {(None, None)}
    say(p, "venice.constantinople.venice")
    ships = {ship.id: (ship.space, ship.heading) for ship in observe(p, 0).ships if ship.seat == 0}
    assert ships == {
        "ship_a_three": ("venice", "constantinople"),
        "ship_a_two": ("constantinople", "venice"),
        "ship_a_one": ("venice", "constantinople"),
    }


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_goods_and_hands(seats: int) -> None:
    """G-14, G-15, G-53, G-54: nine goods for each port from the bag, then five cards for each seat from the deck."""
    p = begin(seats)
    drawn = say(p, *["venice.venice.constantinople"] * seats)
    assert [event.lot for event in drawn] == ["good"] * 18 + ["card"] * 5 * seats
    start = p.state.start
    order = [(start + turn) % seats for turn in range(seats) for _ in range(5)]
    assert [event.seen_by for event in drawn] == [None] * 18 + order
    view = observe(p, None)
    assert [sum(port.goods.values()) for port in view.ports] == [9, 9]
    assert view.bag_size == 72
    assert [player.cards for player in view.players] == [5] * seats
    assert view.deck_size == 54 - 5 * seats
    assert sum(view.discard.values()) == 0


def test_goods_are_drawn_by_what_is_left() -> None:
    """G-53: the chance of a colour is its share of the bag."""
    p = begin(2, start_seat=0)
    p.answer(0, 0)
    p.answer(0, 1)
    assert outcomes(p) == [(c, Fraction(1, 6)) for c in ("red", "yellow", "blue", "orange", "pink", "green")]
    p.answer(0)
    assert outcomes(p)[:2] == [("red", Fraction(14, 89)), ("yellow", Fraction(15, 89))]


def test_order_of_setup() -> None:
    """G-16: start player, fleets, tiles, coins; then, with ships placed, goods and hands; then round 1."""
    assert lots(2) == ["start_seat", *["fleet"] * 2, *["tile"] * 2, *["coin"] * 2]
    assert lots(4) == ["start_seat", *["fleet"] * 4, *["tile"] * 4, *["coin"] * 4]
    assert lots(3, layout="standard", start_seat=1, fleets=["fleet_a", "fleet_b", "fleet_c"]) == []
    p = begin(2, start_seat=1)
    say(p, "venice.venice.venice", "venice.venice.venice")
    assert (p.state.round, asked(p)) == (1, (1, "act"))
    assert all(sum(player.warehouse) == 0 for player in p.state.players)
    assert sum(p.state.load) == 0
    assert settle(p, lambda _: 0) == []


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
