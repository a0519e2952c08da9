"""Ten thousand writers on one stream, each with a command of its own, all from the same revision."""

import asyncio
import os
import time
from random import Random

from podesta_eventstore import Conflict, EventStore, OutcomeUnknown, StoreUnavailable
from podesta_eventstore.testing.history import Append, History, check, digest
from tests.eventstore.servers import Server
from tests.faults.harness import Plan, breathe, opened
from tests.faults.load import Report, patiently

WRITERS = 10_000
AT_ONCE = 6
"""How many go on after the first rush; the others wait for their turn."""


async def contend(plan: Plan) -> Report:
    """All append at revision 0 at once, and one wins; the rest go on until each is in, while the server is killed."""
    rnd, stream = Random(plan.seed), f"rush-{os.urandom(6).hex()}"
    rush = Rush(stream)
    with Server(plan.folder / "server") as server:
        async with opened(server.url, patience=30) as stores:
            await asyncio.gather(*(rush.attempt(stores[n % 2], n, 0) for n in range(WRITERS)))
            report = Report(f"{WRITERS:,} writers of one game", rush.history, 0, [], streams=[stream])
            if rush.head != 1:
                report.violations.append(f"{rush.head} writers won")
            everybody = asyncio.gather(*(rush.insist(stores[n % 2], n) for n in range(WRITERS)))
            for _ in range(plan.faults):
                await breathe(rnd)
                await asyncio.to_thread(server.restart)
                report.faults += 1
            await everybody
            report.logs = {stream: await patiently(lambda: stores[0].read(stream))}
    report.violations += check(rush.history, report.logs)
    if len(report.logs[stream]) != WRITERS:
        report.violations.append(f"{len(report.logs[stream])} of {WRITERS} writers are in the log")
    return report


class Rush:
    """The writers, who share their knowledge of the stream's head."""

    def __init__(self, stream: str) -> None:
        self.history = History(
            [Append(f"writer {n}", stream, os.urandom(16), digest(b"%d" % n), 0.0) for n in range(WRITERS)]
        )
        self.head = 0
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def attempt(self, store: EventStore, number: int, expected: int) -> bool:
        """One attempt of a writer; returns whether its outcome is known."""
        told = self.history.appends[number]
        told.began = told.began or time.monotonic()
        try:
            appended = await store.append(told.stream, expected, b"%d" % number, told.command)
        except Conflict as conflict:
            self.head = max(self.head, conflict.head)
            return True
        except (OutcomeUnknown, StoreUnavailable):
            await asyncio.sleep(0.02)
            return False
        told.outcome, told.revision, told.ended = "ok", appended.revision, time.monotonic()
        self.head = max(self.head, appended.revision)
        return True

    async def insist(self, store: EventStore, number: int) -> None:
        """Retry until it is in: from the head after a conflict, from the same revision after a lost reply."""
        certain, expected = True, 0
        while self.history.appends[number].outcome != "ok":
            async with self._turns:
                expected = self.head if certain else expected
                certain = await self.attempt(store, number, expected)
