"""The writer: entries with their draws and checksums, appended to a game's log."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, Protocol

from msgspec import UNSET, Struct, structs

from podesta_engines.core.decide import Chance
from podesta_engines.core.moves import Answered, Drawn
from podesta_engines.core.position import Position
from podesta_engines.core.script import NOBODY
from podesta_engines.game.endings import final, went_after
from podesta_engines.game.events import Created, Ended, Entry, Event, Reinstated, Seated, Shared, encode_entry
from podesta_engines.game.facts import Facts, Status
from podesta_engines.game.lottery import BY_LOT, commitment_of
from podesta_eventstore import Appended, Conflict, EventStore, Stored
from podesta_eventstore.naming import HOUR, dated
from podesta_service.problems import BAD_TOKEN, COMMAND_REUSED, REVOKED, Refusal, refuse
from podesta_service.randomness import Keys

from .cards import card_of
from .clock import Clock
from .level import Level
from .table import Step, Table
from .tables import Tables
from .trouble import TROUBLE, store_problems, trouble


class Command(Struct, frozen=True):
    """A seat's request to its game. `revision` is the one it was decided on, `id` the caller's own name for it.

    With an id the same command may be sent again. With an epoch, it counts only while the seat's holder has that one;
    with a head, or its beginning, only if the log has that head at the revision. `held_at` is a table at which the seat
    is known to have that holder.
    """

    game: str
    seat: int
    revision: int
    id: str
    epoch: int | None = None
    head: str = ""
    held_at: Table | None = None


_MOVES = frozenset({Answered, Drawn})
HOURS = 25
"""Hours in which a command that opens a game may be sent again."""

Decide = Callable[[Table], Awaitable[Step]]
"""Decides what a command does to a table; raises Refusal."""


class DueTimes(NamedTuple):
    """When a table about to be stored needs attention, in ms since 1970."""

    times: Sequence[int | None]
    """One for each chore; None: never, unless the table changes."""
    confirm: int | None = None
    """The time to register with the store again when the table is stored."""
    held: bool = False
    """Whether this process was playing the game's bots: it may have finished before the table was stored."""


class ChoreRunner(Protocol):
    """Handles games in which something is due without a request (the steward)."""

    async def expect(self, table: Table, before: Table | None = None) -> DueTimes:
        """Make sure that a table about to be stored gets attention in time; raises Refusal."""

    def after(self, table: Table, marked: bool = False, expected: DueTimes | None = None) -> None:
        """Tend a table just stored, in the background, if something is due at once."""


class LocalFeed(Protocol):
    """Receives the steps of followed games in this process."""

    def hand(self, step: Step) -> None:
        """Take a step that this process has stored; not one with an append that failed, or had an unknown outcome."""


class TimeGiver(Protocol):
    """Gives back downtime that its clock knows of."""

    clock: Clock

    async def give(self, table: Table) -> Table | None:
        """Give back what running clocks are owed; returns the newer table, or None if nothing is owed.

        Raises Refusal.
        """


