"""A move in one of few running games, and in one of many: two processes that keep them, in turn on one store.

A machine may be half as fast again from one minute to the next, so the compared moves are made within the same second.
They are equally far in their games on average, and each game rests while its process moves others.
`python -m benchmarks.growth.turns URL FOLDER COUNT` keeps COUNT games, and moves some for each line that it reads.
"""

from __future__ import annotations

import asyncio
import gc
import json
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median

from podesta_service.master import Master
from podesta_service.table.table import Table

from .inside import master, move, open_games

FEW, SPAN = 10, 40
"""The smaller number of games; how many moves a game makes."""
ROUNDS, MOVES = 40, 20
"""How often each process moves, and in how many games at a time."""
Turn = Callable[[], float]
"""Makes a process move; returns the median of the seconds of CPU that it took."""


async def kept(made: Master, count: int, rnd: Random) -> deque[Table]:
    """Opens games; those to move in are spread evenly, each after a random number of moves.

    The cached state of a resting game is as old as its last move.
    """
    every = max(1, count // (ROUNDS * MOVES))
    games = deque[Table]()
    for number in range(count):
        (table,) = await open_games(made, 1)
        if number % every == 0:
            games.append(await _on(made, table, rnd))
    rnd.shuffle(games)
    return games


async def _on(made: Master, table: Table, rnd: Random) -> Table:
    for _ in range(rnd.randrange(SPAN)):
        table, _ = await move(made, table, rnd)
    return table


async def turn(made: Master, games: deque[Table], rnd: Random) -> float:
    """Moves in the games that have rested longest; where there are few, new ones replace old ones."""
    taken = []
    for _ in range(MOVES):
        table, seconds = await move(made, games.popleft(), rnd)
        taken.append(seconds)
        games.append(table if table.revision < SPAN else (await open_games(made, 1))[0])
    return median(taken)


async def worker(url: str, folder: Path, count: int) -> None:
    """Keep games, and move some for each line of input."""
    rnd = Random(2)
    async with master(url, folder) as made:
        games = await kept(made, count, rnd)
        gc.collect()
        gc.freeze()
        print("ready", flush=True)
        for _ in sys.stdin:
            print(json.dumps(await turn(made, games, rnd)), flush=True)


@contextmanager
def process(url: str, folder: Path, count: int) -> Iterator[Turn]:
    """A process that keeps a number of games."""
    command = [sys.executable, "-m", "benchmarks.growth.turns", url, str(folder), str(count)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as worked:
        assert worked.stdin
        assert worked.stdout

        def moved() -> float:
            print(file=worked.stdin, flush=True)
            return float(worked.stdout.readline())  # type: ignore[union-attr]

        assert worked.stdout.readline() == "ready\n"
        yield moved
        worked.stdin.close()


def by_number(url: str, folder: Path, count: int) -> tuple[float, float]:
    """Seconds of a move among few games, and the ratio among many: medians of the rounds."""
    with process(url, folder, count) as many, process(url, folder, FEW) as few:
        rounds = [(few(), many()) for _ in range(ROUNDS)]
    return median(one for one, _ in rounds), median(more / one for one, more in rounds)


if __name__ == "__main__":
    asyncio.run(worker(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])))
