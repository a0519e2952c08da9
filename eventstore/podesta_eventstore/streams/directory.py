"""Which slots' lists may hold anything, so that a walk need not ask all 16,384.

The server itself reports every change of a list (client-side caching, in broadcast mode) on a separate connection.
Each walk first sends a PING there: its reply comes behind the news of everything acknowledged before, so the walk
misses nothing. A server with few keys is asked first which lists it has. Where a server sends no news, every list is
asked.
"""

import asyncio
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, TypeAlias

import hiredis

from podesta_eventstore.errors import StoreUnavailable
from podesta_eventstore.server.connection import Connection, ConnectionLost
from podesta_eventstore.server.link import Link
from podesta_eventstore.server.routes import SLOTS, Route

from . import keys

_PREFIX = b"podesta:{."
_FEW = 65_536
"""Keys that are looked through for lists: to ask 16,384 lists of each status takes longer than that."""
_AT_ONCE = 1_000
"""Keys that a server looks through while others wait."""

Listing: TypeAlias = tuple[int, str]
"""A slot, and the status whose list it is."""


class Watch:
    """One server's lists that may hold anything: all but those that were found empty and have not changed since."""

    def __init__(self, route: Route, station: str, timeout: float, lists: Sequence[str]) -> None:
        self._link = Link(route.locate(station), timeout, self._pushed)
        self._route, self._station, self._lists = route, station, lists
        self._connection: Connection | None = None
        self._turn = asyncio.Lock()
        self._serial = 0
        self._changed: dict[Listing, int] = {}
        self._trusted_from = 0
        self.possible: dict[str, set[int]] = {}
        self._forget()

    async def catch_up(self, questions: Link) -> None:
        """Return when everything acknowledged before is known, or nothing is; raises StoreUnavailable.

        News from a server other than the one that questions go to, as happens around a failover, does not count.
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
        """The number of news received so far: take it before asking, and give it to `learn`."""
        return self._serial

    def learn(self, empty: Iterable[Listing], since: int) -> None:
        """Note lists that a question asked at serial `since` found empty, except those that have changed meanwhile."""
        if self._connection is not None and since >= self._trusted_from:
            for slot, status in empty:
                if self._changed.get((slot, status), 0) <= since:
                    self.possible[status].discard(slot)

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
        except hiredis.ReplyError:  # not allowed here: nothing is ever learned
            return
        self._connection = connection
        since = self._serial
        with suppress(hiredis.ReplyError):  # not allowed here: every list is asked once
            if await connection.call("DBSIZE") <= _FEW:
                self._have(await _lists_of(connection), since)

    def _have(self, found: set[Listing], since: int) -> None:
        """Note that the server had these lists at serial `since`, and of its slots no other."""
        own = {slot for slot in range(SLOTS) if self._route.station(slot) == self._station}
        found |= {each for each, serial in self._changed.items() if serial > since}
        for status, slots in self.possible.items():
            slots -= own - {slot for slot, listed in found if listed == status}

    def _forget(self) -> None:
        self._serial += 1
        self._trusted_from = self._serial
        self._connection = None
        self.possible = {status: set(range(SLOTS)) for status in self._lists}

    def _pushed(self, push: list[Any]) -> None:
        if push[0] != b"invalidate":
            return
        self._serial += 1
        if push[1] is None:  # everything was flushed: anything added since comes with news of its own
            return
        for slot, status in map(_listing, push[1]):
            if status in self.possible:
                self.possible[status].add(slot)
                self._changed[slot, status] = self._serial


async def _lists_of(connection: Connection) -> set[Listing]:
    """Return the lists that a server has, those of other statuses among them."""
    found, cursor = set[Listing](), b"0"
    while True:
        cursor, names = await connection.call("SCAN", cursor, "MATCH", _PREFIX + b"*", "COUNT", _AT_ONCE)
        found.update(map(_listing, names))
        if cursor == b"0":
            return found


def _listing(key: bytes) -> Listing:
    """Return which list a key is that begins with `_PREFIX`."""
    return keys.slot_of(key), key.rpartition(b":")[2].decode()


class Directory:
    """A watch for each server that has lists."""

    def __init__(self, route: Route, timeout: float, lists: Sequence[str]) -> None:
        self._route = route
        self._timeout = timeout
        self._lists = lists
        self._watches: dict[str, Watch] = {}

    async def catch_up(self) -> None:
        """Receive every server's news; raises StoreUnavailable when one does not reply."""
        heard: set[str] = set()
        while new := {name: link for name, link in (await self._route.stations()).items() if name not in heard}:
            await asyncio.gather(*(self._watch(station).catch_up(link) for station, link in new.items()))
            heard |= new.keys()

    def candidates(self, status: str, first: int) -> list[int]:
        """Return the slots from `first` on whose lists may hold anything; call it right after `catch_up`."""
        owner, watches = self._route.station, self._watches.items()
        possible = ((station, watch.possible[status]) for station, watch in watches)
        return sorted(slot for station, slots in possible for slot in slots if slot >= first and owner(slot) == station)

    def ask(self, slots: Iterable[int]) -> "Asked":
        """Return what a question about these slots must remember, to learn from its reply."""
        owners = {slot: self._watches.get(self._route.station(slot)) for slot in slots}
        return Asked({slot: (watch, watch.serial) for slot, watch in owners.items() if watch})

    def _watch(self, station: str) -> Watch:
        if station not in self._watches:
            self._watches[station] = Watch(self._route, station, self._timeout, self._lists)
        return self._watches[station]

    async def close(self) -> None:
        """Close every watch."""
        for watch in self._watches.values():
            await watch.close()


class Asked:
    """The watch of the server that each slot's list was asked of, and when."""

    def __init__(self, owners: dict[int, tuple[Watch, int]]) -> None:
        self._owners = owners

    def learn(self, empty: Iterable[int], status: str) -> None:
        """Note that these slots' lists are empty."""
        for slot in empty:
            if slot in self._owners:
                watch, since = self._owners[slot]
                watch.learn([(slot, status)], since)
