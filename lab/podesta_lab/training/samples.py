"""Samples: positions of greedy games, and how far ahead of the others each seat ended.

A game begins with some random answers, so that positions vary as much as in a search, and continues greedily. Samples
are taken only after the last random answer, so that each shows the result of greedy play from its position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from time import process_time

from msgspec import Struct

from podesta_engines.core.decide import pick
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Ruleset, random_policy
from podesta_engines.core.script import Draw
from podesta_engines.core.value import Features, Rows
from podesta_engines.play.forward import advice, source
from podesta_engines.play.playout import playout

STRAY, TAKEN = 0.15, 0.12
"""How often an answer is random before the game continues greedily; the share of later positions that are sampled."""


class Sample(Struct, frozen=True):
    """A position: its stage, the features of each seat, and the score that each ended with. `game` is its game."""

    game: int
    stage: int
    rows: Rows
    scores: list[int]


def samples(ruleset: Ruleset, seats: Sequence[int], seconds: float, seed: int = 0) -> list[Sample]:
    """Samples of the games that fit into `seconds` of CPU, at each number of seats in turn."""
    assert ruleset.features is not None
    lengths = {each: _length(ruleset, each) for each in seats}
    until, found, game = process_time() + seconds, list[Sample](), 0
    while process_time() < until:
        table = seats[game % len(seats)]
        found += _game(ruleset, ruleset.features, table, lengths[table], game, source(seed, game))
        game += 1
    return found


def _length(ruleset: Ruleset, seats: int) -> int:
    """The decisions of one random game."""
    return playout(ruleset, seats, 1).decisions


def _game(ruleset: Ruleset, features: Features, seats: int, length: int, game: int, rnd: Random) -> list[Sample]:
    p, strays = ruleset.start(seats, keep=False), rnd.randrange(length)
    taken = [features.read(p.state) for _ in _greedily(p, strays, rnd) if rnd.random() < TAKEN]
    scores = [standing.score for standing in ruleset.result(p.state).standings]
    return [Sample(game, stage, rows, scores) for stage, rows in taken]


def _greedily(p: Position, strays: int, rnd: Random) -> Iterator[None]:
    """Play to the end; yields before each answer that is certainly greedy."""
    greedy, decisions = p.rules.policies["greedy"], 0
    while (ask := p.ask) is not None:
        if type(ask) is Draw:
            p.answer(pick(ask, rnd.randrange))
            continue
        decisions += 1
        if decisions > strays:
            yield
        policy = random_policy if decisions <= strays and rnd.random() < STRAY else greedy
        p.answer(advice(p, p.asks[0], policy, rnd), p.actor)
