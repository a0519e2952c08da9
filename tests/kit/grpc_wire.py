"""Shared by the tests of the gRPC wire: games in a known position, and refusals read back."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

import grpc
import pytest
from google.rpc import error_details_pb2 as rpc
from grpc_status import rpc_status

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.words_pb2 import Answer
from podesta_service.context import Context
from podesta_service.grpc_wire import GrpcServer, start_grpc

if TYPE_CHECKING:  # the generated module has one stub for both kinds of channels, its types have two
    from podesta.v1.game_master_pb2_grpc import GameMasterAsyncStub as GameMasterStub
else:
    from podesta.v1.game_master_pb2_grpc import GameMasterStub

TIMEOUT = 20.0
"""Seconds for a call, or a wait, that would otherwise hang."""


def bearer(token: str) -> tuple[tuple[str, str], ...]:
    """The metadata of a seat's holder."""
    return (("authorization", f"Bearer {token}"),)


def command() -> str:
    """A new command id."""
    return uuid.uuid4().hex


@dataclass(frozen=True)
class Opened:
    """A game in which seat 0 is asked first, and its tokens."""

    id: str
    tokens: list[str]
    revision: int


async def opened(stub: GameMasterStub, seats: int = 2, **options: Any) -> Opened:
    """A running game with all seats ours."""
    request = pb.CreateGameRequest(
        ruleset="golden-horn", seats=[pb.SeatPlan(name=f"Seat {seat}", claim=True) for seat in range(seats)]
    )
    request.options.update({"start_seat": 0, "round_limit": 3, **options})
    made = await stub.CreateGame(request, timeout=TIMEOUT)
    return Opened(made.game.game, [each.token for each in made.tokens], made.game.revision)


def placing(game: Opened, /, **changes: Any) -> pb.AnswerRequest:
    """The first answer of seat 0."""
    fields = {
        "game": game.id,
        "revision": game.revision,
        "command_id": command(),
        "answers": [Answer(question="place_ships", option="venice.venice.venice")],
    }
    return pb.AnswerRequest(**{**fields, **changes})


async def look(stub: GameMasterStub, game: Opened, seat: int | None = None, **fields: Any) -> pb.Game:
    """The game as a seat sees it."""
    metadata = () if seat is None else bearer(game.tokens[seat])
    request = pb.GetGameRequest(game=game.id, **fields)
    return (await stub.GetGame(request, metadata=metadata, timeout=TIMEOUT)).game


async def play_out(stub: GameMasterStub, game: Opened, seed: int = 0) -> int:
    """Play a game to its end with unary calls, at random; returns its last revision."""
    rnd = Random(seed)
    shown = await look(stub, game)
    while shown.status == pb.STATUS_RUNNING:
        seat = shown.waiting[0].seat
        mine = await look(stub, game, seat)
        question = mine.questions[0]
        given = Answer(question=question.kind, option=rnd.choice(question.options).word)
        request = pb.AnswerRequest(game=game.id, revision=mine.revision, command_id=command(), answers=[given])
        answered = await stub.Answer(request, metadata=bearer(game.tokens[seat]), timeout=TIMEOUT)
        shown = answered.update.after
    return shown.revision


@dataclass(frozen=True)
class RefusalDetails:
    """A refusal as a caller reads it."""

    code: grpc.StatusCode
    reason: str
    info: rpc.ErrorInfo
    problem: pb.Problem
    details: dict[str, Any]


def read(error: Any) -> RefusalDetails:
    """The details of a failed call."""
    status = rpc_status.from_call(error)
    found: dict[str, Any] = {}
    for packed in status.details if status else ():
        for kind in (rpc.ErrorInfo, rpc.BadRequest, rpc.RetryInfo, rpc.RequestInfo, pb.Problem):
            detail = kind()
            if packed.Unpack(detail):
                found[kind.DESCRIPTOR.name] = detail
    info = found.get("ErrorInfo", rpc.ErrorInfo())
    return RefusalDetails(error.code(), info.reason, info, found.get("Problem", pb.Problem()), found)


async def refusal(call: Awaitable[Any]) -> RefusalDetails:
    """The refusal of a call that must fail."""
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call
    return read(caught.value)


async def reading(stream: Any) -> list[pb.WatchResponse]:
    """All responses to a watcher until the stream ends."""
    return [response async for response in stream]


def working() -> int:
    """The number of tasks in this process, without the store's permanent one."""
    return sum(task.get_name() != "doorbells" for task in asyncio.all_tasks())


@asynccontextmanager
async def serving(context: Context) -> AsyncIterator[tuple[GrpcServer, GameMasterStub]]:
    """A server of another process, with a stub that calls it."""
    server = await start_grpc(context)
    try:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            yield server, GameMasterStub(channel)
    finally:
        await server.stop(1.0)
