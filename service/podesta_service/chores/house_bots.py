"""House bots: the seats that the service plays, and the chore that sends them to a worker.

A seat's bot is one of its ruleset's, by name. When it has a question, the game's id is put on the work stream for
`podesta bots`: games with people go into a lane that is served first, bots-only games into another. Within a lane,
owners are served round robin.

The process that appended the question does that; if it dies first, or no answer arrives for a while, the process that
the store reminds of the game does it again. Doing it twice is harmless: only one answer to a question is ever accepted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cachetools import LRUCache

from podesta_engines.game.events import Seated
from podesta_eventstore import EventStore
from podesta_service.table.table import Table
from podesta_service.table.trouble import store_problems

from .owners import Owners
from .steward import GRACE

PEOPLE, BOTS = 0, 1
"""The lanes of the work stream: games in which a person waits, and bots-only games."""
REMEMBERED = 20_000
"""Games for which the time of the last call is cached."""


def asked_bots(table: Table) -> list[Seated]:
    """The house bots that have a question now, with their seats."""
    if table.status != "running":
        return []
    holders = [table.holders[ask.seat] for ask in table.position.asks]
    return [each for each in holders if each and each.bot]


def lane_of(table: Table) -> int:
    """The lane in which a game waits for its bots."""
    return PEOPLE if any(holder and not holder.bot for holder in table.holders) else BOTS


class HouseBots:
    """The chore: sends games in which a house bot has a question to the workers.

    `now` returns seconds since 1970; a question is sent again after `patience` seconds without an answer.
    """

    games = None

    def __init__(self, store: EventStore, now: Callable[[], float], patience: float) -> None:
        self._store, self._now, self._patience = store, now, int(patience * 1000)
        self._put: LRUCache[str, tuple[int, int]] = LRUCache(REMEMBERED)
        self.held: Counter[str] = Counter()
        """Games with bots that this process is playing now."""
        self.owners = Owners(store)
        self.called: Callable[[], None] = lambda: None
        """Called when a game has been put on the work stream."""

    @contextmanager
    def holding(self, game: str) -> Iterator[None]:
        """Play the bots of a game in this process during a block: no worker is called."""
        self.held[game] += 1
        try:
            yield
        finally:
            self.held[game] -= 1
            self.held += Counter()

    def called_at(self, game: str) -> int:
        """The revision at which this process last called a worker for a game; 0: never, as far as is cached."""
        return self._put.get(game, (0, 0))[0]

    def holds(self, game: str) -> bool:
        """Whether this process plays the bots of a game now."""
        return game in self.held

    async def act(self, table: Table) -> None:
        """Put a game on the work stream if it is due; raises Refusal."""
        at, now = self.next(table), self._milliseconds
        if at is not None and at <= now:
            await self.put(table)

    async def put(self, table: Table) -> None:
        """Put a game on the work stream; raises Refusal."""
        with store_problems(table.game):
            owner = await self.owners.of(table.game)
            await self._store.put_work(table.game.encode(), lane_of(table), owner)
        self.called()
        self._put[table.game] = table.revision, self._milliseconds

    def next(self, table: Table) -> int | None:
        """At once if a question is new, later if a worker has been called, never if no bot has a question."""
        if (table.times and not table.times.bots) or not asked_bots(table):  # the first is usually true
            return None
        now = self._milliseconds
        if table.game in self.held:
            return now + self._patience
        revision, at = self._put.get(table.game, (0, 0))
        if revision == table.revision:
            return at + self._patience
        return now if now - table.at < GRACE else max(now, table.at + self._patience)

    @property
    def _milliseconds(self) -> int:
        return int(self._now() * 1000)
