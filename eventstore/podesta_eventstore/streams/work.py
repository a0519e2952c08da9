"""Work for others on the servers: a Redis stream and its group of consumers, under one hash tag."""

import asyncio
from collections.abc import Sequence
from typing import Any

from podesta_eventstore.contract import Work
from podesta_eventstore.errors import EntryTooLarge, OutcomeUnknown, StoreUnavailable, WorkFull
from podesta_eventstore.server.connection import Argument

from . import keys, library
from .calls import Calls
from .doorbells import Doorbells

MAX_WORK = 100_000
"""The most items that wait or are worked at."""

FORGOTTEN = 86_400_000
"""Milliseconds after which a worker that holds nothing is forgotten, when somebody steals."""

_SLOT = keys.slot_of(keys.WORK)


class WorkQueue:
    """See `EventStore.put_work` and its siblings. Who waits listens to a doorbell and blocks no connection."""

    def __init__(self, calls: Calls, doorbells: Doorbells, interval: float, max_item: int, max_work: int) -> None:
        self._calls = calls
        self._doorbells = doorbells
        self._interval = interval
        self._max_item = max_item
        self._max_work = max_work

    async def put(self, item: bytes) -> None:
        """Add an item and ring."""
        check_item(item, self._max_item)
        reply = await self._calls.run(_SLOT, library.PUT, (keys.WORK,), self._max_work, keys.WORK_BELL, item)
        if reply[0] == b"full":
            raise WorkFull(self._max_work)

    async def take(self, worker: str, limit: int, wait_seconds: float) -> list[Work]:
        """Take what is there; else listen and look again, at each ring and every `interval` seconds."""
        check_take(worker, limit)
        taken = await self._taken(library.TAKE, worker, limit)
        if taken or wait_seconds <= 0:
            return taken
        end = asyncio.get_running_loop().time() + wait_seconds
        with self._doorbells.listen(keys.WORK_BELL) as bell:
            while True:
                bell.reset()
                taken = await self._taken(library.TAKE, worker, limit)
                left = end - asyncio.get_running_loop().time()
                if taken or left <= 0:
                    return taken
                await bell.wait(0, min(left, self._interval))

    async def finish(self, ids: Sequence[str]) -> None:
        """Remove items; that this may be lost in a failover costs working at them again."""
        if ids:
            await self._calls.run(_SLOT, library.FINISH, (keys.WORK,), *ids, confirmed=False)

    async def steal(self, worker: str, idle_ms: int, limit: int) -> list[Work]:
        """Take over what others do not finish."""
        check_take(worker, limit)
        return await self._taken(library.STEAL, worker, idle_ms, limit, FORGOTTEN)

    async def _taken(self, function: str, *words: Argument) -> list[Work]:
        try:
            reply: list[Any] = await self._calls.run(_SLOT, function, (keys.WORK,), *words, confirmed=False)
        except OutcomeUnknown as error:
            raise StoreUnavailable(f"perhaps taken, then to be stolen: {error}") from error
        return [Work(each[0].decode(), each[1][1]) for each in reply]


def check_item(item: bytes, most: int) -> None:
    """Raise `EntryTooLarge` for an item of more than `most` bytes."""
    if len(item) > most:
        raise EntryTooLarge(len(item), most)


def check_take(worker: str, limit: int) -> None:
    """Raise `ValueError` for no worker or a limit below 1."""
    if not worker or limit < 1:
        raise ValueError(f"a worker with a name takes at least 1 item, not {limit} of {worker!r}")
