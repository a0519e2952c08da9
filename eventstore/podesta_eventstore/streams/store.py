"""Streams on Redis or Valkey: server-side functions change them, XRANGE reads, a doorbell wakes followers."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence

from podesta_eventstore.archive.directory import Directory
from podesta_eventstore.contract import Appended, Entry, EventStore, Expected, Metadata, Page, Reminder, State, Work
from podesta_eventstore.errors import EntryTooLarge, StoreUnavailable, StreamNotFound
from podesta_eventstore.server.connection import Argument
from podesta_eventstore.server.routes import Confirmation, Route

from . import keys, library, replies
from .calls import Calls
from .doorbells import Doorbells
from .listing import list_page
from .reminders import Reminders
from .work import MAX_WORK, WorkQueue

WINDOW = 8
"""How many entries up to the expected revision are searched for the command id.

An entry searched costs the server about 1 µs: 32 callers append 43k/s with none, 34k/s with 4, 30k/s with 8, 25k/s
with 16, 21k/s with 32. Only a retry whose caller has meanwhile read on needs it, so it must span what others append
between two tries; whatever came after `expected` is searched anyway.
"""

MAX_UNSEEN = 256
"""The most entries a `Conflict` carries."""

MAX_ENTRY = 64 * 1024
"""The largest entry's data, in bytes."""

MAX_ENTRIES = 100_000
"""The most entries of one stream."""

COMMAND_BYTES = 16
FOLLOW_BATCH = 256
_RESTORE_BATCH = 500
_log = logging.getLogger(__name__)


