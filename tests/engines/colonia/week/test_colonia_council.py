"""Tuesday, the council: C-11, C-12, C-14 to C-16, C-22 to C-35, C-86, C-101 to C-104."""

from itertools import permutations

import pytest

from podesta_engines import observe, outcomes, redact, waiting
from podesta_engines.colonia.rules.council import leave_town_hall, ranked, send
from podesta_engines.core.moves import Answered
from podesta_engines.core.script import FATE, NOBODY
from tests.engines.colonia.colony import COUNCIL, MARKET, RULES, at, begin, give, ordain, stalls, streets, table
from tests.kit.play import all_asked, notes, options, say


def council(*values: int, week: int = 2):
    """A council in which the seats play these cards, with all members at home."""
    p = table(seats=len(values), week=week)
    if week == 1:
        p.state.order.clear()
    p = at(p, *COUNCIL)
    say(p, *map(str, values)) if week > 1 else answer(p, *values)
    return p


def answer(p, *values: int) -> None:
    """All seats play, and no lot is drawn yet."""
    for seat, value in enumerate(values):
        p.answer(value, seat)


def order_of(values: dict[int, int], last: list[int]) -> list[int]:
    """The order after seats count so much, given last week's."""
    g = table(seats=len(last)).state
    g.order = list(last)
    for seat, value in values.items():
        g.players[seat].votes = value
    return ranked(g)


# -- sending members -------------------------------------------------------------------------------------------------


def test_everybody_chooses_in_secret() -> None:
    """C-22, C-16, C-38: all are asked at once; no seat sees a card before the last has chosen."""
    p = begin(4)
    while p.asks[0].kind.name == "choose_good":
        say(p, options(p)[0])
    assert [seat for seat, _ in all_asked(p)] == [0, 1, 2, 3]
    before = [observe(p, seat) for seat in (None, 1, 2, 3)]
    p.answer(8, 0)
    assert [observe(p, seat) for seat in (None, 1, 2, 3)] == before
    assert [open_now.seat for open_now in waiting(p)] == [1, 2, 3]
    told = redact(RULES, Answered(0, "play_family_card", "8"), 1)
    assert told == Answered(0, "play_family_card", None)


def test_any_card_left_may_be_played() -> None:
    """C-22, C-101: also one that the seat has too few members for."""
    p = table()
    give(p, 0, home=0, cards=[3, 7, 8])
    p = at(p, *COUNCIL)
    assert options(p, 0) == ["3", "7", "8"]


def test_the_last_card_is_played_unasked() -> None:
    """C-23: in the sixth week there is no question."""
    p = table(week=6)
    for seat, value in enumerate((3, 5, 8)):
        give(p, seat, cards=[value])
    p = at(p, *COUNCIL)
    assert p.actor == NOBODY
    assert p.state.order == [2, 1, 0]


def test_cards_are_shown_at_once_and_stay() -> None:
    """C-24, C-35: when all have chosen the cards are public, and stay until the week ends."""
    p = council(5, 3, 7)
    assert [player.played_card for player in observe(p, None).players] == [5, 3, 7]
    assert [3 in player.cards for player in observe(p, None).players] == [True, False, True]


def test_members_go_to_the_town_hall() -> None:
    """C-25, C-26, C-29, RB-4: 30 at home and a 6: 6 in the town hall, 24 at home, 6 votes."""
    g = give(table(seats=4), 0, home=30).state
    g.players[0].played = 6
    send(g, 0)
    me = g.players[0]
    assert (me.hall, me.home, me.votes) == (6, 24, 6)


def test_a_forced_zero() -> None:
    """C-27, C-102, AD-1: a 6 with 2 at home takes 4 from street Tuesday, counts 0; the 6 go back to street Tuesday."""
    p = give(table(), 0, home=2, streets={"tue": 5, "wed": 3})
    g, me = p.state, p.state.players[0]
    me.played = 6
    send(g, 0)
    assert (me.hall, me.home, me.votes) == (6, 0, 0)
    assert streets(p, 0) == {"tue": 1, "wed": 3}
    leave_town_hall(g)
    assert me.home == 1
    assert streets(p, 0) == {"tue": 6, "wed": 3}


def test_streets_are_taken_in_the_order_of_days() -> None:
    """C-27, C-14: Tuesday, Wednesday, Thursday, Friday, and from none more than is needed."""
    p = give(table(), 0, home=0, streets={"tue": 1, "wed": 2, "thu": 3, "fri": 4})
    p.state.players[0].played = 7
    send(p.state, 0)
    assert streets(p, 0) == {"fri": 3}


def test_what_there_is_goes_if_the_streets_do_not_suffice() -> None:
    """C-28: an 8 with 1 at home and 2 on the streets sends 3."""
    p = give(table(), 0, home=1, streets={"thu": 2})
    p.state.players[0].played = 8
    send(p.state, 0)
    assert (p.state.players[0].hall, streets(p, 0)) == (3, {})


def test_one_member_fewer() -> None:
    """C-25, C-29, C-86, AD-2: a 6 with 5 at home sends 5 and stays face up with 6 votes."""
    g = give(table(), 0, home=5).state
    g.players[0].played, g.fewer = 6, True
    send(g, 0)
    assert (g.players[0].hall, g.players[0].votes) == (5, 6)


