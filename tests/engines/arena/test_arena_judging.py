"""Shares, ratings and the sequential test, against what can be worked out by hand or by chance."""

from math import log10
from random import Random
from xml.etree import ElementTree

import pytest

from podesta_engines.arena.drawing import Mark, curves, intervals
from podesta_engines.arena.match import line_ups, rotations, shares
from podesta_engines.arena.ratings import orders, ratings, strengths
from podesta_engines.arena.report import cells, lines, markdown, pictures
from podesta_engines.arena.sprt import Sprt, expected
from tests.engines.arena.blocks import block, duels


@pytest.mark.parametrize(
    ("ranks", "expected_shares"),
    [([1, 2], [1, 0]), ([1, 1], [0.5, 0.5]), ([1, 1, 3], [0.75, 0.75, 0]), ([2, 1, 3, 4], [2 / 3, 1, 1 / 3, 0])],
)
def test_a_share_is_what_was_won_of_the_seats_against(ranks: list[int], expected_shares: list[float]) -> None:
    """Ties are halves; the mean over a table is always a half."""
    assert shares(ranks) == pytest.approx(expected_shares)
    assert sum(shares(ranks)) == pytest.approx(len(ranks) / 2)


def test_everybody_meets_everybody() -> None:
    """Every choice of players; where there are too few for the seats, one against many, both ways."""
    assert line_ups(3, 2) == [(0, 1), (0, 2), (1, 2)]
    assert line_ups(2, 3) == [(0, 1, 1), (1, 0, 0)]
    assert rotations((0, 1, 2)) == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]


def test_strengths_of_two_are_their_odds() -> None:
    """Three wins of four, and a game that counts half for each: the likelihood's top, by a scan."""
    found = strengths({(0, 1): 3.0, (1, 0): 1.0}, [1.0, 1.0])

    def likelihood(x: float) -> float:
        """With strengths x and 1 / x."""
        wins, losses = x * x / (1 + x * x), 1 / (1 + x * x)
        return wins**3.5 * losses**1.5

    best = max((1 + i / 10_000 for i in range(20_000)), key=likelihood)
    assert found[0] == pytest.approx(best, rel=1e-3)
    assert found[0] * found[1] == pytest.approx(1)


def test_strengths_are_found_again() -> None:
    """Games drawn from known strengths, three at a table, lead back to them."""
    true, rnd, games = [4.0, 1.0, 0.25], Random(5), {}
    for _ in range(3000):
        left, order = [0, 1, 2], []
        while left:
            (who,) = rnd.choices(left, [true[each] for each in left])
            order.append(who)
            left.remove(who)
        games[tuple(order)] = games.get(tuple(order), 0.0) + 1
    found = strengths(games, [1.0] * 3)
    assert [log10(each) for each in found] == pytest.approx([log10(each) for each in true], abs=0.06)


def test_ties_are_shares_of_orders() -> None:
    """A tie of two counts half a game each way round."""
    assert orders(block(0, ((0, 1, 2), (1, 1, 3)))) == {(0, 1, 2): 0.5, (1, 0, 2): 0.5}


def test_ratings_have_intervals_over_blocks() -> None:
    """The stronger is above; intervals hold the rating, shrink with more blocks, and are the same each time."""
    few, many = duels(0, 0, 1) * 4, duels(0, 0, 1) * 40
    for blocks in (few, many):
        first, second = ratings(blocks, 2)
        assert first.low <= first.elo <= first.high
        assert first.elo > 0 > second.elo
        assert ratings(blocks, 2) == [first, second]
    (narrow, _), (wide, _) = ratings(many, 2), ratings(few, 2)
    assert narrow.high - narrow.low < (wide.high - wide.low) / 2
    assert ratings([], 2)[0].elo == 0


def test_the_test_stops_where_it_is_sure() -> None:
    """Wins prove the better player, losses that it is not, halves that it is not by so much; little proves nothing."""
    test = Sprt(0, 70)
    assert test.verdict([]) == "open"
    assert test.verdict([1.0] * 7) == "open"
    assert test.verdict([1.0, 0.5] * 20) == "stronger"
    assert test.verdict([0.0, 0.5] * 20) == "not stronger"
    assert test.verdict([0.5, 0.5, 1.0, 0.0] * 50) == "not stronger"


@pytest.mark.parametrize(("elo", "right"), [(70, "stronger"), (0, "not stronger")])
def test_the_test_errs_as_seldom_as_it_says(elo: float, right: str) -> None:
    """Of 400 runs with players of known strength, about 5 % end wrong: fewer than 9 %."""
    test, rnd, wrong = Sprt(0, 70), Random(11), 0
    for _ in range(400):
        drawn, said = [], "open"
        while said == "open" and len(drawn) < 5000:
            drawn += [((rnd.random() < expected(elo)) + (rnd.random() < expected(elo))) / 2 for _ in range(5)]
            said = test.verdict(drawn)
        wrong += said != right
    assert wrong < 0.09 * 400


def test_lines_count_what_was_played() -> None:
    """Share, wins with ties shared, points ahead, time a move."""
    blocks = [block(0, ((0, 1), (1, 2)), ((1, 0), (1, 2))), block(1, ((0, 1), (1, 1)), ((1, 0), (2, 1)))]
    first, second = lines(blocks, ["a", "b"])
    assert (first.blocks, first.games, first.share, first.won) == (2, 4, 0.625, 0.625)
    assert (second.share, second.fair) == (0.375, 0.5)
    assert (first.points, first.ms, first.slowest) == pytest.approx((0.25, 1.0, 2.0))
    assert cells(first)[0] == "a"
    assert markdown([second, first]).splitlines()[2].startswith("| a |")


def test_drawings_are_pages_of_their_own() -> None:
    """They are XML with every name in them, whatever is in the name."""
    blocks = duels(0, 0, 1)
    for drawing in pictures(blocks, lines(blocks, ["a<b", "c&d"]), "a title").values():
        text = "".join(ElementTree.fromstring(drawing).itertext())
        assert "a<b" in text
        assert "c&d" in text
    assert "<circle" in intervals([Mark("x", 0, 0, 0)], "")
    assert "<polyline" in curves({"x": []}, "")
