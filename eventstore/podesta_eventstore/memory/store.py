"""Streams in this process's memory: the simplest store, for tests and trials. Nothing outlives the process."""

import logging
from collections.abc import Sequence

from podesta_eventstore.bounds import (
    MAX_ENTRIES,
    MAX_ENTRY,
    MAX_WORK,
)
from podesta_eventstore.contract import (
    LANES,
    LISTS,
    Beat,
    EventStore,
    Heard,
    LevelStatus,
    Member,
    Outage,
    Reminder,
    Vitals,
    Work,
)
from podesta_eventstore.errors import StoreRefused
from podesta_eventstore.server.checks import Durability

from .cards import MemoryCards
from .lifecycle import MemoryLifecycle
from .streams import MemoryStreams
from .tasks import MemoryHeartbeats, MemoryLevels, MemoryOnce, MemoryReminders, MemoryWork


class MemoryStore(MemoryStreams, MemoryLifecycle, MemoryCards, EventStore):
    """A dictionary of streams, for one event loop. `lists` are the names of its lists, see `LISTS`."""

    def __init__(
        self,
        *,
        lists: Sequence[str] = LISTS,
        max_entry: int = MAX_ENTRY,
        max_entries: int = MAX_ENTRIES,
        max_work: int = MAX_WORK,
    ) -> None:
        super().__init__(lists, max_entry, max_entries)
        self._reminders = MemoryReminders()
        self._once = MemoryOnce()
        self._levels = MemoryLevels()
        self._heartbeats = MemoryHeartbeats()
        self._work = MemoryWork(max_entry, max_work)

    async def first(self, name: str, seconds: int) -> bool:
        """Remember the name in this process; see the contract."""
        self._check(name)
        return self._once.first(name, seconds)

    async def join(self, member: Member, begin: int = 0) -> LevelStatus:
        """Record the member; see the contract."""
        self._check("a")
        return self._levels.join(member, begin)

    async def leave(self, name: str) -> None:
        """Remove the member; see the contract."""
        self._check("a")
        self._levels.leave(name)

    async def level_status(self) -> LevelStatus:
        """Return the level and the living members; see the contract."""
        self._check("a")
        return self._levels.level_status()

    async def raise_level(self, to: int) -> LevelStatus:
        """Compare and set; see the contract."""
        self._check("a")
        return self._levels.raise_level(to)

    async def beat(self, serving: bool = True, heard: Heard | None = None, outage: Outage | None = None) -> Beat:
        """Record the beat with this process's time; see the contract."""
        self._check("a")
        return self._heartbeats.beat(serving, heard, outage)

    async def remind(self, stream: str, at_ms: int) -> None:
        """Record the time; see the contract."""
        self._check(stream)
        self._reminders.remind(stream, at_ms)

    async def due(self, now_ms: int, limit: int, lease_ms: int) -> list[Reminder]:
        """Take the earliest; see the contract."""
        self._check("a")
        return self._reminders.due(now_ms, limit, lease_ms)

    async def settle(self, reminder: Reminder, at_ms: int | None) -> bool:
        """Compare and set; see the contract."""
        self._check(reminder.stream)
        return self._reminders.settle(reminder, at_ms)

    async def put_work(self, item: bytes, lane: int = 0, owner: str = "") -> None:
        """Add to the queue; see the contract."""
        self._check("a")
        self._work.put(item, lane, owner)

    async def take_work(self, worker: str, limit: int, wait_seconds: float, lanes: int = LANES) -> list[Work]:
        """Take from the queue, or wait; see the contract."""
        self._check("a")
        taken = await self._work.take(worker, limit, wait_seconds, lanes)
        self._check("a")
        return taken

    async def finish_work(self, ids: Sequence[str]) -> None:
        """Remove items; see the contract."""
        self._check("a")
        self._work.finish(ids)

    async def steal_work(self, worker: str, idle_ms: int, limit: int) -> list[Work]:
        """Take items of other workers; see the contract."""
        self._check("a")
        return self._work.steal(worker, idle_ms, limit)

    async def waiting_work(self) -> tuple[int, ...]:
        """Count the items that no worker has taken; see the contract."""
        self._check("a")
        return self._work.waiting()

    async def ping(self) -> None:
        """Return until the store is closed."""
        self._check("a")

    async def vitals(self) -> Vitals:
        """Count the bytes of all entries; memory is not limited."""
        self._check("a")
        return Vitals(sum(len(each.data) for found in self._streams.values() for each in found.entries), 0)

    async def close(self) -> None:
        """Refuse every call from now on."""
        self._closed = True
        self._work.close()
        for found in self._streams.values():
            found.wake()


async def open_memory(url: str, durability: Durability, lists: Sequence[str]) -> MemoryStore:
    """Open a new store for `memory://`, as an entry point of `podesta.stores`; see `connect.StoreOpener`.

    Raises:
        ValueError: the URL names more than the scheme.
        StoreRefused: anything but the weakest durability is asked for.
    """
    if url != "memory://":
        raise ValueError("a store in memory has no address: its URL is memory://")
    if durability != "everysec":
        raise StoreRefused("a store in memory loses everything with its process: ask for the durability `everysec`")
    logging.getLogger(__name__).warning("the store is in memory: nothing outlives this process")
    return MemoryStore(lists=lists)
