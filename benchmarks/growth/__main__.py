"""What grows: `python -m benchmarks.growth [games]` (about three minutes with 5,000 games; the goal is 20,000).

A move early and late in a game, among few games and many; a start on an empty store and on a full one, and the first
look at a long game after it; the memory of games and streams, and what moves leave behind. The run writes its table
into `benchmarks/RESULTS.md`; `--dry` only prints it, and `--short` plays briefly in few games.

`python -m benchmarks.growth sites [--measure]` simulates sites of 10,000, 100,000 and a million running games from
measured costs and writes its tables into docs/scaling.md; `sites capacity` measures the cost of one move, game and
bot's turn.

`python -m benchmarks.growth archive [games] [--erase GAMES]` archives games in a memory control group.

`python -m benchmarks.growth told [games]` counts statistics of 100,000 games and prints the cost (ten minutes).
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from statistics import linear_regression
from time import perf_counter

import grpc
from msgspec import Struct

from benchmarks.helping import offer_help
from benchmarks.peers.tables import RESULTS, written
from benchmarks.wire.calls import SETTINGS, Games
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta_engines import RULESETS
from podesta_eventstore import EmbeddedServer, open_store
from podesta_service.model import LISTS
from podesta_service.settings import read_key
from tests.kit.process import ServiceProcess, running_service

from .archiving import main as archiving
from .inside import KEY, by_length, first_look, master, played
from .outside import TO_A_CHANNEL, MemoryUse, flat, held
from .sites.simulating import main as sites
from .told import MANY
from .told import main as told
from .turns import FEW, by_number

BEGIN = "<!-- written by python -m benchmarks.growth -->"
GAMES = 5_000
STREAMS, SECONDS = 300, 60.0


class GrowthFigures(Struct):
    """All measurements: seconds and bytes."""

    lengths: tuple[float, float]
    numbers: tuple[float, float]
    """Seconds of a move among few games, and the factor by which one among many takes longer."""
    size: int
    entries: int
    first: float
    start: float
    start_full: float
    held: MemoryUse
    moves: int
    left: float
    """Bytes that a move leaves behind, measured in the later half."""
    grown: float
    """The growth of the process in the later half, as a fraction."""


async def inside(folder: Path, count: int, found: dict[str, object]) -> None:
    """The costs of a game master in this process, on a store that is left unchanged for `outside`."""
    url = f"unix://{folder}/valkey.sock"
    async with master(url, folder) as made:
        found["lengths"] = await by_length(made)
        longest = await played(made)
    found["size"], found["numbers"] = count, await asyncio.to_thread(by_number, url, folder, count)
    async with master(url, folder) as made:
        found["entries"], found["first"] = longest.revision, await first_look(made, longest.game)


def started(folder: Path, url: str) -> float:
    """Seconds until a process on a store reports that it serves."""
    began = perf_counter()
    with running_service(folder, **({"STORE_URL": url, "MASTER_KEY": KEY.hex()} if url else {})):
        return perf_counter() - began


async def holding(folder: Path, service: ServiceProcess, found: dict[str, object], _seconds: float) -> None:
    """The memory of a process that keeps every game."""
    async with await open_store(f"unix://{folder}/valkey.sock", folder, lists=LISTS) as store:
        found["held"] = await held(service, store, STREAMS)


async def moving(folder: Path, service: ServiceProcess, found: dict[str, object], seconds: float) -> None:
    """What moves leave behind in a process with small caches that soon are full."""
    key, names = read_key((folder / "master.key").read_text()), [ruleset.id for ruleset in RULESETS.all()]
    async with (
        await open_store(f"unix://{folder}/valkey.sock", folder, lists=LISTS) as store,
        grpc.aio.insecure_channel(service.grpc) as channel,
    ):
        seen = await flat(service, Games(GameMasterStub(channel), store, key, names), seconds)
    later = seen[len(seen) // 2 :]
    slope, _ = linear_regression([moves for moves, *_ in later], [size for _, size, _ in later])
    found |= {"moves": seen[-1][0], "left": slope, "grown": later[-1][1] / later[0][1] - 1}


def measured(count: int, seconds: float) -> GrowthFigures:
    """Run everything; moves are made for the given seconds."""
    found: dict[str, object] = {}
    with tempfile.TemporaryDirectory() as name:
        store = EmbeddedServer(Path(name))
        store.start()
        try:
            asyncio.run(inside(Path(name).resolve(), count, found))
            found["start_full"] = started(Path(name) / "full", store.url)
        finally:
            store.stop()
    with tempfile.TemporaryDirectory() as name:
        found["start"] = started(Path(name), "")
    for measure, settings in ((holding, {}), (moving, {"CACHED_GAMES": "100"})):
        with tempfile.TemporaryDirectory() as name, running_service(Path(name), **SETTINGS, **settings) as service:
            asyncio.run(measure(Path(name).resolve(), service, found, seconds))
    return GrowthFigures(**found)  # type: ignore[arg-type]


def table(found: GrowthFigures, today: date, load: float) -> str:
    """The figures with their goals."""
    early, late = found.lengths
    first, ratio = found.numbers
    rows = [
        ("CPU of a move late in a game over that of an early one", f"{late / early:.2f}", "0.90 to 1.10"),
        (f"CPU of a move among {found.size:,} games over {FEW}", f"{ratio:.2f}", "0.90 to 1.10"),
        ("that of an early move; of one among few games", f"{early * 1e6:.0f}, {first * 1e6:.0f} µs", ""),
        ("until an empty store is served", f"{found.start:.2f} s", "1 s"),
        (f"until a store of {found.size:,} games is", f"{found.start_full:.2f} s", "1 s"),
        (f"first look after a restart at a game of {found.entries} entries", _looks(found, found.entries), ""),
        ("the same for 500 entries, by proportion", _looks(found, 500), "10 ms"),
        (
            "a running game in memory; in the store",
            f"{found.held.live / 1024:.1f}, {found.held.stored / 1024:.1f} KB",
            "",
        ),
        ("an idle stream of a game that is followed, over REST", f"{found.held.stream / 1024:.1f} KB", "20 KB"),
        (f"the same over gRPC, {TO_A_CHANNEL} on a connection", f"{found.held.watch / 1024:.1f} KB", "20 KB"),
        ("the first follower of a game", f"{found.held.follower / 1024:.1f} KB", ""),
        (f"growth in the later half of {found.moves:,} moves", f"{found.grown:+.1%}", "2 %"),
        ("what a move left behind there, a million of them", f"{found.left:.0f} bytes, {found.left:.0f} MB", ""),
    ]
    lines = [f"{today}, {os.cpu_count()} cores, load {load:.1f}.", "", "| what | measured | goal |", "|---|---|---|"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


def _looks(found: GrowthFigures, entries: int) -> str:
    """Seconds of a first look at a game with many entries."""
    return f"{1e3 * found.first * entries / found.entries:.1f} ms"


def main(given: Sequence[str] = ()) -> None:
    """Measure, print, write."""
    if "archive" in given[:1]:
        archiving(given[1:])
        return
    if "sites" in given:
        sites(given)
        return
    if "told" in given:
        told(next((int(word) for word in given if word.isdecimal()), MANY))
        return
    short = "--short" in given
    count = next((int(word) for word in given if word.isdecimal()), 200 if short else GAMES)
    shown = table(measured(count, 1.0 if short else SECONDS), datetime.now(UTC).date(), os.getloadavg()[1])
    print(shown)
    if not short and "--dry" not in given:
        RESULTS.write_text(written(RESULTS.read_text(), shown, BEGIN))


if __name__ == "__main__":
    offer_help(__doc__)
    main(sys.argv[1:])
