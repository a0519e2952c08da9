"""Time that runs out: deadlines of seats, and abandoned games. A chore of the steward."""

from __future__ import annotations

from collections.abc import Sequence

from podesta_engines.core.decide import follow, settle
from podesta_engines.core.moves import Answered
from podesta_engines.game.clocks import abandoned_at, abandoning, running_out
from podesta_engines.game.events import Event
from podesta_service.names import command_bytes
from podesta_service.table.clock import Clock
from podesta_service.table.table import Table, next_step
from podesta_service.table.writer import Writer

from .giving_back import GivingBack


class Timekeeping:
    """Applies a game's clock when a deadline has passed.

    An answer stored before that counts, even if it is slightly late: the log's order decides. Downtime is given back
    first, and nothing is decided while the store's time is unknown.
    """

    games = None

    def __init__(self, writer: Writer, clock: Clock, giving: GivingBack) -> None:
        self._writer, self._clock, self._giving = writer, clock, giving

    def next(self, table: Table) -> int | None:
        """The first deadline of a table (ms since 1970)."""
        first, idle = _moments(table)
        if first is None or (idle is not None and idle < first[0]):
            return idle
        return first[0]

    async def act(self, table: Table) -> Table | None:
        """Apply the first deadline that has passed; returns the newer table, or None if none has passed."""
        now, (first, idle) = self._writer.milliseconds, _moments(table)
        about = (table.position, table.holders, table.gone)
        if not self._clock.known or table.clock is None:
            return None
        if first and first[0] <= now:
            given = await self._giving.give(table)
            return given or await self._write(table, *running_out(table.clock, *about, first[1]))
        if idle is not None and idle <= now:
            given = await self._giving.give(table, seats=False)
            return given or await self._write(table, *abandoning(table.clock, *about))
        return None

    async def _write(self, table: Table, events: Sequence[Event], over: bool) -> Table:
        """Store the time-out on a table; returns the table after it, or a newer one if another process was faster."""
        after = table.position.clone()
        after.listen()
        for event in events:
            if type(event) is Answered:
                follow(after, event)
        drawn = [] if over or table.status == "open" else settle(after, self._writer.chance(table))
        entry = self._writer.entry(self._writer.end(table, after, [*events, *drawn], over), after)
        step = next_step(table, entry, after)
        newer, _, _ = await self._writer.offer(table, step, command_bytes("time", f"{table.game}-{table.revision:09}"))
        return newer


def _moments(table: Table) -> tuple[tuple[int, int] | None, int | None]:
    """The first deadline of a table (ms since 1970) with its seat, and the time at which it is abandoned.

    The latter applies if people are to blame: the game is open, or some of them have a question.
    """
    clock, times = table.created.clock, table.times
    if not clock or times is None or table.ended:
        return None, None
    people = not times.bots or table.status == "open" or any(ask.seat not in times.bots for ask in table.position.asks)
    return None if clock.kind == "none" else times.next, abandoned_at(clock, times) if people else None
