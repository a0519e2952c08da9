"""The bars go on from where they were, take turns, count by hand what they count, and show what was played."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.bars.page import BEGIN, Shown, by_blocks, firsts, meetings, student, tables, verdict, wilson
from benchmarks.bars.playing import BARS, RESULTS, Bar, Course, named, played, run
from benchmarks.peers.tables import RESULTS as PAGE
from benchmarks.peers.tables import written
from podesta_engines import RULESETS
from podesta_engines.arena.book import OtherPlan
from podesta_engines.arena.match import Block
from podesta_engines.arena.players import player

from .blocks import block

HORN = "golden-horn"
QUICK = Bar("quick", ("greedy", "random"), 0.9, 0.5, games=6)
EVERY = Bar("every", ("greedy", "random"), 0.9, games=3, every=True)


def run_all(folder: Path, *bars: Bar) -> list[tuple[str, int, int]]:
    """Play all that is missing in Golden Horn: bar, seats and deal of each block."""
    found: list[tuple[str, int, int]] = []

    def tell(course: Course, its: Block) -> None:
        found.append((course.bar.name, its.seats, its.deal))

    run(folder, bars, [HORN], 5, tell)
    return found


def test_bars_go_on_until_there_is_enough(tmp_path: Path) -> None:
    """Wherever there are fewest games; what was played is not played again, and a torn line is."""
    assert run_all(tmp_path, QUICK) == [("quick", 2, 0), ("quick", 2, 1), ("quick", 2, 2)]
    assert run_all(tmp_path, QUICK) == []
    path = tmp_path / "quick" / HORN / "blocks.jsonl"
    path.write_bytes(path.read_bytes()[:-9])
    assert len(played(tmp_path, QUICK, HORN)) == 2
    assert run_all(tmp_path, QUICK, EVERY) == [
        ("every", 2, 0),
        ("every", 3, 0),
        ("every", 4, 0),
        ("every", 2, 1),
        ("quick", 2, 2),
    ]
    assert [game.line_up for game in played(tmp_path, EVERY, HORN)[1].games] == [(0, 1, 1), (1, 1, 0), (1, 0, 1)]


def test_other_builds_are_kept_apart(tmp_path: Path) -> None:
    """Compiled engines think more in the same time."""
    (tmp_path / "build.txt").write_text("another\n")
    with pytest.raises(OtherPlan, match="another build"):
        run_all(tmp_path, QUICK)


def test_meetings_are_between_the_two() -> None:
    """Seats of the same player do not meet: one against two has won half when it came in between them."""
    assert meetings(block(0, ((0, 1), [1, 2]), ((1, 0), [1, 2]))) == 0.5
    assert meetings(block(0, ((0, 1, 1), [2, 1, 3]))) == 0.5
    assert meetings(block(0, ((1, 0, 0), [2, 1, 3]))) == 0.5
    assert meetings(block(0, ((1, 0, 0), [3, 1, 2]))) == 1
    assert meetings(block(0, ((1, 0, 0), [1, 1, 3]))) == pytest.approx(0.25)


def test_a_shared_first_place_is_a_part_of_one() -> None:
    """As house bots' wins are counted everywhere."""
    assert firsts(block(0, ((0, 1, 1), [1, 1, 3]), ((1, 0, 1), [1, 2, 3]), ((1, 1, 0), [2, 2, 1]))) == [0.5, 0, 1]


def test_intervals_hold_the_share_and_get_narrower() -> None:
    """Wilson's for 18 of 20 by the book; blocks that are all alike leave some doubt, the less the more they are."""
    assert wilson(0.9, 20) == pytest.approx((0.699, 0.972), abs=1e-3)
    widths = [high - low for low, high in (by_blocks([1.0] * n) for n in (2, 8, 32))]
    assert widths == sorted(widths, reverse=True)
    assert by_blocks([0.5, 1.0] * 20)[0] < 0.75 < by_blocks([0.5, 1.0] * 20)[1]
    assert by_blocks([1.0]) == (0, 1)
    assert [student(freedom) for freedom in (5, 10, 30)] == pytest.approx([2.571, 2.228, 2.042], abs=0.03)


@pytest.mark.parametrize(
    ("bar", "won", "low", "high", "said"),
    [
        ("value-40ms", 0.8, 0.6, 0.9, "over"),
        ("value-40ms", 0.7, 0.4, 0.9, "over, open"),
        ("value-40ms", 0.6, 0.55, 0.7, "under, open"),
        ("value-40ms", 0.5, 0.4, 0.6, "under"),
        ("greedy-40ms", 1.0, 0.85, 1.0, "over, open"),
        ("greedy-40ms", 0.96, 0.91, 0.99, "over"),
        ("greedy-40ms", 0.5, 0.15, 0.85, "under"),
        ("strong-fair", 0.7, 0.55, 0.8, "apart"),
        ("strong-fair", 0.7, 0.45, 0.9, "open"),
    ],
)
def test_few_games_leave_a_bar_open(bar: str, won: float, low: float, high: float, said: str) -> None:
    """On which side they are is said; whether they prove it, their interval says."""
    assert verdict(named(bar), Shown(HORN, 2, 20, won, low, high, 1.0, (40, 40), "")) == said


def test_every_bar_can_be_played() -> None:
    """By players that there are, at tables that there are."""
    for bar in BARS:
        for ruleset in RULESETS.all():
            assert [player(ruleset, name) for name in bar.players]
            assert bar.plan(ruleset.id).seats == bar.tables(ruleset.id)
            assert all(len(bar.task(ruleset.id, seats, 1).line_up) == seats for seats in bar.tables(ruleset.id))


def test_the_published_tables_are_made_of_the_published_results() -> None:
    """`python -m benchmarks.bars` writes them."""
    assert PAGE.read_text("utf-8") == written(PAGE.read_text("utf-8"), tables(RESULTS), BEGIN)
