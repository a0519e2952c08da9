"""Answers that are checked, answers of any integer type, and copies by the standard library.

House bots of other distributions are found by their entry points, and treated like the engines' own.
"""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from podesta_engines import RULESETS, load, save
from podesta_engines.core.errors import Illegal, NotAsked, Unkept
from podesta_engines.core.position import Position
from podesta_engines.core.script import FATE
from tests.kit import toy

GOLDEN_HORN = RULESETS.named("golden-horn")


class Integer:
    """An integer of another type, like numpy's."""

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
    """A word, an int and a draw's outcome have the effect of `answer`."""
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
    """The error has the question and every legal word."""
    p = bidding()
    before = save(p)
    with pytest.raises(Illegal) as error:
        p.play(option, 1)  # type: ignore[arg-type]
    assert (error.value.asked, error.value.rule, error.value.legal) == ("bid", "T-4", ["0", "1"])
    assert save(p) == before


def test_a_seat_that_is_not_asked_is_refused() -> None:
    """So is None if several are asked, a seat while FATE is asked, and any seat at the end."""
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
    """Golden Horn's lists of outcomes may have some of weight 0."""
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
    """An integer of another type is stored as a plain one, for options and seats, so that the position can be saved."""
    p = bidding()
    p.answer(Integer(1), Integer(1))  # type: ignore[arg-type]
    assert p.given == [(1, 1)]
    assert [type(each) for each in p.given[0]] == [int, int]
    assert save(p)
    p.play(Integer(0), Integer(0))
    assert p.asks[0].seat == 1


def test_a_position_without_checkpoints_says_that_it_cannot_be_copied() -> None:
    """It does not return another position instead."""
    p = GOLDEN_HORN.start(2, keep=False)
    for attempt in (p.clone, lambda: copy.copy(p), lambda: copy.deepcopy(p), lambda: pickle.dumps(p), lambda: save(p)):
        with pytest.raises(Unkept):
            attempt()
    assert load(RULESETS, save(GOLDEN_HORN.start(2))).actor == FATE


BOT = """
from podesta_engines.play.house import CannotPlay

def seats(ruleset):
    return [2] if ruleset.id == "troyes" else []

def check(ruleset, at):
    if at not in seats(ruleset):
        raise CannotPlay(f"last plays no {ruleset.id} at a table of {at}")

def load():
    print("loaded")

def choose(p, seat, rnd, over):
    return next(ask.options[0 if over() else -1] for ask in p.asks if ask.seat == seat)
"""
ASKED = """
from random import Random
from podesta_engines import RULESETS
from podesta_engines.play import house

troyes, horn = RULESETS.named("troyes"), RULESETS.named("golden-horn")
print([("last" in house.names(rules), "last" in house.names(rules, 2)) for rules in (troyes, horn)])
print(house.has_bot(troyes, "last"), house.seats_of(troyes, "last"), house.seats_of(troyes, "first"))
house.check(troyes, 2, "last")
house.check(troyes, 2, "greedy")
for seats, name in ((3, "last"), (2, "first")):
    try:
        house.check(troyes, seats, name)
    except house.CannotPlay as why:
        print(why)
house.load("greedy")
house.load("last")
p = troyes.start(2)
while not p.asks:
    p.answer(p.options[0])
for over, index in ((lambda: False, -1), (lambda: True, 0)):
    print(house.bot(troyes, "last", over=over)(p, p.asks[0].seat, Random(0)) == p.asks[0].options[index])
"""


def test_a_bot_that_another_distribution_brings_is_a_house_bot(tmp_path: Path) -> None:
    """It is listed where it can play, says where it cannot, is loaded on use, and is stopped at its time limit."""
    (tmp_path / "last_bot.py").write_text(BOT)
    about = tmp_path / "last_bot-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: last-bot\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[podesta.bots]\nlast = last_bot\n")
    env = os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])}
    run = subprocess.run([sys.executable, "-c", ASKED], check=True, capture_output=True, text=True, env=env)
    assert run.stdout.splitlines() == [
        "[(True, True), (False, False)]",
        "True [2] []",
        "last plays no troyes at a table of 3",
        "troyes has no bot 'first'",
        "loaded",
        "True",
        "True",
    ]
