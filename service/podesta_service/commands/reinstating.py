"""Reinstating: an operator undoes, in the game's log, what a faulty clock decided up to the game's end."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from podesta_engines.game.events import Entry, Reinstated
from podesta_engines.game.game import Point
from podesta_engines.game.reinstating import Wrong, hides, wrong
from podesta_service.names import command_bytes
from podesta_service.problems import NOT_OVER, NOT_RETRACTABLE, refuse
from podesta_service.table.table import Step, Table, next_step
from podesta_service.table.writer import Writer

LONGEST = 200
"""Maximum characters of an operator's name, or of a reason."""


class Plan(Struct, frozen=True):
    """The effect of reinstating a game."""

    table: Table
    """The game as it ended."""
    then: Table
    """The table from which it would resume."""
    wrong: Wrong
    """The decisions that are undone."""
    hidden: bool
    """Whether the end revealed what a seat must not know at that point: cards in hand, the order of a deck."""


class Reinstating:
    """Resumes games that a clock had ended."""

    def __init__(self, writer: Writer) -> None:
        self._writer, self._tables = writer, writer.tables

    async def plan(self, game: str, since: int = 0) -> Plan:
        """The plan to undo what a clock decided in a game since a time (ms since 1970); raises Refusal."""
        table = await self._tables.newest(game)
        if not table.ended:
            raise refuse(NOT_OVER, "goes-on-already", revision=table.revision)
        found = wrong(await self._log(table), since)
        if found is None:
            raise refuse(NOT_RETRACTABLE, "not-ended-by-a-clock", revision=table.revision)
        then = await self._tables.at(game, found.to)
        return Plan(table, then, found, then.status == "running" and hides(then.position))

    async def carry_out(self, plan: Plan, by: str, why: str) -> Step | None:
        """Resume a game, in the name of an operator; None if it has just been resumed. Raises Refusal."""
        table, then = plan.table, plan.then
        event = self._event(table, plan.wrong.to, by, why)
        position = then.position.clone()
        entry = self._writer.entry([event], position)
        step = next_step(table, entry, position, Point(position, then.drawn, then.shares, then.times))
        key = command_bytes("reinstate", f"{table.game}-{table.revision:09}")
        _, done, repeated = await self._writer.offer(table, self._tables.blinded(step, table), key)
        return None if repeated else done

    def _event(self, table: Table, to: int, by: str, why: str) -> Reinstated:
        """The event for the log, with the commitment to the next seed; raises Refusal without its key."""
        draft = Reinstated(to, by, why, "")
        return self._writer.keys.committed(table.game, table.created, draft, table.revision + 1)

    async def _log(self, table: Table) -> Sequence[Entry]:
        return await self._tables.decoded(await self._writer.read(table.game, limit=table.revision))
