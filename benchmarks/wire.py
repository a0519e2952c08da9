"""What a durable move costs over an empty call: `python -m benchmarks.wire` (about 20 seconds).

One service process with its private Valkey (`appendfsync always`), one echo server process, one client; they share the
machine's cores. The rounds of all lines are interleaved; compare only figures of one run.
"""

from __future__ import annotations

import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import grpc
import uvloop

from eventstore.address import Address
from eventstore.connection import Connection, connect
from podesta.v1 import game_master_pb2 as pb
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta.v1.words_pb2 import Answer
from tests.process import running_service

ROUNDS = 5
CALLS = 200
GAMES = 32
MOVES_EACH = 40
PATIENCE = 10.0
SETTINGS = {"LOG_LEVEL": "info", "TOKEN_CALLS": "1000000", "ADDRESS_CALLS": "1000000"}
ECHO = "/podesta.bench.Echo/Echo"


# -- what is measured --------------------------------------------------------------------------------------------------


class Table:
    """A running game that one client plays for every seat, with random answers."""

    def __init__(self, stub: Any, seed: int) -> None:
        self._stub, self._rnd = stub, Random(seed)
        self._game: Any = None
        self._tokens: list[str] = []

    async def open(self) -> None:
        """A new game of four seats."""
        seats = [pb.SeatPlan(claim=True)] * 4
        opened = await self._stub.CreateGame(pb.CreateGameRequest(ruleset="golden-horn", seats=seats))
        self._tokens, self._game = [token.token for token in opened.tokens], opened.game
        await self._look()

    async def prepare(self) -> Callable[[], Awaitable[None]]:
        """The next move, ready to be sent; only the sending is to be timed."""
        if not self._game.waiting:
            await self.open()
        (question,) = self._game.questions
        word = self._rnd.choice(question.options).word
        answer = Answer(question=question.kind, option=word)
        request = pb.AnswerRequest(
            game=self._game.game, revision=self._game.revision, command_id=uuid4().hex, answers=[answer]
        )
        metadata = self._credentials(question.seat)

        async def send() -> None:
            answered = await self._stub.Answer(request, metadata=metadata)
            self._game = answered.update.after

        return send

    async def look_again(self) -> None:
        """The questions of whoever is asked now, if the last answer did not bring them."""
        if self._game.waiting and not self._game.questions:
            await self._look()

    async def _look(self) -> None:
        seat = self._game.waiting[0].seat
        request = pb.GetGameRequest(game=self._game.game)
        self._game = (await self._stub.GetGame(request, metadata=self._credentials(seat))).game

    def _credentials(self, seat: int) -> list[tuple[str, str]]:
        return [("authorization", f"Bearer {self._tokens[seat]}")]


async def move_round(table: Table) -> list[float]:
    """Seconds of single moves, one after another."""
    taken = []
    for _ in range(CALLS):
        send = await table.prepare()
        taken.append(await timed(send))
        await table.look_again()
    return taken


async def echo_round(echo: Any) -> list[float]:
    """Seconds of empty calls."""
    return [await timed(lambda: echo(b"")) for _ in range(CALLS)]


async def xadd_round(connection: Connection, stream: str) -> list[float]:
    """Seconds of bare XADDs of 90 bytes on the service's own server."""
    return [await timed(lambda: connection.call("XADD", stream, "*", "d", b"x" * 90)) for _ in range(CALLS)]


async def crowd(tables: list[Table]) -> float:
    """Moves a second of many games at once; looking at whose turn it is counts as part of a move."""

    async def play(table: Table) -> None:
        for _ in range(MOVES_EACH):
            await (await table.prepare())()
            await table.look_again()

    started = time.perf_counter()
    await asyncio.gather(*map(play, tables))
    return len(tables) * MOVES_EACH / (time.perf_counter() - started)


async def echo_crowd(echo: Any) -> float:
    """Empty calls a second of as many callers."""

    async def call() -> None:
        for _ in range(MOVES_EACH):
            await echo(b"")

    started = time.perf_counter()
    await asyncio.gather(*(call() for _ in range(GAMES)))
    return GAMES * MOVES_EACH / (time.perf_counter() - started)


async def timed(call: Callable[[], Awaitable[object]]) -> float:
    """Seconds that a call takes."""
    started = time.perf_counter()
    await call()
    return time.perf_counter() - started


# -- the run -----------------------------------------------------------------------------------------------------------


async def measure(service: str, echo_target: str, socket: str) -> None:
    """Interleave the rounds and print the figures."""
    connection = await connect(Address(path=socket), PATIENCE)
    async with grpc.aio.insecure_channel(service) as channel, grpc.aio.insecure_channel(echo_target) as empty:
        echo, stub = empty.unary_unary(ECHO), GameMasterStub(channel)
        tables = [Table(stub, seed) for seed in range(GAMES)]
        for table in tables:
            await table.open()
        echoes, moves, adds, crowds, echo_crowds = [], [], [], [], []
        for _ in range(ROUNDS):
            echoes.append(statistics.median(await echo_round(echo)))
            adds.append(statistics.median(await xadd_round(connection, "bench")))
            moves.append(statistics.median(await move_round(tables[0])))
            crowds.append(await crowd(tables))
            echo_crowds.append(await echo_crowd(echo))
    connection.close()
    show(*map(statistics.median, (echoes, adds, moves, crowds, echo_crowds)))


def show(echo: float, add: float, move: float, crowd_rate: float, echo_rate: float) -> None:
    """The figures, and the ratios that goals are set for."""
    print(f"empty unary gRPC call, alone          p50 {echo * 1e6:7.0f} us")
    print(f"bare XADD, alone, appendfsync always  p50 {add * 1e6:7.0f} us")
    print(f"durable move over gRPC, alone         p50 {move * 1e6:7.0f} us")
    print(f"  / (empty call + XADD)                   {move / (echo + add):7.2f}   (goal: at most 2.5)")
    print(f"{GAMES} games at once, a Python client     {crowd_rate:8.0f} moves/s")
    print(f"  / empty calls, {GAMES} callers ({echo_rate:.0f}/s)     {crowd_rate / echo_rate:7.2f}")


async def serve_echo() -> None:
    """An empty unary call's server: answers what it gets."""

    async def echo(request: bytes, _context: object) -> bytes:
        return request

    service, name = ECHO.removeprefix("/").split("/")
    handlers = {name: grpc.unary_unary_rpc_method_handler(echo)}
    server = grpc.aio.server()
    server.add_generic_rpc_handlers([grpc.method_handlers_generic_handler(service, handlers)])
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    print(port, flush=True)
    await server.wait_for_termination()


def main() -> None:
    """Start both servers, measure, stop them."""
    echo = subprocess.Popen([sys.executable, "-m", "benchmarks.wire", "echo"], stdout=subprocess.PIPE, text=True)
    assert echo.stdout is not None
    try:
        target = f"127.0.0.1:{echo.stdout.readline().strip()}"
        with tempfile.TemporaryDirectory() as folder, running_service(Path(folder), **SETTINGS) as service:
            uvloop.run(measure(service.grpc, target, str(Path(folder).resolve() / "valkey.sock")))
    finally:
        echo.terminate()
        echo.wait()


if __name__ == "__main__":
    if sys.argv[1:] == ["echo"]:
        uvloop.run(serve_echo())
    else:
        main()
