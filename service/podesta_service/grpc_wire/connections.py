"""Connections of gRPC, which takes them in C, tells nobody, and bounds only how many there are in all.

So the process looks at its own sockets now and then, counts them by address, and ends those silent for longest.
"""

from __future__ import annotations

import asyncio
import os
import socket
import struct
import time
from collections import defaultdict
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from podesta_service.context import Context
from podesta_service.identity.connections import by_address, connections_of
from podesta_service.identity.limits import network, within

_SECONDS = 1.0
"""How often connections are looked at, at least so long apart …"""
_SHARE = 100
"""… and at least so many times as long as the look took."""
_FULL = 0.9
"""Of all that are allowed: beyond it, those that have been silent for longest make room for who comes next."""
_SILENT = 1.0
"""Seconds; a connection that said or was told something since is at work."""
_FILES = Path("/proc/self/fd")
_LISTED = _FILES.exists()
_ESTABLISHED = 1
"""The state of a connection, the first byte of `struct tcp_info` of Linux, while both sides may speak."""
_SENT, _HEARD = 44, 52
"""Where it has the milliseconds since data was sent, and since data was received."""


@dataclass(frozen=True)
class Found:
    """A connection: a file of its own on it, whose it is, and the seconds since anything went over it."""

    socket: socket.socket
    address: str
    silent: float


class Doorman:
    """Keeps the connections of a port within bounds."""

    def __init__(self, context: Context, port: int) -> None:
        self._port, self._metrics, self._count = port, context.metrics, 0
        self._most, self._most_of_one = connections_of(context.settings), by_address(context.settings)
        self._exempt = tuple(context.settings.proxies)
        self._metrics.connections("grpc", lambda: self._count)

    async def run(self) -> None:
        """Look for ever, where the system has a list of a process's files."""
        while _LISTED:
            started = time.monotonic()
            await asyncio.to_thread(self.look)
            await asyncio.sleep(max(_SECONDS, _SHARE * (time.monotonic() - started)))

    def look(self) -> int:
        """Count the connections and end those beyond the bounds; how many were ended."""
        found = [each for file in _own_files() if (each := _connection(file, self._port))]
        try:
            ended = self._excess(found)
            for each in ended:
                with suppress(OSError):
                    each.socket.shutdown(socket.SHUT_RDWR)
                self._metrics.closed("grpc", "room")
        finally:
            for each in found:
                each.socket.close()
        self._count = len(found) - len(ended)
        return len(ended)

    def _excess(self, found: list[Found]) -> list[Found]:
        """The silent connections beyond what an address may have, and then beyond what all may have."""
        silent = sorted((each for each in found if each.silent >= _SILENT), key=lambda each: -each.silent)
        counts: dict[str, int] = defaultdict(int)
        for each in found:
            counts[each.address] += 1
        ended = []
        for each in silent:
            if 0 < self._most_of_one < counts[each.address] and not within(each.address, self._exempt):
                counts[each.address] -= 1
                ended.append(each)
        over = len(found) - len(ended) - int(self._most * _FULL)
        left = [each for each in silent if each not in ended]
        return ended + left[: max(over, 0)]


def _own_files() -> list[int]:
    """The numbers of this process's files, without the one that was open only to list them."""
    return [int(file.name) for file in [*_FILES.iterdir()] if file.is_symlink()]


def _connection(file: int, port: int) -> Found | None:
    """The connection of a port that a file is, if it is one; other threads may open and close files meanwhile."""
    if (own := _socket(file)) is None:
        return None
    found = None
    with suppress(OSError):
        if own.family in (socket.AF_INET, socket.AF_INET6) and own.getsockname()[1] == port:
            told = own.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _HEARD + 4)
            if told[0] == _ESTABLISHED:
                sent, heard = (struct.unpack_from("I", told, at)[0] for at in (_SENT, _HEARD))
                found = Found(own, network(own.getpeername()[0]), min(sent, heard) / 1000)
    if found is None:
        own.close()
    return found


def _socket(file: int) -> socket.socket | None:
    """A socket of its own on what a file is, if that is a socket."""
    try:
        twin = os.dup(file)
    except OSError:
        return None
    try:
        return socket.socket(fileno=twin)
    except OSError:
        os.close(twin)
        return None
