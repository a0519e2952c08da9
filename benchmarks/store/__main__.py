"""The cost of the event store compared with bare commands: `python -m benchmarks.store [--short] [PART …]`.

The parts are `bare`, `memory` and `topologies`; all of them take about two minutes. The servers are on this machine,
with `appendfsync always`; client and servers share its cores. Compared calls alternate, call by call when alone and
round by round together; each figure is a median. Compare only figures of one run.
"""

import os
import statistics
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import uvloop

from benchmarks.helping import offer_help
from benchmarks.rules.engines import record
from benchmarks.store.bare import bare
from benchmarks.store.timing import (
    CALLERS,
    DATA,
    ENTRIES,
    ROUNDS,
    alone,
    append,
    fresh_name,
    opened,
    reading,
    together,
)
from podesta_engines import RULESETS
from podesta_eventstore import EmbeddedServer, EventStore, Record
from podesta_eventstore.archive.packing import pack
from podesta_eventstore.server.address import parse
from podesta_eventstore.server.connection import connect
from podesta_eventstore.streams import keys
from tests.eventstore.clusters import Cluster
from tests.eventstore.servers import SentinelTrio


async def memory(server: EmbeddedServer) -> None:
    """The size of a finished random game of each ruleset, in the server and in the archive."""
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
    """The same calls on a single server, on one with a confirming replica, and on a Cluster of six."""
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


PARTS: dict[str, Callable[[EmbeddedServer], Awaitable[None]]] = {
    "bare": bare,
    "memory": memory,
    "topologies": topologies,
}


def main(wanted: Sequence[str] = ()) -> None:
    """Start a server for each part, measure and print."""
    parts = ["memory"] if "--short" in wanted else [each for each in PARTS if each in wanted] or [*PARTS]
    for name, part in ((each, PARTS[each]) for each in parts):
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
