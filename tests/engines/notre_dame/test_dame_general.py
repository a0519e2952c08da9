"""What holds everywhere: N-7 to N-14, and the edge cases about supplies, gold, rats and the park."""

import pytest

from podesta_engines import note_texts
from podesta_engines.notre_dame.pieces import gain_gold, gain_prestige, lose_prestige, obtainable, richest
from podesta_engines.notre_dame.state import NONE
from tests.engines.notre_dame.dame import RULES, begin, card, hire, markers, me, plague, table
from tests.kit.play import asked, notes, options, say, until


def test_turn_order() -> None:
    """N-7: in every phase the player with the bell-ringer is first, then clockwise."""
    p = until(begin(4, 3, start_seat=2), "play_card")
    seats = []
    while len(seats) < 8:
        seat, kind = asked(p)
        if kind == "play_card":
            seats.append(seat)
        say(p, options(p)[-1])
    assert seats == [2, 3, 0, 1, 2, 3, 0, 1]
    hiring = table([("hire", 0)], persons=["monk"], start=2)
    seats = []
    while asked(hiring):
        seats.append(asked(hiring)[0])
        say(hiring, "nobody")
    assert seats == [2, 3, 0, 1]


def test_a_single_answer_is_not_asked() -> None:
    """N-7: with 1 gold the hotel's only effective choice, a coin, is taken without a question."""
    p = card("hotel", rat=0, general=0, supply=5)
    say(p, "supply")
    assert asked(p) is None
    assert me(p).gold == 4


def test_the_friend_counts_as_a_marker() -> None:
    """N-8, T-12: friend and markers of a sector are added up, also where the friend has just come."""
    p = card("bank", friend="bank", bank=2)
    say(p, "supply")
    assert me(p).gold == 3 + 4


def test_a_small_general_supply() -> None:
    """N-9, R-1, D-14: a gain takes what is there."""
    p = hire("monk", general=1)
    assert (me(p).supply, me(p).general, me(p).prestige) == (5, 0, 1)


def test_an_empty_general_supply() -> None:
    """N-9, N-40: the marker is placed, and the cloister school gives nothing."""
    p = card("cloister_school", general=0, supply=4, cloister_school=10)
    say(p, "supply")
    assert (me(p).supply, markers(p, "cloister_school")) == (3, 11)


def test_gold_shortage() -> None:
    """N-10, R-2, D-7: one coin from the supply, one from the first of two richest, one from the other, who ties."""
    p = card("bank", bank=2, gold=5, players={1: {"gold": 7}, 2: {"gold": 7}, 3: {"gold": 5}})
    assert p.state.gold == 1
    p.listen()
    say(p, "supply")
    assert [player.gold for player in p.state.players] == [8, 6, 6, 5]
    assert p.state.gold == 0
    assert [note.args for note in p.heard() if note.kind == "gold_gained"] == [(1, 5), (1, 1), (1, 2)]


def test_a_player_who_alone_is_richest_gains_nothing() -> None:
    """N-10: with the supply empty and most gold already, the coins are not gained."""
    p = card("bank", bank=2, gold=10, players={1: {"gold": 8}, 2: {"gold": 7}, 3: {"gold": 0}})
    say(p, "supply")
    assert [player.gold for player in p.state.players] == [10, 8, 7, 0]


@pytest.mark.parametrize(
    ("gold", "seat", "giver"),
    [([1, 5, 5, 2], 0, 1), ([1, 5, 5, 2], 2, 1), ([5, 1, 5, 5], 1, 2), ([5, 5, 0, 0], 2, 0), ([6, 5, 5, 5], 0, NONE)],
)
def test_who_gives_a_coin(gold: list[int], seat: int, giver: int) -> None:
    """N-10: the richest other player, of several the first to the left; the receiver too may be among the richest."""
    assert richest(gold, seat) == giver


def slow_gain(gold: list[int], supply: int, seat: int, coins: int) -> tuple[list[int], int]:
    """A transparent twin of the gold rule: one coin at a time, counting again after each."""
    gold = gold.copy()
    for _ in range(coins):
        if supply:
            supply, gold[seat] = supply - 1, gold[seat] + 1
            continue
        most = max(gold)
        richest_seats = [i for i in range(len(gold)) if gold[i] == most]
        if richest_seats == [seat]:
            continue
        turns = [(seat + i) % len(gold) for i in range(1, len(gold))]
        giver = next(i for i in turns if i in richest_seats)
        gold[giver], gold[seat] = gold[giver] - 1, gold[seat] + 1
    return gold, supply


