"""Storage of standing orders: labels of the game's stream, one per seat, visible to no one else.

A further label marks the stream while any seat has orders in force: then every append wakes its process.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from typing import Protocol

import msgspec
from cachetools import LRUCache
from msgspec import Struct

from podesta_engines.game.events import decode_entry
from podesta_eventstore import MARK, Labels, Metadata, Streams
from podesta_service.fairness.stored import change
from podesta_service.identity.sites import SITE, WEBHOOK
from podesta_service.problems import BAD_TOKEN, DRIFTED, REVOKED, refuse
from podesta_service.table.table import Step, Table
from podesta_service.table.tables import Tables
from podesta_service.table.trouble import store_problems

from .language import Orders
from .standing import StandingOrders, begin, follow

LABEL = "orders-"
"""The prefix of a label; the seat follows."""
REMEMBERED = 2_000
"""Number of orders with a cached state; the state of others is computed from the log."""


class StoredOrders(Struct, frozen=True, omit_defaults=True):
    """A seat's latest orders as they are stored; `withdrawn` is the revision at which the seat withdrew them."""

    id: str
    epoch: int
    since: int
    orders: Orders
    withdrawn: int = 0


_decode = msgspec.json.Decoder(StoredOrders).decode


class LabelledStreams(Streams, Labels, Protocol):
    """The parts of a store that the storage of orders needs."""


class OrderStorage:
    """Stores orders, and follows their state."""

    def __init__(self, store: LabelledStreams, tables: Tables) -> None:
        self._store, self._tables = store, tables
        self._followed: LRUCache[tuple[str, int], tuple[StoredOrders, StandingOrders, Table]] = LRUCache(REMEMBERED)

    async def read(self, game: str) -> dict[int, StoredOrders]:
        """The latest orders of every seat, possibly of a former holder; raises Refusal."""
        labels = await self._labels(game)
        try:
            return {int(name.removeprefix(LABEL)): _decode(text) for name, text in labels.items() if _is_orders(name)}
        except (msgspec.MsgspecError, ValueError):
            raise refuse(DRIFTED, "orders-unreadable") from None

    async def put(self, game: str, seat: int, kept: StoredOrders) -> None:
        """Replace a seat's orders and mark the game; raises Refusal, also if a later holder has stored orders since."""
        name = f"{LABEL}{seat}"

        def replaced(found: Metadata) -> dict[str, str]:
            before = found.labels.get(name)
            if before and _decode(before).epoch > kept.epoch:
                raise refuse(BAD_TOKEN, REVOKED)
            return {MARK: "1", name: msgspec.json.encode(kept).decode()}

        with store_problems(game):
            await change(self._store, game, name, replaced)

    async def unmark(self, game: str, kept: Mapping[int, StoredOrders]) -> None:
        """Remove the mark of a game in which none of the given orders is in force any more; raises Refusal.

        If other orders, or webhooks, were added at the same moment, their mark is put back.
        """
        labels = await self._labels(game)
        if MARK not in labels or _has_webhooks(labels):
            return
        await self._label(game, {MARK: ""})
        if await self.read(game) != kept or _has_webhooks(await self._labels(game)):
            await self._label(game, {MARK: "1"})

    async def clear(self, game: str) -> None:
        """Delete all orders of a game that is over; raises Refusal."""
        labels = await self._labels(game)
        free = not _has_webhooks(labels)
        if mine := [name for name in labels if _is_orders(name) or (free and name == MARK)]:
            await self._label(game, dict.fromkeys(mine, ""))

    async def _labels(self, game: str) -> dict[str, str]:
        with store_problems(game):
            return (await self._store.metadata(game)).labels

    async def _label(self, game: str, labels: Mapping[str, str]) -> None:
        with store_problems(game):
            await self._store.label(game, labels)

    # -- following ---------------------------------------------------------------------------------------------------

    async def standing(self, table: Table, seat: int, kept: StoredOrders) -> StandingOrders:
        """The state of a seat's orders at a table; raises Refusal."""
        standing, then = await self._start(table, seat, kept)
        if then.revision < table.revision and standing.cancelled is None:
            async for step in self._steps(then, table.revision):
                standing, then = follow(standing, then, step), step.table
            self._remember(seat, kept, standing, then)
        return standing

    async def _start(self, table: Table, seat: int, kept: StoredOrders) -> tuple[StandingOrders, Table]:
        """Where to follow from: the last state computed by this process, or the table at which the orders were left."""
        found = self._followed.get((table.game, seat))
        if found and found[0] == kept and found[2].revision <= table.revision:
            return found[1], found[2]
        then = table if kept.since == table.revision else await self._tables.at(table.game, kept.since)
        standing = begin(kept.orders, seat, then)
        self._remember(seat, kept, standing, then)
        return standing, then

    def _remember(self, seat: int, kept: StoredOrders, standing: StandingOrders, table: Table) -> None:
        self._followed[table.game, seat] = kept, standing, table

    async def _steps(self, table: Table, until: int) -> AsyncGenerator[Step, None]:
        """The steps after a table up to a revision."""
        with store_problems(table.game):
            for stored in await self._store.read(table.game, table.revision, until - table.revision):
                step = await self._tables.advance(table, decode_entry(stored.data))
                table = step.table
                yield step


def _is_orders(name: str) -> bool:
    return name.startswith(LABEL)


def _has_webhooks(labels: Mapping[str, str]) -> bool:
    return any(name == SITE or name.startswith(WEBHOOK) for name in labels)
