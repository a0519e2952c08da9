"""Open answers are accepted, and all others are refused."""

import pytest

from podesta_engines import actors, decide, save
from podesta_engines.core.errors import Illegal, NotAsked
from podesta_engines.core.position import Position
from podesta_engines.core.script import FATE, Ask, Draw
from tests.kit.walks import Table, seeds, some, walk, words


@seeds(10)
def test_options_are_distinct_and_a_question_has_two_unless_it_is_asked_for_secrecy(table: Table, seed: int) -> None:
    """No question offers an option twice, and one with a single option says `sole`."""
    for p in walk(table, seed):
        for ask in p.asks:
            assert len(set(ask.options)) == len(ask.options)
            assert len(ask.options) >= (1 if ask.sole else 2)
            assert all(0 <= option < len(ask.kind.words) for option in ask.options)


@seeds(10)
def test_at_most_one_question_is_open_for_a_seat(table: Table, seed: int) -> None:
    """The actors of a position are different seats of the table."""
    for p in walk(table, seed):
        assert len(set(actors(p))) == len(actors(p))
        assert set(actors(p)) <= set(range(table[1]))


@seeds(5)
def test_every_option_is_accepted(table: Table, seed: int) -> None:
    """Each open option can be decided, and played on a clone."""
    for p, _ in some(table, seed, 0.5):
        for ask in p.asks:
            for option in ask.options:
                assert decide(p, ask.seat, [words(ask, option)])[0].option == ask.kind.words.slug(option)
                p.clone(keep=False).answer(option, ask.seat)


@seeds(5)
def test_every_outcome_of_a_draw_can_come(table: Table, seed: int) -> None:
    """Draws have distinct options and non-negative weights with a positive sum, and each possible one can be played."""
    for p, _ in some(table, seed, 0.5):
        if p.actor == FATE:
            lot = p.ask
            assert type(lot) is Draw
            weights = lot.weights or [1] * len(lot.options)
            assert len(set(lot.options)) == len(lot.options) == len(weights)
            assert min(weights) >= 0
            assert sum(weights) > 0
            for option, weight in zip(lot.options, weights, strict=True):
                if weight:
                    p.clone(keep=False).answer(option)


def closed(ask: Ask) -> list[tuple[str, str]]:
    """Some answers that are not open: words of the same vocabulary, unknown words, another question."""
    foreign = [word.slug for i, word in enumerate(ask.kind.words.words) if i not in ask.options]
    inside = words(ask, ask.options[0])[1]
    return [*((ask.kind.name, slug) for slug in foreign[::7]), (ask.kind.name, "nonsense"), ("nonsense", inside)]


def refused(p: Position, ask: Ask) -> None:
    """Check that every closed answer is refused with the question and the legal answers."""
    legal = [ask.kind.words.slug(option) for option in ask.options]
    for answer in closed(ask):
        with pytest.raises(Illegal) as error:
            decide(p, ask.seat, [answer])
        assert (error.value.answer, error.value.asked, error.value.rule) == (answer, ask.kind.name, ask.kind.rule)
        assert error.value.legal == legal


@seeds(5)
def test_anything_else_is_refused_and_nothing_changed(table: Table, seed: int) -> None:
    """A closed answer raises Illegal, a seat that is not asked NotAsked, and the position keeps its bytes."""
    for p, _ in some(table, seed, 0.3):
        before, state = save(p), p.rules.pack(p.state)
        for ask in p.asks:
            refused(p, ask)
        for seat in set(range(table[1])) - set(actors(p)):
            with pytest.raises(NotAsked):
                decide(p, seat, [("nonsense", "nonsense")])
        assert save(p) == before
        assert p.rules.pack(p.state) == state


@seeds(10)
def test_a_game_ends_within_its_bound(table: Table, seed: int) -> None:
    """The ruleset's bound on decisions holds."""
    decisions = sum(p.actor >= 0 for p in walk(table, seed))
    assert decisions <= table[0].bound(table[1])


@seeds(10)
def test_a_task_takes_at_most_twenty_answers(table: Table, seed: int) -> None:
    """So a clone repeats few answers."""
    assert all(len(p.given) <= 20 for p in walk(table, seed))


@seeds(5)
def test_the_end_has_a_result_and_only_the_end(table: Table, seed: int) -> None:
    """The last position has a reason and a standing for each seat; ranks are 1, 1, 3 by descending scores."""
    *_, p = walk(table, seed)
    result = p.rules.result(p.state)
    p.rules.reasons.parse(result.reason)
    assert [standing.seat for standing in result.standings] == list(range(table[1]))
    for standing in result.standings:
        better = [other for other in result.standings if other.rank < standing.rank]
        assert standing.rank == 1 + len(better)
        for part in standing.parts:
            p.rules.parts.parse(part)
    assert result.winners
