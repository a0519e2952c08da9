"""Playing the ladder: the same bots in every ruleset at every number of players, for a given time.

Each ruleset has a folder of the arena, which the next run continues.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from multiprocessing.pool import AsyncResult
from pathlib import Path
from time import monotonic, sleep

from lab.results import agree
from podesta_engines import RULESETS
from podesta_engines.play.processes import process_context
from podesta_lab.arena.match import Block, Task, play_block, tasks
from podesta_lab.arena.match_folder import MatchFolder, MatchPlan

PLAYERS = ["random", "greedy", "search:10ms", "search:40ms", "search:160ms"]
FOLDER = Path("build/ladder")
"""The default folder for playing."""
_LOOK = 0.2
"""Seconds between two checks of whether a block has ended."""
Rung = tuple[str, int]
"""A ruleset's id and a number of players."""


def plan(ruleset: str) -> MatchPlan:
    """The plan of a ruleset's ladder, at every number of players."""
    return MatchPlan(ruleset, PLAYERS, list(RULESETS.named(ruleset).seats))


def cost(block: Block) -> float:
    """The seconds of CPU that the players of a block used."""
    return sum(sum(game.played.cpu) for game in block.games)


class Ladder:
    """The match folders of some rulesets, and the next block due in them."""

    def __init__(self, matches: dict[str, MatchFolder], rungs: list[Rung]) -> None:
        self._matches, self._rungs = matches, rungs
        self._spent: Counter[Rung] = Counter()
        self._blocks: Counter[Rung] = Counter(dict.fromkeys(rungs, 0))
        self._begun = {rung: matches[rung[0]].done(rung[1]) for rung in rungs}
        for ruleset, match in matches.items():
            for block in match.blocks:
                self._count((ruleset, block.seats), block)

    def _count(self, rung: Rung, block: Block) -> None:
        self._spent[rung] += cost(block)  # type: ignore[assignment]
        self._blocks[rung] += 1

    def next(self) -> Task:
        """Begin the next block, where least time has been spent; blocks in progress count as average ones."""
        rung = min(self._rungs, key=self._due)
        number = next(each for each in count() if each not in self._begun[rung])
        self._begun[rung].add(number)
        return next(tasks(RULESETS.named(rung[0]), PLAYERS, [number], seats=rung[1]))

    def _due(self, rung: Rung) -> tuple[float, int]:
        begun, ended = len(self._begun[rung]), self._blocks[rung]
        return self._spent[rung] * begun / max(1, ended), begun

    def add(self, task: Task, block: Block) -> None:
        """Add a finished block."""
        self._matches[task.ruleset].add(block)
        self._count((task.ruleset, task.seats), block)


def run(folder: Path, rungs: list[Rung], minutes: float, jobs: int, tick: Callable[[Task, Block], object]) -> None:
    """Play blocks until the time is up; unfinished ones are lost. Raises PlanMismatch."""
    agree(folder)
    with ExitStack() as stack:
        matches = {
            ruleset: stack.enter_context(MatchFolder(folder / ruleset, plan(ruleset)))
            for ruleset in dict.fromkeys(ruleset for ruleset, _ in rungs)
        }
        ladder = Ladder(matches, rungs)
        for task, block in _played(ladder.next, monotonic() + 60 * minutes, jobs):
            ladder.add(task, block)
            tick(task, block)


def _played(following: Callable[[], Task], until: float, jobs: int) -> Iterator[tuple[Task, Block]]:
    """Blocks as they end, one in each process; closing the generator ends the processes."""
    with process_context(play_block).Pool(jobs) as pool:
        waiting: list[tuple[Task, AsyncResult[Block]]] = []
        while monotonic() < until:
            while len(waiting) < jobs:
                task = following()
                waiting.append((task, pool.apply_async(play_block, (task,))))
            ended = [each for each in waiting if each[1].ready()]
            waiting = [each for each in waiting if each not in ended]
            yield from ((task, result.get()) for task, result in ended)
            if not ended:
                sleep(_LOOK)


def all_rungs(rulesets: list[str], fewest: bool = False) -> list[Rung]:
    """Every number of players of some rulesets, or only the fewest."""
    return [
        (ruleset, seats) for ruleset in rulesets for seats in [*RULESETS.named(ruleset).seats][: 1 if fewest else None]
    ]