@pytest.mark.parametrize("coins", [1, 2, 3, 5, 9])
@pytest.mark.parametrize("gold", [[9, 9, 7], [25, 0, 0], [0, 25, 0], [8, 8, 9], [5, 6, 7], [12, 12, 0], [0, 0, 24]])
def test_gold_against_a_slow_twin(gold: list[int], coins: int) -> None:
    """N-10, R-2: gains and what can be gained agree with counting coin by coin, for every seat."""
    for seat in range(3):
        p = table([], seats=3, players={i: {"gold": number} for i, number in enumerate(gold)})
        expected = slow_gain(gold, p.state.gold, seat, coins)
        assert obtainable(p.state, seat, coins) == expected[0][seat] - gold[seat]
        gain_gold(p.state, seat, coins)
        assert ([player.gold for player in p.state.players], p.state.gold) == expected


def test_the_rat_does_not_leave_its_track() -> None:
    """N-11, R-7: on 0 the step back is void, and the marker is placed all the same."""
    for name in ("park", "hospital"):
        p = card(name, rat=0)
        p.listen()
        say(p, "supply")
        assert (me(p).rat, markers(p, name)) == (0, 1)
        assert "rat_moved" not in notes(p)


@pytest.mark.parametrize(("pieces", "bonus"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_the_park_pays_for_pairs(pieces: int, bonus: int) -> None:
    """N-12, T-13: one more for each two pieces, once for each award."""
    p = table([], players={0: {"park": pieces}})
    gain_prestige(p.state, 0, 1)
    assert me(p).prestige == 1 + bonus


def test_the_friend_in_the_park() -> None:
    """N-12, N-8, D-6: friend and marker make a pair; when his card takes him away the pair is gone."""
    p = table([], players={0: {"park": 1, "friend": "park"}})
    gain_prestige(p.state, 0, 1)
    assert me(p).prestige == 2
    p = card("trusted_friend", park=1, friend="park")
    say(p, "residence")
    assert me(p).prestige == 1


def test_each_award_has_its_own_bonus() -> None:
    """N-12, R-3: donation, person and scoring of the tile bring the bonus one by one."""
    p = table(
        [("donate", 0), ("hire_person", 0), ("end_round",)],
        players={0: {"park": 2, "gold": 3}},
        persons=["monk"],
        round_number=9,
    )
    say(p, "gold_2", "monk")
    assert me(p).prestige == (3 + 1) + (1 + 1) + (10 + 1)


def test_an_award_of_nothing() -> None:
    """N-12, D-12: the night watch without an empty sector brings no bonus."""
    every = dict.fromkeys(("hospital", "residence", "cloister_school", "bank", "carriage_house", "hotel"), 1)
    p = hire("night_watch", park=4, **every)
    assert me(p).prestige == 0


def test_prestige_does_not_go_below_nothing() -> None:
    """N-13, R-6, D-8: who has 1 and loses 2 has 0, and the note says 1."""
    p = table([], players={0: {"prestige": 1}})
    p.listen()
    lose_prestige(p.state, 0, 2)
    assert me(p).prestige == 0
    assert p.heard()[0].args == (1,)


def test_losses_bring_no_bonus() -> None:
    """N-12, N-13: the park does not change a loss."""
    p = plague(["fool", "mayor", "beggar_king"], {0: {"prestige": 10, "rat": 9, "park": 4}})
    assert me(p).prestige == 8


def test_only_the_own_borough() -> None:
    """N-14: a card changes no piece of another player."""
    p = card("bank", bank=1, players={1: {"bank": 3, "friend": "bank"}})
    before = p.clone().state.players[1:]
    say(p, "supply")
    assert p.state.players[1:] == before
    assert me(p).gold == 5


def test_prestige_never_runs_out() -> None:
    """R-24: any number of points can be gained."""
    p = table([], players={0: {"prestige": 700}})
    gain_prestige(p.state, 0, 21)
    assert me(p).prestige == 721


def test_gains_are_told() -> None:
    """N-12, N-10: notes say what a gain brought, and from whom, in both languages."""
    p = card("residence", residence=2, park=2)
    p.listen()
    say(p, "supply")
    heard = p.heard()
    assert note_texts(RULES, heard, None)[-1].text == "{seat_0} gains 3 prestige, plus 1 from the park."
    assert (
        note_texts(RULES, heard, None, "it")[-1].text == "{seat_0} guadagna 3 punti prestigio e 1 in più per il Parco."
    )
