"""Doorbells: one subscribing connection per process that tells followers when to read again.

A ring is only a hint. It may be lost, late or doubled; followers re-read after every ring, and every few seconds
without one. Each (re)subscription the server confirms rings too, so nothing appended before it goes unread.
"""

import asyncio
import logging
import math
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import hiredis

from eventstore import keys
from eventstore.connection import Connection, ConnectionLost
from eventstore.errors import StoreUnavailable
from eventstore.link import Link, Locate

_log = logging.getLogger(__name__)


class Bell:
    """One follower's bell: it remembers the highest revision it was rung for."""

    def __init__(self) -> None:
        self._heard = 0.0
        self._rung = asyncio.Event()

    def ring(self, revision: float = math.inf) -> None:
        """Tell that the stream has reached `revision`; by default: that it may have, whatever was read."""
        self._heard = max(self._heard, revision)
        self._rung.set()

    def reset(self) -> None:
        """Forget earlier rings: call it just before reading."""
        self._heard = 0.0

    async def wait(self, after: int, patience: float) -> None:
        """Return when rung for a revision above `after`, or after `patience` seconds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while self._heard <= after:
                    self._rung.clear()
                    await self._rung.wait()


class Doorbells:
    """All bells of a process; a stream's channel is subscribed while at least one bell hangs on it."""

    def __init__(self, locate: Locate, timeout: float, interval: float) -> None:
        self._link = Link(locate, timeout, self._pushed)
        self._interval = interval
        self._bells: dict[bytes, set[Bell]] = {}
        self._connection: Connection | None = None
        self._keeper: asyncio.Task[None] | None = None

    @contextmanager
    def listen(self, stream: str) -> Iterator[Bell]:
        """Hang up a bell for the stream; it is rung at the latest when the subscription is confirmed."""
        channel, bell = keys.doorbell(stream), Bell()
        self._hang(channel, bell)
        try:
            yield bell
        finally:
            self._take_down(channel, bell)

    async def close(self) -> None:
        """Close the connection and ring every bell, so that each follower sees that the store is closed."""
        if self._keeper is not None:
            self._keeper.cancel()
            await asyncio.wait([self._keeper])
        await self._link.close()
        for bells in self._bells.values():
            for bell in bells:
                bell.ring()

    def _hang(self, channel: bytes, bell: Bell) -> None:
        bells = self._bells.setdefault(channel, set())
        bells.add(bell)
        if len(bells) == 1:
            self._send("SSUBSCRIBE", channel)
        if self._keeper is None:
            self._keeper = asyncio.create_task(self._keep(), name="doorbells")

    def _take_down(self, channel: bytes, bell: Bell) -> None:
        bells = self._bells[channel]
        bells.remove(bell)
        if not bells:
            del self._bells[channel]
            self._send("SUNSUBSCRIBE", channel)

    def _send(self, command: str, channel: bytes) -> None:
        if self._connection is not None and self._connection.is_open:
            self._connection.send(command, channel)

    async def _keep(self) -> None:
        while True:
            try:
                await self._session()
            except (StoreUnavailable, ConnectionLost, hiredis.ReplyError) as error:
                _log.warning("doorbells are silent, followers poll every %g s: %s", self._interval, error)
                await asyncio.sleep(min(0.1, self._interval))

    async def _session(self) -> None:
        """Subscribe to every channel on a new connection and stay with it until it is lost."""
        self._connection = await self._link.connection()
        for channel in self._bells:
            self._send("SSUBSCRIBE", channel)
        while True:
            await self._connection.call("PING")  # a half-open connection is silent, too
            await asyncio.wait([self._connection.lost], timeout=self._interval)

    def _pushed(self, push: list[Any]) -> None:
        kind, channel = push[0], push[1]
        bells = self._bells.get(channel, ())
        if kind == b"sunsubscribe" and bells:  # the server's own doing: the slot has moved away
            self._send("SSUBSCRIBE", channel)
        for bell in bells:
            bell.ring(int(push[2]) if kind == b"smessage" else math.inf)
