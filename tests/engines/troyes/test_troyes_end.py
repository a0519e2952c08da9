"""The end: T-250 to T-266."""

import pytest

from podesta_engines.core.decide import outcomes
from podesta_engines.troyes.scoring import character_points, counts, open_parts, result, score
from podesta_engines.troyes.words import CHARACTER
from tests.engines.troyes.troy import RULES, begin, me, points, table
from tests.kit.play import until


def test_points_of_the_game() -> None:
    """T-260: points won during the game."""
    p = table(vp={0: 7})
    assert score(p.state, 0, me(p).secret.vp, [])["won"] == 7


def test_events_in_play() -> None:
    """T-261: a point for each event with an own cube, Marauders too."""
    p = table(queue=["marauders", "war", "heresy"], marks={0: [0, 0], 1: [1], 2: [1, 0]}, dice={0: "y1"})
    assert open_parts(p.state, 0)["events"] == 2
    assert open_parts(p.state, 1)["events"] == 2


def test_tradesmen() -> None:
    """T-142, T-262: the printed points of the spaces that tradesmen hold; nothing for those without a space."""
    p = table(seats=4, posts={"merchant": [0, 1, 2], "priest": [1, 0]}, dice={0: "y1"})
    assert [open_parts(p.state, seat)["tradesmen"] for seat in range(4)] == [2 + 2, 1 + 3, 0, 0]


def test_empty_levels() -> None:
    """T-262, T-265, TV-26: two points less for each level without an own cube, and a total may be negative."""
    p = table(cathedral={(1, 1): 0, (1, 2): 1, (1, 3): 0}, dice={0: "y1"})
    assert open_parts(p.state, 0)["cathedral"] == -2
    assert open_parts(p.state, 1)["cathedral"] == -4
    assert score(p.state, 1, 0, [])["total"] == -4


def test_thibaut() -> None:
    """T-263, TV-25: he scores every player by deniers: 5, 12 and 18 bring 0, 3 and 6."""
    p = table(seats=3, deniers={0: 5, 1: 12, 2: 18}, characters={0: ["thibaut"]}, dice={0: "y1"})
    thibaut = CHARACTER.parse("thibaut")
    assert [score(p.state, seat, 0, [thibaut])["thibaut"] for seat in range(3)] == [0, 3, 6]


STEPS = {
    "chretien": ([3, 5, 7], [4, 6, 8]),
    "urbain": ([3, 5, 7], [4, 6, 8]),
    "hugues": ([5, 10, 15], [5, 10, 15]),
    "thibaut": ([6, 12, 18], [6, 12, 18]),
    "florentin": ([2, 4, 6], [2, 4, 6]),
    "henry": ([1, 3, 5], [1, 3, 5]),
}


@pytest.mark.parametrize("slug", STEPS)
@pytest.mark.parametrize("seats", [2, 3])
def test_steps_of_the_characters(slug: str, seats: int) -> None:
    """T-263: 1, 3 or 6 points from three counts on, others with two players; the steps do not add up."""
    g, character = table(seats=seats, dice={0: "y1"}).state, CHARACTER.parse(slug)
    low, middle, high = STEPS[slug][seats == 2]
    wanted = {0: 0, low - 1: 0, low: 1, middle - 1: 1, middle: 3, high - 1: 3, high: 6, high + 9: 6}
    for count, expected in wanted.items():
        assert character_points(g, character, count) == expected


def test_what_characters_count() -> None:
    """T-24, T-263, T-264: standing citizens, cubes of the cathedral, influence, deniers, tradesmen, event cards."""
    p = table(
        seats=4, standing={"palace_1": 0, "city_hall_a1": 0}, lying={"palace": [0]}, cathedral={(1, 1): 0, (2, 1): 1},
        influence=7, deniers=11, posts={"merchant": [0], "hunting": [1, 2, 0]}, dice={0: "y1"},
    )  # fmt: skip
    me(p).events.append(3)
    assert counts(p.state, 0) == [2, 1, 7, 11, 2, 1]


def test_deniers_of_the_district_count() -> None:
    """T-240, T-264: the end is scored after Phase 5."""
    held = {0: ["thibaut"], 1: ["henry"], 2: ["urbain"]}
    q = table(seats=3, number=5, deniers={0: 4}, characters=held, dice={0: "y1"})
    q.state.players[0].purse = 2
    q.state.agenda = [("end_round",)]
    last = until(type(q)(RULES, RULES.unpack(RULES.pack(q.state))))
    assert result(last.state).standings[0].parts["thibaut"] == 1


def test_characters_are_revealed() -> None:
    """T-263: one after another, each a lot with one outcome, which is public in the log."""
    p = table(
        number=4, characters={0: ["henry", "urbain"], 1: ["thibaut", "hugues"]}, task=("end_round",), dice={0: "y1"}
    )
    shown = []
    while p.ask is not None:
        ((name, chance),) = outcomes(p)
        assert chance == 1
        shown.append(name)
        p.answer(CHARACTER.parse(name))
    assert sorted(shown) == ["henry", "hugues", "thibaut", "urbain"]
    assert [len(player.shown) for player in p.state.players] == [2, 2]


def test_undealt_characters_do_not_score() -> None:
    """T-263: parts of characters that were not dealt are zero."""
    found = result(until(begin(3, 4), seed=4).state)
    g = until(begin(3, 4), seed=4).state
    dealt = {CHARACTER.slug(c) for player in g.players for c in player.shown}
    for standing in found.standings:
        assert all(standing.parts[slug] == 0 for slug in STEPS if slug not in dealt)
        assert standing.parts["total"] == standing.score == sum(standing.parts.values()) - standing.score


def ranks(**chosen) -> list[int]:
    """Ranks by seat of a table at its end."""
    p = table(number=6, task=("count",), **chosen)
    return [standing.rank for standing in result(p.state).standings]


def test_winner() -> None:
    """T-266: most points win."""
    assert ranks(seats=3, vp={0: 9, 1: 12, 2: 10}) == [3, 1, 2]


def test_a_shared_victory() -> None:
    """T-266: equal points at the top share the victory, whatever influence and deniers."""
    assert ranks(seats=3, vp={0: 9, 1: 9, 2: 3}, influence={0: 3, 1: 5}) == [1, 1, 3]


def test_other_ranks() -> None:
    """T-266: below the top equal points are ranked by influence, then deniers, then shared."""
    vp = {0: 9, 1: 5, 2: 5, 3: 5}
    assert ranks(seats=4, vp=vp, influence={1: 2, 2: 3, 3: 2}, deniers={1: 4, 2: 0, 3: 5}) == [1, 4, 2, 3]
    assert ranks(seats=4, vp=vp, deniers=5) == [1, 2, 2, 2]


def test_the_total_is_shown_at_the_end() -> None:
    """T-402: points are revealed when all players are scored."""
    p = until(begin(2, 1), seed=1)
    assert [player.won for player in p.state.players] == points(p, 0, 1)