class RedisStore(EventStore):
    """The store on the servers that `route` leads to; `open_store` makes and checks one.

    `timeout`, in seconds, bounds each attempt to connect and each answer; `interval`, in seconds, is how long a
    follower trusts a silent doorbell. With `replicas`, what is written is confirmed by so many replicas, or unknown.
    `on_close` is awaited last by `close`.
    """

    def __init__(
        self,
        route: Route,
        *,
        timeout: float = 5.0,
        interval: float = 5.0,
        replicas: int = 0,
        max_entry: int = MAX_ENTRY,
        max_entries: int = MAX_ENTRIES,
        max_work: int = MAX_WORK,
        on_close: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self.route = route
        self._doorbells = Doorbells(route, timeout, interval)
        self._directory = Directory(route, timeout)
        self._calls = Calls(route, Confirmation(replicas, timeout) if replicas else None)
        self._reminders = Reminders(self._calls)
        self._work = WorkQueue(self._calls, self._doorbells, interval, max_entry, max_work)
        self._interval = interval
        self._max_entry = max_entry
        self._max_entries = max_entries
        self._on_close = on_close
        self._closed = False

    async def append(
        self, stream: str, expected: int | Expected, data: bytes, command: bytes, state: State | None = None
    ) -> Appended:
        """Append in one round trip; see the contract."""
        log, meta, bell = keys.log(stream), keys.meta(stream), keys.doorbell(stream)
        revision = check_append(expected, data, command, self._max_entry)
        limits = (WINDOW, MAX_UNSEEN, self._max_entries, 1 if self._calls.confirms else 0)
        call: tuple[Argument, ...] = (revision, command, data, bell, *limits)
        if state is None and revision > 0:
            reply = await self._calls.run(keys.slot(stream), library.APPEND, (log, meta), *call)
        else:
            new = (state or "open", stream, 1 if state is None else 0)
            reply = await self._calls.run(
                keys.slot(stream), library.APPEND, (log, meta, *keys.listings(stream)), *call, *new
            )
        return replies.appended(stream, max(revision, 0), self._max_entries, reply)

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        """Read with one XRANGE, and a second question only when there is nothing; see the contract."""
        if after < 0:
            raise ValueError(f"read after revision 0 or later, not {after}")
        reply = await self._calls.ask(
            keys.slot(stream), "XRANGE", keys.log(stream), f"{after + 1}-0", "+", *_count(limit)
        )
        if not reply:
            await self._check_there(stream)
        return replies.entries(reply, after)

    async def read_backward(self, stream: str, before: int | None = None, limit: int | None = None) -> list[Entry]:
        """Read with one XREVRANGE; see the contract."""
        if before is not None and before < 1:
            raise ValueError(f"read before revision 1 or later, not {before}")
        last = "+" if before is None else f"({before}-0"
        reply = await self._calls.ask(keys.slot(stream), "XREVRANGE", keys.log(stream), last, "-", *_count(limit))
        if not reply:
            await self._check_there(stream)
        return replies.entries_backward(reply)

    async def head(self, stream: str) -> int:
        """Count the entries, which are gapless; an archived stream's are looked up in its metadata."""
        head = int(await self._calls.ask(keys.slot(stream), "XLEN", keys.log(stream)))
        if head:
            return head
        phase, archived = await self._calls.ask(keys.slot(stream), "HMGET", keys.meta(stream), "phase", "head")
        return int(archived) if phase == b"archived" else 0

    async def follow(self, stream: str, after: int = 0) -> AsyncGenerator[Entry, None]:
        """Listen first, then read, in batches of `FOLLOW_BATCH`; see the contract."""
        with self._doorbells.listen(keys.doorbell(stream)) as bell:
            batch = await self.read(stream, after, FOLLOW_BATCH)
            while True:
                for entry in batch:
                    yield entry
                    after = entry.revision
                if len(batch) < FOLLOW_BATCH:
                    await bell.wait(after, self._interval)
                bell.reset()
                batch = await self._read_patiently(stream, after)

    async def streams(self, state: State, cursor: str = "", limit: int = 100) -> Page:
        """Walk the slots' lists that may hold anything; see the contract."""
        return await list_page(self._calls, self._directory, state, cursor, limit)

    async def metadata(self, stream: str) -> Metadata:
        """Ask for the hash and the head; see the contract."""
        log = keys.log(stream)
        fields, head = await asyncio.gather(
            self._calls.ask(keys.slot(stream), "HGETALL", keys.meta(stream)),
            self._calls.ask(keys.slot(stream), "XLEN", log),
        )
        return replies.metadata(stream, fields, head)

    async def label(self, stream: str, labels: Mapping[str, str]) -> None:
        """Set hash fields; see the contract."""
        words = [word for pair in labels.items() for word in pair]
        reply = await self._calls.run(keys.slot(stream), library.LABEL, (keys.log(stream), keys.meta(stream)), *words)
        replies.check(stream, reply, b"labelled")

    async def seal(self, stream: str) -> int:
        """Mark the stream; see the contract."""
        reply = await self._calls.run(keys.slot(stream), library.SEAL, (keys.log(stream), keys.meta(stream)))
        if reply[0] == b"archived":
            return (await self.metadata(stream)).head
        replies.check(stream, reply, b"sealed")
        return int(reply[1])

    async def release(self, stream: str, head: int, digest: str) -> None:
        """Unlink the entries; see the contract."""
        reply = await self._calls.run(
            keys.slot(stream), library.RELEASE, (keys.log(stream), keys.meta(stream)), head, digest
        )
        replies.check(stream, reply, b"archived")

    async def restore(
        self, stream: str, entries: Sequence[Entry], state: State, labels: Mapping[str, str] | None = None
    ) -> None:
        """Lay the entries down beside the stream in batches, then put them in place; see the contract."""
        incoming, bell = keys.incoming(stream), keys.doorbell(stream)
        for start in range(0, len(entries), _RESTORE_BATCH):
            batch = entries[start : start + _RESTORE_BATCH]
            words = [part for entry in batch for part in (entry.command, entry.data)]
            replies.check(
                stream,
                await self._calls.run(keys.slot(stream), library.REFILL, (incoming,), start, *words),
                b"refilled",
            )
        named = [word for pair in (labels or {}).items() for word in pair]
        reply = await self._calls.run(
            keys.slot(stream), library.RESTORE, self._every_key(stream), len(entries), state, stream, bell, *named
        )
        replies.check(stream, reply, b"restored")

    async def erase(self, stream: str) -> int:
        """Unlink everything and leave a tombstone; see the contract."""
        reply = await self._calls.run(
            keys.slot(stream), library.ERASE, self._every_key(stream), stream, keys.doorbell(stream)
        )
        if reply[0] == b"missing":
            raise StreamNotFound(stream)
        return int(reply[1])

    async def remind(self, stream: str, at_ms: int) -> None:
        """Note the time beside others'; see the contract."""
        await self._reminders.remind(stream, at_ms)

    async def due(self, now_ms: int, limit: int, lease_ms: int) -> list[Reminder]:
        """Look, then take; see the contract."""
        return await self._reminders.due(now_ms, limit, lease_ms)

    async def settle(self, reminder: Reminder, at_ms: int | None) -> bool:
        """Compare and set; see the contract."""
        return await self._reminders.settle(reminder, at_ms)

    async def put_work(self, item: bytes) -> None:
        """Add it and ring; see the contract."""
        await self._work.put(item)

    async def take_work(self, worker: str, limit: int, wait_seconds: float) -> list[Work]:
        """Take it, or listen; see the contract."""
        return await self._work.take(worker, limit, wait_seconds)

    async def finish_work(self, ids: Sequence[str]) -> None:
        """Acknowledge and delete; see the contract."""
        await self._work.finish(ids)

    async def steal_work(self, worker: str, idle_ms: int, limit: int) -> list[Work]:
        """Claim what is idle; see the contract."""
        return await self._work.steal(worker, idle_ms, limit)

    async def ping(self) -> None:
        """Ask every primary for a PONG; while one of a Cluster's answers, there are games to be served."""
        asked = (link.call("PING") for link in await self.route.primaries())
        answers = await asyncio.gather(*asked, return_exceptions=True)
        failures = [str(answer) for answer in answers if isinstance(answer, BaseException)]
        if len(failures) == len(answers):
            raise StoreUnavailable("; ".join(failures) or "the store has no primary")

    async def close(self) -> None:
        """Close the connections, then what came with them."""
        self._closed = True
        await self._doorbells.close()
        await self._directory.close()
        await self.route.close()
        if self._on_close is not None:
            on_close, self._on_close = self._on_close, None
            await on_close()

    def _every_key(self, stream: str) -> tuple[bytes, ...]:
        return (keys.log(stream), keys.meta(stream), keys.incoming(stream), *keys.listings(stream))

    async def _check_there(self, stream: str) -> None:
        """Return when the stream has entries, though perhaps none where they were looked for."""
        if not await self._calls.ask(keys.slot(stream), "EXISTS", keys.log(stream)):
            replies.check_phase(stream, await self._calls.ask(keys.slot(stream), "HGETALL", keys.meta(stream)))
            raise StreamNotFound(stream)

    async def _read_patiently(self, stream: str, after: int) -> list[Entry]:
        while True:
            try:
                return await self.read(stream, after, FOLLOW_BATCH)
            except StoreUnavailable as error:
                if self._closed:
                    raise
                _log.debug("following %s waits for the store: %s", stream, error)
                await asyncio.sleep(min(0.25, self._interval))


def check_append(expected: int | Expected, data: bytes, command: bytes, max_entry: int) -> int:
    """Answer the expected revision as a number, -1 for any.

    Raises:
        ValueError: it is negative, or the command id has another length.
        EntryTooLarge: the data is.
    """
    if isinstance(expected, int) and expected < 0:
        raise ValueError(f"the expected revision is 0 or more, not {expected}")
    if len(command) != COMMAND_BYTES:
        raise ValueError(f"a command id has {COMMAND_BYTES} bytes, not {len(command)}")
    if len(data) > max_entry:
        raise EntryTooLarge(len(data), max_entry)
    return expected.value if isinstance(expected, Expected) else expected


def _count(limit: int | None) -> tuple[Argument, ...]:
    if limit is not None and limit < 1:
        raise ValueError(f"read at least 1 entry, not {limit}")
    return () if limit is None else ("COUNT", limit)
