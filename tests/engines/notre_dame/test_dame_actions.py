"""Phase 3, the action cards: N-25 to N-29, N-40 to N-49, and their edge cases; carriages have a module of their own."""

import pytest

from podesta_engines import observe
from tests.engines.notre_dame.dame import RULES, begin, card, markers, me, table
from tests.kit.play import asked, notes, options, say, until

# -- playing cards -----------------------------------------------------------------------------------------------------


def test_two_cards_are_played_and_the_third_is_put_away() -> None:
    """N-25, N-26, T-31: three cards, then two, then none; the third is hidden, and no discard pile is shown."""
    p = until(begin(3, 1, start_seat=0), "play_card")
    assert observe(p, 0).phase == "play_one"
    held = list(observe(p, 0).players[0].hand or [])
    assert options(p) == held
    say(p, held[0])
    assert observe(p, 1).players[0].played == [held[0]]
    assert observe(p, 0).players[0].cards == 2
    while asked(p) != (0, "play_card"):
        say(p, options(p)[-1])
    assert observe(p, 0).phase == "play_two"
    say(p, held[1])
    view = observe(p, 0).players[0]
    assert (view.cards, view.hand, view.played) == (0, [], held[:2])
    assert all(held[2] not in str(observe(p, seat)) for seat in (1, 2, None))


def test_played_cards_lie_face_up_until_all_have_played() -> None:
    """N-26: then they are on the discard pile, hidden from all, even from those who played them."""
    p = until(begin(3, 1, start_seat=0), "play_card")
    seen: list[int] = []
    while observe(p, None).phase in ("play_one", "play_two"):
        seen = [len(player.played) for player in observe(p, None).players]
        say(p, options(p)[-1])
    assert (observe(p, None).phase, seen) == ("hire", [2, 2, 2])
    for seat in (None, 0, 1, 2):
        assert [player.played for player in observe(p, seat).players] == [[], [], []]
        assert [player.played for player in RULES.observe(p.state, seat).players] == [[], [], []]
    assert [len(player.played) for player in p.state.players] == [2, 2, 2]


def test_everybody_plays_one_card_before_anybody_plays_two() -> None:
    """N-25: the second turn of playing comes after the first is complete."""
    p = until(begin(5, 4, start_seat=1), "play_card")
    played = []
    while len(played) < 10:
        if asked(p)[1] == "play_card":
            played.append((asked(p)[0], observe(p, None).phase))
        say(p, options(p)[-1])
    assert played == [(s, phase) for phase in ("play_one", "play_two") for s in (1, 2, 3, 4, 0)]


@pytest.mark.parametrize("name", ["hospital", "bank", "carriage_house", "trusted_friend", "notre_dame"])
def test_a_card_may_have_no_effect(name: str) -> None:
    """N-27: nothing at all changes, though it could."""
    p = card(name, gold=3)
    before = observe(p, None)
    p.listen()
    say(p, "no_effect")
    assert notes(p) == ["no_effect_taken"]
    assert observe(p, None).players == before.players


def test_the_personal_supply_comes_first() -> None:
    """N-28, D-4: with a marker in the personal supply none can be moved instead."""
    p = card("park", supply=1, bank=3, notre_dame=1)
    assert options(p) == ["supply", "no_effect"]
    say(p, "supply")
    assert (me(p).supply, markers(p, "park")) == (0, 1)


def test_a_marker_is_moved_when_the_supply_is_empty() -> None:
    """N-28, R-8, R-9, R-10: not from the target or the general supply, and not the friend."""
    p = card("park", supply=0, bank=2, park=1, hotel=1, notre_dame=1, friend="hospital")
    assert options(p) == ["bank", "hotel", "notre_dame", "no_effect"]
    assert me(p).general > 0
    say(p, "notre_dame")
    assert (markers(p, "notre_dame"), markers(p, "park"), me(p).supply) == (0, 2, 0)


def test_no_marker_can_be_moved() -> None:
    """N-28, D-3, R-10: all markers are in the target, or only the friend is on the board: nothing is asked."""
    p = card("bank", supply=0, bank=5)
    assert asked(p) is None
    assert (markers(p, "bank"), me(p).gold) == (5, 3)
    assert asked(card("bank", supply=0, friend="park")) is None


def test_a_marker_that_leaves_the_park_counts_no_more() -> None:
    """N-28, N-12, R-5: the action is carried out after the move."""
    p = card("residence", supply=0, park=2, residence=1)
    say(p, "park")
    assert me(p).prestige == 2


def test_placed_first_then_counted() -> None:
    """N-29, N-42, T-13b: park 2, residence 2: the third marker counts, 3 and 1 for the park."""
    p = card("residence", park=2, residence=2)
    say(p, "supply")
    assert me(p).prestige == 4


# -- sectors -----------------------------------------------------------------------------------------------------------


def test_cloister_school() -> None:
    """N-40, N-29, T-1, T-2: the third marker gains three, the fourth four."""
    p = table([("place_marker", 0, 3)] * 2, players={0: {"cloister_school": 2, "supply": 4, "general": 8}})
    say(p, "supply")
    assert (markers(p, "cloister_school"), me(p).supply) == (3, 6)
    say(p, "supply")
    assert (markers(p, "cloister_school"), me(p).supply, me(p).general) == (4, 9, 1)


def test_bank() -> None:
    """N-41: as much gold as pieces."""
    p = card("bank", bank=1)
    say(p, "supply")
    assert (me(p).gold, p.state.gold) == (5, 11)


def test_residence() -> None:
    """N-42: as much prestige as pieces."""
    p = card("residence", residence=4, friend="residence")
    say(p, "supply")
    assert me(p).prestige == 6


def test_park() -> None:
    """N-46, T-13a: the second marker drives the rat one back and brings no prestige."""
    p = card("park", park=1, rat=5)
    say(p, "supply")
    assert (me(p).rat, me(p).prestige) == (4, 0)


def test_hospital() -> None:
    """N-47: one space, however many pieces there are."""
    p = card("hospital", hospital=4, rat=5)
    say(p, "supply")
    assert me(p).rat == 4
