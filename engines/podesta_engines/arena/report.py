"""What a match has shown so far, in figures, and as a page with pictures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from math import sqrt
from statistics import fmean, stdev

from msgspec import Struct

from .drawing import Mark, curves, intervals
from .match import Block
from .ratings import Rating, ratings
from .sprt import Sprt


class Line(Struct, frozen=True):
    """One player at one number of seats.

    share: the mean over its blocks of what it won of the seats against it (a half among equals), and `error` 1.96
    standard errors of that; won: its share of first places, ties shared, a fair one being `fair`; points: how far it
    was ahead of the best of the others, on average; ms: milliseconds of CPU a move, and `slowest` the longest move.
    """

    name: str
    rating: Rating
    blocks: int
    games: int
    share: float
    error: float
    won: float
    fair: float
    points: float
    ms: float
    slowest: float


class Tally(Struct):
    """What is counted of a player, a number for each of its games (a share for each block)."""

    shares: list[float] = []
    won: list[float] = []
    ahead: list[float] = []
    cpu: float = 0.0
    moves: int = 0
    slowest: float = 0.0


def lines(blocks: Sequence[Block], players: Sequence[str], samples: int = 200) -> list[Line]:
    """A line for each player of a match at one number of seats, in the players' order."""
    tallies = [Tally() for _ in players]
    for block in blocks:
        _count(block, tallies)
    rated = ratings(blocks, len(players), samples)
    fair = 1 / blocks[0].seats if blocks else 0.0
    return [_line(*each, fair) for each in zip(players, rated, tallies, strict=True)]


def _count(block: Block, tallies: Sequence[Tally]) -> None:
    for who, share in block.shares.items():
        tallies[who].shares.append(share)
    for game in block.games:
        its = game.played
        firsts = its.ranks.count(1)
        for seat, who in enumerate(game.line_up):
            tally = tallies[who]
            tally.won.append((its.ranks[seat] == 1) / firsts)
            tally.ahead.append(its.scores[seat] - max(score for i, score in enumerate(its.scores) if i != seat))
            tally.cpu += its.cpu[seat]
            tally.moves += its.moves[seat]
            tally.slowest = max(tally.slowest, its.slowest[seat])


def _line(name: str, rating: Rating, tally: Tally, fair: float) -> Line:
    blocks = len(tally.shares)
    error = 1.96 * stdev(tally.shares) / sqrt(blocks) if blocks > 1 else 0.5
    return Line(
        name=name,
        rating=rating,
        blocks=blocks,
        games=len(tally.won),
        share=_mean(tally.shares),
        error=error,
        won=_mean(tally.won),
        fair=fair,
        points=_mean(tally.ahead),
        ms=1e3 * tally.cpu / max(1, tally.moves),
        slowest=1e3 * tally.slowest,
    )


def _mean(each: Sequence[float]) -> float:
    return fmean(each) if each else 0.0


def of_seats(blocks: Iterable[Block], seats: int) -> list[Block]:
    """The blocks at so many seats, in the order of their deals, whichever was finished first."""
    return sorted((block for block in blocks if block.seats == seats), key=lambda block: block.deal)


SLOWEST = "slowest"
COLUMNS = ("player", "rating", "95 %", "share", "won", "points", "ms a move", SLOWEST, "blocks")


def cells(line: Line) -> tuple[str, ...]:
    """A line as texts, under COLUMNS."""
    rating = line.rating
    return (
        line.name,
        f"{rating.elo:+.0f}",
        f"{rating.low:+.0f} to {rating.high:+.0f}",
        f"{line.share:.1%} ± {line.error:.1%}",
        f"{line.won:.1%}",
        f"{line.points:+.1f}",
        f"{line.ms:.2f}",
        f"{line.slowest:.0f}",
        str(line.blocks),
    )


def markdown(found: Sequence[Line]) -> str:
    """The table of a number of seats, the strongest first."""
    rows = [COLUMNS, ("---",) * len(COLUMNS), *(cells(line) for line in by_strength(found))]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def by_strength(found: Sequence[Line]) -> list[Line]:
    """The strongest first."""
    return sorted(found, key=lambda line: -line.rating.elo)


def tested(blocks: Sequence[Block], sprt: Sprt) -> str:
    """What a sequential test says of the first player against the others."""
    shares = [block.shares[0] for block in blocks if 0 in block.shares]
    low, high = sprt.bounds
    return (
        f"{sprt.verdict(shares)}: log-likelihood ratio {sprt.ratio(shares):.2f} ({low:.2f} to {high:.2f}) "
        f"for {sprt.low:g} against {sprt.high:g} Elo, {len(shares)} blocks"
    )


def pictures(blocks: Sequence[Block], found: Sequence[Line], title: str) -> dict[str, str]:
    """Three drawings (SVG) by file name: ratings, shares as the blocks came, milliseconds a move."""
    strongest = by_strength(found)
    marks = [Mark(line.name, line.rating.elo, line.rating.low, line.rating.high) for line in strongest]
    times = [Mark(line.name, line.ms, 0, line.ms) for line in strongest]
    runs = {line.name: _running(blocks, who) for who, line in enumerate(found)}
    return {
        "ratings": intervals(marks, f"{title}: ratings in Elo points, with 95 % intervals"),
        "shares": curves(runs, f"{title}: share of the seats against it, as the blocks came"),
        "times": intervals(times, f"{title}: milliseconds of CPU a move"),
    }


def _running(blocks: Sequence[Block], who: int) -> list[float]:
    """A player's share after each of its blocks."""
    sums = accumulate(block.shares[who] for block in blocks if who in block.shares)
    return [total / number for number, total in enumerate(sums, 1)]
