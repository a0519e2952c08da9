"""One bot against itself: the results of each place in the order of play, one line per game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path
from statistics import fmean
from time import monotonic
from typing import NamedTuple

import msgspec
from msgspec import Struct

from lab.results import agree
from podesta_engines import RULESETS
from podesta_engines.core.moves import Drawn
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.play.processes import spread
from podesta_lab.arena.deals import deal
from podesta_lab.arena.game import ArenaGame, played
from podesta_lab.arena.players import player

BOTS = ("greedy", "fair", "strong")
"""From the weakest to the strongest."""
FOLDER = Path("build/seats")
"""The default folder for playing."""
SEED = 37
"""The seed of the deals."""
_START = ("start_seat", "first_player")
"""The lots that decide who begins."""
Match = tuple[str, int, str]
"""A ruleset, a number of seats, and a player of the arena."""


class SeatGame(Struct, frozen=True, array_like=True):
    """An ended game: the seat that began, and each seat's rank (from 1, with ties) and score."""

    start: int
    ranks: list[int]
    scores: list[int]


class Played(NamedTuple):
    """A finished game: its match, its number among the match's games, its result and its record."""

    match: Match
    number: int
    game: SeatGame
    record: bytes


class SeatShares(Struct, frozen=True):
    """The results of the places: shares of first place (ties are shared) and mean scores, the start player first."""

    ruleset: str
    bot: str
    seats: int
    games: int
    build: str
    won: list[float]
    points: list[float]


Tick = Callable[[Match, SeatGame], object]


def matches(rulesets: Sequence[str], bots: Sequence[str], seats: Sequence[int]) -> list[Match]:
    """All matches: at every number of seats, or at some of them."""
    tables = [
        (one, number) for one in rulesets for number in RULESETS.named(one).seats if number in (seats or [number])
    ]
    return [(one, number, who) for (one, number), who in product(tables, bots)]


def run(
    folder: Path, wanted: Sequence[Match], games: int, minutes: float, records: Path | None, tick: Tick, jobs: int = 1
) -> None:
    """Play until the time is up or each match has its games, always where there are fewest. Raises PlanMismatch."""
    agree(folder)
    done = {match: _mended(folder, match) for match in wanted}
    early: dict[tuple[Match, int], Played] = {}
    for found in spread(_play, _due(dict(done), games, minutes), jobs):
        early[found.match, found.number] = found
        while following := early.pop((found.match, done[found.match]), None):
            _keep(folder, following, records)
            tick(following.match, following.game)
            done[found.match] += 1


def _due(done: dict[Match, int], games: int, minutes: float) -> Iterator[tuple[Match, int]]:
    """The games to play, each by its match and number, until the time is up."""
    until = monotonic() + 60 * minutes
    while monotonic() < until and min(done.values()) < games:
        match = min(done, key=done.__getitem__)
        yield match, done[match]
        done[match] += 1


def _mended(folder: Path, match: Match) -> int:
    """The number of games of a match; cuts off an incomplete last line."""
    path = _path(folder, match)
    whole = path.read_bytes().rpartition(b"\n")[:2] if path.exists() else ()
    if whole:
        path.write_bytes(b"".join(whole))
    return len(list(kept(folder, match)))


def kept(folder: Path, match: Match) -> Iterator[SeatGame]:
    """The games of a match so far; an incomplete last line is skipped."""
    path = _path(folder, match)
    for line in path.read_bytes().rpartition(b"\n")[0].splitlines() if path.exists() else []:
        yield msgspec.json.decode(line, type=SeatGame)


def _path(folder: Path, match: Match) -> Path:
    ruleset, seats, who = match
    return folder / f"{ruleset}-{seats}-{who.replace(':', '-')}.jsonl"


def _play(task: tuple[Match, int]) -> Played:
    (ruleset, seats, who), number = task
    rules = RULESETS.named(ruleset)
    table = ArenaGame(rules, [player(rules, who)] * seats, [who] * seats, deal(SEED, number, seats))
    result = played(table)
    return Played(*task, SeatGame(_start(table), result.ranks, result.scores), table.record())


def _keep(folder: Path, its: Played, records: Path | None) -> None:
    """Write a game's record, if records are kept, then its line."""
    path = _path(folder, its.match)
    if records is not None:
        _write(records / path.stem / f"{its.number}.jsonl", its.record)
    with path.open("ab") as file:
        file.write(msgspec.json.encode(its.game) + b"\n")


def _write(path: Path, record: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(record)


def _start(table: ArenaGame) -> int:
    """The seat that was drawn to begin; the first one if the players themselves determine the order (Colonia)."""
    drawn = [each for each in table.log[0].events if isinstance(each, Drawn) and each.lot in _START]
    return int(drawn[0].outcome or 0) if drawn else 0


def shares(folder: Path, match: Match) -> SeatShares | None:
    """The figures of a match; None if nothing was played."""
    ruleset, seats, who = match
    games = [_turned(game, seats) for game in kept(folder, match)]
    if not games:
        return None
    won = [fmean((game.ranks[place] == 1) / game.ranks.count(1) for game in games) for place in range(seats)]
    points = [fmean(game.scores[place] for game in games) for place in range(seats)]
    return SeatShares(ruleset, who, seats, len(games), _build(folder), _short(won), _short(points))


def _turned(game: SeatGame, seats: int) -> SeatGame:
    """The same game with the start player in the first place."""
    order = [(game.start + step) % seats for step in range(seats)]
    return SeatGame(0, [game.ranks[seat] for seat in order], [game.scores[seat] for seat in order])


def _build(folder: Path) -> str:
    return (folder / "build.txt").read_text("utf-8").strip()


def _short(figures: Sequence[float]) -> list[float]:
    return [round(each, 4) for each in figures]


def known(ruleset: Ruleset) -> list[Match]:
    """All matches that a ruleset can have, in the order of the page."""
    return [(ruleset.id, seats, who) for seats in ruleset.seats for who in BOTS]
