"""Many followers in one process: memory, connections, and how soon they hear."""

import asyncio
import os
import statistics
import struct
import tempfile
import time
from contextlib import aclosing
from pathlib import Path

from benchmarks.store.timing import GAMES, opened
from podesta_eventstore import EmbeddedServer, EventStore
from tests.eventstore.clusters import Cluster

FOLLOWERS_EACH = 5
APPENDS = 4_000


async def followers(server: EmbeddedServer) -> None:
    """Many followers in one process, of games on one server and on a Cluster of six."""
    await _followers(server.url)
    with tempfile.TemporaryDirectory() as directory, Cluster(Path(directory)) as cluster:
        await _followers(cluster.url)


async def _followers(url: str) -> None:
    """Memory, connections, and the time from an append to its followers."""
    games = [f"followed-{number}" for number in range(GAMES)]
    latencies: list[float] = []
    async with await opened(url) as writing, await opened(url) as store:
        for game in games:
            await writing.append(game, 0, b"", os.urandom(16))
        before, sockets = _resident(), _sockets()
        waiting, told = asyncio.Semaphore(0), asyncio.Semaphore(0)
        tasks = [asyncio.create_task(_follow(store, game, latencies, waiting, told)) for game in games * FOLLOWERS_EACH]
        for _ in tasks:
            await waiting.acquire()
        taken, sockets = (_resident() - before) / len(tasks), _sockets() - sockets
        for expected in range(1, APPENDS // GAMES + 1):
            for game in games:
                await writing.append(game, expected, struct.pack("d", time.perf_counter()), os.urandom(16))
                await asyncio.sleep(0.002)
        await asyncio.gather(*(told.acquire() for _ in range(APPENDS * FOLLOWERS_EACH)))
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    p50, p99 = (statistics.quantiles(latencies, n=100)[at] * 1e3 for at in (49, 98))
    kind = url.partition("://")[0]
    print(
        f"{kind}: {len(tasks):,} followers of {GAMES:,} games: {sockets} more sockets, {taken / 1024:.1f} KB a follower"
    )
    print(f"{kind}: append to follower, {len(latencies):,} deliveries: p50 {p50:.2f} ms, p99 {p99:.2f} ms")


def _sockets() -> int:
    """How many sockets this process has open."""
    links = (link.readlink() for link in Path("/proc/self/fd").iterdir() if link.is_symlink())
    return sum(str(link).startswith("socket:") for link in links)


async def _follow(
    store: EventStore, game: str, latencies: list[float], waiting: asyncio.Semaphore, told: asyncio.Semaphore
) -> None:
    async with aclosing(store.follow(game)) as entries:
        await anext(entries)
        waiting.release()
        async for entry in entries:
            latencies.append(time.perf_counter() - struct.unpack("d", entry.data)[0])
            told.release()


def _resident() -> int:
    """This process's memory in bytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")
