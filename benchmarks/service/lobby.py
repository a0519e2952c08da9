"""How long a page of the lobby and a census take, by number of games: `python -m benchmarks.service.lobby 50000`."""

from __future__ import annotations

import asyncio
import secrets
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from benchmarks.helping import offer_help
from podesta_engines import RULESETS
from podesta_eventstore import EmbeddedServer, EventStore, open_store
from podesta_service.chores.census import Census
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.master import Master
from podesta_service.model import LISTS
from podesta_service.settings import Settings
from podesta_service.table.writer import Command
from podesta_service.telemetry.metrics import Metrics
from podesta_service.views.summaries import Wanted

GAMES = 50_000
_AT_ONCE = 64
_ROUNDS = 40


async def measure(games: int, folder: Path) -> None:
    """Open so many games of all rulesets, and time what lists them; the pages are checked to be whole."""
    server = EmbeddedServer(folder / "store")
    server.start()
    try:
        async with await open_store(server.url, folder, lists=LISTS) as store:
            metrics = Metrics()
            master = Master(store, Settings(data_dir=str(folder)), secrets.token_bytes(32), metrics=metrics)
            await master.level.join()
            await _fill(master, games)
            await _tell(master, store, metrics, games)
    finally:
        server.stop()


async def _fill(master: Master, games: int) -> None:
    """Running games, two of three with a move or two."""
    rulesets = [ruleset.id for ruleset in RULESETS.all()]

    async def open_one(number: int) -> None:
        plans = [SeatPlan("Ada", claim=True), SeatPlan("Bice", claim=True), SeatPlan("Carla", claim=True)]
        table, _ = await master.seating.create(Opening(rulesets[number % len(rulesets)], "", {}, plans))
        for _ in range(number % 3):
            ask = next(iter(table.position.asks))
            answers = [(ask.kind.name, ask.kind.words.slug(ask.options[0]))]
            table = (await master.answering.answer(_command(table.game, ask.seat, table.revision), answers))[0].table

    for begin in range(0, games, _AT_ONCE):
        await asyncio.gather(*map(open_one, range(begin, min(games, begin + _AT_ONCE))))


def _command(game: str, seat: int, revision: int) -> Command:
    return Command(game, seat, revision, secrets.token_hex(16))


async def _tell(master: Master, store: EventStore, metrics: Metrics, games: int) -> None:
    cursor = ""

    async def newest() -> None:
        nonlocal cursor
        found, cursor = await master.lobby.games(Wanted(), "", 50)
        assert len(found) == min(50, games), len(found)

    async def next_page() -> None:
        found, _ = await master.lobby.games(Wanted(), cursor, 50)
        assert len(found) == 50, len(found)

    async def of_a_ruleset() -> None:
        found, _ = await master.lobby.games(Wanted("troyes", "running"), "", 50)
        assert {each.ruleset for each in found} == {"troyes"}

    print(f"{games:,} running games, pages of 50")
    for title, what in {"newest": newest, "next": next_page, "newest of a ruleset": of_a_ruleset}.items():
        print(f"  {title:22} {await _median(what):6.2f} ms")
    print(f"  {'census':22} {await _median(Census(store, metrics).count):6.2f} ms")


async def _median(what: Callable[[], Awaitable[None]]) -> float:
    await what()
    took = []
    for _ in range(_ROUNDS):
        began = time.perf_counter()
        await what()
        took.append(1000 * (time.perf_counter() - began))
    return statistics.median(took)


def main() -> None:
    """Measure with as many games as the command says."""
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES, Path(folder)))


if __name__ == "__main__":
    offer_help(__doc__)
    main()
