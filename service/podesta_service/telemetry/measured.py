"""A store whose calls are counted, timed and traced."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager, suppress
from types import TracebackType

import structlog

from podesta_engines import RULESETS
from podesta_engines.core.errors import Drifted
from podesta_engines.game.events import Created, Entry, decode_entry
from podesta_eventstore import (
    LANES,
    Appended,
    Card,
    Conflict,
    EntryTooLarge,
    EventStore,
    Expected,
    OutcomeUnknown,
    StoreError,
    StoreProxy,
    StoreUnavailable,
    StreamArchived,
    StreamFull,
    StreamNotFound,
    StreamSealed,
    Work,
)

from .metrics import Metrics
from .tracing import is_traced, span

_HEALTHY = (Conflict, EntryTooLarge, StreamArchived, StreamFull, StreamNotFound, StreamSealed)
"""Errors that a healthy store raises."""
WAITING = frozenset({"follow", "take_work"})
"""Calls that wait for others: how long they take says nothing about the store, so only their failures count."""


class _Trip:
    """One call to the store, timed and traced; a class of its own, for every command makes several."""

    __slots__ = ("_metrics", "_operation", "_span", "_started")

    def __init__(self, metrics: Metrics, operation: str) -> None:
        self._metrics, self._operation = metrics, operation

    def __enter__(self) -> None:
        self._span = None if self._operation in WAITING or not is_traced() else span(f"store.{self._operation}")
        self._started = time.perf_counter()
        if self._span:
            self._span.__enter__()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._span:
            self._span.__exit__(kind, error, trace)
        failed = isinstance(error, StoreError) and not isinstance(error, _HEALTHY)
        seconds = None if self._operation in WAITING else time.perf_counter() - self._started
        self._metrics.stored(self._operation, seconds, failed)


class MeasuredStore(StoreProxy):
    """Forwards every call to `inner`, and counts, times and traces it."""

    def __init__(self, inner: EventStore, metrics: Metrics) -> None:
        super().__init__(inner)
        self._metrics = metrics

    def around(self, operation: str) -> AbstractContextManager[None]:
        """Measure a call."""
        return _Trip(self._metrics, operation)

    async def append(
        self,
        stream: str,
        expected: int | Expected,
        data: bytes,
        command: bytes,
        status: str | None = None,
        card: Card | None = None,
    ) -> Appended:
        """Append, and count what became of it. A new game stands in the log lines of the call that opens it."""
        if expected == 0:
            structlog.contextvars.bind_contextvars(game=stream)
        try:
            done = await super().append(stream, expected, data, command, status, card)
        except BaseException as error:
            self._metrics.appended(_fate(error))
            raise
        self._metrics.appended("duplicate" if done.duplicate else "appended")
        if status is not None and not done.duplicate:
            await self._count_change(stream, data, status, card)
        return done

    async def _count_change(self, stream: str, data: bytes, status: str, card: Card | None) -> None:
        """Count a game that has changed its status; one that is created full was open, too."""
        with suppress(StoreError, Drifted):
            entry = decode_entry(data)
            if type(entry.events[0]) is not Created:
                self._metrics.changed(await self._ruleset(stream, card), status)
                return
            for each in {"open", status}:
                self._metrics.changed(ruleset_of(entry), each)

    async def _ruleset(self, stream: str, card: Card | None) -> str:
        """The ruleset of a game; its first entry is read where it has no card, whose topic it is."""
        if card is not None:
            return card.topic
        (first,) = await self.inner.read(stream, limit=1)
        return ruleset_of(decode_entry(first.data))

    async def put_work(self, item: bytes, lane: int = 0, owner: str = "") -> None:
        """Put an item, and count it."""
        await super().put_work(item, lane, owner)
        self._metrics.worked("put", 1)

    async def take_work(self, worker: str, limit: int, wait_seconds: float, lanes: int = LANES) -> list[Work]:
        """Take items, and count them."""
        found = await super().take_work(worker, limit, wait_seconds, lanes)
        self._metrics.worked("taken", len(found))
        return found

    async def finish_work(self, ids: Sequence[str]) -> None:
        """Finish items, and count them."""
        await super().finish_work(ids)
        self._metrics.worked("finished", len(ids))

    async def steal_work(self, worker: str, idle_ms: int, limit: int) -> list[Work]:
        """Steal items, and count them."""
        found = await super().steal_work(worker, idle_ms, limit)
        self._metrics.worked("stolen", len(found))
        return found


def measured(store: EventStore, metrics: Metrics) -> MeasuredStore:
    """A store that is measured, once."""
    return store if isinstance(store, MeasuredStore) else MeasuredStore(store, metrics)


def ruleset_of(first: Entry) -> str:
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
