"""What a half-played game takes in the store, and what its seals cost: `python -m benchmarks.room [GAMES]`.

A Valkey of its own, with the settings that the documentation asks for. Games of each ruleset are played at random up to
the same entry, once as they were written before seals and once with them, in turns. What a game takes is MEMORY USAGE
of its log, of the hash beside it, and of what its reminder and its place in the lists add. Compare times of one run only.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from random import Random

import redis.asyncio as redis
import uvloop
from msgspec import structs

from benchmarks.engines import record
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
DUE = "podesta:{_due-%s}:due"


def logs(games: int) -> list[tuple[str, list[bytes]]]:
    """Half-played games, as arrays, by ruleset; those that were over before are left out."""
    found = []
    for ruleset in RULESETS.all():
        for seed in range(games):
            entries = [structs.replace(decode_entry(data), at=NOW) for data in record(ruleset, seed)[0]]
            log = [encode_entry(entry, LOTS) for entry in entries]
            if len(log) >= ENTRIES:
                found.append((ruleset.id, log[:ENTRIES]))
    return found


async def written(store: EventStore, game: str, log: Sequence[bytes]) -> float:
    """Write a game: microseconds of the median append."""
    rnd, times = Random(game), []
    for revision, data in enumerate(log):
        status = "running" if revision == 0 else None
        start = time.perf_counter()
        await store.append(game, revision, data, rnd.randbytes(16), status)
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e6


async def folded(store: EventStore, game: str) -> float:
    """Read and fold a game in a process that has not seen it: milliseconds, the best of five."""
    best = float("inf")
    for _ in range(5):
        fresh = SealedStore(store.inner, Keys(bytes(32))) if isinstance(store, SealedStore) else store
        start = time.perf_counter()
        replay = Replay(RULESETS)
        for stored in await fresh.read(game):
            replay.add(decode_entry(stored.data))
        best = min(best, time.perf_counter() - start)
    return best * 1e3


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
        print(f"lists and reminders: {await beside(bare, server, url):.0f} B a game more")
    await server.aclose()


async def compared(
    server: redis.Redis, bare: EventStore, sealed: SealedStore, log: Sequence[bytes]
) -> tuple[float, ...]:
    """Bytes without and with seals, microseconds of an append, milliseconds of reading and folding."""
    game = new_game()
    names = (shorter(game), game)
    appended = [await written(bare, names[0], log), await written(sealed, names[1], log)]
    read = [await folded(bare, names[0]), await folded(sealed, names[1])]
    return (*[await taken(server, name) for name in names], *appended, *read)


async def beside(store: EventStore, server: redis.Redis, url: str) -> float:
    """Bytes that a game adds to the lists and the reminders."""
    del url

    async def used() -> int:
        return int((await server.info("memory"))["used_memory_dataset"])

    names = [new_game() for _ in range(5_000)]
    before = await used()
    for name in names:
        await store.append(name, 0, b"x", bytes(16), "running")
    listed = await used()
    for name in islice(names, len(names)):
        await store.remind(name, NOW)
    reminded = await used()
    log = await taken(server, names[0])
    return (listed - before) / len(names) - log + (reminded - listed) / len(names)


if __name__ == "__main__":
    uvloop.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 3))
