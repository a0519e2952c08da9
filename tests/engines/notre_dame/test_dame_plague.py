"""Phase 5, ends of rounds and passes, the end of the game: N-70 to N-82."""

from random import Random

import pytest

from podesta_engines import observe, result
from podesta_engines.notre_dame.components import FIGURES
from podesta_engines.notre_dame.rules.plague import fullest
from podesta_engines.notre_dame.state import NOTRE_DAME
from podesta_engines.play.playout import playout
from tests.engines.notre_dame.dame import RULES, begin, markers, me, plague, table
from tests.kit.play import advance, asked, notes, options, say, until

THREE = ["innkeeper", "monk", "city_guard"]
"""2 + 0 + 1 rats."""
SEVEN = ["fool", "usurer", "night_watch"]
"""3 + 1 + 3 rats."""
EIGHT = ["fool", "innkeeper", "beggar_king"]
"""3 + 2 + 3 rats."""


def test_the_plague_value() -> None:
    """N-70: the rats on the three persons, alike for all, whichever were hired."""
    assert observe(table([], persons=THREE), None).plague == 3
    p = plague(THREE, {0: {"rat": 0}, 1: {"rat": 2}}, hired={1: "monk"})
    assert [player.rat for player in p.state.players] == [3, 5, 3, 3]


@pytest.mark.parametrize(
    ("persons", "given", "rat", "lost"),
    [
        (THREE, {"rat": 4, "hospital": 2}, 5, 0),
        (THREE, {"rat": 6}, 9, 0),
        (THREE, {"rat": 5, "hospital": 3, "friend": "hospital"}, 4, 0),
        (SEVEN, {"rat": 5, "hospital": 2}, 9, 2),
        (SEVEN, {"rat": 9}, 9, 2),
        (SEVEN, {"rat": 4, "hospital": 1, "friend": "hospital"}, 9, 0),
        (["fool", "innkeeper", "city_guard"], {"rat": 7, "hospital": 1, "friend": "hospital"}, 9, 2),
        (THREE, {"rat": 1, "hospital": 6}, 0, 0),
    ],
    ids=["T-17", "T-18", "T-19", "T-20", "T-21", "T-22", "T-25", "below 0"],
)
def test_the_rat(persons: list[str], given: dict, rat: int, lost: int) -> None:
    """N-71, N-72, N-11, T-17 to T-22, T-25: by the plague less the hospital; past 9 it stops there and costs 2."""
    p = plague(persons, {0: {"prestige": 10, "bank": 4, **given}})
    assert (me(p).rat, me(p).prestige) == (rat, 10 - lost)
    assert markers(p, "bank") == (3 if lost else 4)


def test_a_lost_marker_goes_to_the_general_supply() -> None:
    """N-72, N-9: from the fullest sector; the personal supply is not touched."""
    p = plague(SEVEN, {0: {"prestige": 10, "rat": 9, "bank": 2, "hotel": 1}})
    assert (markers(p, "bank"), me(p).general, me(p).supply) == (1, 8, 4)


def test_the_plague_comes_back() -> None:
    """N-72: in every round in which 9 would be passed."""
    p = plague(SEVEN, {0: {"prestige": 10, "rat": 9, "bank": 5}})
    p.state.agenda = [("plague", 0)]
    p = type(p)(RULES, p.state)
    assert (me(p).prestige, markers(p, "bank")) == (6, 3)


def test_of_several_fullest_sectors_the_player_chooses() -> None:
    """N-73: the friend makes the park as full as the bank; its marker may go, he may not."""
    p = plague(SEVEN, {0: {"rat": 9, "bank": 3, "park": 2, "friend": "park", "hotel": 2}})
    assert (asked(p), options(p)) == ((0, "lose_marker"), ["park", "bank"])
    say(p, "park")
    assert markers(p, "park") == 1
    assert observe(p, None).players[0].friend == "park"


def test_the_friend_alone_cannot_be_lost() -> None:
    """N-73, R-18, D-9: he ties with a single marker, which goes without a question; alone, nothing goes."""
    p = plague(SEVEN, {0: {"rat": 9, "friend": "park", "bank": 1}})
    assert (asked(p), markers(p, "bank")) == (None, 0)
    q = plague(SEVEN, {0: {"rat": 9, "friend": "park", "notre_dame": 3}})
    assert (asked(q), markers(q, "notre_dame")) == (None, 3)


