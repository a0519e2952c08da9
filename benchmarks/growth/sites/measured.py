"""The cost of each step on this machine, and a real minute to check the simulation against.

One process on one store. Games are played by a single caller first, which gives the costs, then at random at a steady
rate, with every move sent at its time whatever the state of the others. The simulation receives the times at which the
moves were really sent, and computes how long each should have taken.
"""

from __future__ import annotations

import asyncio
import os
import statistics
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from time import perf_counter

import numpy as np

from podesta_client.aio import AsyncPodesta, connect_async
from tests.eventstore.servers import Server
from tests.kit.process import UNLIMITED, ServiceProcess, running_service

from .queues import Times
from .site import Prices

GAMES, ALONE, FOLLOWERS = 60, 400, 40
RATE, SECONDS = 80.0, 15.0
"""Moves per second of the real minute's quarter, and its length."""


@dataclass(frozen=True)
class Measurement:
    """Costs, and the real moves: when they were sent, how long they took, and other load on the machine."""

    prices: Prices
    sent: Times
    took: Times
    floor: float
    """Seconds of a single move that are neither the service's CPU nor the store's: client, kernel, proxy."""
    crowded: float
    """The factor by which the process's CPU took longer because of other load: 1 on an idle machine."""


class MeasuredGame:
    """A game with its seats' tokens; one seat has a question."""

    def __init__(self, game: str, tokens: Sequence[str]) -> None:
        self.game, self.tokens = game, tokens
        self.lock = asyncio.Lock()

    async def moved(self, podesta: AsyncPodesta, rnd: Random) -> tuple[int, float, float]:
        """Answer for the seat with the question; returns the number of looks, the time sent, and seconds (0: ended)."""
        for looks, token in enumerate(self.tokens, 1):
            seen = await podesta.get(self.game, token)
            if asked := next((each for each in seen.questions if each.options), None):
                answers, began = [(asked.kind, rnd.choice(asked.options).word)], perf_counter()
                await podesta.answer_only(self.game, token, seen.revision, answers)
                return looks, began, perf_counter() - began
        return len(self.tokens), perf_counter(), 0.0


@dataclass
class Bench:
    """A process, its store, and a client."""

    service: ServiceProcess
    store: Server
    podesta: AsyncPodesta

    def spent(self) -> tuple[float, float]:
        """Seconds of CPU of service and store so far."""
        return _cpu(self.service.pid), _cpu(self.store.pid)

    async def opened(self, number: int) -> list[MeasuredGame]:
        """Games that have begun."""
        made = [await self.podesta.create("golden-horn", seats=["Ada", "Bice"]) for _ in range(number)]
        return [MeasuredGame(each.id, each.tokens) for each in made]


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _waited(pid: int) -> tuple[int, int]:
    """Nanoseconds that the main thread has run, and that it was ready but waited for the CPU."""
    run, wait, _ = Path(f"/proc/{pid}/task/{pid}/schedstat").read_text().split()
    return int(run), int(wait)


@contextmanager
def _served(folder: Path) -> Iterator[tuple[Server, dict[str, str]]]:
    with Server(folder / "store") as store:
        yield store, UNLIMITED | {"MASTER_KEY": "ab" * 32, "STORE_URL": store.url}


def measured(folder: Path) -> Measurement:
    """Measure costs, then the real moves: half a minute."""
    with _served(folder) as (store, own):
        with running_service(folder / "a", **own) as service:
            found, games = asyncio.run(_measured(service, store, _synced(folder)))
        with running_service(folder / "b", **own) as service:  # has none of the games cached
            fold = asyncio.run(_folding(service, store, games, found.prices.look))
    return replace(found, prices=replace(found.prices, fold=fold))


