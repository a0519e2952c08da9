"""Timing of appends and reads, shared by the parts of the store's benchmark."""

import asyncio
import os
import statistics
import time
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path

from podesta_engines.core.moves import Answered
from podesta_engines.game.events import Entry, encode_entry
from podesta_eventstore import Durability, EventStore, open_store
from podesta_service.model import STATUSES

ROUNDS = 5
CALLS = 300
CALLERS = 32
CALLS_EACH = 60
ENTRIES = 500
DATA = encode_entry(Entry([Answered(1, "act", "move.ship_a_one.blue")], 1 << 31, 1_780_000_000_000))

Call = Callable[[str, int], Awaitable[object]]
"""Appends to the named stream at the expected revision."""

_names = (f"bench-{number}" for number in count())


def fresh_name() -> str:
    """The name of an unused stream."""
    return next(_names)


async def opened(url: str, durability: Durability = "fsync") -> EventStore:
    """The store, opened as by the service."""
    return await open_store(url, Path(), durability, lists=STATUSES)


def append(store: EventStore) -> Call:
    """The store's own append."""
    return lambda stream, expected: store.append(stream, expected, DATA, os.urandom(16))


async def alone(calls: dict[str, Call]) -> dict[str, float]:
    """Return the median time of one caller's appends, in microseconds."""
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(ROUNDS):
        streams = {name: fresh_name() for name in calls}
        for expected in range(CALLS):
            for name, call in calls.items():
                start = time.perf_counter()
                await call(streams[name], expected)
                times[name].append(time.perf_counter() - start)
    return {name: statistics.median(each) * 1e6 for name, each in times.items()}


async def together(call: Call) -> float:
    """Return the appends per second of many callers, each on its own stream."""

    async def caller(stream: str) -> None:
        for expected in range(CALLS_EACH):
            await call(stream, expected)

    start = time.perf_counter()
    await asyncio.gather(*(caller(fresh_name()) for _ in range(CALLERS)))
    return CALLERS * CALLS_EACH / (time.perf_counter() - start)


async def reading(read: Callable[[], Awaitable[object]], calls: int = 100) -> float:
    """Return the median time of a read, in microseconds."""
    times = []
    for _ in range(calls):
        start = time.perf_counter()
        await read()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e6
