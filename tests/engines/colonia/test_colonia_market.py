"""Monday, Wednesday and Thursday: C-12 to C-15, C-17 to C-21, C-43 to C-52, C-96 to C-100."""

import pytest

from podesta_engines import observe, told
from podesta_engines.colonia.components import FIGURES
from podesta_engines.colonia.rules.craftsmen import raise_capacity, serve_contracts
from podesta_engines.colonia.rules.round import obey
from podesta_engines.colonia.words import ORDINANCE, RESOURCE
from podesta_engines.core.script import NOBODY
from tests.engines.colonia.colony import (
    CRAFT,
    MARKET,
    at,
    begin,
    give,
    goods,
    on_stalls,
    passes,
    queue,
    resources,
    stalls,
    streets,
    table,
)
from tests.kit.play import all_asked, named, notes, options, say

FOUR, SIX = 3, 5


def market(*sizes: int, **more):
    """An open market with so many resources on its stalls."""
    return at(stalls(table(**more), *sizes), *MARKET)


def craft(p):
    """Thursday from the first contract."""
    return at(p, *CRAFT)


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
    """C-12, C-43, RB-9: after everybody took once purple passes; red takes two; the others act on, purple does not."""
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
    """C-13, C-100: who could not act is out, even if stalls are left."""
    p = stalls(table(), 2, 2)
    give(p, 1, home=0)
    p = at(p, *MARKET)
    p.listen()
    say(p, "pass")
    assert notes(p) == ["passed", "passed"]
    assert all_asked(p) == [(2, "take_stall")]


def test_an_empty_stall_cannot_be_taken() -> None:
    """C-97: only stalls with something on them are offered."""
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
    """C-43, C-71: everybody hears which resources left the stall."""
    p = market(2, 3)
    p.listen()
    say(p, "s2")
    (taken,) = (note for note in told(p.rules, p.heard(), 2) if note.kind == "stall_taken")
    assert taken.args == {"stall": "s2", "resources": ["iron", "iron", "iron"], "members": "3", "shown": "0"}


# -- contracts -------------------------------------------------------------------------------------------------------


def test_contracts_cost_ever_more_members() -> None:
    """C-46, RB-10, RB-11: the first contract of the week costs one member, the second two, whoever places it."""
    p = table()
    give(p, 0, resources="leather iron")
    give(p, 1, resources="leather iron", home=2)
    p = craft(p)
    bag = p.state.hidden.bag[:2]
    say(p, "saddler", "saddler")
    assert observe(p, None).craftsmen[0].contracts[0].members == 1
    assert [(c.seat, c.members) for c in p.state.queues[0]] == [(0, 1), (1, 2)]
    assert p.state.hidden.bag[:2] == [number + 2 for number in bag]
    assert (resources(p, 0), p.state.players[1].home) == ({}, 0)
    assert observe(p, 2).craftsmen[0].next_cost == 3


def test_old_contracts_do_not_raise_the_cost() -> None:
    """C-47, AD-8: two contracts left from last week: the first new one costs one member and stands on space 3."""
    p = queue(give(table(), 0, resources="leather iron"), "saddler", (1, 1), (2, 2))
    p = craft(p)
    say(p, "saddler")
    assert [(c.seat, c.members) for c in p.state.queues[0]] == [(1, 1), (2, 2), (0, 1)]


def test_only_payable_contracts_are_offered() -> None:
    """C-46, C-48: both resources and enough members; the capacity does not matter."""
    p = give(table(), 0, resources="leather iron wood", home=1)
    queue(p, "wainwright", *[(1, 1)] * 5)
    assert options(craft(p)) == ["saddler", "wainwright", "pass"]
    give(p, 0, resources="iron wood")
    p.state.placed[1], p.state.loop[:] = 1, [0, 1, 2]
    assert options(at(p, "contracts")) == ["saddler", "pass"]


def test_a_full_queue_takes_no_contract() -> None:
    """C-99: eight contracts are the most."""
    p = give(table(), 0, resources="leather iron wood")
    queue(p, "saddler", *[(1, 1)] * 8)
    assert options(craft(p)) == ["wainwright", "pass"]


def test_passing_is_asked_behind_a_screen() -> None:
    """C-13, C-72: without resources only passing is left, and the question does not betray it."""
    p = craft(table())
    assert all_asked(p) == [(0, "place_contract")]
    assert options(p) == ["pass"]


