"""Rounds, the end and the points: G-17, G-40 to G-46, G-57 to G-60."""

from functools import cache
from itertools import combinations, combinations_with_replacement
from random import Random

import pytest

from podesta_engines import result
from podesta_engines.core.script import NOBODY
from podesta_engines.golden_horn.invariants import check
from podesta_engines.golden_horn.scoring import bound, score
from podesta_engines.golden_horn.words import REASON
from podesta_engines.play.playout import play_with
from tests.engines.golden_horn.horn import FULL, RULES, begin, drift, hold, table, warehouse
from tests.kit.play import asked, say

ALL = dict.fromkeys(FULL, 1)
GOODS = ("red", "yellow", "blue", "orange", "pink", "green")


def points(*counts: int) -> dict[str, int]:
    """The score of a warehouse."""
    return score(counts)


# -- rounds ----------------------------------------------------------------------------------------------------------


def test_a_round_is_one_turn_each() -> None:
    """G-17: clockwise from the start player; then the next round begins with the start player again."""
    p = table(seats=4, active=2, start=2)
    for seat, name in ((2, "c"), (3, "d"), (0, "a"), (1, "b")):
        assert asked(p) == (seat, "act")
        assert p.state.round == 1
        drift(p, f"{name}_one")
    assert asked(p) == (2, "act")
    assert p.state.round == 2


def test_the_start_player_keeps_the_marker() -> None:
    """G-7: every round begins with the same seat."""
    p = begin(3, start_seat=1)
    rnd, firsts = Random(5), set()
    while p.ask is not None:
        if p.asks and p.asks[0].kind.name == "act" and p.state.agenda[-2:] and len(p.state.agenda) == 4:
            firsts.add(p.asks[0].seat)
        if p.asks:
            p.answer(rnd.choice(p.asks[0].options), p.asks[0].seat)
        else:
            p.answer(next(i for i, weight in enumerate(p.ask.weights) if weight))
    assert firsts == {1}


# -- the end ---------------------------------------------------------------------------------------------------------


def test_taking_all_goods_of_a_port_is_not_yet_the_end() -> None:
    """G-28, G-40, TV-20: the port is refilled first; with one good from the bag it is not empty."""
    p = table(bag="pink", ports=({"blue": 9}, FULL))
    say(p, "move.ship_a_three.blue")
    assert hold(p, "a_three") == ("blue", 9)
    assert p.state.ports[0] == [0, 0, 0, 0, 1, 0]
    assert p.state.bag_size == 0
    assert p.state.end == -1


def test_an_empty_port_ends_the_game_with_the_round() -> None:
    """G-40, G-42, TV-21: seat 1 empties Venice, seats 1 and 2 finish their turns, then it is over."""
    p = table(active=1, bag="", ports=({"pink": 1}, {"red": 2, "green": 2}))
    p.listen()
    say(p, "move.ship_b_three.pink")
    assert REASON.slug(p.state.end) == "port_empty"
    assert "ending_caused" in [note.kind for note in p.heard()]
    say(p, "stop")
    assert asked(p) == (2, "act")
    say(p, "move.ship_c_one.none")
    assert p.actor == NOBODY
    assert result(p).reason == "port_empty"


def test_a_declaration_of_the_last_seat_ends_the_game_at_once() -> None:
    """G-41, G-42, TV-22: seat 2 gets the sixth colour, declares after its turn, and it is over."""
    five = {colour: 1 for colour in GOODS if colour != "green"}
    p = table(active=2, ships={"c_one": (12, 1, "green", 1)}, warehouses={2: five})
    say(p, "move.ship_c_one.none")
    assert asked(p) == (2, "declare_end")
    say(p, "declare")
    assert p.actor == NOBODY
    assert (result(p).reason, result(p).rounds) == ("declared", 1)


def test_a_declaration_need_not_be_made() -> None:
    """G-41: the question comes again each turn in which the player qualifies."""
    p = table(seats=2, warehouses={0: ALL})
    drift(p, "a_one")
    say(p, "play_on")
    drift(p, "b_one", "a_two")
    assert asked(p) == (0, "declare_end")
    assert p.state.round == 2


