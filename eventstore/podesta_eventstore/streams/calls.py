"""How the store's calls reach the servers: functions once, questions once more when the answer is lost."""

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

Answer = TypeVar("Answer")


class Calls:
    """Calls over `route`; with `confirm`, what is written is confirmed by replicas, or unknown."""

    def __init__(self, route: Route, confirm: Confirmation | None) -> None:
        self.route = route
        self.confirms = confirm is not None
        self._confirm = confirm

    async def run(
        self, slot: int, function: str, names: Sequence[bytes], *arguments: Argument, confirmed: bool = True
    ) -> Any:
        """Call the function once; only a server that lacks it is asked twice, for then nothing was executed.

        `confirmed=False`: what it writes may be lost in a failover.

        Raises:
            OutcomeUnknown: perhaps it was executed, or not confirmed.
            StoreUnavailable: it was not.
            StoreError: the server refused it.
        """
        command = ("FCALL", function, len(names), *names, *arguments)
        confirm = self._confirm if confirmed else None
        return await self._loaded(function, lambda: self._once(slot, command, confirm))

    async def run_each(self, function: str, calls: Sequence[tuple[int, Sequence[bytes], Sequence[Argument]]]) -> Any:
        """Call the function of slots, keys and arguments in one round trip; what was lost may have been executed.

        Raises:
            StoreUnavailable: some of it may have been executed.
        """
        questions = [(slot, ("FCALL", function, len(names), *names, *words)) for slot, names, words in calls]
        return await self._loaded(function, lambda: self._ask_each(questions))

    async def ask(self, slot: int, *command: Argument) -> Any:
        """Ask what changes nothing: a lost answer is asked for once more."""
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
        """Ask many in one round trip, what changes nothing: once more when an answer is lost."""
        try:
            try:
                return await self.route.call_each(questions)
            except ConnectionLost:
                return await self._ask_each(questions)
        except hiredis.ReplyError as error:
            raise StoreError(f"{questions[0][1][0]!s} failed: {error}") from error

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

    async def _loaded(self, function: str, call: Callable[[], Awaitable[Answer]]) -> Answer:
        """Call; load the functions and call again while the server says that it lacks them."""
        for _ in range(_LOADS):
            try:
                return await call()
            except hiredis.ReplyError as error:
                if not library.is_missing(error):
                    raise StoreError(f"{function.rpartition('_')[2]} failed: {error}") from error
            with suppress(StoreUnavailable, ConnectionLost):  # another server's; this one's is told by the next try
                await load_everywhere(await self.route.primaries())
        raise StoreUnavailable("the store loses its functions as soon as they are loaded")


async def load_everywhere(primaries: list[Link]) -> None:
    """See to it that every primary has the functions; raises what the first that fails raised, after all were tried."""
    tried = await asyncio.gather(*(library.ensure(link) for link in primaries), return_exceptions=True)
    for failure in tried:
        if isinstance(failure, BaseException):
            raise failure