class Writer:
    """Writes to the logs of games; `now` returns seconds since 1970.

    A `tender` is notified of every write, and so are the followers of the game in this process. A `giver` gives time
    back before a command stops a clock.
    """

    tender: ChoreRunner | None = None
    giver: TimeGiver | None = None
    followed: Mapping[str, LocalFeed] = MappingProxyType({})

    def __init__(self, store: EventStore, tables: Tables, keys: Keys, now: Callable[[], float], level: Level) -> None:
        self.store, self.tables, self.keys, self.level, self._now = store, tables, keys, level, now

    def seeded(self, game: str, created: Created) -> Created:
        """The first event of a new game with its rule, salt, key and commitment of the draws."""
        salted = structs.replace(created, draws=BY_LOT, salt=secrets.token_hex(16), key=self.keys.current)
        return structs.replace(salted, commitment=commitment_of(self.keys.fresh_seed(game, salted)))

    async def new_id(self, purpose: str, owner: str | None, command_id: str) -> str:
        """The id of the game that an owner's command opens; raises Refusal.

        A repeated command may have opened its game in one of the `HOURS` before: then the id is that game's.
        """
        letters, now = self.keys.letters(purpose, owner, command_id), self._now()
        ids = [dated(now - ago * HOUR, letters) for ago in range(HOURS)]
        if not command_id:
            return ids[0]
        with store_problems(ids[0]):
            found = await self.store.glimpses(ids)
        return next((game for game, glimpse in zip(ids, found, strict=True) if glimpse), ids[0])

    def chance(self, table: Table) -> Chance:
        """The draws of the next entry on a table; raises Refusal."""
        return self.luck(table.game, table)

    def luck(self, game: str, facts: Facts) -> Chance:
        """The draws of an entry of a game, given the seats' contributions before them; raises Refusal."""
        return facts.lottery([self.keys.seed(game, created) for created in facts.creations])

    @property
    def milliseconds(self) -> int:
        """The time now, as the log counts."""
        return int(self._now() * 1000)

    def entry(self, events: Sequence[Event], after: Position) -> Entry:
        """An entry of the log, with the checksum of the position it leads to."""
        return Entry(list(events), after.fingerprint(), int(self._now() * 1000))

    def end(self, table: Table, after: Position, events: Sequence[Event], over: bool = False) -> list[Event]:
        """The next events on a table, closed by result, seed and chain value if the game is over.

        It is `over` when seats have left it, even if its rules would continue.
        """
        if not over and after.actor != NOBODY:
            return list(events)
        gone = went_after(table.gone, events, table.revision + 1)
        *before, seed = [self.keys.seed(table.game, created).hex() for created in table.creations]
        ended = Ended(final(after, gone), seed, table.chain, before=before or UNSET)
        return [*events, self._signed(table, ended)]

    def _signed(self, table: Table, ended: Ended) -> Ended:
        """The end of a game with the head of its table, the last one before it, signed."""
        if not table.head:
            return ended
        told = self.keys.signer.sign(table.game, table.revision, table.head)
        return structs.replace(ended, key=told.key, signature=told.signature)

    async def append(self, table: Table, entry: Entry, key: bytes) -> Appended:
        """Store an entry that leads to a table, and the game's new place in the lists; raises Conflict, and
        Refusal for the rest."""
        data, game = encode_entry(entry), table.game
        plain = _MOVES.issuperset(map(type, entry.events))  # true of almost every entry: the lobby shows nothing new
        shown = (None, None) if plain else (listed(table, entry), card_of(table, entry))
        try:
            return await self.store.append(game, table.revision - 1, data, key, *shown)
        except Conflict:
            raise
        except TROUBLE as error:
            raise trouble(game, error) from error

    async def read(self, game: str, after: int = 0, limit: int | None = None) -> list[Stored]:
        """Stored entries after a revision."""
        with store_problems(game):
            return await self.store.read(game, after, limit)

    async def put(self, step: Step, key: bytes) -> Appended:
        """Store a step's entry, as `append` does; cache its table, and start what follows from it."""
        table, expected = step.table, None
        if self.tender:
            before = self.tables.remembered(table.game)
            follows = before is not None and before.revision == step.revision - 1
            expected = await self.tender.expect(table, before if follows else None)
        written = await self.append(table, step.entry, key)
        if not written.duplicate:
            self.tables.keep(table)
            if feed := self.followed.get(table.game):
                feed.hand(step)
            if self.tender:
                self.tender.after(table, written.marked, expected)
        return written

    # -- one way to write --------------------------------------------------------------------------------------------

    async def transact(self, table: Table, command: Command, key: bytes, decide: Decide) -> tuple[Step, bool]:
        """The step that a command makes, and whether it had already been made; raises Refusal.

        It is decided on a table not older than its revision, and again if another process was faster. `key` identifies
        it in the log; a command with an id of its own may be in the log already, after its revision.
        """
        while True:
            if table is not command.held_at:
                check_holder(table, command)
            if command.id and table.revision > command.revision and (done := await self._find(command, key)):
                return await self.tables.step(table.game, done), True
            decided = await decide(table)
            if self.giver and self.giver.clock.away and (newer := await self.giver.give(table)):
                table = newer
                continue
            table, step, repeated = await self.offer(table, decided, key)
            if step is not None:
                return step, repeated

    async def offer(self, before: Table, step: Step, key: bytes) -> tuple[Table, Step | None, bool]:
        """Store a step unless another process was faster.

        Returns the newest table known then; the step stored under the key, or None if another was faster; and whether
        it had been stored before.
        """
        try:
            written = await self.put(step, key)
        except Conflict as conflict:
            return await self.tables.after_conflict(before, conflict), None, False
        if written.duplicate:
            step = await self.tables.step(before.game, written.revision)
        return step.table, step, written.duplicate

    async def check_same(self, step: Step, again: Callable[[Table], Event]) -> None:
        """Refuse a reused command id: on the table of that time, this command makes a different first event."""
        before = await self.tables.at(step.table.game, step.revision - 1)
        try:
            made = again(before)
        except Refusal:
            made = None
        if made != step.entry.events[0]:
            raise refuse(COMMAND_REUSED, "command-of-another-command", revision=step.revision)

    async def _find(self, command: Command, key: bytes) -> int | None:
        """The revision that a command made, if it is in the log."""
        unseen = await self.read(command.game, command.revision)
        return next((stored.revision for stored in unseen if stored.command == key), None)


def check_holder(table: Table, command: Command) -> None:
    """Refuse a command of a holder if the seat has been reissued."""
    if command.epoch is not None and table.epoch(command.seat) != command.epoch:
        raise refuse(BAD_TOKEN, REVOKED)


def listed(after: Table, entry: Entry) -> Status | None:
    """The game's place in the lists from an entry on; None: unchanged."""
    kinds = {type(event) for event in entry.events}
    if Reinstated in kinds:
        return after.status
    if after.status == "open" and after.revision > 1:
        return None
    return after.status if kinds & {Created, Seated, Shared, Ended} else None
