"""Ratings: maximum-likelihood strengths, with confidence intervals.

The Plackett-Luce model: of those still to be placed, each comes next with a chance proportional to its strength.
Strengths are found by maximum likelihood (Hunter's algorithm, Annals of Statistics 32, 2004), intervals by a bootstrap
over blocks, since the games of a block are not independent, with Student's quantiles, since blocks are few.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, permutations, product
from math import exp, log, log10, sqrt
from random import Random
from statistics import fmean, stdev

from msgspec import Struct

from .judging import student
from .match import Block

Order = tuple[int, ...]
"""Players from the first to the last; a player with several seats occurs several times."""
_PRIOR = 1.0
"""The weight of a drawn game of each player with the others: it bounds the strength of a player who won all.

In a bootstrap either side wins a random part of it, so that a clean sweep is not certain.
"""
_PART = 0.05
"""The smallest part of either side."""
_ENOUGH = 1e-6


class Rating(Struct, frozen=True):
    """A player's strength in Elo points, with a mean of 0 over all players, and its 95 % bounds, by the bootstrap."""

    elo: float
    low: float
    high: float


def orders(block: Block) -> dict[Order, float]:
    """The orders in which a block's games ended; a game with ties counts in part for each possible order."""
    found: dict[Order, float] = {}
    for game in block.games:
        whole = _orders(game.line_up, game.played.ranks)
        for order in whole:
            found[order] = found.get(order, 0.0) + 1 / len(whole)
    return found


def _orders(line_up: Sequence[int], ranks: Sequence[int]) -> list[Order]:
    groups = [[who for who, its in zip(line_up, ranks, strict=True) if its == rank] for rank in sorted(set(ranks))]
    return [tuple(who for group in groups for who in group) for groups in product(*map(permutations, groups))]


def strengths(
    games: Mapping[Order, float], start: Sequence[float], prior: Mapping[Order, float] | None = None
) -> list[float]:
    """The likeliest strengths, with a geometric mean of 1; the search begins at `start`, one for each player."""
    players = range(len(start))
    games = _sum([games, prior or drawn(len(start))])
    first = [sum(each * order[:-1].count(who) for order, each in games.items()) for who in players]
    found, moved = [*start], True
    while moved:
        new = _centred([mine / under for mine, under in zip(first, _chances(games, found), strict=True)])
        moved = any(abs(after / before - 1) > _ENOUGH for after, before in zip(new, found, strict=True))
        found = new
    return found


def _chances(games: Mapping[Order, float], strength: Sequence[float]) -> list[float]:
    """Each player's expected number of times to come next, divided by its strength."""
    under = [0.0] * len(strength)
    for order, number in games.items():
        left, still = sum(strength[who] for who in order), [*order]
        for who in order[:-1]:
            for other in still:
                under[other] += number / left
            left -= strength[who]
            still.remove(who)
    return under


def _centred(found: Sequence[float]) -> list[float]:
    middle = exp(fmean(map(log, found)))
    return [each / middle for each in found]


def drawn(players: int, rnd: Random | None = None) -> dict[Order, float]:
    """The drawn games that are added; with a source of chance, won in random parts."""
    weight, found = _PRIOR / max(1, players - 1), dict[Order, float]()
    for one, other in combinations(range(players), 2):
        part = min(max(rnd.betavariate(0.5, 0.5), _PART), 1 - _PART) if rnd else 0.5
        found |= {(one, other): part * weight, (other, one): (1 - part) * weight}
    return found


def ratings(blocks: Sequence[Block], players: int, samples: int = 200) -> list[Rating]:
    """The rating of each player; the intervals come from `samples` bootstraps over blocks.

    The same blocks return the same ratings. Without blocks all are 0.
    """
    counted, rnd = [orders(block) for block in blocks], Random(len(blocks))
    likeliest = strengths(_sum(counted), [1.0] * players)
    spread = [
        strengths(_sum(rnd.choices(counted, k=len(counted))), likeliest, drawn(players, rnd))
        for _ in range(samples if counted else 0)
    ]
    return [_rating(found, [each[who] for each in spread], len(blocks)) for who, found in enumerate(likeliest)]


def _sum(counted: Iterable[Mapping[Order, float]]) -> dict[Order, float]:
    games: dict[Order, float] = {}
    for each in counted:
        for order, number in each.items():
            games[order] = games.get(order, 0.0) + number
    return games


def _rating(found: float, spread: Sequence[float], blocks: int) -> Rating:
    """A strength in Elo points, with bounds by the deviation of its bootstraps; a single block counts as two."""
    elo, blocks = 400 * log10(found), max(2, blocks)
    if len(spread) < 2:
        return Rating(elo, elo, elo)
    error = 400 * stdev(map(log10, spread)) * student(blocks - 1) * sqrt(blocks / (blocks - 1))
    return Rating(elo, elo - error, elo + error)
