"""Phase 3, the action cards: N-25 to N-29, N-40 to N-49, and their edge cases."""

from random import Random

import pytest

from podesta_engines import observe, questions
from podesta_engines.notre_dame.pieces import may_take
from tests.engines.notre_dame.dame import RULES, begin, card, markers, me, message, table
from tests.kit.play import asked, notes, options, say, until


def drives(p) -> list[str]:
    """The squares a carriage may go to."""
    return [square for square in options(p) if square != "stay"]


# -- playing cards -----------------------------------------------------------------------------------------------------


def test_two_cards_are_played_and_the_third_is_put_away() -> None:
    """N-25, N-26, T-31: three cards, then two, then none; nobody sees the third, and no discard pile is shown."""
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
    """N-26: then they are on the discard pile, and nobody sees them, not even those who played them."""
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


# -- carriages ---------------------------------------------------------------------------------------------------------


def test_the_first_drive_reaches_a_neighbour() -> None:
    """N-43, N-44, T-6: yellow, from its centre, takes red's m2 with one step: 2 prestige and 1 marker."""
    p = card("carriage_house", squares={"b2_inner_right": "m2"})
    say(p, "supply")
    assert drives(p) == [
        "b1_inner_left",
        "b1_inner_right",
        "b1_outer_left",
        "b1_outer_right",
        "b2_inner_right",
        "b4_outer_left",
    ]
    say(p, "b2_inner_right")
    assert (me(p).prestige, me(p).supply, me(p).messages) == (2, 4, [0, 1, 0, 0])
    assert message(p, "b2_inner_right") is None


def test_a_second_message_of_the_colour_is_not_taken() -> None:
    """N-44, N-43, T-7, R-15: with two steps another red message can be reached, but not be taken."""
    p = card("carriage_house", carriage_house=1, carriage="b2_inner_right", messages={"red": 1})
    say(p, "supply")
    assert "b2_inner_left" in drives(p)
    assert "b1_inner_left" in drives(p)
    say(p, "b2_inner_left")
    assert me(p).messages == [0, 1, 0, 0]
    assert message(p, "b2_inner_left") == "m1"


def test_carriages_do_not_block() -> None:
    """N-43, T-8: one step from a square with many neighbours: messages, empty squares, squares with a carriage."""
    gone = dict.fromkeys(("b2_inner_left", "b2_inner_right", "b2_outer_left", "b2_outer_right"))
    p = card("carriage_house", seat=3, carriage="b2_centre", squares=gone, players={0: {"carriage": "b2_outer_left"}})
    say(p, "supply")
    assert {"b1_outer_left", "b3_inner_right", "b2_inner_left", "b2_outer_left"} <= set(drives(p))
    say(p, "b2_outer_left")
    assert me(p, 3).carriage == me(p, 0).carriage


def test_steps_are_counted_by_pieces() -> None:
    """N-43, N-8: each piece is a step, the friend too; fewer may be used."""
    near = card("carriage_house")
    far = card("carriage_house", carriage_house=1, friend="carriage_house")
    for p in (near, far):
        say(p, "supply")
    assert "b2_outer_left" not in drives(near)
    assert {"b2_outer_left", "b1_inner_left"} <= set(drives(far))


def test_nobody_must_drive() -> None:
    """N-43: staying is always possible, and takes nothing."""
    p = card("carriage_house", carriage="b1_inner_left")
    say(p, "supply", "stay")
    assert me(p).messages == [0, 0, 0, 0]
    assert message(p, "b1_inner_left") == "m1"


def test_driving_back_for_a_message() -> None:
    """R-13, N-43, N-44: where the carriage stands a message is taken after two steps, not after one, nor by staying."""
    near = card("carriage_house", carriage="b1_inner_left")
    far = card("carriage_house", carriage="b1_inner_left", carriage_house=1)
    for p in (near, far):
        say(p, "supply")
    assert "b1_inner_left" not in options(near)
    say(far, "b1_inner_left")
    assert me(far).messages == [1, 0, 0, 0]


def test_driving_back_for_nothing_is_not_asked() -> None:
    """N-43, R-13: it would be the same as staying."""
    p = card("carriage_house", carriage="b1_inner_left", carriage_house=1, squares={"b1_inner_left": None})
    say(p, "supply")
    assert "b1_inner_left" not in options(p)


