"""The bars: who meets whom, how often, and the games so far, kept as the arena keeps them.

Any number of runs add to the same folders, one after another. Runs at the same time take different bars or rulesets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from itertools import count, product
from pathlib import Path
from time import monotonic

import msgspec
from msgspec import Struct

from benchmarks.ladder.playing import agree
from podesta_engines import RULESETS
from podesta_engines.arena.book import Book, Plan
from podesta_engines.arena.match import Block, LineUp, Task, line_ups, play_block

RESULTS = Path(__file__).parent / "results"


class Bar(Struct, frozen=True):
    """Two players, and a share that the first has to win: `wanted`, and all of its interval above `surely`.

    At the fewest seats they meet on duplicate deals, and the share is one of their meetings. A bar of `every` table has
    one seat of the first player against the second on all others, each game on a deal of its own, and the share is one
    of first places. `games` are enough at each number of seats.
    """

    name: str
    players: tuple[str, str]
    wanted: float = 0.0
    surely: float = 0.0
    games: int = 200
    every: bool = False

    def tables(self, ruleset: str) -> list[int]:
        """The numbers of seats at which it is played."""
        seats = RULESETS.named(ruleset).seats
        return list(seats if self.every else seats[:1])

    def plan(self, ruleset: str) -> Plan:
        """What is played of a ruleset, in the arena's words."""
        return Plan(ruleset, [*self.players], self.tables(ruleset), duplicate=not self.every)

    def line_ups(self, seats: int) -> list[LineUp]:
        """Who sits at a table, before the seats go round."""
        return [(0, *[1] * (seats - 1))] if self.every else line_ups(2, seats)

    def task(self, ruleset: str, seats: int, deal: int) -> Task:
        """A block to play."""
        found = self.line_ups(seats)
        return Task(ruleset, [*self.players], seats, deal, found[deal % len(found)], duplicate=not self.every)


def _whole(ms: int) -> tuple[str, str]:
    return f"search:{ms}ms", f"search:{ms}ms:horizon=0"


BARS = [
    Bar("value-40ms", _whole(40), 0.65, 0.5),
    Bar("value-160ms", _whole(160), 0.65, 0.5),
    Bar("greedy-40ms", ("search:40ms", "greedy"), 0.9, every=True),
    Bar("greedy-160ms", ("search:160ms", "greedy"), 0.9, every=True),
    Bar("greedy-strong", ("strong", "greedy"), 0.9, every=True),
    Bar("easy-random", ("easy", "random"), surely=0.5),
    Bar("greedy-easy", ("greedy", "easy"), surely=0.5, games=600),
    Bar("fair-greedy", ("fair", "greedy"), surely=0.5),
    Bar("strong-fair", ("strong", "fair"), surely=0.5),
]
"""Search with values against search whose play-outs go to the end; search against greedy; each level and the next."""


def named(name: str) -> Bar:
    """A bar by name; raises KeyError."""
    return {bar.name: bar for bar in BARS}[name]


class Course(Struct):
    """A bar in a ruleset, with what was played of it."""

    bar: Bar
    ruleset: str
    book: Book

    def games(self, seats: int) -> int:
        """How many games were played at so many seats."""
        return sum(len(block.games) for block in self.book.blocks if block.seats == seats)

    def left(self) -> list[int]:
        """The numbers of seats at which there are not enough games."""
        return [seats for seats in self.bar.tables(self.ruleset) if self.games(seats) < self.bar.games]

    def next(self, seats: int) -> Task:
        """The block that is next."""
        done = self.book.done(seats)
        return self.bar.task(self.ruleset, seats, next(each for each in count() if each not in done))


def run(
    folder: Path, bars: Sequence[Bar], rulesets: Sequence[str], minutes: float, tick: Callable[[Course, Block], object]
) -> None:
    """Play until the time is up or there is enough, always where there are fewest games. Raises OtherPlan."""
    agree(folder)
    until = monotonic() + 60 * minutes
    with ExitStack() as stack:
        courses = [Course(*each, stack.enter_context(_book(folder, *each))) for each in product(bars, rulesets)]
        while monotonic() < until and (due := list(_due(courses))):
            _, course, seats = min(due, key=lambda each: each[0])
            block = play_block(course.next(seats))
            course.book.add(block)
            tick(course, block)


def _book(folder: Path, bar: Bar, ruleset: str) -> Book:
    return Book(folder / bar.name / ruleset, bar.plan(ruleset))


def _due(courses: Sequence[Course]) -> Iterator[tuple[int, Course, int]]:
    """What has not enough games, with the games that it has."""
    for course in courses:
        yield from ((course.games(seats), course, seats) for seats in course.left())


def played(folder: Path, bar: Bar, ruleset: str) -> list[Block]:
    """What was played of a bar in a ruleset; a last line that is torn is passed over."""
    path = folder / bar.name / ruleset / "blocks.jsonl"
    whole = path.read_bytes().rpartition(b"\n")[0] if path.exists() else b""
    return [msgspec.json.decode(line, type=Block) for line in whole.splitlines()]
