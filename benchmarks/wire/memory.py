"""Whether memory stays flat: `python -m benchmarks.wire.memory [moves] [minutes] [known]`, by hand; it takes long.

So many games are opened first, and each of their tokens is used: what a process remembers of games and tokens has
bounds that the games of a million moves do not reach, and would grow until they do. Then whole games of every ruleset
are played over gRPC on a service that may keep few of them in memory. What the process has is looked at every few
thousand moves; a line through the later half says what a move leaves behind.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from pathlib import Path
from statistics import linear_regression
from time import perf_counter
from typing import Any

import grpc
import uvloop

from benchmarks.helping import offer_help
from podesta.v1 import game_master_pb2 as pb
from podesta.v1.game_master_pb2_grpc import GameMasterStub
from podesta_engines import RULESETS
from podesta_eventstore import open_store
from podesta_service.model import STATUSES
from podesta_service.settings import read_key
from tests.kit.process import ServiceProcess, running_service

from .calls import SETTINGS, Games
from .fanout import memory
from .load import run_grpc
from .moves import Move

MOVES = 1_000_000
MINUTES = 60.0
GAMES = 16
"""At a time."""
EVERY = 5_000
KNOWN = 22_000
"""Of 20,000 games a process remembers something; the tables of these memories grow for the last time at 21,846."""
KEPT = {"CACHED_GAMES": "100"}
FLAT = 1.0
"""Bytes that a move may leave behind: a megabyte in a million moves."""


class WholeGames(Games):
    """Opens games and foresees all their moves."""

    async def whole(self) -> list[Move]:
        """The moves of one game from its start to its end."""
        found = await self._some(sys.maxsize)
        self._expected[found[-1].game] = len(found) + 1
        return found


async def fill(stub: Any, count: int) -> None:
    """Open so many games of two, and look at each as either of them."""

    async def one() -> None:
        opened = await stub.CreateGame(pb.CreateGameRequest(ruleset="golden-horn", seats=[pb.SeatPlan(claim=True)] * 2))
        for token in opened.tokens:
            bearer = [("authorization", f"Bearer {token.token}")]
            await stub.GetGame(pb.GetGameRequest(game=opened.game.game), metadata=bearer)

    for begin in range(0, count, GAMES):
        await asyncio.gather(*(one() for _ in range(min(GAMES, count - begin))))


async def play(service: ServiceProcess, folder: Path, most: int, minutes: float, known: int) -> list[tuple[int, int]]:
    """Play until enough moves are made or time is up: the process' bytes after so many moves."""
    store = await open_store(f"unix://{folder}/valkey.sock", folder, lists=STATUSES)
    key = read_key((folder / "master.key").read_text())
    names = [ruleset.id for ruleset in RULESETS.all()]
    seen: list[tuple[int, int]] = []
    moves, until = 0, perf_counter() + 60 * minutes
    async with grpc.aio.insecure_channel(service.grpc) as channel:
        stub = GameMasterStub(channel)
        await fill(stub, known)
        print(f"{known:9,} games {memory(service.pid) / 2**20:8.2f} MiB", flush=True)
        games = WholeGames(stub, store, key, names)
        while moves < most and perf_counter() < until:
            lanes = [[move.over_grpc(minimal=True) for move in await games.whole()] for _ in range(GAMES)]
            moves += len(await run_grpc(service.grpc, lanes))
            await games.check()
            if moves >= EVERY * (len(seen) + 1):
                seen.append((moves, memory(service.pid)))
                print(f"{seen[-1][0]:9,} moves {seen[-1][1] / 2**20:8.2f} MiB", flush=True)
    await store.close()
    return seen


def show(seen: list[tuple[int, int]], seconds: float) -> None:
    """What a move leaves behind, by the later half."""
    later = seen[len(seen) // 2 :]
    slope, _ = linear_regression([moves for moves, _ in later], [size for _, size in later])
    print(
        f"{seen[-1][0]:,} moves in {seconds / 60:.1f} minutes; in the later half {slope:.2f} bytes a move "
        f"(flat: {FLAT}), {(later[-1][1] - later[0][1]) / 2**20:+.2f} MiB"
    )


def main(most: int = MOVES, minutes: float = MINUTES, known: int = KNOWN) -> None:
    """Start the service, play, stop it."""
    started = perf_counter()
    with tempfile.TemporaryDirectory() as name, running_service(Path(name), **SETTINGS, **KEPT) as service:
        seen = uvloop.run(play(service, Path(name).resolve(), most, minutes, known))
    show(seen, perf_counter() - started)


if __name__ == "__main__":
    offer_help(__doc__)
    os.nice(15)
    main(*(kind(word) for kind, word in zip((int, float, int), sys.argv[1:], strict=False)))