def test_nothing_to_lose() -> None:
    """N-73: without a piece in the borough only prestige is lost."""
    p = plague(SEVEN, {0: {"prestige": 5, "rat": 9, "notre_dame": 2}})
    assert (me(p).prestige, markers(p, "notre_dame")) == (3, 2)


@pytest.mark.parametrize("seed", range(40))
def test_the_fullest_sector_against_a_slow_twin(seed: int) -> None:
    """N-73: candidates are the sectors with most pieces that hold a marker, on any board."""
    rnd = Random(seed)
    names = ["hospital", "park", "residence", "cloister_school", "bank", "carriage_house", "hotel"]
    pieces = {name: rnd.randrange(3) for name in names}
    friend = rnd.choice(names)
    p = table([], players={0: {**pieces, "friend": friend, "supply": 0}})
    totals = {name: number + (name == friend) for name, number in pieces.items()}
    expected = [name for name in names if totals[name] == max(totals.values()) and pieces[name] > 0]
    assert [names[sector] for sector in fullest(me(p))] == expected


def test_seat_by_seat() -> None:
    """N-71, N-7: a loss is settled before the next seat's rat moves."""
    two = {"rat": 9, "bank": 1, "park": 1}
    p = plague(EIGHT, {1: two, 2: {**two, "rat": 8}}, start=1)
    assert (asked(p), me(p, 2).rat) == ((1, "lose_marker"), 8)
    say(p, "bank")
    assert (asked(p), me(p, 2).rat, me(p, 3).rat) == ((2, "lose_marker"), 9, 0)
    say(p, "park")
    assert (asked(p), me(p, 3).rat) == (None, 8)


def test_the_doctor() -> None:
    """N-58, N-71, R-16, R-17: he makes the plague 0: back by the hospital, unmoved without one, never an outbreak."""
    p = plague(
        ["doctor", "fool", "usurer"],
        {0: {"rat": 7, "hospital": 2}, 1: {"rat": 9}},
        hired=dict.fromkeys((0, 1), "doctor"),
    )
    assert [player.rat for player in p.state.players] == [5, 9, 6, 6]
    assert me(p, 1).prestige == 0


# -- rounds and passes -------------------------------------------------------------------------------------------------


def test_the_end_of_a_round() -> None:
    """N-75: the persons leave, the bell-ringer goes to the left; a new round begins."""
    p = until(begin(3, 7, start_seat=2), "hire_person")
    shown = {person.id for person in observe(p, None).persons}
    while observe(p, None).round == 1:
        say(p, options(p)[-1])
    view = observe(p, None)
    assert (view.round, view.start_seat) == (2, 0)
    assert all(player.played == [] and player.hired is None for player in view.players)
    assert not shown & {person.id for person in view.persons}


def test_the_end_of_the_last_round() -> None:
    """N-75: after round 9, too, the bell-ringer goes on and no person is left on display."""
    p = table([("end_round",)], seats=3, persons=["monk", "usurer", "mayor"], round_number=9, start=2)
    view = observe(p, None)
    assert (view.phase, view.start_seat, view.persons) == ("game_over", 0, [])


def test_the_tile_is_shared() -> None:
    """N-76, N-12, R-4, T-15: 10 for three markers: 3 each; green has a park: 6 and 1, blue 3; all go back."""
    p = table([("end_round",)], players={0: {"notre_dame": 2, "park": 2}, 1: {"notre_dame": 1}}, round_number=9)
    assert [player.prestige for player in p.state.players] == [7, 3, 0, 0]
    assert [player.pieces[7] for player in p.state.players] == [0, 0, 0, 0]
    assert (me(p).general, me(p, 1).general) == (8, 10)


def test_a_big_park_at_the_end() -> None:
    """N-76, N-12, T-13e: six pieces in the park, two markers worth 6 together: 9."""
    p = table([("end_round",)], players={0: {"notre_dame": 2, "park": 6}, 1: {"notre_dame": 1}}, round_number=9)
    assert me(p).prestige == 9


@pytest.mark.parametrize("seats", RULES.seats)
def test_no_tile_is_crowded(seats: int) -> None:
    """R-19: a pass has a Notre Dame card for each player, and the tile is worth more than that many markers."""
    assert all(figures.values[seats] > seats for figures in FIGURES.values())
    rnd, most = Random(seats), 0
    for seed in range(4):
        p = begin(seats, seed)
        while p.ask is not None:
            advance(p, rnd)
            most = max(most, sum(player.pieces[NOTRE_DAME] for player in p.state.players))
    assert 0 < most <= seats


