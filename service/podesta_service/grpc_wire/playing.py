"""Play: one stream on which a bot plays any number of games, one seat in each.

A reader takes the bot's messages, a task follows each joined game, and one writer sends the messages of all.
"""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from structlog.contextvars import bind_contextvars

from podesta.v1 import game_master_pb2 as pb
from podesta_engines.core.moves import Answered, Drawn
from podesta_service.context import command_of
from podesta_service.fairness.time_slices import on_behalf
from podesta_service.fairness.update_queue import UpdateQueue
from podesta_service.identity.tokens import Claims
from podesta_service.names import LONGEST_GAME
from podesta_service.problems import (
    BAD_TOKEN,
    DRAINING,
    EXPIRED_TOKEN,
    MALFORMED,
    NO_TOKEN,
    TOO_LARGE,
    Refusal,
    refuse,
    told,
)
from podesta_service.table.table import Step, Table
from podesta_service.telemetry.tracing import call_span
from podesta_service.views.following import Mode, Silence, UpdateStream

from .answers import checked
from .calls import Call, Gone, Logged, Requests, parse
from .convert import timestamp
from .refusals import problem_message
from .shown import within
from .viewing import MESSAGES, mode_of, whole

MOST_JOINED = 64
"""Maximum number of games on one stream at the same time."""
MOST_UNDER_WAY = 32
"""Maximum number of answers of one stream in progress at the same time."""
MOST_UNSENT = 256
"""Maximum number of messages that wait for a slow reader; then its games wait, until they are too far behind."""
_END = pb.PlayResponse()
"""Marks the end of the messages; not sent."""
_MOVES = frozenset((Answered, Drawn))
"""Events that change only the position."""


async def play(call: Call, requests: Requests) -> None:
    """Serve a bot until it has closed its side and all its games are over or left; raises Refusal."""
    try:
        await Stream(call).run(requests)
    except BaseExceptionGroup as failed:
        raise _innermost(failed) from None


def _innermost(failed: BaseException) -> BaseException:
    """The failure that ended a stream: an internal error, otherwise a disconnect, otherwise the first refusal."""
    if not isinstance(failed, BaseExceptionGroup):
        return failed
    causes = [_innermost(each) for each in failed.exceptions]
    return min(causes, key=lambda cause: 2 if isinstance(cause, Refusal) else 1 if isinstance(cause, Gone) else 0)


@dataclass(frozen=True)
class Joined:
    """The claims of a seat that plays on a stream, and the task that follows its game."""

    holder: Claims
    token: str = field(repr=False)
    task: asyncio.Task[None]


