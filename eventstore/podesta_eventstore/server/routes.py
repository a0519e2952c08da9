"""Routes to the server that has a stream's slot: always the same one, or one of a Cluster's."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Iterable, Sequence
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

import hiredis

from .connection import Argument, Connection
from .link import Link, Locate

SLOTS = 16384
"""A Cluster's hash slots are numbered from 0 to 16383."""

PAUSE = 0.05
"""Seconds between two WAITs on a connection with replicas that are behind."""


class Confirmation:
    """Waits until replicas have what was written on a connection: the `replicated` durability.

    WAIT concerns the writes of one connection and blocks it, so one is sent at a time, and all writes in the meantime
    share the next. Its reply is the number of replicas that have received everything; while they are too few it is sent
    again, for `patience` seconds.
    """

    def __init__(self, replicas: int, patience: float) -> None:
        self._replicas = replicas
        self._patience = patience
        self._asked: dict[Connection, asyncio.Future[bool]] = {}
        self._turns: WeakKeyDictionary[Connection, asyncio.Lock] = WeakKeyDictionary()

    async def wait(self, connection: Connection) -> bool:
        """Return whether enough replicas have what was written on the connection before this call."""
        asked = self._asked.get(connection)
        if asked is None:
            asked = self._asked[connection] = asyncio.ensure_future(self._ask(connection))
            asked.add_done_callback(_forget)
        return await asyncio.shield(asked)

    async def _ask(self, connection: Connection) -> bool:
        deadline = asyncio.get_running_loop().time() + self._patience
        async with self._turns.setdefault(connection, asyncio.Lock()):
            del self._asked[connection]  # later writes need a WAIT of their own
            while (left := deadline - asyncio.get_running_loop().time()) > 0:
                most = int(1000 * min(left, self._patience / 4)) + 1
                if await connection.call("WAIT", self._replicas, most) >= self._replicas:
                    return True
                await asyncio.sleep(min(PAUSE, left))
        return False


Question: TypeAlias = tuple[int, tuple[Argument, ...]]
"""A slot and a command."""


class Route(ABC):
    """Sends a command to the server that has the slot; raises as `Link.call` does."""

    is_whole = False
    """Whether one server has every slot, so that one command may read keys of many."""

    @abstractmethod
    def call(self, slot: int, *command: Argument) -> Awaitable[Any]:
        """Ask the slot's server."""

    @abstractmethod
    def write(self, slot: int, *command: Argument, confirm: Confirmation | None = None) -> Awaitable[tuple[Any, bool]]:
        """Write to the slot's server, once; return its reply, and whether it is confirmed as `confirm` asks."""

    @abstractmethod
    async def call_each(self, questions: Sequence[Question]) -> list[Any]:
        """Ask many questions, each of its slot's server, in one round trip; return the replies in their order."""

    @abstractmethod
    def station(self, slot: int) -> str:
        """Return the name of the server that has the slot, as far as it is known."""

    @abstractmethod
    async def stations(self) -> dict[str, Link]:
        """Return the names of the servers known to have slots, each with the link that questions take."""

    @abstractmethod
    def locate(self, station: str) -> Locate:
        """Return how to find the server of that name."""

    @abstractmethod
    async def primaries(self) -> list[Link]:
        """Return a link to every primary."""

    @abstractmethod
    async def refresh(self) -> None:
        """Fetch again which server has which slot."""

    @abstractmethod
    async def close(self) -> None:
        """Close every connection."""


class Links:
    """Two connections to one server: one for reads, one for writes to be confirmed, because WAIT blocks it."""

    def __init__(self, locate: Locate, timeout: float) -> None:
        self.questions = Link(locate, timeout)
        self._writes = Link(locate, timeout)

    async def write(self, *command: Argument, confirm: Confirmation | None) -> tuple[Any, bool]:
        """Send a command; with `confirm`, wait for the replicas behind it on the same connection."""
        if confirm is None:
            return await self.questions.call(*command), True
        connection = await self._writes.connection()
        reply = connection.call(*command)
        confirmed = asyncio.ensure_future(confirm.wait(connection))  # behind the command, in the same turn
        try:
            settled = await self._writes.settle(connection, reply)
            return settled, await confirmed
        finally:
            confirmed.add_done_callback(_forget)
            confirmed.cancel()

    async def call_each(self, commands: Iterable[tuple[Argument, ...]]) -> list[Any]:
        """Send the commands in one write; return their replies, or the errors that they raised."""
        link = self.questions
        connection = await link.connection()
        replies = await connection.call_each([*commands])
        return [
            link.exception_for(connection, each) if isinstance(each, hiredis.ReplyError) else each for each in replies
        ]

    async def close(self) -> None:
        """Close both."""
        await self.questions.close()
        await self._writes.close()


def _forget(confirmed: "asyncio.Future[bool]") -> None:
    """Retrieve the error in case no caller awaits it any more; the command itself has failed, too."""
    if not confirmed.cancelled():
        confirmed.exception()


class Direct(Route):
    """One primary, which `locate` finds, has every slot."""

    is_whole = True

    def __init__(self, locate: Locate, timeout: float) -> None:
        self._locate = locate
        self._links = Links(locate, timeout)

    def call(self, slot: int, *command: Argument) -> Awaitable[Any]:  # noqa: ARG002
        """Ask the one server."""
        return self._links.questions.call(*command)

    def write(self, slot: int, *command: Argument, confirm: Confirmation | None = None) -> Awaitable[tuple[Any, bool]]:  # noqa: ARG002
        """Write to the one server."""
        return self._links.write(*command, confirm=confirm)

    async def call_each(self, questions: Sequence[Question]) -> list[Any]:
        """Ask the one server."""
        replies = await self._links.call_each([command for _, command in questions])
        for reply in replies:
            if isinstance(reply, Exception):
                raise reply
        return replies

    def station(self, slot: int) -> str:  # noqa: ARG002
        """Return the one server's name, which is empty."""
        return ""

    async def stations(self) -> dict[str, Link]:
        """Return the one server."""
        return {"": self._links.questions}

    def locate(self, station: str) -> Locate:  # noqa: ARG002
        """Return the `locate` of the constructor."""
        return self._locate

    async def primaries(self) -> list[Link]:
        """Return the one link."""
        return [self._links.questions]

    async def refresh(self) -> None:
        """Do nothing: the one server has every slot."""

    async def close(self) -> None:
        """Close the connections."""
        await self._links.close()
