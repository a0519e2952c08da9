"""What the event store costs over bare commands: `python -m benchmarks.store [PART…]`; the parts are at the end.

All of them take about three minutes. The servers are on this machine, with `appendfsync always`; client and servers
share its cores. What is compared takes turns, call by call when alone and round by round together; each figure is a
median. Compare only figures of one run.
"""

import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import uvloop

from benchmarks.helping import offer_help
from benchmarks.rules.engines import record
from benchmarks.store.bare import bare
from benchmarks.store.followers import followers
from benchmarks.store.timing import (
    CALLERS,
    CALLS,
    DATA,
    ENTRIES,
    GAMES,
    ROUNDS,
    alone,
    append,
    fresh_name,
    opened,
    reading,
    together,
)
from podesta_engines import RULESETS
from podesta_eventstore import EmbeddedServer, EventStore, Expected, Record
from podesta_eventstore.archive.records import pack
from podesta_eventstore.server.address import parse
from podesta_eventstore.server.connection import connect
from podesta_eventstore.streams import keys
from tests.eventstore.clusters import Cluster
from tests.eventstore.servers import SentinelTrio


async def memory(server: EmbeddedServer) -> None:
    """What a finished random game of each ruleset takes in the server and in the archive."""
    raw = await connect(parse(server.url), 5.0)
    async with await opened(server.url) as store:
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


async def topologies(server: EmbeddedServer) -> None:
    """The same calls on a single server, on one with a replica that confirms, and on a Cluster of six."""
    with tempfile.TemporaryDirectory() as directory:
        folder = Path(directory)
        await _calls("single, fsync", await opened(server.url))
        with SentinelTrio(folder / "trio") as trio:
            await _calls("Sentinel, replicated", await opened(trio.url, "replicated"))
        with Cluster(folder / "cluster") as cluster:
            await _calls("Cluster of 6, fsync", await opened(cluster.url))
            await _calls("Cluster of 6, replicated", await opened(cluster.url, "replicated"))


async def _calls(title: str, store: EventStore) -> None:
    async with store:
        singly = (await alone({"append": append(store)}))["append"]
        many = statistics.median([await together(append(store)) for _ in range(ROUNDS)])
        name = fresh_name()
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
    async with await opened(server.url) as store:
        for games in (0, 20, GAMES):
            await asyncio.gather(*(store.append(f"l-{n}", Expected.ANY, b"", os.urandom(16)) for n in range(games)))
            async with await opened(server.url) as fresh:
                first = await reading(lambda: fresh.streams("open", limit=50), 1)
                later = await reading(lambda: fresh.streams("open", limit=50), 20)
            print(f"{games:5} open games: first walk {first / 1e3:6.1f} ms, later ones {later / 1e3:5.1f} ms")


async def tasks(server: EmbeddedServer) -> None:
    """Reminders and work, alone and together with an append."""
    async with await opened(server.url) as store:
        name = fresh_name()

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
    offer_help(__doc__)
    main(sys.argv[1:])