def test_a_crowded_tile() -> None:
    """N-76, R-19, D-11: in no game, but if seven markers shared 6, no seat would score and all would go back."""
    p = table(
        [("end_round",)], seats=2, players={0: {"notre_dame": 4, "park": 4}, 1: {"notre_dame": 3}}, round_number=9
    )
    assert [player.prestige for player in p.state.players] == [0, 0]
    assert [player.pieces[7] for player in p.state.players] == [0, 0]


@pytest.mark.parametrize(("number", "scores"), [(1, False), (2, False), (3, True), (4, False), (6, True), (9, True)])
def test_the_tile_scores_every_three_rounds(number: int, scores: bool) -> None:
    """N-76: after rounds 3, 6 and 9 only."""
    p = table([("end_round",)], players={0: {"notre_dame": 1}}, round_number=number)
    assert (me(p).prestige == 10) is scores


def test_a_new_pass() -> None:
    """N-77: after round 3 nine cards in each deck, all brown persons again, the grey ones of the next letter."""
    p = begin(2, 5)
    while observe(p, None).round < 4:
        ask = p.asks[0]
        p.answer(ask.options[-1], ask.seat)
        while not p.asks:
            p.answer(p.ask.options[0])
    view = observe(p, 0)
    assert view.passage == "b"
    assert [player.deck_left for player in view.players] == [6, 6]
    persons = {person.id for person in view.persons} | set(view.persons_left)
    assert {"guild_master", "beggar_king", "lawyer"} <= persons
    assert len(persons) == 9
    drawn = {card.split(".")[1] for card in (view.players[0].to_choose or []) + (view.players[0].deck or [])}
    assert len(drawn) == 9


# -- the end -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_nine_rounds(seats: int) -> None:
    """N-80, N-95, N-75: a game is nine rounds; then the bell has gone round once more and no person is left."""
    p = playout(RULES, seats, seats).position
    view = observe(p, None)
    assert (view.phase, view.round, view.persons, view.active_seat) == ("game_over", 9, [], None)
    found = result(p)
    assert (found.reason, found.rounds) == ("nine_rounds", 9)


def ended(players: dict) -> list[tuple[int, int]]:
    """Rank and score of every seat at the end."""
    p = table([("end_round",)], players=players, round_number=9)
    return [(standing.rank, standing.score) for standing in result(p).standings]


def test_the_highest_prestige_wins() -> None:
    """N-80: rats, messages, general supply and pieces on the board are worth nothing."""
    assert ended({0: {"prestige": 5, "gold": 9}, 1: {"prestige": 6}, 2: {"rat": 9, "messages": {"red": 3}}}) == [
        (2, 5),
        (1, 6),
        (3, 0),
        (3, 0),
    ]


def test_a_tie_is_broken_by_gold_and_markers() -> None:
    """N-81: the sum of both, not gold alone; other ranks likewise."""
    assert ended({0: {"prestige": 5, "gold": 5, "supply": 1}, 1: {"prestige": 5, "gold": 2, "supply": 5}}) == [
        (2, 5),
        (1, 5),
        (3, 0),
        (3, 0),
    ]


def test_still_tied() -> None:
    """N-82: the victory is shared, and the next rank is 3."""
    ranks = ended({0: {"prestige": 5, "gold": 5, "supply": 1}, 1: {"prestige": 5, "gold": 4, "supply": 2}})
    assert [rank for rank, _ in ranks] == [1, 1, 3, 3]


def test_the_parts_of_a_score() -> None:
    """N-81: the result names gold, markers and their sum."""
    p = table([("end_round",)], players={0: {"prestige": 5, "gold": 5, "supply": 1}}, round_number=9)
    assert result(p).standings[0].parts == {"prestige": 5, "gold": 5, "markers": 1, "tie_break": 6}


def test_scores_are_told() -> None:
    """N-80: each seat's prestige is in a note at the end."""
    p = table([("hire_person", 0), ("end_round",)], players={0: {"prestige": 5}}, persons=["monk"], round_number=9)
    p.listen()
    say(p, "nobody")
    assert notes(p)[-4:] == ["scored"] * 4
