"""Streams on Redis or Valkey: server-side functions change them, XRANGE reads, a doorbell wakes followers."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence

from podesta_eventstore.bounds import (
    COMMAND_BYTES,
    MAX_ENTRIES,
    MAX_ENTRY,
    MAX_UNSEEN,
    MAX_WORK,
    WINDOW,
    check_append,
    check_card,
    check_listing,
    check_lists,
    check_read,
    check_read_backward,
    check_status,
)
from podesta_eventstore.contract import LISTS, Appended, Card, EventStore, Expected, Page, Stored, Vitals
from podesta_eventstore.errors import StoreUnavailable, StreamNotFound
from podesta_eventstore.server.checks import vitals_of, worst
from podesta_eventstore.server.connection import Argument
from podesta_eventstore.server.routes import Confirmation, Route

from . import keys, library, replies
from .buckets import RedisCards, list_newest
from .calls import Calls
from .doorbells import Doorbells
from .lifecycle import RedisLifecycle
from .processes import RedisHeartbeats, RedisLevels
from .tasks import RedisOnce, RedisReminders, RedisWork

FOLLOW_BATCH = 256
_log = logging.getLogger(__name__)


class RedisStore(
    RedisLifecycle, RedisCards, RedisReminders, RedisWork, RedisOnce, RedisLevels, RedisHeartbeats, EventStore
):
    """The store on the servers that `route` leads to; `open_store` makes and checks one.

    `lists` are the names of its lists, see `LISTS`. `timeout`, in seconds, bounds each attempt to connect and each
    reply; `interval`, in seconds, is how long a follower waits without a ring before reading again. With `replicas`, a
    write is confirmed by that many replicas, or its outcome is unknown. `close` awaits `on_close` last.
    """

    def __init__(
        self,
        route: Route,
        *,
        lists: Sequence[str] = LISTS,
        timeout: float = 5.0,
        interval: float = 5.0,
        replicas: int = 0,
        max_entry: int = MAX_ENTRY,
        max_entries: int = MAX_ENTRIES,
        max_work: int = MAX_WORK,
        on_close: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        lists = check_lists(lists)
        calls = Calls(route, Confirmation(replicas, timeout) if replicas else None)
        doorbells = Doorbells(route, timeout, interval)
        RedisLifecycle.__init__(self, calls, lists)
        RedisCards.__init__(self, calls, lists)
        RedisReminders.__init__(self, calls)
        RedisWork.__init__(self, calls, doorbells, interval, max_entry, max_work)
        RedisOnce.__init__(self, calls)
        RedisLevels.__init__(self, calls)
        RedisHeartbeats.__init__(self, calls)
        self.route = route
        self._max_entry = max_entry
        self._max_entries = max_entries
        self._limits = (WINDOW, MAX_UNSEEN, max_entries, 1 if calls.confirms else 0)
        self._on_close = on_close
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
        """Append in one round trip; see the contract. Followers in this process are handed the entry."""
        topic, shown = check_card(card, self._max_entry) if card is not None else ("", b"")
        revision = expected.value if isinstance(expected, Expected) else expected
        if revision < 1 or len(command) != COMMAND_BYTES or len(data) > self._max_entry:
            revision = check_append(expected, data, command, self._max_entry)
        slot, entries, meta, bell = keys.names(stream)
        call: tuple[Argument, ...] = (revision, command, data, bell, *self._limits, shown)
        made: Stored | None = None
        held = self._doorbells.hold(bell) if self._doorbells.stations else ()
        try:
            if status is None and revision > 0:
                reply = await self._calls.run(slot, library.APPEND, (entries, meta), *call)
            else:
                moved = self._lists[0] if status is None else check_status(status, self._lists)
                new = (moved, stream, 1 if status is None else 0)
                reply = await self.with_lists(library.APPEND, stream, topic, (entries, meta), (*call, *new))
            if reply[0] != b"appended":
                return replies.not_appended(stream, max(revision, 0), self._max_entries, reply)
            made = Stored(reply[1], command, data)
        finally:
            for each in held:
                each.release(made)
        return Appended(made.revision, duplicate=False, marked=reply[2] is not None)

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[Stored]:
        """Read with one XRANGE, and a second command only when there is nothing; see the contract.

        The entry before is read, too: it shows that the stream exists, so polling takes one command.
        """
        check_read(after, limit)
        known = min(after, 1)
        words = (f"{after + 1 - known}-0", "+", *_count(None if limit is None else limit + known))
        reply = await self._calls.ask(keys.slot(stream), "XRANGE", keys.log(stream), *words)
        if not reply:
            await self._check_present(stream)
        return replies.entries(reply, after - known)[known:]

    async def read_backward(self, stream: str, before: int | None = None, limit: int | None = None) -> list[Stored]:
        """Read with one XREVRANGE; see the contract."""
        check_read_backward(before, limit)
        words = ("+" if before is None else f"({before}-0", "-", *_count(limit))
        reply = await self._calls.ask(keys.slot(stream), "XREVRANGE", keys.log(stream), *words)
        if not reply:
            await self._check_present(stream)
        return replies.entries_backward(reply)

    async def head(self, stream: str) -> int:
        """Count the entries, which have no gaps; an archived stream's head is in its metadata."""
        head = int(await self._calls.ask(keys.slot(stream), "XLEN", keys.log(stream)))
        if head:
            return head
        phase, archived = await self._calls.ask(keys.slot(stream), "HMGET", keys.meta(stream), "phase", "head")
        return int(archived) if phase == b"archived" else 0

    async def follow(self, stream: str, after: int = 0) -> AsyncGenerator[Stored, None]:
        """Listen first, then read, in batches of `FOLLOW_BATCH`; see the contract."""
        with self._doorbells.listen(keys.doorbell(stream)) as bell:
            batch = await self.read(stream, after, FOLLOW_BATCH)
            while True:
                for entry in batch:
                    yield entry
                    after = entry.revision
                if len(batch) < FOLLOW_BATCH:
                    await bell.wait(after, self._interval)
                batch = bell.take(after) or await self._read_patiently(stream, after)

    async def _read_patiently(self, stream: str, after: int) -> list[Stored]:
        while True:
            try:
                return await self.read(stream, after, FOLLOW_BATCH)
            except StoreUnavailable as error:
                if self._closed:
                    raise
                _log.debug("following %s waits for the store: %s", stream, error)
                await asyncio.sleep(min(0.25, self._interval))

    async def streams(self, status: str, cursor: str = "", limit: int = 100, topic: str = "") -> Page:
        """Ask the buckets' lists; see the contract."""
        check_listing(status, limit, self._lists, topic)
        return await list_newest(self._calls, status, topic, cursor, limit)

    async def ping(self) -> None:
        """Send every primary a PING; while one of a Cluster's replies, some streams can be served."""
        asked = (link.call("PING") for link in await self.route.primaries())
        replied = await asyncio.gather(*asked, return_exceptions=True)
        failures = [str(reply) for reply in replied if isinstance(reply, BaseException)]
        if len(failures) == len(replied):
            raise StoreUnavailable("; ".join(failures) or "the store has no primary")

    async def vitals(self) -> Vitals:
        """Ask every primary for INFO, and return the worst values."""
        return worst(await asyncio.gather(*(vitals_of(link) for link in await self.route.primaries())))

    async def close(self) -> None:
        """Close the connections, then await `on_close`."""
        self._closed = True
        await self._doorbells.close()
        await self.route.close()
        if self._on_close is not None:
            on_close, self._on_close = self._on_close, None
            await on_close()

    async def _check_present(self, stream: str) -> None:
        """Raise if the stream has no entries: `StreamNotFound`, `StreamErased` or `StreamArchived`."""
        if not await self._calls.ask(keys.slot(stream), "EXISTS", keys.log(stream)):
            replies.check_phase(stream, await self._calls.ask(keys.slot(stream), "HGETALL", keys.meta(stream)))
            raise StreamNotFound(stream)


def _count(limit: int | None) -> tuple[Argument, ...]:
    return () if limit is None else ("COUNT", limit)
