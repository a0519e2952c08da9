"""A load that records everything: writers that retry, readers, watchers; and the report of a run."""

import asyncio
import math
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import aclosing, asynccontextmanager, suppress
from dataclasses import dataclass, field
from random import Random

from podesta_eventstore import Conflict, EventStore, OutcomeUnknown, Stored, StoreError, StoreUnavailable
from podesta_eventstore.testing.history import Append, History, Read, Watch, chain, check, digest
from tests.eventstore.fixtures import eventually

PATIENCE = 30.0
WRITERS = 4
HEALED = 0.5
"""Seconds that the load goes on after the last fault."""

_CANCELLED = 0.03


@dataclass
class Report:
    """The findings of a run."""

    name: str
    history: History
    faults: int
    violations: list[str]
    logs: dict[str, list[Stored]] = field(repr=False, default_factory=dict)
    streams: list[str] = field(repr=False, default_factory=list)

    @property
    def acknowledged(self) -> int:
        """The number of acknowledged appends."""
        return sum(each.outcome == "ok" for each in self.history.appends)

    def __str__(self) -> str:
        unknown = sum(each.outcome == "unknown" for each in self.history.appends)
        return (
            f"{self.name:34} {self.history.operations:7} operations {self.acknowledged:6} acknowledged "
            f"{unknown:5} unknown {self.faults:4} faults {len(self.violations):3} violations"
        )


class Load:
    """Writers, readers and watchers on some streams; each store represents a process."""

    def __init__(self, stores: list[EventStore], rnd: Random, streams: int = 3) -> None:
        self.history = History()
        self.streams = [f"load-{os.urandom(6).hex()}" for _ in range(streams)]
        self._stores = stores
        self._rnd = rnd
        self._stopping = False
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Create the streams and start all tasks."""
        for stream in self.streams:
            await self._append("creator", self._stores[0], stream, 0)
        for number in range(WRITERS):
            self._go(self._write(f"writer {number}", self._stores[number % len(self._stores)]))
        for number, store in enumerate(self._stores):
            self._go(self._read(f"reader {number}", store))
            for stream in self.streams:
                self._go(self._watch(f"watcher {number}", store, stream))

    async def stop(self, final: EventStore) -> dict[str, list[Stored]]:
        """Let all writers finish, then return the logs; watchers see them to the end."""
        self._stopping = True
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(task for task in self._tasks if task.get_name() != "_watch"))
        logs = {stream: await patiently(lambda s=stream: final.read(s)) for stream in self.streams}
        with suppress(TimeoutError):  # the check reports a watcher that stays behind
            await eventually(lambda: self._watched(logs))
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        return logs

    def _watched(self, logs: dict[str, list[Stored]]) -> bool:
        return all(len(each.seen) >= len(logs[each.stream]) for each in self.history.watches)

    def _go(self, work: Coroutine[None, None, None]) -> None:
        self._tasks.append(asyncio.create_task(work, name=work.__name__))

    async def _write(self, name: str, store: EventStore) -> None:
        heads = dict.fromkeys(self.streams, 1)
        while not self._stopping:
            stream = self._rnd.choice(self.streams)
            heads[stream] = await self._append(name, store, stream, heads[stream])
            await asyncio.sleep(self._rnd.random() * 0.004)

    async def _append(self, name: str, store: EventStore, stream: str, expected: int) -> int:
        """One command, repeated until it is settled or its caller gives up; returns the head as far as known."""
        command, data = os.urandom(16), os.urandom(24)
        told = Append(name, stream, command, digest(data), time.monotonic())
        self.history.appends.append(told)
        certain, deadline = True, time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            try:
                async with asyncio.timeout(0.0005 if self._rnd.random() < _CANCELLED else None):
                    appended = await store.append(stream, expected, data, command)
            except Conflict as conflict:
                expected = conflict.head
                continue
            except (OutcomeUnknown, TimeoutError):
                certain = False
                if self._rnd.random() < _CANCELLED:  # a caller that never comes back
                    return expected
            except StoreUnavailable:
                if certain and self._stopping:
                    break
            else:
                told.ended, told.outcome, told.revision = time.monotonic(), "ok", appended.revision
                return appended.revision
            await asyncio.sleep(0.02)
        told.ended, told.outcome = (time.monotonic(), "fail") if certain else (math.inf, "unknown")
        return expected

    async def _read(self, name: str, store: EventStore) -> None:
        while not self._stopping:
            stream, began = self._rnd.choice(self.streams), time.monotonic()
            with suppress(StoreError):
                digests = [digest(entry.data) for entry in await store.read(stream)]
                self.history.reads.append(Read(name, stream, began, digests, chain(digests)))
            await asyncio.sleep(0.05)

    async def _watch(self, name: str, store: EventStore, stream: str) -> None:
        watch = Watch(name, stream)
        self.history.watches.append(watch)
        while True:
            after = watch.seen[-1][0] if watch.seen else 0
            with suppress(StoreError):
                async with aclosing(store.follow(stream, after)) as entries:
                    async for entry in entries:
                        watch.seen.append((entry.revision, digest(entry.data)))
                        if self._rnd.random() < 0.002:  # a client that reconnects
                            break
            await asyncio.sleep(0.02)


async def patiently(ask: Callable[[], Awaitable[list[Stored]]]) -> list[Stored]:
    """Retry until the store answers."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with suppress(StoreError):
                return await ask()
            await asyncio.sleep(0.05)


@asynccontextmanager
async def loaded(name: str, stores: list[EventStore], seed: int, streams: int = 3) -> AsyncIterator[Report]:
    """Run a load around a block of faults, which counts them; afterwards the report has the findings."""
    report = Report(name, History(), 0, [])
    load = Load(stores, Random(seed), streams)
    report.history = load.history
    report.streams = load.streams
    await load.start()
    yield report
    await asyncio.sleep(HEALED)
    report.logs = await load.stop(stores[0])
    report.violations = check(load.history, report.logs)
