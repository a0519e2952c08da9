"""Streams in this process's memory: the plainest store, for tests and trials. Nothing outlives the process."""

import asyncio
import time
from bisect import bisect_right
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, field

from podesta_eventstore.bounds import (
    MAX_ENTRIES,
    MAX_ENTRY,
    MAX_UNSEEN,
    MAX_WORK,
    WINDOW,
    check_append,
    check_card,
    check_listing,
    check_lists,
    check_name,
    check_read,
    check_read_backward,
    check_revision,
    check_status,
    check_topic,
)
from podesta_eventstore.contract import (
    LANES,
    LISTS,
    MARK,
    Appended,
    Card,
    EventStore,
    Expected,
    Glimpse,
    Member,
    Metadata,
    Page,
    Phase,
    Reminder,
    Standing,
    Stored,
    Vitals,
    Work,
)
from podesta_eventstore.errors import (
    Conflict,
    StoreUnavailable,
    StreamArchived,
    StreamErased,
    StreamFull,
    StreamNotFinal,
    StreamNotFound,
    StreamNotSealed,
    StreamSealed,
)
from podesta_eventstore.naming import bucket_of

from .levels import MemoryLevels
from .tasks import MemoryOnce, MemoryReminders, MemoryWork


@dataclass
class _Stream:
    status: str
    entries: list[Stored] = field(default_factory=list)
    phase: Phase = "live"
    head: int = 0
    digest: str = ""
    labels: dict[str, str] = field(default_factory=dict)
    card: Card | None = None
    arrived: int = 0
    grown: asyncio.Event = field(default_factory=asyncio.Event)

    def wake(self) -> None:
        """Make every follower look again."""
        self.grown.set()
        self.grown = asyncio.Event()


