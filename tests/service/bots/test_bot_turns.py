"""The order in which bots are played: people's games before games of bots alone, owners in turn."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable

from podesta_engines.core.decide import Answer
from podesta_engines.game.events import Seated
from podesta_service.bots.thinking import task, think
from podesta_service.chores.house_bots import BOTS, PEOPLE, asked_bots
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.table.table import Table
from tests.kit.fixtures import NewContext
from tests.kit.games import QUICK
from tests.service.bots.workers import PATIENCE, reached, worker_of

GREEDY = Opening("golden-horn", "", QUICK | {"start_seat": 1}, [SeatPlan("Ada", claim=True), SeatPlan(bot="greedy")])
SEARCHES = Opening("golden-horn", "", QUICK, [SeatPlan(bot="search")] * 2)


async def drained(context: Context) -> None:
    """Remove the work of other tests from the work stream."""
    store = context.master.store
    while found := [*await store.take_work("broom", 100, 0), *await store.steal_work("broom", 0, 100)]:
        await store.finish_work([work.id for work in found])


async def opened(context: Context, wanted: Opening, owner: str) -> Table:
    """A game of an owner, after the call of its first bot."""
    table, _ = await context.master.seating.create(wanted, counts_for=owner)
    await until(lambda: context.master.bots.called_at(table.game) == table.revision)
    return table


async def until(holds: Callable[[], object]) -> None:
    """Return once a condition holds."""
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110 - no event to wait for
            await asyncio.sleep(0.001)


async def test_who_waits_for_a_bot_is_served_next(new_context: NewContext) -> None:
    """One thinker, three games of searching bots of another owner: a person's greedy bot has to wait for one thought
    only."""
    context = await new_context(bot_seconds=0.1)
    await drained(context)
    worker, stop, thinking, go_on = worker_of(context, 1), asyncio.Event(), asyncio.Event(), asyncio.Event()
    served: list[str] = []

    async def decide(table: Table, bot: Seated) -> Answer:
        thinking.set()
        await go_on.wait()
        served.append(table.game)
        return think(task(table.position, bot.seat, "random", 1, 1.0, 1.0))

    worker._decide = decide  # type: ignore[method-assign]
    for _ in range(3):
        await opened(context, SEARCHES, "another")
    running = asyncio.create_task(worker.run(stop))
    try:
        async with asyncio.timeout(PATIENCE):
            await thinking.wait()
            table = await opened(context, GREEDY, "somebody")
            go_on.set()
            await reached(context, table.game, lambda now: not asked_bots(now))
    finally:
        stop.set()
        await running
    assert served.index(table.game) <= 1


async def test_lanes_and_owners_of_games(new_context: NewContext) -> None:
    """The work item names the lane of its game; another process learns its owner from the store."""
    one, two = [await new_context(bot_seconds=0.1) for _ in range(2)]
    await drained(one)
    games = {(await opened(one, wanted, "me")).game: lane for wanted, lane in ((SEARCHES, BOTS), (GREEDY, PEOPLE))}
    taken = await one.master.store.take_work("w", 9, 0)
    assert {each.data.decode(): each.lane for each in taken} == games
    assert [await two.master.bots.owners.of(game) for game in games] == ["me", "me"]
    unowned = (await opened(one, SEARCHES, "")).game
    assert await two.master.bots.owners.of(unowned) == unowned
    await drained(one)


async def test_a_worker_keeps_a_thinker_for_people(new_context: NewContext) -> None:
    """Of two thinkers, games that only bots play get one; a person's game gets the other at once."""
    context = await new_context(bot_seconds=0.1)
    await drained(context)
    worker, stop, go_on = worker_of(context, 2), asyncio.Event(), asyncio.Event()
    begun: Counter[bool] = Counter()

    async def decide(table: Table, bot: Seated) -> Answer:
        begun[all(holder and holder.bot for holder in table.holders)] += 1
        await go_on.wait()
        return think(task(table.position, bot.seat, "random", 1, 1.0, 1.0))

    worker._decide = decide  # type: ignore[method-assign]
    for _ in range(3):
        await opened(context, SEARCHES, "another")
    running = asyncio.create_task(worker.run(stop))
    try:
        await until(lambda: begun[True])
        await opened(context, GREEDY, "somebody")
        await until(lambda: begun[False])
        assert begun == {True: 1, False: 1}
    finally:
        stop.set()
        go_on.set()
        await running
