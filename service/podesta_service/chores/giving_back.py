"""Giving back downtime of the service, before any clock decides by it."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from msgspec import structs

from podesta_engines.game.clocks import owing
from podesta_engines.game.events import Entry, Renewed, TimeGivenBack
from podesta_eventstore import OUTAGE_MS
from podesta_service.names import command_bytes
from podesta_service.table.clock import Clock
from podesta_service.table.table import Table, next_step
from podesta_service.table.trouble import store_problems
from podesta_service.table.writer import Writer

log = logging.getLogger(__name__)


_PAGE = 100
"""Entries that are read at once."""


def was_played(away: TimeGivenBack, log: Iterable[Entry]) -> bool:
    """Whether one of a log's entries was made during an outage, which has a minimum length; renewals do not count."""
    played = (each.at for each in log if type(each.events[0]) is not Renewed)
    return any(away.since + OUTAGE_MS < at < away.until for at in played)


class GivingBack:
    """Records in a game's log, once, how long the service was down while its clocks ran."""

    def __init__(self, writer: Writer, clock: Clock) -> None:
        self._writer, self.clock = writer, clock

    async def give(self, table: Table, seats: bool = True) -> Table | None:
        """Give time back to running clocks, or (without `seats`) to an idle game.

        Returns the newer table; None if no time is owed. Raises Refusal.
        """
        times = table.times
        if not self.clock.away or times is None or table.ended:
            return None
        owed = await self._unplayed(table, owing(times, self.clock.away, seats))
        return await self._write(table, owed) if owed else None

    async def _unplayed(self, table: Table, owed: list[TimeGivenBack]) -> list[TimeGivenBack]:
        """The outages during which nothing was added to the game's log; only those count. Raises Refusal."""
        if not owed or table.at <= owed[0].since:
            return owed
        newest = await self._newest(table, owed[0].since)
        return [each for each in owed if not was_played(each, newest)]

    async def _newest(self, table: Table, since: int) -> list[Entry]:
        """The entries of a log, newest first, back to a moment; raises Refusal."""
        log, store = list[Entry](), self._writer.store
        while len(log) < table.revision and (not log or log[-1].at > since):
            with store_problems(table.game):
                page = await store.read_backward(table.game, table.revision + 1 - len(log), _PAGE)
            log += await self._writer.tables.decoded(page)
        return log

    async def _write(self, table: Table, owed: list[TimeGivenBack]) -> Table:
        """Store the outages; returns the table after them, or a newer one if another process was faster."""
        after = table.position.clone()
        after.listen()
        entry = self._writer.entry(owed, after)
        entry = structs.replace(entry, at=max(entry.at, *(each.until for each in owed)))
        key = command_bytes("time-given-back", f"{table.game}-{table.revision:09}")
        newer, _, _ = await self._writer.offer(table, next_step(table, entry, after), key)
        log.info("game %s: %d ms are given back", table.game, sum(each.until - each.since for each in owed))
        return newer
