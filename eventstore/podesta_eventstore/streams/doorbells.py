"""Doorbells: one subscription per server, which notifies a process's followers when to read again.

A ring is only a hint. It may be lost, late or doubled; followers read again after every ring, and every few seconds
without one. Each (re)subscription that the server confirms rings, too, so nothing appended before it goes unread.

Entries that this process appends need not be read again: while an append is under way, the bells of its stream are
held, because the ring may come before the reply. Then they are handed the entry, or nothing if the append failed or its
outcome is unknown.
"""

import asyncio
import logging
import math
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import hiredis

from podesta_eventstore.contract import Stored
from podesta_eventstore.errors import StoreUnavailable
from podesta_eventstore.server.connection import Connection, ConnectionLost, OnPush
from podesta_eventstore.server.link import Link
from podesta_eventstore.server.routes import Route

from . import keys

MOST_HANDED = 16
"""Entries that are handed to a follower before it takes them; with more, it reads the log."""
_log = logging.getLogger(__name__)


class Bell:
    """One follower's bell, which remembers the highest revision that it was rung for.

    One timer serves many waits: most end soon, and a timer for each would cost as much as handing over an entry.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._heard = 0.0
        self._held = 0
        self._handed = deque[Stored](maxlen=MOST_HANDED)
        self._waiting: asyncio.Future[None] | None = None
        self._until = 0.0
        """When the current wait times out, by the loop's clock."""
        self._timer: asyncio.TimerHandle | None = None

    def ring(self, revision: float = math.inf) -> None:
        """Announce that the stream has reached `revision`, or by default that it may have grown."""
        self._heard = max(self._heard, revision)
        self._wake()

    def reset(self) -> None:
        """Forget earlier rings; call this just before reading."""
        self._heard = 0.0

    def hold(self) -> None:
        """Record that an append of this process is under way; its entry will be handed over."""
        self._held += 1

    def release(self, made: Stored | None) -> None:
        """Record that the append is over, with its entry; None if it made none or the outcome is unknown."""
        self._held -= 1
        if made is not None:
            self._handed.append(made)
        self._wake()

    def take(self, after: int) -> list[Stored]:
        """Return the entries above `after` that were handed over. If one is missing, return none and forget earlier
        rings: the log must be read."""
        made = [each for each in self._handed if each.revision > after]
        self._handed.clear()
        if [each.revision for each in made] != [*range(after + 1, after + 1 + len(made))]:
            made = []
        if not made:
            self.reset()
        return made

    async def wait(self, after: int, patience: float) -> None:
        """Return when an entry above `after` was handed over, or was rung for while no append is under way; or after
        `patience` seconds."""
        self._until = self._loop.time() + patience
        if self._timer is None or self._timer.when() > self._until:
            self._arm()
        while not self._is_due(after) and self._loop.time() < self._until:
            self._waiting = self._loop.create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None

    def close(self) -> None:
        """Cancel the timer; there are no more waits."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _arm(self) -> None:
        self.close()
        self._timer = self._loop.call_at(self._until, self._look)

    def _look(self) -> None:
        """Wake a wait that has timed out, or set the timer again: the wait that it was set for may be over."""
        self._timer = None
        if self._waiting is not None and self._loop.time() < self._until:
            self._arm()
        else:
            self._wake()

    def _wake(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def _is_due(self, after: int) -> bool:
        handed = bool(self._handed) and self._handed[-1].revision > after
        return handed or (self._heard > after and not self._held)


class Station:
    """The bells of one server, on one subscribing connection."""

    def __init__(self, link: Callable[[OnPush], Link], interval: float, moved: Callable[[], None]) -> None:
        self._link = link(self._pushed)
        self._interval = interval
        self._moved = moved
        self.bells: dict[bytes, set[Bell]] = {}
        self._connection: Connection | None = None
        self._silent = False
        self._keeper = asyncio.create_task(self._keep(), name="doorbells")

    def hang(self, channel: bytes, bells: set[Bell]) -> None:
        """Hang bells on a channel, and subscribe to it if there were none."""
        here = self.bells.setdefault(channel, set())
        if not here:
            self._send("SSUBSCRIBE", channel)
        here |= bells

    def take_down(self, channel: bytes, bells: set[Bell]) -> None:
        """Take bells down; the last one ends the subscription."""
        here = self.bells.get(channel, set())
        here -= bells
        if not here and self.bells.pop(channel, None) is not None:
            self._send("SUNSUBSCRIBE", channel)

    async def close(self) -> None:
        """Close the connection and ring every bell, so that each follower notices that the store is closed."""
        self._keeper.cancel()
        await asyncio.wait([self._keeper])
        await self._link.close()
        for bells in self.bells.values():
            for bell in bells:
                bell.ring()

    def _send(self, command: str, channel: bytes) -> None:
        if self._connection is not None and self._connection.is_open:
            self._connection.send(command, channel)

    async def _keep(self) -> None:
        while True:
            try:
                await self._session()
            except (StoreUnavailable, ConnectionLost, hiredis.ReplyError) as error:
                if not self._silent:
                    _log.warning("doorbells are silent, followers poll every %g s: %s", self._interval, error)
                self._silent = True
                self._moved()
                await asyncio.sleep(min(0.1, self._interval))

    async def _session(self) -> None:
        """Subscribe to every channel on a new connection, and keep it until it is lost."""
        self._connection = await self._link.connection()
        self._silent = False
        for channel in self.bells:
            self._send("SSUBSCRIBE", channel)
        while True:
            await self._connection.call("PING")  # a half-open connection is silent, too
            await asyncio.wait([self._connection.lost], timeout=self._interval)

    def _pushed(self, push: list[Any]) -> None:
        kind = push[0]
        if kind == b"moved":
            self._moved()
            return
        channel = push[1]
        bells = self.bells.get(channel, ())
        if kind == b"sunsubscribe" and bells:  # by the server itself: the slot has moved
            self._send("SSUBSCRIBE", channel)
        for bell in bells:
            bell.ring(int(push[2]) if kind == b"smessage" else math.inf)


class Doorbells:
    """All bells of a process; a stream's channel is subscribed while at least one bell hangs on it.

    Each server with streams that are followed here is a station. When a station is lost, or reports that a channel has
    moved, the route is refreshed and every bell is hung at its new station.
    """

    def __init__(self, route: Route, timeout: float, interval: float) -> None:
        self._route = route
        self._timeout = timeout
        self._interval = interval
        self.stations: dict[str, Station] = {}
        """The servers with streams that are, or were, followed here."""
        self._moving: asyncio.Task[None] | None = None
        self._closed = False

    @contextmanager
    def listen(self, channel: bytes) -> Iterator[Bell]:
        """Hang up a bell; if its channel was not subscribed to, the confirmation of the subscription rings it."""
        bell = Bell()
        self._station(channel).hang(channel, {bell})
        try:
            yield bell
        finally:
            bell.close()
            for station in self.stations.values():
                station.take_down(channel, {bell})

    def hold(self, channel: bytes) -> list[Bell]:
        """Hold the bells of a channel and return them; the caller must release each."""
        bells = [bell for station in self.stations.values() for bell in station.bells.get(channel, ())]
        for bell in bells:
            bell.hold()
        return bells

    async def close(self) -> None:
        """Close every connection and ring every bell."""
        self._closed = True
        if self._moving is not None:
            self._moving.cancel()
            await asyncio.wait([self._moving])
        for station in self.stations.values():
            await station.close()

    def _station(self, channel: bytes) -> Station:
        name = self._route.station(keys.slot_of(channel))
        if name not in self.stations:
            locate = self._route.locate(name)
            self.stations[name] = Station(lambda push: Link(locate, self._timeout, push), self._interval, self._move)
        return self.stations[name]

    def _move(self) -> None:
        if not self._closed and (self._moving is None or self._moving.done()):
            self._moving = asyncio.create_task(self._rehang(), name="doorbells move")

    async def _rehang(self) -> None:
        """Hang every bell at its current station; this also rings it, since rings in between were missed."""
        with suppress(StoreUnavailable):
            await self._route.refresh()
        for station in list(self.stations.values()):
            for channel, bells in list(station.bells.items()):
                target = self._station(channel)
                if target is not station:
                    target.hang(channel, set(bells))
                    station.take_down(channel, set(bells))
