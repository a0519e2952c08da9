"""The store's calls compared with bare commands."""

import os
import statistics
from collections.abc import Awaitable, Callable

from benchmarks.store.timing import CALLERS, DATA, ENTRIES, ROUNDS, Call, alone, append, reading, together
from podesta_engines.game.events import Entry, decode_entry
from podesta_eventstore import EmbeddedServer, EventStore, RedisStore
from podesta_eventstore.bounds import MAX_ENTRIES, MAX_UNSEEN, WINDOW
from podesta_eventstore.server.address import parse
from podesta_eventstore.server.connection import Connection, connect
from podesta_eventstore.server.link import at
from podesta_eventstore.server.routes import Direct
from podesta_eventstore.streams import keys, library
from podesta_eventstore.streams.calls import load_everywhere
from podesta_service.model import STATUSES


def fcall(connection: Connection) -> Call:
    """The append function without the surrounding store."""

    def call(stream: str, expected: int) -> Awaitable[object]:
        names = (keys.log(stream), keys.meta(stream))
        lists = keys.listings(stream, STATUSES) if expected == 0 else []
        new = ("open", stream, 1, "") if expected == 0 else ()
        words = (expected, os.urandom(16), DATA, keys.doorbell(stream), WINDOW, MAX_UNSEEN, MAX_ENTRIES, 0, b"")
        return connection.call("FCALL", library.APPEND, len(names) + len(lists), *names, *lists, *words, *new)

    return call


def xadd(connection: Connection) -> Call:
    """A bare XADD of the same two fields."""
    return lambda stream, _expected: connection.call("XADD", stream, "*", "c", os.urandom(16), "d", DATA)


async def measure(server: EmbeddedServer) -> dict[str, float]:
    """Return the median of each figure."""
    store = RedisStore(Direct(at(parse(server.url)), 5.0), lists=STATUSES)
    await load_everywhere(await store.route.primaries())
    raw = await connect(parse(server.url), 5.0)
    for expected in range(ENTRIES):
        await store.append("long", expected, DATA, os.urandom(16))
    singly = await alone({"xadd": xadd(raw), "fcall": fcall(raw), "append": append(store)})
    figures: dict[str, Callable[[], Awaitable[float]]] = {
        "xadd/s": lambda: together(xadd(raw)),
        "fcall/s": lambda: together(fcall(raw)),
        "append/s": lambda: together(append(store)),
        "xrange": lambda: reading(lambda: raw.call("XRANGE", keys.log("long"), "-", "+")),
        "read": lambda: reading(lambda: store.read("long")),
        "raw load": lambda: reading(lambda: _raw_load(raw)),
        "load": lambda: reading(lambda: _load(store)),
    }
    rounds = [{name: await figure() for name, figure in figures.items()} for _ in range(ROUNDS)]
    raw.close()
    await store.close()
    return singly | {name: statistics.median(each[name] for each in rounds) for name in figures}


async def _raw_load(raw: Connection) -> list[Entry]:
    """The same without the store."""
    return [decode_entry(fields[3]) for _, fields in await raw.call("XRANGE", keys.log("long"), "-", "+")]


async def _load(store: EventStore) -> list[Entry]:
    """Read a whole stream, like a process that folds a game."""
    return [decode_entry(entry.data) for entry in await store.read("long")]


def show(figures: dict[str, float]) -> None:
    """Print each figure with its ratio to the bare command."""
    lines = [
        ("XADD alone", "xadd", "xadd", "µs"),
        ("FCALL alone", "fcall", "xadd", "µs"),
        ("store.append alone", "append", "xadd", "µs"),
        (f"XADD, {CALLERS} callers", "xadd/s", "xadd/s", "/s"),
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
    """Compare the store with bare commands."""
    show(await measure(server))
