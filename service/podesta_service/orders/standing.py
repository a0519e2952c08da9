"""How standing orders stand: a function of the orders and of what the seat has seen of the log since, of nothing else.

So any process can work it out at any time, and nothing needs to be written while orders are carried out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import msgspec
from msgspec import UNSET

from podesta_engines import told
from podesta_engines.core.decide import Answer
from podesta_engines.core.decide import follow as play_move
from podesta_engines.core.disclose import observe, redact
from podesta_engines.core.moves import Answered, Drawn
from podesta_engines.core.notes import Told as Note
from podesta_engines.core.position import Position
from podesta_engines.core.script import Ask
from podesta_engines.core.words import Words, slugs
from podesta_engines.game.events import Event, retracted_to
from podesta_service.table.table import Step, Table

from .language import (
    AskedCondition,
    GivenCondition,
    OrderCondition,
    OrderRule,
    Orders,
    OrdersCancelled,
    Reason,
    RuleState,
    SeenCondition,
    ToldCondition,
)

MISSING = object()
"""What stands at a pointer that leads nowhere."""


class Sight:
    """What a seat sees of a position, worked out when it is first needed."""

    def __init__(self, position: Position, seat: int, running: bool = True) -> None:
        self._position, self._seat = position, seat
        self.ask = next((ask for ask in position.asks if ask.seat == seat), None) if running else None
        """What the seat is asked."""

    @cached_property
    def view(self) -> Any:
        """The view as JSON has it."""
        return msgspec.to_builtins(observe(self._position, self._seat), str_keys=True)

    def at(self, pointer: str) -> Any:
        """What stands at a JSON pointer, MISSING where it leads nowhere."""
        found = self.view
        for part in pointer.split("/")[1:]:
            found = _member(found, part.replace("~1", "/").replace("~0", "~"))
        return found


def _member(value: Any, name: str) -> Any:
    if isinstance(value, Mapping):
        return value.get(name, MISSING)
    if isinstance(value, list) and name.isdecimal() and int(name) < len(value):
        return value[int(name)]
    return MISSING


@dataclass(frozen=True)
class Standing:
    """A seat's orders at a revision: how often each rule has answered, which have served their turn."""

    orders: Orders
    seat: int
    since: int
    revision: int
    first: Mapping[str, Any]
    """What stood, when the orders were left, at the pointers that may change."""
    used: tuple[int, ...]
    over: tuple[bool, ...]
    cancelled: OrdersCancelled | None = None

    @property
    def rules(self) -> list[RuleState]:
        """How each rule stands."""
        return [RuleState(used, over) for used, over in zip(self.used, self.over, strict=True)]


def begin(orders: Orders, seat: int, table: Table) -> Standing:
    """Orders as they are left at a table."""
    sight = _sight(table, seat)
    first = {seen.at: sight.at(seen.at) for seen in _seen(orders) if seen.changed}
    rules = len(orders.rules)
    fresh = Standing(orders, seat, table.revision, table.revision, first, (0,) * rules, (False,) * rules)
    return _judge(fresh, table, _Happened((), ()))


def follow(standing: Standing, before: Table, step: Step) -> Standing:
    """Orders after the next step of the game. Those of a holder who has gone answer nobody and are of no account."""
    if standing.cancelled:
        return standing
    table = step.table
    standing = replace(standing, revision=table.revision)
    if retracted_to(step.entry) is not None:
        return _cancel(standing, "retracted")
    standing = _count(standing, before, step.entry.events)
    if standing.cancelled:
        return standing
    return _cancel(standing, "ended") if table.ended else _judge(standing, table, _happened(standing.seat, step))


def choose(standing: Standing, table: Table) -> Answer | None:
    """What the orders answer now, if they answer anything."""
    if standing.cancelled or table.status != "running":
        return None
    found = _choose(standing, _sight(table, standing.seat))
    return None if found is None else found[1]


# -- what the rules answer -------------------------------------------------------------------------------------------


def _choose(standing: Standing, sight: Sight) -> tuple[int, Answer] | None:
    """The first rule that has an answer, and the answer."""
    ask = sight.ask
    if ask is None:
        return None
    for number, rule in enumerate(standing.orders.rules):
        if not standing.over[number] and _speaks(standing, rule, sight, ask) and (word := _open_word(rule, ask)):
            return number, (ask.kind.name, word)
    return None


def _speaks(standing: Standing, rule: OrderRule, sight: Sight, ask: Ask) -> bool:
    """Whether a rule speaks of the question that the seat is asked."""
    return _is_about(ask, rule.question, rule.about) and all(_is_seen(standing, seen, sight) for seen in rule.when)


def _is_about(ask: Ask, question: str, about: Mapping[str, str]) -> bool:
    if question not in ("", ask.kind.name):
        return False
    said = slugs(ask.kind.about, ask.about) if about else {}
    return all(said.get(name) == word for name, word in about.items())