class Stream:
    """One bot's stream."""

    def __init__(self, call: Call) -> None:
        self._call, self._master = call, call.context.master
        self._joined: dict[str, Joined] = {}
        self._unsent, self._room = UpdateQueue[pb.PlayResponse | bytes](), asyncio.Semaphore(MOST_UNSENT)
        self._answers = asyncio.Semaphore(MOST_UNDER_WAY)

    async def run(self, requests: Requests) -> None:
        """Read to the end, wait for the games to end, write what is left."""
        async with asyncio.TaskGroup() as tasks:
            drain = tasks.create_task(self._drain())
            tasks.create_task(self._write())
            async for raw in requests:
                await self._take(tasks, parse(pb.PlayRequest, raw))
            while self._joined:
                await asyncio.wait([joined.task for joined in self._joined.values()])
            for _ in range(MOST_UNDER_WAY):
                await self._answers.acquire()  # all of them: no answer is in progress
            await self._say(_END)
            drain.cancel()

    async def _drain(self) -> None:
        await self._call.context.draining.wait()
        raise refuse(DRAINING, "join-again")

    async def _write(self) -> None:
        """Send queued messages to the end; a heartbeat after every silence."""
        try:
            while (said := await self._said(self._call.context.settings.heartbeat_seconds)) is not _END:
                await self._call.send(said)
        finally:
            self._unsent.close()

    async def _said(self, silence: float) -> pb.PlayResponse | bytes:
        """The next message to send."""
        said = await self._unsent.take(silence)
        if said is not None:
            self._room.release()
            return said
        return pb.PlayResponse(heartbeat=pb.Heartbeat(server_time=timestamp(self._call.context.master.server_time)))

    async def _say(self, said: pb.PlayResponse | bytes) -> None:
        """Queue a message once there is room for it."""
        await self._room.acquire()
        self._unsent.put(said)

    # -- messages from the bot ----------------------------------------------------------------------------------------

    async def _take(self, tasks: asyncio.TaskGroup, request: pb.PlayRequest) -> None:
        """Handle one message; a refusal does not end the stream."""
        match request.WhichOneof("request"):
            case "join":
                await self._join(tasks, request.join)
            case "answer":
                await self._answers.acquire()
                tasks.create_task(on_behalf(self._answer, request.answer))
            case "leave":
                self._leave(request.leave.game)
            case _:
                await self._refuse(refuse(MALFORMED, "play-request-empty", field="request"))

    async def _join(self, tasks: asyncio.TaskGroup, join: pb.Join) -> None:
        game, token = "", join.token
        try:
            self._call.count(token)
            game = self._master.gate.game_of(token)
            holder = await self._master.gate.holder(game, token)
            self._check_room(game)
            mode = mode_of(join.view)
        except Refusal as refusal:
            await self._refuse(refusal, game)
        else:
            following = tasks.create_task(on_behalf(self._follow, game, token, mode), name=f"play {game}")
            self._joined[game] = Joined(holder, token, following)

    def _check_room(self, game: str) -> None:
        if game in self._joined:
            raise refuse(MALFORMED, "joined-already")
        if len(self._joined) >= MOST_JOINED:
            raise refuse(TOO_LARGE, "stream-games-full", most=MOST_JOINED)

    def _leave(self, game: str) -> None:
        if joined := self._joined.pop(game, None):
            joined.task.cancel()

    async def _answer(self, given: pb.StreamAnswer) -> None:
        bind_contextvars(call="Play.Answer", game=given.game[:LONGEST_GAME])
        try:
            with (
                call_span("grpc", {}, fresh=True) as span,
                Logged(span),
                self._call.context.metrics.call("grpc", "Play.Answer"),
            ):
                accepted = await self._carry_out(given)
        except Refusal as refusal:
            await self._refuse(refusal, given.game, given.command_id)
        else:
            await self._say(pb.PlayResponse(accepted=accepted))
        finally:
            self._answers.release()

    async def _carry_out(self, given: pb.StreamAnswer) -> pb.Accepted:
        joined = self._joined.get(given.game)
        if joined is None:
            raise refuse(NO_TOKEN, "join-first")
        self._call.count(joined.token)
        self._master.gate.claims(given.game, joined.token)  # it may have expired
        answers = [(each.question, each.option) for each in given.answers]
        command = command_of(joined.holder, given.command_id, given.revision, checked(given.head))
        step, repeated = await self._master.answering.answer(command, answers, given.link)
        return pb.Accepted(
            game=given.game, command_id=given.command_id, revision=step.revision, repeated_command=repeated
        )

    # -- messages to the bot ------------------------------------------------------------------------------------------

    async def _refuse(self, refusal: Refusal, game: str = "", command_id: str = "") -> None:
        problem = problem_message(told(refusal, self._call.language))
        await self._say(pb.PlayResponse(refused=pb.Refused(game=game, command_id=command_id, problem=problem)))

    async def _follow(self, game: str, token: str, mode: Mode) -> None:
        """Send the seat each new question and the end; a token that has become invalid ends only this game."""
        try:
            following = await self._call.context.follow("grpc", game, token, None, self._call.language, mode)
            following.watcher.heed(_concerns)
            try:
                await self._tell_all(following)
            finally:
                await following.close()
        except Refusal as refusal:
            if refusal.kind not in (BAD_TOKEN, EXPIRED_TOKEN):
                raise
            await self._refuse(refusal, game)
        finally:
            if (joined := self._joined.get(game)) and joined.task is asyncio.current_task():
                del self._joined[game]

    async def _tell_all(self, following: UpdateStream) -> None:
        asked = None
        async with aclosing(following.tell(self._call.context.settings.heartbeat_seconds)) as saying:
            async for said in saying:
                if not isinstance(said, Silence):
                    asked = await self._tell(said.table if isinstance(said, Step) else said, following, asked)

    async def _tell(self, table: Table, following: UpdateStream, before: Any) -> Any:
        """Send the seat its turn or the end of the game, if that is new; return its questions."""
        seat = following.watcher.viewer
        assert seat is not None
        asked = _asked(table, seat)
        if table.status == "ended":
            await self._say(_shown(table, following, "ended"))
        elif before is None or (asked != before and asked[1]):
            await self._say(_shown(table, following, "turn"))
        return asked


def _shown(table: Table, following: UpdateStream, kind: str) -> pb.PlayResponse | bytes:
    """The game as the seat sees it."""
    if following.mode == "patch":
        before = following.told
        return pb.PlayResponse(patched=whole(following.base(table), before))
    return within(pb.PlayResponse, kind, following.game(table, MESSAGES))


def _concerns(before: Table, step: Step, seat: int) -> bool:
    """Whether a step matters to a seat's stream: the seat has or had a question, its holder changes, or the game ends.

    Most steps are other seats' turns: waking every seat for them would be a waste.
    """
    if not (before.status == step.table.status == "running"):
        return True
    asks = (*before.position.asks, *step.table.position.asks)
    return any(ask.seat == seat for ask in asks) or not all(type(each) in _MOVES for each in step.entry.events)


def _asked(table: Table, seat: int) -> tuple[Any, bool]:
    """The identity of the seat's question, and whether the seat must answer it or send the first link of its chain."""
    if table.status == "open":
        return table.link_of(seat), table.link_of(seat) is not None
    asked = table.status == "running" and any(ask.seat == seat for ask in table.position.asks)
    return table.position.moment(), asked
