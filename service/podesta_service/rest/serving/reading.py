"""Whether a client reads what it was sent: what waits for one that does not would be kept for ever."""

from __future__ import annotations

import asyncio

from podesta_service.identity.connections import Connections

UNREAD_SECONDS = 20.0
"""How often it is looked whether a client reads what it was sent, while some of it waits."""
SLOWEST = 16 * 1024
"""Bytes that a client must read between two looks."""


class Reading:
    """What the client of one connection reads."""

    __slots__ = ("_clock", "_connections", "_loop", "_transport")

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop, connections: Connections) -> None:
        self._transport, self._loop, self._connections = transport, loop, connections
        self._clock: asyncio.TimerHandle | None = None

    def watch(self) -> None:
        """Look later whether it has read on; not if it has everything, or is looked at already."""
        left = self._transport.get_write_buffer_size()
        if left and self._clock is None:
            self._clock = self._loop.call_later(UNREAD_SECONDS, self._look, left)

    def _look(self, before: int) -> None:
        """Cut off a client that has read next to nothing since."""
        self._clock = None
        if self._transport.get_write_buffer_size() <= max(before - SLOWEST, 0):
            self.watch()
        else:
            self._connections.closed("unread")
            self._transport.abort()

    def end(self) -> None:
        """Look no more: the connection is gone."""
        if self._clock is not None:
            self._clock.cancel()
