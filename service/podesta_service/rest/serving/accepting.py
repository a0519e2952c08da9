"""Taking connections: each asks for a place first, and a system without files left is neither a spin nor a silence."""

from __future__ import annotations

import asyncio
import errno
import math
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress

import msgspec

from podesta_service.identity.connections import Connections, Place
from podesta_service.problems import Refusal
from podesta_service.rest.errors import problem_of
from podesta_service.rest.headers import PROBLEM_JSON

_AT_ONCE = 16
"""Connections that are taken before others get their turn."""
_EXHAUSTED = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}
_PAUSE = 0.1
"""Seconds without taking connections after the system had no file left."""
_SHAKE_SECONDS = 20.0
"""How long a TLS handshake may take."""

NewProtocol = Callable[[Place], asyncio.BaseProtocol]


class Acceptor:
    """Takes the connections of a listening socket. `close` and `wait_closed` are those of an asyncio server."""

    def __init__(
        self, listening: socket.socket, connections: Connections, protocol: NewProtocol, tls: ssl.SSLContext | None
    ) -> None:
        self._listening, self._connections, self._protocol, self._tls = listening, connections, protocol, tls
        self._loop = asyncio.get_running_loop()
        self._shaking: set[asyncio.Task[None]] = set()
        self._pausing: asyncio.TimerHandle | None = None
        listening.setblocking(False)
        self._loop.add_reader(listening, self._take)

    def close(self) -> None:
        """Take no more; may be repeated."""
        if self._pausing is not None:
            self._pausing.cancel()
        if self._listening.fileno() >= 0:
            self._loop.remove_reader(self._listening)
        for task in self._shaking:
            task.cancel()

    async def wait_closed(self) -> None:
        """Return when nothing is begun any more."""
        await asyncio.gather(*self._shaking, return_exceptions=True)

    def _take(self) -> None:
        """Take the connections that are there, a few at a time."""
        for _ in range(_AT_ONCE):
            try:
                taken, peer = self._listening.accept()
            except (BlockingIOError, ConnectionAbortedError, InterruptedError):
                return
            except OSError as error:
                self._pause(error)
                return
            self._begin(taken, str(peer[0]))

    def _begin(self, taken: socket.socket, peer: str) -> None:
        """Serve a connection, if there is a place for it."""
        taken.setblocking(False)
        try:
            place = self._connections.enter(peer, taken.close)
        except Refusal as refusal:
            self._send_away(taken, refusal)
            return
        task = self._loop.create_task(self._serve(taken, place), name="new connection")
        place.close = task.cancel
        self._shaking.add(task)
        task.add_done_callback(self._shaking.discard)

    async def _serve(self, taken: socket.socket, place: Place) -> None:
        """Hand a connection over to its protocol, after the handshake where TLS is spoken."""
        shaking = {} if self._tls is None else {"ssl": self._tls, "ssl_handshake_timeout": _SHAKE_SECONDS}
        try:
            taken.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            await self._loop.connect_accepted_socket(lambda: self._protocol(place), taken, **shaking)  # type: ignore[arg-type]
        except OSError:  # gone already, or no TLS; asyncio's timeouts and ssl.SSLError are among them
            _drop(taken, place)
        except asyncio.CancelledError:
            _drop(taken, place)
            raise

    def _send_away(self, taken: socket.socket, refusal: Refusal) -> None:
        """Say why, as far as that can be said at once, and hang up."""
        with suppress(OSError), taken:
            if self._tls is None:
                taken.send(_told(refusal))
                taken.shutdown(socket.SHUT_WR)
                taken.recv(65536)  # what is left unread would end the connection before the answer is seen

    def _pause(self, error: OSError) -> None:
        """Make room and stop for a moment: the listening socket would report the same connection again and again."""
        if error.errno not in _EXHAUSTED:
            raise error
        self._connections.refused("files", "")
        self._connections.make_room()
        self._loop.remove_reader(self._listening)
        self._pausing = self._loop.call_later(_PAUSE, self._loop.add_reader, self._listening, self._take)


def _drop(taken: socket.socket, place: Place) -> None:
    """Forget a connection that did not come about."""
    place.leave()
    taken.close()


def _told(refusal: Refusal) -> bytes:
    """A refusal as a whole response of HTTP."""
    body = msgspec.json.encode(problem_of(refusal))
    fields = {
        "content-type": PROBLEM_JSON,
        "content-length": len(body),
        "cache-control": "no-store",
        "retry-after": max(1, math.ceil(refusal.retry_after)),
        "connection": "close",
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    status = {429: "Too Many Requests", 503: "Service Unavailable"}[refusal.kind.status]
    return f"HTTP/1.1 {refusal.kind.status} {status}\r\n{lines}\r\n".encode() + body
