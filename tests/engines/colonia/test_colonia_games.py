"""Many random games: C-119 to C-122 at every question, and the rare rules that random play reaches."""

from random import Random

import pytest

from podesta_engines import result
from podesta_engines.colonia.scoring import bound
from podesta_engines.core.decide import pick
from podesta_engines.core.position import Position
from podesta_engines.core.script import FATE, NOBODY
from tests.engines.colonia.colony import RULES
from tests.kit.evidence import evidence, sampled

GAMES = evidence(sampled(100), 300, quick=20)


def walk(p: Position, rnd: Random) -> int:
    """Play to the end, checking every table at which somebody is asked; returns the number of decisions."""
    decisions = 0
    while p.actor != NOBODY:
        if p.actor == FATE:
            p.answer(pick(p.ask, rnd.randrange))
            continue
        RULES.check(p.state)
        decisions += 1
        ask = rnd.choice(p.asks)
        assert ask.options
        p.answer(rnd.choice(ask.options), ask.seat)
    RULES.check(p.state)
    return decisions


@pytest.mark.slow
@pytest.mark.parametrize("seats", RULES.seats)
def test_no_law_is_broken_in_hundreds_of_games(seats: int) -> None:
    """C-119 to C-121, C-122: pieces are conserved, no question is a dead end, games end in time."""
    for seed in range(GAMES):
        p = RULES.start(seats, keep=False, options={"open_holdings": seed % 5 == 0})
        assert walk(p, Random(seed)) <= bound(seats)
        found = result(p)
        assert found.rounds == 6
        assert sorted(standing.seat for standing in found.standings) == list(range(seats))


def test_rare_rules_are_reached() -> None:
    """C-96, C-27: random games meet an empty bag and forced zeros."""
    bags = zeros = 0
    for seed in range(60):
        p, rnd = RULES.start(6, keep=False), Random(seed)
        while p.actor != NOBODY:
            bags += not any(p.state.hidden.bag)
            zeros += any(player.played > 0 and not player.votes for player in p.state.players)
            option = pick(p.ask, rnd.randrange) if p.actor == FATE else rnd.choice(p.asks[0].options)
            p.answer(option, p.actor)
    assert bags
    assert zeros
