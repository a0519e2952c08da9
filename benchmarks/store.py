"""What the event store costs over bare commands: `python -m benchmarks.store [PART…]`; the parts are at the end.

All of them take about three minutes. The servers are on this machine, with `appendfsync always`; client and servers
share its cores. What is compared takes turns, call by call when alone and round by round together; each figure is a
median. Compare only figures of one run.
"""

import asyncio
import os
import statistics
import struct
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from itertools import count
from pathlib import Path

import redis.asyncio as redis
import uvloop
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from benchmarks.engines import record
from podesta_engines import RULESETS
from podesta_engines.core.moves import Answered
from podesta_engines.game.events import Entry, decode_entry, encode_entry
from podesta_eventstore import EmbeddedServer, EventStore, Expected, Record, RedisStore, open_store
from podesta_eventstore.archive.archive import pack
from podesta_eventstore.server.address import parse
from podesta_eventstore.server.connection import Connection, connect
from podesta_eventstore.server.link import at
from podesta_eventstore.server.routes import Direct
from podesta_eventstore.streams import keys, library
from podesta_eventstore.streams.calls import load_everywhere
from podesta_eventstore.streams.store import MAX_ENTRIES, MAX_UNSEEN, WINDOW
from tests.eventstore.servers import Cluster, SentinelTrio

ROUNDS = 5
CALLS = 300
CALLERS = 32
CALLS_EACH = 60
ENTRIES = 500
GAMES = 2_000
FOLLOWERS_EACH = 5
APPENDS = 4_000
ENTRY = Entry([Answered(1, "act", "move.ship_a_one.blue")], 1 << 40, 1_780_000_000_000)
DATA = encode_entry(ENTRY)

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


def append(store: EventStore) -> Call:
    """The store's own append."""
    return lambda stream, expected: store.append(stream, expected, DATA, os.urandom(16))


async def alone(calls: dict[str, Call]) -> dict[str, float]:
    """Return the median time of one caller's appends, in microseconds."""
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
    """Return the appends per second of many callers, each on its own stream."""

    async def caller(stream: str) -> None:
        for expected in range(CALLS_EACH):
            await call(stream, expected)

    start = time.perf_counter()
    await asyncio.gather(*(caller(next(_names)) for _ in range(CALLERS)))
    return CALLERS * CALLS_EACH / (time.perf_counter() - start)


async def reading(read: Callable[[], Awaitable[object]], calls: int = 100) -> float:
    """Return the median time of a read, in microseconds."""
    times = []
    for _ in range(calls):
        start = time.perf_counter()
        await read()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1e6


async def measure(server: EmbeddedServer) -> dict[str, float]:
    """Return the median of each figure."""
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
        "raw load": lambda: reading(lambda: _raw_load(raw)),
        "load": lambda: reading(lambda: _load(store)),
    }
    rounds = [{name: await figure() for name, figure in figures.items()} for _ in range(ROUNDS)]
    raw.close()
    await pool.aclose()
    await store.close()
    return singly | {name: statistics.median(each[name] for each in rounds) for name in figures}


async def _raw_load(raw: Connection) -> list[Entry]:
    """The same without the store."""
    return [decode_entry(fields[3]) for _, fields in await raw.call("XRANGE", "podesta:{long}:log", "-", "+")]


async def _load(store: EventStore) -> list[Entry]:
    """What a process does that has to fold a game."""
    return [decode_entry(entry.data) for entry in await store.read("long")]


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
        (f"XRANGE and decode of {ENTRIES}", "raw load", "raw load", "µs"),
        (f"store.read and decode of {ENTRIES}", "load", "raw load", "µs"),
    ]
    for title, name, bare, unit in lines:
        print(f"{title:32} {figures[name]:10,.0f} {unit:2} {figures[name] / figures[bare]:6.2f} x bare")


async def bare(server: EmbeddedServer) -> None:
    """The store beside bare commands."""
    show(await measure(server))


async def memory(server: EmbeddedServer) -> None:
    """What a finished random game of each ruleset takes in the server and in the archive."""
    raw = await connect(parse(server.url), 5.0)
    async with await open_store(server.url, Path()) as store:
        for ruleset in RULESETS.all():
            game, entries = f"memory-{ruleset.id}", record(ruleset, ruleset.seats.start, 7)[0]
            for expected, data in enumerate(entries):
                await store.append(game, expected, data, os.urandom(16))
            stored = [await raw.call("MEMORY", "USAGE", key, "SAMPLES", 0) for key in (keys.log(game), keys.meta(game))]
            archived = len(pack(Record(game, "ended", {}, await store.read(game))))
            print(
                f"{ruleset.id:28} {len(entries):5} entries {sum(stored):8,} bytes, {sum(stored) / len(entries):4.0f} "
                f"an entry; archived {archived:7,}, {archived / len(entries):4.0f} an entry"
            )
    raw.close()


