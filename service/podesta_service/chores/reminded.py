"""Takes from the store's list of reminders what is due, and tends it on time."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Coroutine
from contextlib import suppress
from contextvars import Context, ContextVar

from podesta_eventstore import Reminder, Reminders, StoreError
from podesta_service.problems import Refusal
from podesta_service.table.clock import Clock
from podesta_service.table.tables import Tables
from podesta_service.telemetry.bursts import Burst

log = logging.getLogger(__name__)

LEASE = 10_000
"""Milliseconds after which a process that died tending a game is replaced."""
AHEAD = 250
"""Milliseconds by which a game is taken from the list before its time, so that it is tended on time."""
AT_ONCE = 256
"""Games tended at the same time by one process."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 2.0
"""Seconds between two requests to a store that does not answer; doubled each time."""
LEASED: ContextVar[str] = ContextVar("leased", default="")
"""The game of the reminder that the current task holds."""


class Reminded(ABC):
    """Tends the games that the store reminds of.

    `now` is the time that decides; `tick` is the number of seconds between two checks of the store's list.
    """

    def __init__(self, store: Reminders, tables: Tables, now: Clock, tick: float) -> None:
        self._store, self._tables, self._now, self._tick = store, tables, now, tick
        self._tasks: set[asyncio.Task[None]] = set()
        self._loop: asyncio.Task[None] | None = None
        self._pause = 0.0
        self._away = Burst("what is due cannot be learned")

    @property
    def milliseconds(self) -> int:
        """The time now, as logs and reminders count."""
        return int(self._now() * 1000)

    @abstractmethod
    async def _try(self, game: str) -> int | None:
        """Tend a game without ever raising: when to look again; 0: leave that to the lease."""

    async def heed(self, reminder: Reminder) -> None:
        """Tend a game that the store reminds of, on time, and register when to remind of it again."""
        LEASED.set(reminder.stream)
        await self._wait(reminder)
        self._tables.metrics.reminded(max(0, self.milliseconds - reminder.at) / 1000)
        at = await self._try(reminder.stream)
        if at == 0:
            return
        try:
            await self._store.settle(reminder, at)
        except StoreError as error:
            log.warning("a reminder of game %s could not be settled: %s", reminder.stream, error)

    async def _wait(self, reminder: Reminder) -> None:
        """Wait until a reminder is due, with the game loaded."""
        if reminder.at > self.milliseconds:
            with suppress(Refusal):
                await self._tables.newest(reminder.stream)
        left = reminder.at - self.milliseconds
        if left > 0:
            await asyncio.sleep((left + 1) / 1000)  # timers may fire up to a millisecond early

    # -- the loop ----------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start taking what is due from the store's list."""
        self._loop = asyncio.create_task(self.run(), name="steward")

    async def run(self) -> None:
        """Take what is due, forever."""
        while True:
            room = AT_ONCE - len(self._tasks)
            if room <= 0:
                await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)
            elif await self._take(room) < room:
                await asyncio.sleep(max(self._tick, self._pause))

    async def _take(self, limit: int) -> int:
        """Start tending the games that are due; returns how many. None are taken while the time is unknown."""
        if not self._now.known:
            return 0
        try:
            found = await self._store.due(self.milliseconds + AHEAD, limit, LEASE)
        except StoreError as error:
            self._pause = min(2 * self._pause or _FIRST_PAUSE, _LONGEST_PAUSE)
            self._away.say(why=str(error))
            return 0
        self._pause = 0.0
        for reminder in found:
            self._start(self.heed(reminder))
        return len(found)

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work, context=Context())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        """Take nothing more and drop what is being tended: another process will continue."""
        tasks = [*self._tasks, *([self._loop] if self._loop else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
