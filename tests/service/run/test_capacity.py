"""The arithmetic of docs/scaling.md."""

from __future__ import annotations

from dataclasses import replace

from benchmarks.growth.sites.capacity import Costs, plan

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
