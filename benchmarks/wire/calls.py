"""The cost of a durable move compared with an empty call.

One service process with its private Valkey (`appendfsync always`) and one process of echoes share one core; the client
and the Valkey share another. Requests are encoded beforehand, the moves too (`moves`), and the client reads only the
end of an answer, so the server is what is measured. The rounds of all lines are interleaved; compare only figures of
one run. A server's CPU seconds per call show the same with less noise.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

import grpc

from podesta.v1 import game_master_pb2 as pb
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta_engines import RULESETS
from podesta_eventstore import EventStore, open_store
from podesta_service.model import STATUSES
from podesta_service.settings import read_key
from tests.kit.process import running_service

from .echo import ECHO
from .load import grpc_call, http_call, run_grpc, run_http
from .moves import Move, foreseen
from .playing import over_play, run_play

ROUNDS = 3
LANES = 32
CALLS = 200
"""Empty calls per lane and round."""
MOVES = 100
"""Moves per lane and round: about a game."""
SETTINGS = {
    "LOG_LEVEL": "info",
    "TOKEN_CALLS": "1000000",
    "ADDRESS_CALLS": "1000000",
    "TOKEN_COMPUTING": "0",
    "ADDRESS_COMPUTING": "0",
    "ADDRESS_GAMES_HOUR": "0",
    "ADDRESS_GAMES_DAY": "0",
}
_TICKS = os.sysconf("SC_CLK_TCK")


# -- processes and cores -----------------------------------------------------------------------------------------------


def pin(pid: int, core: int) -> None:
    """Keep a process with its threads on one core."""
    for thread in Path(f"/proc/{pid}/task").iterdir():
        with suppress(ProcessLookupError):
            os.sched_setaffinity(int(thread.name), {core})


def cpu_seconds(pid: int) -> float:
    """CPU seconds that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


# -- measurements ------------------------------------------------------------------------------------------------------


@dataclass
class Series:
    """Figures of one kind of call: in rounds, alone and by many lanes at once."""

    name: str
    pid: int
    prepare: Callable[[int, int], Awaitable[list[Any]]]
    """Makes a number of lanes with a number of calls each."""
    run: Callable[[Sequence[Any]], Awaitable[list[float]]]
    calls: int
    alone: list[float] = field(default_factory=list)
    rates: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)

    async def round(self) -> None:
        """One round alone, one with all lanes."""
        self.alone.append(median(await self.run(await self.prepare(1, 3 * self.calls))))
        lanes = await self.prepare(LANES, self.calls)
        used, started = cpu_seconds(self.pid), perf_counter()
        calls = len(await self.run(lanes))
        self.rates.append(calls / (perf_counter() - started))
        self.cpu.append((cpu_seconds(self.pid) - used) / calls)

    def show(self, beside: Series) -> None:
        """Print the medians, also relative to another series."""
        alone, rate, cpu = median(self.alone), median(self.rates), median(self.cpu)
        print(f"{self.name:28} {alone * 1e6:7.0f} us {rate:8.0f}/s {cpu * 1e6:7.0f} us", end="")
        print(
            f"   {alone / median(beside.alone):6.2f} {rate / median(beside.rates):6.2f} {median(beside.cpu) / cpu:6.2f}"
            if beside is not self
            else ""
        )


class Games:
    """Opens games on the service and computes their moves in advance."""

    def __init__(self, stub: Any, store: EventStore, key: bytes, rulesets: Sequence[str]) -> None:
        self._stub, self._store, self._key, self._rulesets = stub, store, key, rulesets
        self._rnd = Random(1)
        self._opened = 0
        self._expected: dict[str, int] = {}

    async def idle(self) -> Move:
        """A move that is never made."""
        return (await self._some(1))[0]

    async def moves(self, count: int) -> list[Move]:
        """Moves of one game after another, to be made before `check`."""
        found: list[Move] = []
        while len(found) < count:
            found += await self._some(count - len(found))
        self._expected |= {move.game: move.revision + 1 for move in found}
        return found

    async def _some(self, count: int) -> list[Move]:
        ruleset, self._opened = self._rulesets[self._opened % len(self._rulesets)], self._opened + 1
        seats = [pb.SeatPlan(claim=True)] * max(RULESETS.named(ruleset).seats)
        opened = await self._stub.CreateGame(pb.CreateGameRequest(ruleset=ruleset, seats=seats))
        game, tokens = opened.game.game, [token.token for token in opened.tokens]
        return await foreseen(self._store, self._key, game, tokens, count, self._rnd)

    async def check(self) -> None:
        """Raise AssertionError unless every move was taken."""
        for game, revision in self._expected.items():
            assert await self._store.head(game) == revision, f"a move of {game} was refused"
        self._expected.clear()