class MemoryStore(EventStore):
    """A dictionary of streams, for one event loop. `lists` are the names of its lists, see `LISTS`."""

    def __init__(
        self,
        *,
        lists: Sequence[str] = LISTS,
        max_entry: int = MAX_ENTRY,
        max_entries: int = MAX_ENTRIES,
        max_work: int = MAX_WORK,
    ) -> None:
        self._lists = check_lists(lists)
        self._clock = 0
        self._streams: dict[str, _Stream] = {}
        self._max_entry = max_entry
        self._max_entries = max_entries
        self._reminders = MemoryReminders()
        self._once = MemoryOnce()
        self._levels = MemoryLevels()
        self._work = MemoryWork(max_entry, max_work)
        self._closed = False

    async def append(
        self,
        stream: str,
        expected: int | Expected,
        data: bytes,
        command: bytes,
        status: str | None = None,
        card: Card | None = None,
    ) -> Appended:
        """Append to the list; see the contract."""
        self._check(stream)
        revision = check_append(expected, data, command, self._max_entry)
        found = self._streams.get(stream) or _Stream(self._lists[0])
        wanted = found.status if status is None else check_status(status, self._lists)
        check_card(card, self._max_entry)
        _check_phase(stream, found)
        head = len(found.entries)
        revision = head if revision < 0 else revision
        for entry in found.entries[max(0, min(revision, head) - WINDOW) :]:
            if entry.command == command:
                return Appended(entry.revision, duplicate=True, marked=MARK in found.labels)
        self._check_head(stream, found, head, revision)
        found.entries.append(Stored(head + 1, command, data))
        self._enlist(stream, found, wanted, card)
        found.wake()
        return Appended(head + 1, duplicate=False, marked=MARK in found.labels)

    def _enlist(self, stream: str, found: _Stream, status: str, card: Card | None) -> None:
        """Put a stream into a list, and note its card under the topic that it has."""
        if found.status != status or not found.arrived:
            self._clock = found.arrived = max(self._clock + 1, time.time_ns() // 1000)
        found.status = status
        if card:
            found.card = card._replace(topic=found.card.topic) if found.card else card
        self._streams[stream] = found

    def _check_head(self, stream: str, found: _Stream, head: int, expected: int) -> None:
        if head == 0 and expected > 0:
            raise StreamNotFound(stream)
        if head != expected:
            raise Conflict(head, found.entries[expected:][:MAX_UNSEEN])
        if found.phase == "sealed":
            raise StreamSealed(stream)
        if head >= self._max_entries:
            raise StreamFull(stream, self._max_entries)

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[Stored]:
        """Return a slice; see the contract."""
        check_read(after, limit)
        return self._present(stream).entries[after:][:limit]

    async def read_backward(self, stream: str, before: int | None = None, limit: int | None = None) -> list[Stored]:
        """Return a slice, reversed; see the contract."""
        check_read_backward(before, limit)
        entries = self._present(stream).entries
        return entries[: len(entries) if before is None else before - 1][::-1][:limit]

    async def head(self, stream: str) -> int:
        """Return the number of entries, archived ones included."""
        self._check(stream)
        found = self._streams.get(stream)
        return 0 if found is None or found.phase == "erased" else found.head or len(found.entries)

    async def follow(self, stream: str, after: int = 0) -> AsyncGenerator[Stored, None]:
        """Yield what is there, then wait for more; see the contract."""
        while True:
            found = self._present(stream)
            grown = found.grown
            for entry in found.entries[after:]:
                yield entry
                after = entry.revision
            if after >= len(found.entries):
                await grown.wait()

    async def streams(self, status: str, cursor: str = "", limit: int = 100, topic: str = "") -> Page:
        """Return streams with dated names by when they came, then all others by name; see the contract."""
        self._check("a")
        check_listing(status, limit, self._lists, topic)
        listed = [(name, found) for name, found in self._streams.items() if found.status == status]
        wanted = [(name, found) for name, found in listed if found.phase != "erased" and _fits(name, found, topic)]
        rows = sorted((_row(name, found) for name, found in wanted))
        page = rows[bisect_right(rows, _read_cursor(cursor)) :] if cursor else rows
        return Page([row[2] for row in page[:limit]], _write_cursor(page[limit - 1]) if len(page) > limit else "")

    async def glimpses(self, streams: Sequence[str]) -> list[Glimpse | None]:
        """Look at each; see the contract."""
        return [self._glimpse(stream) for stream in streams]

    def _glimpse(self, stream: str) -> Glimpse | None:
        self._check(stream)
        found = self._streams.get(stream)
        if found is None or found.phase == "erased":
            return None
        return Glimpse(found.head or len(found.entries), found.phase, found.card.data if found.card else b"")

    async def pick(self, wanted: Sequence[tuple[str, int]]) -> list[Stored | None]:
        """Look at each; see the contract."""
        self._check("a")
        found = [(self._streams.get(stream), check_revision(revision)) for stream, revision in wanted]
        return [each.entries[at - 1] if each and at <= len(each.entries) else None for each, at in found]

    async def tally(self, status: str, topics: Sequence[str]) -> dict[str, int]:
        """Count; see the contract."""
        self._check("a")
        counted = dict.fromkeys(["", *map(check_topic, topics)], 0)
        for _, found in self._dated(status):
            counted[found.card.topic if found.card and found.card.topic in counted else ""] += 1
        return counted

    async def oldest(self, status: str, until_ms: int, limit: int) -> list[str]:
        """Sort; see the contract."""
        self._check("a")
        rows = sorted((found.arrived, name) for name, found in self._dated(status))
        return [name for arrived, name in rows if arrived // 1000 <= until_ms][:limit]

    def _dated(self, status: str) -> list[tuple[str, _Stream]]:
        check_listing(status, 1, self._lists)
        listed = [(name, found) for name, found in self._streams.items() if found.status == status]
        return [(name, found) for name, found in listed if found.phase != "erased" and bucket_of(name) is not None]

    async def metadata(self, stream: str) -> Metadata:
        """Return what is kept beside the entries; see the contract."""
        found = self._known(stream)
        head = found.head or len(found.entries)
        return Metadata(found.status, found.phase, head, dict(sorted(found.labels.items())), found.digest, found.card)

    async def label(self, stream: str, labels: Mapping[str, str]) -> None:
        """Change the labels; see the contract."""
        found = self._known(stream)
        _check_erased(stream, found)
        merged = found.labels | dict(labels)
        found.labels = {name: value for name, value in merged.items() if value}

    async def seal(self, stream: str) -> int:
        """Mark the stream; see the contract."""
        found = self._known(stream)
        _check_erased(stream, found)
        if found.phase == "archived":
            return found.head
        if found.status != self._lists[-1]:
            raise StreamNotFinal(stream, found.status, self._lists[-1])
        found.phase = "sealed"
        return len(found.entries)

    async def release(self, stream: str, head: int, digest: str) -> None:
        """Drop the entries; see the contract."""
        found = self._known(stream)
        _check_erased(stream, found)
        if found.phase == "archived":
            return
        if found.phase != "sealed" or head != len(found.entries):
            raise StreamNotSealed(stream)
        found.entries, found.phase, found.head, found.digest = [], "archived", head, digest
        found.wake()

    async def forget(self, stream: str, head: int) -> None:
        """Drop all of it; see the contract."""
        self._check(stream)
        if (found := self._streams.get(stream)) is None:
            return
        _check_erased(stream, found)
        if found.phase == "live" or head != (found.head or len(found.entries)):
            raise StreamNotSealed(stream)
        del self._streams[stream]
        found.wake()

    async def restore(
        self,
        stream: str,
        entries: Sequence[Stored],
        status: str,
        labels: Mapping[str, str] | None = None,
        card: Card | None = None,
    ) -> None:
        """Put the entries back; see the contract."""
        self._check(stream)
        check_status(status, self._lists)
        found = self._streams.get(stream) or _Stream(status)
        _check_erased(stream, found)
        if found.entries:
            raise Conflict(len(found.entries), [])
        found.entries, found.phase, found.head, found.digest = list(entries), "live", 0, ""
        found.labels = found.labels | dict(labels or {})
        self._enlist(stream, found, status, card)
        found.wake()

    async def erase(self, stream: str) -> int:
        """Leave a tombstone; see the contract."""
        found = self._known(stream)
        head = found.head or len(found.entries)
        found.entries, found.labels, found.digest, found.card = [], {}, "", None
        found.status, found.phase, found.head = self._lists[-1], "erased", head
        found.wake()
        return head

    async def first(self, name: str, seconds: int) -> bool:
        """Remember the name in this process; see the contract."""
        self._check(name)
        return self._once.first(name, seconds)

    async def join(self, member: Member, begin: int = 0) -> Standing:
        """Note the member; see the contract."""
        self._check("a")
        return self._levels.join(member, begin)

    async def leave(self, name: str) -> None:
        """Forget the member; see the contract."""
        self._check("a")
        self._levels.leave(name)

    async def standing(self) -> Standing:
        """Say who is living; see the contract."""
        self._check("a")
        return self._levels.standing()

    async def raise_level(self, to: int) -> Standing:
        """Compare and set; see the contract."""
        self._check("a")
        return self._levels.raise_level(to)

    async def remind(self, stream: str, at_ms: int) -> None:
        """Note the time; see the contract."""
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
        """Forget items; see the contract."""
        self._check("a")
        self._work.finish(ids)

    async def steal_work(self, worker: str, idle_ms: int, limit: int) -> list[Work]:
        """Take what others hold; see the contract."""
        self._check("a")
        return self._work.steal(worker, idle_ms, limit)

    async def waiting_work(self) -> tuple[int, ...]:
        """Count what nobody has taken; see the contract."""
        self._check("a")
        return self._work.waiting()

    async def ping(self) -> None:
        """Return until the store is closed."""
        self._check("a")

    async def vitals(self) -> Vitals:
        """Nothing is bounded here."""
        self._check("a")
        return Vitals(sum(len(each.data) for found in self._streams.values() for each in found.entries), 0)

    async def close(self) -> None:
        """Refuse every call from now on."""
        self._closed = True
        self._work.close()
        for found in self._streams.values():
            found.wake()

    def _check(self, stream: str) -> None:
        check_name(stream)
        if self._closed:
            raise StoreUnavailable("the store is closed")

    def _known(self, stream: str) -> _Stream:
        self._check(stream)
        if stream not in self._streams:
            raise StreamNotFound(stream)
        return self._streams[stream]

    def _present(self, stream: str) -> _Stream:
        found = self._known(stream)
        _check_phase(stream, found)
        return found


def _check_erased(stream: str, found: _Stream) -> None:
    if found.phase == "erased":
        raise StreamErased(stream)


def _check_phase(stream: str, found: _Stream) -> None:
    _check_erased(stream, found)
    if found.phase == "archived":
        raise StreamArchived(stream, found.head, found.digest)


def _fits(name: str, found: _Stream, topic: str) -> bool:
    """Whether a stream is listed where one of a topic is asked for."""
    return not topic or bucket_of(name) is None or (found.card is not None and found.card.topic == topic)


def _row(name: str, found: _Stream) -> tuple[int, int, str]:
    """Where a stream stands in its list."""
    return (1, 0, name) if bucket_of(name) is None else (0, -found.arrived, name)


def _write_cursor(row: tuple[int, int, str]) -> str:
    return f"{row[0]}.{-row[1]}.{row[2]}"


def _read_cursor(cursor: str) -> tuple[int, int, str]:
    try:
        other, arrived, name = cursor.split(".")
        return int(other), -int(arrived), check_name(name)
    except ValueError:
        raise ValueError(f"{cursor!r} is no cursor of this store") from None