async def followers(server: EmbeddedServer) -> None:
    """Many followers in one process, of games on one server and on a Cluster of six."""
    await _followers(server.url)
    with tempfile.TemporaryDirectory() as directory, Cluster(Path(directory)) as cluster:
        await _followers(cluster.url)


async def _followers(url: str) -> None:
    """Memory, connections, and the time from an append to its followers."""
    games = [f"followed-{number}" for number in range(GAMES)]
    latencies: list[float] = []
    async with await open_store(url, Path()) as writing, await open_store(url, Path()) as store:
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


async def topologies(server: EmbeddedServer) -> None:
    """The same calls on a single server, on one with a replica that confirms, and on a Cluster of six."""
    with tempfile.TemporaryDirectory() as directory:
        folder = Path(directory)
        await _calls("single, fsync", await open_store(server.url, folder))
        with SentinelTrio(folder / "trio") as trio:
            await _calls("Sentinel, replicated", await open_store(trio.url, folder, "replicated"))
        with Cluster(folder / "cluster") as cluster:
            await _calls("Cluster of 6, fsync", await open_store(cluster.url, folder))
            await _calls("Cluster of 6, replicated", await open_store(cluster.url, folder, "replicated"))


async def _calls(title: str, store: EventStore) -> None:
    async with store:
        singly = (await alone({"append": append(store)}))["append"]
        many = statistics.median([await together(append(store)) for _ in range(ROUNDS)])
        name = next(_names)
        for expected in range(ENTRIES):
            await store.append(name, expected, DATA, os.urandom(16))
        read = await reading(lambda: store.read(name))
        first = await reading(lambda: store.streams("ended"), 1)
        later = await reading(lambda: store.streams("ended"), 20)
    print(
        f"{title:26} append alone {singly:6,.0f} µs, {CALLERS} callers {many:7,.0f}/s, "
        f"read of {ENTRIES} {read:6,.0f} µs, an empty list walked {first / 1e3:4.0f} ms, then {later / 1e3:4.1f} ms"
    )


async def lists(server: EmbeddedServer) -> None:
    """A lobby's first page of 50 games: a process's first walk, then later ones, of few games and of many."""
    async with await open_store(server.url, Path()) as store:
        for games in (0, 20, GAMES):
            await asyncio.gather(*(store.append(f"l-{n}", Expected.ANY, b"", os.urandom(16)) for n in range(games)))
            async with await open_store(server.url, Path()) as fresh:
                first = await reading(lambda: fresh.streams("open", limit=50), 1)
                later = await reading(lambda: fresh.streams("open", limit=50), 20)
            print(f"{games:5} open games: first walk {first / 1e3:6.1f} ms, later ones {later / 1e3:5.1f} ms")


async def tasks(server: EmbeddedServer) -> None:
    """Reminders and work, alone and together with an append."""
    async with await open_store(server.url, Path()) as store:
        name = next(_names)

        async def reminded_append() -> None:
            await asyncio.gather(store.remind(name, 1 << 41), store.append(name, Expected.ANY, DATA, os.urandom(16)))

        async def work() -> None:
            await store.put_work(b"item")
            await store.finish_work([each.id for each in await store.take_work("worker", 1, 0)])

        figures: dict[str, Callable[[], Awaitable[object]]] = {
            "append": lambda: store.append(name, Expected.ANY, DATA, os.urandom(16)),
            "remind": lambda: store.remind(name, 1 << 41),
            "append and remind in one batch": reminded_append,
            "due, nothing is": lambda: store.due(1, 100, 1000),
            "put, take and finish an item": work,
            "take, nothing is there": lambda: store.take_work("worker", 1, 0),
        }
        for title, figure in figures.items():
            print(f"{title:32} {await reading(figure, CALLS):8,.0f} µs")
        many = [f"due-{number}" for number in range(GAMES)]
        await asyncio.gather(*(store.remind(each, number) for number, each in enumerate(many)))
        start, found = time.perf_counter(), 0
        while reminders := await store.due(GAMES, 100, 60_000):
            found += sum(await asyncio.gather(*(store.settle(each, None) for each in reminders)))
        print(
            f"{found:,} due reminders taken and settled, 100 at a time: {found / (time.perf_counter() - start):,.0f}/s"
        )


PARTS: dict[str, Callable[[EmbeddedServer], Awaitable[None]]] = {
    "bare": bare,
    "memory": memory,
    "followers": followers,
    "topologies": topologies,
    "lists": lists,
    "tasks": tasks,
}


def main(wanted: Sequence[str] = ()) -> None:
    """Start a server for each part, measure and print."""
    for name, part in PARTS.items():
        if wanted and name not in wanted:
            continue
        print(f"-- {name}")
        with tempfile.TemporaryDirectory() as directory:
            server = EmbeddedServer(Path(directory))
            server.start()
            try:
                uvloop.run(part(server))
            finally:
                server.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
