"""The cost of the archive job: `python -m benchmarks.growth archive [games] [--erase GAMES] [--folder FOLDER]`.

A store on the loopback is filled with small games that ended a month ago, or earlier. `podesta archive` then moves all
of them out, and erases some, each run in a memory control group of 256 MiB if this machine allows it. A million games
take 6 GB of the store's memory and half an hour.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter, sleep, time
from typing import NamedTuple

from benchmarks.hostile.cage import caged
from podesta_engines.game.events import decode_entry, encode_entry
from podesta_eventstore import Card, open_store
from podesta_eventstore.naming import dated
from podesta_eventstore.streams import keys
from podesta_service.commands.plans import Opening, SeatPlan
from podesta_service.master import Master
from podesta_service.model import LISTS
from podesta_service.randomness import Keys
from podesta_service.settings import Settings
from podesta_service.table.cards import sealed as sealed_card
from podesta_service.table.seals import BEGINNING, put
from podesta_service.table.writer import Command
from tests.eventstore.servers import Server

from .inside import KEY

GAMES, ERASED = 20_000, 50
LIMIT = 256 << 20
TWO_MONTHS = 60 * 86_400
AT_ONCE = 500
"""Games that are written in one pipeline."""
HOURS = 720
"""Hours in which the games were opened, a month's."""
LOOK = 0.1
"""Seconds between two checks of a process's memory."""
LETTERS = "abcdefghijklmnopqrstuvwxyz234567"


class Ended(NamedTuple):
    """A stored game, without seals: its entries, and its card."""

    entries: list[bytes]
    card: Card


class Run(NamedTuple):
    """A run of the job: games, seconds, the peak memory in bytes, and in words, how it was limited."""

    games: int
    seconds: float
    peak: int
    how: str

    def told(self, what: str) -> str:
        """The run as a line."""
        rate = f"{self.games:,} games in {self.seconds:,.1f} s, at most {self.peak / 1e6:,.0f} MB"
        return f"{what}: {rate} ({self.how} of {LIMIT >> 20} MiB)"


async def small_game(url: str) -> Ended:
    """A game in which one seat resigns as soon as it is opened."""
    async with await open_store(url, Path(), lists=LISTS) as store:
        master = Master(store, Settings(master_key=KEY.hex(), store_url=url), KEY)
        plans = [SeatPlan("Ada", claim=True), SeatPlan("Bice", claim=True)]
        table, _ = await master.seating.create(Opening("golden-horn", "", {}, plans))
        await master.resigning.resign(Command(table.game, 0, 1, secrets.token_hex(16)))
        entries = [encode_entry(decode_entry(each.data)) for each in await master.store.read(table.game)]
        (glimpse,) = await master.store.glimpses([table.game])
        assert glimpse is not None
        await store.erase(table.game)
        return Ended(entries, Card("golden-horn", glimpse.card))


def fill(server: Server, games: int, like: Ended) -> list[str]:
    """Write this many games into the store, as the service would; returns their names."""
    sealing, began = Keys(KEY).sealing, time() - TWO_MONTHS
    names = [dated(began + number * HOURS // games * 3600, _letters()) for number in range(games)]
    for begin in range(0, games, AT_ONCE):
        pipe = server.client.pipeline(transaction=False)
        for number, name in enumerate(names[begin : begin + AT_ONCE], begin):
            head = BEGINNING
            for revision, entry in enumerate(like.entries, 1):
                command = secrets.token_bytes(16)
                data, head = put(name, head, command, entry, sealing)
                pipe.execute_command("XADD", keys.log(name), f"{revision}-0", "c", command, "d", data)
            card = sealed_card(sealing(name)[0], like.card.data)
            pipe.hset(keys.meta(name), mapping={"status": LISTS[-1], "topic": like.card.topic, "card": card})
            for key in keys.listings(name, LISTS[-1:], like.card.topic):
                pipe.zadd(key, {name: int(began * 1e6) + number})
        pipe.execute()
    return names


def _letters() -> str:
    return "".join(LETTERS[each & 31] for each in os.urandom(17))


def run(url: str, folder: Path, *words: str) -> Run:
    """Run `podesta archive` within the limit; raises RuntimeError if it fails."""
    own = {"STORE_URL": url, "MASTER_KEY": KEY.hex(), "ARCHIVE_URL": str(folder / "records")}
    environ = os.environ | {f"PODESTA_{name}": value for name, value in own.items()}
    command, started = [str(Path(sys.executable).parent / "podesta"), "archive", *words], perf_counter()
    with (folder / "told").open("w") as told:
        process = subprocess.Popen(command, stdout=told, env=environ)
    with caged(process.pid, LIMIT) as how:
        peak = _peak(process)
    if process.returncode:
        raise RuntimeError(f"podesta archive ended with {process.returncode}")
    with (folder / "told").open() as lines:
        games = sum(line.rstrip().endswith(("archived", "erased")) for line in lines)
    return Run(games, perf_counter() - started, peak, how)


def _peak(process: subprocess.Popen[bytes]) -> int:
    """Wait for a process to end; returns its peak memory in bytes, as the kernel reports it while it runs.

    The value of `wait4` includes its parent's memory, too.
    """
    peak, status = 0, Path(f"/proc/{process.pid}/status")
    while process.poll() is None:
        found = [int(line.split()[1]) for line in status.read_text().splitlines() if line.startswith("VmHWM")]
        peak = max(peak, *found, 0)
        sleep(LOOK)
    return peak << 10


def measured(games: int, erased: int, folder: Path) -> Iterator[str]:
    """Fill, archive, erase: a line for each."""
    server = Server(folder / "server", appendfsync="everysec", maxmemory_policy="noeviction")
    server.start()
    try:
        like, started = asyncio.run(small_game(server.url)), perf_counter()
        names = fill(server, games, like)
        size = server.client.info("memory")["used_memory"]
        yield f"filled: {games:,} games in {perf_counter() - started:,.1f} s, {size / games:,.0f} B each in the store"
        yield run(server.url, folder).told("archived")
        left = server.client.info("memory")["used_memory"]
        size = sum(each.stat().st_size for each in (folder / "records").rglob("*") if each.is_file())
        yield f"left: {left / 1e6:,.0f} MB in the store; {size / games:,.0f} B a game in the archive"
        if erased:
            yield run(server.url, folder, "--erase", *names[:erased]).told("erased")
    finally:
        server.kill()


def main(arguments: Sequence[str]) -> None:
    """Measure, and print each line as it comes."""
    parser = argparse.ArgumentParser(prog="benchmarks.growth archive")
    parser.add_argument("games", type=int, nargs="?", default=GAMES)
    parser.add_argument("--erase", type=int, default=ERASED, metavar="GAMES")
    parser.add_argument("--folder", type=Path, help="where store and archive lie; by default a temporary folder")
    said = parser.parse_args(arguments)
    folder = Path(tempfile.mkdtemp(prefix="podesta-archive-", dir=said.folder))
    try:
        for line in measured(said.games, said.erase, folder):
            print(line, flush=True)
    finally:
        shutil.rmtree(folder)
