"""Opening games and taking seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from engines import RULESETS
from engines.core.decider import opening, settle, start
from engines.core.errors import BadSetup, UnknownRuleset
from engines.core.events import Clock, Created, Entry, Event, Seated, Spectators, decode_entry
from engines.core.position import Position
from engines.core.ruleset import Ruleset
from eventstore import Conflict

from .gate import REVOKED
from .house_bots import check_bot
from .names import check_entropy, check_game, check_name, command_bytes, new_game
from .problems import (
    BAD_SETUP,
    BAD_TOKEN,
    COMMAND_REUSED,
    GAME_OVER,
    MALFORMED,
    SEAT_FREE,
    SEAT_TAKEN,
    UNKNOWN_RULESET,
    refuse,
)
from .table import PUBLIC, Table, open_table, seat_entropy
from .tables import store_problems
from .tokens import SeatToken, TokenOffice
from .writer import Writer


class SeatPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a game to be: claimed by whoever creates the game, a bot's, or left open.

    Unnamed seats are called Seat 1, …
    """

    name: str = ""
    claim: bool = False
    entropy: str = ""
    """Text that is mixed into the key of the draws and published, up to 64 bytes; only for a seat that is claimed."""
    bot: str = ""
    """The house bot that plays the seat: one of the ruleset's, such as `greedy`, `search` or `search:500`."""


class Seating:
    """Opens games and seats players."""

    def __init__(self, writer: Writer, office: TokenOffice) -> None:
        self._writer, self._office, self._tables = writer, office, writer.tables

    async def create(
        self,
        ruleset: str,
        edition: str,
        options: dict[str, Any],
        plans: Sequence[SeatPlan],
        spectators: Spectators | None = None,
        command_id: str = "",
        owner: str | None = None,
        clock: Clock | None = None,
    ) -> tuple[Table, list[SeatToken]]:
        """Open a game, for everybody to see unless said otherwise. It starts at once if every seat is claimed.

        With a command id, the call may be repeated: it answers the same game again, as it was opened, and its tokens.
        `owner` is the bearer token that it came with: the same id with another opens another game.
        """
        game = self._writer.keys.game("create", owner, command_id)
        created = self._created(game, ruleset, len(plans), edition, options)
        if spectators is not None:
            created = msgspec.structs.replace(created, spectators=_checked(spectators))
        if clock is not None and clock != Clock():
            created = msgspec.structs.replace(created, clock=_agreed(clock, RULESETS.version(created.rules)))
        entry = self._open(game, created, plans)
        first = open_table(game, entry)
        again = (await self._writer.put(first, command_bytes("create", game))).duplicate
        table = await self._opened_before(game, entry) if again else first.table
        return table, [self._office.issue(game, seat, 1) for seat, plan in enumerate(plans) if plan.claim]

    async def _opened_before(self, game: str, again: Entry) -> Table:
        """The game as a command sent again had opened it; the id stands for that command only."""
        (stored,) = await self._writer.read(game, limit=1)
        first = decode_entry(stored.data)
        if plan_of(first) != plan_of(again):
            raise refuse(COMMAND_REUSED, "this command id already stands for another game")
        with store_problems(game):
            return open_table(game, first).table

    def _created(self, game: str, ruleset: str, seats: int, edition: str, options: dict[str, Any]) -> Created:
        """The first event of a game; raises Refusal."""
        try:
            chosen = RULESETS.named(ruleset)
            created = opening(chosen, seats, edition, options, self._writer.commitment(game))
        except UnknownRuleset as error:
            raise refuse(UNKNOWN_RULESET, str(error), legal=error.known, field="ruleset") from None
        except BadSetup as error:
            raise refuse(BAD_SETUP, str(error), field=error.field, rule=error.rule) from None
        return msgspec.structs.replace(created, key=self._writer.keys.current)

    def _open(self, game: str, created: Created, plans: Sequence[SeatPlan]) -> Entry:
        """The first entry of a game."""
        seated = planned(plans, RULESETS.version(created.rules))
        position = start(RULESETS, created)
        luck = self._writer.chance(game, created, 1, [plan.entropy for plan in plans])
        drawn = settle(position, luck) if len(seated) == len(plans) else []
        return self._writer.entry([created, *seated, *drawn], position)

    async def claim(
        self, game: str, seat: int | None, name: str, command_id: str, entropy: str = ""
    ) -> tuple[Table, SeatToken]:
        """Take an open seat: that one, or the first. The game starts when the last is taken.

        With a command id, the call may be repeated: it answers the same seat again. `entropy` is mixed into the key of
        the draws.
        """
        entropy = check_entropy(entropy)
        check_game(game)
        command = command_bytes("claim", command_id or new_game())
        holder = Seated(0, check_name(name), entropy=entropy or UNSET)
        seated = await self._sit(game, seat, holder, command, again=bool(command_id))
        return await self._tables.known(game), self._office.issue(game, seated.seat, seated.epoch)

    async def seat_bot(self, game: str, seat: int | None, bot: str, name: str, command_id: str) -> Table:
        """Put a house bot on an open seat: that one, or the first. As with `claim`, the call may be repeated."""
        table = await self._tables.newest(game)
        holder = Seated(0, check_name(name), check_bot(table.ruleset, bot))
        command = command_bytes("bot", command_id or new_game())
        await self._sit(game, seat, holder, command, again=bool(command_id))
        return await self._tables.known(game)

    async def _sit(self, game: str, seat: int | None, holder: Seated, command: bytes, *, again: bool) -> Seated:
        """Seat somebody, perhaps `again`: who sits where then."""
        table = await self._tables.newest(game)
        while True:
            if again and (done := await self._claimed_before(game, command)):
                return done
            seated = msgspec.structs.replace(holder, seat=_free_seat(table, seat))
            try:
                last = table.holders.count(None) == 1
                step = self._writer.step(table, *self._take(table, seated))
                written = await self._writer.put(step, command, filled=last)
            except Conflict as conflict:
                table = await self._tables.after_conflict(table, conflict)
                continue
            if not written.duplicate:
                return seated
            table = await self._tables.newest(game)

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
        entropy = seat_entropy(table.entropy, table.holders, [seated])
        luck = self._writer.chance(table.game, table.created, table.revision + 1, entropy)
        drawn = settle(after, luck) if last else []
        return self._writer.entry([seated, *drawn], after), after

    async def reissue(
        self, game: str, seat: int, name: str, command_id: str, epoch: int | None
    ) -> tuple[Table, SeatToken]:
        """Give a taken seat out anew: its older tokens are worthless from then on. An empty name keeps the old one.

        Whoever holds the new token plays it, though a bot did before.

        `epoch` is that of the seat's own token that asks for it, None for an operator. The call may be repeated with
        the token it was first sent with: it answers the same epoch again.
        """
        name, command = check_name(name), command_bytes(f"reissue:{seat}", command_id)
        table = await self._tables.newest(game)
        while True:
            before = _held(table, seat)
            if done := await self._claimed_before(game, command):
                _check_epoch(done.epoch, before.epoch)
                _check_epoch(epoch, done.epoch - 1)
                return await self._tables.known(game), self._office.issue(game, seat, done.epoch)
            _check_epoch(epoch, before.epoch)
            seated = Seated(seat, name or before.name, epoch=before.epoch + 1)
            after = table.position.clone()
            after.listen()
            step = self._writer.step(table, self._writer.entry([seated], after), after)
            try:
                written = await self._writer.put(step, command)
            except Conflict as conflict:
                table = await self._tables.after_conflict(table, conflict)
                continue
            if not written.duplicate:
                return step.table, self._office.issue(game, seat, seated.epoch)
            table = await self._tables.newest(game)


