"""The tables of the bars, from the games that were played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import fmean

from msgspec import Struct

from lab.results import Found, builds
from podesta_engines import RULESETS
from podesta_lab.arena.judging import interval
from podesta_lab.arena.match import Block
from podesta_lab.arena.report import of_seats, player_stats
from podesta_lab.statistics.intervals import wilson

from .playing import BARS, Bar

PAGE = Path(__file__).parents[2] / "docs" / "bars.md"
HEAD = """# What house bots have to win

Search with values against search whose play-outs go to the end of the game; one searching seat against greedy players;
each level for people against the next. Made by `python -m lab.bars`; with `--minutes 40` it plays on from what lies in
`build/bars`, and with `--publish` this page shows what lies there.

- **Won** is a share of the meetings of the two players' seats where deals are duplicates, with an interval by blocks,
  and else a share of first places, with Wilson's interval; a tie is shared.
- **ms a move** is what the one player spent, and the other: CPU time on a shared machine.
- A bar is *open* where the interval does not say on which side of it the players are.
"""
COLUMNS = ("ruleset", "seats", "games", "won", "95 %", "points", "ms a move", "bar", "engines")


class ResultRow(Struct, frozen=True):
    """A row: the first player's share with its interval, its lead in points, and milliseconds a move of both players.

    engines: the hash of the engines.
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


def bars_page(found: Found) -> str:
    """The page, in Markdown: a table for each bar with any games."""
    played = [(bar, rows) for bar in BARS if (rows := list(shown(found, bar)))]
    said = f"{sum(row.games for _, rows in played for row in rows)} games by {builds(found)} engines."
    return "\n\n".join([HEAD.rstrip(), said, *(_table(bar, rows) for bar, rows in played)]) + "\n"


def shown(found: Found, bar: Bar) -> Iterator[ResultRow]:
    """The rows of a bar."""
    for ruleset in RULESETS.all():
        if (series := found.get(f"{bar.name}/{ruleset.id}")) is None:
            continue
        for seats in bar.tables(ruleset.id):
            if blocks := of_seats(series.blocks, seats):
                yield _row(bar, ruleset.id, seats, blocks, series.engines[:8])


def _row(bar: Bar, ruleset: str, seats: int, blocks: list[Block], engines: str) -> ResultRow:
    hero, other = player_stats(blocks, bar.players, samples=0)
    games = [each for block in blocks for each in firsts(block)]
    shares = [block.shares[0] for block in blocks]
    won = fmean(games if bar.every else shares)
    low, high = wilson(won, len(games)) if bar.every else interval(shares, seats)
    return ResultRow(ruleset, seats, len(games), won, low, high, hero.points, (hero.ms, other.ms), engines)


def firsts(block: Block) -> list[float]:
    """The first player's share of first place in each game, for its first seat."""
    found = [(game.played.ranks, game.line_up.index(0)) for game in block.games]
    return [(ranks[seat] == 1) / ranks.count(1) for ranks, seat in found]


def _table(bar: Bar, rows: Sequence[ResultRow]) -> str:
    head = f"`{bar.players[0]}` against `{bar.players[1]}`, {_said(bar)}:"
    body = [COLUMNS, ("---",) * len(COLUMNS), *(_cells(bar, row) for row in rows)]
    return f"{head}\n\n" + "\n".join(f"| {' | '.join(row)} |" for row in body)


def _said(bar: Bar) -> str:
    """The bar in words."""
    who = "one seat of the first and fresh deals" if bar.every else "duplicate deals"
    surely = f", the interval above {bar.surely:.0%}" if bar.surely else ""
    return f"{who}; {f'{bar.wanted:.0%} or more' if bar.wanted else 'apart'}{surely}"


def _cells(bar: Bar, row: ResultRow) -> tuple[str, ...]:
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


def verdict(bar: Bar, row: ResultRow) -> str:
    """Which side of the bar the games are on, with `open` if the interval does not decide it."""
    if not bar.wanted:
        return "apart" if row.low > bar.surely else "open"
    over = row.won >= bar.wanted
    sure = row.low > bar.surely if over and bar.surely else not row.low <= bar.wanted <= row.high
    return f"{'over' if over else 'under'}{'' if sure else ', open'}"
