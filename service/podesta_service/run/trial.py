"""Trying an edition: is it read, do its games end, and do the laws of the rules hold over them.

`python -m podesta_service.run.trial EDITION GAMES` prints a report as JSON; `podesta edition check FILE` runs it in a
process of its own whose PODESTA_EDITIONS names the file.
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
"""How often a seat plays well, and not at random."""
LOOKS = 20
"""Every so many decisions a position is looked at."""


class Trial(Struct, frozen=True):
    """What games of an edition came to: how many were played, the decisions of the longest, and the best score."""

    ruleset: str
    games: int
    decisions: int
    best: int


def trial(ruleset: Ruleset, edition: str, games: int) -> Trial:
    """Play so many games of an edition, at every number of seats in turn; raises what a broken law raises."""
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
    """Play a game to its end; comes back before each answer and each draw."""
    while p.actor != NOBODY:
        yield
        if p.actor == FATE:
            draw(p, rnd.randrange)
            continue
        ask = rnd.choice(p.asks)
        policy = p.rules.policies["greedy" if rnd.random() < GREEDY else "random"]
        p.answer(policy(p.rules.observe(p.state, ask.seat), ask, rnd), ask.seat)


def _look(p: Position, seats: int, rnd: Random) -> None:
    """The invariants hold, and what a seat cannot know may be drawn anew without its noticing."""
    p.rules.check(p.state)
    seat = rnd.randrange(seats)
    if observe(resample(p, seat, rnd), seat) != observe(p, seat):
        raise AssertionError(f"seat {seat} of {seats} sees something of what is hidden")


def main(edition: str, games: str) -> None:
    """Try an edition by its id; prints a Trial."""
    ruleset = next(ruleset for ruleset in RULESETS.all() if edition in ruleset.editions)
    print(msgspec.json.encode(trial(ruleset, edition, int(games))).decode())


if __name__ == "__main__":
    main(*sys.argv[1:])
