"""The ordinances of Friday and Saturday: C-80 to C-88, C-116."""

import pytest

from podesta_engines import note_texts, observe, outcomes
from podesta_engines.colonia.state import EXTRA, NONE, ORDINANCE
from podesta_engines.colonia.words import RELIC, SHIP
from podesta_engines.core.script import NOBODY
from tests.engines.colonia.colony import (
    LOADING,
    at,
    display,
    give,
    goods,
    harbour,
    mark,
    money,
    ordain,
    passed,
    ships,
    shown,
    streets,
    table,
)
from tests.kit.play import all_asked, options, say

# -- Friday ----------------------------------------------------------------------------------------------------------


def test_an_extra_hold() -> None:
    """C-80, AD-9: any good, one member; it pays two when the ship sails, and there are no new ones next Friday."""
    p = give(table(), 0, goods="wheel wheel")
    harbour(p.state, "bergen_1", "bruges_1", "novgorod_1", "london_2")
    p = passed(p, "ord_fri_extra_hold", then=(*LOADING, "sail"))
    assert "ship_london_2.extra.wheel" in options(p)
    assert observe(p, 0).harbour[3].holds[-1].pays == 2
    p.listen()
    say(p, "ship_london_2.extra.wheel", "pass", "pass", "pass")
    told = [note.text for note in note_texts(p.rules, p.heard(), None, "en") if note.kind == "extra_loaded"]
    assert told == [
        "{seat_0} loads a wheel into the extra hold of the ship for London in berth IV: 2 pounds when it sails."
    ]
    say(p)
    assert money(p, 0)["london"] == 5
    assert ships(p)[0] == "london_2"
    assert p.state.harbour[0].marks[EXTRA] == 0
    p = at(p, *LOADING, "sail")
    assert all("extra" not in word for word in options(p))
    p.state.sailing = 1
    say(p, "pass", "pass", "pass")
    assert money(p, 0)["london"] == 7
    assert streets(p, 0) == {"fri": 1}


def test_one_extra_hold_a_ship() -> None:
    """C-80: a marked one is not offered again; an unmarked one is gone after Friday."""
    p = give(give(table(), 0, goods="wheel"), 1, goods="shoes")
    p = passed(p, "ord_fri_extra_hold", then=LOADING)
    say(p, "ship_bergen_1.extra.wheel")
    assert "ship_bergen_1.extra.shoes" not in options(p)
    assert "ship_bruges_1.extra.shoes" in options(p)
    say(p, "pass", "pass", "pass")
    assert [len(ship.holds) for ship in observe(p, 0).harbour] == [4, 3, 3, 3]


@pytest.mark.parametrize("late", [True, False])
def test_ships_that_arrive_later_on_the_day(late: bool) -> None:
    """C-80: they get the extra hold too, unless the host chose otherwise."""
    p = passed(table(late_ships_extra_hold=late), "ord_fri_extra_hold", "ord_fri_one_ship")
    say(p)
    assert [berth.extra for berth in p.state.harbour] == [True, True, True, late]


def test_an_extra_hold_after_early_ships() -> None:
    """C-80, C-81: voted in this order all four ships have it."""
    p = passed(table(late_ships_extra_hold=False), "ord_fri_one_ship", "ord_fri_extra_hold")
    assert [berth.extra for berth in p.state.harbour] == [True] * 4


def test_two_ships_sail_early() -> None:
    """C-82, C-83, C-55, AD-10: red's hold of six mark pays on Friday; the member is home the same day."""
    p = mark(give(table(), 0, home=4), "bergen_1", 2, 0)
    p = passed(p, "ord_fri_two_ships", then=(*LOADING, "sail"))
    assert money(p, 0)["bergen"] == 11
    assert streets(p, 0) == {"fri": 1}
    assert ships(p)[:2] == ["london_1", "novgorod_1"]
    assert len(ships(p)) == 4
    say(p, "pass", "pass", "pass")
    assert (p.state.players[0].home, streets(p, 0)) == (5, {})
    assert len(p.state.ship_discard) == 5


def test_one_ship_sails_early() -> None:
    """C-81, C-83: only berth I; as many sail on Saturday as before."""
    p = passed(table(), "ord_fri_one_ship", then=LOADING)
    assert ships(p)[:3] == ["bruges_1", "london_1", "novgorod_1"]
    assert observe(p, 0).sailing == 3


def test_three_ships_in_two_steps() -> None:
    """C-116: with new ships in between."""
    p = passed(table(), "ord_fri_one_ship", "ord_fri_two_ships")
    say(p)
    assert ships(p)[0] == "novgorod_1"
    assert len(p.state.ship_discard) == 3


def test_early_ships_of_the_last_week_are_replaced() -> None:
    """C-60: the new ones can be loaded and sail on Saturday."""
    p = table(week=6)
    p.state.sailing = 4
    p = passed(p, "ord_fri_two_ships", then=(*LOADING, "sail"))
    assert len(ships(p)) == 4
    say(p, "pass", "pass", "pass")
    assert ships(p) == []


