"""The behaviour of the installed engines, as lines to compare: `python -m tests.lab.compiled.transcript`."""

from collections.abc import Iterator
from random import Random

from podesta_engines import RULESETS
from podesta_engines.core.decide import pick, save
from podesta_engines.core.disclose import observe, resample
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.script import FATE, NOBODY
from podesta_engines.play.playout import playout
from podesta_engines.play.search import Tuning, search

SEARCHED = 40
"""One in so many decisions is answered by a search."""


def lines() -> Iterator[str]:
    """Every ruleset with each number of seats: a game step by step, and three play-outs."""
    for ruleset in RULESETS.all():
        for seats in ruleset.seats:
            yield from game(ruleset, seats)
            for seed in (1, 2, 1 << 80):
                found = playout(ruleset, seats, seed)
                yield f"{ruleset.id} {seats} {found.decisions} {found.draws} {ruleset.result(found.position.state)}"


def game(ruleset: Ruleset, seats: int) -> Iterator[str]:
    """The fingerprint of each position of a random game, and now and then all that it can return."""
    rnd, p, steps = Random(seats), ruleset.start(seats, listen=True), 0
    while p.actor != NOBODY:
        steps += 1
        yield f"{p.fingerprint():08x} {p.actor} {list(p.options)} {p.heard()}"
        if p.actor != FATE and steps % SEARCHED == 0:
            yield from judged(p, rnd.getrandbits(64))
        p.answer(pick(p.ask, rnd.randrange) if p.actor == FATE else rnd.choice(p.options), p.actor)
    yield f"{p.fingerprint():08x} {ruleset.result(p.state)}"


def judged(p: Position, seed: int) -> Iterator[str]:
    """A position's bytes, view and questions, one that looks the same to a seat, and the choice of a search."""
    yield save(p).hex()
    yield str(observe(p, p.actor))
    yield f"{resample(p, p.actor, Random(seed)).fingerprint():08x} {p.clone().fingerprint():08x}"
    yield str(search(p, p.actor, Random(seed), Tuning(iterations=12)))


if __name__ == "__main__":
    print(RULESETS.build)
    for line in lines():
        print(line)