async def _measured(service: ServiceProcess, store: Server, sync: float) -> tuple[Measurement, list[MeasuredGame]]:
    async with connect_async(service.grpc) as podesta:
        bench, rnd = Bench(service, store, podesta), Random(1)
        games = await bench.opened(GAMES)
        for each in games:
            await each.moved(podesta, rnd)  # warm-up
        look, follow = await _looking(bench, games), 0.0
        move, append, alone = await _moving(bench, games, look, rnd)
        told, follow = await _telling(bench, move + 1.5 * look)
        floor = max(0.0, statistics.median(alone) - move - append - sync)
        spread = min(1.0, statistics.pstdev(alone) / statistics.mean(alone))
        prices = Prices(look, move, told, follow, 0.0, append, sync, spread)
        before = _waited(service.pid)
        sent, took = await _at_random(bench, await bench.opened(4 * GAMES), rnd)
        run, wait = (now - was for now, was in zip(_waited(service.pid), before, strict=True))
        return Measurement(prices, sent, took, floor, (run + wait) / run), games


async def _looking(bench: Bench, games: Sequence[MeasuredGame]) -> float:
    """Seconds of the service's CPU for a look."""
    before, rounds = bench.spent()[0], 8
    for _ in range(rounds):
        for each in games:
            await bench.podesta.get(each.game, each.tokens[0])
    return (bench.spent()[0] - before) / (rounds * len(games))


async def _moving(
    bench: Bench, games: Sequence[MeasuredGame], look: float, rnd: Random
) -> tuple[float, float, list[float]]:
    """Seconds of CPU for a move, of service and store, and how long each took."""
    before, looks, alone = bench.spent(), 0, list[float]()
    while len(alone) < ALONE:
        for each in games:
            looked, _, took = await each.moved(bench.podesta, rnd)
            looks += looked
            alone += [took] if took else []
    service, store = (now - was for now, was in zip(bench.spent(), before, strict=True))
    return max(0.0, service - looks * look) / len(alone), store / len(alone), alone


async def _telling(bench: Bench, whole: float) -> tuple[float, float]:
    """Seconds of CPU to send a follower a move, and to open its stream; a move with its looks costs `whole`."""
    (table,), rnd, moves = await bench.opened(1), Random(3), 30
    before = bench.spent()[0]
    streams = [asyncio.create_task(_follow(bench.podesta, table.game, moves + 1)) for _ in range(FOLLOWERS)]
    await asyncio.sleep(2)
    opened = bench.spent()[0]
    for _ in range(moves):
        await table.moved(bench.podesta, rnd)
    await asyncio.gather(*streams)
    told = bench.spent()[0] - opened - moves * whole
    return max(0.0, told) / (moves * FOLLOWERS), (opened - before) / FOLLOWERS


async def _follow(podesta: AsyncPodesta, game: str, until: int) -> None:
    """Read a stream up to a revision."""
    async for update in podesta.watch(game):
        if update.revision >= until:
            return


async def _at_random(bench: Bench, games: Sequence[MeasuredGame], rnd: Random) -> tuple[Times, Times]:
    """Moves at random times: when each was sent, and how long it took."""
    begin, at, tasks = perf_counter(), 0.0, []
    while (at := at + rnd.expovariate(RATE)) < SECONDS:
        await asyncio.sleep(max(0.0, begin + at - perf_counter()))
        tasks.append(asyncio.create_task(_one(bench, rnd.choice(games), rnd)))
    done = sorted(each for each in await asyncio.gather(*tasks) if each[1])
    sent, took = np.array(done).T
    return sent - begin, took


async def _one(bench: Bench, table: MeasuredGame, rnd: Random) -> tuple[float, float]:
    async with table.lock:
        _, sent, took = await table.moved(bench.podesta, rnd)
        return sent, took


async def _folding(service: ServiceProcess, store: Server, games: Sequence[MeasuredGame], look: float) -> float:
    """Seconds of CPU to read and fold a game, beyond those of a look."""
    async with connect_async(service.grpc) as podesta:
        bench = Bench(service, store, podesta)
        (warm,) = await bench.opened(1)
        await podesta.get(warm.game)
        before = bench.spent()[0]
        for each in games:
            await podesta.get(each.game, each.tokens[0])
        return max(0.0, (bench.spent()[0] - before) / len(games) - look)


def _synced(folder: Path) -> float:
    """The median seconds of a sync of the disk."""
    took = []
    with (folder / "synced").open("wb") as file:
        for _ in range(100):
            file.write(b"x" * 300)
            file.flush()
            began = perf_counter()
            os.fdatasync(file.fileno())
            took.append(perf_counter() - began)
    return statistics.median(took)
