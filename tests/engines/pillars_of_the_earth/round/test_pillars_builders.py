"""Phase II: P-50 to P-59, P-155, and what the start player may do about chance."""

from fractions import Fraction

import pytest

from podesta_engines import observe, outcomes
from podesta_engines.pillars_of_the_earth.rules.builders import CAN_PAY, available, placements
from podesta_engines.pillars_of_the_earth.words import SPACE
from tests.engines.pillars_of_the_earth.pillars import begin, gold, on_board, running, seat, state, table, who
from tests.kit.play import fate, notes, open_kind, options, play, until

PLACES = ["bishop", "kingsbridge_1", "kingsbridge_2", "priory_1", "court_1"]
PLACES += ["shiring_1", "shiring_2", "castle", "market_1", "cathedral"]
"""The locations that can be chosen while nothing is taken."""


def test_builders_are_drawn_one_by_one() -> None:
    """P-50, P-155: each builder in the bag alike; a drawn one does not come again."""
    p = table("draw_builders", seats=3)
    assert outcomes(p) == [(str(number), Fraction(1, 3)) for number in range(3)]
    play(p, "1", "keep", "place.castle")
    assert outcomes(p) == [("0", Fraction(3, 8)), ("1", Fraction(2, 8)), ("2", Fraction(3, 8))]


def test_placing_costs_what_the_wheel_says() -> None:
    """P-53, P-55, TV-4: seven for the first; the marker drops to six."""
    p = table("draw_builders", p0={"gold": 20})
    play(p, "0", "keep")
    assert options(p) == [*(f"place.{space}" for space in PLACES), "pass"]
    play(p, "place.court_1")
    assert (gold(p)[0], p.state.cost) == (13, 6)
    assert on_board(p) == {"court_1": 0}


def test_passing_keeps_gold_and_lays_the_builder_beside_the_cost() -> None:
    """P-55, TV-5: the builder is put at seven, the marker drops to six."""
    p = table("draw_builders", p0={"gold": 20})
    play(p, "0", "keep", "pass")
    assert (gold(p)[0], p.state.cost, p.state.wheel[7]) == (20, 6, 0)


def test_the_cost_falls_to_nothing() -> None:
    """P-55, P-176, TV-7: 7, 6, 5, 4, 3, 2, 1, then nothing; a builder at no cost must be placed."""
    p = table("draw_builders", seats=4, **{f"p{number}": {"gold": 30} for number in range(4)})
    costs = []
    for drawn in range(12):
        play(p, str(drawn % 4))
        if drawn == 0:
            play(p, "redraw", "0")
        costs.append(p.state.cost)
        assert ("pass" in options(p)) == (p.state.cost > 0)
        play(p, next(word for word in options(p) if word != "pass"))
    assert costs == [7, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0, 0]


def test_two_players_never_come_to_one() -> None:
    """P-57, TV-8: six builders cost 7 to 2, then the marker goes to 0 and passed ones are placed free of charge."""
    p = table("draw_builders", p0={"gold": 30}, p1={"gold": 30})
    costs = []
    for drawn in range(6):
        play(p, str(drawn % 2), *(["keep"] if drawn < 5 else []))
        costs.append(p.state.cost)
        play(p, "pass")
    assert costs == [7, 6, 5, 4, 3, 2]
    assert (p.state.cost, who(p)) == (0, (0, "place_passed"))
    assert gold(p) == [30, 30]


def test_passed_builders_follow_in_the_order_of_passing() -> None:
    """P-58, P-177, TV-6: Red, Blue, Red passed, Red, Blue, Red place; it is compulsory and costs nothing."""
    p = table("draw_builders", seats=4, **{f"p{number}": {"gold": 30} for number in range(4)})
    play(p, "1", "redraw", "1", "pass", "0", "pass", "1", "pass")
    while who(p)[1] != "place_passed":
        play(p, options(p)[0])
    order = []
    while who(p)[1] == "place_passed":
        assert not [word for word in options(p) if not word.startswith("place.")]
        order.append(who(p)[0])
        play(p, options(p)[0])
    assert order == [1, 0, 1]


