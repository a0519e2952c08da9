"""Playing the ladder: every ruleset at every number of players, the same bots, for as long as there is time.

What was played lies in a folder for each ruleset, as the arena keeps it; the next run goes on from there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from multiprocessing import get_context
from multiprocessing.pool import AsyncResult
from pathlib import Path
from time import monotonic, sleep

from podesta_engines import RULESETS
from podesta_engines.arena.book import Book, OtherPlan, Plan
from podesta_engines.arena.match import Block, Task, play_block, tasks

PLAYERS = ["random", "greedy", "search:10ms", "search:40ms", "search:160ms"]
RESULTS = Path(__file__).parent / "results"
_LOOK = 0.2
"""Seconds between two looks at whether a block has ended."""
Rung = tuple[str, int]
"""A ruleset's id and a number of players."""


def plan(ruleset: str) -> Plan:
    """What the ladder of a ruleset is, at every number of its players."""
    return Plan(ruleset, PLAYERS, list(RULESETS.named(ruleset).seats))


def agree(folder: Path) -> None:
    """Keep compiled and plain engines apart, which think different numbers of thoughts in the same time.

    Raises OtherPlan.
    """
    path = folder / "build.txt"
    folder.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        path.write_text(f"{RULESETS.build}\n", "utf-8")
    if (there := path.read_text("utf-8").strip()) != RULESETS.build:
        raise OtherPlan(f"{folder} is of another build, {there}, and these engines are {RULESETS.build}")


def cost(block: Block) -> float:
    """Seconds of CPU that a block took to think."""
    return sum(sum(game.played.cpu) for game in block.games)


class Ladder:
    """The books of some rulesets, and what is due next in them."""

    def __init__(self, books: dict[str, Book], rungs: list[Rung]) -> None:
        self._books, self._rungs = books, rungs
        self._spent: Counter[Rung] = Counter()
        self._blocks: Counter[Rung] = Counter(dict.fromkeys(rungs, 0))
        self._begun = {rung: books[rung[0]].done(rung[1]) for rung in rungs}
        for ruleset, book in books.items():
            for block in book.blocks:
                self._count((ruleset, block.seats), block)

    def _count(self, rung: Rung, block: Block) -> None:
        self._spent[rung] += cost(block)  # type: ignore[assignment]
        self._blocks[rung] += 1

    def next(self) -> Task:
        """The next block, begun: where least time was spent so far, blocks that were begun counting as the others."""
        rung = min(self._rungs, key=self._due)
        number = next(each for each in count() if each not in self._begun[rung])
        self._begun[rung].add(number)
        return next(tasks(RULESETS.named(rung[0]), PLAYERS, [number], seats=rung[1]))

    def _due(self, rung: Rung) -> tuple[float, int]:
        begun, ended = len(self._begun[rung]), self._blocks[rung]
        return self._spent[rung] * begun / max(1, ended), begun

    def add(self, task: Task, block: Block) -> None:
        """Keep a block that has ended."""
        self._books[task.ruleset].add(block)
        self._count((task.ruleset, task.seats), block)


def run(folder: Path, rungs: list[Rung], minutes: float, jobs: int, tick: Callable[[Task, Block], object]) -> None:
    """Play blocks until the time is up; those that have not ended by then are lost. Raises OtherPlan."""
    agree(folder)
    with ExitStack() as stack:
        books = {
            ruleset: stack.enter_context(Book(folder / ruleset, plan(ruleset)))
            for ruleset in dict.fromkeys(ruleset for ruleset, _ in rungs)
        }
        ladder = Ladder(books, rungs)
        for task, block in _played(ladder.next, monotonic() + 60 * minutes, jobs):
            ladder.add(task, block)
            tick(task, block)


def _played(following: Callable[[], Task], until: float, jobs: int) -> Iterator[tuple[Task, Block]]:
    """Blocks as they end, one in each process; leaving ends the processes."""
    with get_context("forkserver").Pool(jobs) as pool:
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