def test_fewer_lasts_one_tuesday() -> None:
    """C-86: the week after next all send as many as their cards say."""
    p = table()
    p.state.fewer = True
    p = at(p, *COUNCIL)
    say(p, "3", "4", "5")
    assert [streets(p, seat)["tue"] for seat in range(3)] == [2, 3, 4]
    assert not p.state.fewer


def test_street_tuesday() -> None:
    """C-34, C-15, RB-7: 4 members of last week go home, the 6 of the town hall take their place."""
    p = give(table(), 0, home=10, streets={"tue": 4})
    p.state.players[0].hall = 6
    leave_town_hall(p.state)
    me = p.state.players[0]
    assert (me.home, me.hall, streets(p, 0)) == (14, 0, {"tue": 6})


def test_a_forced_zero_is_told() -> None:
    """C-27: all viewers see the card, the members and that it is face down."""
    p = give(table(), 0, home=2, streets={"tue": 5})
    p = at(p, *COUNCIL)
    p.listen()
    say(p, "6", "4", "5")
    heard = notes(p)
    assert heard.count("card_shown") == 3
    assert heard.count("face_down") == 1
    assert observe(p, 1).players[0].votes == 0


# -- playing order ---------------------------------------------------------------------------------------------------


def test_the_higher_card_plays_first() -> None:
    """C-30, C-33, C-11: the highest is the mayor."""
    assert council(5, 3, 7).state.order == [2, 0, 1]


def test_ties_reverse_the_order_of_last_week() -> None:
    """C-31, RB-6: purple 7, green 3, yellow and red 5, last week second and fourth: purple, red, yellow, green."""
    purple, yellow, green, red = range(4)
    assert order_of({purple: 7, green: 3, yellow: 5, red: 5}, [green, yellow, purple, red]) == [
        purple,
        red,
        yellow,
        green,
    ]


def test_three_tied_seats() -> None:
    """C-31, AD-3: last week A, B, C, D; A, B and C 5, D 8: D, C, B, A."""
    assert order_of({0: 5, 1: 5, 2: 5, 3: 8}, [0, 1, 2, 3]) == [3, 2, 1, 0]


def test_two_zeros() -> None:
    """C-31, C-27, AD-4: last week A, B, C; A and C are zero, B plays 3: B, C, A."""
    assert order_of({0: 0, 1: 3, 2: 0}, [0, 1, 2]) == [1, 2, 0]


def test_all_zeros() -> None:
    """C-103: the order of last week is reversed, and the ordinances are rejected without a vote."""
    p = ordain(table(order=(1, 2, 0)), "ord_wed_foreign")
    for seat in range(3):
        give(p, seat, home=0)
    p = at(p, *COUNCIL, ("vote_day", 3))
    say(p, "3", "4", "5")
    assert p.state.order == [0, 2, 1]
    assert p.actor == NOBODY
    assert p.state.decided == [0]


def test_a_slow_twin_of_the_order() -> None:
    """C-30, C-31: the higher number comes first; of two equal ones, the seat that was behind last week."""
    for last in permutations(range(4)):
        for values in ((0, 0, 0, 0), (5, 5, 3, 5), (8, 0, 0, 8), (4, 6, 4, 6), (7, 6, 5, 4)):
            found = order_of(dict(enumerate(values)), list(last))
            for i, one in enumerate(found):
                for other in found[i + 1 :]:
                    behind = last.index(one) > last.index(other)
                    assert values[one] > values[other] or (values[one] == values[other] and behind)


def test_lots_break_the_ties_of_the_first_week() -> None:
    """C-32: seat by seat among the tied ones, all equally likely, the highest place first; the last needs no lot."""
    p = council(5, 8, 5, 5, week=1)
    assert p.actor == FATE
    assert {name: float(chance) for name, chance in outcomes(p)} == {
        seat: pytest.approx(1 / 3) for seat in ("0", "2", "3")
    }
    say(p, lots=["2", "3"])
    assert p.state.order == [1, 2, 3, 0]


def test_several_tied_groups_of_the_first_week() -> None:
    """C-32: the higher group draws first."""
    p = council(4, 6, 4, 6, week=1)
    assert [name for name, _ in outcomes(p)] == ["1", "3"]
    say(p, lots=["3", "2"])
    assert p.state.order == [3, 1, 2, 0]


def test_no_tie_needs_no_lot() -> None:
    """C-32, C-104: different cards are ranked without a draw, and all count what they show."""
    p = council(4, 6, 8, week=1)
    assert p.actor == NOBODY
    assert p.state.order == [2, 1, 0]


def test_the_order_stays_until_the_next_council() -> None:
    """C-11, C-12: on every day the mayor begins."""
    p = table(order=(2, 0, 1))
    stalls(p, 2, 2, 2, 2)
    for seat in range(3):
        give(p, seat, resources="iron wood")
    p = at(p, *MARKET, "open_contracts", "contracts")
    assert [all_asked(p)[0][0]] == [2]
    say(p, "pass", "pass", "pass")
    assert all_asked(p) == [(2, "place_contract")]
