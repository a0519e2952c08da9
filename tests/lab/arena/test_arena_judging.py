"""Shares, ratings and the sequential test, compared with results by hand or by simulation.

Blocks made by hand, for counting.
"""

from collections.abc import Sequence
from math import log10
from random import Random
from statistics import pvariance
from xml.etree import ElementTree

import pytest

from podesta_lab.arena.game import GameResult
from podesta_lab.arena.judging import Sprt, fair_variance, interval, student
from podesta_lab.arena.match import Block, BlockGame, LineUp, line_ups, rotations, shares
from podesta_lab.arena.ratings import orders, ratings, strengths
from podesta_lab.arena.report import cells, markdown, pictures, player_stats
from podesta_lab.plots import Interval, curves, intervals


@pytest.mark.parametrize(
    ("line_up", "ranks", "expected_shares"),
    [
        ((0, 1), [1, 2], [1, 0]),
        ((0, 1), [1, 1], [0.5, 0.5]),
        ((0, 1, 2), [1, 1, 3], [0.75, 0.75, 0]),
        ((0, 1, 2, 3), [2, 1, 3, 4], [2 / 3, 1, 1 / 3, 0]),
        ((0, 1, 1, 1), [1, 2, 3, 4], [1, 0]),
        ((1, 0, 0), [3, 1, 2], [1, 0]),
        ((1, 0, 0), [2, 1, 3], [0.5, 0.5]),
        ((1, 0, 0), [1, 1, 3], [0.25, 0.75]),
    ],
)
def test_a_share_is_what_was_won_of_meetings_with_others(
    line_up: LineUp, ranks: list[int], expected_shares: list[float]
) -> None:
    """Ties are halves; the seats of one player do not meet, so that it can win all of its meetings or none."""
    found = shares(line_up, ranks)
    assert [found[who] for who in sorted(found)] == pytest.approx(expected_shares)


def test_everybody_meets_everybody() -> None:
    """Every choice of players; with too few for the seats, one against many, both ways; one with itself."""
    assert line_ups(3, 2) == [(0, 1), (0, 2), (1, 2)]
    assert line_ups(2, 3) == [(0, 1, 1), (1, 0, 0)]
    assert rotations((0, 1, 2)) == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert line_ups(1, 3) == rotations((0, 0, 0)) == [(0, 0, 0)]


def test_strengths_of_two_are_their_odds() -> None:
    """Three wins of four, and a game that counts half for each: the maximum of the likelihood, by a scan."""
    found = strengths({(0, 1): 3.0, (1, 0): 1.0}, [1.0, 1.0])

    def likelihood(x: float) -> float:
        """With strengths x and 1 / x."""
        wins, losses = x * x / (1 + x * x), 1 / (1 + x * x)
        return wins**3.5 * losses**1.5

    best = max((1 + i / 10_000 for i in range(20_000)), key=likelihood)
    assert found[0] == pytest.approx(best, rel=1e-3)
    assert found[0] * found[1] == pytest.approx(1)


def test_strengths_are_found_again() -> None:
    """Games drawn from known strengths, three at a table, give these back."""
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
    """The stronger is above; intervals contain the rating, shrink with more blocks, and are reproducible."""
    few, many = duels(0, 0, 1) * 4, duels(0, 0, 1) * 40
    for blocks in (few, many):
        first, second = ratings(blocks, 2)
        assert first.low <= first.elo <= first.high
        assert first.elo > 0 > second.elo
        assert ratings(blocks, 2) == [first, second]
    (narrow, _), (wide, _) = ratings(many, 2), ratings(few, 2)
    assert narrow.high - narrow.low < (wide.high - wide.low) / 2
    assert ratings([], 2)[0].elo == 0


def test_a_clean_sweep_is_not_certain() -> None:
    """Share and rating of a player that won all have an interval, which narrows as blocks come."""
    for n in (1, 2, 8):
        line, _ = player_stats(duels(*[0] * n), ["a", "b"])
        assert line.share == line.high == 1 > line.low
        assert line.rating.low < line.rating.elo < line.rating.high
    low = [interval([1.0] * n, seats=2)[0] for n in (2, 8, 32)]
    assert low == sorted(low)
    assert low[0] < 0.5 < 0.7 < low[1] < 0.95 < low[2] < 1


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_fair_block_varies_as_is_said(seats: int) -> None:
    """The variance of the means of so many games of equals, each place as likely as another."""
    places = [place / (seats - 1) for place in range(seats)]
    assert fair_variance(seats) == pytest.approx(pvariance(places) / seats)


def test_quantiles_are_those_of_tables() -> None:
    """Of Student's t, with 5, 10 and 30 degrees of freedom."""
    assert [student(freedom) for freedom in (5, 10, 30)] == pytest.approx([2.571, 2.228, 2.042], abs=0.03)


def test_the_test_stops_where_it_is_sure() -> None:
    """Wins prove the better player, losses that it is not, halves that it is not by so much; few games prove
    nothing."""
    test = Sprt(0, 70)
    assert test.verdict([], 2) == "open"
    assert test.verdict([1.0] * 7, 2) == "open"
    assert test.verdict([1.0, 0.5] * 20, 2) == "stronger"
    assert test.verdict([0.0, 0.5] * 20, 2) == "not stronger"
    assert test.verdict([0.5, 0.5, 1.0, 0.0] * 50, 2) == "not stronger"


def test_lines_count_what_was_played() -> None:
    """Share, wins with ties shared, points ahead, time per move."""
    blocks = [block(0, ((0, 1), (1, 2)), ((1, 0), (1, 2))), block(1, ((0, 1), (1, 1)), ((1, 0), (2, 1)))]
    first, second = player_stats(blocks, ["a", "b"])
    assert (first.blocks, first.games, first.share, first.won) == (2, 4, 0.625, 0.625)
    assert (second.share, second.fair) == (0.375, 0.5)
    assert (first.points, first.ms, first.slowest) == pytest.approx((0.25, 1.0, 2.0))
    assert cells(first)["player"] == "a"
    assert markdown([second, first]).splitlines()[2].startswith("| a |")


def test_drawings_are_pages_of_their_own() -> None:
    """They are XML with every name in them, whatever characters it has."""
    blocks = duels(0, 0, 1)
    for drawing in pictures(blocks, player_stats(blocks, ["a<b", "c&d"]), "a title").values():
        text = "".join(ElementTree.fromstring(drawing).itertext())
        assert "a<b" in text
        assert "c&d" in text
    assert "<circle" in intervals([Interval("x", 0, 0, 0)], "")
    assert "<polyline" in curves({"x": []}, "")


def played(ranks: Sequence[int], scores: Sequence[int] | None = None) -> GameResult:
    """A game with these ranks; a millisecond a move, ten moves a seat."""
    seats = len(ranks)
    return GameResult(
        list(ranks), list(scores or [-rank for rank in ranks]), [0.01] * seats, [10] * seats, [0.002] * seats
    )


def block(deal: int, *games: tuple[Sequence[int], Sequence[int]]) -> Block:
    """A block of games, each its line-up and its ranks."""
    return Block(len(games[0][0]), deal, [BlockGame(tuple(line_up), played(ranks)) for line_up, ranks in games])


def duels(*winners: int) -> list[Block]:
    """Blocks of one game between players 0 and 1."""
    return [block(deal, ((0, 1), (1 + winner, 2 - winner))) for deal, winner in enumerate(winners)]
