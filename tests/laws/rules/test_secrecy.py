"""A seat learns only what it may know, neither from its view nor from what is missing in it."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from podesta_engines import note_texts, observe, questions, redact, resample, save, waiting
from podesta_engines.core.moves import Answered, Drawn
from podesta_engines.core.position import Position
from podesta_engines.core.script import EVERYBODY, FATE, Draw
from tests.kit.walks import REGISTRY, Table, play, seeds, some, walk
from tests.laws.rules.parallel import walk_together


def looks(p: Position, seat: int | None) -> tuple[object, ...]:
    """The whole view of a seat, or a spectator, of a position."""
    lot = (p.ask.kind.name, p.ask.seen_by) if type(p.ask) is Draw else None
    seen = p.rules.pack(p.rules.observe(p.state, seat))
    return seen, observe(p, seat), questions(p, seat), questions(p, seat, "it"), waiting(p), p.actor == FATE, lot


@seeds(5)
def test_a_resampled_position_looks_the_same(table: Table, seed: int) -> None:
    """Non-interference: a seat's view is byte for byte its view of any table that looks the same to it."""
    for p, rnd in some(table, seed, 0.3):
        outside = looks(p, None)
        for seat in range(table[1]):
            other = resample(p, seat, rnd)
            assert looks(other, seat) == looks(p, seat)
            assert looks(other, None) == outside


@seeds(8)
def test_resampling_changes_nothing(table: Table, seed: int) -> None:
    """The resampled position itself is unchanged."""
    for p, rnd in some(table, seed, 0.3):
        before, state = save(p), p.rules.pack(p.state)
        resample(p, rnd.randrange(table[1]), rnd)
        assert (save(p), p.rules.pack(p.state)) == (before, state)


@seeds(8)
def test_resampling_forgets(table: Table, seed: int) -> None:
    """Forgetting: a seat's resampling uses nothing that the seat cannot see, so resampling first changes nothing."""
    for p, rnd in some(table, seed, 0.3):
        for seat in range(table[1]):
            chance = rnd.randrange(2**32)
            other = resample(p, seat, rnd)
            assert save(resample(other, seat, Random(chance))) == save(resample(p, seat, Random(chance)))


@seeds(5)
def test_a_resampled_table_is_a_possible_one(table: Table, seed: int) -> None:
    """Every invariant of the game holds on it too."""
    for p, rnd in some(table, seed, 0.3):
        p.rules.check(resample(p, rnd.randrange(table[1]), rnd).state)


@seeds(5)
def test_observing_shares_no_secret(table: Table, seed: int) -> None:
    """An observed state has no journal and no secrets of other seats, and observing twice changes nothing."""
    for p, rnd in some(table, seed, 0.2):
        p.listen()
        seat = rnd.randrange(table[1])
        seen = p.rules.observe(p.state, seat)
        assert seen.journal is None
        assert p.rules.pack(p.rules.observe(seen, seat)) == p.rules.pack(seen)
        assert p.rules.pack(p.rules.observe(seen, None)) == p.rules.pack(p.rules.observe(p.state, None))


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), depth=st.floats(0, 1))
def test_parallel_worlds_cannot_be_told_apart(table: Table, seed: int, depth: float) -> None:
    """Walked in step with the same public events, two worlds show a seat the same questions, notes and views."""
    length = sum(1 for _ in walk(table, seed))
    start = int(depth * length)
    seat = seed % table[1]
    for steps, p in enumerate(walk(table, seed)):
        if steps == start:
            walk_together(p.clone(), seat, Random(seed), 60)
            return


@seeds(5)
def test_a_redacted_log_hides_what_others_may_not_see(table: Table, seed: int) -> None:
    """Of secret answers and draws a seat, or a spectator, sees only that they happened; its own are complete."""
    ruleset, seats = table
    for event in (event for entry in play(table, seed)[0] for event in entry.events):
        for seat in (None, *range(seats)):
            seen = redact(ruleset, event, seat)
            if type(event) is Answered:
                kind = ruleset.kind[event.question or ""]
                hidden = seat != event.seat and (kind.secret or kind.masked)
                question = None if hidden and kind.masked else event.question
                assert seen == Answered(event.seat, question, None if hidden else event.option)
            elif type(event) is Drawn:
                hidden = event.seen_by not in (None, seat)
                assert seen == Drawn(event.lot, None if hidden else event.outcome, event.seen_by)
            else:
                assert seen == event


@pytest.mark.parametrize("rules", REGISTRY.all(), ids=lambda rules: rules.id)
def test_the_spectator_is_asked_nothing(rules) -> None:
    """A spectator never has a question."""
    p = rules.start(rules.seats[0])
    assert questions(p, None) == []


def shown(p: Position, option: int, who: int, seat: int | None) -> tuple[bytes, str]:
    """A seat's view and notes after an answer."""
    after = p.clone()
    after.listen()
    after.answer(option, who)
    heard = repr(note_texts(p.rules, after.heard(), seat))
    return bytes(p.rules.pack(p.rules.observe(after.state, seat))), heard


@seeds(4)
def test_the_log_tells_what_the_table_shows(table: Table, seed: int) -> None:
    """An outcome or answer visible to a seat, or a spectator, in the log also makes a difference to its table or notes.

    It differs in the notes alone if the rules level it at once: Notre Dame's plague takes a marker wherever it was
    moved to.
    """
    for p, rnd in some(table, seed, 0.15):
        everybody: list[int | None] = [None, *range(table[1])]
        public = [ask for ask in p.asks if not (ask.kind.secret or ask.kind.masked)]
        if type(p.ask) is Draw:
            who, seats = FATE, everybody if p.ask.seen_by == EVERYBODY else [p.ask.seen_by]
            options = [option for i, option in enumerate(p.ask.options) if not p.ask.weights or p.ask.weights[i]]
        elif public:
            ask = rnd.choice(public)
            who, seats, options = ask.seat, everybody, list(ask.options)
        else:
            continue
        for seat in seats:
            assert len({shown(p, option, who, seat) for option in options}) == len(options)
