"""The arithmetic of docs/scaling.md."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

from benchmarks.drill.rows import Kept, Row
from benchmarks.service.capacity import Costs, plan
from benchmarks.shards.__main__ import Cost

COSTS = Costs(0.002, 0.0003, 200, 9_000, 8_000, 0.005, 280)


def test_what_many_games_need_follows_from_what_one_costs() -> None:
    """29,000 games make a thousand moves a second: two cores of service at 60 %, and a spare; a store at 30 %."""
    found = plan(COSTS, 29_000)
    assert (found.moves, found.pods, found.shards) == (1000, 5, 1)
    assert round(found.store_busy, 3) == 0.3
    assert [round(each, 2) for each in (found.memory, found.disk, found.logs)] == [0.35, 17.28, 72.58]


def test_a_store_is_divided_by_what_it_lacks_first() -> None:
    """By its thread, or by its memory; a service has two pods at least."""
    assert plan(COSTS, 290_000).shards == 5
    assert plan(replace(COSTS, move_store=1e-9), 290_000, memory_of_a_server=1e9).shards == 3
    assert plan(COSTS, 1).pods == 2


def test_a_cluster_is_as_full_as_its_busiest_server() -> None:
    """0.3 ms a move leave 2,000 moves a second at 60 %; a game moves every 29 s."""
    assert round(Cost(whole=0.0009, busiest=0.0003).games) == 58_000


def test_a_drill_that_is_interrupted_goes_on(tmp_path: Path) -> None:
    """Its rows are read again as they were, until it has ended."""
    row = Row("kill -9", 1.5, 100, Counter({"503 store-unavailable": 2}), 2, ["up is 0 after 1 s"])
    Kept(tmp_path / "kept.json").add(row)
    again = Kept(tmp_path / "kept.json")
    assert again.rows == [row]
    assert str(again.rows[0]) == "| kill -9 | 100 | 2 503 store-unavailable | 2 | up is 0 after 1 s |"
    again.finish()
    assert Kept(tmp_path / "kept.json").rows == []
