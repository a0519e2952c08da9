"""Work on the servers: a Redis stream and its group of consumers, under one hash tag."""

import asyncio
from collections.abc import Sequence
from typing import Any

from podesta_eventstore.bounds import check_size, check_take
from podesta_eventstore.contract import Work, WorkQueue
from podesta_eventstore.errors import OutcomeUnknown, StoreUnavailable, WorkFull
from podesta_eventstore.server.connection import Argument

from . import keys, library
from .calls import Calls
from .doorbells import Doorbells

FORGOTTEN = 86_400_000
"""Milliseconds after which the next `steal_work` forgets a worker that holds nothing."""

_SLOT = keys.slot_of(keys.WORK)


class RedisWork(WorkQueue):
    """The queue of work; a worker that waits listens to a doorbell and blocks no connection."""

    def __init__(self, calls: Calls, doorbells: Doorbells, interval: float, max_item: int, max_work: int) -> None:
        self._calls = calls
        self._doorbells = doorbells
        self._interval = interval
        self._max_item = max_item
        self._max_work = max_work

    async def put_work(self, item: bytes) -> None:
        """Add the item and ring; see the contract."""
        check_size(item, self._max_item)
        reply = await self._calls.run(_SLOT, library.PUT, (keys.WORK,), self._max_work, keys.WORK_BELL, item)
        if reply[0] == b"full":
            raise WorkFull(self._max_work)

    async def take_work(self, worker: str, limit: int, wait_seconds: float) -> list[Work]:
        """Take what is there; else listen, and look again at each ring and every `interval` seconds."""
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

    async def finish_work(self, ids: Sequence[str]) -> None:
        """Acknowledge and delete; see the contract. If a failover loses this, the items are worked at again."""
        if ids:
            await self._calls.run(_SLOT, library.FINISH, (keys.WORK,), *ids, confirmed=False)

    async def steal_work(self, worker: str, idle_ms: int, limit: int) -> list[Work]:
        """Claim what is idle; see the contract."""
        check_take(worker, limit)
        return await self._taken(library.STEAL, worker, idle_ms, limit, FORGOTTEN)

    async def _taken(self, function: str, *words: Argument) -> list[Work]:
        try:
            reply: list[Any] = await self._calls.run(_SLOT, function, (keys.WORK,), *words, confirmed=False)
        except OutcomeUnknown as error:
            raise StoreUnavailable(f"perhaps taken, then to be stolen: {error}") from error
        return [Work(each[0].decode(), each[1][1]) for each in reply]
