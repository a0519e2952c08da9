"""The game master: what can be done with a game, whatever the wire."""

from __future__ import annotations

import time
from collections.abc import Callable

from engines.core.events import decode_entry, to_line
from eventstore import EventStore

from .answering import Answering
from .feeds import Feeds
from .gate import Gate
from .names import check_game
from .problems import NOT_OVER, refuse
from .seating import Seating
from .settings import Settings
from .simulator import Simulator
from .table import Step, Table
from .tables import Tables, store_problems
from .tokens import TokenOffice
from .writer import Writer

HISTORY_PAGE = 500
"""Updates in one page of history, at most."""


class Master:
    """Creates games, seats players, takes answers, tells what happened. It holds nothing that is not in the store.

    `gate` says who asks, `seating` opens games and seats players, `answering` takes answers, `feeds` tells followers,
    `simulator` what might be; the methods here only read.
    """

    def __init__(
        self, store: EventStore, settings: Settings, master_key: bytes, now: Callable[[], float] = time.time
    ) -> None:
        office = TokenOffice(master_key, settings.token_days, now)
        self._store = store
        self.tables = Tables(store, settings.cached_games)
        writer = Writer(store, self.tables, master_key, now)
        self.gate = Gate(self.tables, office, settings.operator_key)
        self.seating = Seating(writer, office)
        self.answering = Answering(writer)
        self.feeds = Feeds(store, self.tables, settings.follower_backlog)
        self.simulator = Simulator(self.tables, master_key)

    async def table(self, game: str, at: int | None = None) -> Table:
        """The game now, or as it was at an earlier revision."""
        return await self.tables.newest(game) if at is None else await self.tables.at(game, at)

    async def history(self, game: str, after: int, limit: int = HISTORY_PAGE) -> tuple[list[Step], int]:
        """At most `limit` steps after a revision, and the game's head."""
        head = (await self.tables.newest(game)).revision
        until = min(head, after + min(limit, HISTORY_PAGE))
        steps = [step async for step in self.tables.steps(game, after, until)] if after < head else []
        return steps, head

    async def record(self, game: str) -> list[bytes]:
        """The whole log of an ended game, a JSON line an entry; nothing is redacted, and the seed is in it."""
        check_game(game)
        if (await self.tables.newest(game)).status != "ended":
            raise refuse(NOT_OVER, "the record holds every secret, so it is given out when the game is over")
        with store_problems(game):
            return [to_line(decode_entry(stored.data)) for stored in await self._store.read(game)]

    async def check_ready(self) -> None:
        """Return if the store answers; raises Refusal."""
        with store_problems(""):
            await self._store.ping()
