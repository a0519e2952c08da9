"""The cost of a move and a start by the amount of data: a game master in this process, on a private Valkey.

All figures are seconds of this process's CPU, medians, so that the store's fsync and other work on the machine are not
included. Windows and sizes are interleaved where possible: compare only figures of one run.
"""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from statistics import median
from time import process_time
from uuid import uuid4

from podesta_engines import RULESETS
from podesta_eventstore import open_store
from podesta_service.commands.seating import Opening, SeatPlan
from podesta_service.master import Master
from podesta_service.model import LISTS
from podesta_service.settings import Settings
from podesta_service.table.table import Table
from podesta_service.table.writer import Command

KEY = bytes(32)
EARLY, LATE = (10, 60), (130, 180)
"""Revisions that are compared; random games of four in Golden Horn last for 200 to 280."""
GAMES = 8
RULESET = "golden-horn"
MOST = 20_000
"""Maximum number of games in memory: no more than a process keeps by default."""


@asynccontextmanager
async def master(url: str, folder: Path) -> AsyncIterator[Master]:
    """A game master that has just started, on a store that may contain games."""
    settings = Settings(master_key=KEY.hex(), cached_games=MOST, cached_megabytes=1_024)
    async with await open_store(url, folder, lists=LISTS) as store:
        made = Master(store, settings, KEY)
        await made.level.join()
        yield made
        await made.level.leave()


async def open_games(made: Master, count: int, ruleset: str = RULESET) -> list[Table]:
    """Games with all their seats taken, as many seats as the ruleset allows."""
    seats = [SeatPlan(f"P{seat}", claim=True) for seat in range(max(RULESETS.named(ruleset).seats))]
    return [(await made.seating.create(Opening(ruleset, "", {}, seats)))[0] for _ in range(count)]


async def move(made: Master, table: Table, rnd: Random) -> tuple[Table, float]:
    """A random answer of the seat with the question; returns the table after it, and seconds of CPU."""
    ask = table.position.asks[0]
    answers = [(ask.kind.name, ask.kind.words.slug(rnd.choice(ask.options)))]
    began = process_time()
    step, _ = await made.answering.answer(Command(table.game, ask.seat, table.revision, uuid4().hex), answers)
    return step.table, process_time() - began


async def by_length(made: Master) -> tuple[float, float]:
    """Seconds of a move early in games and late in the same games."""
    rnd, early, late = Random(1), list[float](), list[float]()
    for table in await open_games(made, GAMES):
        gc.collect()
        while table.position.asks and table.revision < LATE[1]:
            table, taken = await move(made, table, rnd)
            early += [taken] if EARLY[0] <= table.revision < EARLY[1] else []
            late += [taken] if LATE[0] <= table.revision < LATE[1] else []
    return median(early), median(late)


async def played(made: Master) -> Table:
    """The longest of a few random games: Colonia of six lasts longest."""
    rnd, longest = Random(3), None
    for table in await open_games(made, 2, "colonia"):
        while table.position.asks:
            table, _ = await move(made, table, rnd)
        longest = table if longest is None or table.revision > longest.revision else longest
    assert longest is not None
    return longest


async def first_look(made: Master, game: str) -> float:
    """Seconds until a process that has not seen a game before has its newest table."""
    began = process_time()
    await made.table(game)
    return process_time() - began
