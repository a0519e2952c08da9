"""Resigning: a seat leaves a running game."""

from __future__ import annotations

from msgspec import structs

from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import GREEDY
from podesta_engines.game.endings import resigning
from podesta_engines.game.events import Entry, Resigned
from podesta_service.names import command_bytes
from podesta_service.problems import BAD_TOKEN, RESIGNED, REVOKED, refuse
from podesta_service.table.table import Step, Table, next_step
from podesta_service.table.writer import Command, Writer, check_holder

from .answering import check_running


class Resigning:
    """Lets seats leave."""

    def __init__(self, writer: Writer) -> None:
        self._writer, self._tables = writer, writer.tables

    async def resign(self, command: Command) -> tuple[Step, bool]:
        """Take a seat's holder out of the game; returns the step, and whether it had already been made.

        If too few are left the game is over; otherwise a house player continues in the seat, and its old tokens are
        void. The call may be repeated with the same token.
        """
        seat, key = command.seat, command_bytes(f"resign:{command.seat}", command.id)

        async def decide(table: Table) -> Step:
            check_holder(table, command)
            check_running(table)
            if seat in {each.seat for each in table.gone}:
                raise refuse(RESIGNED, "holder-has-left", revision=table.revision)
            return next_step(table, *await self._leave(table, seat))

        table, again = await self._tables.newest(command.game), structs.replace(command, epoch=None, revision=0)
        step, repeated = await self._writer.transact(table, again, key, decide)
        first = step.entry.events[0]
        if repeated and not (type(first) is Resigned and first.seat == seat):
            raise refuse(BAD_TOKEN, REVOKED)
        return step, repeated

    async def _leave(self, table: Table, seat: int) -> tuple[Entry, Position]:
        """The entry of a seat's leaving, and the position, which does not change."""
        bot = table.clock.bot if table.clock else GREEDY
        events, over = resigning(table.holders, table.gone, [seat], "asked", bot)
        after = table.position.clone()
        return self._writer.entry(self._writer.end(table, after, events, over), after), after
