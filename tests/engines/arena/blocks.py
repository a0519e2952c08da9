"""Blocks made by hand, for what is counted of them."""

from collections.abc import Sequence

from podesta_engines.arena.game import Played
from podesta_engines.arena.match import Block, Seating


def played(ranks: Sequence[int], scores: Sequence[int] | None = None) -> Played:
    """A game with these ranks; a millisecond a move, ten moves a seat."""
    seats = len(ranks)
    return Played(list(ranks), list(scores or [-rank for rank in ranks]), [0.01] * seats, [10] * seats, [0.002] * seats)


def block(deal: int, *games: tuple[Sequence[int], Sequence[int]]) -> Block:
    """A block of games, each its line-up and its ranks."""
    return Block(len(games[0][0]), deal, [Seating(tuple(line_up), played(ranks)) for line_up, ranks in games])


def duels(*winners: int) -> list[Block]:
    """Blocks of one game between players 0 and 1."""
    return [block(deal, ((0, 1), (1 + winner, 2 - winner))) for deal, winner in enumerate(winners)]
