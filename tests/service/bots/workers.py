"""Workers of house bots as these tests run them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from podesta_service.bots.worker import Worker
from podesta_service.context import Context
from podesta_service.table.table import Table
from tests.kit.fixtures import MASTER_KEY

PATIENCE = 60.0


def worker_of(context: Context, processes: int = 2) -> Worker:
    """A worker on a process's store."""
    return Worker(context.master, context.master.store, context.settings, MASTER_KEY, processes)


async def reached(context: Context, game: str, holds: Callable[[Table], bool]) -> Table:
    """The first table of a game, from now on, for which something holds."""
    table = await context.master.table(game)
    async with asyncio.timeout(PATIENCE):
        follower = await context.master.feeds.follow(game, table.revision)
        try:
            while not holds(table):
                step = await follower.next()
                assert step is not None
                table = step.table
        finally:
            await follower.close()
    return table