def test_goods_on_ships_do_not_count_for_a_declaration() -> None:
    """G-41, TV-23: with the sixth colour only on a ship there is no question."""
    five = {colour: 1 for colour in GOODS if colour != "green"}
    p = table(ships={"a_one": (2, 1, "green", 3)}, warehouses={0: five})
    say(p, "move.ship_a_two.none", "stop")
    assert asked(p) == (1, "act")


def test_no_declaration_once_the_end_is_triggered() -> None:
    """G-41, E-13: seat 1 qualifies too, but seat 0 has declared."""
    p = table(warehouses={0: ALL, 1: ALL})
    drift(p, "a_one")
    say(p, "declare")
    drift(p, "b_one")
    assert asked(p) == (2, "act")


def test_turns_after_the_trigger_are_normal() -> None:
    """G-42: raids and unloading still happen; the first reason counts."""
    ships = {"c_one": (6, 1, "blue", 2), "b_three": (12, 1, "red", 2)}
    p = table(seats=3, ships=ships, warehouses={0: ALL}, hands={1: "red red"})
    say(p, "move.ship_a_one.none", "declare")
    say(p, "raid.ship_c_one.red.red", "move.ship_b_three.none")
    assert warehouse(p, 1) == [2, 0, 1, 0, 0, 0]
    drift(p, "c_two")
    assert result(p).reason == "declared"


def test_the_first_trigger_stands() -> None:
    """G-42: a port emptied after a declaration changes nothing."""
    p = table(seats=2, warehouses={0: ALL}, bag="", ports=({"blue": 1}, {"red": 4}))
    say(p, "move.ship_a_one.none", "declare", "move.ship_b_two.blue")
    assert p.state.ports[0] == [0] * 6
    while p.ask is not None:
        say(p, "stop")
    assert result(p).reason == "declared"


def test_round_limit() -> None:
    """G-43, TV-33: with a limit of one round both take a turn, then the game is scored."""
    p = table(seats=2, round_limit=1)
    say(p, "move.ship_a_one.none", "move.ship_b_one.none")
    assert p.actor == NOBODY
    assert (result(p).reason, result(p).rounds) == ("round_limit", 1)


def test_a_declaration_in_the_last_allowed_round() -> None:
    """G-43: it is asked for, and is then the reason."""
    p = table(seats=2, round_limit=1, warehouses={1: ALL})
    say(p, "move.ship_a_one.none", "move.ship_b_one.none", "declare")
    assert result(p).reason == "declared"


# -- points ----------------------------------------------------------------------------------------------------------


def test_the_example_of_the_rulebook() -> None:
    """G-44, G-45, TV-7: orange 3, red 2, green 1, yellow 4, blue 1, pink 2 makes 13 + 5 = 18."""
    found = points(2, 4, 1, 3, 2, 1)
    assert found == {
        "goods": 13,
        "sets_of_four": 1,
        "sets_of_five": 0,
        "sets_of_six": 1,
        "bonus": 5,
        "total": 18,
    }


def test_two_sets_of_five() -> None:
    """G-45, TV-27: 2, 2, 2, 2, 2, 0 is 10 goods and two sets of five."""
    found = points(2, 2, 2, 2, 2, 0)
    assert (found["sets_of_five"], found["bonus"], found["total"]) == (2, 4, 14)


def test_three_colours_make_no_set() -> None:
    """G-45, TV-28: 5, 5, 5, 0, 0, 0 scores 15."""
    assert (points(5, 5, 5, 0, 0, 0)["bonus"], points(5, 5, 5, 0, 0, 0)["total"]) == (0, 15)


def test_a_set_of_six_and_one_of_four() -> None:
    """G-45, TV-29: 3, 3, 3, 2, 1, 1."""
    found = points(3, 3, 3, 2, 1, 1)
    assert (found["sets_of_six"], found["sets_of_four"], found["bonus"], found["total"]) == (1, 1, 5, 18)


def test_a_set_of_six_and_one_of_five() -> None:
    """G-45, TV-30: 2, 2, 2, 2, 2, 1."""
    found = points(2, 2, 2, 2, 2, 1)
    assert (found["sets_of_six"], found["sets_of_five"], found["bonus"], found["total"]) == (1, 1, 6, 17)


