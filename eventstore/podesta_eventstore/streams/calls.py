"""Calls to the servers: functions are called once, reads are repeated if the reply is lost."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import hiredis

from podesta_eventstore.errors import OutcomeUnknown, StoreError, StoreUnavailable, StreamDamaged
from podesta_eventstore.server.connection import Argument, ConnectionLost
from podesta_eventstore.server.link import Link
from podesta_eventstore.server.routes import Confirmation, Question, Route

from . import library

_LOADS = range(5)
_FORGETFUL = "the store loses its functions as soon as they are loaded"


class Calls:
    """Calls over `route`; with `confirm`, replicas confirm each write, or its outcome is unknown."""

    def __init__(self, route: Route, confirm: Confirmation | None) -> None:
        self.route = route
        self.confirms = confirm is not None
        self._confirm = confirm

    async def run(
        self, slot: int, function: str, names: Sequence[bytes], *arguments: Argument, confirmed: bool = True
    ) -> Any:
        """Call the function once; repeat it only if the server lacks it, since then nothing was executed.

        `confirmed=False`: a failover may lose what it writes.

        Raises:
            OutcomeUnknown: it may have been executed, or was not confirmed.
            StoreUnavailable: it was not executed.
            StoreError: the server refused it.
        """
        command = ("FCALL", function, len(names), *names, *arguments)
        confirm = self._confirm if confirmed else None
        for _ in _LOADS:
            try:
                reply, known = await self.route.write(slot, *command, confirm=confirm)
            except ConnectionLost as error:
                raise OutcomeUnknown(str(error)) from error
            except hiredis.ReplyError as error:
                await self._load(function, error)
            else:
                if not known:
                    raise OutcomeUnknown("no replica has confirmed it in time: a failover may lose it")
                return reply
        raise StoreUnavailable(_FORGETFUL)

    async def run_each(self, function: str, calls: Sequence[tuple[int, Sequence[bytes], Sequence[Argument]]]) -> Any:
        """Make many calls of the function in one round trip; each is a slot, keys and arguments.

        Raises:
            StoreUnavailable: some of them may have been executed.
        """
        questions = [(slot, ("FCALL", function, len(names), *names, *words)) for slot, names, words in calls]
        for _ in _LOADS:
            try:
                return await self._ask_each(questions)
            except hiredis.ReplyError as error:
                await self._load(function, error)
        raise StoreUnavailable(_FORGETFUL)

    async def ask(self, slot: int, *command: Argument) -> Any:
        """Send a command that changes nothing; resend it once if the reply is lost."""
        try:
            try:
                return await self.route.call(slot, *command)
            except ConnectionLost:
                return await self.route.call(slot, *command)
        except ConnectionLost as error:
            raise StoreUnavailable(str(error)) from error
        except hiredis.ReplyError as error:
            raise _failed(f"{command[0]!s}", error) from error

    async def ask_each(self, questions: Sequence[Question]) -> list[Any]:
        """Send many commands that change nothing in one round trip; resend them once if a reply is lost."""
        try:
            try:
                return await self.route.call_each(questions)
            except ConnectionLost:
                return await self._ask_each(questions)
        except hiredis.ReplyError as error:
            raise _failed(f"{questions[0][1][0]!s}", error) from error

    async def may_have(self, names: Sequence[bytes]) -> bool:
        """Whether any of these keys exists; always True on a Cluster, where one command cannot find out."""
        return not self.route.is_whole or bool(await self.ask(0, "EXISTS", *names))

    async def _ask_each(self, questions: Sequence[Question]) -> list[Any]:
        try:
            return await self.route.call_each(questions)
        except ConnectionLost as error:
            raise StoreUnavailable(str(error)) from error

    async def _load(self, function: str, error: hiredis.ReplyError) -> None:
        """Load the functions if the error says that they are missing; raises StoreError otherwise."""
        if not library.is_missing(error):
            raise _failed(function.rpartition("_")[2], error) from error
        with suppress(StoreUnavailable, ConnectionLost):  # if it was this server, the next try raises
            await load_everywhere(await self.route.primaries())


def _failed(what: str, error: hiredis.ReplyError) -> StoreError:
    """The error of a command that the server refused; a key of another type means that a stream was tampered with."""
    kind = StreamDamaged if str(error).startswith("WRONGTYPE") else StoreError
    return kind(f"{what} failed: {error}")


async def load_everywhere(primaries: list[Link]) -> None:
    """Load the functions where they are missing; after trying every primary, raise the first failure."""
    tried = await asyncio.gather(*(library.ensure(link) for link in primaries), return_exceptions=True)
    for failure in tried:
        if isinstance(failure, BaseException):
            raise failure