def _checked(spectators: Spectators) -> Spectators:
    """A policy for spectators that says what it means; raises Refusal."""
    if (spectators.delay > 0) != (spectators.policy == "delayed"):
        detail = "a delay of 1 or more goes with the policy `delayed`, and with no other"
        raise refuse(BAD_SETUP, detail, field="spectators")
    return spectators


def _agreed(clock: Clock, ruleset: Ruleset) -> Clock:
    """A clock that says what it means; raises Refusal."""
    if (clock.seconds > 0) != (clock.kind != "none"):
        detail = "a clock of the kind `move` or `bank` has 1 second or more, and no other has any"
        raise refuse(BAD_SETUP, detail, field="clock")
    if clock.increment and clock.kind != "bank":
        raise refuse(BAD_SETUP, "an increment goes with the kind `bank`, and with no other", field="clock")
    check_bot(ruleset, clock.bot)
    return clock


def _held(table: Table, seat: int) -> Seated:
    """Who holds a seat of a game that is not over; raises Refusal."""
    if not 0 <= seat < len(table.holders):
        raise refuse(MALFORMED, f"the game has seats 0 to {len(table.holders) - 1}", field="seat")
    if table.status == "ended":
        raise refuse(GAME_OVER, "the game is over", revision=table.revision)
    holder = table.holders[seat]
    if holder is None:
        raise refuse(SEAT_FREE, "nobody holds the seat yet; claim it")
    return holder


def _check_epoch(given: int | None, wanted: int) -> None:
    """Refuse the token of a holder whose seat was given out anew."""
    if given is not None and given != wanted:
        raise refuse(BAD_TOKEN, REVOKED)


def plan_of(entry: Entry) -> list[Event]:
    """What one of the first entries of a game says of how it was ordered; nothing that depends on when."""
    return [_ordered(event) for event in entry.events if type(event) in (Created, Seated)]


def _ordered(event: Event) -> Event:
    """An event without what the service adds."""
    if type(event) is not Created:
        return event
    seen = event.spectators or PUBLIC
    return msgspec.structs.replace(event, rules="", data="", commitment="", key=UNSET, spectators=seen)


def planned(plans: Sequence[SeatPlan], ruleset: Ruleset) -> list[Seated]:
    """The seats that are claimed, or given to bots, as a game is created; raises Refusal."""
    if any(plan.bot and plan.claim for plan in plans):
        raise refuse(MALFORMED, "a seat is claimed or a bot's, not both", field="bot")
    if any(plan.entropy and not plan.claim for plan in plans):
        raise refuse(MALFORMED, "an open seat's entropy comes from whoever claims it", field="entropy")
    return [
        Seated(
            seat,
            check_name(plan.name),
            plan.bot and check_bot(ruleset, plan.bot),
            entropy=check_entropy(plan.entropy) or UNSET,
        )
        for seat, plan in enumerate(plans)
        if plan.claim or plan.bot
    ]


def _free_seat(table: Table, seat: int | None) -> int:
    """The seat to take; refused if it, or every seat, is taken, or the game was given up before it began."""
    if table.ended:
        raise refuse(GAME_OVER, "the game is over", revision=table.revision)
    free = [number for number, holder in enumerate(table.holders) if holder is None]
    if seat is not None and not 0 <= seat < len(table.holders):
        raise refuse(MALFORMED, f"the game has seats 0 to {len(table.holders) - 1}", field="seat")
    if not free or (seat is not None and seat not in free):
        words = [str(number) for number in free]
        raise refuse(SEAT_TAKEN, f"open seats: {', '.join(words) or 'none'}", legal=words, field="seat")
    return free[0] if seat is None else seat
