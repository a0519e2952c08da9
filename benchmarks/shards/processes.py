"""How far processes carry: moves a second by one, two and four of them on one store, and what there is no more of.

`python -m benchmarks.shards --processes [ROUNDS]` (some minutes; `--dry` writes nothing) plays minimal moves over REST,
known in advance, on one server and on a Cluster of six. All processes run all the time, and so many of them are called,
in turn: every game by one process, as routing by game sends it. Callers, processes and servers share this machine's
cores.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

import grpc
import uvloop

from benchmarks.peers.tables import RESULTS, written
from benchmarks.wire.calls import Games, cpu_seconds
from benchmarks.wire.load import run_http
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta_engines import RULESETS
from podesta_eventstore import open_store
from podesta_service.model import LISTS
from tests.eventstore.clusters import Cluster
from tests.eventstore.servers import Server
from tests.kit.process import UNLIMITED, ServiceProcess, running_service

BEGIN = "<!-- written by python -m benchmarks.shards --processes -->"
COUNTS = (1, 2, 4)
ROUNDS, LANES, MOVES = 5, 32, 60
HEADS = (
    "store",
    "processes",
    "moves a second",
    "beside one",
    "their CPU a move",
    "the store's",
    "the callers'",
    "its busiest server",
    "cores in use",
    "used up",
)
KEY = bytes.fromhex("ab" * 32)
FULL = 0.85
"""From where on something is taken to be used up, as a share of it."""


@dataclass(frozen=True)
class Round:
    """One round: moves, seconds by the clock, and seconds of CPU."""

    moves: int
    seconds: float
    service: float
    """Of all processes that serve."""
    process: float
    """Of the one of them that had most to do."""
    store: float
    """Of all servers of the store."""
    busiest: float
    """Of the server that had most to do: nearly all of it is its one thread's."""
    callers: float
    machine: float
    """Of everything that ran on the machine."""


@dataclass(frozen=True)
class Store:
    """A store: its name, its URL, all its servers, and how it is written to."""

    name: str
    url: str
    servers: Sequence[Server]
    durability: str


Called = tuple[ServiceProcess, Games]
"""A process, and games that are opened on it."""


@contextmanager
def stores(folder: Path) -> Iterator[list[Store]]:
    """One server, and three primaries with a replica each."""
    with Server(folder / "single") as single, Cluster(folder / "cluster", timeout=10_000) as cluster:
        yield [
            Store("one server", single.url, [single], "fsync"),
            Store("Cluster of six", cluster.url, cluster.servers, "replicated"),
        ]


def machine_seconds() -> float:
    """Seconds of CPU that this machine has worked since it started, whoever for."""
    user, nice, system, _idle, _waiting, *rest = map(int, Path("/proc/stat").read_text().split("\n")[0].split()[1:])
    return (user + nice + system + sum(rest[:3])) / os.sysconf("SC_CLK_TCK")


def spent(every: Sequence[ServiceProcess], store: Store) -> list[list[float]]:
    """Seconds of CPU so far: of each process, of each server, of the callers, and of the machine."""
    pids = [[each.pid for each in every], [each.pid for each in store.servers]]
    return [*([cpu_seconds(pid) for pid in own] for own in pids), [process_time()], [machine_seconds()]]


async def prepared(called: Sequence[Called]) -> list[list[list[bytes]]]:
    """For each process that is called its share of the lanes, with moves of games of its own."""
    lanes = LANES // len(called)
    return [
        [[move.over_rest(minimal=True) for move in await games.moves(MOVES)] for _ in range(lanes)]
        for _, games in called
    ]


