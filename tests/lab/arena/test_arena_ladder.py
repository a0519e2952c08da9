"""The ladder resumes, keeps builds apart, and its page shows the matches played and those missing.

Searches tuned by their names are players of the arena only.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from lab.ladder.page import HEAD, PAGE, ladder_page
from lab.ladder.playing import Ladder, all_rungs, plan
from lab.results import agree, gathered
from podesta_engines import RULESETS
from podesta_engines.core.position import Position
from podesta_engines.play.house import has_bot
from podesta_engines.play.search import Tuning, search
from podesta_lab.arena.match import Task, match, play_block
from podesta_lab.arena.match_folder import MatchFolder, PlanMismatch
from podesta_lab.arena.players import NoSuchPlayer, player
from podesta_lab.arena.tunings import tuned
from tests.kit.walks import Table, walk

HORN = "golden-horn"


def play_one(folder: Path) -> Task:
    """Play the next block at two players, in a folder of results."""
    with MatchFolder(folder / HORN, plan(HORN)) as match:
        ladder = Ladder({HORN: match}, [(HORN, 2)])
        task = ladder.next()
        ladder.add(task, play_block(task))
    return task


def test_a_ladder_goes_on(tmp_path: Path) -> None:
    """A block that was played is not played again; one of the next deal follows."""
    agree(tmp_path)
    first = play_one(tmp_path)
    with MatchFolder(tmp_path / HORN, plan(HORN)) as match:
        following = Ladder({HORN: match}, [(HORN, 2)]).next()
    assert [first.players[who] for who in first.line_up] == ["random", "greedy"]
    assert (first.deal, following.deal) == (0, 1)


def test_time_goes_to_whoever_had_least(tmp_path: Path) -> None:
    """Every number of players has its turn, those that were begun after those that were not."""
    with MatchFolder(tmp_path / HORN, plan(HORN)) as match:
        ladder = Ladder({HORN: match}, all_rungs([HORN]))
        assert [ladder.next().seats for _ in range(4)] == [2, 3, 4, 2]
    assert all_rungs([HORN, "colonia"], fewest=True) == [(HORN, 2), ("colonia", 3)]


def test_builds_are_kept_apart(tmp_path: Path) -> None:
    """Compiled engines think more in the same time, so their blocks belong to another ladder."""
    agree(tmp_path)
    agree(tmp_path)
    (tmp_path / "build.txt").write_text("another\n")
    with pytest.raises(PlanMismatch, match="is of another build"):
        agree(tmp_path)


def test_the_page_says_what_was_played(tmp_path: Path) -> None:
    """And those missing; before the first match it has nothing to show."""
    assert ladder_page({}).count("Nothing was run.") == len(RULESETS.all())
    agree(tmp_path)
    play_one(tmp_path)
    with (tmp_path / HORN / "blocks.jsonl").open("a") as file:
        file.write('{"seats":2,"de')  # a process was killed here
    page = ladder_page(gathered(tmp_path))
    assert "Measured: 2 games in 1 blocks" in page
    assert "Golden Horn with 3 or 4 players" in page
    assert "2 games; 1 of 10 line-ups have met." in page
    assert "| `search:40ms` |  |  |  | 0 | 0 |  |" in page


def test_the_published_page_is_explained_as_the_next_one_will_be() -> None:
    """Its tables are what was played; `python -m lab.ladder --publish` writes it."""
    assert PAGE.read_text("utf-8").startswith(HEAD)


GOLDEN_HORN = RULESETS.named("golden-horn")


def asked(seed: int) -> Position:
    """A position at which a seat has options."""
    return next(p.clone() for p in walk(Table(GOLDEN_HORN, 2), seed) if p.asks and len(p.asks[0].options) > 3)


@pytest.mark.parametrize(
    ("name", "tuning"),
    [
        ("search:9:horizon=0", Tuning(iterations=9, horizon=0)),
        ("search:iterations=9,horizon=3,doubt=0.5", Tuning(iterations=9, horizon=3, doubt=0.5)),
        ("search:9:policy=random,explore=2,widen=0", Tuning(iterations=9, policy="random", explore=2, widen=0)),
    ],
)
def test_a_name_tunes_a_search(name: str, tuning: Tuning) -> None:
    """It plays like a search with that tuning, whatever the seed."""
    bot = player(GOLDEN_HORN, name)
    for seed in range(12):
        p = asked(seed)
        seat = p.asks[0].seat
        assert bot(p, seat, Random(seed)) == search(p, seat, Random(seed), tuning)


def test_tuned_searches_play_matches() -> None:
    """Against one that is not tuned; the time in a name is kept."""
    (block,) = match(GOLDEN_HORN, ["search:1ms:horizon=0", "search:3"], [0])
    assert all(sum(game.played.moves) > 10 for game in block.games)


@pytest.mark.parametrize(
    "name",
    [
        "search:40ms:horizon=-1",
        "search:40ms:horizon=1.5",
        "search:40ms:horizon=",
        "search:40ms:doubt=nan",
        "search:40ms:doubts=1",
        "search:40ms:policy=best",
        "search:40ms:margin=0",
        "search:40ms:horizon=1,",
        "search:0ms:horizon=1",
        "greedy:horizon=1",
        "strong:horizon=0",
        "expert:horizon=0",
        "expert:options=-1",
        ":horizon=0",
    ],
)
def test_what_is_no_tuning_is_refused(name: str) -> None:
    """Unknown fields, values that a field does not take, unknown searches."""
    with pytest.raises(NoSuchPlayer):
        player(GOLDEN_HORN, name)


def test_no_service_seats_them() -> None:
    """House bots keep their names, in logs too."""
    assert not has_bot(GOLDEN_HORN, "search:9:horizon=0")
    assert tuned(GOLDEN_HORN, "search:9") is None
