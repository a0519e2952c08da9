"""Times of answers, where a seat must not learn what they depend on: `python -m benchmarks.service.secrecy_timing`.

Two games differ only in what a seat may not know; their answers are the same to the byte (tests/contract). Could it
tell them apart by the clock? Three services on stores of their own hold the game, its twin, and the game once more.
The same calls are made on all three in an order that chance decides, and the times of the game are compared with those
of its twin, and, to see what noise and order alone do, with those of its copy.

`edge` is the probability that one answer of the twin takes longer than one of the game (one half: they cannot be told
apart), `p` how likely an edge so far from one half would be if both took equally long (Mann and Whitney's test, two
sided, ties counted). Nothing is asserted; of every twenty values of p one is below 0.05 by chance.

Times are those of the processor, for client and service together: what passes on a clock has more noise than anybody
outside would have to see through, and less that could be told apart. `wall` measures that instead.

Arguments: how many rounds (150), `wall`, rulesets (all).
"""

from __future__ import annotations

import asyncio
import gc
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from statistics import NormalDist, median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import structlog

from benchmarks.helping import offer_help
from podesta.v1 import game_master_pb2 as pb
from podesta.v1 import simulator_pb2 as sim
from podesta_engines import RULESETS, questions
from podesta_engines.core.ruleset import Ruleset
from podesta_eventstore import EmbeddedServer
from podesta_service.names import new_game
from podesta_service.table.table import fold_table
from tests.contract.secrecy.twins import Twins, twins
from tests.contract.secrecy.worlds import World, running_world, secret, token_of

CLOCK = perf_counter if "wall" in sys.argv else process_time
ROUNDS = 150
LONGEST = 150
"""Entries of a game."""
HEAD = f"{'median ± half the quartiles, µs':38}{'game':>16}{'twin':>18}{'copy':>18}{'twin: edge, p':>17}{'copy':>9}"
Call = Callable[[World], Awaitable[object]]


def edge(first: Sequence[float], second: Sequence[float]) -> tuple[float, float]:
    """How often a value of the second is larger than one of the first, and how likely that is by chance alone."""
    ranks = _ranks([*first, *second])
    n, m = len(first), len(second)
    larger = sum(ranks[n:]) - m * (m + 1) / 2
    spread = (n * m * (n + m + 1) / 12) ** 0.5
    return larger / (n * m), 2 * NormalDist().cdf(-abs(larger - n * m / 2) / spread)


def _ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value from 1, the mean one for equal values."""
    order = sorted(range(len(values)), key=values.__getitem__)
    found, start = [0.0] * len(values), 0
    while start < len(order):
        end = start
        while end < len(order) and values[order[end]] == values[order[start]]:
            end += 1
        for place in range(start, end):
            found[order[place]] = (start + 1 + end) / 2
        start = end
    return found


def calls(game: str, grown: Twins, seat: int) -> dict[str, Call]:
    """What a seat may ask again and again, by name."""
    token, path = token_of(game, seat), f"/v1/games/{game}"
    table = fold_table(game, grown.logs[0])
    asked = [(q.kind, q.options[0].word) for q in questions(table.position, seat)]
    kind, word = asked[0] if asked else (grown.ruleset.kinds[0].name, grown.ruleset.kinds[0].words.words[0].slug)
    answer = {"question": kind, "option": word}
    possible = sim.DeterminizeRequest(game=game, count=10, seed=1)
    return {
        "view, REST": lambda world: world.rest("GET", path, token),
        "view, gRPC": lambda world: world.grpc("GetGame", pb.GetGameRequest(game=game), token),
        "as a spectator": lambda world: world.rest("GET", path, None),
        "events": lambda world: world.rest("GET", f"{path}/events?after={len(grown) - 10}", token),
        "explain": lambda world: world.rest("POST", f"{path}/explain", token, answer),
        "preview": lambda world: world.rest("POST", f"{path}/preview", token, {"answers": [answer]}),
        "determinize": lambda world: world.grpc("Determinize", possible, token),
    }


async def measure(worlds: Sequence[World], ruleset: Ruleset, rounds: int, rnd: Random) -> None:
    """Print how a game, its twin and its copy compare, call by call."""
    game, grown = _apart(ruleset)
    for world, log in zip(worlds, (*grown.logs, grown.logs[0]), strict=True):
        for revision, entry in enumerate(log):
            await world.append(game, revision, entry)
    assert grown.seat is not None
    for name, call in calls(game, grown, grown.seat).items():
        times = await _timed(worlds, call, rounds, rnd)
        twin, copy = edge(times[0], times[1]), edge(times[0], times[2])
        shown = "  ".join(f"{median(each) * 1e6:8.0f} ± {_spread(each) * 1e6:5.0f}" for each in times)
        print(
            f"{ruleset.id:22}{name:16}{shown}   {twin[0]:5.3f} {twin[1]:6.3f}   {copy[0]:5.3f} {copy[1]:6.3f}",
            flush=True,
        )


def _apart(ruleset: Ruleset) -> tuple[str, Twins]:
    """A game and its twin, which differ where they end."""
    for seed in range(100):
        seats = ruleset.seats[-1]
        game = new_game()
        grown = twins(ruleset, seats, seed % seats, 3 * seed, LONGEST, secret(game))
        if grown.apart and grown.apart[-1]:
            return game, grown
    raise AssertionError(f"no twins of {ruleset.id} stay apart")


async def _timed(worlds: Sequence[World], call: Call, rounds: int, rnd: Random) -> list[list[float]]:
    """The seconds of a call on each world, in an order that is another one every round; the first rounds warm up."""
    times: list[list[float]] = [[] for _ in worlds]
    order = list(range(len(worlds)))
    for turn in range(rounds + 10):
        rnd.shuffle(order)
        for each in order:
            began = CLOCK()
            await call(worlds[each])
            if turn >= 10:
                times[each].append(CLOCK() - began)
    return times


def _spread(values: Sequence[float]) -> float:
    """Half the distance of the quartiles."""
    low, _, high = quantiles(values, n=4)
    return (high - low) / 2


async def run(rounds: int, rulesets: Sequence[Ruleset]) -> None:
    """Measure rulesets one after another."""
    with TemporaryDirectory() as folder:
        servers = [EmbeddedServer(Path(folder) / str(number), "everysec") for number in range(3)]
        try:
            for server in servers:
                server.start()
            async with AsyncExitStack() as stack:
                homes = [Path(folder) / f"data{number}" for number in range(3)]
                opened = [running_world(server.url, home) for server, home in zip(servers, homes, strict=True)]
                worlds = [await stack.enter_async_context(world) for world in opened]
                print(HEAD)
                for ruleset in rulesets:
                    await measure(worlds, ruleset, rounds, Random(1))
        finally:
            for server in servers:
                server.stop()


def main() -> None:
    """Measure what the arguments name."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    numbers = [int(each) for each in sys.argv[1:] if each.isdecimal()]
    named = [RULESETS.named(each) for each in sys.argv[1:] if not each.isdecimal() and each != "wall"]
    gc.disable()
    asyncio.run(run(numbers[0] if numbers else ROUNDS, named or RULESETS.all()))


if __name__ == "__main__":
    offer_help(__doc__)
    main()
