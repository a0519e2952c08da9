"""Friday and Saturday: C-53 to C-60, C-108, C-117."""

import pytest

from podesta_engines import observe, outcomes
from podesta_engines.colonia.components import EDITIONS
from podesta_engines.colonia.state import NONE
from podesta_engines.colonia.words import GOOD, SHIP
from podesta_engines.core.script import FATE, NOBODY
from tests.engines.colonia.colony import LOADING, at, give, goods, mark, money, passes, ships, streets, table
from tests.kit.play import all_asked, notes, options, say


def load(p):
    """Friday from the first load."""
    return at(p, *LOADING)


# -- loading ---------------------------------------------------------------------------------------------------------


def test_exactly_the_goods_of_the_hold() -> None:
    """C-53: the goods go to the supply, one member from home onto the hold."""
    p = load(give(table(), 0, goods="saddle clothes shoes wheel"))
    fits = ["bergen_1.1", "bergen_1.3", "bruges_1.1", "bruges_1.3", "london_1.2", "novgorod_1.1", "novgorod_1.2"]
    assert options(p) == [*(f"ship_{hold}" for hold in fits), "pass"]
    supply = list(p.state.supply)
    say(p, "ship_bergen_1.3")
    assert goods(p, 0) == {"wheel": 1}
    assert [after - before for before, after in zip(supply, p.state.supply, strict=True)] == [1, 0, 0, 1, 1]
    assert p.state.players[0].home == 37
    assert [hold.seat for hold in observe(p, 1).harbour[0].holds] == [None, None, 0]


def test_a_pair_needs_two() -> None:
    """C-53: a hold with two alike is not filled by one."""
    p = table()
    p.state.harbour[0].ship = SHIP.parse("ship_bergen_2")
    assert "ship_bergen_2.2" not in options(load(give(p, 0, goods="clothes")))
    assert "ship_bergen_2.2" in options(load(give(p, 0, goods="clothes")))


def test_a_hold_is_filled_once() -> None:
    """C-53, C-54: one load a turn, several holds of a ship by one seat; a marked hold is not offered again."""
    p = load(give(give(table(), 0, goods="saddle wheel painting"), 1, goods="saddle"))
    say(p, "ship_bergen_1.1")
    assert all_asked(p) == [(1, "load_hold")]
    assert "ship_bergen_1.1" not in options(p)
    say(p, "pass", "pass", "ship_bergen_1.2")
    assert p.state.harbour[0].marks == [0, 0, NONE, NONE, NONE]


def test_ships_that_stay_can_be_loaded() -> None:
    """C-54: berth IV too, though only three ships sail."""
    assert "ship_novgorod_1.1" in options(load(give(table(), 0, goods="clothes")))


def test_passing_is_asked_though_nothing_can_be_loaded() -> None:
    """C-13, C-72: goods are behind a screen."""
    p = load(table())
    assert (all_asked(p), options(p)) == ([(0, "load_hold")], ["pass"])


def test_without_members_or_holds_nobody_is_asked() -> None:
    """C-13, C-100: this is public."""
    p = give(table(), 0, goods="saddle", home=0)
    assert all_asked(load(p)) == [(1, "load_hold")]
    for berth in p.state.harbour:
        berth.marks = [2, 2, 2, 2, NONE]
    assert load(p).actor == NOBODY


def test_street_friday_is_cleared() -> None:
    """C-55, C-15: members of last week's ships go home, those on ships stay."""
    p = mark(give(table(), 0, home=3, streets={"fri": 4}), "bergen_1", 1, 0)
    p = load(p)
    passes(p, 3)
    assert (p.state.players[0].home, streets(p, 0)) == (7, {})
    assert p.state.harbour[0].marks[0] == 0


# -- sailing ---------------------------------------------------------------------------------------------------------


def sail(*marks: tuple[str, int, int], sailing: int = 2, week: int = 2, ships: int = 12):
    """A Saturday with marked holds."""
    p = table(week=week)
    for ship, hold, seat in marks:
        mark(p, ship, hold, seat)
    p.state.sailing = sailing
    del p.state.ship_deck[ships:]
    return at(p, "sail")


