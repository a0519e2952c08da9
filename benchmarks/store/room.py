"""What a half-played game takes in the store, and what its seals cost: `python -m benchmarks.store.room [GAMES]`.

A Valkey of its own, with the settings that the documentation asks for. Games of each ruleset are played at random up to
the same entry, once as they were written before seals and once with them, in turns. What a game takes is MEMORY USAGE
of its log, of the hash beside it, and what its reminder and its place in the lists add. Times are
those of this process's own computing, so that a busy machine says the same; compare only those of one run.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import redis.asyncio as redis
import uvloop
from msgspec import structs

from benchmarks.helping import offer_help
from benchmarks.rules.engines import record
from podesta_engines import RULESETS
from podesta_engines.game.events import decode_entry, encode_entry
from podesta_engines.game.format.levels import LOTS, SEALED
from podesta_engines.game.game import Replay
from podesta_eventstore import EmbeddedServer, EventStore, open_store
from podesta_service.model import LISTS
from podesta_service.names import new_game, shorter
from podesta_service.randomness import Keys
from podesta_service.table.sealed_store import SealedStore

ENTRIES = 114
"""Of a game that is half played."""
NOW = 1_780_000_000_000


def logs(games: int) -> list[tuple[str, list[bytes]]]:
    """Half-played games, as arrays, by ruleset; those that were over before are left out."""
    found = []
    for ruleset in RULESETS.all():
        for seed in range(games):
            entries = [
                structs.replace(decode_entry(data), at=NOW) for data in record(ruleset, max(ruleset.seats), seed)[0]
            ]
            log = [encode_entry(entry, LOTS) for entry in entries]
            if len(log) >= ENTRIES:
                found.append((ruleset.id, log[:ENTRIES]))
    return found


async def written(stores: Sequence[EventStore], games: Sequence[str], log: Sequence[bytes]) -> list[float]:
    """Write the same game to some stores in turns: microseconds of this process for the median append to each."""
    times: list[list[float]] = [[] for _ in stores]
    for revision, data in enumerate(log):
        for store, game, taken in zip(stores, games, times, strict=True):
            status, command = "running" if revision == 0 else None, os.urandom(16)
            start = time.process_time()
            await store.append(game, revision, data, command, status)
            taken.append(time.process_time() - start)
    return [statistics.median(each) * 1e6 for each in times]


async def folded(stores: Sequence[EventStore], games: Sequence[str]) -> list[float]:
    """Read and fold games in turns, in a process that has not seen them: milliseconds, the best of nine."""
    best = [float("inf")] * len(stores)
    for _ in range(9):
        for number, (store, game) in enumerate(zip(stores, games, strict=True)):
            fresh = SealedStore(store.inner, Keys(bytes(32))) if isinstance(store, SealedStore) else store
            start = time.process_time()
            replay = Replay(RULESETS)
            for stored in await fresh.read(game):
                replay.add(decode_entry(stored.data))
            best[number] = min(best[number], time.process_time() - start)
    return [each * 1e3 for each in best]


async def taken(server: redis.Redis, game: str) -> int:
    """Bytes that the server keeps for a game under its own name."""
    names = [f"podesta:{{{game}}}:{part}" for part in ("log", "meta")]
    return sum([await server.execute_command("MEMORY", "USAGE", name, "SAMPLES", 0) or 0 for name in names])


async def main(games: int) -> None:
    """Measure, and print."""
    with tempfile.TemporaryDirectory() as folder:
        embedded = EmbeddedServer(Path(folder))
        embedded.start()
        try:
            await measured(embedded.url, Path(folder), games)
        finally:
            embedded.stop()


async def measured(url: str, folder: Path, games: int) -> None:
    """Write every game twice, sealed and not, and compare."""
    server = redis.Redis.from_url(url)
    async with await open_store(url, folder, lists=LISTS) as bare:
        sealed = SealedStore(bare, Keys(bytes(32)), lambda: SEALED)
        rows: dict[str, list[tuple[float, ...]]] = {}
        for ruleset, log in logs(games):
            rows.setdefault(ruleset, []).append(await compared(server, bare, sealed, log))
        print(f"{'ruleset':24}{'entries':>8}{'B plain':>9}{'B sealed':>9}{'append µs':>18}{'read and fold ms':>20}")
        for ruleset, found in rows.items():
            plain, under, *times = (statistics.median(column) for column in zip(*found, strict=True))
            told = f"{times[0]:9.0f}{times[1]:9.0f}{times[2]:10.2f}{times[3]:10.2f}"
            print(f"{ruleset:24}{ENTRIES:8}{plain:9.0f}{under:9.0f}{told}   ({len(found)} games)")
        print(f"lists and reminders: {await beside(bare, server):.0f} B a game more")
    await server.aclose()


async def compared(
    server: redis.Redis, bare: EventStore, sealed: SealedStore, log: Sequence[bytes]
) -> tuple[float, ...]:
    """Bytes without and with seals, microseconds of an append, milliseconds of reading and folding."""
    game = new_game()
    names = (shorter(game), game)
    appended = await written([bare, sealed], names, log)
    read = await folded([bare, sealed], names)
    return (*[await taken(server, name) for name in names], *appended, *read)


async def beside(store: EventStore, server: redis.Redis) -> float:
    """Bytes that a game adds to the lists and the reminders."""

    async def used() -> int:
        return int((await server.info("memory"))["used_memory_dataset"])

    names = [new_game() for _ in range(5_000)]
    before = await used()
    for name in names:
        await store.append(name, 0, b"x", bytes(16), "running")
    listed = await used()
    for name in names:
        await store.remind(name, NOW)
    reminded = await used()
    log = await taken(server, names[0])
    return (listed - before) / len(names) - log + (reminded - listed) / len(names)


if __name__ == "__main__":
    offer_help(__doc__)
    uvloop.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 3))
