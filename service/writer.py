"""The writer: entries with their draws and checksums, appended to a game's log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from engines.core.decider import Chance, result
from engines.core.ending import final, went_after
from engines.core.events import SCHEMA, Created, Ended, Entry, Event, Seated, encode_entry, stored_line
from engines.core.fairness import chance, commitment_of, draw_key
from engines.core.position import Position
from engines.core.records import chain_of
from eventstore import Appended, EventStore, State
from eventstore import Entry as Stored

from .randomness import Keys
from .table import Step, Table, next_step
from .tables import Tables, store_problems


class Tender(Protocol):
    """Whoever looks after games in which something is to happen though nobody calls (the steward)."""

    async def expect(self, table: Table, before: Table | None = None) -> int | None:
        """See to it that somebody looks at a table that is about to be stored, on another perhaps; raises Refusal.

        Answers what `after` is to be told.
        """

    def after(self, table: Table, marked: bool = False, expected: int | None = None) -> None:
        """Look at a table just stored, in the background, if something is to be done at once."""


class Writer:
    """Writes to the logs of games; `now` gives seconds since 1970. A `tender` is told of what is written."""

    tender: Tender | None = None

    def __init__(self, store: EventStore, tables: Tables, keys: Keys, now: Callable[[], float]) -> None:
        self.store, self.tables, self.keys, self._now = store, tables, keys, now

    def commitment(self, game: str) -> str:
        """What the first event of a new game publishes of its seed."""
        return commitment_of(self.keys.fresh_seed(game))

    def chance(self, game: str, created: Created, revision: int, entropy: Sequence[str]) -> Chance:
        """The draws of one revision of a game, given what each seat added to their key; raises Refusal."""
        return chance(draw_key(self.keys.seed(game, created), entropy), revision)

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
        outcome = final(after, gone) if over else result(after, gone)
        if not outcome:
            return list(events)
        texts = [stored_line(stored.data) for stored in await self.read(table.game, limit=table.revision)]
        return [*events, Ended(outcome, self.keys.seed(table.game, table.created).hex(), chain_of(texts))]

    async def append(self, game: str, expected: int, entry: Entry, command: bytes, filled: bool = False) -> Appended:
        """Store an entry, one that has `filled` the last seat perhaps; raises Conflict, and Refusal for the rest."""
        with store_problems(game):
            return await self.store.append(game, expected, encode_entry(entry), command, _state(entry, filled))

    async def read(self, game: str, after: int = 0, limit: int | None = None) -> list[Stored]:
        """Stored entries after a revision."""
        with store_problems(game):
            return await self.store.read(game, after, limit)

    def step(self, table: Table, entry: Entry, after: Position) -> Step:
        """The step that an entry makes when it is stored."""
        return next_step(table, entry, after)

    async def put(self, step: Step, command: bytes, filled: bool = False) -> Appended:
        """Store a step's entry, as `append` does; its table is remembered, and what follows from it seen to."""
        table, expected = step.table, None
        if self.tender:
            before = self.tables.remembered(table.game)
            follows = before is not None and before.revision == step.revision - 1
            expected = await self.tender.expect(table, before if follows else None)
        written = await self.append(table.game, step.revision - 1, step.entry, command, filled)
        if not written.duplicate:
            self.tables.keep(table)
            if self.tender:
                self.tender.after(table, written.marked, expected)
        return written


def _state(entry: Entry, filled: bool) -> State | None:
    """What the game is listed under from this entry on; None: as before."""
    if type(entry.events[-1]) is Ended:
        return "ended"
    created = entry.events[0]
    if type(created) is Created:
        filled = sum(type(event) is Seated for event in entry.events) == created.seats
        return "running" if filled else "open"
    return "running" if filled else None