def test_goods_on_ships_score_nothing() -> None:
    """G-44, TV-31: an empty warehouse and six goods at sea are 0 points."""
    p = table(seats=2, ships={"a_three": (3, 1, "blue", 6)}, round_limit=1)
    say(p, "move.ship_a_one.none", "move.ship_b_one.none")
    assert result(p).standings[0].score == 0


def test_shared_victory() -> None:
    """G-46, TV-32: totals 18, 18, 11 rank 1, 1, 3, and both first seats win."""
    goods = {"red": 2, "yellow": 4, "blue": 1, "orange": 3, "pink": 2, "green": 1}
    p = table(warehouses={0: goods, 1: goods, 2: {"red": 11}}, round_limit=1)
    drift(p, "a_one")
    say(p, "play_on")
    drift(p, "b_one")
    say(p, "play_on")
    drift(p, "c_one")
    assert [standing.score for standing in result(p).standings] == [18, 18, 11]
    assert [standing.rank for standing in result(p).standings] == [1, 1, 3]
    assert result(p).winners == [0, 1]


@cache
def best(counts: tuple[int, ...]) -> int:
    """The most points that sets of four, five and six can bring, by trying every set (the slow twin of G-45)."""
    colours = [i for i, count in enumerate(counts) if count]
    most = 0
    for size, worth in ((4, 1), (5, 2), (6, 4)):
        for chosen in combinations(colours, size):
            left = tuple(sorted(count - (i in chosen) for i, count in enumerate(counts)))
            most = max(most, worth + best(left))
    return most


def test_the_layers_are_the_best_division() -> None:
    """G-45: for every warehouse of up to four goods a colour, an exhaustive search finds nothing better."""
    for counts in combinations_with_replacement(range(5), 6):
        assert score(counts)["bonus"] == best(counts), counts


@pytest.mark.parametrize("seed", range(30))
def test_the_order_of_colours_does_not_matter(seed: int) -> None:
    """G-45: any order of the same counts scores the same."""
    rnd = Random(seed)
    counts = [rnd.randrange(9) for _ in range(6)]
    assert score(rnd.sample(counts, 6)) == score(counts)


# -- the whole -------------------------------------------------------------------------------------------------------


def test_the_invariants_notice_what_is_broken() -> None:
    """G-58: each letter, broken by hand, raises."""
    p = begin(4, start_seat=0, fleets=["fleet_a", "fleet_b", "fleet_c", "fleet_d"], layout="standard")
    say(p, *["venice.venice.venice"] * 4)
    check(p.state)
    breakages = {
        "a": lambda g: g.players[0].warehouse.__setitem__(0, 1),
        "b": lambda g: g.discard.__setitem__(0, g.discard[0] + 1),
        "c": lambda g: (g.at.__setitem__(0, 3), g.at.__setitem__(1, 3)),
        "d": lambda g: (g.load.__setitem__(0, 1), _move_good(g, 0, 0)),
        "e": lambda g: g.heading.__setitem__(0, -1),
        "f": lambda g: (g.bag.__setitem__(0, g.bag[0] + g.ports[0][0]), _empty(g)),
    }
    for letter, breakage in breakages.items():
        g = RULES.unpack(RULES.pack(p.state))
        breakage(g)
        with pytest.raises(AssertionError, match=f"G-58 {letter}"):
            check(g)


def _move_good(g: object, number: int, colour: int) -> None:
    """A good of a sail colour goes from the bag into a hold."""
    g.cargo[number] = colour
    g.bag[colour] -= 1
    g.bag_size -= 1
    g.at[number] = 2


def _empty(g: object) -> None:
    """A port loses its red goods to the bag."""
    g.bag_size = sum(g.bag)
    g.ports[0][0] = 0


def test_a_game_without_declarations_ends_too() -> None:
    """G-60: players who load and never declare empty a port within the bound."""

    def never_declare(state: object, ask: object, rnd: Random) -> int:
        return 1 if ask.kind.name == "declare_end" else RULES.policies["greedy"](state, ask, rnd)

    for seats in (2, 3, 4):
        done = play_with(RULES.start(seats, keep=False), dict.fromkeys(range(seats), never_declare), Random(seats))
        assert result(done.position).reason == "port_empty"
        assert done.decisions <= bound(seats)


def test_the_bound() -> None:
    """G-60: 12 804 decisions for four players."""
    assert bound(4) == 12804
