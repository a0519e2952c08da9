"""A store whose round trips are counted, timed and traced."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

import structlog

from podesta_engines import RULESETS
from podesta_engines.core.errors import Drifted
from podesta_engines.game.events import Created, decode_entry
from podesta_engines.game.events import Entry as EventEntry
from podesta_eventstore import (
    Appended,
    Conflict,
    Entry,
    EntryTooLarge,
    EventStore,
    Expected,
    Metadata,
    OutcomeUnknown,
    Page,
    Reminder,
    State,
    StoreError,
    StoreUnavailable,
    StreamArchived,
    StreamFull,
    StreamNotFound,
    StreamSealed,
    Work,
)
from podesta_eventstore.wrapper import StoreWrapper

from .metrics import Metrics
from .tracing import span

_ANSWERS = (Conflict, EntryTooLarge, StreamArchived, StreamFull, StreamNotFound, StreamSealed)
"""What the store may say and be well."""


class MeasuredStore(StoreWrapper):
    """Passes everything on to `inner` and tells the metrics of it. Following is counted as the feeds that do it."""

    def __init__(self, inner: EventStore, metrics: Metrics) -> None:
        super().__init__(inner)
        self._metrics = metrics

    async def append(
        self, stream: str, expected: int | Expected, data: bytes, command: bytes, state: State | None = None
    ) -> Appended:
        """Pass on, and count what became of it. A new game stands in the log lines of the call that opens it."""
        if expected == 0:
            structlog.contextvars.bind_contextvars(game=stream)
        try:
            with self._trip("append"):
                done = await self.inner.append(stream, expected, data, command, state)
        except BaseException as error:
            self._metrics.appended(_fate(error))
            raise
        self._metrics.appended("duplicate" if done.duplicate else "appended")
        if state is not None and not done.duplicate:
            await self._count_change(stream, data, state)
        return done

    async def _count_change(self, stream: str, data: bytes, state: State) -> None:
        """Count a game that has come into a state; one that is created full was open, too."""
        with suppress(StoreError, Drifted):
            entry = decode_entry(data)
            if type(entry.events[0]) is not Created:
                (first,) = await self.inner.read(stream, limit=1)
                self._metrics.changed(ruleset_of(decode_entry(first.data)), state)
                return
            for each in {"open", state}:
                self._metrics.changed(ruleset_of(entry), each)

    async def read(self, stream: str, after: int = 0, limit: int | None = None) -> list[Entry]:
        """Pass on."""
        with self._trip("read"):
            return await self.inner.read(stream, after, limit)

    async def read_backward(self, stream: str, before: int | None = None, limit: int | None = None) -> list[Entry]:
        """Pass on."""
        with self._trip("read_backward"):
            return await self.inner.read_backward(stream, before, limit)

    async def head(self, stream: str) -> int:
        """Pass on."""
        with self._trip("head"):
            return await self.inner.head(stream)

    async def streams(self, state: State, cursor: str = "", limit: int = 100) -> Page:
        """Pass on."""
        with self._trip("streams"):
            return await self.inner.streams(state, cursor, limit)

    async def metadata(self, stream: str) -> Metadata:
        """Pass on."""
        with self._trip("metadata"):
            return await self.inner.metadata(stream)

    async def remind(self, stream: str, at_ms: int) -> None:
        """Pass on."""
        with self._trip("remind"):
            await self.inner.remind(stream, at_ms)

    async def due(self, now_ms: int, limit: int, lease_ms: int) -> list[Reminder]:
        """Pass on."""
        with self._trip("due"):
            return await self.inner.due(now_ms, limit, lease_ms)

    async def put_work(self, item: bytes) -> None:
        """Pass on."""
        with self._trip("put_work"):
            await self.inner.put_work(item)
        self._metrics.worked("put", 1)

    async def take_work(self, worker: str, limit: int, wait_seconds: float) -> list[Work]:
        """Pass on; how long it waits is not the store's doing, so it is not timed."""
        found = await self.inner.take_work(worker, limit, wait_seconds)
        self._metrics.worked("taken", len(found))
        return found

    async def finish_work(self, ids: Sequence[str]) -> None:
        """Pass on."""
        with self._trip("finish_work"):
            await self.inner.finish_work(ids)
        self._metrics.worked("finished", len(ids))

    async def steal_work(self, worker: str, idle_ms: int, limit: int) -> list[Work]:
        """Pass on."""
        with self._trip("steal_work"):
            found = await self.inner.steal_work(worker, idle_ms, limit)
        self._metrics.worked("stolen", len(found))
        return found

    async def ping(self) -> None:
        """Pass on."""
        with self._trip("ping"):
            await self.inner.ping()

    @contextmanager
    def _trip(self, operation: str) -> Iterator[None]:
        """Time one operation."""
        started, failed = time.perf_counter(), False
        try:
            with span(f"store.{operation}"):
                yield
        except _ANSWERS:
            raise
        except StoreError:
            failed = True
            raise
        finally:
            self._metrics.stored(operation, time.perf_counter() - started, failed)


def measured(store: EventStore, metrics: Metrics) -> MeasuredStore:
    """A store that is measured, once."""
    return store if isinstance(store, MeasuredStore) else MeasuredStore(store, metrics)


def ruleset_of(first: EventEntry) -> str:
    """The ruleset of a game, from the first entry of its log; `unknown` if this process does not have it."""
    created = first.events[0]
    known = type(created) is Created and created.ruleset in {each.id for each in RULESETS.all()}
    return created.ruleset if type(created) is Created and known else "unknown"


def _fate(error: BaseException) -> str:
    """What became of an append that raised; one that was cancelled may have been carried out."""
    if isinstance(error, Conflict):
        return "conflict"
    if isinstance(error, StoreUnavailable):
        return "unavailable"
    return "unknown" if isinstance(error, OutcomeUnknown | asyncio.CancelledError) else "refused"
