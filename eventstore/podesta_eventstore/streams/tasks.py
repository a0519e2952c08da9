"""Work on the servers: hashes and sorted sets under one hash tag, changed together by functions."""

import asyncio
from collections.abc import Sequence
from typing import Any

from podesta_eventstore.bounds import check_put, check_size, check_take
from podesta_eventstore.contract import LANES, Work, WorkQueue
from podesta_eventstore.errors import OutcomeUnknown, StoreUnavailable, WorkFull
from podesta_eventstore.server.connection import Argument

from . import keys, library
from .calls import Calls
from .doorbells import Doorbells

_KEYS = keys.work(LANES)
_WAITING = keys.waiting(LANES)
_SLOT = keys.slot_of(keys.WORK)


class RedisWork(WorkQueue):
    """The queue of work; a worker that waits listens to a doorbell and blocks no connection."""

    def __init__(self, calls: Calls, doorbells: Doorbells, interval: float, max_item: int, max_work: int) -> None:
        self._calls = calls
        self._doorbells = doorbells
        self._interval = interval
        self._max_item = max_item
        self._max_work = max_work

    async def put_work(self, item: bytes, lane: int = 0, owner: str = "") -> None:
        """Add the item and ring; see the contract."""
        check_size(item, self._max_item)
        check_put(lane, owner)
        reply = await self._calls.run(_SLOT, library.PUT, _KEYS, self._max_work, keys.WORK_BELL, item, lane, owner)
        if reply[0] == b"full":
            raise WorkFull(self._max_work)

    async def take_work(self, worker: str, limit: int, wait_seconds: float, lanes: int = LANES) -> list[Work]:
        """Take available items; if there are none, listen, and try again at each ring and every `interval` seconds."""
        check_take(worker, limit, lanes)
        taken = await self._taken(library.TAKE, worker, limit, lanes)
        if taken or wait_seconds <= 0:
            return taken
        end = asyncio.get_running_loop().time() + wait_seconds
        with self._doorbells.listen(keys.WORK_BELL) as bell:
            while True:
                bell.reset()
                taken = await self._taken(library.TAKE, worker, limit, lanes)
                left = end - asyncio.get_running_loop().time()
                if taken or left <= 0:
                    return taken
                await bell.wait(0, min(left, self._interval))

    async def finish_work(self, ids: Sequence[str]) -> None:
        """Remove the items; see the contract. If a failover loses this, they are processed again."""
        if ids:
            await self._calls.run(_SLOT, library.FINISH, _KEYS, *ids, confirmed=False)

    async def steal_work(self, worker: str, idle_ms: int, limit: int) -> list[Work]:
        """Take items that were taken too long ago; see the contract."""
        check_take(worker, limit)
        return await self._taken(library.STEAL, worker, idle_ms, limit)

    async def waiting_work(self) -> tuple[int, ...]:
        """Ask for the size of every lane in one round trip; see the contract."""
        return tuple(await self._calls.ask_each([(_SLOT, (b"ZCARD", lane)) for lane in _WAITING]))

    async def _taken(self, function: str, *words: Argument) -> list[Work]:
        try:
            reply: list[Any] = await self._calls.run(_SLOT, function, _KEYS, *words, confirmed=False)
        except OutcomeUnknown as error:
            raise StoreUnavailable(f"some items may be taken, then to be stolen: {error}") from error
        ids = [each.decode() for each in reply[::2]]
        return [Work(name, data, int(name.partition("-")[0])) for name, data in zip(ids, reply[1::2], strict=True)]
