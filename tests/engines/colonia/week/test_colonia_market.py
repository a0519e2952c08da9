"""Monday and Wednesday, the market: C-12, C-13, C-17 to C-21, C-43 to C-45, C-96, C-97."""

import pytest

from podesta_engines import note_texts, observe
from podesta_engines.colonia.components import FIGURES
from podesta_engines.colonia.rules.round import obey
from podesta_engines.colonia.words import ORDINANCE
from podesta_engines.core.script import NOBODY
from tests.engines.colonia.colony import (
    MARKET,
    at,
    begin,
    give,
    on_stalls,
    resources,
    stalls,
    streets,
    table,
)
from tests.kit.play import all_asked, notes, options, say


def market(*sizes: int, **more):
    """An open market with so many resources on its stalls."""
    return at(stalls(table(**more), *sizes), *MARKET)


# -- Monday ----------------------------------------------------------------------------------------------------------


def test_a_week_card_is_turned_up() -> None:
    """C-17: one of those not used yet; it gives contracts and the number of ships (RB-1, RB-2)."""
    p = at(table(), "turn_week")
    assert "week_01" not in [p.ask.kind.words.slug(card) for card in p.ask.options]
    say(p, lots=["week_05"])
    assert p.state.capacity == [1, 2, 1, 2, 1]
    view = observe(p, None)
    assert (view.week_card, view.sailing, view.extra_rolls) == ("week_05", 3, 5)


def test_the_example_of_the_rulebook() -> None:
    """C-19, C-49, RB-1: saddler 1, wainwright 2, painter 1, tailor 2, shoemaker 1, five rolls."""
    p = table()
    obey(p.state, 0)
    assert p.state.capacity == [1, 2, 1, 2, 1]
    assert observe(p, None).extra_rolls == 5


@pytest.mark.parametrize(
    ("week", "card", "sailing"), [(2, 0, [1, 1, 1, 0]), (6, 1, [1, 1, 1, 1]), (5, 1, [1, 1, 0, 0])]
)
def test_ships_that_sail(week: int, card: int, sailing: list[int]) -> None:
    """C-20, RB-2, RB-3: those on the lowest berths; in the last week all four, whatever the card says."""
    p = table(week=week)
    obey(p.state, card)
    assert [ship.sails for ship in observe(p, None).harbour] == [bool(flag) for flag in sailing]


def test_stalls_are_stocked() -> None:
    """C-18: the printed numbers, stall by stall."""
    p = begin(3)
    while p.asks[0].kind.name == "choose_good":
        say(p, options(p)[0])
    assert tuple(p.state.stall_sizes[:7]) == FIGURES[0].stalls[p.state.week_cards[0]]
    assert p.state.stall_sizes[7:] == [0, 0]
    assert sum(p.state.stalls) == 28


def test_an_empty_bag_ends_the_draws() -> None:
    """C-96, AD-11: five resources for stalls of four: the first gets four, the second one, the others none."""
    p = table()
    p.state.hidden.bag = [2, 1, 0, 0, 2]
    p = at(p, *(("stock", stall, 4) for stall in range(7)))
    p.listen()
    say(p)
    assert p.state.stall_sizes == [4, 1, 0, 0, 0, 0, 0, 0, 0]
    assert notes(p).count("stall_stocked") == 7


def test_ordinances_lie_in_the_order_of_their_days() -> None:
    """C-21: ascending by day; cards of a day keep the order of drawing."""
    p = at(table(seen=["ord_fri_good"]), "turn_ordinances")
    assert ORDINANCE.parse("ord_fri_good") not in p.ask.options
    say(p, lots=["ord_sat_fewer", "ord_thu_tailor", "ord_thu_saddler"])
    assert [card.id for card in observe(p, None).ordinances] == ["ord_thu_tailor", "ord_thu_saddler", "ord_sat_fewer"]
    assert [card.day for card in observe(p, None).ordinances] == [4, 4, 6]


# -- market ----------------------------------------------------------------------------------------------------------


def test_a_stall_costs_as_many_members() -> None:
    """C-43, RB-8: ten at home, a stall of six: six resources, six members on it, four at home, the stall is empty."""
    p = stalls(table(), 6, 5, 4)
    give(p, 0, home=10)
    p = at(p, *MARKET)
    say(p, "s1")
    assert (resources(p, 0), p.state.players[0].home) == ({"leather": 6}, 4)
    assert on_stalls(p) == {"s2": 5, "s3": 4}
    stall = observe(p, 2).stalls[0]
    assert (stall.seat, stall.members) == (0, 6)


def test_who_passes_is_out() -> None:
    """C-12, C-43, RB-9: after all took once purple passes; red takes two; the others act on, purple does not."""
    p = market(3, 3, 3, 3, 2, 2, 2, seats=4, order=(3, 0, 1, 2))
    say(p, "s1", "s2", "s3", "s4")
    assert all_asked(p) == [(3, "take_stall")]
    say(p, "pass", "s5")
    assert p.state.stall_members[4] == 2
    assert all_asked(p) == [(1, "take_stall")]
    say(p, "s6", "pass")
    assert all_asked(p) == [(0, "take_stall")]
    say(p, "pass")
    assert all_asked(p) == [(1, "take_stall")]


def test_the_last_seat_may_act_several_times() -> None:
    """C-12: until it passes."""
    p = market(2, 2, 2, 2)
    say(p, "pass", "pass", "s1", "s2")
    assert all_asked(p) == [(2, "take_stall")]
    say(p, "pass")
    assert p.actor == NOBODY


def test_too_few_members_at_home() -> None:
    """C-43, C-13, AD-16: three at home and stalls of four, five, six: only passing is left, and happens by itself."""
    p = stalls(table(), 4, 5, 6)
    give(p, 0, home=3)
    p = at(p, *MARKET)
    assert all_asked(p) == [(1, "take_stall")]
    assert observe(p, None).in_loop == [1, 2]


def test_passing_by_inability_is_final() -> None:
    """C-13, C-100: a seat that could not act is out, even if stalls are left."""
    p = stalls(table(), 2, 2)
    give(p, 1, home=0)
    p = at(p, *MARKET)
    p.listen()
    say(p, "pass")
    assert notes(p) == ["passed", "passed"]
    assert all_asked(p) == [(2, "take_stall")]


def test_an_empty_stall_cannot_be_taken() -> None:
    """C-97: empty stalls are not offered."""
    assert options(market(0, 3, 0, 2)) == ["s2", "s4", "pass"]


def test_leftovers_go_back() -> None:
    """C-44, C-45: resources to the bag; last week's members home, this week's to the street."""
    p = stalls(table(), 2, 3, 4)
    give(p, 0, home=9, streets={"wed": 5})
    p = at(p, *MARKET)
    bag = sum(p.state.hidden.bag)
    say(p, "s2", "pass", "pass", "pass")
    assert sum(p.state.hidden.bag) == bag + 6
    assert (p.state.players[0].home, streets(p, 0)) == (11, {"wed": 3})
    assert on_stalls(p) == {}
    assert [stall.seat for stall in observe(p, 0).stalls] == [None] * 9


def test_what_is_taken_is_told() -> None:
    """C-43, C-71: all viewers see which resources left the stall."""
    p = market(2, 3)
    p.listen()
    say(p, "s2")
    (taken,) = (note for note in note_texts(p.rules, p.heard(), 2) if note.kind == "stall_taken")
    assert taken.args == {"stall": "s2", "resources": ["iron", "iron", "iron"], "members": "3", "shown": "0"}
