"""A match: players against each other in blocks, each a line-up in every rotation on one deal.

    for block in match(RULESETS.named("troyes"), ["greedy", "search:40ms"], deals=range(50)):
        print(block.shares)

A *block* is what is counted: its games share their luck, so they are no independent games.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations
from statistics import fmean

from msgspec import Struct

from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.play.processes import spread

from .deals import deal
from .game import Played, Table, played
from .players import player

LineUp = tuple[int, ...]
"""The player of each seat, by its number among the match's players."""


class Task(Struct, frozen=True):
    """A block to play: whatever a process needs for it."""

    ruleset: str
    players: list[str]
    seats: int
    deal: int
    line_up: LineUp
    seed: int = 0
    duplicate: bool = True
    records: bool = False


class Seating(Struct, frozen=True):
    """One game of a block: who sat where, and how it went; `record` is its record, if that was asked for."""

    line_up: LineUp
    played: Played
    record: str = ""


class Block(Struct, frozen=True):
    """A line-up in every rotation on one deal."""

    seats: int
    deal: int
    games: list[Seating]

    @property
    def shares(self) -> dict[int, float]:
        """For each player of the line-up the mean of what its seats won of those against them (see `shares`)."""
        found: dict[int, list[float]] = {}
        for game in self.games:
            for who, share in zip(game.line_up, shares(game.played.ranks), strict=True):
                found.setdefault(who, []).append(share)
        return {who: fmean(each) for who, each in found.items()}


def shares(ranks: Sequence[int]) -> list[float]:
    """What each seat has won of the seats against it: all 1, none 0, and half of those with the same rank."""
    others = len(ranks) - 1
    return [sum((rank < other) + (rank == other) / 2 for other in ranks) / others - 0.5 / others for rank in ranks]


def line_ups(players: int, seats: int) -> list[LineUp]:
    """Who meets whom: every choice of so many players; where they are fewer than seats, one against many of another."""
    if seats <= players:
        return list(combinations(range(players), seats))
    return [(one, *[other] * (seats - 1)) for one, other in permutations(range(players), 2)]


def rotations(line_up: LineUp) -> list[LineUp]:
    """Every seating of a line-up in which each sits to the left of whom it sat before."""
    return [line_up[turn:] + line_up[:turn] for turn in range(len(line_up))]


def tasks(
    ruleset: Ruleset,
    players: Sequence[str],
    deals: Iterable[int],
    *,
    seats: int = 0,
    seed: int = 0,
    duplicate: bool = True,
    records: bool = False,
) -> Iterator[Task]:
    """The blocks of a match: the deals go round the line-ups, so that all have about as many."""
    seats = seats or ruleset.seats.start
    found = line_ups(len(players), seats)
    for number in deals:
        line_up = found[number % len(found)]
        yield Task(ruleset.id, list(players), seats, number, line_up, seed, duplicate, records)


def play_block(task: Task) -> Block:
    """Play a block, in this process; raises what a player raises."""
    ruleset = RULESETS.named(task.ruleset)
    games = [_game(ruleset, task, number, line_up) for number, line_up in enumerate(rotations(task.line_up))]
    return Block(task.seats, task.deal, games)


def _game(ruleset: Ruleset, task: Task, number: int, line_up: LineUp) -> Seating:
    names = [task.players[who] for who in line_up]
    table = Table(ruleset, [player(ruleset, name) for name in names], names, dealt(task, number))
    found = played(table)
    return Seating(line_up, found, table.record().decode() if task.records else "")


def dealt(task: Task, number: int) -> bytes:
    """The seed of a game of a block, counted from 0."""
    return deal(task.seed, task.deal, 0 if task.duplicate else number + 1)


def play_all(work: Iterable[Task], jobs: int = 1) -> Iterator[Block]:
    """Play blocks as they come, on so many processes; they come in the order in which they are finished.

    Whoever stops listening stops the match; blocks that were begun are finished and lost.
    """
    yield from spread(play_block, work, jobs)


def match(
    ruleset: Ruleset,
    players: Sequence[str],
    deals: Iterable[int],
    *,
    seats: int = 0,
    duplicate: bool = True,
    seed: int = 0,
    jobs: int = 1,
) -> Iterator[Block]:
    """Play players (see `player`) against each other, a block for each deal, and yield the blocks as they end.

    At the fewest seats of the ruleset unless said otherwise. Without `duplicate`, each game has a deal of its own.
    """
    yield from play_all(tasks(ruleset, players, deals, seats=seats, seed=seed, duplicate=duplicate), jobs)
