"""One multiplexed connection to a Redis or Valkey server.

Any number of callers share it: commands queued in one turn of the event loop leave in one write, replies come
back in order. Decision 37 compares it with libraries.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, cast

import hiredis

from podesta_eventstore.errors import StoreError, StoreUnavailable, reason

from .address import Address

Argument: TypeAlias = bytes | str | int
OnPush: TypeAlias = Callable[[list[Any]], None]


_pack: Callable[[Any], bytes] = hiredis.pack_command


class ConnectionLost(StoreError):
    """The connection ended while the command was under way: it may or may not have been executed."""


class Batch:
    """The replies to commands that were sent together, errors among them, for one future."""

    __slots__ = ("future", "left", "replies")

    def __init__(self, future: asyncio.Future[list[Any]], count: int) -> None:
        self.future, self.left = future, count
        self.replies = list[Any]()

    def done(self) -> bool:
        """Whether the future is done, so that further replies are dropped."""
        return self.future.done()

    def set_exception(self, error: Exception) -> None:
        """Fill in the error for every reply that has not come."""
        self.future.set_result([*self.replies, *[error] * self.left])


class Connection(asyncio.Protocol):
    """The protocol: requests in flight, oldest first, and the server's push messages.

    A request unanswered for `timeout` seconds ends the connection, and with it every request in flight: the
    replies come in order, so nothing behind it could be replied to either.
    """

    def __init__(self, timeout: float, on_push: OnPush | None = None) -> None:
        self._loop = asyncio.get_running_loop()
        self._timeout = timeout
        self._on_push = on_push
        self._reader = hiredis.Reader()
        self._pending: deque[tuple[asyncio.Future[Any] | Batch, float]] = deque()
        self._outgoing: list[bytes] = []
        self._watch: asyncio.TimerHandle | None = None
        self._reason = "it was closed"
        self.lost: asyncio.Future[None] = self._loop.create_future()

    @property
    def is_open(self) -> bool:
        """Whether commands can still be sent."""
        return not self._transport.is_closing()

    def call(self, *command: Argument) -> asyncio.Future[Any]:
        """Queue a command; the future holds its reply.

        The future raises `ConnectionLost`, or `hiredis.ReplyError` as the server words it. Cancelling it only
        discards the reply.

        Raises:
            StoreUnavailable: the connection has ended; nothing was queued.
        """
        reply: asyncio.Future[Any] = self._loop.create_future()
        self._queue(_pack(command), reply)
        return reply

    def call_each(self, commands: Sequence[tuple[Argument, ...]]) -> asyncio.Future[list[Any]]:
        """Queue commands; the future holds their replies in order, with an error in place of each that failed.

        One future for all of them: to wait for each by itself costs more than to send it.

        Raises:
            StoreUnavailable: the connection has ended; nothing was queued.
        """
        replies: asyncio.Future[list[Any]] = self._loop.create_future()
        if not commands:
            replies.set_result([])
            return replies
        packed = b"".join(map(_pack, commands))
        self._queue(packed, Batch(replies, len(commands)))
        return replies

    def send(self, *command: Argument) -> None:
        """Queue a command that is answered only by a push message, such as SSUBSCRIBE."""
        self._queue(_pack(command))

    def _queue(self, packed: bytes, reply: asyncio.Future[Any] | Batch | None = None) -> None:
        if self._transport.is_closing():
            raise StoreUnavailable(f"the connection has ended: {self._reason}")
        if not self._outgoing:
            self._loop.call_soon(self._flush)
        self._outgoing.append(packed)
        if reply is None:
            return
        self._pending.append((reply, self._loop.time() + self._timeout))
        if self._watch is None:
            self._watch = self._loop.call_later(self._timeout, self._check_oldest)

    def close(self, reason: str = "it was closed") -> None:
        """End the connection at once; requests in flight raise `ConnectionLost` with this reason."""
        if self.is_open:
            self._reason = reason
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport (called by the event loop)."""
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        """Pass each complete reply to its caller (called by the event loop)."""
        try:
            self._reader.feed(data)
            next_reply, pending, on_push = self._reader.gets, self._pending, self._on_push
            while (reply := next_reply()) is not False:
                if on_push is not None or not pending or type(reply) is hiredis.PushNotification:
                    self._dispatch(reply)
                elif type(batch := pending[0][0]) is Batch and batch.left > 1:
                    batch.left -= 1
                    batch.replies.append(reply)
                else:
                    self._settle(reply)
        except hiredis.ProtocolError as error:
            self.close(f"the server spoke another protocol ({error})")

    def connection_lost(self, exc: Exception | None) -> None:
        """Fail every request in flight (called by the event loop)."""
        if exc is not None:
            self._reason = str(exc)
        if self._watch is not None:
            self._watch.cancel()
        for reply, _ in self._pending:
            if not reply.done():
                reply.set_exception(ConnectionLost(f"the connection was lost: {self._reason}"))
        self._pending.clear()
        if not self.lost.done():
            self.lost.set_result(None)

    def eof_received(self) -> None:
        """Note that the server ended the connection (called by the event loop)."""
        self._reason = "the server ended it"

    def _flush(self) -> None:
        if not self._transport.is_closing():
            self._transport.write(b"".join(self._outgoing))
        self._outgoing.clear()

    def _dispatch(self, reply: Any) -> None:
        if isinstance(reply, hiredis.PushNotification):
            if self._on_push is not None:
                self._on_push(reply)
        elif self._on_push is not None and _is_redirection(reply):
            self._on_push([b"moved"])  # a subscription, which no future awaits
        elif not self._pending:
            self.close(f"the server replied to no request ({reply!r})")
        else:
            self._settle(reply)

    def _settle(self, reply: Any) -> None:
        """Pass a reply to the oldest request; a batch is done when it has all of its replies."""
        oldest = self._pending[0][0]
        if type(oldest) is Batch:
            oldest.left -= 1
            oldest.replies.append(reply)
            if oldest.left:
                return
            reply = oldest.replies
        self._pending.popleft()
        waiting: asyncio.Future[Any] = oldest.future if isinstance(oldest, Batch) else oldest
        if waiting.done():
            return
        if type(reply) is hiredis.ReplyError:
            waiting.set_exception(reply)
        else:
            waiting.set_result(reply)

    def _check_oldest(self) -> None:
        self._watch = None
        if not self._pending:
            return
        deadline = self._pending[0][1]
        if deadline <= self._loop.time():
            self.close(f"no reply within {self._timeout:g} s")
        else:
            self._watch = self._loop.call_at(deadline, self._check_oldest)


