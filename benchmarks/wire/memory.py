"""Whether memory stays flat: `python -m benchmarks.wire.memory [moves] [minutes]`, by hand; a million moves take long.

Whole games of every ruleset are played over gRPC on a service that may keep few of them in memory, so that all its
memories are soon full. What the process has is then looked at every few thousand moves; a line through the later half
says what a move leaves behind.
"""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from statistics import linear_regression
from time import perf_counter

import grpc
import uvloop

from benchmarks.helping import offer_help
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


async def play(service: ServiceProcess, folder: Path, most: int, minutes: float) -> list[tuple[int, int]]:
    """Play until enough moves are made or time is up: the process' bytes after so many moves."""
    store = await open_store(f"unix://{folder}/valkey.sock", folder, lists=STATUSES)
    key = read_key((folder / "master.key").read_text())
    names = [ruleset.id for ruleset in RULESETS.all()]
    seen: list[tuple[int, int]] = []
    moves, until = 0, perf_counter() + 60 * minutes
    async with grpc.aio.insecure_channel(service.grpc) as channel:
        games = WholeGames(GameMasterStub(channel), store, key, names)
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


def main(most: int = MOVES, minutes: float = MINUTES) -> None:
    """Start the service, play, stop it."""
    started = perf_counter()
    with tempfile.TemporaryDirectory() as name, running_service(Path(name), **SETTINGS, **KEPT) as service:
        seen = uvloop.run(play(service, Path(name).resolve(), most, minutes))
    show(seen, perf_counter() - started)


if __name__ == "__main__":
    offer_help(__doc__)
    os.nice(15)
    main(*(kind(word) for kind, word in zip((int, float), sys.argv[1:], strict=False)))
