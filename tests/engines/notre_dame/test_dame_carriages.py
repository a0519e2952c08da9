"""The carriage house: drives of carriages, and rewards of messages: N-43, N-44, N-85 and their edge cases."""

from random import Random

import pytest

from podesta_engines import observe, questions
from podesta_engines.notre_dame.pieces import may_take
from tests.engines.notre_dame.dame import card, me, message, table
from tests.kit.play import asked, options, say


def drives(p) -> list[str]:
    """The squares a carriage may go to."""
    return [square for square in options(p) if square != "stay"]


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
    """R-13, N-43, N-44: a message on the carriage's own square is taken after two steps, not after one, nor by
    staying."""
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
    assert questions(p, 0)[0].prompt == "Take the yellow message? It gives you: 1 prestige and 1 gold."
    say(p, "leave")
    assert (me(p).prestige, message(p, "b1_inner_left")) == (0, "m1")
    taken = card("carriage_house", message_mandatory=False)
    say(taken, "supply", "b1_inner_left", "take")
    assert (me(taken).prestige, me(taken).gold, message(taken, "b1_inner_left")) == (1, me(p).gold + 1, None)
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
