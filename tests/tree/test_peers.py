"""Podestà compared with other libraries: the findings of one run are in both tables, and come from nowhere else."""

import re
from datetime import date
from pathlib import Path

import pytest
from msgspec.structs import replace

from benchmarks.peers.running import Absent, Figure, NotInstalled, child, last_core, run
from benchmarks.peers.subjects import OWN, PEERS
from benchmarks.peers.tables import README, RESULTS, summary, times, whole, written
from podesta_engines import RULESETS

ROOT = Path(__file__).parents[2]
SLOW, FAST = Figure("Podestà", "", "troyes", [90.0, 100.0, 180.0]), Figure("Podestà", "", "golden-horn", [300.0])
PEER, GONE = Figure("Chess", "1.2", "a toy", [20.0, 10.0, 40.0]), Absent("Go", "there is no npm")
FOUND: list[Figure | Absent] = [SLOW, FAST, PEER, GONE]


def test_ratios_are_those_of_medians_from_the_slowest_game_to_the_fastest() -> None:
    """Without figures of our own there is no ratio."""
    assert times([SLOW, FAST], PEER) == "5.0 to 15 times"
    assert times([], PEER) == "not built"


def test_a_table_tells_what_was_measured_and_what_was_not() -> None:
    """The short table has ratios only; the long one has medians, their spread, and the libraries that were
    unavailable."""
    assert summary(FOUND).splitlines()[2:] == ["| Chess: a toy | 5.0 to 15 times | not built |"]
    told = whole(FOUND, date(2026, 11, 22))
    assert "| Chess 1.2 | a toy | 5.0 to 15 times | not built | 20 | 10 | 40 |" in told
    assert "Not measured: Go (there is no npm)." in told


def test_a_table_takes_the_place_of_the_last_one() -> None:
    """Once only; a page without a place for it is refused."""
    page = f"before\n{(ROOT / README).read_text()}"
    once = written(page, "| new |")
    assert once.startswith("before\n")
    assert once.count("| new |") == 1
    assert written(once, "| newer |") == written(page, "| newer |")
    with pytest.raises(ValueError, match="there has to be one"):
        written("a page", "| new |")


def test_both_tables_are_of_one_run() -> None:
    """Every ratio in the README is in RESULTS, next to a library that is still measured."""
    results = (ROOT / RESULTS).read_text()
    wanted = r"^\| ([^|:]+): ([^|]+) \| ([\d.]+ to [\d.,]+ times) \|"
    rows = re.findall(wanted, (ROOT / README).read_text(), re.MULTILINE)
    assert rows
    for library, game, ratio in rows:
        assert re.search(rf"^\| {re.escape(library)} \S+ \| {re.escape(game)} \| {ratio} \|", results, re.MULTILINE)
        assert (library, game) in [(peer.library, each) for peer in PEERS for each in peer.games.values()]


def test_our_own_games_are_played() -> None:
    """Each runs in a process of its own, which starts playing on command."""
    assert [*OWN.games] == [ruleset.id for ruleset in RULESETS.all()]
    one = replace(OWN, games={"golden-horn": "golden-horn"})
    found = [each for each in run(peers=[], own=[one], rounds=2, seconds=0.001) if isinstance(each, Figure)]
    assert found[0].game == "golden-horn"
    assert all(len(each.rates) == 2 and each.middle > 0 for each in found)


def test_a_library_that_is_not_there_is_told(tmp_path: Path) -> None:
    """Its process ends, and the run does not wait for it."""
    catanatron = next(peer for peer in PEERS if peer.name == "catanatron")
    with child(catanatron, "catan", tmp_path, last_core()) as begun, pytest.raises(NotInstalled):
        begun.wait()
