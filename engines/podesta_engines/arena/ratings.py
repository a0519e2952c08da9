"""Ratings: the strengths under which what happened was likeliest, and how far they can be trusted.

The model is Plackett and Luce's: of those still to be placed, each comes next with a chance proportional to its
strength. Strengths are found by maximum likelihood (Hunter's algorithm, Annals of Statistics 32, 2004), intervals by a
bootstrap over blocks, for games of one block are not independent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations, product
from math import exp, log, log10
from random import Random
from statistics import fmean

from msgspec import Struct

from .match import Block

Order = tuple[int, ...]
"""Players from the first to the last; one may come several times, if it had several seats."""
_PRIOR = 1.0
"""Of a game for each player, drawn with all the others: who has won everything is not infinitely strong."""
_ENOUGH = 1e-6


class Rating(Struct, frozen=True):
    """A player's strength in Elo points, the mean of all being 0, and the bounds of 95 % of the bootstrap."""

    elo: float
    low: float
    high: float


def orders(block: Block) -> dict[Order, float]:
    """The orders in which a block's games ended; a game with ties counts as a share of each order that it may be."""
    found: dict[Order, float] = {}
    for game in block.games:
        whole = _orders(game.line_up, game.played.ranks)
        for order in whole:
            found[order] = found.get(order, 0.0) + 1 / len(whole)
    return found


def _orders(line_up: Sequence[int], ranks: Sequence[int]) -> list[Order]:
    groups = [[who for who, its in zip(line_up, ranks, strict=True) if its == rank] for rank in sorted(set(ranks))]
    return [tuple(who for group in groups for who in group) for groups in product(*map(permutations, groups))]


def strengths(games: Mapping[Order, float], start: Sequence[float]) -> list[float]:
    """The likeliest strengths, their geometric mean 1, looked for from those of `start`, one for each player."""
    players = range(len(start))
    games = _sum([games, {pair: _PRIOR / 2 / max(1, len(start) - 1) for pair in permutations(players, 2)}])
    first = [sum(each * order[:-1].count(who) for order, each in games.items()) for who in players]
    found, moved = [*start], True
    while moved:
        new = _centred([mine / under for mine, under in zip(first, _chances(games, found), strict=True)])
        moved = any(abs(after / before - 1) > _ENOUGH for after, before in zip(new, found, strict=True))
        found = new
    return found


def _chances(games: Mapping[Order, float], strength: Sequence[float]) -> list[float]:
    """For each player, what its strength is multiplied by in the number of times that it was expected to come next."""
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


def ratings(blocks: Sequence[Block], players: int, samples: int = 200) -> list[Rating]:
    """The rating of each player; the intervals are those of so many bootstraps over blocks.

    The same blocks give the same ratings. Without blocks all are 0.
    """
    counted, rnd = [orders(block) for block in blocks], Random(len(blocks))
    likeliest = strengths(_sum(counted), [1.0] * players)
    spread = [
        strengths(_sum(rnd.choices(counted, k=len(counted))), likeliest) for _ in range(samples if counted else 0)
    ]
    return [_rating(found, sorted(each[who] for each in spread)) for who, found in enumerate(likeliest)]


def _sum(counted: Iterable[Mapping[Order, float]]) -> dict[Order, float]:
    games: dict[Order, float] = {}
    for each in counted:
        for order, number in each.items():
            games[order] = games.get(order, 0.0) + number
    return games


def _rating(found: float, spread: Sequence[float]) -> Rating:
    """A strength in Elo points, between the bounds that its bootstraps have."""
    spread = spread or [found]
    low, high = spread[int(0.025 * len(spread))], spread[int(0.975 * (len(spread) - 1))]
    return Rating(*(400 * log10(each) for each in (found, low, high)))
