"""How the store's calls reach the servers: functions once, questions again when the reply is lost."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import hiredis

from podesta_eventstore.errors import OutcomeUnknown, StoreError, StoreUnavailable
from podesta_eventstore.server.connection import Argument, ConnectionLost
from podesta_eventstore.server.link import Link
from podesta_eventstore.server.routes import Confirmation, Question, Route

from . import library

_LOADS = 5

Result = TypeVar("Result")


class Calls:
    """Calls over `route`; with `confirm`, replicas confirm each write, or its outcome is unknown."""

    def __init__(self, route: Route, confirm: Confirmation | None) -> None:
        self.route = route
        self.confirms = confirm is not None
        self._confirm = confirm

    async def run(
        self, slot: int, function: str, names: Sequence[bytes], *arguments: Argument, confirmed: bool = True
    ) -> Any:
        """Call the function once; again only if the server lacks it, for then nothing was executed.

        `confirmed=False`: a failover may lose what it writes.

        Raises:
            OutcomeUnknown: it may have been executed, or was not confirmed.
            StoreUnavailable: it was not executed.
            StoreError: the server refused it.
        """
        command = ("FCALL", function, len(names), *names, *arguments)
        confirm = self._confirm if confirmed else None
        return await self._loaded(function, lambda: self._once(slot, command, confirm))

    async def run_each(self, function: str, calls: Sequence[tuple[int, Sequence[bytes], Sequence[Argument]]]) -> Any:
        """Make many calls of the function in one round trip; each is a slot, keys and arguments.

        Raises:
            StoreUnavailable: some of them may have been executed.
        """
        questions = [(slot, ("FCALL", function, len(names), *names, *words)) for slot, names, words in calls]
        return await self._loaded(function, lambda: self._ask_each(questions))

    async def ask(self, slot: int, *command: Argument) -> Any:
        """Send a command that changes nothing; send it once more if the reply is lost."""
        try:
            try:
                return await self.route.call(slot, *command)
            except ConnectionLost:
                return await self.route.call(slot, *command)
        except ConnectionLost as error:
            raise StoreUnavailable(str(error)) from error
        except hiredis.ReplyError as error:
            raise StoreError(f"{command[0]!s} failed: {error}") from error

    async def ask_each(self, questions: Sequence[Question]) -> list[Any]:
        """Send many commands that change nothing in one round trip; send them once more if a reply is lost."""
        try:
            try:
                return await self.route.call_each(questions)
            except ConnectionLost:
                return await self._ask_each(questions)
        except hiredis.ReplyError as error:
            raise StoreError(f"{questions[0][1][0]!s} failed: {error}") from error

    async def may_have(self, names: Sequence[bytes]) -> bool:
        """Whether any of these keys is there; perhaps, where that is no single question."""
        return not self.route.is_whole or bool(await self.ask(0, "EXISTS", *names))

    async def _ask_each(self, questions: Sequence[Question]) -> list[Any]:
        try:
            return await self.route.call_each(questions)
        except ConnectionLost as error:
            raise StoreUnavailable(str(error)) from error

    async def _once(self, slot: int, command: tuple[Argument, ...], confirm: Confirmation | None) -> Any:
        try:
            reply, confirmed = await self.route.write(slot, *command, confirm=confirm)
        except ConnectionLost as error:
            raise OutcomeUnknown(str(error)) from error
        if not confirmed:
            raise OutcomeUnknown("no replica has confirmed it in time: a failover may lose it")
        return reply

    async def _loaded(self, function: str, call: Callable[[], Awaitable[Result]]) -> Result:
        """Make the call; while the server says that it lacks the functions, load them and call again."""
        for _ in range(_LOADS):
            try:
                return await call()
            except hiredis.ReplyError as error:
                if not library.is_missing(error):
                    raise StoreError(f"{function.rpartition('_')[2]} failed: {error}") from error
            with suppress(StoreUnavailable, ConnectionLost):  # if it was this server, the next try raises
                await load_everywhere(await self.route.primaries())
        raise StoreUnavailable("the store loses its functions as soon as they are loaded")


async def load_everywhere(primaries: list[Link]) -> None:
    """Load the functions wherever they are missing; after trying every primary, raise the first failure."""
    tried = await asyncio.gather(*(library.ensure(link) for link in primaries), return_exceptions=True)
    for failure in tried:
        if isinstance(failure, BaseException):
            raise failure