async def played(called: Sequence[Called], every: Sequence[ServiceProcess], store: Store) -> Round:
    """A round in which some processes are called; raises AssertionError where a move was refused."""
    lanes = await prepared(called)
    before, began = spent(every, store), perf_counter()
    calls = (run_http(process.rest, own, 204) for (process, _), own in zip(called, lanes, strict=True))
    moves, seconds = sum(map(len, await asyncio.gather(*calls))), perf_counter() - began
    service, servers, callers, machine = (
        [now - was for now, was in zip(*pair, strict=True)] for pair in zip(spent(every, store), before, strict=True)
    )
    for _, games in called:
        await games.check()
    return Round(moves, seconds, sum(service), max(service), sum(servers), max(servers), *callers, *machine)


async def compared(folder: Path, store: Store, rounds: int) -> dict[int, list[Round]]:
    """Rounds of every count of processes, in turn."""
    own = UNLIMITED | {"MASTER_KEY": KEY.hex(), "STORE_URL": store.url, "DURABILITY": store.durability}
    names, found = [ruleset.id for ruleset in RULESETS.all()], {count: list[Round]() for count in COUNTS}
    with ExitStack() as running:
        every = [running.enter_context(running_service(folder / str(at), **own)) for at in range(max(COUNTS))]
        async with AsyncExitStack() as opened, await open_store(store.url, folder, lists=LISTS) as reading:
            channels = [await opened.enter_async_context(grpc.aio.insecure_channel(each.grpc)) for each in every]
            games = [Games(GameMasterStub(channel), reading, KEY, names) for channel in channels]
            pairs = list(zip(every, games, strict=True))
            for at in range(rounds + 1):
                for count in COUNTS:
                    seen = await played(pairs[:count] if at else pairs, every, store)
                    found[count] += [seen] if at else []  # the first round warms every process
    return found


def limit(each: Round, cores: int) -> str:
    """What a round had no more of."""
    if each.busiest > FULL * each.seconds:
        return "the server's thread"
    if each.machine > FULL * cores * each.seconds:
        return "the cores"
    return "the process's thread" if each.process > FULL * each.seconds else "none of these: something is waited for"


def row(store: Store, count: int, rounds: Sequence[Round], one: float, cores: int) -> str:
    """A line of the table: the middle one of its rounds."""
    rate = median(each.moves / each.seconds for each in rounds)
    middle = min(rounds, key=lambda each: abs(each.moves / each.seconds - rate))
    costs = [f"{1e6 * each / middle.moves:.0f} µs" for each in (middle.service, middle.store, middle.callers)]
    shares = [f"{middle.busiest / middle.seconds:.0%}", f"{middle.machine / middle.seconds:.1f} of {cores}"]
    cells = [store.name, str(count), f"{rate:,.0f}", f"{rate / one:.2f}", *costs, *shares, limit(middle, cores)]
    return f"| {' | '.join(cells)} |"


def table(found: Sequence[tuple[Store, dict[int, list[Round]]]], today: date, load: float) -> str:
    """The figures of both stores."""
    cores, rounds = len(os.sched_getaffinity(0)), len(found[0][1][COUNTS[0]])
    lines = [
        f"{today}, {cores} cores, load {load:.1f} before it; {LANES} callers, {rounds} rounds in turn.",
        "",
        f"| {' | '.join(HEADS)} |",
        "|---" * len(HEADS) + "|",
    ]
    for store, by_count in found:
        one = median(each.moves / each.seconds for each in by_count[COUNTS[0]])
        lines += [row(store, count, each, one, cores) for count, each in by_count.items()]
    return "\n".join(lines)


def main(given: Sequence[str] = ()) -> None:
    """Measure, print, write."""
    load, rounds = os.getloadavg()[0], next((int(word) for word in given if word.isdecimal()), ROUNDS)
    with tempfile.TemporaryDirectory() as name, stores(Path(name)) as known:
        found = [(each, uvloop.run(compared(Path(name) / f"s{at}", each, rounds))) for at, each in enumerate(known)]
    shown = table(found, datetime.now(UTC).date(), load)
    print(shown)
    if "--dry" not in given:
        RESULTS.write_text(written(RESULTS.read_text(), shown, BEGIN))
