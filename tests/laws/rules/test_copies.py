"""A position can be copied, saved and loaded anywhere, also in the middle of a task."""

import copy
import pickle
from itertools import combinations
from random import Random

from podesta_engines import RULESETS, load, outcomes, questions, save
from podesta_engines.core.position import Position
from podesta_engines.core.script import FATE, Draw
from tests.kit.play import advance
from tests.kit.walks import REGISTRY, Table, seeds, some, walk


def same(one: Position, other: Position) -> None:
    """Check that two positions have the same questions on the same table."""
    assert one.rules.pack(one.state) == other.rules.pack(other.state)
    assert (one.checkpoint, one.given) == (other.checkpoint, other.given)
    assert one.fingerprint() == other.fingerprint()
    assert one.actor == other.actor
    assert [questions(one, ask.seat) for ask in one.asks] == [questions(other, ask.seat) for ask in other.asks]
    assert outcomes(one) == outcomes(other)


@seeds(10)
def test_a_clone_is_its_original(table: Table, seed: int) -> None:
    """At every node the clone equals the original; so scripts use no randomness, no clock and no state outside
    `state`."""
    for p in walk(table, seed):
        assert p.seats == table.seats
        same(p.clone(), p)


@seeds(2)
def test_the_standard_library_copies(table: Table, seed: int) -> None:
    """`copy` and `deepcopy` are clones; so is an unpickled position, of every ruleset of the registry."""
    for p, _ in some(table, seed, 0.1):
        same(copy.copy(p), p)
        same(copy.deepcopy(p), p)
        if p.rules in RULESETS.all():
            again = pickle.loads(pickle.dumps(p))
            same(again, p)
            assert again.rules is p.rules


@seeds(5)
def test_a_clone_goes_on_like_its_original(table: Table, seed: int) -> None:
    """With the same answers, clone and original stay equal, and playing one does not change the other."""
    for p, rnd in some(table, seed, 0.2):
        if p.ask is None:
            continue
        before, chance = save(p), rnd.randrange(2**32)
        one, other = p.clone(), p.clone()
        for each in (one, other):
            source = Random(chance)
            for _ in range(10):
                if each.ask is not None:
                    advance(each, source)
        same(one, other)
        assert save(p) == before


@seeds(10)
def test_what_is_saved_can_be_loaded(table: Table, seed: int) -> None:
    """At every node `load(save(p))` equals p, bytes included."""
    for p in walk(table, seed):
        raw = save(p)
        other = load(REGISTRY, raw)
        same(other, p)
        assert save(other) == raw


@seeds(5)
def test_checkpoints_change_nothing(table: Table, seed: int) -> None:
    """A position without checkpoints plays the same game."""
    for p, _ in some(table, seed, 0.1):
        fast = p.clone(keep=False)
        assert p.rules.pack(fast.state) == p.rules.pack(p.state)


@seeds(5)
def test_a_journal_changes_nothing(table: Table, seed: int) -> None:
    """A position that keeps notes has the bytes of one that does not, and a clone keeps none."""
    p, quiet, rnd, other = table[0].start(table[1]), table[0].start(table[1]), Random(seed), Random(seed)
    p.listen()
    while p.ask is not None:
        advance(p, rnd)
        advance(quiet, other)
        assert save(p) == save(quiet)
        assert p.clone().state.journal is None


@seeds(10)
def test_simultaneous_answers_commute(table: Table, seed: int) -> None:
    """If several seats are asked at once, the order in which they answer makes no difference.

    If any last answerer of any group leads to the same table, by induction every order does.
    """
    for p, rnd in some(table, seed, 0.5):
        if len(p.asks) < 2 or p.given:
            continue
        answers = {ask.seat: rnd.choice(ask.options) for ask in p.asks}
        reached = {frozenset[int](): p}
        for size in range(1, len(answers) + 1):
            for group in map(frozenset, combinations(answers, size)):
                ends = [answered(reached[group - {last}], answers[last], last) for last in group]
                reached[group] = ends[0]
                for other in ends[1:]:
                    alike(ends[0], other)


def answered(p: Position, option: int, seat: int) -> Position:
    """The position after one more answer; the one before is unchanged."""
    copy = p.clone()
    copy.answer(option, seat)
    return copy


def alike(one: Position, other: Position) -> None:
    """Check that two positions are the same except for the order in which the seats of an open question have
    answered."""
    assert sorted(one.given) == sorted(other.given)
    one.given, other.given = sorted(one.given), sorted(other.given)
    same(one, other)


@seeds(5)
def test_the_distribution_of_a_draw_is_exact(table: Table, seed: int) -> None:
    """The probabilities of the outcomes of a draw sum to one, and each is positive."""
    for p in walk(table, seed):
        if p.actor == FATE:
            assert type(p.ask) is Draw
            assert sum(chance for _, chance in outcomes(p)) == 1
            assert all(chance > 0 for _, chance in outcomes(p))
        else:
            assert outcomes(p) == []