def test_too_poor_means_passing() -> None:
    """P-56, P-175, P-10: without the gold the builder passes by itself."""
    p = table("draw_builders", p0={"gold": 6})
    play(p, "0", "keep")
    assert who(p)[1] == "builder"
    assert p.state.wheel[7] == 0
    assert notes(p)[-1] == "builder_passed"


def test_the_start_player_may_redraw_once() -> None:
    """P-52, P-180: any builder, once a round; the same one may come again, and then it stays."""
    p = table("draw_builders", seats=3, start=2)
    play(p, "0")
    assert who(p) == (2, "redraw")
    play(p, "redraw")
    assert outcomes(p) == [(str(number), Fraction(1, 3)) for number in range(3)]
    play(p, "0")
    assert who(p) == (0, "place")
    play(p, "pass", "1")
    assert who(p) == (1, "place")


def test_the_redraw_stays_until_it_is_used() -> None:
    """P-52: keeping a builder does not use it up; also at no cost it is offered."""
    p = table("draw_builders", seats=4, **{f"p{number}": {"gold": 30} for number in range(4)})
    for drawn in range(11):
        play(p, str(drawn % 4))
        assert who(p) == (0, "redraw")
        play(p, "keep")
        play(p, options(p)[0])


def test_no_redraw_of_the_last_builder() -> None:
    """P-181: with an otherwise empty bag nothing else could come."""
    p = table("draw_builders", p0={"bag": 1, "gold": 30}, p1={"bag": 0})
    play(p, "0")
    assert who(p) == (0, "place")


def test_the_view_tells_whether_a_redraw_can_still_come() -> None:
    """P-52, P-181: from the beginning of the round until it is used, or the last builder is the next to come."""
    p = begin(2, seed=1, start_seat=0)
    assert (open_kind(p), observe(p, 1).may_redraw) == ("choose", True)
    p = table("draw_builders", p0={"bag": 1, "gold": 30}, p1={"bag": 2, "gold": 30})
    play(p, "1")
    assert observe(p, 1).may_redraw
    play(p, "keep")
    assert observe(p, 1).may_redraw
    play(p, "pass", "0")
    assert (who(p), observe(p, 1).may_redraw) == ((0, "redraw"), True)
    play(p, "keep")
    assert (who(p), observe(p, 1).may_redraw) == ((0, "place"), False)


def test_the_redraw_is_lost_when_only_builders_to_be_set_aside_are_left() -> None:
    """P-51, P-52: two limited seats have decided two builders each; their third ones are all that is in the bag."""
    spent = {"gold": 30, "limited": True, "decided": 2, "bag": 1}
    p = table("draw_builders", seats=3, p0=spent, p1={**spent, "decided": 1, "bag": 2}, p2={"bag": 0})
    play(p, "1", "keep")
    assert (who(p), observe(p, 1).may_redraw) == ((1, "place"), False)


@pytest.mark.parametrize(
    ("taken", "expected"),
    [
        ("", PLACES),
        ("priory_1", ["priory_2" if space == "priory_1" else space for space in PLACES]),
        ("court_1 court_2 market_1", None),
        ("kingsbridge_1 shiring_2 bishop", None),
    ],
)
def test_available_spaces(taken: str, expected: list[str] | None) -> None:
    """P-54, P-179: every free space, of priory, court and market the first free one; against a slow twin."""
    mask = sum(1 << SPACE.parse(space) for space in taken.split())
    found = [SPACE.slug(space) for space in available(0, mask)]
    assert found == (expected or _twin(taken.split()))


def _twin(taken: list[str]) -> list[str]:
    """The free spaces, one after another, without those that follow a free one of an ordered location."""
    found: list[str] = []
    for word in SPACE.words:
        place = word.slug.rstrip("_1234")
        if word.slug not in taken and not (
            place in ("priory", "court", "market") and any(other.startswith(place) for other in found)
        ):
            found.append(word.slug)
    return found


def test_every_available_space_can_be_taken_and_agrees_with_the_twin() -> None:
    """P-54, P-58: filling the board in any order, there is always a space for the next of twelve builders."""
    for seed in range(30):
        taken: list[str] = []
        for turn in range(12):
            mask = sum(1 << SPACE.parse(space) for space in taken)
            words = [SPACE.slug(space) for space in placements(0, mask, CAN_PAY)]
            assert words == _twin(taken)
            assert len(words) > 1
            taken.append(words[(seed * 7 + turn * 5) % len(words)])


