"""Faults: each has a check, and occurs at moments that depend on the client's actions."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from podesta_engines.core.texts.sentences import verbatim
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


class ConnectionCut(Exception):
    """The connection is lost."""


class Fault:
    """The base of all faults, which does nothing. `seconds` is the duration of a lasting fault."""

    strange = False
    """Whether the client gets unknown fields and messages, and heartbeats in between."""

    def __init__(self, journal: Journal, seconds: float) -> None:
        self._journal, self._seconds = journal, seconds
        self._began = 0.0

    async def called(self, call: Call) -> None:
        """Called for each call; raises Refusal or Cut."""

    async def asked(self, command: Command) -> None:
        """Called before answers are carried out; raises Refusal or Cut."""

    async def carried_out(self) -> None:
        """Called when answers were carried out, before their sender receives the reply; raises Refusal or Cut."""

    async def telling(self) -> None:
        """Called before a message is sent on a stream; raises Refusal or Cut."""

    def _lasting(self) -> bool:
        """Whether a lasting fault continues: for `seconds` from the first command on."""
        if not self._journal.commands:
            return False
        self._began = self._began or time.monotonic()
        going = time.monotonic() < self._began + self._seconds
        self._journal.faults += going
        return going


class EveryNth:
    """True for every `step`-th call, at most `most` times."""

    def __init__(self, step: int, most: int) -> None:
        self._step, self._most, self._count = step, most, 0

    def __call__(self) -> bool:
        """Count a call; returns whether it is due."""
        self._count += 1
        return self._count % self._step == 0 and self._count // self._step <= self._most


class NewerService(Fault):
    """The service is newer than the client, on every call and stream."""

    strange = True

    async def called(self, call: Call) -> None:  # noqa: ARG002
        """Count it."""
        self._journal.faults += 1


class SlowReplies(Fault):
    """Every reply is delayed."""

    async def carried_out(self) -> None:
        """Delay the reply, three times."""
        if self._journal.faults < 3:
            self._journal.faults += 1
            await asyncio.sleep(self._seconds)


class LostReplies(Fault):
    """Commands are carried out, and the connection is lost before the reply."""

    def __init__(self, journal: Journal, seconds: float) -> None:
        super().__init__(journal, seconds)
        self._turn = EveryNth(2, 4)

    async def carried_out(self) -> None:
        """Lose every second reply."""
        if self._turn():
            self._journal.faults += 1
            raise self._loss()

    def _loss(self) -> Exception:
        return ConnectionCut()


class UnknownOutcomes(LostReplies):
    """Commands are carried out, and the reply is `outcome-unknown`."""

    def __init__(self, journal: Journal, seconds: float) -> None:
        super().__init__(journal, seconds)
        self._turn = EveryNth(2, 2)  # each costs a second over REST, as Retry-After has whole seconds

    def _loss(self) -> Exception:
        return _refusal(OUTCOME_UNKNOWN, 0.05)


class CutConnections(Fault):
    """Streams are lost after every few messages, and some calls before they are carried out."""

    def __init__(self, journal: Journal, seconds: float) -> None:
        super().__init__(journal, seconds)
        self._stream, self._command = EveryNth(4, 6), EveryNth(3, 3)

    async def asked(self, command: Command) -> None:  # noqa: ARG002
        """Lose every third command."""
        if self._command():
            self._journal.faults += 1
            raise ConnectionCut

    async def telling(self) -> None:
        """Lose every fourth message, and its stream."""
        if self._stream():
            self._journal.faults += 1
            raise ConnectionCut


class RefusedCalls(Fault):
    """For a while every call is refused with the same problem, which also ends open streams."""

    kind: ProblemType
    streams = True
    """Whether streams are refused, too."""

    async def called(self, call: Call) -> None:
        """Refuse a call while the fault lasts."""
        if call.method != "Answer" and (self.streams or call.method not in STREAMS) and self._lasting():
            raise _refusal(self.kind, self._left())

    async def asked(self, command: Command) -> None:
        """Refuse a command while the fault lasts."""
        if self._lasting():
            command.excused, command.wait = True, self._left()
            raise _refusal(self.kind, command.wait)

    def _left(self) -> float:
        return max(self._began + self._seconds - time.monotonic(), 0.05)


class TooManyRequests(RefusedCalls):
    """The service reports that the client calls too often, and when to come back."""

    kind = TOO_MANY_REQUESTS
    streams = False


class StoreUnavailable(RefusedCalls):
    """The store is unavailable for a while."""

    kind = STORE_UNAVAILABLE

    def _left(self) -> float:
        return 0.05


class Draining(RefusedCalls):
    """The process shuts down: its streams end, and calls are refused."""

    kind = DRAINING

    async def telling(self) -> None:
        """End the stream."""
        if self._lasting():
            raise _refusal(DRAINING, 0.05)

    def _left(self) -> float:
        return 0.05


class OutsideAction(Fault):
    """An outside action happens before a command is passed on, at the commands numbered in `moments`."""

    moments: tuple[int, ...] = (3,)

    def __init__(self, journal: Journal, seconds: float, act: Callable[[Command], Awaitable[None]]) -> None:
        super().__init__(journal, seconds)
        self._act, self._seen = act, 0

    async def asked(self, command: Command) -> None:
        """Act if this command is one of the moments."""
        self._seen += 1
        if self._seen in self.moments:
            self._journal.faults += 1
            command.excused = True
            await self._act(command)


class ActsThrice(OutsideAction):
    """Acts three times in a game."""

    moments = (2, 5, 8)


class ActsTwice(OutsideAction):
    """Acts twice in a game."""

    moments = (3, 7)


class ActsAfterwards(OutsideAction):
    """An outside action happens after a command was carried out; its sender finds out at its next request."""

    async def asked(self, command: Command) -> None:
        """Pass it on."""

    async def carried_out(self) -> None:
        """Act if this command is one of the moments."""
        await super().asked(self._journal.commands[-1])


def _refusal(kind: ProblemType, seconds: float) -> Refusal:
    return Refusal(kind, verbatim("this is a check of the conformance kit"), retry_after=seconds)
