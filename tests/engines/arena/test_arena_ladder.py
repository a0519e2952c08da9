"""The ladder goes on from where it was, keeps builds apart, and its page says what was played and what was not."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.ladder.page import PAGE, ladder_page
from benchmarks.ladder.playing import RESULTS, Ladder, agree, all_rungs, plan
from podesta_engines import RULESETS
from podesta_engines.arena.book import Book, OtherPlan
from podesta_engines.arena.match import Task, play_block

HORN = "golden-horn"


def play_one(folder: Path) -> Task:
    """Play the block that is next at two players, in a folder of results."""
    with Book(folder / HORN, plan(HORN)) as book:
        ladder = Ladder({HORN: book}, [(HORN, 2)])
        task = ladder.next()
        ladder.add(task, play_block(task))
    return task


def test_a_ladder_goes_on(tmp_path: Path) -> None:
    """A block that was played is not played again; one of the deal after it is next."""
    agree(tmp_path)
    first = play_one(tmp_path)
    with Book(tmp_path / HORN, plan(HORN)) as book:
        following = Ladder({HORN: book}, [(HORN, 2)]).next()
    assert [first.players[who] for who in first.line_up] == ["random", "greedy"]
    assert (first.deal, following.deal) == (0, 1)


def test_time_goes_to_whoever_had_least(tmp_path: Path) -> None:
    """Every number of players has its turn, those that were begun after those that were not."""
    with Book(tmp_path / HORN, plan(HORN)) as book:
        ladder = Ladder({HORN: book}, all_rungs([HORN]))
        assert [ladder.next().seats for _ in range(4)] == [2, 3, 4, 2]
    assert all_rungs([HORN, "colonia"], fewest=True) == [(HORN, 2), ("colonia", 3)]


def test_builds_are_kept_apart(tmp_path: Path) -> None:
    """Compiled engines think more in the same time, so that their blocks are of another ladder."""
    agree(tmp_path)
    agree(tmp_path)
    (tmp_path / "build.txt").write_text("another\n")
    with pytest.raises(OtherPlan, match="is of another build"):
        agree(tmp_path)


def test_the_page_says_what_was_played(tmp_path: Path) -> None:
    """And what was not; before anything was played it has nothing to say."""
    assert ladder_page(tmp_path).count("Nothing was run.") == len(RULESETS.all())
    agree(tmp_path)
    play_one(tmp_path)
    with (tmp_path / HORN / "blocks.jsonl").open("a") as file:
        file.write('{"seats":2,"de')  # a process was killed here
    page = ladder_page(tmp_path)
    assert "Measured: 2 games in 1 blocks" in page
    assert "Golden Horn with 3 or 4 players" in page
    assert "2 games; 1 of 10 line-ups have met." in page
    assert "| `search:40ms` |  |  |  | 0 | 0 |  |" in page


def test_the_published_page_is_made_of_the_published_results() -> None:
    """`python -m benchmarks.ladder` writes it."""
    assert PAGE.read_text("utf-8") == ladder_page(RESULTS)
