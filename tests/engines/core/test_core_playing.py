"""Answers that are checked, answers of any integer type, and copies by the standard library's means."""

import copy
import pickle
from random import Random

import pytest

from podesta_engines import RULESETS, load, save
from podesta_engines.core.errors import Illegal, NotAsked, Unkept
from podesta_engines.core.position import Position
from podesta_engines.core.script import FATE
from tests.kit import toy

GOLDEN_HORN = RULESETS.named("golden-horn")


class Integer:
    """An integer of somebody else's, as numpy has them."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value

    def __eq__(self, other: object) -> bool:
        return self.value == other

    __hash__ = None  # type: ignore[assignment]


def bidding() -> Position:
    """The toy when two seats are asked for their bids at once."""
    p = toy.RULESET.start(2)
    for outcome in ("0", "card_5", "card_4"):
        p.play(outcome)
    return p


def test_words_and_ints_are_played_where_they_are_legal() -> None:
    """A word, an int and a draw's outcome lead where `answer` leads."""
    p, q = bidding(), toy.RULESET.start(2)
    for option in (0, 5, 4):
        q.answer(option)
    p.play("1", 0)
    q.answer(1, 0)
    p.play(0)  # only seat 1 is left
    q.answer(0, 1)
    assert save(p) == save(q)


@pytest.mark.parametrize("option", ["2", 7, "nonsense", -1, Integer(9)])
def test_what_is_not_open_is_refused_and_changes_nothing(option: object) -> None:
    """The error says what was asked and every legal word."""
    p = bidding()
    before = save(p)
    with pytest.raises(Illegal) as error:
        p.play(option, 1)  # type: ignore[arg-type]
    assert (error.value.asked, error.value.rule, error.value.legal) == ("bid", "T-4", ["0", "1"])
    assert save(p) == before


def test_a_seat_that_is_not_asked_is_refused() -> None:
    """So is nobody where several are asked, a seat where fate is, and anybody at the end."""
    p = bidding()
    for seat in (2, None, FATE):
        with pytest.raises(NotAsked) as error:
            p.play(0, seat)
        assert error.value.actors == [0, 1]
    with pytest.raises(NotAsked):
        toy.RULESET.start(2).play(0, 0)
    over = toy.RULESET.start(2, options={"rounds": 1})
    while over.ask is not None:
        over.play(over.options[0], None if over.actor == FATE else over.actor)
    with pytest.raises(NotAsked):
        over.play(0)


def test_an_outcome_without_weight_is_refused() -> None:
    """Golden Horn's lists of outcomes may have some that cannot come."""
    rnd, seen = Random(3), 0
    p = GOLDEN_HORN.start(2)
    while p.ask is not None and not seen:
        weights = getattr(p.ask, "weights", None)
        if weights and 0 in weights:
            seen += 1
            with pytest.raises(Illegal):
                p.play(p.ask.options[weights.index(0)])
        p.answer(rnd.choice([o for o, w in zip(p.options, weights or [1] * len(p.options), strict=True) if w]), p.actor)


def test_any_integer_answers() -> None:
    """An integer of another type is kept as a plain one, for options and seats, so that the position can be saved."""
    p = bidding()
    p.answer(Integer(1), Integer(1))  # type: ignore[arg-type]
    assert p.given == [(1, 1)]
    assert [type(each) for each in p.given[0]] == [int, int]
    assert save(p)
    p.play(Integer(0), Integer(0))
    assert p.asks[0].seat == 1


def test_a_position_without_checkpoints_says_that_it_cannot_be_copied() -> None:
    """It does not give another position instead."""
    p = GOLDEN_HORN.start(2, keep=False)
    for attempt in (p.clone, lambda: copy.copy(p), lambda: copy.deepcopy(p), lambda: pickle.dumps(p), lambda: save(p)):
        with pytest.raises(Unkept):
            attempt()
    assert load(RULESETS, save(GOLDEN_HORN.start(2))).actor == FATE
