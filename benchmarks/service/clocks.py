"""Clocks: how late deadlines are handled, and what a clock costs a move: `python -m benchmarks.service.clocks`.

10,000 running games, each with a clock of its own, on a private Valkey with `appendfsync always`; nobody is connected.
A deadline counts as handled when its entry is on disk. The goal is a p99 of at most 250 ms after it.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import time
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory

import uvloop

from podesta_engines.game.format.terms import Clock
from podesta_service.chores.steward import Chore
from podesta_service.chores.timekeeping import Timekeeping
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.master import Master
from podesta_service.run.archive import open_games
from podesta_service.run.serve import _GARBAGE
from podesta_service.settings import Settings
from podesta_service.table.table import Table
from podesta_service.table.writer import Command

RULES = ("golden-horn", "notre-dame", "pillars-of-the-earth", "troyes")
SEATS = [SeatPlan("A", claim=True), SeatPlan("B", claim=True)]
GOAL = 250
"""Milliseconds."""


class Watched:
    """Timekeeping that notes how late it was, in milliseconds."""

    def __init__(self, chore: Chore) -> None:
        self._chore, self.next = chore, chore.next
        self.late: list[int] = []

    async def act(self, table: Table) -> Table | None:
        """As ever."""
        due = table.times.next if table.times else None
        newer = await self._chore.act(table)
        if newer is not None and due:
            self.late.append(int(time.time() * 1000) - due[0])
        return newer


async def deadlines(master: Master, games: int, seconds: int) -> None:
    """Open games over about as many seconds as a clock has, and let every clock run out once and more."""
    first = next(index for index, chore in enumerate(master.steward.chores) if isinstance(chore, Timekeeping))
    watched = master.steward.chores[first] = Watched(master.steward.chores[first])
    clock, gate = Clock("move", seconds), asyncio.Semaphore(32)

    async def opened(number: int) -> None:
        async with gate:
            await master.seating.create(Opening(RULES[number % len(RULES)], "", {}, SEATS, clock=clock))

    started = time.perf_counter()
    master.steward.start()
    async with asyncio.TaskGroup() as tasks:
        for number in range(games):
            tasks.create_task(opened(number))
            await asyncio.sleep(max(0.0, started + number * seconds / games - time.perf_counter()))
    print(f"{games:,} games opened in {time.perf_counter() - started:.0f} s")
    watched.late.clear()
    before = time.process_time()
    await asyncio.sleep(seconds)
    busy = (time.process_time() - before) / seconds
    await master.steward.stop()
    late = watched.late
    cut = quantiles(late, n=1000)
    print(
        f"{len(late):,} deadlines in {seconds} s, {100 * busy:.0f} % of a core: p50 {median(late):.0f} ms, "
        f"p99 {cut[989]:.0f} ms (goal {GOAL}), p99.9 {cut[998]:.0f} ms, at most {max(late)} ms"
    )


async def moves(master: Master, number: int) -> None:
    """The same moves in games with and without a clock, by turns."""
    clocks = {"none": None, "bank of ten minutes": Clock("bank", 600, 5), "move in ten seconds": Clock("move", 10)}
    rnd, tables = Random(5), dict[str, Table]()
    took: dict[str, list[float]] = {name: [] for name in clocks}
    for index in range(number):
        for name, clock in clocks.items():
            table = tables.get(name)
            if table is None or table.status == "ended":
                table, _ = await master.seating.create(Opening("troyes", "", {}, SEATS, clock=clock))
            ask = rnd.choice(list(table.position.asks))
            answer = (ask.kind.name, ask.kind.words.slug(rnd.choice(ask.options)))
            started = time.perf_counter()
            step, _ = await master.answering.answer(
                Command(table.game, ask.seat, table.revision, f"move-{name[:4]}-{index:08}"), [answer]
            )
            took[name].append(time.perf_counter() - started)
            tables[name] = step.table
    for name, each in took.items():
        print(f"a move, clock {name}: p50 {median(each) * 1e6:,.0f} µs, p90 {quantiles(each, n=10)[8] * 1e6:,.0f} µs")


async def measure(games: int, seconds: int, number: int) -> None:
    """Both parts on one store, and garbage collected as seldom as in `podesta serve`."""
    gc.freeze()
    gc.set_threshold(*_GARBAGE)
    with TemporaryDirectory(prefix="podesta-bench-") as folder:
        settings = Settings(data_dir=folder)
        async with await open_games(settings) as store:
            await moves(Master(store, settings, bytes(32)), number)
            await deadlines(Master(store, settings, bytes(32)), games, seconds)


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seconds", type=int, default=120, help="of every clock, and of the measurement")
    parser.add_argument("--moves", type=int, default=1_000)
    given = parser.parse_args()
    uvloop.run(measure(given.games, given.seconds, given.moves))


if __name__ == "__main__":
    main()