def test_a_good_for_everybody() -> None:
    """C-84, C-88, C-7: in playing order; a 6 is answered before the next seat rolls."""
    p = ordain(table(order=(1, 2, 0)), "ord_fri_good")
    p = at(give(p, 0, votes=5), ("vote_day", 5))
    say(p, "yes", lots=["2", "6"])
    assert all_asked(p) == [(2, "choose_good")]
    assert goods(p, 1) == {"wheel": 1}
    say(p, "shoes", lots=["1"])
    assert [goods(p, seat) for seat in (2, 0)] == [{"shoes": 1}, {"saddle": 1}]


def test_a_good_that_is_out() -> None:
    """C-98, C-88: the die of a missing good gives nothing; a 6 offers the remaining goods, if any."""
    p = ordain(table(), "ord_fri_good")
    p.state.supply[:] = [0, 1, 0, 0, 1]
    p = at(give(p, 0, votes=5), ("vote_day", 5))
    say(p, "yes", lots=["1", "6"])
    assert goods(p, 0) == {}
    assert options(p) == ["wheel", "shoes"]
    p.state.supply[:] = [0] * 5
    q = at(p, ("choose_good", 1))
    assert q.actor == NOBODY
    assert goods(q, 1) == {}


# -- Saturday --------------------------------------------------------------------------------------------------------


def test_two_extra_relics() -> None:
    """C-85: on the extra spaces, and for sale this Sunday."""
    p = give(table(), 0, money={"london": 0, "pound": 20})
    p = passed(p, "ord_sat_relics", then=("open_buying", "buying"), lots=("relic_london_01", "shrine_london"))
    assert shown(p)[10:] == ["relic_london_01", "shrine_london"]
    assert options(p) == ["relic_london_01", "shrine_london", "pass"]


def test_extra_relics_only_on_free_extra_spaces() -> None:
    """C-85: an extra space that is occupied gets none, and regular ones are not filled."""
    p = table()
    p.state.display[10] = RELIC.parse("relic_novgorod_11")
    p.state.display[0] = NONE
    p = passed(p, "ord_sat_relics", lots=("relic_london_01",))
    assert shown(p)[0] is None
    assert shown(p)[10:] == ["relic_novgorod_11", "relic_london_01"]


def test_extra_relics_as_far_as_there_are_cards() -> None:
    """C-85, C-69: a reshuffle if need be, then as many as there are."""
    p = table()
    display(p.state, "relic_bergen_01")
    p.state.hidden.relic_deck, p.state.relics_left, p.state.relic_discard = [], 0, [30]
    p = passed(p, "ord_sat_relics")
    assert shown(p)[10:] == [RELIC.slug(30), None]


def test_fewer_members_next_week() -> None:
    """C-86: it is noted for next Tuesday; votes and order are not touched (C-29)."""
    p = passed(table(), "ord_sat_fewer")
    assert observe(p, None).one_member_fewer
    assert p.state.order == [0, 1, 2]


def test_exchange() -> None:
    """C-87, AD-14: 4 mark, 5 gulden: 4 mark for gulden; 5 would be too many."""
    p = give(table(), 0, money={"mark": 4, "gulden": 5})
    p = passed(p, "ord_sat_exchange", then=("sail",))
    assert [seat for seat, _ in all_asked(p)] == [0, 1, 2]
    assert "mark.gulden.4" in options(p, 0)
    assert "mark.gulden.5" not in options(p, 0)
    assert "pound.mark.1" not in options(p, 0)
    say(p, "mark.gulden.4", "decline", "gulden.mark.5")
    assert money(p, 0) == {"bruges": 9}
    assert money(p, 2)["bergen"] == 10


def test_five_at_most() -> None:
    """C-87: a seat with more exchanges five at most, of one currency into one other."""
    p = passed(give(table(), 0, money={"grivna": 30}), "ord_sat_exchange")
    assert options(p, 0) == [
        *(f"grivna.{to}.{n}" for to in ("mark", "gulden", "pound") for n in range(1, 6)),
        "decline",
    ]


def test_exchange_comes_before_the_payment() -> None:
    """C-87, C-42: money of this Saturday cannot be changed yet."""
    p = mark(give(table(), 0, money={}), "bergen_1", 1, 0)
    p = passed(p, "ord_sat_exchange", then=("sail",))
    assert options(p, 0) == ["decline"]
    assert [seat for seat, _ in all_asked(p)] == [0, 1, 2]


def test_choices_are_shown_when_all_have_chosen() -> None:
    """C-87, C-16, C-38: then they are shown to all."""
    p = passed(table(), "ord_sat_exchange")
    assert p.state.phase == ORDINANCE
    p.listen()
    say(p, "mark.pound.2", "decline")
    assert p.heard() == []
    say(p, "decline")
    assert [note.kind for note in p.heard()] == ["exchanged", "not_exchanged", "not_exchanged"]


def test_a_ship_that_left_is_in_the_next_draw_if_the_deck_is_empty() -> None:
    """C-59, C-81: it may come back at once."""
    p = table()
    p.state.ship_deck.clear()
    p = passed(p, "ord_fri_one_ship", lots=("ship_bergen_1",))
    assert ships(p)[-1] == "bergen_1"
    assert outcomes(p) == []
    assert SHIP.parse("ship_bergen_1") not in p.state.ship_discard
