"""What may happen to a client: each of them once in a check, at moments that follow from what the client does."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from podesta_service.problems import (
    DRAINING,
    OUTCOME_UNKNOWN,
    STORE_UNAVAILABLE,
    TOO_MANY_REQUESTS,
    ProblemType,
    Refusal,
)

from .journal import Call, Command, Journal

STREAMS = ("Watch", "Play")


class Cut(Exception):
    """The connection is lost without a word."""


class Trouble:
    """Nothing happens; the others say what does. `seconds` is how long those last that last."""

    strange = False
    """Whether the client is told fields and messages that it does not know, and heartbeats in between."""

    def __init__(self, journal: Journal, seconds: float) -> None:
        self._journal, self._seconds = journal, seconds
        self._began = 0.0

    async def called(self, call: Call) -> None:
        """A call has come; raises Refusal or Cut."""

    async def asked(self, command: Command) -> None:
        """Answers have come, and are not carried out yet; raises Refusal or Cut."""

    async def carried_out(self) -> None:
        """Answers were carried out, and whoever sent them does not know yet; raises Refusal or Cut."""

    async def telling(self) -> None:
        """A message is about to be told on a stream; raises Refusal or Cut."""

    def _lasting(self) -> bool:
        """Whether a trouble that lasts goes on: from the first command on, for its seconds."""
        if not self._journal.commands:
            return False
        self._began = self._began or time.monotonic()
        going = time.monotonic() < self._began + self._seconds
        self._journal.troubles += going
        return going


class Every:
    """Counts, and says of every so manieth whether it is its turn, up to a number of times."""

    def __init__(self, step: int, most: int) -> None:
        self._step, self._most, self._count = step, most, 0

    def __call__(self) -> bool:
        """Count one."""
        self._count += 1
        return self._count % self._step == 0 and self._count // self._step <= self._most


class Newer(Trouble):
    """The service is newer than the client, on every call and stream."""

    strange = True

    async def called(self, call: Call) -> None:  # noqa: ARG002
        """Count it."""
        self._journal.troubles += 1


class Slow(Trouble):
    """Every reply takes a while."""

    async def carried_out(self) -> None:
        """Hold the reply back, a few times."""
        if self._journal.troubles < 3:
            self._journal.troubles += 1
            await asyncio.sleep(self._seconds)


class Lost(Trouble):
    """Commands are carried out, and the connection is lost before anybody says so."""

    def __init__(self, journal: Journal, seconds: float) -> None:
        super().__init__(journal, seconds)
        self._turn = Every(2, 4)

    async def carried_out(self) -> None:
        """Lose every second reply."""
        if self._turn():
            self._journal.troubles += 1
            raise self._loss()

    def _loss(self) -> Exception:
        return Cut()


class Unsure(Lost):
    """Commands are carried out, and the service does not know whether they were."""

    def __init__(self, journal: Journal, seconds: float) -> None:
        super().__init__(journal, seconds)
        self._turn = Every(2, 2)  # over REST each costs a second, for Retry-After knows no parts of it

    def _loss(self) -> Exception:
        return _refusal(OUTCOME_UNKNOWN, 0.05)


class Cutting(Trouble):
    """Streams are lost after every few messages, and now and then a call before it is carried out."""

    def __init__(self, journal: Journal, seconds: float) -> None:
        super().__init__(journal, seconds)
        self._stream, self._command = Every(4, 6), Every(3, 3)

    async def asked(self, command: Command) -> None:  # noqa: ARG002
        """Lose every third command on its way."""
        if self._command():
            self._journal.troubles += 1
            raise Cut

    async def telling(self) -> None:
        """Lose every fourth message, and its stream."""
        if self._stream():
            self._journal.troubles += 1
            raise Cut


class Refusing(Trouble):
    """For a while every call is refused with the same problem, and streams that are open end with it."""

    kind: ProblemType
    streams = True
    """Whether streams are refused too."""

    async def called(self, call: Call) -> None:
        """Refuse a call that came too early."""
        if call.method != "Answer" and (self.streams or call.method not in STREAMS) and self._lasting():
            raise _refusal(self.kind, self._left())

    async def asked(self, command: Command) -> None:
        """Refuse a command that came too early."""
        if self._lasting():
            command.excused, command.wait = True, self._left()
            raise _refusal(self.kind, command.wait)

    def _left(self) -> float:
        return max(self._began + self._seconds - time.monotonic(), 0.05)


class Busy(Refusing):
    """The client calls too often, says the service, and when it may come back."""

    kind = TOO_MANY_REQUESTS
    streams = False


class Away(Refusing):
    """The store is away for a while."""

    kind = STORE_UNAVAILABLE

    def _left(self) -> float:
        return 0.05


class Draining(Refusing):
    """The process goes away: its streams end, and its calls are refused."""

    kind = DRAINING

    async def telling(self) -> None:
        """End the stream."""
        if self._lasting():
            raise _refusal(DRAINING, 0.05)

    def _left(self) -> float:
        return 0.05


class Acting(Trouble):
    """Something is done from outside, each time before a command is passed on: at these numbers of commands."""

    moments: tuple[int, ...] = (3,)

    def __init__(self, journal: Journal, seconds: float, act: Callable[[Command], Awaitable[None]]) -> None:
        super().__init__(journal, seconds)
        self._act, self._seen = act, 0

    async def asked(self, command: Command) -> None:
        """Act, where it is time to."""
        self._seen += 1
        if self._seen in self.moments:
            self._journal.troubles += 1
            command.excused = True
            await self._act(command)


class Often(Acting):
    """The same, three times in a game."""

    moments = (2, 5, 8)


class Twice(Acting):
    """The same, twice in a game."""

    moments = (3, 7)


def _refusal(kind: ProblemType, seconds: float) -> Refusal:
    return Refusal(kind, "this is a check of the conformance kit", retry_after=seconds)
