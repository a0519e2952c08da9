"""What is not of one stream, in this process's memory: reminders, work, `Once`, levels and heartbeats."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from itertools import count

from podesta_eventstore.bounds import (
    check_due,
    check_level,
    check_member,
    check_put,
    check_seconds,
    check_size,
    check_take,
    check_time,
)
from podesta_eventstore.contract import (
    FIRST_LEVEL,
    LANES,
    MEMBER_SECONDS,
    OUTAGES,
    Beat,
    Heard,
    LevelStatus,
    Member,
    Outage,
    Reminder,
    Work,
)
from podesta_eventstore.errors import LevelTooHigh, WorkFull


class MemoryReminders:
    """Streams by time; every change gives a new version, as on the servers."""

    def __init__(self) -> None:
        self._known: dict[str, Reminder] = {}
        self._versions = count(1)

    def remind(self, stream: str, at_ms: int) -> None:
        """Add the time, or lower the existing one."""
        earlier = self._known.get(stream)
        self._set(stream, check_time(at_ms) if earlier is None else min(check_time(at_ms), earlier.at))

    def due(self, now_ms: int, limit: int, lease_ms: int) -> list[Reminder]:
        """Take the earliest."""
        check_due(now_ms, limit, lease_ms)
        found = sorted((each for each in self._known.values() if each.at <= now_ms), key=lambda each: each.at)[:limit]
        return [each._replace(version=self._set(each.stream, now_ms + lease_ms)) for each in found]

    def settle(self, reminder: Reminder, at_ms: int | None) -> bool:
        """Move it or end it, unless it has changed."""
        at = None if at_ms is None else check_time(at_ms)
        known = self._known.get(reminder.stream)
        if known is None or known.version != reminder.version:
            return False
        if at is None:
            del self._known[reminder.stream]
        else:
            self._set(reminder.stream, at)
        return True

    def _set(self, stream: str, at: int) -> int:
        version = next(self._versions)
        self._known[stream] = Reminder(stream, at, version)
        return version


class MemoryOnce:
    """Names already requested, and when they are forgotten."""

    def __init__(self) -> None:
        self._until: dict[str, float] = {}

    def first(self, name: str, seconds: int) -> bool:
        """Whether this is the first call for the name within its time."""
        now = time.monotonic()
        self._until = {each: until for each, until in self._until.items() if until > now}
        return self._until.setdefault(name, now + check_seconds(seconds)) == now + seconds


class _Lane:
    """Ids by their place; owners are served round robin, as on the servers."""

    def __init__(self) -> None:
        self.waiting: dict[str, int] = {}
        self._shares: dict[str, int] = {}
        self._at = 0

    def put(self, name: str, owner: str) -> None:
        """Place an id behind the last one of its owner."""
        self._shares[owner] = self.waiting[name] = max(self._at, self._shares.get(owner, 0)) + 1

    def take(self, limit: int) -> list[str]:
        """Take the first ids, and forget owners that are not ahead of the last one."""
        taken = sorted(self.waiting, key=lambda each: self.waiting[each])[:limit]
        for each in taken:
            self._at = max(self._at, self.waiting.pop(each) - 1)
        ahead = {owner: place for owner, place in self._shares.items() if place > self._at}
        self._shares = ahead if self.waiting else {}
        return taken


class MemoryWork:
    """Items by id, the lanes in which they wait, and the times at which they were taken."""

    def __init__(self, max_item: int, max_work: int) -> None:
        self._max_item = max_item
        self._max_work = max_work
        self._items: dict[str, Work] = {}
        self._lanes = [_Lane() for _ in range(LANES)]
        self._taken: dict[str, float] = {}
        self._ids = count(1)
        self._came = asyncio.Event()
        self._closed = False

    def put(self, item: bytes, lane: int, owner: str) -> None:
        """Add an item and wake the workers that wait."""
        check_size(item, self._max_item)
        check_put(lane, owner)
        if len(self._items) >= self._max_work:
            raise WorkFull(self._max_work)
        name = str(next(self._ids))
        self._items[name] = Work(name, item, lane)
        self._lanes[lane].put(name, owner)
        self._wake()

    def close(self) -> None:
        """End every worker's wait."""
        self._closed = True
        self._wake()

    async def take(self, worker: str, limit: int, wait_seconds: float, lanes: int) -> list[Work]:
        """Take items that no worker holds; wait again if other workers were faster."""
        check_take(worker, limit, lanes)
        end = time.monotonic() + wait_seconds
        while True:
            taken = self._first(limit, lanes)
            left = end - time.monotonic()
            if taken or left <= 0 or self._closed:
                return taken
            with suppress(TimeoutError):
                await asyncio.wait_for(self._came.wait(), left)

    def finish(self, ids: Sequence[str]) -> None:
        """Forget items."""
        for each in ids:
            self._taken.pop(each, None)
            if known := self._items.pop(each, None):
                self._lanes[known.lane].waiting.pop(each, None)

    def steal(self, worker: str, idle_ms: int, limit: int) -> list[Work]:
        """Take over items that were taken at least `idle_ms` ago."""
        check_take(worker, limit)
        latest = time.monotonic() - idle_ms / 1000
        return self._hold([each for each, when in self._taken.items() if when <= latest][:limit])

    def waiting(self) -> tuple[int, ...]:
        """How many items no worker has taken, by lane."""
        return tuple(len(lane.waiting) for lane in self._lanes)

    def _first(self, limit: int, lanes: int) -> list[Work]:
        """Take the first items, lane by lane."""
        taken: list[str] = []
        for lane in self._lanes[:lanes]:
            taken += lane.take(limit - len(taken))
        return self._hold(taken)

    def _wake(self) -> None:
        self._came.set()
        self._came = asyncio.Event()

    def _hold(self, ids: list[str]) -> list[Work]:
        self._taken |= dict.fromkeys(ids, time.monotonic())
        return [self._items[each] for each in ids]


