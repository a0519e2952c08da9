"""Opening games and taking seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from engines import RULESETS
from engines.core.decider import opening, settle, start
from engines.core.errors import BadSetup, UnknownRuleset
from engines.core.events import Entry, Seated, decode_entry
from engines.core.position import Position
from eventstore import Conflict

from .names import check_game, check_name, command_bytes, new_game
from .problems import BAD_SETUP, MALFORMED, SEAT_TAKEN, UNKNOWN_RULESET, refuse
from .table import Table, open_table
from .tokens import SeatToken, TokenOffice
from .writer import Writer


class SeatPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a game to be: claimed by whoever creates the game, or left open. Unnamed seats are called Seat 1, …"""

    name: str = ""
    claim: bool = False


class Seating:
    """Opens games and seats players."""

    def __init__(self, writer: Writer, office: TokenOffice) -> None:
        self._writer, self._office, self._tables = writer, office, writer.tables

    async def create(
        self, ruleset: str, edition: str, options: dict[str, Any], plans: Sequence[SeatPlan]
    ) -> tuple[Table, list[SeatToken]]:
        """Open a game. It starts at once if every seat is claimed."""
        game = new_game()
        entry = self._open(game, ruleset, edition, options, plans)
        await self._writer.append(game, 0, entry, command_bytes("create", game))
        table = self._tables.keep(open_table(game, entry).table)
        return table, [self._office.issue(game, seat, 1) for seat, plan in enumerate(plans) if plan.claim]

    def _open(self, game: str, ruleset: str, edition: str, options: dict[str, Any], plans: Sequence[SeatPlan]) -> Entry:
        """The first entry of a game."""
        try:
            chosen = RULESETS.named(ruleset)
            created = opening(chosen, len(plans), edition, options, self._writer.commitment(game))
        except UnknownRuleset as error:
            raise refuse(UNKNOWN_RULESET, str(error), legal=error.known, field="ruleset") from None
        except BadSetup as error:
            raise refuse(BAD_SETUP, str(error), field=error.field, rule=error.rule) from None
        seated = [Seated(i, check_name(plan.name)) for i, plan in enumerate(plans) if plan.claim]
        position = start(RULESETS, created)
        drawn = settle(position, self._writer.chance(game, 1)) if len(seated) == len(plans) else []
        return self._writer.entry([created, *seated, *drawn], position)

    async def claim(self, game: str, seat: int | None, name: str, command_id: str) -> tuple[Table, SeatToken]:
        """Take an open seat: that one, or the first. The game starts when the last is taken.

        With a command id, the call may be repeated: it answers the same seat again.
        """
        check_game(game)
        name, command = check_name(name), command_bytes("claim", command_id or new_game())
        table = await self._tables.newest(game)
        while True:
            seated = await self._claimed_before(game, command) if command_id else None
            if seated is None:
                seated = Seated(_free_seat(table, seat), name)
                entry, after = self._take(table, seated)
                try:
                    await self._writer.append(
                        game, table.revision, entry, command, filled=table.holders.count(None) == 1
                    )
                except Conflict as conflict:
                    table = self._tables.after_conflict(table, conflict)
                    continue
                self._writer.step(table, entry, after)
            return await self._tables.known(game), self._office.issue(game, seated.seat, seated.epoch)

    async def _claimed_before(self, game: str, command: bytes) -> Seated | None:
        """What a command sent again had claimed the first time."""
        for stored in await self._writer.read(game):
            if stored.command == command:
                return next(e for e in decode_entry(stored.data).events if type(e) is Seated)
        return None

    def _take(self, table: Table, seated: Seated) -> tuple[Entry, Position]:
        """The entry of a claim, with the first draws if the game starts by it."""
        after = table.position.clone()
        after.listen()
        last = table.holders.count(None) == 1
        drawn = settle(after, self._writer.chance(table.game, table.revision + 1)) if last else []
        return self._writer.entry([seated, *drawn], after), after


def _free_seat(table: Table, seat: int | None) -> int:
    """The seat to take; refused if it, or every seat, is taken."""
    free = [number for number, holder in enumerate(table.holders) if holder is None]
    if seat is not None and not 0 <= seat < len(table.holders):
        raise refuse(MALFORMED, f"the game has seats 0 to {len(table.holders) - 1}", field="seat")
    if not free or (seat is not None and seat not in free):
        words = [str(number) for number in free]
        raise refuse(SEAT_TAKEN, f"open seats: {', '.join(words) or 'none'}", legal=words, field="seat")
    return free[0] if seat is None else seat
