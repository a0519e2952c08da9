"""Which slots' lists are known to be empty, so that a walk need not ask all 16,384.

The server itself tells of every change of a list (client-side caching, in broadcast mode) on a connection of its own.
Each walk first sends a PING there: its answer comes behind the news of all that was acknowledged before, so a walk
misses nothing. Where news cannot be had, every list is asked.
"""

import asyncio
from collections.abc import Iterable
from typing import Any, TypeAlias, cast

import hiredis

from eventstore import keys
from eventstore.connection import Connection, ConnectionLost
from eventstore.contract import State
from eventstore.errors import StoreUnavailable
from eventstore.link import Link
from eventstore.routes import Route

_PREFIX = b"podesta:{."

Listing: TypeAlias = tuple[int, State]
"""A slot's list of a state."""


class Watch:
    """One server's lists that are empty, as far as it was asked and has not told otherwise since."""

    def __init__(self, route: Route, station: str, timeout: float) -> None:
        self._link = Link(route.locate(station), timeout, self._pushed)
        self._connection: Connection | None = None
        self._turn = asyncio.Lock()
        self._serial = 0
        self._changed: dict[Listing, int] = {}
        self._trusted_from = 0
        self.empty: set[Listing] = set()

    async def catch_up(self, questions: Link) -> None:
        """Return when all is known that was acknowledged before, or nothing is; raises StoreUnavailable.

        News of another server than the one that questions go to, as around a failover, are none.
        """
        async with self._turn:
            try:
                try:
                    await self._hear(questions)
                except ConnectionLost:
                    await self._hear(questions)
            except ConnectionLost as error:
                raise StoreUnavailable(str(error)) from error

    @property
    def serial(self) -> int:
        """How much news there was: take it before asking, give it to `learn`."""
        return self._serial

    def learn(self, empty: Iterable[Listing], since: int) -> None:
        """Lists that a question asked at serial `since` found empty; those that changed meanwhile are not taken."""
        if self._connection is not None and since >= self._trusted_from:
            self.empty |= {listing for listing in empty if self._changed.get(listing, 0) <= since}

    async def close(self) -> None:
        """Close the connection."""
        await self._link.close()

    async def _hear(self, questions: Link) -> None:
        await questions.connection()
        connection = await self._link.connection()
        if self._link.where != questions.where:
            self._forget()
            connection.close("the primary has moved")
        elif connection is self._connection:
            await connection.call("PING")
        else:
            await self._begin(connection)

    async def _begin(self, connection: Connection) -> None:
        self._forget()
        try:
            await connection.call("CLIENT", "TRACKING", "ON", "BCAST", "PREFIX", _PREFIX)
        except hiredis.ReplyError:  # not allowed here: nothing is ever learnt
            return
        self._connection = connection

    def _forget(self) -> None:
        self._serial += 1
        self._trusted_from = self._serial
        self._connection = None
        self.empty.clear()

    def _pushed(self, push: list[Any]) -> None:
        if push[0] != b"invalidate":
            return
        self._serial += 1
        if push[1] is None:  # everything was flushed: whatever there is now comes with news of its own
            return
        told = [(keys.slot_of(key), cast("State", key.rpartition(b":")[2].decode())) for key in push[1]]
        self.empty.difference_update(told)
        self._changed |= dict.fromkeys(told, self._serial)


class Directory:
    """A watch for each server that has lists."""

    def __init__(self, route: Route, timeout: float) -> None:
        self._route = route
        self._timeout = timeout
        self._watches: dict[str, Watch] = {}

    async def catch_up(self) -> None:
        """Hear every server's news; raises StoreUnavailable when one does not answer."""
        stations = await self._route.stations()
        for station in stations:
            if station not in self._watches:
                self._watches[station] = Watch(self._route, station, self._timeout)
        await asyncio.gather(*(self._watches[station].catch_up(link) for station, link in stations.items()))

    def candidates(self, state: State, first: int) -> list[int]:
        """Answer the slots from `first` on whose lists may hold anything."""
        known = {station: watch.empty for station, watch in self._watches.items()}
        nothing: set[Listing] = set()
        owner = self._route.station
        return [slot for slot in range(first, keys.SLOTS) if (slot, state) not in known.get(owner(slot), nothing)]

    def ask(self, slots: Iterable[int]) -> "Asked":
        """Answer what has to be known of a question when its answer is learnt from."""
        owners = {slot: self._watches.get(self._route.station(slot)) for slot in slots}
        return Asked({slot: (watch, watch.serial) for slot, watch in owners.items() if watch})

    async def close(self) -> None:
        """Close every watch."""
        for watch in self._watches.values():
            await watch.close()


class Asked:
    """Whom each slot's list was asked of, and when."""

    def __init__(self, owners: dict[int, tuple[Watch, int]]) -> None:
        self._owners = owners

    def learn(self, empty: Iterable[int], state: State) -> None:
        """Take these slots' lists for empty."""
        for slot in empty:
            if slot in self._owners:
                watch, since = self._owners[slot]
                watch.learn([(slot, state)], since)
