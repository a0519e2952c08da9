"""Servers in one run: durable moves here, moves in memory on boardgame.io's server, and the floors beneath both.

Every server is timed by its own CPU while its callers wait for each answer: 32 at a time, 20 matches at boardgame.io's;
the rounds are interleaved. Podestà's moves are on disk before they are answered; boardgame.io's are kept nowhere.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

import grpc
import uvloop

from benchmarks.wire.calls import CALLS, Games, Line, Servers, cpu_seconds, lines, same, serving
from benchmarks.wire.load import Http1, Lane, run_over
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta_engines import RULESETS
from podesta_eventstore import open_store
from podesta_service.model import STATUSES
from podesta_service.settings import read_key
from tests.kit.ports import free_port

from .installing import NotInstalled, installed
from .running import Absent, Child, Figure
from .subjects import PEERS

ROUNDS, SECONDS, MATCHES = 5, 1.0, 20
OWN = "Podestà"
LINES = {
    "empty gRPC call": ("grpcio", "an empty call"),
    "durable move over gRPC": (OWN, "a durable move over gRPC"),
    "  minimal": (OWN, "the same, minimal"),
    "  over Play": (OWN, "a durable move over Play"),
    "echo of bare ASGI": ("uvicorn", "an echo over bare ASGI"),
    "JSON echo of Litestar": ("Litestar", "a JSON echo"),
    "durable move over REST": (OWN, "a durable move over REST"),
    "  minimal over REST": (OWN, "the same over REST, minimal"),
    "GET, 304": (OWN, "a poll over REST that finds nothing new"),
}
"""What the table says of the lines of `benchmarks.wire`."""
_HERE = Path(__file__).parent


class Reply(Http1):
    """A connection to a Valkey, whose short replies come in one piece."""

    def __init__(self, calls: Lane) -> None:
        super().__init__(calls, 0)
        self._expected = (b"$", b"*")

    def _whole(self) -> bool:
        return self._answer.endswith(b"\r\n")


def command(*words: bytes) -> bytes:
    """A command as a Valkey reads it."""
    return b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%s\r\n" % (len(word), word) for word in words)


def floors(folder: Path) -> list[Line]:
    """Bare appends and reads on the service's own Valkey."""
    valkey = int((folder / "valkey.pid").read_text())
    connect = partial(asyncio.get_running_loop().create_unix_connection, path=f"{folder}/valkey.sock")
    added = command(b"XADD", b"floor", b"MAXLEN", b"100", b"*", b"d", b"x" * 300)
    read = command(b"XRANGE", b"floor", b"-", b"+", b"COUNT", b"1")
    run = partial(run_over, connect, Reply)
    return [
        Line("a bare XADD, on disk", valkey, same(added), run, CALLS),
        Line("a bare XRANGE", valkey, same(read), run, CALLS),
    ]


class BoardgameIo:
    """boardgame.io's server and its callers."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        cores, port = sorted(os.sched_getaffinity(0)), str(free_port())
        environ = {**os.environ, "PEER": str(folder), "NODE_ENV": "production"}
        start = partial(Child, environ=environ)
        server = stack.enter_context(start(["node", str(_HERE / "server.cjs"), port], core=cores[0]))
        self._pid = int(server.wait())  # its own: `node` may be a script that starts it
        callers = ["node", str(_HERE / "callers.cjs"), port, str(MATCHES)]
        self._callers = stack.enter_context(start(callers, core=cores[-1]))
        self._callers.wait()

    def round(self) -> float:
        """Moves a second of the server's CPU."""
        used = cpu_seconds(self._pid)
        moves = int(self._callers.ask(SECONDS))
        return moves / max(cpu_seconds(self._pid) - used, 0.01)


@contextmanager
def peer(found: list[Figure | Absent]) -> Iterator[BoardgameIo | None]:
    """boardgame.io's server, if it can be had."""
    wanted = next(each for each in PEERS if each.registry == "npm")
    with ExitStack() as stack:
        try:
            yield BoardgameIo(stack, installed(wanted))
        except NotInstalled as error:
            found.append(Absent(f"{wanted.library}, its server", str(error)))
            yield None


async def measured(at: Servers, folder: Path, found: list[Figure | Absent], other: BoardgameIo | None) -> None:
    """Interleave the rounds of all."""
    key = read_key((folder / "master.key").read_text())
    store = await open_store(f"unix://{folder}/valkey.sock", folder, lists=STATUSES)
    async with grpc.aio.insecure_channel(at.grpc) as service, grpc.aio.insecure_channel(at.grpc_echo) as echo:
        games = Games(GameMasterStub(service), store, key, [ruleset.id for ruleset in RULESETS.all()])
        wire = [line for line in await lines(at, games, service, echo) if line.lanes > 1]
        every, rates = [*wire, *floors(folder)], list[float]()
        for _ in range(ROUNDS):
            for line in every:
                await line.round()
            await games.check()
            rates += [await asyncio.to_thread(other.round)] if other else []
    await store.close()
    found += [_figure(line) for line in every]
    found += [Figure("boardgame.io", "", "a move, kept in memory", rates)] if rates else []


def _figure(line: Line) -> Figure:
    library, game = LINES.get(line.name, ("Valkey", line.name))
    return Figure(library, "", game, [1 / max(used, 1e-6) for used in line.cpu])


def run() -> list[Figure | Absent]:
    """Calls a second of each server's CPU, round by round."""
    found: list[Figure | Absent] = []
    with serving() as (at, folder), peer(found) as other:
        uvloop.run(measured(at, folder, found, other))
    return found