class MemoryLevels:
    """A level, and the members with the time at which each last joined."""

    def __init__(self) -> None:
        self._level = 0
        self._members: dict[str, tuple[Member, float]] = {}

    def join(self, member: Member, begin: int) -> LevelStatus:
        """Record the member."""
        check_member(member)
        self._level = self._level or check_level(begin, 0)
        self._members[member.name] = member, time.monotonic()
        return self.level_status()

    def leave(self, name: str) -> None:
        """Remove the member."""
        self._members.pop(name, None)

    def level_status(self) -> LevelStatus:
        """Return the level and the living members."""
        oldest = time.monotonic() - MEMBER_SECONDS
        self._members = {name: each for name, each in self._members.items() if each[1] >= oldest}
        members = [member for _, (member, _) in sorted(self._members.items())]
        return LevelStatus(self._level or FIRST_LEVEL, members)

    def raise_level(self, to: int) -> LevelStatus:
        """Raise it if every member can."""
        status = self.level_status()
        if status.level > check_level(to):
            raise ValueError(f"the store is at level {status.level}, which is never lowered")
        if behind := [each for each in status.members if each.highest < to]:
            raise LevelTooHigh(to, behind)
        self._level = to
        return self.level_status()


class MemoryHeartbeats:
    """The last beat of a serving process, and the data sent with it."""

    def __init__(self) -> None:
        self._at = 0
        self._heard: Heard | None = None
        self._outages: tuple[Outage, ...] = ()

    def beat(self, serving: bool, heard: Heard | None, outage: Outage | None) -> Beat:
        """Record the beat."""
        now = int(time.time() * 1000)
        before, known = self._at, self._heard
        if serving:
            self._at, self._heard = now, heard or known
            self._outages = (*self._outages, *([outage] if outage else ()))[-OUTAGES:]
        return Beat(now, before, known, self._outages)