# -- the lines ---------------------------------------------------------------------------------------------------------


@dataclass
class Servers:
    """The addresses and process ids of all servers."""

    service: int
    grpc: str
    rest: str
    echo: int
    grpc_echo: str
    rest_echo: str
    bare_echo: str


def same(call: Any) -> Callable[[int, int], Awaitable[list[Any]]]:
    """Lanes with one call repeated."""

    async def prepare(lanes: int, calls: int) -> list[Any]:
        return [[call] * calls] * lanes

    return prepare


def moving(games: Games, encode: Callable[[Move], Any]) -> Callable[[int, int], Awaitable[list[Any]]]:
    """Lanes of moves."""

    async def prepare(lanes: int, calls: int) -> list[Any]:
        return [[encode(move) for move in await games.moves(calls)] for _ in range(lanes)]

    return prepare


async def lines(at: Servers, games: Games, service: grpc.aio.Channel) -> list[Series]:
    """Every series: of each wire the echo first."""
    move = await games.idle()
    known = {"Authorization": f"Bearer {move.token}", "If-None-Match": f'"1-{move.seat}-en"'}
    get = http_call("GET", f"/v1/games/{move.game}", known)
    posted = http_call("POST", "/echo", {}, b'{"answers":[{"question":"act","option":"move.ship_a_one.blue"}]}')
    over_grpc, over_rest = moving(games, Move.over_grpc), moving(games, Move.over_rest)
    little_grpc = moving(games, partial(Move.over_grpc, minimal=True))
    little_rest = moving(games, partial(Move.over_rest, minimal=True))
    wire, rest = partial(run_grpc, at.grpc), partial(run_http, at.rest)
    empty, rest_echo = same(grpc_call(ECHO, b"")), partial(run_http, at.rest_echo)
    return [
        Series("empty gRPC call", at.echo, empty, partial(run_grpc, at.grpc_echo), CALLS),
        Series("durable move over gRPC", at.service, over_grpc, wire, MOVES),
        Series("  minimal", at.service, little_grpc, wire, MOVES),
        Series("  over Play", at.service, moving(games, over_play), partial(run_play, service), MOVES),
        Series("echo of bare ASGI", at.echo, same(posted), partial(run_http, at.bare_echo), CALLS),
        Series("JSON echo of Litestar", at.echo, same(posted), rest_echo, CALLS),
        Series("durable move over REST", at.service, over_rest, rest, MOVES),
        Series("  minimal over REST", at.service, little_rest, partial(rest, status=204), MOVES),
        Series("GET, 304", at.service, same(get), partial(rest, status=304), CALLS),
    ]


async def measure(at: Servers, folder: Path, rulesets: Sequence[str], rounds: int = ROUNDS) -> None:
    """Interleave the rounds and print the figures."""
    store = await open_store(f"unix://{folder}/valkey.sock", folder, lists=STATUSES)
    key = read_key((folder / "master.key").read_text())
    async with grpc.aio.insecure_channel(at.grpc) as service:
        games = Games(GameMasterStub(service), store, key, rulesets)
        every = await lines(at, games, service)
        for _ in range(rounds):
            for line in every:
                await line.round()
            await games.check()
    await store.close()
    print(f"{'':28} {'alone':>10} {f'{LANES} lanes':>10} {'CPU/call':>10}   beside its echo: alone, rate, CPU")
    beside = every[0]
    for line in every:
        beside = line if line.pid == at.echo else beside
        line.show(beside)


@contextmanager
def serving() -> Iterator[tuple[Servers, Path]]:
    """Both servers and the folder of the service's store: servers on one core, client and Valkey on the other."""
    cores = sorted(os.sched_getaffinity(0))
    server_core, client_core = cores[0], cores[-1]
    echo = subprocess.Popen([sys.executable, "-m", "benchmarks.wire.echo"], stdout=subprocess.PIPE, text=True)
    assert echo.stdout is not None
    try:
        echoes = [f"127.0.0.1:{port}" for port in echo.stdout.readline().split()]
        with tempfile.TemporaryDirectory() as name, running_service(Path(name), **SETTINGS) as service:
            pin(service.pid, server_core)
            pin(echo.pid, server_core)
            for child in service.children:
                pin(child, client_core)
            pin(os.getpid(), client_core)
            yield Servers(service.pid, service.grpc, service.rest, echo.pid, *echoes), Path(name).resolve()
    finally:
        echo.terminate()
        echo.wait()
