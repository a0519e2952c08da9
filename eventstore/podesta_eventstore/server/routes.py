"""Ways to the server that has a stream's slot: always the same one, or one of a Cluster's."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Coroutine, Iterable, Sequence
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

import hiredis

from podesta_eventstore.errors import StoreError

from .connection import Argument, Connection
from .link import Link, Locate

PAUSE = 0.05
"""Seconds between two questions to a primary whether a replica has what was appended."""


class Confirmation:
    """Waits until a replica has what was written on a connection: the `replicated` durability.

    WAIT speaks of one connection's writes and blocks it, so there is one at a time, and all that append meanwhile
    share the next. Its answer counts the replicas that have received everything; too few is asked again until
    `patience` (seconds) is over.
    """

    def __init__(self, replicas: int, patience: float) -> None:
        self._replicas = replicas
        self._patience = patience
        self._asked: dict[Connection, asyncio.Future[bool]] = {}
        self._turns: WeakKeyDictionary[Connection, asyncio.Lock] = WeakKeyDictionary()

    async def wait(self, connection: Connection) -> bool:
        """Tell whether enough replicas have what was written on the connection before this call."""
        asked = self._asked.get(connection)
        if asked is None:
            asked = self._asked[connection] = asyncio.ensure_future(self._ask(connection))
            asked.add_done_callback(_forget)
        return await asyncio.shield(asked)

    async def _ask(self, connection: Connection) -> bool:
        deadline = asyncio.get_running_loop().time() + self._patience
        async with self._turns.setdefault(connection, asyncio.Lock()):
            del self._asked[connection]  # what is written from now on needs a question of its own
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

    @abstractmethod
    async def call(self, slot: int, *command: Argument) -> Any:
        """Ask the slot's server."""

    @abstractmethod
    async def write(self, slot: int, *command: Argument, confirm: Confirmation | None = None) -> tuple[Any, bool]:
        """Tell the slot's server something, once; answer its reply, and whether replicas have it, if asked to."""

    @abstractmethod
    async def call_each(self, questions: Sequence[Question]) -> list[Any]:
        """Ask many questions, each of its slot's server, in one round trip; answer the replies in their order."""

    @abstractmethod
    def station(self, slot: int) -> str:
        """Name the server that has the slot, as far as is known."""

    @abstractmethod
    async def stations(self) -> dict[str, Link]:
        """Answer the names of the servers known to have slots, each with the way that questions take."""

    @abstractmethod
    def locate(self, station: str) -> Locate:
        """Answer how to find the server of that name."""

    @abstractmethod
    async def primaries(self) -> list[Link]:
        """Answer a link to every primary."""

    @abstractmethod
    async def refresh(self) -> None:
        """Learn anew which server has which slot."""

    @abstractmethod
    async def close(self) -> None:
        """Close every connection."""


class Links:
    """Two connections to one server: one for questions, one for what must be confirmed, since WAIT blocks it."""

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
            answer = await self._writes.settle(connection, reply)
            return answer, await confirmed
        finally:
            confirmed.add_done_callback(_forget)
            confirmed.cancel()

    async def call_each(self, commands: Iterable[tuple[Argument, ...]]) -> list[Any]:
        """Send the commands in one write; answer their replies, or what each raised."""
        connection = await self.questions.connection()
        sent = [connection.call(*command) for command in commands]
        try:
            return [await _outcome(self.questions.settle(connection, reply)) for reply in sent]
        finally:
            for reply in sent:  # of a caller that left, nobody asks for the rest
                reply.cancel()

    async def close(self) -> None:
        """Close both."""
        await self.questions.close()
        await self._writes.close()


async def _outcome(reply: Coroutine[Any, Any, Any]) -> Any:
    try:
        return await reply
    except (StoreError, hiredis.ReplyError) as error:
        return error


def _forget(confirmed: "asyncio.Future[bool]") -> None:
    """Take note of an error that nobody may be left to be told of: the command itself has failed, too."""
    if not confirmed.cancelled():
        confirmed.exception()


class Direct(Route):
    """One primary, which `locate` finds, has every slot."""

    def __init__(self, locate: Locate, timeout: float) -> None:
        self._locate = locate
        self._links = Links(locate, timeout)

    async def call(self, slot: int, *command: Argument) -> Any:  # noqa: ARG002
        """Ask the one server."""
        return await self._links.questions.call(*command)

    async def write(self, slot: int, *command: Argument, confirm: Confirmation | None = None) -> tuple[Any, bool]:  # noqa: ARG002
        """Tell the one server."""
        return await self._links.write(*command, confirm=confirm)

    async def call_each(self, questions: Sequence[Question]) -> list[Any]:
        """Ask the one server."""
        replies = await self._links.call_each(command for _, command in questions)
        for reply in replies:
            if isinstance(reply, Exception):
                raise reply
        return replies

    def station(self, slot: int) -> str:  # noqa: ARG002
        """There is but one."""
        return ""

    async def stations(self) -> dict[str, Link]:
        """There is but one."""
        return {"": self._links.questions}

    def locate(self, station: str) -> Locate:  # noqa: ARG002
        """As it was given."""
        return self._locate

    async def primaries(self) -> list[Link]:
        """The one link."""
        return [self._links.questions]

    async def refresh(self) -> None:
        """Nothing moves here."""

    async def close(self) -> None:
        """Close the connections."""
        await self._links.close()
