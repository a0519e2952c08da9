"""Random standing orders, in the words of any ruleset, and orders for a sequence of answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from podesta_engines.core.decide import Answer
from podesta_engines.core.script import Kind
from podesta_engines.core.words import Slots
from podesta_service.orders.language import (
    AskedCondition,
    GivenCondition,
    OrderCondition,
    OrderRule,
    Orders,
    SeenCondition,
    ToldCondition,
)
from podesta_service.orders.sight import Sight
from podesta_service.table.table import Table

NOW = 1_800_000_000.0
"""The time of a stopped clock."""
NEVER = Orders([OrderRule(when=[SeenCondition("/edition", equals="never")])])
"""Orders in force that answer nothing."""


def any_orders(table: Table, seat: int, rnd: Random) -> Orders:
    """Orders of every kind that a seat could leave at a table."""
    drawing = _Drawing(table, seat, rnd)
    rules = [drawing.rule() for _ in range(rnd.randint(1, 5))]
    return Orders(rules, drawing.conditions(), rnd.choice(["wait", "wait", "cancel"]))


def line_of(answers: Sequence[Answer]) -> Orders:
    """Orders that give these answers one after another."""
    return Orders([OrderRule(question=question, answer=[option], times=1) for question, option in answers])


def everything(table: Table) -> Orders:
    """Orders that answer most questions to the seat, with the first of some words that is open."""
    kinds = list(table.ruleset.kinds)[:30]
    return Orders(
        [OrderRule(question=kind.name, answer=[word.slug for word in kind.words.words[:16]]) for kind in kinds]
    )


def words_of(table: Table) -> list[str]:
    """The words open to the seat that is asked."""
    (ask,) = table.position.asks
    return [ask.kind.words.slug(option) for option in ask.options]


class _Drawing:
    def __init__(self, table: Table, seat: int, rnd: Random) -> None:
        self.table, self.seat, self.rnd = table, seat, rnd
        self.values = list(_values(Sight(table.position, seat).view))

    def rule(self) -> OrderRule:
        rnd = self.rnd
        until, when = self.conditions(), [self.seen() for _ in range(rnd.choice([0, 0, 1]))]
        if rnd.random() < 0.2:
            return OrderRule(when=when, until=until, times=rnd.randint(0, 2))
        kind = self.kind()
        words = [word.slug for word in kind.words.words]
        answer = rnd.sample(words, min(len(words), rnd.randint(1, 40)))
        return OrderRule(kind.name, self.some(kind.about, 0.1), when, answer, rnd.randint(0, 3), until)

    def kind(self) -> Kind:
        """A kind of question: half of the time one that is asked now."""
        asked = [ask.kind for ask in self.table.position.asks]
        return self.rnd.choice(asked if asked and self.rnd.random() < 0.5 else list(self.table.ruleset.kinds))

    def some(self, slots: Slots, share: float) -> dict[str, str]:
        return {name: self.rnd.choice(words.words).slug for name, words in slots if self.rnd.random() < share}

    def conditions(self) -> list[OrderCondition]:
        return [self.condition() for _ in range(self.rnd.choice([0, 0, 0, 1, 2]))]

    def condition(self) -> OrderCondition:
        rnd, kind = self.rnd, self.kind()
        others = [None, *(seat for seat in range(len(self.table.holders)) if seat != self.seat)]
        match rnd.randrange(4):
            case 0:
                word = rnd.choice(kind.words.words).slug
                return OrderCondition(asked=AskedCondition(kind.name, open=rnd.choice(["", word])))
            case 1:
                note = rnd.choice(self.table.ruleset.notes)
                return OrderCondition(told=ToldCondition(note.name, rnd.choice([None, 0]), self.some(note.args, 0.2)))
            case 2:
                question = "" if kind.masked else kind.name
                option = rnd.choice(kind.words.words).slug if question and not kind.secret else ""
                return OrderCondition(given=GivenCondition(rnd.choice(others), question, rnd.choice(["", option])))
        return OrderCondition(seen=self.seen())

    def seen(self) -> SeenCondition:
        at, value = self.rnd.choice(self.values)
        if isinstance(value, int) and not isinstance(value, bool) and self.rnd.random() < 0.5:
            return SeenCondition(at, at_least=value + self.rnd.randint(0, 2), at_most=value + 5)
        return SeenCondition(at, changed=True) if self.rnd.random() < 0.5 else SeenCondition(at, equals=value)


def _values(view: Any, at: str = "") -> Iterator[tuple[str, Any]]:
    """Everything in a view that is neither a list nor an object, with its JSON pointer."""
    if isinstance(view, dict):
        for name, value in view.items():
            yield from _values(value, f"{at}/{name.replace('~', '~0').replace('/', '~1')}")
    elif isinstance(view, list):
        for number, value in enumerate(view):
            yield from _values(value, f"{at}/{number}")
    else:
        yield at, view