def _is_redirection(reply: Any) -> bool:
    return isinstance(reply, hiredis.ReplyError) and str(reply).startswith(("MOVED ", "CLUSTERDOWN "))


async def connect(address: Address, patience: float, on_push: OnPush | None = None) -> Connection:
    """Open a connection and greet the server (protocol 3, user, database) within `patience` seconds.

    Raises:
        StoreUnavailable: the server cannot be reached, or refused the greeting.
    """
    try:
        async with asyncio.timeout(patience):
            connection = await _open(address, patience, on_push)
            await _greet(connection, address)
    except TimeoutError as error:
        raise StoreUnavailable(f"the store at {address} does not answer within {patience:g} s") from error
    except hiredis.ReplyError as error:
        raise StoreUnavailable(f"the store at {address} does not let us in: {error}") from error
    except (OSError, ConnectionLost) as error:
        raise StoreUnavailable(f"the store at {address} does not answer: {reason(error)}") from error
    return connection


async def _open(address: Address, patience: float, on_push: OnPush | None) -> Connection:
    loop = asyncio.get_running_loop()
    if address.path:
        _, connection = await loop.create_unix_connection(lambda: Connection(patience, on_push), address.path)
    else:
        _, connection = await loop.create_connection(
            lambda: Connection(patience, on_push), address.host, address.port, ssl=address.tls
        )
    return connection


async def _greet(connection: Connection, address: Address) -> None:
    login = ("AUTH", address.username or "default", address.password) if address.password else ()
    try:
        await connection.call("HELLO", 3, *login, "SETNAME", "podesta")
        if address.database:
            await connection.call("SELECT", address.database)
    except BaseException:
        connection.close("the greeting failed")
        raise
