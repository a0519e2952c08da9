"""The steward: handles games in which something is due without a request.

Its tasks are *chores*: clocks that run out, abandoned games, seats that the service plays. A process that appends an
entry first registers the game in the store's list of reminders (`expect`); every process takes from that list what is
due, and tends it. Chores decide from the log alone and append at the revision they decided on, so any number of
processes may tend a game at once: each thing happens once.
"""

from __future__ import annotations

import logging
from collections.abc import Container, Sequence
from typing import Protocol

from podesta_eventstore import Reminders, StoreError
from podesta_service.problems import DRIFTED, KEY_MISSING, LOG_BROKEN, RULES_MISSING, UNKNOWN_GAME, Refusal
from podesta_service.table.clock import Clock
from podesta_service.table.table import Table
from podesta_service.table.tables import Tables
from podesta_service.table.trouble import store_problems
from podesta_service.table.writer import DueTimes
from podesta_service.telemetry.bursts import Burst

from .reminded import LEASED, Reminded

log = logging.getLogger(__name__)

GRACE = 6_000
"""Milliseconds after which a process that died between an append and its first chore is replaced.

Longer than any append: a process reminded before the entry is stored finds nothing to do and drops the game.
"""
SPOILT = 600_000
"""Milliseconds after which a game that this process could not read is tried again."""
REMEMBERED = 20_000
"""Number of games with cached answers of the chores."""
_UNASKED: tuple[int, Sequence[int | None]] = (0, ())


class Chore(Protocol):
    """One kind of work that games need without a request."""

    @property
    def games(self) -> Container[str] | None:
        """The games in which it may have something to do; None: any."""

    async def act(self, table: Table) -> Table | None:
        """Do what is due on a table; returns the newer table, or None if there was nothing to do.

        May raise Refusal; the game is then tried again when the lease of its reminder has expired.
        """

    def next(self, table: Table) -> int | None:
        """When to look at the table again (ms since 1970; in the past: at once); None: never, unless it changes."""


class Steward(Reminded):
    """Tends the games of this process's callers at once, and those that the store reminds of."""

    def __init__(self, store: Reminders, tables: Tables, now: Clock, tick: float) -> None:
        super().__init__(store, tables, now, tick)
        self.chores: list[Chore] = []
        self.held: Container[str] = frozenset()
        """Games with bots that this process is playing now: it checks them again at the end."""
        self._answers: dict[str, tuple[int, Sequence[int | None]]] = {}
        """By game, a revision and the chores' answers."""
        self._looks: dict[str, bool] = {}
        self._untended = Burst("games could not be tended")

    def due(self, table: Table) -> int | None:
        """When to look at a table again; None: never, unless it changes."""
        return _first(self._asked(table))

    def _asked(self, table: Table) -> list[int | None]:
        """When each chore has to look at a table again."""
        times: list[int | None] = []
        for chore in self.chores:
            known = chore.games
            times.append(chore.next(table) if known is None or table.game in known else None)
        return times

    # -- next to an append --------------------------------------------------------------------------------------------

    async def expect(self, table: Table, before: Table | None = None) -> DueTimes:
        """Make sure that a table about to be stored gets attention in time; raises Refusal.

        The process that holds the game's reminder will renew it, or be replaced when its lease has passed. The
        result is for `after`, which confirms the time: another process may be reminded of the game while the table is
        on its way to the store, find the old one, and register the old one's time.
        """
        times, held, now = self._asked(table), table.game in self.held, int(self._now() * 1000)
        at = self._news(times, before, now)
        if at is None or LEASED.get() == table.game:
            return DueTimes(times, held=held)
        with store_problems(table.game):
            await self._store.remind(table.game, at if at > now else now + GRACE)
        return DueTimes(times, at if at > now else None, held)

    def _news(self, times: Sequence[int | None], before: Table | None, now: int) -> int | None:
        """The first of the chores' times for which the store has no reminder yet.

        It has one for the table before: a time between now and the new one brings up the newest table soon enough.
        """
        found: int | None = None
        for number, at in enumerate(times):
            if at is None or (found is not None and at >= found):
                continue
            known = self._known(number, before) if before else None
            if known is None or not now < known <= at:
                found = at
        return found

    def _known(self, number: int, before: Table) -> int | None:
        """When a chore is due on a table: cached if this process stored it, otherwise computed."""
        revision, times = self._answers.get(before.game, _UNASKED)
        return times[number] if revision == before.revision else self._asked(before)[number]

    def after(self, table: Table, marked: bool = False, expected: DueTimes | None = None) -> None:
        """Tend a table just stored, in the background, if something is due at once or its stream is marked.

        `expected` is what `expect` returned for it; if the game was held then, chores are evaluated again.
        """
        game = table.game
        if LEASED.get() == game:
            return  # the running task continues with the newest table anyway
        times = expected.times if expected and not expected.held else self._asked(table)
        self._answers[game] = table.revision, times
        if len(self._answers) > REMEMBERED:
            del self._answers[next(iter(self._answers))]
        at = _first(times)
        if marked or (at is not None and at <= int(self._now() * 1000)):
            self.look(game)
        elif expected and expected.confirm is not None:
            self._start(self._confirm(game, expected.confirm))

    async def _confirm(self, game: str, at: int) -> None:
        """Register a game again, now that its newest table is stored."""
        try:
            await self._store.remind(game, at)
        except StoreError as error:
            log.warning("a reminder of game %s could not be confirmed: %s", game, error)

    def look(self, game: str) -> None:
        """Tend a game in the background; again afterwards if it is already being tended."""
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
        """Do everything due in a game; returns when to look at it again. Raises Refusal."""
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
        """Tend a game, and again if its time comes in the meantime.

        Returns when to look again, after a delay if that is already due.
        """
        at, tended = await self._tended(game)
        if at is not None and tended < at <= self.milliseconds:
            at, tended = await self._tended(game)
        return self.milliseconds + GRACE if at is not None and at <= self.milliseconds else at

    async def _tended(self, game: str) -> tuple[int | None, int]:
        """When to look again at a game that was tended, and when tending it began."""
        began = self.milliseconds
        return await self.tend(game), began

    async def _try(self, game: str) -> int | None:
        """Tend a game without ever raising: when to look again; 0: leave that to the lease."""
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


def _first(times: Sequence[int | None]) -> int | None:
    """The first of some times."""
    first: int | None = None
    for at in times:
        if at is not None and (first is None or at < first):
            first = at
    return first
