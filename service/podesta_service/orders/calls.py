"""Standing orders of games: left by seats, shown to no one else, carried out by any process.

An answer by order is an entry like any other: appended at the revision it was decided on, under a command id made of
the orders and that revision. So it is given once however many processes try, and never on a table that has changed.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Protocol

import msgspec
from cachetools import LRUCache

from podesta_engines.core.decide import Answer
from podesta_eventstore import Reminders
from podesta_service.commands.answering import Answering
from podesta_service.commands.sharing import check_deposit, deposited
from podesta_service.names import command_bytes
from podesta_service.problems import BAD_TOKEN, COMMAND_REUSED, DRIFTED, GAME_OVER, REVOKED, Refusal, refuse
from podesta_service.table.table import Table
from podesta_service.table.trouble import store_problems
from podesta_service.table.writer import Writer

from .language import Orders, OrdersCancelled, StandingOrders
from .standing import choose
from .storage import LabelledStreams, OrderStorage, StoredOrders
from .vetting import vet

log = logging.getLogger(__name__)

LOOK = 30_000
"""Milliseconds after which a game with orders is checked in any case: a process may have died before answering."""
REMEMBERED = 20_000
"""Games known to have orders that a process caches."""


class Looker(Protocol):
    """Tends games in the background (the steward)."""

    @property
    def milliseconds(self) -> int:
        """The time now, in ms since 1970."""

    def look(self, game: str) -> None:
        """Tend a game in the background."""


class OrderStore(LabelledStreams, Reminders, Protocol):
    """The parts of a store that standing orders need."""


class Ordering:
    """Takes standing orders, shows a seat the state of its own, and carries them out: a chore of the steward."""

    def __init__(self, store: OrderStore, writer: Writer, answering: Answering, steward: Looker) -> None:
        self._store, self._writer, self._answering, self._steward = store, writer, answering, steward
        self._tables = writer.tables
        self._shelf = OrderStorage(store, self._tables)
        self.games: LRUCache[str, bool] = LRUCache(REMEMBERED)
        """Those that have orders."""

    # -- calls -------------------------------------------------------------------------------------------------------

    async def leave(
        self, game: str, seat: int, orders: Orders, command_id: str, epoch: int | None = None
    ) -> StandingOrders:
        """Replace a seat's orders, and carry them out if it has a question now; raises Refusal.

        A repeated command id does not leave them again. With an epoch, they are left only if the seat's holder is of
        that epoch.
        """
        command = command_bytes(f"orders:{seat}", command_id).hex()
        table = await self._table(game, seat, epoch)
        if table.ended:
            raise refuse(GAME_OVER, "game-is-over", revision=table.revision)
        kept = await self._latest(table, seat)
        if kept is None or kept.id != command:
            vet(orders, seat, table)
            check_deposit(table, seat, orders.link)
            await self._keep(table, seat, StoredOrders(command, table.epoch(seat), table.revision, orders))
        elif kept.orders != orders:
            raise refuse(COMMAND_REUSED, "command-of-other-orders")
        table = await self._carry_out(table, seat)
        self._steward.look(game)
        return await self._state(table, seat)

    async def withdraw(self, game: str, seat: int, epoch: int | None = None) -> StandingOrders:
        """Withdraw a seat's orders, if any are in force; an answer already under way may still be given."""
        table = await self._table(game, seat, epoch)
        kept = await self._latest(table, seat)
        if kept and await self._stand(table, seat, kept):
            await self._shelf.put(game, seat, msgspec.structs.replace(kept, withdrawn=table.revision))
            self._steward.look(game)
        return await self._state(table, seat)

    async def look(self, game: str, seat: int, epoch: int | None = None) -> StandingOrders:
        """A seat's latest orders and their state; raises Refusal."""
        return await self._state(await self._table(game, seat, epoch), seat)

    async def _table(self, game: str, seat: int, epoch: int | None) -> Table:
        """The newest table, for a seat's holder of an epoch."""
        table = await self._tables.newest(game)
        if epoch is not None and table.epoch(seat) != epoch:
            raise refuse(BAD_TOKEN, REVOKED)
        return table

    async def _latest(self, table: Table, seat: int) -> StoredOrders | None:
        """The latest orders of a seat's holder."""
        kept = (await self._shelf.read(table.game)).get(seat)
        return kept if kept and kept.epoch == table.epoch(seat) else None

    async def _keep(self, table: Table, seat: int, kept: StoredOrders) -> None:
        """Store orders. If this process dies from here on, the store reminds another one of the game."""
        with store_problems(table.game):
            await self._store.remind(table.game, self._steward.milliseconds + LOOK)
        await self._shelf.put(table.game, seat, kept)
        self._note(table.game, active=True)

    async def _carry_out(self, table: Table, seat: int) -> Table:
        """Give the answers that a seat's orders have now; returns the newest table."""
        newest: Table | None = await self._tables.newest(table.game)
        while newest is not None:
            table = newest
            kept = await self._latest(table, seat)
            newest = await self._answer(table, {seat: kept}) if kept else None
        return table

    async def _state(self, table: Table, seat: int) -> StandingOrders:
        kept = await self._latest(table, seat)
        if kept is None:
            return StandingOrders(table.game, seat, table.revision)
        standing = await self._shelf.standing(table, seat, kept)
        cancelled = OrdersCancelled("withdrawn", kept.withdrawn) if kept.withdrawn else standing.cancelled
        return StandingOrders(table.game, seat, table.revision, kept.orders, kept.since, standing.rules, cancelled)

    # -- the chore ---------------------------------------------------------------------------------------------------

    async def act(self, table: Table) -> Table | None:
        """Give one answer by a seat's orders; None if there is none."""
        if table.ended:
            await self._shelf.clear(table.game)
            self._note(table.game, active=False)
            return None
        try:
            kept = await self._shelf.read(table.game)
        except Refusal as why:
            if why.kind is not DRIFTED:
                raise
            log.warning("game %s: %s", table.game, why)  # left by a newer version: everything else continues
            return None
        newer = await self._answer(table, kept)
        if newer is None:
            await self._settle(table, kept)
        return newer

    def next(self, table: Table) -> int | None:
        """When a game with orders is checked again, as a process may have died."""
        return None if table.ended else self._steward.milliseconds + LOOK

    async def _answer(self, table: Table, kept: Mapping[int, StoredOrders]) -> Table | None:
        """Give an answer for the first seat with orders that have one."""
        asked = {ask.seat for ask in table.position.asks} if table.status == "running" else set()
        for seat in sorted(asked & kept.keys()):
            answer = await self._choose(table, seat, kept[seat])
            if answer is not None:
                return await self._give(table, seat, kept[seat], answer)
        return None

    async def _choose(self, table: Table, seat: int, kept: StoredOrders) -> Answer | None:
        """The answer of a seat's orders at a table, if it is not older than they are."""
        if kept.withdrawn or kept.epoch != table.epoch(seat) or kept.since > table.revision:
            return None
        if deposited(table, seat, kept.orders.link) is None:
            return None
        return choose(await self._shelf.standing(table, seat, kept), table)

    async def _give(self, table: Table, seat: int, kept: StoredOrders, answer: Answer) -> Table:
        """Answer for a seat, unless another entry comes first; returns the newer table either way."""
        step = self._answering.step(table, seat, [answer], deposited(table, seat, kept.orders.link) or "")
        key = command_bytes(f"order:{seat}", f"{kept.id}-{table.revision:09}")
        newer, _, _ = await self._writer.offer(table, step, key)
        return newer

    async def _settle(self, table: Table, kept: Mapping[int, StoredOrders]) -> None:
        """Check whether any orders are in force; without any, the game's entries are not followed."""
        active = any([await self._stand(table, seat, each) for seat, each in kept.items()])
        if not active:
            await self._shelf.unmark(table.game, kept)
        self._note(table.game, active=active)

    async def _stand(self, table: Table, seat: int, kept: StoredOrders) -> bool:
        """Whether orders are in force at a table, which may be older than they are."""
        if kept.withdrawn or kept.epoch < table.epoch(seat):
            return False
        if kept.since > table.revision:
            return True
        return (await self._shelf.standing(table, seat, kept)).cancelled is None

    def _note(self, game: str, active: bool) -> None:
        """Cache whether a game has orders in force."""
        if active:
            self.games[game] = True
        else:
            self.games.pop(game, None)
