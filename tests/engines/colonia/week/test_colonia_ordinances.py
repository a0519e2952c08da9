"""The ordinances of Wednesday and Thursday: C-74 to C-79."""

import pytest

from podesta_engines import observe, waiting
from podesta_engines.colonia.words import CRAFTSMAN
from podesta_engines.core.script import FATE, NOBODY
from tests.engines.colonia.colony import (
    MARKET,
    at,
    give,
    on_stalls,
    ordain,
    passed,
    resources,
    stalls,
    streets,
    table,
)
from tests.kit.play import all_asked, options, say

# -- Wednesday -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("copy", ["ord_wed_more_1", "ord_wed_more_2"])
def test_one_resource_more(copy: str) -> None:
    """C-74, RB-22: a stall of four has five, and costs five members."""
    p = stalls(table(), 4, 5, 4, 3, 0, 2, 6)
    p = passed(p, copy, then=MARKET)
    assert p.state.stall_sizes == [5, 6, 5, 4, 1, 3, 7, 0, 0]
    say(p, "s1")
    assert p.state.stall_members[0] == 5


def test_both_copies_and_foreign_merchants() -> None:
    """C-74, C-75: two more on regular stalls, none on the extra ones, in either order."""
    names = ["ord_wed_more_1", "ord_wed_foreign", "ord_wed_more_2"]
    p = passed(stalls(table(), 2, 2, 2, 2, 2, 2, 2), *names)
    assert p.state.stall_sizes == [4] * 9


def test_foreign_merchants() -> None:
    """C-75: four resources each on two extra stalls, which can be taken like the others and are gone after today."""
    p = passed(stalls(table(), 3), "ord_wed_foreign", then=MARKET)
    assert on_stalls(p) == {"s1": 3, "x1": 4, "x2": 4}
    say(p, "x2", "pass", "pass", "pass")
    assert sum(resources(p, 0).values()) == 4
    assert on_stalls(p) == {}
    assert streets(p, 0) == {"wed": 4}


def test_a_short_bag_at_the_merchants() -> None:
    """C-96, C-75: the second merchant gets the rest."""
    p = table()
    p.state.hidden.bag = [3, 0, 0, 0, 2]
    p = passed(p, "ord_wed_foreign")
    assert on_stalls(p) == {"x1": 4, "x2": 1}


# -- Thursday --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "street"), [("ord_thu_street", "wed"), ("ord_fri_street", "thu")])
def test_members_come_home(name: str, street: str) -> None:
    """C-76, C-79: up to three, all deciding at once and in secret; a seat with none there is not asked."""
    p = table()
    give(p, 0, home=1, streets={street: 7})
    give(p, 2, home=1, streets={street: 2, "tue": 5})
    p = passed(p, name)
    assert [open_now.seat for open_now in waiting(p)] == [0, 2]
    assert (options(p, 0), options(p, 2)) == (["0", "1", "2", "3"], ["0", "1", "2"])
    p.answer(3, 0)
    assert p.state.players[0].home == 1
    p.answer(0, 2)
    assert (p.state.players[0].home, streets(p, 0)) == (4, {street: 4})
    assert (p.state.players[2].home, streets(p, 2)) == (1, {"tue": 5, street: 2})


def test_an_empty_street_asks_nobody() -> None:
    """C-76: nothing happens."""
    assert passed(table(), "ord_thu_street").actor == NOBODY


def test_seats_that_cannot_vote_enjoy_the_effect() -> None:
    """C-76, C-37: an ordinance concerns all."""
    p = give(table(), 1, streets={"wed": 1}, votes=0)
    assert all_asked(passed(p, "ord_thu_street")) == [(1, "street_return")]


def test_two_resources_for_everybody() -> None:
    """C-77: in playing order, visible to their owners alone, without a question."""
    p = ordain(table(order=(2, 0, 1)), "ord_thu_resources")
    p = at(give(p, 0, votes=5), ("vote_day", 4))
    p.answer(0, 0)
    seen = []
    while p.actor == FATE:
        seen.append(p.ask.seen_by)
        p.answer(0)
    assert seen == [2, 2, 0, 0, 1, 1]
    assert [resources(p, seat) for seat in range(3)] == [{"leather": 2}] * 3
    assert observe(p, 1).players[0].resources is None


def test_a_short_bag_for_everybody() -> None:
    """C-96, C-77: later seats get the rest, or nothing."""
    p = table()
    p.state.hidden.bag = [0, 3, 0, 0, 0]
    p = passed(p, "ord_thu_resources")
    assert [resources(p, seat) for seat in range(3)] == [{"iron": 2}, {"iron": 1}, {}]


@pytest.mark.parametrize("craftsman", [word.slug for word in CRAFTSMAN.words])
def test_two_more_contracts(craftsman: str) -> None:
    """C-78: the capacity of that craftsman rises by two, the cost of the first contract stays one."""
    p = give(table(), 0, resources="leather iron wood linen fur")
    p = passed(p, f"ord_thu_{craftsman}", then=("open_contracts", "contracts"))
    number = CRAFTSMAN.parse(craftsman)
    assert [after - before for after, before in zip(p.state.capacity, [1, 2, 1, 2, 1], strict=True)] == [
        2 * (i == number) for i in range(5)
    ]
    say(p, craftsman)
    assert p.state.queues[number][0].members == 1