def test_without_a_member_nobody_is_asked() -> None:
    """C-13, C-100: that there is no member at home everybody sees."""
    p = give(give(table(), 0, resources="leather iron", home=0), 2, home=0)
    assert all_asked(craft(p)) == [(1, "place_contract")]


def test_the_die_gives_extra_contracts() -> None:
    """C-49, RB-12: the tailor's 2 are 3 after a 4, and 4 after a 6, which gives one to all the others too."""
    g = table().state
    raise_capacity(g, FOUR)
    assert g.capacity == [1, 2, 1, 3, 1]
    raise_capacity(g, SIX)
    assert g.capacity == [2, 3, 2, 4, 2]


def test_five_rolls() -> None:
    """C-49, AD-7: start 1, 2, 1, 2, 1; rolls 4, 6, 1, 4, 5: 3, 3, 2, 5, 3."""
    p = at(table(), "roll_contracts")
    say(p, lots=["4", "6", "1", "4", "5"])
    assert p.state.capacity == [3, 3, 2, 5, 3]
    assert observe(p, None).die == 5


def test_one_good_for_each_contract() -> None:
    """C-50, RB-13: red, green, red, yellow, yellow with capacity 3: red two paintings, green one, yellow none."""
    red, green, yellow = range(3)
    p = queue(table(), "painter", (red, 1), (green, 2), (red, 3), (yellow, 4), (yellow, 5))
    p.state.capacity = [0, 0, 3, 0, 0]
    serve_contracts(p.state)
    assert [goods(p, seat) for seat in (red, green, yellow)] == [{"painting": 2}, {"painting": 1}, {}]


def test_contracts_that_wait() -> None:
    """C-51, C-52, C-15, RB-14: two of four are served, their members stand on street Thursday, the others move up."""
    red, green, yellow = range(3)
    p = queue(table(), "saddler", (red, 1), (green, 2), (yellow, 3), (red, 4))
    give(p, red, home=0, streets={"thu": 7})
    p.state.capacity = [2, 0, 0, 0, 0]
    serve_contracts(p.state)
    assert [goods(p, seat) for seat in (red, green, yellow)] == [{"saddle": 1}, {"saddle": 1}, {}]
    assert [streets(p, seat) for seat in (red, green, yellow)] == [{"thu": 1}, {"thu": 2}, {}]
    assert p.state.players[red].home == 7
    assert [(c.seat, c.members) for c in p.state.queues[0]] == [(yellow, 3), (red, 4)]


def test_the_first_contract_of_the_next_week_is_cheap_again() -> None:
    """C-47, RB-14: it costs one member and stands on space 3."""
    p = queue(table(), "saddler", (2, 3), (0, 4))
    p.state.placed = [4, 0, 0, 0, 0]
    give(p, 1, resources="leather iron")
    p = craft(p)
    say(p, "pass", "saddler")
    assert [(c.seat, c.members) for c in p.state.queues[0]] == [(2, 3), (0, 4), (1, 1)]


def test_sticks_go_back() -> None:
    """C-52, C-20: unused capacity is lost; views show neither it nor the cost between Thursday and Monday."""
    p = table()
    serve_contracts(p.state)
    assert [man.capacity for man in observe(p, None).craftsmen] == [None] * 5
    assert [man.next_cost for man in observe(p, None).craftsmen] == [None] * 5


def test_a_missing_good() -> None:
    """C-98, AD-12: one piece of clothes left: the first contract gets it, the second waits with its members."""
    p = queue(table(), "tailor", (0, 1), (1, 2))
    p.state.supply[3] = 1
    serve_contracts(p.state)
    assert [goods(p, seat) for seat in range(2)] == [{"clothes": 1}, {}]
    assert [(c.seat, c.members) for c in p.state.queues[3]] == [(1, 2)]
    assert streets(p, 1) == {}


def test_a_day_of_contracts() -> None:
    """C-46 to C-52: placed, rolled for, served, and the rest waits."""
    p = table()
    give(p, 0, resources="leather iron leather iron")
    p = craft(p)
    say(p, "saddler", "pass", "pass", "saddler", "pass", lots=["1", "2", "2", "2", "2"])
    assert goods(p, 0) == {"saddle": 2}
    assert streets(p, 0) == {"thu": 3}
    assert named(RESOURCE, p.state.players[0].holdings.known) == {}


def test_all_pass_at_once() -> None:
    """C-12: three passes end the loop."""
    p = craft(table())
    passes(p, 3)
    assert p.actor == NOBODY