def test_remigius_places_free_of_charge() -> None:
    """P-53, P-178, TV-54: also without the gold; the card leaves the game; not at no cost, not for a passed builder."""
    p = table("draw_builders", p0={"gold": 3, "privileges": ["pv_remigius"]})
    play(p, "0", "keep")
    assert options(p) == [*(f"place_free.{space}" for space in PLACES), "pass"]
    play(p, "place_free.priory_1")
    assert (gold(p)[0], p.state.cost, seat(p, 0).privileges) == (3, 6, 0)
    assert on_board(p) == {"priory_1": 0}


def test_remigius_is_not_offered_at_no_cost() -> None:
    """P-53, P-178: at cost 0, and for a builder that passed, every place is free anyway."""
    g = state(p0={"gold": 3, "privileges": ["pv_remigius"]})
    g.cost = 0
    p = running(g, ("draw_builder",))
    play(p, "0")
    assert not [word for word in options(p) if word.startswith("place_free")]
    g = state(p0={"privileges": ["pv_remigius"], "bag": 2})
    g.wheel[7] = 0
    p = running(g, ("place_late", 7))
    assert not [word for word in options(p) if word.startswith("place_free")]


def test_the_third_builder_of_a_limited_seat_is_set_aside() -> None:
    """P-51, P-155, TV-46: Red, Red, Red, Blue cost 7, 6, nothing, 5; no redraw is offered for the third."""
    p = table("draw_builders", p0={"gold": 30, "limited": True}, p1={"gold": 30})
    play(p, "0", "keep", "place.castle", "0", "keep", "place.bishop", "0")
    assert who(p)[1] == "builder"
    assert (p.state.cost, seat(p, 0).aside, seat(p, 0).bag) == (5, 1, 0)
    play(p, "1")
    assert p.state.cost == 5


def test_all_three_builders_of_a_limited_seat_are_in_the_bag() -> None:
    """P-155, P-51: the odds are those of three builders."""
    p = table("draw_builders", p0={"limited": True})
    assert outcomes(p) == [("0", Fraction(1, 2)), ("1", Fraction(1, 2))]


def test_a_redraw_may_bring_a_builder_that_is_set_aside() -> None:
    """P-51, P-52: then the redraw is spent and drawing goes on; it is offered even if no other builder is left."""
    p = table("draw_builders", p0={"gold": 30, "limited": True, "decided": 2, "bag": 1, "limited_next": False})
    play(p, "1")
    assert who(p) == (0, "redraw")
    play(p, "redraw", "0")
    assert who(p)[1] == "builder"
    assert (seat(p, 0).aside, p.state.redraw, p.state.cost) == (1, False, 7)
    p = table("draw_builders", p0={"limited": True, "decided": 2, "bag": 1}, p1={"bag": 1, "gold": 30})
    play(p, "1")
    assert who(p) == (0, "redraw")


def test_both_limited() -> None:
    """P-57, P-182: four builders cost 7, 6, 5, 4; then the marker goes to 0."""
    p = table("draw_builders", p0={"gold": 30, "limited": True}, p1={"gold": 30, "limited": True})
    costs = []
    for drawn in (0, 1, 0, 1, 0, 1):
        play(p, str(drawn))
        if who(p)[1] == "redraw":
            play(p, "keep")
        if who(p)[1] == "place":
            costs.append(p.state.cost)
            play(p, "pass")
    assert costs == [7, 6, 5, 4]
    assert (p.state.cost, who(p)[1]) == (0, "place_passed")


def test_builders_set_aside_return() -> None:
    """P-59, P-152: in the next round all three are in the bag, and the limit is over."""
    p = table("new_start", p0={"aside": 1, "bag": 2, "limited": True, "decided": 2})
    fate(p)
    me = seat(p, 0)
    assert (me.bag, me.aside, me.limited, me.decided) == (3, 0, False, 0)


def test_every_builder_is_placed_or_set_aside() -> None:
    """P-58, P-169: at the end of the phase 3n builders stand, none is on the wheel."""
    for number in (2, 3, 4):
        p = until(begin(number, seed=number), "event", seed=number)
        assert len(on_board(p)) == 3 * number
        assert set(p.state.wheel) == {-1}
