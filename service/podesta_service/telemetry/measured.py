"""A store with counted, timed and traced calls."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

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

from . import tracing
from .metrics import Metrics

R = TypeVar("R")
_HEALTHY = (Conflict, EntryTooLarge, StreamArchived, StreamFull, StreamNotFound, StreamSealed)
"""Errors that a healthy store raises."""
WAITING = frozenset({"follow", "take_work"})
"""Blocking calls: their duration says nothing about the store, so only their failures count."""


class MeasuredStore(StoreProxy):
    """Forwards every call to `inner`, and counts, times and traces it."""

    def __init__(self, inner: EventStore, metrics: Metrics) -> None:
        super().__init__(inner)
        self._metrics = metrics

    @contextmanager
    def around(self, operation: str) -> Iterator[None]:
        """Count the failures of a blocking call."""
        try:
            yield
        except BaseException as error:
            self._metrics.stored(operation, None, _is_failure(error))
            raise
        self._metrics.stored(operation, None, failed=False)

    async def within(self, operation: str, work: Coroutine[Any, Any, R]) -> R:
        """Measure a call."""
        started, timed = time.perf_counter(), operation not in WAITING
        try:
            with tracing.span(f"store.{operation}") if timed and tracing.spans is not None else tracing.NOTHING:
                done = await work
        except BaseException as error:
            self._metrics.stored(operation, time.perf_counter() - started if timed else None, _is_failure(error))
            raise
        self._metrics.stored(operation, time.perf_counter() - started if timed else None, failed=False)
        return done

    async def append(
        self,
        stream: str,
        expected: int | Expected,
        data: bytes,
        command: bytes,
        status: str | None = None,
        card: Card | None = None,
    ) -> Appended:
        """Append, and count the outcome. A new game's id is added to the log lines of the call that opens it."""
        if expected == 0:
            structlog.contextvars.bind_contextvars(game=stream)
        try:
            done = await self.within("append", self.inner.append(stream, expected, data, command, status, card))
        except BaseException as error:
            self._metrics.appended(_fate(error))
            raise
        self._metrics.appended("duplicate" if done.duplicate else "appended")
        if status is not None and not done.duplicate:
            await self._count_change(stream, data, status, card)
        return done

    async def _count_change(self, stream: str, data: bytes, status: str, card: Card | None) -> None:
        """Count a game's change of status; a game created full counts as open, too."""
        with suppress(StoreError, Drifted):
            entry = decode_entry(data)
            if type(entry.events[0]) is not Created:
                self._metrics.changed(await self._ruleset(stream, card), status)
                return
            for each in {"open", status}:
                self._metrics.changed(ruleset_of(entry), each)

    async def _ruleset(self, stream: str, card: Card | None) -> str:
        """The ruleset of a game: the topic of its card, or, without a card, from its first entry."""
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
    """A measured store; an already measured one is returned unchanged."""
    return store if isinstance(store, MeasuredStore) else MeasuredStore(store, metrics)


def ruleset_of(first: Entry) -> str:
    """The ruleset of a game, from the first entry of its log; `unknown` if this process does not have it."""
    created = first.events[0]
    known = type(created) is Created and created.ruleset in {each.id for each in RULESETS.all()}
    return created.ruleset if type(created) is Created and known else "unknown"


def _is_failure(error: BaseException) -> bool:
    """Whether an error is one that a healthy store never raises."""
    return isinstance(error, StoreError) and not isinstance(error, _HEALTHY)


def _fate(error: BaseException) -> str:
    """The outcome of an append that raised; a cancelled one may have been carried out."""
    if isinstance(error, Conflict):
        return "conflict"
    if isinstance(error, StoreUnavailable):
        return "unavailable"
    return "unknown" if isinstance(error, OutcomeUnknown | asyncio.CancelledError) else "refused"
