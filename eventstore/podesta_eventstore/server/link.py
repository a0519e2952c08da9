"""A connection that is opened when needed, and opened again when lost."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias, TypeVar

import hiredis

from podesta_eventstore.errors import StoreFull, StoreUnavailable

from .address import Address
from .connection import Argument, Connection, OnPush, connect

T = TypeVar("T")
Locate: TypeAlias = Callable[[], Awaitable[Address]]
"""Returns the server's current address; awaited before each attempt to connect, since a failover may have moved it."""

_FIRST_PAUSE, _LONGEST_PAUSE = 0.02, 0.5
_NOT_EXECUTED = frozenset(
    {
        "BUSY",
        "CLUSTERDOWN",
        "LOADING",
        "MASTERDOWN",
        "NOREPLICAS",
        "READONLY",
    }
)


_FULL = {"OOM": "has no memory left", "MISCONF": "cannot write to its disk"}


class Redirected(StoreUnavailable):
    """Another server of the Cluster has the slot: from now on (MOVED), or for this one command (ASK)."""

    def __init__(self, reply: str) -> None:
        super().__init__(f"the store has moved the slot: {reply}")
        code, _, where = reply.split()[:3]
        self.once = code == "ASK"
        self.node = where


class SlotMoving(StoreUnavailable):
    """The slot is being moved: some of the command's keys are not here (TRYAGAIN), or no server has the slot."""


def at(address: Address) -> Locate:
    """Return a `Locate` for a server with a fixed address."""

    async def locate() -> Address:
        return address

    return locate


async def shared(work: "asyncio.Task[T]") -> T:
    """Return the result of a task that several callers await; cancelling one of them does not cancel the task.

    Raises:
        StoreUnavailable: the store was closed, which cancels the task.
    """
    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        caller = asyncio.current_task()
        if work.cancelled() and not (caller and caller.cancelling()):
            raise StoreUnavailable("the store is closed") from None
        raise


class Link:
    """A connection to one server: opened at the first call and again after each loss, one attempt at a time.

    After a failed attempt, calls fail at once for a pause that doubles from 20 ms to half a second, so that a server
    that is down is not flooded and callers do not wait for it.
    """

    def __init__(self, locate: Locate, timeout: float, on_push: OnPush | None = None) -> None:
        self._locate = locate
        self._timeout = timeout
        self._on_push = on_push
        self._connection: Connection | None = None
        self._attempt: asyncio.Task[Connection] | None = None
        self._closed = False
        self._pause = 0.0
        self._silent_until = 0.0
        self._failure = ""
        self.where = "an address not yet known"

    async def call(self, *command: Argument) -> Any:
        """Send one command and return its reply.

        Raises:
            StoreUnavailable: it was certainly not executed.
            ConnectionLost: it may have been executed.
            hiredis.ReplyError: the server replied with another error.
        """
        connection = self._connection
        if connection is None or not connection.is_open:
            connection = await self.connection()
        try:
            return await connection.call(*command)
        except hiredis.ReplyError as error:
            if (meant := self.exception_for(connection, error)) is error:
                raise
            raise meant from error

    async def settle(self, connection: Connection, reply: asyncio.Future[Any]) -> Any:
        """Return a command's reply; raises as `call` does."""
        try:
            return await reply
        except hiredis.ReplyError as error:
            meant = self.exception_for(connection, error)
            if meant is error:
                raise
            raise meant from error

    def exception_for(self, connection: Connection, error: hiredis.ReplyError) -> Exception:
        """Return the exception that a server's error means; the error itself if it has no other meaning."""
        code = str(error).partition(" ")[0]
        if code == "READONLY":  # no longer the primary: locate it again
            connection.close("the server has become a replica")
        if code in ("MOVED", "ASK"):
            return Redirected(str(error))
        if code in _FULL:
            return StoreFull(f"the store at {self.where} {_FULL[code]}: {error}")
        if code == "TRYAGAIN":
            return SlotMoving(f"the store at {self.where} is moving the slot: {error}")
        if code in _NOT_EXECUTED:
            return StoreUnavailable(f"the store at {self.where} refuses for now: {error}")
        return error

    async def connection(self) -> Connection:
        """Return the open connection, opening it now if there is none.

        Raises:
            StoreUnavailable: it cannot be opened.
        """
        if self._connection is not None and self._connection.is_open:
            return self._connection
        if self._closed:
            raise StoreUnavailable("the store is closed")
        if self._attempt is None:
            self._attempt = asyncio.create_task(self._connect())
            self._attempt.add_done_callback(self._finish)
        return await shared(self._attempt)

    async def close(self) -> None:
        """Close the connection; it is not opened again."""
        self._closed = True
        if self._attempt is not None:
            self._attempt.cancel()
            await asyncio.wait([self._attempt])
        if self._connection is not None:
            self._connection.close()
            await self._connection.lost

    async def _connect(self) -> Connection:
        now = asyncio.get_running_loop().time()
        if now < self._silent_until:
            raise StoreUnavailable(self._failure)
        try:
            address = await self._locate()
            self.where = str(address)
            self._connection = await connect(address, self._timeout, self._on_push)
        except StoreUnavailable as error:
            self._back_off(str(error))
            raise
        self._pause = 0.0
        return self._connection

    def _back_off(self, failure: str) -> None:
        self._failure = failure
        self._pause = min(max(2 * self._pause, _FIRST_PAUSE), _LONGEST_PAUSE)
        now = asyncio.get_running_loop().time()
        self._silent_until = now + self._pause * random.uniform(0.5, 1.0)

    def _finish(self, attempt: asyncio.Task[Connection]) -> None:
        self._attempt = None
        if not attempt.cancelled():
            attempt.exception()  # retrieved, since there may be no caller left to await it
