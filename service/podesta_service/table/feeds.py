"""Feeds: one reader of a game's log in this process, however many follow the game."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import aclosing
from contextvars import Context

from podesta_engines.game.events import decode_entry
from podesta_eventstore import Stored, Streams
from podesta_service.fairness.update_queue import UpdateQueue
from podesta_service.problems import DRAINING, STORE_UNAVAILABLE, TOO_SLOW, UNKNOWN_REVISION, Refusal, refuse

from .table import Step, Table
from .tables import Tables
from .trouble import store_problems

log = logging.getLogger(__name__)


class Follower:
    """One follower of one game: every step after a revision, in order, without a gap or a repeat."""

    def __init__(
        self, feed: Feed, after: int, history: AsyncGenerator[Step, None] | None, backlog: int, over: bool
    ) -> None:
        self._feed, self._history = feed, history
        self._inbox = UpdateQueue[Step | Refusal]()
        self._backlog, self._left_behind = backlog, False
        self.revision = after
        self.over = over
        """Everything was sent: the game has ended."""
        self.concerns: Callable[[Table, Step], bool] | None = None
        """Whether a new step is relevant to this follower, given the table before it; it is woken for no other."""

    async def next(self, patience: float | None = None) -> Step | None:
        """The next step, or None when `patience` seconds pass without one; raises Refusal when it must end."""
        step = await self._past() if self._history is not None else None
        while step is None or step.revision <= self.revision:
            step = await self._said(patience)
            if step is None:
                return None
        self.revision = step.revision
        self.over = step.table.status == "ended"
        return step

    async def _said(self, patience: float | None) -> Step | None:
        """The next step; None after this long without one."""
        said = await self._inbox.take(patience)
        try:
            if isinstance(said, Refusal):
                raise said
            return said
        finally:
            said = None  # the error refers to this frame: a cycle for the garbage collector

    async def _past(self) -> Step | None:
        """The next step of the history, which is closed at its end."""
        assert self._history is not None
        step = await anext(self._history, None)
        if step is None:
            self._history = None
        return step

    @property
    def newest(self) -> Table:
        """The newest table that this process knows of, sent or not."""
        return self._feed.table

    def push(self, step: Step, before: Table) -> None:
        """Queue a step; a follower too far behind has its stream ended, and may reconnect."""
        if self._left_behind or (self.concerns and not self.concerns(before, step)):
            return
        if len(self._inbox) < self._backlog:
            self._inbox.put(step)
        else:
            self._left_behind = True
            self._feed.feeds.tables.metrics.dropped("backlog")
            self._inbox.put(refuse(TOO_SLOW, "resume-later"))

    def end(self, why: Refusal) -> None:
        """End the stream now, whatever is still queued."""
        self._inbox.clear()
        self._inbox.put(why)

    async def close(self) -> None:
        """Stop following, and close history that was still being read."""
        self._inbox.close()
        if self._history is not None:
            await self._history.aclose()
        await self._feed.leave(self)


class Feed:
    """Reads one game's log as it grows and hands each step to every follower."""

    def __init__(self, feeds: Feeds, table: Table) -> None:
        self.feeds, self.table = feeds, table
        self.followers: set[Follower] = set()
        self._own: dict[int, Step] = {}
        # its own context: its logs and costs do not belong to the call that follows the game first
        self._task = asyncio.create_task(self._run(), name=f"feed {table.game}", context=Context())

    async def _run(self) -> None:
        try:
            with store_problems(self.table.game):
                await self._read()
        except Refusal as why:
            self._end(why)
        except Exception:
            log.exception("a feed failed", extra={"game": self.table.game})
            self._end(refuse(STORE_UNAVAILABLE, "following-failed"))

    async def _read(self) -> None:
        stream = self.feeds.store.follow(self.table.game, after=self.table.revision)
        async with aclosing(stream) as entries:
            async for stored in entries:
                step = self._own.pop(stored.revision, None) or await self._folded(stored)
                before, self.table = self.table, step.table
                self.feeds.tables.keep(step.table)
                for follower in self.followers:
                    follower.push(step, before)

    async def _folded(self, stored: Stored) -> Step:
        """The step of an entry that another process has stored, or this one unknowingly."""
        started = time.perf_counter()
        step = await self.feeds.tables.advance(self.table, decode_entry(stored.data))
        self.feeds.tables.metrics.folded(self.table.created.ruleset, 1, time.perf_counter() - started)
        return step

    def hand(self, step: Step) -> None:
        """Keep the step of an entry that this process stored, so that the reader need not fold it."""
        if step.revision > self.table.revision:
            self._own[step.revision] = step

    def _end(self, why: Refusal) -> None:
        self.feeds.forget(self)
        for follower in self.followers:
            follower.end(why)

    async def leave(self, follower: Follower) -> None:
        """Remove a follower; after the last one, the feed stops reading."""
        self.followers.discard(follower)
        if not self.followers:
            await self.stop()

    async def stop(self) -> None:
        """Stop reading."""
        self.feeds.forget(self)
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    def drain(self) -> None:
        """Notify every follower that this process is shutting down."""
        self._end(refuse(DRAINING, "resume-later"))


class Feeds:
    """The feeds of the games that are followed now."""

    def __init__(self, store: Streams, tables: Tables, backlog: int) -> None:
        self.store, self.tables, self._backlog = store, tables, backlog
        self._feeds: dict[str, Feed] = {}
        self.followed: Mapping[str, Feed] = self._feeds
        """The feeds by game."""
        self._draining = False

    def __len__(self) -> int:
        return len(self._feeds)

    @property
    def followers(self) -> int:
        """How many follow a game in this process."""
        return sum(len(feed.followers) for feed in self._feeds.values())

    async def follow(self, game: str, after: int | None) -> Follower:
        """A follower of a game after a revision; None: from now on."""
        table = await self.tables.newest(game)
        if self._draining:
            raise refuse(DRAINING, "connect-again")
        start = table.revision if after is None else after
        if not 0 <= start <= table.revision:
            raise refuse(UNKNOWN_REVISION, "revision-unknown", wanted=start, revision=table.revision)
        feed = self._feeds.get(game) or self._open(table)
        until = max(table.revision, feed.table.revision)
        history = self.tables.steps(game, start, until) if start < until else None
        follower = Follower(feed, start, history, self._backlog, over=start == until and table.status == "ended")
        feed.followers.add(follower)
        return follower

    def _open(self, table: Table) -> Feed:
        feed = self._feeds[table.game] = Feed(self, table)
        return feed

    def forget(self, feed: Feed) -> None:
        """Refuse new followers of a feed that has stopped reading."""
        if self._feeds.get(feed.table.game) is feed:
            del self._feeds[feed.table.game]

    def drain(self) -> None:
        """End every stream and take no new ones."""
        self._draining = True
        for feed in list(self._feeds.values()):
            feed.drain()

    async def close(self) -> None:
        """Stop every reader."""
        for feed in list(self._feeds.values()):
            await feed.stop()