@pytest.mark.parametrize(
    ("held", "allowed"),
    [
        ({"violet": 1, "green": 1, "red": 1}, {"blue"}),
        ({"violet": 1, "green": 1, "red": 1, "blue": 1}, {"red", "violet", "green", "blue"}),
        ({"violet": 1, "green": 1, "red": 1, "blue": 2}, {"red", "violet", "green"}),
    ],
)
def test_colours_in_turn(held: dict[str, int], allowed: set[str]) -> None:
    """N-44, T-3, T-4, T-5: a colour may be taken when no colour on the board was taken less often."""
    colours = ["red", "violet", "blue", "green"]
    taken = set()
    for borough, colour in enumerate(colours, 1):
        p = card("carriage_house", carriage=f"b{borough}_centre", messages=held, colours=colours)
        say(p, "supply", f"b{borough}_inner_left")
        if message(p, f"b{borough}_inner_left") is None:
            taken.add(colour)
    assert taken == allowed


@pytest.mark.parametrize("seed", range(30))
def test_the_colour_rule_against_a_slow_twin(seed: int) -> None:
    """N-44, R-14: on a random board, a colour may be taken if it is one of the least taken of those on the board."""
    rnd = Random(seed)
    colours = ["yellow", "red", "blue", "green"]
    held = {colour: rnd.randrange(3) for colour in colours}
    names = ["inner_left", "inner_right", "outer_left", "outer_right"]
    gone = [f"b{b}_{name}" for b in range(1, 5) for name in names if rnd.random() < 0.7]
    p = table([], players={0: {"messages": held}}, squares=dict.fromkeys(gone))
    left = {(b - 1, name) for b in range(1, 5) for name in names if f"b{b}_{name}" not in gone}
    on_board = {colours[b] for b, _ in left}
    for b in range(4):
        for i, name in enumerate(names, 1):
            least = min((held[colour] for colour in on_board), default=0)
            legal = (b, name) in left and held[colours[b]] <= least
            assert may_take(p.state, 0, 5 * b + i) is legal


def test_a_colour_that_is_gone_does_not_count() -> None:
    """N-44, R-14: without green on the board two of each other colour may be collected."""
    gone = dict.fromkeys(f"b4_{name}" for name in ("inner_left", "inner_right", "outer_left", "outer_right"))
    held = {"yellow": 1, "red": 1, "blue": 1}
    p = card("carriage_house", squares=gone, messages=held)
    say(p, "supply", "b1_inner_left")
    assert me(p).messages == [2, 1, 1, 0]
    q = card("carriage_house", squares={**gone, "b4_outer_left": "m4"}, messages=held)
    say(q, "supply", "b1_inner_left")
    assert me(q).messages == [1, 1, 1, 0]


@pytest.mark.parametrize(
    ("kind", "prestige", "gold", "supply", "rat"),
    [("m1", 1, 4, 3, 5), ("m2", 2, 3, 4, 5), ("m3", 3, 3, 3, 4), ("m4", 4, 3, 3, 5)],
)
def test_benefits_of_messages(kind: str, prestige: int, gold: int, supply: int, rat: int) -> None:
    """C-6, N-44: each kind of message, as one award."""
    p = card("carriage_house", rat=5, squares={"b1_inner_left": kind}, park=2)
    say(p, "supply", "b1_inner_left")
    assert (me(p).prestige, me(p).gold, me(p).supply, me(p).rat) == (prestige + 1, gold, supply, rat)


def test_a_message_may_be_left_where_the_host_allows_it() -> None:
    """N-44: with the option off the player is asked, if the message may be taken, and only then."""
    p = card("carriage_house", message_mandatory=False)
    say(p, "supply", "b1_inner_left")
    assert (asked(p), options(p)) == ((0, "take_message"), ["take", "leave"])
    assert questions(p, 0)[0].prompt == "Do you take the yellow message? It is worth 1 prestige and 1 gold."
    say(p, "leave")
    assert (me(p).prestige, message(p, "b1_inner_left")) == (0, "m1")
    q = card("carriage_house", message_mandatory=False, messages={"yellow": 1})
    say(q, "supply", "b1_inner_left")
    assert asked(q) is None


def test_all_four_colours_count_for_two() -> None:
    """N-85, R-25, N-44: with two players spare boroughs have messages that both may take, and their colours count."""
    p = card("carriage_house", seats=2)
    say(p, "supply")
    assert "b2_inner_right" in drives(p)
    say(p, "b2_inner_right")
    assert me(p).messages == [0, 1, 0, 0]
    q = card("carriage_house", seats=2, messages={"yellow": 1, "red": 1, "green": 1})
    say(q, "supply", "b1_inner_left")
    assert me(q).messages[0] == 1
    assert [borough.seat for borough in observe(q, None).boroughs] == [0, None, 1, None]
