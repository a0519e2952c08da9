"""House policies see what their seat sees, and answer legally."""

from random import Random

from podesta_engines import resample
from podesta_engines.core.script import FATE, NOBODY
from podesta_engines.play.bots import bot, names
from podesta_engines.play.playout import play_random, play_with, playout
from podesta_engines.play.search import Tuning
from tests.kit.walks import Table, begin, seeds, some

QUICK = Tuning(iterations=4, policy="random", horizon=6)


@seeds(4)
def test_policies_answer_legally_and_touch_nothing(table: Table, seed: int) -> None:
    """At any position each policy answers one of the options of the observed state, which stays as it was."""
    for p, rnd in some(table, seed, 0.2):
        for ask in p.asks:
            seen = p.rules.observe(p.state, ask.seat)
            before = p.rules.pack(seen), p.rules.pack(p.state)
            for policy in p.rules.policies.values():
                assert policy(seen, ask, rnd) in ask.options
            assert (p.rules.pack(seen), p.rules.pack(p.state)) == before


@seeds(3)
def test_players_use_nothing_that_their_seat_does_not_know(table: Table, seed: int) -> None:
    """In two worlds that a seat cannot tell apart, each player with the same chance answers the very same."""
    for p, rnd in some(table, seed, 0.1):
        for ask in p.asks:
            other = resample(p, ask.seat, rnd)
            for name in names(table.ruleset):
                choose = bot(table.ruleset, name, QUICK)
                assert choose(p, ask.seat, Random(seed)) == choose(other, ask.seat, Random(seed))


@seeds(4)
def test_policies_finish_games(table: Table, seed: int) -> None:
    """Games between any policies end within the bound."""
    ruleset, seats = table
    rnd = Random(seed)
    choices = sorted(ruleset.policies)
    policies = {seat: ruleset.policies[rnd.choice(choices)] for seat in range(seats)}
    done = play_with(begin(table, seed), policies, rnd)
    assert done.position.actor == NOBODY
    assert done.decisions <= ruleset.bound(seats)


@seeds(4)
def test_play_outs_repeat(table: Table, seed: int) -> None:
    """A play-out depends on its seed alone, with checkpoints or without."""
    ruleset, seats = table
    games = [playout(ruleset, seats, seed, keep=keep) for keep in (False, True, False)]
    ends = {ruleset.pack(game.position.state) for game in games}
    assert len(ends) == 1
    assert len({(game.decisions, game.draws) for game in games}) == 1


def test_a_play_out_goes_on_from_anywhere(table: Table) -> None:
    """`play_random` and `play_with` accept a position in mid-game."""
    p = begin(table, 0)
    while p.actor == FATE:
        p.answer(next(o for i, o in enumerate(p.ask.options) if not p.ask.weights or p.ask.weights[i]))
    for finish in (lambda q: play_random(q, Random(0)), lambda q: play_with(q, {}, Random(0))):
        assert finish(p.clone(keep=False)).position.actor == NOBODY
