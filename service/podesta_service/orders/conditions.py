"""Whether the conditions of standing orders are met, by what a seat can see and its notes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import UNSET

from podesta_engines import note_texts
from podesta_engines.core.disclose import redact
from podesta_engines.core.moves import Answered
from podesta_engines.core.notes import NoteText as Note
from podesta_engines.core.script import Ask
from podesta_engines.core.words import Words, slugs
from podesta_service.table.table import Step

from .language import AskedCondition, GivenCondition, OrderCondition, OrderRule, SeenCondition, ToldCondition
from .sight import MISSING, Sight


@dataclass(frozen=True)
class Happened:
    """A step as a seat sees it: the notes it may read, and others' answers as far as it may see them."""

    notes: Sequence[Note] = ()
    answers: Sequence[Answered] = ()


def happened(seat: int, step: Step) -> Happened:
    """The news of a step for a seat."""
    ruleset = step.table.ruleset
    notes = note_texts(ruleset, list(step.notes), seat)
    known = [redact(ruleset, event, seat) for event in step.entry.events]
    return Happened(notes, [event for event in known if type(event) is Answered and event.seat != seat])


@dataclass(frozen=True)
class Scene:
    """The data that conditions are checked against."""

    sight: Sight
    first: Mapping[str, Any]
    """The values at the pointers of changing conditions when the orders were left."""
    happened: Happened = Happened()

    def met(self, conditions: Sequence[OrderCondition]) -> int | None:
        """The number of the first condition that is met."""
        return next((number for number, condition in enumerate(conditions) if self._has_come(condition)), None)

    def speaks(self, rule: OrderRule, ask: Ask) -> bool:
        """Whether a rule applies to the seat's question."""
        return _is_about(ask, rule.question, rule.about) and all(map(self._is_seen, rule.when))

    def _has_come(self, condition: OrderCondition) -> bool:
        if condition.asked:
            return self.sight.ask is not None and _is_asked(condition.asked, self.sight.ask)
        if condition.told:
            return any(map(_tells(condition.told), self.happened.notes))
        if condition.given:
            return any(map(_gives(condition.given), self.happened.answers))
        return condition.seen is not None and self._is_seen(condition.seen)

    def _is_seen(self, seen: SeenCondition) -> bool:
        """Whether a value in the view meets every part of a condition."""
        value = self.sight.at(seen.at)
        number = value if type(value) is int else None
        return (
            (seen.equals is UNSET or (type(value) is type(seen.equals) and value == seen.equals))
            and (seen.at_least is UNSET or (number is not None and number >= seen.at_least))
            and (seen.at_most is UNSET or (number is not None and number <= seen.at_most))
            and (not seen.changed or value != self.first.get(seen.at, MISSING))
        )


def words_of(ask: Ask) -> list[str]:
    """The open options of a question, as words."""
    return [ask.kind.words.slug(option) for option in ask.options]


def _is_about(ask: Ask, question: str, about: Mapping[str, str]) -> bool:
    if question not in ("", ask.kind.name):
        return False
    said = slugs(ask.kind.about, ask.about) if about else {}
    return all(said.get(name) == word for name, word in about.items())


def _is_asked(asked: AskedCondition, ask: Ask) -> bool:
    return _is_about(ask, asked.question, asked.about) and (not asked.open or asked.open in words_of(ask))


def _tells(told: ToldCondition) -> Callable[[Note], bool]:
    def tells(note: Note) -> bool:
        named = all(word in _each(note.args.get(name, [])) for name, word in told.args.items())
        return note.kind == told.note and told.seat in (None, note.seat) and named

    return tells


def _each(words: Words) -> list[str]:
    return [words] if isinstance(words, str) else words


def _gives(given: GivenCondition) -> Callable[[Answered], bool]:
    def gives(answered: Answered) -> bool:
        asked = given.question in ("", answered.question) and given.option in ("", answered.option)
        return asked and given.seat in (None, answered.seat)

    return gives
