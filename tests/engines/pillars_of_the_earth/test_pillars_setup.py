"""Setting up, and preparing a round: P-1, P-11 to P-26."""

from collections import Counter
from fractions import Fraction
from math import comb

import pytest

from podesta_engines import outcomes
from podesta_engines.core.errors import BadSetup
from podesta_engines.pillars_of_the_earth.pieces import turn_order
from podesta_engines.pillars_of_the_earth.state import NONE
from podesta_engines.pillars_of_the_earth.words import COLOUR, CRAFTSMAN, PRIVILEGE
from tests.engines.pillars_of_the_earth.pillars import RULES, begin, gold, points, row, table
from tests.kit.play import fate, open_kind, options, play, until, walk


def test_start_gold_in_turn_order() -> None:
    """P-12, TV-1: with start seat 2 of 4 gold is 20, 21, 22, 23 from there; points, craftsmen, workers, builders."""
    p = begin(4, start_seat=2)
    assert gold(p) == [22, 23, 20, 21]
    assert points(p) == [2] * 4
    for number, player in enumerate(p.state.players):
        assert row(p, number) == ["start_mortar_mixer", "start_woodworker", "start_stonecutter"]
        assert (player.free, player.bag, player.cubes) == (12, 3, [0] * 4)


def test_two_players_start() -> None:
    """P-12, P-17, TV-2: gold 20 and 21, six builders in the bag."""
    p = begin(2, start_seat=0)
    assert gold(p) == [20, 21]
    assert sum(player.bag for player in p.state.players) == 6


def test_the_start_player_is_drawn() -> None:
    """P-11, P-155: each seat with equal chance."""
    p = RULES.start(3)
    assert outcomes(p) == [(str(seat), Fraction(1, 3)) for seat in range(3)]


def test_a_start_seat_that_does_not_exist_is_refused() -> None:
    """P-11: BadSetup names the option."""
    with pytest.raises(BadSetup, match="start_seat"):
        RULES.start(2, options={"start_seat": 2})


def test_colours() -> None:
    """P-12: blue, red, green, yellow in seat order unless the host names them."""
    assert [COLOUR.slug(player.colour) for player in RULES.start(3).state.players] == ["blue", "red", "green"]
    p = RULES.start(2, options={"colours": ["yellow", "red"]})
    assert [COLOUR.slug(player.colour) for player in p.state.players] == ["yellow", "red"]


@pytest.mark.parametrize("colours", [["pink", "red"], ["red"], ["red", "red"], ["red", "blue", "green"]])
def test_impossible_colours_are_refused(colours: list[str]) -> None:
    """P-12: they must be known, different, and one for each seat."""
    with pytest.raises(BadSetup, match="colours"):
        RULES.start(2, options={"colours": colours})


def test_turn_order_is_clockwise_from_the_start_player() -> None:
    """P-1, P-9: seats 2, 0, 1 with three players and start seat 2."""
    assert turn_order(RULES.start(3, options={"start_seat": 2}).state) == (2, 0, 1)


def test_kingsbridge_shows_two_privileges() -> None:
    """P-14, P-20, P-155: the first card on the first space, each remaining one equally likely; four of fourteen never
    come."""
    p = RULES.start(2, options={"start_seat": 0})
    assert len(outcomes(p)) == 14
    play(p, "pv_toledo")
    assert len(outcomes(p)) == 13
    play(p, "pv_otto")
    assert [PRIVILEGE.slug(card) for card in p.state.kingsbridge] == ["pv_toledo", "pv_otto"]
    until(p)
    assert p.state.privileges.bit_count() == 4


def test_the_last_round_has_its_own_privileges() -> None:
    """P-14, P-20, TV-34: in round 6 festivities and completion are at Kingsbridge, without a draw."""
    p = table("prepare", round=5)
    assert open_kind(p) == "craftsman"
    assert [PRIVILEGE.slug(card) for card in p.state.kingsbridge] == ["pv_festivities", "pv_completion"]


def test_two_craftsmen_come_to_shiring_and_two_into_the_supply() -> None:
    """P-13, P-21: cards of the round only, the first on the first space."""
    p = table("prepare", round=5)
    assert options(p) == ["r6_goldsmith", "r6_sculptor", "r6_organ_builder", "r6_bellmaker"]
    play(p, "r6_bellmaker")
    assert options(p) == ["r6_goldsmith", "r6_sculptor", "r6_organ_builder"]
    play(p, "r6_goldsmith")
    assert [CRAFTSMAN.slug(card) for card in p.state.shiring] == ["r6_bellmaker", "r6_goldsmith"]
    assert [CRAFTSMAN.slug(card) for card in p.state.hiring] == ["r6_sculptor", "r6_organ_builder"]


def test_seven_resource_cards_join_the_supply() -> None:
    """P-23, P-155, TV-3: one draw of 36 pairs leaves two cards out; the supply has nine cards."""
    p = table("prepare", round=5)
    play(p, "r6_bellmaker", "r6_goldsmith")
    assert len(outcomes(p)) == comb(9, 2) == 36
    assert {chance for _, chance in outcomes(p)} == {Fraction(1, 36)}
    play(p, "gravel_pit_2.quarry_4")
    assert "take.gravel_pit_3" in options(p)
    assert not {"take.gravel_pit_2", "take.quarry_4"} & set(options(p))
    assert p.state.supply.bit_count() + len(p.state.hiring) == 9


def test_every_round_begins_alike() -> None:
    """P-16, P-22, P-24, P-152: four cubes of each kind, metal, the marker on seven, every builder in the bag."""
    rounds = set()
    for p in walk(begin(3, seed=3), seed=3):
        g = p.state
        if open_kind(p) == "choose" and g.round not in rounds:
            rounds.add(g.round)
            assert (g.stock, g.court_metal, g.cost) == ([4, 4, 4], 1, 7)
            assert [player.bag for player in g.players] == [3] * 3
            assert not g.taken
            assert g.wheel == [NONE] * 8
            assert sum(player.grey for player in g.players) <= 2
    assert rounds == {1, 2, 3, 4, 5, 6}


def test_the_metal_of_the_court_is_never_two() -> None:
    """P-22, P-90, P-205: metal that was not taken stays, and is not raised to two."""
    p = table("court", p0={"mill": 0})
    play(p, "3")
    assert p.state.court_metal == 1
    until(p, "choose")
    assert p.state.court_metal == 1


def test_workers_of_a_round() -> None:
    """P-6, P-25, P-206: twelve, thirteen with Otto, two more with grey workers."""
    p = table("new_start", seats=3, p0={"granted": 2}, p1={"privileges": ["pv_otto"], "free": 13})
    fate(p)
    assert [player.free for player in p.state.players] == [14, 13, 12]


def test_events_of_a_game() -> None:
    """P-15, P-156: six of ten are revealed, all different, none known before except to Ellen."""
    p, seen = begin(2), Counter[int]()
    while p.ask is not None:
        until(p, "event")
        if p.ask is not None:
            assert len(outcomes(p)) == (10 - sum(seen.values()) if p.state.peeked == NONE else 1)
            fate(p)
            seen[p.state.event] += 1
    assert len(seen) == 6
    assert p.state.events.bit_count() == 4