def test_marked_holds_pay() -> None:
    """C-56, C-57, RB-15: red marked the Bruges hold that pays nine: nine gulden, and a member on street Friday."""
    p = sail(("bruges_1", 3, 0), ("bruges_1", 1, 1))
    assert money(p, 0) == {"bergen": 5, "bruges": 14, "london": 5, "novgorod": 5}
    assert money(p, 1)["bruges"] == 8
    assert [streets(p, seat) for seat in range(3)] == [{"fri": 1}, {"fri": 1}, {}]


def test_ships_that_do_not_sail_pay_nothing() -> None:
    """C-56, C-20: berth III stays, with its members."""
    p = sail(("london_1", 1, 0))
    assert money(p, 0)["london"] == 5
    assert p.state.harbour[0].marks[0] == 0


def test_the_others_move_up() -> None:
    """C-58, C-59, RB-16: I and II sailed: III and IV move up with their members, two new ones come from the deck."""
    p = sail(("london_1", 2, 1), ("novgorod_1", 1, 2))
    assert p.actor == FATE
    assert len(outcomes(p)) == 12
    say(p, lots=["ship_bergen_3", "ship_bruges_4"])
    assert ships(p) == ["london_1", "novgorod_1", "bergen_3", "bruges_4"]
    assert [berth.marks.count(NONE) for berth in p.state.harbour] == [4, 4, 5, 5]
    assert [SHIP.slug(ship) for ship in p.state.ship_discard] == ["ship_bergen_1", "ship_bruges_1"]
    assert [ship.berth for ship in observe(p, None).harbour] == ["i", "ii", "iii", "iv"]


def test_an_empty_deck_is_reshuffled() -> None:
    """C-59, C-108: the discarded ships, those just sailed among them, become the deck when a ship is needed."""
    p = sail(("bergen_1", 1, 0), ships=1)
    p.listen()
    say(p, lots=[SHIP.slug(p.state.ship_deck[0])])
    assert "reshuffled" in notes(p)
    assert p.state.ship_discard == []
    p = sail(("bergen_1", 1, 0), ships=0)
    assert [name for name, _ in outcomes(p)] == ["ship_bergen_1", "ship_bruges_1"]
    say(p, lots=["ship_bergen_1"])
    assert p.state.harbour[2].marks == [NONE] * 5


def test_the_last_saturday() -> None:
    """C-60, C-20, RB-3: all four sail, and no ship comes after them."""
    p = sail(("novgorod_1", 2, 0), sailing=4, week=6)
    assert p.actor == NOBODY
    assert (ships(p), len(p.state.ship_discard)) == ([], 4)
    assert money(p, 0)["novgorod"] == 11


def test_ships_sail_full_or_not() -> None:
    """C-56: without a mark there is no payment, and the ship sails all the same."""
    p = sail()
    p.listen()
    say(p)
    assert ships(p)[:2] == ["london_1", "novgorod_1"]
    assert set(money(p, 0).values()) == {5}


def test_sailing_is_shown_until_saturday() -> None:
    """C-20: afterwards the number has no meaning."""
    p = table()
    assert observe(at(p, *LOADING), 0).sailing == 3
    assert observe(sail(), 0).sailing is None


@pytest.mark.parametrize("good", [word.slug for word in GOOD.words])
def test_a_slow_twin_of_the_offers(good: str) -> None:
    """C-53: with two of a good and one of each other exactly those holds are offered that need no more."""
    stock = {word.slug: 1 + (word.slug == good) for word in GOOD.words}
    p = table()
    give(p, 0, goods=" ".join(name for name, number in stock.items() for _ in range(number)))
    wanted = [
        f"{ship.id}.{i}"
        for ship in EDITIONS["queen_2009"].components.ships
        if ship.id in [f"ship_{name}" for name in ships(p)]
        for i, hold in enumerate(ship.holds, 1)
        if all(hold.goods.count(kind) <= stock[kind] for kind in hold.goods)
    ]
    assert options(load(p)) == [*wanted, "pass"]


def test_the_last_week_works_as_always() -> None:
    """C-117: holds can be loaded in the sixth week, and members left on the board are lost."""
    p = at(give(table(week=6), 0, goods="saddle"), *LOADING)
    say(p, "ship_bergen_1.1", "pass", "pass", "pass")
    assert p.state.harbour[0].marks[0] == 0
