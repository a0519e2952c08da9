"""Tables by game: a bounded, disposable cache in front of the event store."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import replace
from weakref import WeakValueDictionary

from msgspec import structs

from podesta_engines import RULESETS
from podesta_engines.core.errors import Drifted
from podesta_engines.core.texts.sentences import sentence
from podesta_engines.core.words import Language
from podesta_engines.game.events import Created, Entry, decode_entry, retracted_to
from podesta_engines.game.facts import created_in
from podesta_engines.game.game import Game, Replay
from podesta_eventstore import Conflict, Stored, Streams
from podesta_service.fairness.time_slices import Turns
from podesta_service.model import Game as Shown
from podesta_service.names import check_game
from podesta_service.problems import (
    STALE_REVISION,
    UNKNOWN_REVISION,
    refuse,
)
from podesta_service.telemetry.metrics import Metrics
from podesta_service.telemetry.tracing import span

from .caches import EarlierTables, KnownEntry, PartialLogs, TableCache
from .table import Step, Table, Viewer, advance, open_table, taken, under
from .trouble import TROUBLE, store_problems, trouble

log = logging.getLogger(__name__)

_READ = 64
"""Entries that are read at a time."""
_MOST_PARKED = 100
"""Logs read halfway that are cached."""
_MOST_EARLIER = 200
"""Tables at earlier revisions that are cached."""


class Tables:
    """The newest table of each game, cached for the games used last."""

    def __init__(
        self,
        store: Streams,
        kept: TableCache,
        metrics: Metrics,
        blinding: Callable[[str, Created], bytes] = lambda *_: b"",
    ) -> None:
        self._store, self.metrics = store, metrics
        self.blinding = blinding
        """The key of a game's heads, by its id and creation; empty if there is none."""
        self._kept = kept
        self.remembered = kept.get
        """The cached table of a game, if any."""
        self._earlier = EarlierTables(min(kept.games, _MOST_EARLIER))
        self._parked = PartialLogs(min(kept.games, _MOST_PARKED))
        self._folding: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self.turns = Turns()
        """The round robin of long work."""

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def weight(self) -> int:
        """Approximate bytes of the cached tables and what they showed."""
        return self._kept.weight + self._kept.shown.weight

    def show(self, table: Table, viewer: Viewer, language: Language) -> Shown:
        """A table as an audience may see it, made once while it is the newest."""
        return self._kept.once(table, (viewer, language), lambda: table.show(viewer, language))

    def written(
        self, table: Table, viewer: Viewer, language: Language, wire: str, write: Callable[[Shown], bytes]
    ) -> bytes:
        """The same in the bytes of a wire, encoded once."""
        key = (viewer, language, wire)
        return self._kept.once(table, key, lambda: write(self.show(table, viewer, language)))

    def keep(self, table: Table) -> Table:
        """Cache a table unless a newer one is known; returns the newer one."""
        known = self._kept.get(table.game)
        newest = known if known and known.revision > table.revision else table
        self._kept.put(newest)
        return newest

    async def known(self, game: str) -> Table:
        """A table of the game, not always the newest: enough to decide on, since the store checks the revision."""
        kept = self._kept.get(game)
        if kept is None:
            return await self.newest(game)
        self.metrics.looked_up(found=True)
        return kept

    async def newest(self, game: str, known: Table | None = None) -> Table:
        """The table at the head of the game's log; one round trip. `known` is a cached one, if already looked up."""
        check_game(game)
        kept = self._kept.get(game) or known
        if known is None:
            self.metrics.looked_up(found=kept is not None)
        try:
            if kept is None:
                return await self._newest_folded(game)
            unseen = await self._store.read(game, after=kept.revision)
            return await self.catch_up(kept, unseen) if unseen else self.keep(kept)
        except TROUBLE as error:
            raise trouble(game, error) from error

    async def _newest_folded(self, game: str) -> Table:
        """The table at the head, from the whole log; concurrent callers wait, and read only what is new."""
        folding = self._folding.setdefault(game, asyncio.Lock())
        async with folding:
            kept = self._kept.get(game)
            if kept is None:
                return self.keep(await self.folded(game, await self._store.read(game)))
        return await self.catch_up(kept, await self._store.read(game, after=kept.revision))

    async def at_least(self, game: str, revision: int, head: str = "", known: Table | None = None) -> Table:
        """A table not older than the one a caller decided on, which `known` may be; raises Refusal.

        With the head that the caller saw there, or its beginning, a log that was replaced since is refused, too.
        """
        table = known or await self.known(game)
        if table.revision < revision:
            table = await self.newest(game, table)
        if head and not await self._has(table, revision, head):
            log.warning("game %s: a caller has seen another revision %d than there is", game, revision)
            raise refuse(STALE_REVISION, "head-differs", wanted=revision, revision=table.revision)
        if not 0 < revision <= table.revision:
            raise refuse(
                STALE_REVISION, "revision-beyond", wanted=revision, newest=table.revision, revision=table.revision
            )
        return table

    async def _has(self, table: Table, revision: int, head: str) -> bool:
        """Whether the head of a table's log at a revision begins with this; without a key that cannot be checked."""
        if not 0 < revision <= table.revision:
            return False
        then = table if revision == table.revision else await self.at(table.game, revision)
        return not then.head or then.head.startswith(head)

    async def after_conflict(self, table: Table, conflict: Conflict) -> Table:
        """The table to decide on again; raises Refusal if the store has less than this process has seen."""
        if conflict.head < table.revision:
            self._kept.pop(table.game)
            raise refuse(STALE_REVISION, "store-lost", head=conflict.head, revision=conflict.head)
        with store_problems(table.game):
            return await self.catch_up(table, conflict.unseen)

    async def catch_up(self, table: Table, unseen: Sequence[Stored]) -> Table:
        """The table after newer entries."""
        if not unseen:
            return self.keep(table)
        breath, before = self.turns.breath(), table.revision
        with span("fold", entries=len(unseen)):
            for stored in unseen:
                if stored.revision == table.revision + 1:
                    table = (await self.advance(table, decode_entry(stored.data))).table
                    await breath()
        self.metrics.folded(table.created.ruleset, table.revision - before, breath.spent)
        return self.keep(table)

    async def advance(self, table: Table, entry: Entry) -> Step:
        """The step after a table; if the entry goes back, the log is read for the position it goes back to."""
        to = retracted_to(entry)
        if to is None:
            return self.blinded(advance(table, entry), table)
        log = await self._store.read(table.game, limit=min(to, table.revision)) if to > 0 else []
        step = advance(table, entry, await self.folded(table.game, log) if len(log) == to > 0 else None)
        return self.blinded(step, table)

    def blinded(self, step: Step, before: Table) -> Step:
        """A step with the key of its heads in the table: a reinstated or renewed game has a new seed."""
        table = step.table
        if table.created is before.created:
            return step
        return replace(step, table=structs.replace(table, blinding=self.blinding(table.game, table.created)))

    async def at(self, game: str, revision: int) -> Table:
        """The table at an earlier revision."""
        check_game(game)
        with store_problems(game):
            mark = self._earlier.before(game, revision)
            if mark and (table := await self._from(mark, revision)):
                return table
            entries = await self._store.read(game, limit=revision) if revision > 0 else []
            if len(entries) < max(revision, 1):
                raise refuse(UNKNOWN_REVISION, "revision-unknown", wanted=revision)
            return self._earlier.keep(await self.folded(game, entries), entries[-1].command)

    async def _from(self, mark: KnownEntry, revision: int) -> Table | None:
        """The table at a revision, from an earlier cached one; None if the log does not have that entry."""
        table = mark.table
        entries = await self._store.read(table.game, table.revision - 1, revision - table.revision + 1)
        if not entries or entries[0].command != mark.command:
            self._earlier.forget(mark)
            return None
        if entries[-1].revision < revision:
            raise refuse(UNKNOWN_REVISION, "revision-unknown", wanted=revision)
        breath = self.turns.breath()
        for stored in entries[1:]:
            table = (await self.advance(table, decode_entry(stored.data))).table
            await breath()
        return self._earlier.keep(table, entries[-1].command)

    async def folded(self, game: str, log: Sequence[Stored | Entry]) -> Table:
        """The table after a whole log, without its notes; raises Drifted."""
        replay, breath = Replay(RULESETS), self.turns.breath()
        with span("fold", entries=len(log)):
            for each in log:
                replay.add(each if isinstance(each, Entry) else decode_entry(each.data))
                await breath()
        if replay.game is None:
            raise Drifted(sentence("log-empty"))
        self.metrics.folded(replay.game.created.ruleset, len(log), breath.spent)
        return self._under(game, replay.game)

    def opened(self, game: str, first: Entry) -> Step:
        """The first step of a log; raises Drifted."""
        return open_table(game, first, self.blinding(game, created_in(first)))

    def _under(self, game: str, found: Game) -> Table:
        """A game under its id, with the key of its heads."""
        known = self._kept.get(game)
        same = known is not None and known.created.commitment == found.created.commitment
        return under(game, found, known.blinding if known and same else self.blinding(game, found.created))

    async def decoded(self, stored: Sequence[Stored]) -> list[Entry]:
        """Stored entries as the log's."""
        return await self.turns.breath().through(decode_entry(entry.data) for entry in stored)

    async def step(self, game: str, revision: int) -> Step:
        """The step of one revision, which must exist."""
        async with aclosing(self.steps(game, revision - 1, revision)) as steps:
            return await anext(steps)

    async def steps(self, game: str, after: int, until: int | None = None) -> AsyncGenerator[Step, None]:
        """The steps after a revision, oldest first, up to the head or `until`; each is folded when it is needed.

        A reader that stops can resume later: the log is cached as far as it was read.
        """
        check_game(game)
        with store_problems(game):
            replay, command, at = await self._resumed(game, after)
            breath = self.turns.breath()
            try:
                while until is None or at < until:
                    stored = await self._store.read(game, at, _READ if until is None else min(_READ, until - at))
                    for each in stored:
                        entry = decode_entry(each.data)
                        await breath()
                        found = None
                        if at < after:
                            replay.add(entry)
                        else:
                            found = taken(self._under(game, replay.step(entry)), entry)
                        at, command = at + 1, each.command
                        if found:
                            yield found
                    if len(stored) < _READ:
                        return
            finally:
                if at >= after:
                    self._parked.keep(game, at, replay, command)

    async def _resumed(self, game: str, after: int) -> tuple[Replay, bytes, int]:
        """A log read up to a revision, the command of that one, and the revision; from the start if none is
        cached, or another log has replaced it.
        """
        found = self._parked.take(game, after)
        if found:
            stored = await self._store.read(game, after - 1, 1)
            if stored and stored[0].command == found[1]:
                return *found, after
        return Replay(RULESETS), b"", 0
