"""Resigning: a seat leaves a running game for good."""

from __future__ import annotations

from engines.core.ending import HOUSE, resigning
from engines.core.events import Entry, Resigned, decode_entry
from engines.core.position import Position
from eventstore import Conflict

from .answering import check_running
from .gate import REVOKED
from .names import command_bytes
from .problems import BAD_TOKEN, RESIGNED, Refusal, refuse
from .table import Step, Table
from .writer import Writer


class Resigning:
    """Lets seats leave."""

    def __init__(self, writer: Writer) -> None:
        self._writer, self._tables = writer, writer.tables

    async def resign(self, game: str, seat: int, epoch: int, command_id: str) -> tuple[Step, bool]:
        """A seat's holder of an epoch leaves the game: the step it made, and whether it had been made before.

        Where too few are left the game is over by it; else a house player goes on in the seat, whose tokens are
        worthless from then on. The call may be repeated with the token it was first sent with.
        """
        command = command_bytes(f"resign:{seat}", command_id)
        table = await self._tables.newest(game)
        while True:
            if why := _obstacle(table, seat, epoch):
                if done := await self._done_before(game, seat, command):
                    return await self._tables.step(game, done), True
                raise why
            entry, after = await self._leave(table, seat)
            step = self._writer.step(table, entry, after)
            try:
                written = await self._writer.put(step, command)
            except Conflict as conflict:
                table = await self._tables.after_conflict(table, conflict)
                continue
            if written.duplicate:
                table = await self._tables.newest(game)
                continue
            return step, False

    async def _leave(self, table: Table, seat: int) -> tuple[Entry, Position]:
        """The entry of a seat's leaving, and the position, which stays what it was."""
        bot = table.clock.bot if table.clock else HOUSE
        events, over = resigning(table.holders, table.gone, [seat], "asked", bot)
        after = table.position.clone()
        return self._writer.entry(await self._writer.end(table, after, events, over), after), after

    async def _done_before(self, game: str, seat: int, command: bytes) -> int | None:
        """The revision that a command sent again had made; its id may stand for nothing else."""
        for stored in await self._writer.read(game):
            if stored.command == command:
                first = decode_entry(stored.data).events[0]
                return stored.revision if type(first) is Resigned and first.seat == seat else None
        return None


def _obstacle(table: Table, seat: int, epoch: int) -> Refusal | None:
    """Why the holder of an epoch cannot leave."""
    if table.epoch(seat) != epoch:
        return refuse(BAD_TOKEN, REVOKED)
    try:
        check_running(table)
    except Refusal as refusal:
        return refusal
    if seat in {each.seat for each in table.gone}:
        return refuse(RESIGNED, "whoever held the seat has left the game", revision=table.revision)
    return None
