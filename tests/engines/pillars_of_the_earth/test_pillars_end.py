"""Step 14, clearing up, the end and its ties: P-5, P-150 to P-152, P-160 to P-162, P-168, P-169, P-202, P-204.

The words of an answer: each word's parts and its decoded form agree.
"""

from random import Random

import pytest

from podesta_engines import result
from podesta_engines.core.words import Vocabulary, Word
from podesta_engines.pillars_of_the_earth.answers import (
    CHOICE,
    CHOICES,
    PASS_BUILDER,
    PASS_CHOICE,
    PLACEMENT,
    PLACINGS,
    Placing,
    Take,
)
from podesta_engines.pillars_of_the_earth.invariants import check
from podesta_engines.pillars_of_the_earth.scoring import bound
from podesta_engines.pillars_of_the_earth.words import CRAFTSMAN, GAME_OVER, OTTO, RESOURCE_CARD, SPACE
from podesta_engines.play.playout import play_with, playout
from tests.engines.pillars_of_the_earth.pillars import RULES, begin, running, state, table
from tests.kit.play import fate, notes, until, walk


@pytest.mark.parametrize(
    ("board", "start", "following"), [({}, 1, 2), ({}, 2, 0), ({"cathedral": 0}, 1, 0), ({"cathedral": 1}, 1, 1)]
)
def test_the_next_start_player(board: dict[str, int], start: int, following: int) -> None:
    """P-150, P-204, TV-28, TV-29: the seat with a builder at the cathedral, or the next seat; the builder returns."""
    p = table("new_start", seats=3, start=start, board=board)
    assert p.state.start == following
    assert [player.bag for player in p.state.players] == [3, 3, 3]
    assert "next_start" in notes(p)


def test_a_new_round_is_a_clean_one() -> None:
    """P-152, P-70, P-114: event, tax, protection, purchases, sales and passes of the last round are over."""
    was = {"protected": True, "bought": 7, "sold": 8, "out": True, "decided": 3, "limited_next": True}
    g = state(event="ev_conflict", p0=was)
    g.tax, g.audience = 4, 1
    p = fate(running(g, ("step", 18)))
    me = p.state.players[0]
    assert (p.state.event, p.state.tax, p.state.audience) == (-1, 0, -1)
    assert (me.protected, me.bought, me.sold, me.out, me.decided) == (False, 0, 0, False, 0)
    assert (me.limited, me.limited_next) == (True, False)


def test_the_game_ends_after_the_cathedral_of_round_six() -> None:
    """P-151, P-160: no step 14; cubes, workers and gold count nothing, the start player stays."""
    board = {"cathedral": 1}
    p = table(
        "cathedral",
        round=6,
        board=board,
        p0={"points": 40, "cubes": "5 metal", "row": [], "gold": 30},
        p1={"points": 41, "gold": 0},
    )
    assert p.ask is None
    assert (p.state.phase, p.state.start, p.state.board.count(1)) == (GAME_OVER, 0, 1)
    end = result(p)
    assert (end.reason, end.rounds, end.winners) == ("cathedral_complete", 6, [1])
    assert [standing.score for standing in end.standings] == [40, 41]


def test_gold_breaks_a_tie() -> None:
    """P-161, TV-33: with 40 points each, five gold beat three."""
    p = table("cathedral", round=6, p0={"points": 40, "gold": 3}, p1={"points": 40, "gold": 5})
    assert result(p).winners == [1]
    assert [standing.rank for standing in result(p).standings] == [2, 1]


def test_a_shared_victory() -> None:
    """P-161, P-162: equal in both, they share the rank; the next is third."""
    seats = {f"p{number}": {"points": 40, "gold": gold} for number, gold in enumerate((5, 3, 5, 4))}
    p = table("cathedral", seats=4, round=6, **seats)
    assert [standing.rank for standing in result(p).standings] == [1, 4, 1, 3]
    assert result(p).standings[2].parts == {"points": 40, "gold": 5}


def test_more_than_sixty_points() -> None:
    """P-5, P-202: the second lap counts on."""
    p = table("priory", board={"priory_1": 0}, p0={"points": 59})
    assert p.state.players[0].points == 61


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_are_shorter_than_the_bound(seats: int) -> None:
    """P-168: random games stay far below it."""
    assert max(playout(RULES, seats, seed).decisions for seed in range(40)) < bound(seats) / 2


def test_whole_games_keep_the_invariants() -> None:
    """P-169, P-3: at every position of greedy and random games."""
    for seats in (2, 3, 4):
        for p in walk(begin(seats, seed=seats), seed=seats):
            check(p.state)
    p = RULES.start(3)
    play_with(p, dict.fromkeys(range(3), RULES.policies["greedy"]), Random(1))
    check(p.state)


def _gold(g) -> None:
    g.players[0].gold = 31


def _points(g) -> None:
    g.players[0].points = -1


def _builder(g) -> None:
    g.players[1].bag += 1


def _worker(g) -> None:
    g.players[1].free += 1


def _space(g) -> None:
    g.board[3] = 0


def _metal(g) -> None:
    g.players[0].cubes[3] = 14


def _card(g) -> None:
    g.players[0].privileges |= 1 << OTTO
    g.players[1].privileges |= 1 << OTTO


def _craftsman(g) -> None:
    g.players[0].row.append(5)
    g.players[1].row.append(5)


def _grey(g) -> None:
    g.players[0].granted = 6


def _cubes(g) -> None:
    g.players[0].cubes = [6, 0, 0, 0]


@pytest.mark.parametrize("fault", [_gold, _points, _builder, _worker, _space, _metal, _card, _craftsman, _grey, _cubes])
def test_every_invariant_is_looked_at(fault) -> None:
    """P-169: a state with a fault is refused."""
    p = until(begin(2), "choose")
    check(p.state)
    fault(p.state)
    with pytest.raises(AssertionError):
        check(p.state)


@pytest.mark.parametrize("option", range(len(CHOICES)), ids=CHOICE.slug)
def test_every_word_of_a_choice_says_its_card(option: int) -> None:
    """P-31: the decoded card is the one in the word's parts."""
    choice = CHOICES[option]
    cards = RESOURCE_CARD if isinstance(choice, Take) else CRAFTSMAN
    assert dict(CHOICE.words[option].parts) == {"action": "take", "card": cards.slug(choice.card)}


@pytest.mark.parametrize("option", range(len(PLACINGS)), ids=PLACEMENT.slug)
def test_every_word_of_a_placement_says_its_space(option: int) -> None:
    """P-53: space and price of the decoded placing are those in the word's parts."""
    parts = dict(PLACEMENT.words[option].parts)
    assert PLACINGS[option] == Placing(SPACE.parse(parts["space"]), parts["action"] == "place_free")


@pytest.mark.parametrize(("vocabulary", "option"), [(CHOICE, PASS_CHOICE), (PLACEMENT, PASS_BUILDER)])
def test_the_last_word_passes(vocabulary: Vocabulary, option: int) -> None:
    """P-31, P-53: one word more than cards or spaces, which is `pass`."""
    word: Word = vocabulary.words[-1]
    assert (vocabulary.words[option], word.slug) == (word, "pass")
