"""Accepting connections: each needs a slot; running out of file descriptors causes neither a busy loop nor a hang."""

from __future__ import annotations

import asyncio
import errno
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress

from podesta_service.fairness.connections import Connections
from podesta_service.fairness.slots import Slot
from podesta_service.problems import Refusal
from podesta_service.rest.errors import last_words

_AT_ONCE = 16
"""Connections that are accepted before other tasks get their turn."""
_EXHAUSTED = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}
_PAUSE = 0.1
"""Seconds without accepting connections after file descriptors ran out."""
_SHAKE_SECONDS = 20.0
"""How long a TLS handshake may take."""

NewProtocol = Callable[[Slot], asyncio.BaseProtocol]


class Acceptor:
    """Accepts the connections of a listening socket. `close` and `wait_closed` are those of an asyncio server."""

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
        """Accept no more connections; may be repeated."""
        if self._pausing is not None:
            self._pausing.cancel()
        if self._listening.fileno() >= 0:
            self._loop.remove_reader(self._listening)
        for task in self._shaking:
            task.cancel()

    async def wait_closed(self) -> None:
        """Wait until no connection is being set up."""
        await asyncio.gather(*self._shaking, return_exceptions=True)

    def _take(self) -> None:
        """Accept the waiting connections, a few at a time."""
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
        """Serve a connection, if there is a slot for it."""
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

    async def _serve(self, taken: socket.socket, place: Slot) -> None:
        """Hand a connection over to its protocol when it may begin, after the TLS handshake if there is one."""
        shaking = {} if self._tls is None else {"ssl": self._tls, "ssl_handshake_timeout": _SHAKE_SECONDS}
        try:
            if wait := self._connections.pace(place):
                await asyncio.sleep(wait)
            taken.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            await self._loop.connect_accepted_socket(lambda: self._protocol(place), taken, **shaking)  # type: ignore[arg-type]
        except OSError:  # closed already, or not TLS; includes asyncio's timeouts and ssl.SSLError
            _drop(taken, place)
        except asyncio.CancelledError:
            _drop(taken, place)
            raise

    def _send_away(self, taken: socket.socket, refusal: Refusal) -> None:
        """Send the refusal, as far as that is possible at once, and close."""
        with suppress(OSError), taken:
            if self._tls is None:
                taken.send(last_words(refusal))
                taken.shutdown(socket.SHUT_WR)
                taken.recv(65536)  # unread bytes would reset the connection before the response is read

    def _pause(self, error: OSError) -> None:
        """Make room and pause: otherwise the listening socket would report the same connection again and again."""
        if error.errno not in _EXHAUSTED:
            raise error
        self._connections.refused("files", "")
        self._connections.make_room()
        self._loop.remove_reader(self._listening)
        self._pausing = self._loop.call_later(_PAUSE, self._loop.add_reader, self._listening, self._take)


def _drop(taken: socket.socket, place: Slot) -> None:
    """Close a connection that could not be set up."""
    place.leave()
    taken.close()
