"""The writer: entries with their draws and checksums, appended to a game's log."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

from msgspec import UNSET, Struct, structs

from podesta_engines.core.decide import Chance
from podesta_engines.core.position import Position
from podesta_engines.core.script import NOBODY
from podesta_engines.game.endings import final, went_after
from podesta_engines.game.events import SCHEMA, Created, Ended, Entry, Event, Freed, Seated, Shared, encode_entry
from podesta_engines.game.facts import Facts
from podesta_engines.game.fairness import BY_LOT, commitment_of, luck
from podesta_engines.game.format.levels import BUCKETS, LOTS, SEALED, SIGNED
from podesta_engines.game.game import Point
from podesta_eventstore import Appended, Conflict, EventStore, Stored
from podesta_eventstore.naming import HOUR
from podesta_service.model import Status
from podesta_service.names import shorter, with_hour
from podesta_service.problems import BAD_TOKEN, COMMAND_REUSED, REVOKED, Refusal, refuse
from podesta_service.randomness import Keys

from .cards import card_of
from .level import Level
from .table import Step, Table, next_step
from .tables import Tables
from .trouble import store_problems


class Command(Struct, frozen=True):
    """What a seat asks of a game. `revision` is the one it was decided on, `id` the caller's own name for it.

    With an id the same command may be sent again. With an epoch, it counts only while the seat's holder is of that one;
    with a head, or its beginning, only in the very log in which that revision has it.
    """

    game: str
    seat: int
    revision: int
    id: str
    epoch: int | None = None
    head: str = ""


HOURS = 25
"""Hours in which a command that opens a game may be sent again."""

Decide = Callable[[Table], Awaitable[Step]]
"""What a command makes of a table; raises Refusal."""


class Tender(Protocol):
    """Whoever looks after games in which something is to happen though nobody calls (the steward)."""

    async def expect(self, table: Table, before: Table | None = None) -> int | None:
        """See to it that somebody looks at a table that is about to be stored, on another perhaps; raises Refusal.

        Answers what `after` is to be told.
        """

    def after(self, table: Table, marked: bool = False, expected: int | None = None) -> None:
        """Look at a table just stored, in the background, if something is to be done at once."""


class Writer:
    """Writes to the logs of games; `now` gives seconds since 1970. A `tender` is told of what is written, and `hand`
    gives it to those who follow the game in this process."""

    tender: Tender | None = None
    hand: Callable[[Step], None] | None = None

    def __init__(self, store: EventStore, tables: Tables, keys: Keys, now: Callable[[], float], level: Level) -> None:
        self.store, self.tables, self.keys, self.level, self._now = store, tables, keys, level, now

    def seeded(self, game: str, created: Created) -> Created:
        """The first event of a new game with what it says of its draws: their rule, salt, key and commitment."""
        rule, salt = (BY_LOT, secrets.token_hex(16)) if self.level.now >= LOTS else (UNSET, UNSET)
        kept = created.salt if created.practice else salt
        salted = structs.replace(created, draws=rule, salt=kept, key=self.keys.current)
        return structs.replace(salted, commitment=commitment_of(self.keys.fresh_seed(game, salted)))

    async def new_id(self, purpose: str, owner: str | None, command_id: str) -> str:
        """The id of the game that an owner's command opens; raises Refusal.

        One that is sent again may have opened its game in one of `HOURS` before, or when the store's level was another:
        then it is that one.
        """
        sealed = self.keys.game(purpose, owner, command_id)
        now = self._now()
        dated = [with_hour(sealed, now - ago * HOUR) for ago in range(HOURS)]
        wanted = dated[0] if self.level.now >= BUCKETS else sealed if self.level.now >= SEALED else shorter(sealed)
        if not command_id:
            return wanted
        ids = [wanted, sealed, shorter(sealed), *dated]
        with store_problems(wanted):
            found = await self.store.glimpses(ids)
        return next((game for game, glimpse in zip(ids, found, strict=True) if glimpse), wanted)

    def chance(self, table: Table) -> Chance:
        """The draws of the entry that comes next on a table; raises Refusal."""
        return self.luck(table.game, table, table.revision + 1)

    def luck(self, game: str, facts: Facts, revision: int) -> Chance:
        """The draws of one revision of a game, given what each seat has told before they are made; raises Refusal."""
        seed, mix = self.keys.seed(game, facts.created), facts.shares.mix if facts.shares else b""
        return luck(facts.created, seed, facts.entropy, revision, facts.drawn, mix)

    @property
    def milliseconds(self) -> int:
        """Now, as the log counts."""
        return int(self._now() * 1000)

    def entry(self, events: Sequence[Event], after: Position) -> Entry:
        """An entry of the log, with the checksum of the position it leads to."""
        return Entry(list(events), after.fingerprint(), self.milliseconds, SCHEMA)

    async def end(self, table: Table, after: Position, events: Sequence[Event], over: bool = False) -> list[Event]:
        """The events that follow on a table, closed by result, seed and chain value if the game is over.

        It is `over` where seats have left it, whatever its rules say.
        """
        gone = went_after(table.gone, events, table.revision + 1)
        if not over and after.actor != NOBODY:
            return list(events)
        seed = self.keys.seed(table.game, table.created).hex()
        return [*events, self._signed(table, Ended(final(after, gone), seed, table.chain))]

    def _signed(self, table: Table, ended: Ended) -> Ended:
        """The end of a game with the head of its table, the last one before it, signed."""
        if self.level.now < SIGNED or not table.head:
            return ended
        told = self.keys.signer.sign(table.game, table.revision, table.head)
        return structs.replace(ended, key=told.key, signature=told.signature)

    async def append(self, table: Table, entry: Entry, key: bytes) -> Appended:
        """Store an entry that leads to a table, and what the game is listed as from now on; raises Conflict, and
        Refusal for the rest."""
        data, game = encode_entry(entry, self.level.now), table.game
        shown = listed(table, entry), card_of(game, table, entry)
        with store_problems(game):
            return await self.store.append(game, table.revision - 1, data, key, *shown)

    async def read(self, game: str, after: int = 0, limit: int | None = None) -> list[Stored]:
        """Stored entries after a revision."""
        with store_problems(game):
            return await self.store.read(game, after, limit)

    def step(self, table: Table, entry: Entry, after: Position, back: Point | None = None) -> Step:
        """The step that an entry makes when it is stored; one that goes back says to which point."""
        return next_step(table, entry, after, back)

    async def put(self, step: Step, key: bytes) -> Appended:
        """Store a step's entry, as `append` does; its table is remembered, and what follows from it seen to."""
        table, expected = step.table, None
        if self.tender:
            before = self.tables.remembered(table.game)
            follows = before is not None and before.revision == step.revision - 1
            expected = await self.tender.expect(table, before if follows else None)
        written = await self.append(table, step.entry, key)
        if not written.duplicate:
            self.tables.keep(table)
            if self.hand:
                self.hand(step)
            if self.tender:
                self.tender.after(table, written.marked, expected)
        return written

    # -- one way to write --------------------------------------------------------------------------------------------

    async def transact(self, table: Table, command: Command, key: bytes, decide: Decide) -> tuple[Step, bool]:
        """The step that a command makes, and whether it had been made before; raises Refusal.

        It is decided on a table not older than its revision, and anew whenever others were faster. `key` is what the
        log knows it by; a command with an id of its own may be in the log already, after its revision.
        """
        while True:
            check_holder(table, command)
            if command.id and table.revision > command.revision and (done := await self._find(command, key)):
                return await self.tables.step(table.game, done), True
            table, step, repeated = await self.offer(table, await decide(table), key)
            if step is not None:
                return step, repeated

    async def offer(self, before: Table, step: Step, key: bytes) -> tuple[Table, Step | None, bool]:
        """Store a step unless the game goes on first: the newest table known then, and the step stored under the key.

        There is none if others were faster; it had been stored before if the last value says so.
        """
        try:
            written = await self.put(step, key)
        except Conflict as conflict:
            return await self.tables.after_conflict(before, conflict), None, False
        if written.duplicate:
            step = await self.tables.step(before.game, written.revision)
        return step.table, step, written.duplicate

    async def check_same(self, step: Step, again: Callable[[Table], Event]) -> None:
        """Refuse a command that was sent again but is another: on the table of then, it makes another first event."""
        before = await self.tables.at(step.table.game, step.revision - 1)
        try:
            made = again(before)
        except Refusal:
            made = None
        if made != step.entry.events[0]:
            detail = "this command id already stands for another command"
            raise refuse(COMMAND_REUSED, detail, revision=step.revision)

    async def _find(self, command: Command, key: bytes) -> int | None:
        """The revision that a command made, if it is in the log."""
        unseen = await self.read(command.game, command.revision)
        return next((stored.revision for stored in unseen if stored.command == key), None)


def check_holder(table: Table, command: Command) -> None:
    """Refuse a command of somebody whose seat was given out anew."""
    if command.epoch is not None and table.epoch(command.seat) != command.epoch:
        raise refuse(BAD_TOKEN, REVOKED)


def listed(after: Table, entry: Entry) -> Status | None:
    """What the game is listed under from an entry on; None: as before."""
    kinds = {type(event) for event in entry.events}
    if Freed not in kinds and after.status == "open" and after.revision > 1:
        return None
    return after.status if kinds & {Created, Seated, Freed, Shared, Ended} else None
