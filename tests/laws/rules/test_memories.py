"""Rules remember little of other games: a process that serves for months must not grow by it.

A question is distinguished from every other by its moment, however similar the two are.

House policies see their seat's view, and answer legally.
"""

import importlib
import pkgutil
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import podesta_engines
from podesta_engines import resample
from podesta_engines.core.script import FATE, NOBODY
from podesta_engines.play.bots import bot, names
from podesta_engines.play.playout import play_random, play_with, playout
from podesta_engines.play.search import Tuning
from tests.kit.play import advance
from tests.kit.walks import Table, begin, seeds, some

ENOUGH = 1 << 12
"""Useful cache entries are recent: more entries would give no more hits."""
ROOMS = ("colonia", "golden_horn", "notre_dame", "pillars_of_the_earth", "troyes")


def memories() -> Iterator[tuple[str, Any]]:
    """Every cache in the rules of a game, by name; bots have their own."""
    for room in ROOMS:
        package = f"{podesta_engines.__name__}.{room}"
        found = pkgutil.walk_packages(importlib.import_module(package).__path__, package + ".")
        for module in (importlib.import_module(each.name) for each in found if not each.name.endswith(".bots")):
            for name, value in vars(module).items():
                if hasattr(value, "cache_parameters") and value.__module__ == module.__name__:
                    yield f"{module.__name__}.{name}", value


@pytest.mark.parametrize(("name", "memory"), [pytest.param(*each, id=each[0]) for each in memories()])
def test_what_rules_remember_has_a_bound(name: str, memory: Any) -> None:
    """A cache that can keep growing is small; only those filled once by an edition are unbounded."""
    most = memory.cache_parameters()["maxsize"]
    assert most is None or most <= ENOUGH, name


@seeds(6)
def test_every_answer_of_ones_own_brings_another_question(table: Table, seed: int) -> None:
    """After a seat has answered, its next question has another moment, even with the same kind and options."""
    p, rnd = begin(table, seed), Random(seed)
    while p.actor != NOBODY:
        before, asked, given = p.moment(), {ask.seat for ask in p.asks}, len(p.given)
        advance(p, rnd)
        answered = {who for _, who in p.given[given:]} if len(p.given) > given else asked
        for ask in p.asks:
            if ask.seat in answered and ask.seat in asked:
                assert p.moment() != before


@seeds(6)
def test_the_answers_of_others_leave_a_simultaneous_question_what_it_was(table: Table, seed: int) -> None:
    """While several are asked together, those who have not answered still have the same question."""
    p, rnd = begin(table, seed), Random(seed)
    while p.actor != NOBODY:
        before, asks = p.moment(), list(p.asks)
        advance(p, rnd)
        still = [ask for ask in p.asks if any(ask is each for each in asks)]
        assert not still or p.moment() == before


QUICK = Tuning(iterations=4, policy="random", horizon=6)


@seeds(4)
def test_policies_answer_legally_and_touch_nothing(table: Table, seed: int) -> None:
    """At any position each policy answers one of the options of the observed state, which is unchanged."""
    for p, rnd in some(table, seed, 0.2):
        for ask in p.asks:
            seen = p.rules.observe(p.state, ask.seat)
            before = p.rules.pack(seen), p.rules.pack(p.state)
            for policy in p.rules.policies.values():
                assert policy(seen, ask, rnd) in ask.options
            assert (p.rules.pack(seen), p.rules.pack(p.state)) == before


@seeds(3)
def test_players_use_nothing_that_their_seat_does_not_know(table: Table, seed: int) -> None:
    """In two worlds that look the same to a seat, each player with the same random generator answers the same."""
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
