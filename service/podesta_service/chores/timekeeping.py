"""Time that runs out: deadlines of seats, and games that are left alone. A chore of the steward."""

from __future__ import annotations

from collections.abc import Sequence

from podesta_engines.core.decide import follow, settle
from podesta_engines.core.moves import Answered
from podesta_engines.game.clocks import abandoned_at, abandoning, running_out
from podesta_engines.game.events import Event
from podesta_service.names import command_bytes
from podesta_service.table.table import Table
from podesta_service.table.writer import Writer


class Timekeeping:
    """Does what the clock of a game asks for when a deadline has passed.

    An answer that is stored before that counts, be it late by a moment: what stands in the log first is what happened.
    """

    def __init__(self, writer: Writer) -> None:
        self._writer = writer

    def next(self, table: Table) -> int | None:
        """The first deadline of a table (ms since 1970)."""
        first, idle = _moments(table)
        if first is None or (idle is not None and idle < first[0]):
            return idle
        return first[0]

    async def act(self, table: Table) -> Table | None:
        """Carry out what follows from the first deadline that has passed: the newer table; None: none has."""
        now, (first, idle) = self._writer.milliseconds, _moments(table)
        about = (table.position, table.holders, table.gone)
        if table.clock and first and first[0] <= now:
            return await self._write(table, *running_out(table.clock, *about, first[1]))
        if table.clock and idle is not None and idle <= now:
            return await self._write(table, *abandoning(table.clock, *about))
        return None

    async def _write(self, table: Table, events: Sequence[Event], over: bool) -> Table:
        """Store what happens on a table: the table after it, or a newer one where somebody was faster."""
        after = table.position.clone()
        after.listen()
        for event in events:
            if type(event) is Answered:
                follow(after, event)
        drawn = [] if over or table.status == "open" else settle(after, self._writer.chance(table))
        entry = self._writer.entry(await self._writer.end(table, after, [*events, *drawn], over), after)
        step = self._writer.step(table, entry, after)
        newer, _, _ = await self._writer.offer(table, step, command_bytes("time", f"{table.game}-{table.revision:09}"))
        return newer


def _moments(table: Table) -> tuple[tuple[int, int] | None, int | None]:
    """The first deadline of a table (ms since 1970) with its seat; and when it is given up, if people are to blame: it
    is open, or some of them are asked.
    """
    clock, times = table.clock, table.times
    if clock is None or times is None or table.ended:
        return None, None
    first = None if clock.kind == "none" else times.next
    return first, abandoned_at(clock, times) if _waits_for_people(table) else None


def _waits_for_people(table: Table) -> bool:
    """Whether a table is open, or asks somebody who is no house bot."""
    if table.status == "open":
        return True
    for ask in table.position.asks:  # three times a move: a loop of its own takes half as long as `any`
        holder = table.holders[ask.seat]
        if holder and not holder.bot:
            return True
    return False
