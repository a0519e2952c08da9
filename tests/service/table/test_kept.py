"""The memory of tables is as large as it says, and no larger than it may be."""

from __future__ import annotations

import gc
import tracemalloc
from random import Random

import pytest

from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.table.kept import Kept, weight
from tests.kit.games import open_game, play_on


@pytest.mark.parametrize(("ruleset", "seats"), [("golden-horn", 2), ("troyes", 2), ("colonia", 4)])
async def test_a_table_s_weight_is_what_it_takes(context: Context, ruleset: str, seats: int) -> None:
    """Measured by the interpreter's own count of a hundred tables of one game, within a quarter."""
    plans = [SeatPlan(f"P{seat}", claim=True) for seat in range(seats)]
    opened, _ = await context.master.seating.create(Opening(ruleset, "", {}, plans))
    table = await play_on(context.master, opened.game, Random(3), most=20)
    log = await context.master.store.read(table.game)
    await context.master.tables.folded(table.game, log)
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    tables = [await context.master.tables.folded(table.game, log) for _ in range(100)]
    gc.collect()
    taken = (tracemalloc.get_traced_memory()[0] - before) / len(tables)
    tracemalloc.stop()
    assert 0.75 < weight(tables[0]) / taken < 1.33


async def test_what_was_used_longest_ago_goes_first(context: Context) -> None:
    """By bytes as by number; a newer table takes the place of the older one and not another's."""
    tables = [await context.master.table((await open_game(context.master))[0]) for _ in range(4)]
    one = max(map(weight, tables))
    for kept in (Kept(3, one * 100), Kept(100, one * 3)):
        for each in [*tables[:3], tables[0], tables[3]]:
            kept.put(each)
        assert [kept.get(each.game) is not None for each in tables] == [True, False, True, True]
        assert kept.weight == sum(weight(each) for each in tables if kept.get(each.game))
        for each in tables:
            kept.pop(each.game)
        assert (len(kept), kept.weight) == (0, 0)
