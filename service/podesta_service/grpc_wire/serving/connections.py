"""Connections of gRPC, which takes them in C, tells nobody, and bounds only how many there are in all.

So the process looks at its own sockets now and then, counts them by address, and ends those silent for longest.
"""

from __future__ import annotations

import asyncio
import os
import socket
import struct
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from podesta_service.context import Context
from podesta_service.identity.connections import by_address, connections_of
from podesta_service.identity.limits import network, within

_PAUSE = 1.0
"""Seconds between two looks …"""
_LOOK = 0.01
"""… each of which computes so long at most, by the clock of its own thread: a busy machine makes it no longer."""
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
    """A connection: the number of its file, whose it is, and the moment since which nothing went over it."""

    file: int
    address: str
    since: float

    @property
    def is_silent(self) -> bool:
        """Whether it may be ended."""
        return time.monotonic() - self.since >= _SILENT


class Doorman:
    """Keeps the connections of a port within bounds."""

    def __init__(self, context: Context, port: int) -> None:
        self._port, self._metrics = port, context.metrics
        self._most, self._most_of_one = connections_of(context.settings), by_address(context.settings)
        self._exempt = tuple(context.settings.proxies)
        self._known: dict[int, Found] = {}
        self._next = 0
        self._metrics.connections("grpc", lambda: len(self._known))

    async def run(self) -> None:
        """Look for ever, where the system has a list of a process's files."""
        while _LISTED:
            await asyncio.to_thread(self.look)
            await asyncio.sleep(_PAUSE)

    def look(self) -> int:
        """Look at the connections and end those beyond the bounds; how many were ended.

        Of very many, each look sees some anew and remembers how the others were.
        """
        self._see(_own_files())
        ended = [each for each in self._excess([*self._known.values()]) if self._end(each)]
        self._known = {file: found for file, found in self._known.items() if found not in ended}
        return len(ended)

    def _see(self, files: list[int]) -> None:
        """Look at files for a while, going on where the look before this one ended."""
        began, known = time.thread_time(), {file: self._known[file] for file in files if file in self._known}
        late = bisect_left(files, self._next)
        for file in (*files[late:], *files[:late]):
            known.pop(file, None)
            with _connection(file, self._port) as found:
                if found:
                    known[file] = found[1]
            self._next = file + 1
            if time.thread_time() - began >= _LOOK:
                break
        self._known = known

    def _end(self, chosen: Found) -> bool:
        """End a connection, if it is still the one that was chosen, and silent."""
        with _connection(chosen.file, self._port) as found:
            if found is None or found[1].address != chosen.address or not found[1].is_silent:
                return False
            with suppress(OSError):
                found[0].shutdown(socket.SHUT_RDWR)
        self._metrics.closed("grpc", "room")
        return True

    def _excess(self, found: list[Found]) -> list[Found]:
        """The silent connections beyond what an address may have, and then beyond what all may have."""
        silent = sorted((each for each in found if each.is_silent), key=lambda each: each.since)
        counts = Counter(each.address for each in found)
        ended = []
        for each in silent:
            if 0 < self._most_of_one < counts[each.address] and not within(each.address, self._exempt):
                counts[each.address] -= 1
                ended.append(each)
        over = len(found) - len(ended) - int(self._most * _FULL)
        chosen = set(ended)
        left = [each for each in silent if each not in chosen]
        return ended + left[: max(over, 0)]


def _own_files() -> list[int]:
    """The numbers of this process's files in their order, and one that was open only to list them."""
    return sorted(int(file.name) for file in _FILES.iterdir())


@contextmanager
def _connection(file: int, port: int) -> Iterator[tuple[socket.socket, Found] | None]:
    """For the time of a block, a file of its own on the connection of a port that a file is, if it is one; other
    threads may open and close files meanwhile.
    """
    own = _socket(file)
    try:
        found = _look_at(own, file, port) if own else None
        yield (own, found) if own and found else None
    finally:
        if own:
            own.close()


def _look_at(own: socket.socket, file: int, port: int) -> Found | None:
    """What is known of a socket, if it is a connection of a port."""
    with suppress(OSError):
        if own.family in (socket.AF_INET, socket.AF_INET6) and own.getsockname()[1] == port:
            told = own.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _HEARD + 4)
            if told[0] == _ESTABLISHED:
                sent, heard = (struct.unpack_from("I", told, at)[0] for at in (_SENT, _HEARD))
                since = time.monotonic() - min(sent, heard) / 1000
                return Found(file, network(own.getpeername()[0]), since)
    return None


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
