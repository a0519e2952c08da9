"""The bars resume, take turns, count as by hand, and show the matches played."""

from __future__ import annotations

from pathlib import Path

import pytest

from lab.bars.page import HEAD, PAGE, ResultRow, bars_page, firsts, verdict
from lab.bars.playing import BARS, Bar, BarMatch, named, run
from lab.results import gathered
from podesta_engines import RULESETS
from podesta_lab.arena.match import Block
from podesta_lab.arena.match_folder import PlanMismatch
from podesta_lab.arena.players import player
from podesta_lab.statistics.intervals import wilson

from .test_arena_judging import block

HORN = "golden-horn"
QUICK = Bar("quick", ("greedy", "random"), 0.9, 0.5, games=6)
EVERY = Bar("every", ("greedy", "random"), 0.9, games=3, every=True)


def run_all(folder: Path, *bars: Bar) -> list[tuple[str, int, int]]:
    """Play all missing blocks in Golden Horn: bar, seats and deal of each block."""
    found: list[tuple[str, int, int]] = []

    def tell(match: BarMatch, its: Block) -> None:
        found.append((match.bar.name, its.seats, its.deal))

    run(folder, bars, [HORN], 5, tell)
    return found


def test_bars_go_on_until_there_is_enough(tmp_path: Path) -> None:
    """Where there are fewest games first; complete blocks are not played again, and a torn line is."""
    assert run_all(tmp_path, QUICK) == [("quick", 2, 0), ("quick", 2, 1), ("quick", 2, 2)]
    assert run_all(tmp_path, QUICK) == []
    path = tmp_path / "quick" / HORN / "blocks.jsonl"
    path.write_bytes(path.read_bytes()[:-9])
    assert len(gathered(tmp_path)[f"quick/{HORN}"].blocks) == 2
    assert run_all(tmp_path, QUICK, EVERY) == [
        ("every", 2, 0),
        ("every", 3, 0),
        ("every", 4, 0),
        ("every", 2, 1),
        ("quick", 2, 2),
    ]
    assert [game.line_up for game in gathered(tmp_path)[f"every/{HORN}"].blocks[1].games] == [
        (0, 1, 1),
        (1, 1, 0),
        (1, 0, 1),
    ]


def test_other_builds_are_kept_apart(tmp_path: Path) -> None:
    """Compiled engines think more in the same time."""
    (tmp_path / "build.txt").write_text("another\n")
    with pytest.raises(PlanMismatch, match="another build"):
        run_all(tmp_path, QUICK)


def test_a_shared_first_place_is_a_part_of_one() -> None:
    """As with all wins of house bots."""
    assert firsts(block(0, ((0, 1, 1), [1, 1, 3]), ((1, 0, 1), [1, 2, 3]), ((1, 1, 0), [2, 2, 1]))) == [0.5, 0, 1]


def test_shares_of_first_places_have_wilsons_interval() -> None:
    """For 18 of 20 by the book."""
    assert wilson(0.9, 20) == pytest.approx((0.699, 0.972), abs=1e-3)


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
    """The verdict names a side; the interval shows whether it is proven."""
    assert verdict(named(bar), ResultRow(HORN, 2, 20, won, low, high, 1.0, (40, 40), "")) == said


def test_every_bar_can_be_played() -> None:
    """With existing players, at existing tables."""
    for bar in BARS:
        for ruleset in RULESETS.all():
            assert [player(ruleset, name) for name in bar.players]
            assert bar.plan(ruleset.id).seats == bar.tables(ruleset.id)
            assert all(len(bar.task(ruleset.id, seats, 1).line_up) == seats for seats in bar.tables(ruleset.id))


def test_the_published_page_is_explained_as_the_next_one_will_be() -> None:
    """Its tables are what was played; `python -m lab.bars --publish` writes it."""
    assert PAGE.read_text("utf-8").startswith(HEAD)


def test_what_is_published_is_what_was_played(tmp_path: Path) -> None:
    """Whole matches, and none that has not begun."""
    run_all(tmp_path, QUICK)
    assert [(match, len(each.blocks)) for match, each in gathered(tmp_path).items()] == [(f"quick/{HORN}", 3)]
    assert bars_page(gathered(tmp_path)).startswith(f"{HEAD}\n0 games"), "of bars, which this is not"
