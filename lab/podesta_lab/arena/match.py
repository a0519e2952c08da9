"""A match: players against each other in blocks, each a line-up in every rotation on one deal.

    for block in match(RULESETS.named("troyes"), ["greedy", "search:40ms"], deals=range(50)):
        print(block.shares)

A *block* is the unit of statistics: its games share their deal, so they are not independent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations, product
from statistics import fmean

from msgspec import Struct

from podesta_engines import RULESETS
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.play.processes import spread

from .deals import deal
from .game import ArenaGame, GameResult, played
from .players import player

LineUp = tuple[int, ...]
"""The player of each seat, by its number among the match's players."""


class Task(Struct, frozen=True):
    """A block to play, with everything that a process needs."""

    ruleset: str
    players: list[str]
    seats: int
    deal: int
    line_up: LineUp
    seed: int = 0
    duplicate: bool = True
    records: bool = False


class BlockGame(Struct, frozen=True):
    """One game of a block: its line-up and result; `record` is its record, if records are kept."""

    line_up: LineUp
    played: GameResult
    record: str = ""


class Block(Struct, frozen=True):
    """A line-up in every rotation on one deal."""

    seats: int
    deal: int
    games: list[BlockGame]

    @property
    def shares(self) -> dict[int, float]:
        """The share of each player of the line-up in its meetings with others; 0.5 among equals."""
        found: dict[int, list[float]] = {}
        for game in self.games:
            for who, share in shares(game.line_up, game.played.ranks).items():
                found.setdefault(who, []).append(share)
        return {who: fmean(each) for who, each in found.items()}


def shares(line_up: Sequence[int], ranks: Sequence[int]) -> dict[int, float]:
    """The share of meetings with others' seats that each player's seats won, from 0 to 1; a tie is half a win.

    Seats of one player do not meet each other; a player alone at the table has no meetings, and is left out.
    """
    seats, met = list(zip(line_up, ranks, strict=True)), dict[int, list[float]]()
    for (who, rank), (other, its) in product(seats, repeat=2):
        if who != other:
            met.setdefault(who, []).append((rank < its) + (rank == its) / 2)
    return {who: fmean(each) for who, each in met.items()}


def line_ups(players: int, seats: int) -> list[LineUp]:
    """Every choice of players; if there are fewer than seats, one player against several seats of another.

    A player alone has all seats.
    """
    if players == 1:
        return [(0,) * seats]
    if seats <= players:
        return list(combinations(range(players), seats))
    return [(one, *[other] * (seats - 1)) for one, other in permutations(range(players), 2)]


def rotations(line_up: LineUp) -> list[LineUp]:
    """Every rotation of a line-up, without repetitions: only one if all players are the same."""
    return list(dict.fromkeys(line_up[turn:] + line_up[:turn] for turn in range(len(line_up))))


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
    """The blocks of a match: the line-ups take the deals in turn, so that all have about as many."""
    seats = seats or ruleset.seats.start
    found = line_ups(len(players), seats)
    for number in deals:
        line_up = found[number % len(found)]
        yield Task(ruleset.id, list(players), seats, number, line_up, seed, duplicate, records)


def play_block(task: Task) -> Block:
    """Play a block, in this process; raises PlayerFailed."""
    ruleset = RULESETS.named(task.ruleset)
    games = [_game(ruleset, task, number, line_up) for number, line_up in enumerate(rotations(task.line_up))]
    return Block(task.seats, task.deal, games)


def _game(ruleset: Ruleset, task: Task, number: int, line_up: LineUp) -> BlockGame:
    names = [task.players[who] for who in line_up]
    table = ArenaGame(ruleset, [player(ruleset, name) for name in names], names, dealt(task, number))
    found = played(table)
    return BlockGame(line_up, found, table.record().decode() if task.records else "")


def dealt(task: Task, number: int) -> bytes:
    """The seed of a game of a block, counted from 0."""
    return deal(task.seed, task.deal, 0 if task.duplicate else number + 1)


def play_all(work: Iterable[Task], jobs: int = 1) -> Iterator[Block]:
    """Play blocks on `jobs` processes; yields them in order of completion.

    Closing the generator stops the match; blocks in progress are finished and dropped.
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
    """Play players (see `player`) against each other, a block for each deal, and yield the blocks as they finish.

    The default for `seats` is the ruleset's fewest. Without `duplicate`, each game has its own deal.
    """
    yield from play_all(tasks(ruleset, players, deals, seats=seats, seed=seed, duplicate=duplicate), jobs)
