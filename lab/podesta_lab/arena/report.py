"""The results of a match so far: figures, and a page with charts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from statistics import fmean

from msgspec import Struct

from podesta_lab.plots import Interval, curves, intervals

from .judging import FEWEST, Sprt, interval
from .match import Block
from .ratings import Rating, ratings


class PlayerStats(Struct, frozen=True):
    """One player at one number of seats.

    share: the mean over its blocks of its share in meetings with others (0.5 among equals), with the bounds `low` and
    `high` of the true one (see `judging.interval`); won: its share of first places, ties shared; fair: the same among
    equals; points: its mean lead over the best of the others; ms: milliseconds of CPU a move; slowest: the longest
    move.
    """

    name: str
    rating: Rating
    blocks: int
    games: int
    share: float
    low: float
    high: float
    won: float
    fair: float
    points: float
    ms: float
    slowest: float


class PlayerTally(Struct):
    """The counts of a player: a number for each game (a share for each block)."""

    shares: list[float] = []
    won: list[float] = []
    ahead: list[float] = []
    cpu: float = 0.0
    moves: int = 0
    slowest: float = 0.0


def player_stats(blocks: Sequence[Block], players: Sequence[str], samples: int = 200) -> list[PlayerStats]:
    """The figures of each player of a match at one number of seats, in the players' order."""
    tallies = [PlayerTally() for _ in players]
    for block in blocks:
        _count(block, tallies)
    rated = ratings(blocks, len(players), samples)
    seats = blocks[0].seats if blocks else 0
    return [_line(*each, seats) for each in zip(players, rated, tallies, strict=True)]


def _count(block: Block, tallies: Sequence[PlayerTally]) -> None:
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


def _line(name: str, rating: Rating, tally: PlayerTally, seats: int) -> PlayerStats:
    low, high = interval(tally.shares, seats) if seats else (0.0, 1.0)
    return PlayerStats(
        name=name,
        rating=rating,
        blocks=len(tally.shares),
        games=len(tally.won),
        share=_mean(tally.shares),
        low=low,
        high=high,
        won=_mean(tally.won),
        fair=1 / seats if seats else 0.0,
        points=_mean(tally.ahead),
        ms=1e3 * tally.cpu / max(1, tally.moves),
        slowest=1e3 * tally.slowest,
    )


def _mean(each: Sequence[float]) -> float:
    return fmean(each) if each else 0.0


def of_seats(blocks: Iterable[Block], seats: int) -> list[Block]:
    """The blocks at a number of seats, in the order of their deals."""
    return sorted((block for block in blocks if block.seats == seats), key=lambda block: block.deal)


SLOWEST = "slowest"
COLUMNS = ("player", "rating", "95 %", "share", "won", "points", "ms a move", SLOWEST, "blocks")
ALONE = ("player", "ms a move", SLOWEST)
"""The columns for a player against itself, which wins and loses all games."""


def columns(found: Sequence[PlayerStats]) -> tuple[str, ...]:
    """The columns of the players' table."""
    return COLUMNS if len(found) > 1 else ALONE


def cells(line: PlayerStats) -> dict[str, str]:
    """A player's figures as texts, by column."""
    rating = line.rating
    return {
        "player": line.name,
        "rating": f"{rating.elo:+.0f}",
        "95 %": f"{rating.low:+.0f} to {rating.high:+.0f}",
        "share": f"{line.share:.1%} ({line.low:.0%} to {line.high:.0%})",
        "won": f"{line.won:.1%}",
        "points": f"{line.points:+.1f}",
        "ms a move": f"{line.ms:.2f}",
        SLOWEST: f"{line.slowest:.0f}",
        "blocks": str(line.blocks),
    }


def markdown(found: Sequence[PlayerStats]) -> str:
    """The table of a number of seats, the strongest first."""
    heads = columns(found)
    lines = [[cells(line)[head] for head in heads] for line in by_strength(found)]
    rows = [heads, ("---",) * len(heads), *lines]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def by_strength(found: Sequence[PlayerStats]) -> list[PlayerStats]:
    """The strongest first."""
    return sorted(found, key=lambda line: -line.rating.elo)


MEANT = (
    "Intervals are of 95 %: in 95 of 100 such matches they hold what a player would have after endless games. They go "
    f"by blocks: of fewer than {FEWEST} they are guesses; where a test stopped the match, they lean to its verdict."
)


def tested(blocks: Sequence[Block], sprt: Sprt) -> str:
    """The verdict of a sequential test on the first player against the others, and its error rates."""
    shares = [block.shares[0] for block in blocks if 0 in block.shares]
    seats = blocks[0].seats if blocks else 2
    ratio, (low, high) = sprt.ratio(shares, seats), sprt.bounds
    return (
        f"{sprt.verdict(shares, seats)}: log-likelihood ratio {ratio:.2f} ({low:.2f} to {high:.2f}) for {sprt.low:g} "
        f"against {sprt.high:g} Elo, {len(shares)} blocks; at most {sprt.alpha:.0%} of players that are {sprt.low:g} "
        f"ahead are called stronger, at most {sprt.beta:.0%} of those {sprt.high:g} ahead not stronger"
    )


def pictures(blocks: Sequence[Block], found: Sequence[PlayerStats], title: str) -> dict[str, str]:
    """Charts (SVG) by name: ratings, shares after each block, milliseconds a move; for one player, only the last."""
    strongest = by_strength(found)
    marks = [Interval(line.name, line.rating.elo, line.rating.low, line.rating.high) for line in strongest]
    times = [Interval(line.name, line.ms, 0, line.ms) for line in strongest]
    runs = {line.name: _running(blocks, who) for who, line in enumerate(found)}
    costs = {"times": intervals(times, f"{title}: milliseconds of CPU a move")}
    if len(found) == 1:
        return costs
    return {
        "ratings": intervals(marks, f"{title}: ratings in Elo points, with 95 % intervals"),
        "shares": curves(runs, f"{title}: share of the seats against it, as the blocks came"),
    } | costs


def _running(blocks: Sequence[Block], who: int) -> list[tuple[int, float]]:
    """The numbers of a player's blocks, from 0, and its share after each."""
    sums = accumulate(block.shares[who] for block in blocks if who in block.shares)
    return [(number, total / (number + 1)) for number, total in enumerate(sums)]
