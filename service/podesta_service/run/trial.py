"""Trial games of an edition: whether they end, and whether the laws of the rules hold.

`python -m podesta_service.run.trial EDITION GAMES` prints a report as JSON; `podesta edition check FILE` runs it in a
separate process with PODESTA_EDITIONS set to the file.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random

import msgspec
from msgspec import Struct

from podesta_engines import RULESETS
from podesta_engines.core.cards import card_texts
from podesta_engines.core.decide import draw
from podesta_engines.core.disclose import observe, resample
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.script import FATE, NOBODY
from podesta_engines.core.words import LANGUAGES

GREEDY = 0.7
"""How often a seat plays well instead of at random."""
LOOKS = 20
"""A position is checked once in this many decisions."""


class Trial(Struct, frozen=True):
    """The results of a trial: how many games were played, the decisions of the longest, and the best score."""

    ruleset: str
    games: int
    decisions: int
    best: int


def trial(ruleset: Ruleset, edition: str, games: int) -> Trial:
    """Play games of an edition, with each number of seats in turn; raises the error of a broken law."""
    for language in LANGUAGES:
        card_texts(ruleset, ruleset.edition(edition), language)
    ends = [_play(ruleset, edition, ruleset.seats[seed % len(ruleset.seats)], seed) for seed in range(games)]
    return Trial(ruleset.id, games, max(end[0] for end in ends), max(end[1] for end in ends))


def _play(ruleset: Ruleset, edition: str, seats: int, seed: int) -> tuple[int, int]:
    """The decisions of a game, and its best score."""
    p, rnd, decisions = ruleset.start(seats, edition), Random(seed), 0
    for _ in _steps(p, rnd):
        decisions += bool(p.asks)
        if decisions > ruleset.bound(seats):
            raise AssertionError(f"a game of {seats} takes more than {ruleset.bound(seats)} decisions")
        if decisions % LOOKS == 0:
            _look(p, seats, rnd)
    _look(p, seats, rnd)
    return decisions, max(standing.score for standing in ruleset.result(p.state).standings)


def _steps(p: Position, rnd: Random) -> Iterator[None]:
    """Play a game to its end, yielding before each answer and each draw."""
    while p.actor != NOBODY:
        yield
        if p.actor == FATE:
            draw(p, rnd.randrange)
            continue
        ask = rnd.choice(p.asks)
        policy = p.rules.policies["greedy" if rnd.random() < GREEDY else "random"]
        p.answer(policy(p.rules.observe(p.state, ask.seat), ask, rnd), ask.seat)


def _look(p: Position, seats: int, rnd: Random) -> None:
    """Check the invariants, and that hidden information can be redrawn without a change in a seat's view."""
    p.rules.check(p.state)
    seat = rnd.randrange(seats)
    if observe(resample(p, seat, rnd), seat) != observe(p, seat):
        raise AssertionError(f"seat {seat} of {seats} sees something of what is hidden")


def main(edition: str, games: str) -> None:
    """Try an edition by its id; prints a Trial."""
    ruleset = next(ruleset for ruleset in RULESETS.all() if edition in ruleset.editions)
    sys.stdout.buffer.write(msgspec.json.encode(trial(ruleset, edition, int(games))))


if __name__ == "__main__":
    main(*sys.argv[1:])
