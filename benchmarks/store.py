"""What the event store costs over bare commands: `python -m benchmarks.store` (about 5 seconds).

A private Valkey with `appendfsync always` on this machine; client and server share its cores. What is compared takes
turns, call by call when alone and round by round together; each figure is a median. Compare only figures of one run.
"""

import asyncio
import os
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path

import redis.asyncio as redis
import uvloop
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from eventstore import EmbeddedServer, RedisStore, keys, library
from eventstore.address import parse
from eventstore.connection import Connection, connect
from eventstore.link import at
from eventstore.redis_store import MAX_ENTRIES, MAX_UNSEEN, WINDOW, load_everywhere
from eventstore.routes import Direct

ROUNDS = 5
CALLS = 300
CALLERS = 32
CALLS_EACH = 60
ENTRIES = 500
DATA = os.urandom(60)

Call = Callable[[str, int], Awaitable[object]]
"""Appends to the named stream at the expected revision."""

_names = (f"bench-{number}" for number in count())


def fcall(connection: Connection) -> Call:
    """The append function without the store around it."""

    def call(stream: str, expected: int) -> Awaitable[object]:
        names = (keys.log(stream), keys.meta(stream))
        lists = keys.listings(stream) if expected == 0 else []
        new = ("open", stream, 1) if expected == 0 else ()
        words = (expected, os.urandom(16), DATA, keys.doorbell(stream), WINDOW, MAX_UNSEEN, MAX_ENTRIES, 0)
        return connection.call("FCALL", library.APPEND, len(names) + len(lists), *names, *lists, *words, *new)

    return call


def xadd(connection: Connection) -> Call:
    """A bare XADD of the same two fields."""
    return lambda stream, _expected: connection.call("XADD", stream, "*", "c", os.urandom(16), "d", DATA)


def xadd_pool(pool: redis.Redis) -> Call:
    """A bare XADD over redis-py's pool, for comparison."""
    return lambda stream, _expected: pool.xadd(stream, {"c": os.urandom(16), "d": DATA})


def append(store: RedisStore) -> Call:
    """The store's own append."""
    return lambda stream, expected: store.append(stream, expected, DATA, os.urandom(16))


async def alone(calls: dict[str, Call]) -> dict[str, float]:
    """Answer the median time of one caller's appends, in microseconds."""
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(ROUNDS):
        streams = {name: next(_names) for name in calls}
        for expected in range(CALLS):
            for name, call in calls.items():
                start = time.perf_counter()
                await call(streams[name], expected)
                times[name].append(time.perf_counter() - start)
    return {name: statistics.median(each) * 1e6 for name, each in times.items()}


async def together(call: Call) -> float:
    """Answer the appends per second of many callers, each on its own stream."""

    async def caller(stream: str) -> None:
        for expected in range(CALLS_EACH):
            await call(stream, expected)

    start = time.perf_counter()
    await asyncio.gather(*(caller(next(_names)) for _ in range(CALLERS)))
    return CALLERS * CALLS_EACH / (time.perf_counter() - start)


async def reading(read: Callable[[], Awaitable[object]]) -> float:
    """Answer the median time of a read, in microseconds."""
    times = []
    for _ in range(100):
        start = time.perf_counter()
        await read()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e6


async def measure(server: EmbeddedServer) -> dict[str, float]:
    """Answer the median of each figure."""
    store = RedisStore(Direct(at(parse(server.url)), 5.0))
    await load_everywhere(await store.route.primaries())
    raw = await connect(parse(server.url), 5.0)
    pool = redis.Redis.from_pool(
        redis.BlockingConnectionPool.from_url(server.url, max_connections=CALLERS, retry=Retry(NoBackoff(), 0))
    )
    for expected in range(ENTRIES):
        await store.append("long", expected, DATA, os.urandom(16))
    singly = await alone(
        {"xadd": xadd(raw), "xadd redis-py": xadd_pool(pool), "fcall": fcall(raw), "append": append(store)}
    )
    figures: dict[str, Callable[[], Awaitable[float]]] = {
        "xadd/s": lambda: together(xadd(raw)),
        "xadd/s redis-py": lambda: together(xadd_pool(pool)),
        "fcall/s": lambda: together(fcall(raw)),
        "append/s": lambda: together(append(store)),
        "xrange": lambda: reading(lambda: raw.call("XRANGE", "podesta:{long}:log", "-", "+")),
        "read": lambda: reading(lambda: store.read("long")),
    }
    rounds = [{name: await figure() for name, figure in figures.items()} for _ in range(ROUNDS)]
    raw.close()
    await pool.aclose()
    await store.close()
    return singly | {name: statistics.median(each[name] for each in rounds) for name in figures}


def show(figures: dict[str, float]) -> None:
    """Print each figure beside its ratio to the bare command."""
    lines = [
        ("XADD alone", "xadd", "xadd", "µs"),
        ("XADD alone, redis-py", "xadd redis-py", "xadd", "µs"),
        ("FCALL alone", "fcall", "xadd", "µs"),
        ("store.append alone", "append", "xadd", "µs"),
        (f"XADD, {CALLERS} callers", "xadd/s", "xadd/s", "/s"),
        (f"XADD, {CALLERS} callers, redis-py", "xadd/s redis-py", "xadd/s", "/s"),
        (f"FCALL, {CALLERS} callers", "fcall/s", "xadd/s", "/s"),
        (f"store.append, {CALLERS} callers", "append/s", "xadd/s", "/s"),
        (f"XRANGE of {ENTRIES}", "xrange", "xrange", "µs"),
        (f"store.read of {ENTRIES}", "read", "xrange", "µs"),
    ]
    for title, name, bare, unit in lines:
        print(f"{title:28} {figures[name]:10,.0f} {unit:2} {figures[name] / figures[bare]:6.2f} x bare")


def main() -> None:
    """Start a server, measure and print."""
    with tempfile.TemporaryDirectory() as directory:
        server = EmbeddedServer(Path(directory))
        server.start()
        try:
            show(uvloop.run(measure(server)))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
