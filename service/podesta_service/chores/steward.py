"""The steward: looks after games in which something is to happen though nobody calls.

What there is to do are *chores*: clocks that run out, games that nobody comes back to, seats that the service plays.
Whoever appends an entry sees to it first that the game is in the store's list of reminders (`expect`); every process
takes from that list what is due, and tends it. Chores decide from the log alone and append at the revision they decided
on, so it does not matter how many tend a game at once: each thing happens once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from contextvars import Context, ContextVar
from typing import Protocol

from podesta_eventstore import Reminder, Reminders, StoreError
from podesta_service.problems import DRIFTED, KEY_MISSING, LOG_BROKEN, RULES_MISSING, UNKNOWN_GAME, Refusal
from podesta_service.table.table import Table
from podesta_service.table.tables import Tables
from podesta_service.table.trouble import store_problems
from podesta_service.telemetry.bursts import Burst

log = logging.getLogger(__name__)

GRACE = 6_000
"""Milliseconds after which a process that died between an append and what is to follow it at once is replaced.

More than an append can take: whoever is reminded before it has landed finds nothing to do and forgets the game.
"""
LEASE = 10_000
"""Milliseconds after which a process that died tending a game is replaced."""
SPOILT = 600_000
"""Milliseconds until a game is looked at again that this process cannot read."""
AHEAD = 250
"""Milliseconds by which a game is taken from the list before its time: what is to be done then is done at once."""
AT_ONCE = 256
"""Games tended at the same time by one process."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 2.0
"""Seconds between two questions to a store that does not answer; each is twice the one before."""
_LEASED: ContextVar[str] = ContextVar("leased", default="")
"""The game whose reminder the present task holds."""


class Chore(Protocol):
    """One kind of thing that happens to games though nobody calls."""

    async def act(self, table: Table) -> Table | None:
        """Do what is to be done on a table now: the newer table, or None when there was nothing to do.

        It may raise Refusal; the game is then looked at again when the lease of its reminder has passed.
        """

    def next(self, table: Table) -> int | None:
        """When the table is to be looked at again (ms since 1970, in the past: at once); None: as it is, never."""