def _open_word(rule: OrderRule, ask: Ask) -> str | None:
    """The first of a rule's words that is open; the only option for a rule without words."""
    options = _words(ask)
    if not rule.answer:
        return options[0] if len(options) == 1 else None
    return next((word for word in rule.answer if word in options), None)


def _words(ask: Ask) -> list[str]:
    return [ask.kind.words.slug(option) for option in ask.options]


# -- what happened ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Happened:
    """What a step tells a seat: the notes it may read, and others' answers as it may know them."""

    notes: Sequence[Note]
    answers: Sequence[Answered]


def _happened(seat: int, step: Step) -> _Happened:
    ruleset = step.table.ruleset
    notes = told(ruleset, list(step.notes), seat)
    known = [redact(ruleset, event, seat) for event in step.entry.events]
    return _Happened(notes, [event for event in known if type(event) is Answered and event.seat != seat])


def _count(standing: Standing, before: Table, events: Sequence[Event]) -> Standing:
    """Count the seat's own answers: to its rules where they are what these would have answered, else against them."""
    if not any(type(event) is Answered and event.seat == standing.seat for event in events):
        return standing
    p = before.position.clone()
    for event in events:
        if type(event) is Answered and event.seat == standing.seat:
            standing = _count_one(standing, Sight(p, standing.seat), event)
        if type(event) is Answered or type(event) is Drawn:
            play_move(p, event)
    return standing


def _count_one(standing: Standing, sight: Sight, event: Answered) -> Standing:
    found = None if standing.cancelled else _choose(standing, sight)
    if found is None:
        return standing
    number, (_, word) = found
    if word != event.option:
        return _cancel(standing, "overruled")
    used = standing.used[number] + 1
    served = standing.orders.rules[number].times == used
    over = _put(standing.over, number, served)
    return replace(standing, used=_put(standing.used, number, used), over=over)


def _put(values: tuple[Any, ...], number: int, value: Any) -> tuple[Any, ...]:
    return (*values[:number], value, *values[number + 1 :])


# -- what cancels ----------------------------------------------------------------------------------------------------


def _judge(standing: Standing, table: Table, happened: _Happened) -> Standing:
    """See what has come to pass: for all rules, for single ones, and whether they have anything left to say."""
    sight = _sight(table, standing.seat)
    met = _met(standing, standing.orders.until, sight, happened)
    if met is not None:
        return _cancel(standing, "until", f"until[{met}]")
    over = tuple(
        done or _met(standing, rule.until, sight, happened) is not None
        for done, rule in zip(standing.over, standing.orders.rules, strict=True)
    )
    standing = replace(standing, over=over)
    if all(over):
        return _cancel(standing, "done")
    unanswered = standing.orders.otherwise == "cancel" and sight.ask is not None and _choose(standing, sight) is None
    return _cancel(standing, "unanswered") if unanswered else standing


def _cancel(standing: Standing, reason: Reason, condition: str = "") -> Standing:
    return replace(standing, cancelled=OrdersCancelled(reason, standing.revision, condition))


def _met(standing: Standing, conditions: Sequence[OrderCondition], sight: Sight, happened: _Happened) -> int | None:
    """The first condition that has come to pass."""
    for number, condition in enumerate(conditions):
        if _has_come(standing, condition, sight, happened):
            return number
    return None


def _has_come(standing: Standing, condition: OrderCondition, sight: Sight, happened: _Happened) -> bool:
    if condition.asked:
        return sight.ask is not None and _is_asked(condition.asked, sight.ask)
    if condition.told:
        return any(map(_tells(condition.told), happened.notes))
    if condition.given:
        return any(map(_gives(condition.given), happened.answers))
    return condition.seen is not None and _is_seen(standing, condition.seen, sight)


def _is_asked(asked: AskedCondition, ask: Ask) -> bool:
    return _is_about(ask, asked.question, asked.about) and (not asked.open or asked.open in _words(ask))


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


def _is_seen(standing: Standing, seen: SeenCondition, sight: Sight) -> bool:
    """Whether all that is said of a value in the view holds."""
    value = sight.at(seen.at)
    number = value if type(value) is int else None
    return (
        (seen.equals is UNSET or (type(value) is type(seen.equals) and value == seen.equals))
        and (seen.at_least is UNSET or (number is not None and number >= seen.at_least))
        and (seen.at_most is UNSET or (number is not None and number <= seen.at_most))
        and (not seen.changed or value != standing.first.get(seen.at, MISSING))
    )


def _seen(orders: Orders) -> Iterator[SeenCondition]:
    """Every condition about the view."""
    conditions = [*orders.until, *(each for rule in orders.rules for each in rule.until)]
    yield from (each.seen for each in conditions if each.seen)
    yield from (seen for rule in orders.rules for seen in rule.when)


def _sight(table: Table, seat: int) -> Sight:
    return Sight(table.position, seat, table.status == "running")


__all__ = ["MISSING", "Sight", "Standing", "begin", "choose", "follow"]
