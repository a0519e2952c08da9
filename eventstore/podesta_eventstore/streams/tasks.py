"""Tasks on the servers: reminders in 16 parts, the queue of work under one hash tag, a key for what happens once."""

import asyncio
from collections.abc import Sequence
from functools import cache
from itertools import count
from typing import Any

from podesta_eventstore.bounds import check_due, check_put, check_seconds, check_size, check_take, check_time
from podesta_eventstore.contract import LANES, Once, Reminder, Reminders, Work, WorkQueue
from podesta_eventstore.errors import OutcomeUnknown, StoreUnavailable, WorkFull
from podesta_eventstore.server.connection import Argument

from . import keys, library
from .calls import Calls
from .doorbells import Doorbells


class RedisReminders(Reminders):
    """Reminders by server-side functions; an idle `due` is one round trip that writes nothing."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._turns = count()

    async def remind(self, stream: str, at_ms: int) -> None:
        """Add the time, or lower the existing one; see the contract."""
        shard = keys.shard(stream)
        await self._calls.run(_slot(shard), library.REMIND, keys.reminders(shard), stream, check_time(at_ms))

    async def due(self, now_ms: int, limit: int, lease_ms: int) -> list[Reminder]:
        """Ask every part how many are due, then take from those that have any, round robin; see the contract."""
        check_due(now_ms, limit, lease_ms)
        shares = _shares(await self._waiting(now_ms), limit, next(self._turns))
        if not shares:
            return []
        until = now_ms + lease_ms
        asked = [(_slot(shard), keys.reminders(shard), (now_ms, until, share)) for shard, share in shares.items()]
        found: list[Reminder] = []
        for reply in await self._calls.run_each(library.DUE, asked):
            triples = zip(reply[::3], reply[1::3], reply[2::3], strict=True)
            found += [Reminder(stream.decode(), int(float(at)), version) for stream, at, version in triples]
        return sorted(found, key=lambda reminder: reminder.at)

    async def settle(self, reminder: Reminder, at_ms: int | None) -> bool:
        """Compare and set; see the contract. If a failover loses this, it costs one more check."""
        shard = keys.shard(reminder.stream)
        words = (reminder.stream, reminder.version, "" if at_ms is None else check_time(at_ms))
        reply = await self._calls.run(_slot(shard), library.SETTLE, keys.reminders(shard), *words, confirmed=False)
        return bool(reply[0] == b"settled")

    async def _waiting(self, now_ms: int) -> list[int]:
        """Return how many are due in each part."""
        return await self._calls.ask_each([(slot, ("ZCOUNT", due, "-inf", now_ms)) for slot, due in _parts()])


@cache
def _slot(shard: int) -> int:
    return keys.slot_of(keys.reminders(shard)[0])


@cache
def _parts() -> list[tuple[int, bytes]]:
    """The slot and the key of the times of each part; cached, because they are needed many times a second."""
    return [(_slot(shard), keys.reminders(shard)[0]) for shard in range(keys.SHARDS)]


def _shares(waiting: list[int], limit: int, turn: int) -> dict[int, int]:
    """Divide the limit among the parts with due reminders, starting with another part at each turn."""
    order = [(turn + number) % len(waiting) for number in range(len(waiting))]
    shares: dict[int, int] = {}
    left = [shard for shard in order if waiting[shard]]
    while left and limit:
        shard = left.pop(0)
        share = min(waiting[shard], -(-limit // (len(left) + 1)))
        shares[shard], limit = share, limit - share
    return shares


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


class RedisOnce(Once):
    """One call of a function; repeating it returns False."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    async def first(self, name: str, seconds: int) -> bool:
        """Set the key unless it exists; see the contract."""
        key = keys.once(name)
        return bool(await self._calls.run(keys.slot_of(key), library.FIRST, [key], check_seconds(seconds)))
