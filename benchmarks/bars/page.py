"""The tables of the bars, made of what was played."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from statistics import fmean

from msgspec import Struct

from podesta_engines import RULESETS
from podesta_engines.arena.match import Block
from podesta_engines.arena.report import lines, of_seats

from .playing import BARS, Bar, played

BEGIN = "<!-- written by python -m benchmarks.bars -->"
COLUMNS = ("ruleset", "seats", "games", "won", "95 %", "points", "ms a move", "bar", "engines")
_Z = 1.96


class Shown(Struct, frozen=True):
    """A row: what the first player won of its games, between which bounds, how far it was ahead, what each spent.

    engines: the hash of those that played.
    """

    ruleset: str
    seats: int
    games: int
    won: float
    low: float
    high: float
    points: float
    ms: tuple[float, float]
    engines: str


def tables(folder: Path) -> str:
    """A table for each bar of which anything was played."""
    found = [(bar, rows) for bar in BARS if (rows := list(shown(folder, bar)))]
    build = (folder / "build.txt").read_text("utf-8").strip() if found else "no"
    head = f"{sum(row.games for _, rows in found for row in rows)} games by {build} engines."
    return "\n\n".join([head, *(_table(bar, rows) for bar, rows in found)])


def _engines(folder: Path, bar: Bar, ruleset: str) -> str:
    """The start of the hash of the engines that have played a bar in a ruleset."""
    path = folder / bar.name / ruleset / "arena.toml"
    return str(tomllib.loads(path.read_text("utf-8"))["engines"])[:8]


def shown(folder: Path, bar: Bar) -> Iterator[Shown]:
    """The rows of a bar."""
    for ruleset in RULESETS.all():
        blocks = played(folder, bar, ruleset.id)
        for seats in bar.tables(ruleset.id):
            if found := of_seats(blocks, seats):
                yield _row(bar, ruleset.id, seats, found, _engines(folder, bar, ruleset.id))


def _row(bar: Bar, ruleset: str, seats: int, blocks: list[Block], engines: str) -> Shown:
    hero, other = lines(blocks, bar.players, samples=0)
    games = [each for block in blocks for each in firsts(block)]
    shares = [meetings(block) for block in blocks]
    won = fmean(games if bar.every else shares)
    low, high = wilson(won, len(games)) if bar.every else by_blocks(shares)
    return Shown(ruleset, seats, len(games), won, low, high, hero.points, (hero.ms, other.ms), engines)


def meetings(block: Block) -> float:
    """What the first player won of its meetings with the second: each of its seats with each of the other's."""
    line_up = block.games[0].line_up
    alone = min(set(line_up), key=line_up.count)
    return block.shares[alone] if alone == 0 else 1 - block.shares[alone]


def firsts(block: Block) -> list[float]:
    """For each game what the first of the first player's seats has of the first place."""
    found = [(game.played.ranks, game.line_up.index(0)) for game in block.games]
    return [(ranks[seat] == 1) / ranks.count(1) for ranks, seat in found]


def wilson(share: float, games: int) -> tuple[float, float]:
    """Between which bounds a share lies that was found in so many independent games (95 %)."""
    z2 = _Z**2
    middle, half = share + z2 / (2 * games), _Z * sqrt(share * (1 - share) / games + z2 / (4 * games * games))
    return (middle - half) / (1 + z2 / games), (middle + half) / (1 + z2 / games)


def by_blocks(shares: Sequence[float]) -> tuple[float, float]:
    """The same where games share their deal: reckoned by blocks, and wider while they are few (Student's t).

    Half a block's worth of the largest variance is added, so that a few blocks that are all alike prove little.
    """
    mean, n = fmean(shares), len(shares)
    error = student(n - 1) * sqrt((sum((share - mean) ** 2 for share in shares) + 0.125) / n / n) if n > 1 else 1.0
    return max(0.0, mean - error), min(1.0, mean + error)


def student(freedom: int) -> float:
    """The 97.5 % quantile of Student's t, by the first terms of its series around that of the normal distribution."""
    z, n = _Z, 4 * freedom
    return z + (z**3 + z) / n + (5 * z**5 + 16 * z**3 + 3 * z) / (6 * n * n)


def _table(bar: Bar, rows: Sequence[Shown]) -> str:
    head = f"`{bar.players[0]}` against `{bar.players[1]}`, {_said(bar)}:"
    body = [COLUMNS, ("---",) * len(COLUMNS), *(_cells(bar, row) for row in rows)]
    return f"{head}\n\n" + "\n".join(f"| {' | '.join(row)} |" for row in body)


def _said(bar: Bar) -> str:
    """What is wanted."""
    who = "one seat of the first and fresh deals" if bar.every else "duplicate deals"
    surely = f", the interval above {bar.surely:.0%}" if bar.surely else ""
    return f"{who}; {f'{bar.wanted:.0%} or more' if bar.wanted else 'apart'}{surely}"


def _cells(bar: Bar, row: Shown) -> tuple[str, ...]:
    hero, other = row.ms
    return (
        f"`{row.ruleset}`",
        str(row.seats),
        str(row.games),
        f"{row.won:.0%}",
        f"{row.low:.0%} to {row.high:.0%}",
        f"{row.points:+.1f}",
        f"{hero:.3g}, {other:.3g}",
        verdict(bar, row),
        f"`{row.engines}`",
    )


def verdict(bar: Bar, row: Shown) -> str:
    """On which side of the bar the games are; `open` where the interval does not say so, too."""
    if not bar.wanted:
        return "apart" if row.low > bar.surely else "open"
    over = row.won >= bar.wanted
    sure = row.low > bar.surely if over and bar.surely else not row.low <= bar.wanted <= row.high
    return f"{'over' if over else 'under'}{'' if sure else ', open'}"
