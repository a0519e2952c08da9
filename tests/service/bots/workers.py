"""Workers of house bots, and the games that they play, as these tests run and read them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random
from typing import Any

from podesta_engines import RULESETS
from podesta_engines.core.moves import Answered
from podesta_engines.game.verify import verify
from podesta_service.bots.worker import Worker
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.context import Context
from podesta_service.table.table import Table
from podesta_service.table.writer import Command
from tests.kit.fixtures import MASTER_KEY
from tests.kit.games import QUICK, command

PATIENCE = 60.0
SHORT: dict[str, dict[str, Any]] = {"golden-horn": QUICK}
"""Options of games that end soon, if a ruleset has them."""


def worker_of(context: Context, processes: int = 2) -> Worker:
    """A worker on a process's store."""
    return Worker(context.master, context.master.store, context.settings, MASTER_KEY, processes)


async def reached(context: Context, game: str, holds: Callable[[Table], bool]) -> Table:
    """The first table of a game, from now on, that satisfies a condition."""
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


@asynccontextmanager
async def working(context: Context, processes: int = 2) -> AsyncIterator[Worker]:
    """A worker for the time of a block."""
    worker, stop = worker_of(context, processes), asyncio.Event()
    running = asyncio.create_task(worker.run(stop))
    try:
        yield worker
    finally:
        stop.set()
        await running


def over(table: Table) -> bool:
    """Whether a game has ended."""
    return table.status == "ended"


async def check(context: Context, game: str) -> None:
    """Check that the game's record verifies."""
    verify(b"".join(line + b"\n" for line in await context.master.record(game)), RULESETS)


async def bot_game(context: Context, *bots: str, ruleset: str = "golden-horn") -> Table:
    """A game with a bot on every seat."""
    plans = [SeatPlan(bot=bot) for bot in bots]
    table, tokens = await context.master.seating.create(Opening(ruleset, "", SHORT.get(ruleset, {}), plans))
    assert not tokens
    return table


async def answered(context: Context, game: str) -> list[tuple[int, Answered]]:
    """Every answer of a game with its revision."""
    return [
        (step.revision, event)
        async for step in context.master.tables.steps(game, 0)
        for event in step.entry.events
        if type(event) is Answered
    ]


def asked(seat: int, since: int = 0) -> Callable[[Table], bool]:
    """Whether a seat is asked, at a revision after another."""
    return lambda table: table.revision > since and any(ask.seat == seat for ask in table.position.asks)


async def answer(context: Context, table: Table, seat: int, rnd: Random) -> Table:
    """A random answer of a seat that is asked."""
    ask = next(ask for ask in table.position.asks if ask.seat == seat)
    given = (ask.kind.name, ask.kind.words.slug(rnd.choice(ask.options)))
    step, _ = await context.master.answering.answer(Command(table.game, seat, table.revision, command()), [given])
    return step.table
