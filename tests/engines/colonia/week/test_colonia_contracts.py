"""Thursday, contracts and their completion: C-12, C-13, C-15, C-46 to C-52, C-98 to C-100."""

from podesta_engines import observe
from podesta_engines.colonia.rules.craftsmen import raise_capacity, serve_contracts
from podesta_engines.colonia.words import RESOURCE
from podesta_engines.core.script import NOBODY
from tests.engines.colonia.colony import (
    CRAFT,
    at,
    give,
    goods,
    passes,
    queue,
    resources,
    streets,
    table,
)
from tests.kit.play import all_asked, named, notes, options, say

FOUR, SIX = 3, 5


def craft(p):
    """Thursday from the first contract."""
    return at(p, *CRAFT)


# -- contracts -------------------------------------------------------------------------------------------------------


def test_contracts_cost_ever_more_members() -> None:
    """C-46, RB-10, RB-11: the first contract of the week costs one member, the second two, in whatever seat."""
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
    """C-47, AD-8: two contracts left from last week: the first new one costs one member and is placed on space 3."""
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
    """C-13, C-100: it is public that a seat has no member at home."""
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


def test_nobody_is_told_of_members_who_do_not_move() -> None:
    """C-51, C-52: if no contract is carried out, the sticks going back are the only note."""
    p = queue(table(), "saddler", (0, 1))
    p.state.capacity = [0] * 5
    p.listen()
    serve_contracts(p.state)
    assert notes(p) == ["sticks_back"]


def test_the_first_contract_of_the_next_week_is_cheap_again() -> None:
    """C-47, RB-14: it costs one member and is placed on space 3."""
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
