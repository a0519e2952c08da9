"""The bars: their players, the number of games, and the games so far, in folders of the arena.

Runs add to the same folders, one after another; simultaneous runs must take different bars or rulesets.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from itertools import count, product
from pathlib import Path
from time import monotonic

from msgspec import Struct

from lab.results import agree
from podesta_engines import RULESETS
from podesta_engines.play.house import EXPERT, seats_of
from podesta_lab.arena.match import Block, LineUp, Task, line_ups, play_block
from podesta_lab.arena.match_folder import MatchFolder, MatchPlan

FOLDER = Path("build/bars")
"""The default folder for playing."""


class Bar(Struct, frozen=True):
    """Two players, and the share that the first must win: at least `wanted`, with its whole interval above `surely`.

    At the fewest seats they meet on duplicate deals, and the share is one of their meetings. A bar with `every` is
    played at all tables, one seat of the first player against the second on all others, each game on its own deal, and
    the share is one of first places. `games` is how many are enough at each number of seats.
    """

    name: str
    players: tuple[str, str]
    wanted: float = 0.0
    surely: float = 0.0
    games: int = 200
    every: bool = False

    def tables(self, ruleset: str) -> list[int]:
        """The numbers of seats at which both players can play."""
        rules = RULESETS.named(ruleset)
        seats = [each for each in rules.seats if EXPERT not in self.players or each in seats_of(rules, EXPERT)]
        return seats if self.every else seats[:1]

    def plan(self, ruleset: str) -> MatchPlan:
        """The arena's plan for a ruleset."""
        return MatchPlan(ruleset, [*self.players], self.tables(ruleset), duplicate=not self.every)

    def line_ups(self, seats: int) -> list[LineUp]:
        """The line-ups, before they are rotated."""
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
    Bar("expert-strong", ("expert", "strong"), 0.65, 0.5),
]
"""Search with values against search that plays out to the end; search against greedy; each level against the next."""


def named(name: str) -> Bar:
    """A bar by name; raises KeyError."""
    return {bar.name: bar for bar in BARS}[name]


class BarMatch(Struct):
    """A bar in a ruleset, and its games so far."""

    bar: Bar
    ruleset: str
    folder: MatchFolder

    def games(self, seats: int) -> int:
        """The number of games played at a number of seats."""
        return sum(len(block.games) for block in self.folder.blocks if block.seats == seats)

    def left(self) -> list[int]:
        """The numbers of seats at which there are not enough games."""
        return [seats for seats in self.bar.tables(self.ruleset) if self.games(seats) < self.bar.games]

    def next(self, seats: int) -> Task:
        """The next block."""
        done = self.folder.done(seats)
        return self.bar.task(self.ruleset, seats, next(each for each in count() if each not in done))


def run(
    folder: Path,
    bars: Sequence[Bar],
    rulesets: Sequence[str],
    minutes: float,
    tick: Callable[[BarMatch, Block], object],
) -> None:
    """Play until the time is up or there are enough games, always where there are fewest. Raises PlanMismatch."""
    agree(folder)
    until = monotonic() + 60 * minutes
    with ExitStack() as stack:
        matches = [
            BarMatch(*each, stack.enter_context(_match_folder(folder, *each)))
            for each in product(bars, rulesets)
            if each[0].tables(each[1])
        ]
        while monotonic() < until and (due := list(_due(matches))):
            _, match, seats = min(due, key=lambda each: each[0])
            block = play_block(match.next(seats))
            match.folder.add(block)
            tick(match, block)


def _match_folder(folder: Path, bar: Bar, ruleset: str) -> MatchFolder:
    return MatchFolder(folder / bar.name / ruleset, bar.plan(ruleset))


def _due(matches: Sequence[BarMatch]) -> Iterator[tuple[int, BarMatch, int]]:
    """The bars and numbers of seats that lack games, with their present number of games."""
    for match in matches:
        yield from ((match.games(seats), match, seats) for seats in match.left())
