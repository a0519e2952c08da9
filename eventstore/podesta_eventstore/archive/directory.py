"""Which slots' lists may hold anything, so that a walk need not ask all 16,384.

The server itself tells of every change of a list (client-side caching, in broadcast mode) on a connection of its own.
Each walk first sends a PING there: its answer comes behind the news of all that was acknowledged before, so a walk
misses nothing. Where news cannot be had, every list is asked.
"""

import asyncio
from collections.abc import Iterable
from typing import Any, TypeAlias, cast

import hiredis

from podesta_eventstore.contract import STATES, State
from podesta_eventstore.errors import StoreUnavailable
from podesta_eventstore.server.connection import Connection, ConnectionLost
from podesta_eventstore.server.link import Link
from podesta_eventstore.server.routes import Route
from podesta_eventstore.streams import keys

_PREFIX = b"podesta:{."

Listing: TypeAlias = tuple[int, State]
"""A slot's list of a state."""


class Watch:
    """One server's lists: all of them, but for those that it was asked for, were empty, and have not changed since."""

    def __init__(self, route: Route, station: str, timeout: float) -> None:
        self._link = Link(route.locate(station), timeout, self._pushed)
        self._connection: Connection | None = None
        self._turn = asyncio.Lock()
        self._serial = 0
        self._changed: dict[Listing, int] = {}
        self._trusted_from = 0
        self.possible: dict[State, set[int]] = {}
        self._forget()

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
            for slot, state in empty:
                if self._changed.get((slot, state), 0) <= since:
                    self.possible[state].discard(slot)

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
        self.possible = {state: set(range(keys.SLOTS)) for state in STATES}

    def _pushed(self, push: list[Any]) -> None:
        if push[0] != b"invalidate":
            return
        self._serial += 1
        if push[1] is None:  # everything was flushed: whatever there is now comes with news of its own
            return
        told = [(keys.slot_of(key), cast("State", key.rpartition(b":")[2].decode())) for key in push[1]]
        for slot, state in told:
            self.possible[state].add(slot)
            self._changed[slot, state] = self._serial


class Directory:
    """A watch for each server that has lists."""

    def __init__(self, route: Route, timeout: float) -> None:
        self._route = route
        self._timeout = timeout
        self._watches: dict[str, Watch] = {}

    async def catch_up(self) -> None:
        """Hear every server's news; raises StoreUnavailable when one does not answer."""
        heard: set[str] = set()
        while new := {name: link for name, link in (await self._route.stations()).items() if name not in heard}:
            await asyncio.gather(*(self._watch(station).catch_up(link) for station, link in new.items()))
            heard |= new.keys()

    def candidates(self, state: State, first: int) -> list[int]:
        """Answer the slots from `first` on whose lists may hold anything; call it at once after `catch_up`."""
        owner, watches = self._route.station, self._watches.items()
        possible = ((station, watch.possible[state]) for station, watch in watches)
        return sorted(slot for station, slots in possible for slot in slots if slot >= first and owner(slot) == station)

    def ask(self, slots: Iterable[int]) -> "Asked":
        """Answer what has to be known of a question when its answer is learnt from."""
        owners = {slot: self._watches.get(self._route.station(slot)) for slot in slots}
        return Asked({slot: (watch, watch.serial) for slot, watch in owners.items() if watch})

    def _watch(self, station: str) -> Watch:
        if station not in self._watches:
            self._watches[station] = Watch(self._route, station, self._timeout)
        return self._watches[station]

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