class Steward:
    """Tends the games of this process's calls at once, and those that the store reminds of.

    `now` gives seconds since 1970; `tick` are the seconds between two looks at the store's list.
    """

    def __init__(self, store: Reminders, tables: Tables, now: Callable[[], float], tick: float) -> None:
        self._store, self._tables, self._now, self._tick = store, tables, now, tick
        self.chores: list[Chore] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._looks: dict[str, bool] = {}
        self._loop: asyncio.Task[None] | None = None
        self._pause = 0.0
        self._away = Burst("what is due cannot be learned")
        self._untended = Burst("games could not be tended")

    @property
    def milliseconds(self) -> int:
        """Now, as logs and reminders count."""
        return int(self._now() * 1000)

    def due(self, table: Table) -> int | None:
        """When a table is to be looked at again; None: as it is, never."""
        return min((at for chore in self.chores if (at := chore.next(table)) is not None), default=None)

    # -- beside an append --------------------------------------------------------------------------------------------

    async def expect(self, table: Table, before: Table | None = None) -> int | None:
        """See to it that somebody looks at a table that is about to be stored, on another perhaps; raises Refusal.

        Whoever holds the game's reminder will set it anew, or be replaced when its lease has passed. Answers the moment
        to be confirmed by `after`: another may be reminded of the game while the table is on its way to the store, find
        the old one, and settle for that one's time.
        """
        at, now = self._news(table, before), self.milliseconds
        if at is None or _LEASED.get() == table.game:
            return None
        with store_problems(table.game):
            await self._store.remind(table.game, at if at > now else now + GRACE)
        return at if at > now else None

    def _news(self, table: Table, before: Table | None) -> int | None:
        """When a table is to be looked at for something that the store does not remind of yet.

        Of the table before it does: what was to be looked at later than now, but earlier than this, brings the newest
        table to light in time.
        """
        found, now = [], self.milliseconds
        for chore in self.chores:
            at = chore.next(table)
            known = chore.next(before) if at is not None and before else None
            if at is not None and not (known is not None and now < known <= at):
                found.append(at)
        return min(found, default=None)

    def after(self, table: Table, marked: bool = False, expected: int | None = None) -> None:
        """Tend a table just stored, in the background, if something is to be done at once or its stream is marked.

        `expected` is what `expect` answered for it.
        """
        if _LEASED.get() == table.game:
            return  # it goes on with the newest table anyway
        at = self.due(table)
        if marked or (at is not None and at <= self.milliseconds):
            self.look(table.game)
        elif expected is not None:
            self._start(self._confirm(table.game, expected))

    async def _confirm(self, game: str, at: int) -> None:
        """Ask once more to be reminded of a game whose newest table has landed."""
        try:
            await self._store.remind(game, at)
        except StoreError as error:
            log.warning("a reminder of game %s could not be confirmed: %s", game, error)

    def look(self, game: str) -> None:
        """Tend a game in the background; once more if it is being tended that way now."""
        if game in self._looks:
            self._looks[game] = True
            return
        self._looks[game] = False
        self._start(self._look(game))

    async def _look(self, game: str) -> None:
        try:
            again = True
            while again:
                self._looks[game] = False
                await self._try(game)
                again = self._looks[game]
        finally:
            del self._looks[game]

    # -- tending -----------------------------------------------------------------------------------------------------

    async def tend(self, game: str) -> int | None:
        """Do all there is to do in a game now; answers when it is to be looked at again. Raises Refusal."""
        table: Table | None = await self._tables.newest(game)
        newest = table
        while table is not None:
            newest, table = table, await self._act(table)
        assert newest is not None
        return self.due(newest)

    async def _act(self, table: Table) -> Table | None:
        for chore in self.chores:
            newer = await chore.act(table)
            if newer is not None:
                return newer
        return None

    async def _until_later(self, game: str) -> int | None:
        """Tend a game, once more if its time comes meanwhile: when to look again, after a grace if it is still time."""
        at, tended = await self._tended(game)
        if at is not None and tended < at <= self.milliseconds:
            at, tended = await self._tended(game)
        return self.milliseconds + GRACE if at is not None and at <= self.milliseconds else at

    async def _tended(self, game: str) -> tuple[int | None, int]:
        """When a game that was tended is to be looked at again, and when tending it began."""
        began = self.milliseconds
        return await self.tend(game), began

    async def _try(self, game: str) -> int | None:
        """Tend a game whatever happens: when to look again; 0: leave that to the lease."""
        try:
            return await self._until_later(game)
        except Refusal as why:
            if why.kind is UNKNOWN_GAME:
                return None
            if why.kind not in (DRIFTED, KEY_MISSING, LOG_BROKEN, RULES_MISSING):
                self._untended.say(game=game, why=str(why))
                return 0
            log.warning("game %s cannot be tended: %s", game, why)
            return self.milliseconds + SPOILT
        except Exception:
            log.exception("game %s could not be tended", game)
            return self.milliseconds + SPOILT

    async def heed(self, reminder: Reminder) -> None:
        """Tend a game that the store reminds of, when it is time, and say when to remind of it again."""
        _LEASED.set(reminder.stream)
        await self._wait(reminder)
        self._tables.metrics.reminded(max(0, self.milliseconds - reminder.at) / 1000)
        at = await self._try(reminder.stream)
        if at == 0:
            return
        try:
            await self._store.settle(reminder, at)
        except StoreError as error:
            log.warning("a reminder of game %s could not be settled: %s", reminder.stream, error)

    async def _wait(self, reminder: Reminder) -> None:
        """Wait until a reminder is due, with the game at hand."""
        if reminder.at > self.milliseconds:
            with suppress(Refusal):
                await self._tables.newest(reminder.stream)
        left = reminder.at - self.milliseconds
        if left > 0:
            await asyncio.sleep((left + 1) / 1000)  # timers may ring up to a millisecond early

    # -- the loop ----------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin to take what is due from the store's list."""
        self._loop = asyncio.create_task(self.run(), name="steward")

    async def run(self) -> None:
        """Take what is due, for ever."""
        while True:
            room = AT_ONCE - len(self._tasks)
            if room <= 0:
                await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)
            elif await self._take(room) < room:
                await asyncio.sleep(max(self._tick, self._pause))

    async def _take(self, limit: int) -> int:
        """Begin to tend what is due; answers how many games that are."""
        try:
            found = await self._store.due(self.milliseconds + AHEAD, limit, LEASE)
        except StoreError as error:
            self._pause = min(2 * self._pause or _FIRST_PAUSE, _LONGEST_PAUSE)
            self._away.say(why=str(error))
            return 0
        self._pause = 0.0
        for reminder in found:
            self._start(self.heed(reminder))
        return len(found)

    def _start(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work, context=Context())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        """Take nothing more and let go of what is being tended: another process goes on with it."""
        tasks = [*self._tasks, *([self._loop] if self._loop else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
