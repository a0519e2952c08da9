"""Checks standing orders against the catalogue: the seat must be able to meet every word in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches

import msgspec
from msgspec import UNSET

from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.script import Kind
from podesta_engines.core.texts.sentences import Slot
from podesta_engines.core.words import Slots, Vocabulary
from podesta_service.problems import BAD_ORDERS, Refusal, refuse, sentence
from podesta_service.table.table import Table

from .language import (
    MOST_BYTES,
    AskedCondition,
    GivenCondition,
    OrderCondition,
    OrderRule,
    Orders,
    SeenCondition,
    ToldCondition,
)
from .sight import MISSING, Sight

CLOSEST = 8
"""Similar words suggested for an unknown one."""


def vet(orders: Orders, seat: int, table: Table) -> None:
    """Refuse orders that name something the ruleset does not have, or that the seat would never see."""
    size = len(msgspec.json.encode(orders))
    if size > MOST_BYTES:
        raise _bad("rules", "orders-too-large", most=MOST_BYTES, size=size)
    _Vetting(table.ruleset, seat, len(table.holders), Sight(table.position, seat)).orders(orders)


class _Vetting:
    """Checks orders. `where` is always the path of what is checked, such as `rules[0].until[1]`."""

    def __init__(self, ruleset: Ruleset, seat: int, seats: int, sight: Sight) -> None:
        self._ruleset, self._seat, self._seats, self._sight = ruleset, seat, seats, sight

    def orders(self, orders: Orders) -> None:
        """Check everything."""
        for number, rule in enumerate(orders.rules):
            self._rule(rule, f"rules[{number}]")
        self._conditions(orders.until, "until")

    def _rule(self, rule: OrderRule, where: str) -> None:
        kind = self._question(rule.question, f"{where}.question")
        if rule.answer and kind is None:
            raise _bad(f"{where}.question", "answer-without-question")
        for number, word in enumerate(rule.answer):
            assert kind is not None
            _known(word, kind.words, f"{where}.answer[{number}]")
        self._about(kind, rule.about, f"{where}.about")
        for number, seen in enumerate(rule.when):
            self._seen(seen, f"{where}.when[{number}]")
        self._conditions(rule.until, f"{where}.until")

    def _conditions(self, conditions: Sequence[OrderCondition], where: str) -> None:
        for number, condition in enumerate(conditions):
            self._condition(condition, f"{where}[{number}]")

    def _condition(self, condition: OrderCondition, where: str) -> None:
        said = {name: getattr(condition, name) for name in condition.__struct_fields__}
        named = [name for name, value in said.items() if value is not None]
        if len(named) != 1:
            raise _bad(where, "condition-says-one", legal=list(said))
        getattr(self, f"_{named[0]}")(said[named[0]], f"{where}.{named[0]}")

    def _asked(self, asked: AskedCondition, where: str) -> None:
        kind = self._question(asked.question, f"{where}.question")
        self._about(kind, asked.about, f"{where}.about")
        if asked.open and kind is None:
            raise _bad(f"{where}.question", "option-without-question")
        if asked.open and kind:
            _known(asked.open, kind.words, f"{where}.open")

    def _told(self, told: ToldCondition, where: str) -> None:
        kinds = self._ruleset.note
        if told.note not in kinds:
            raise _unknown(told.note, kinds, f"{where}.note")
        self._is_seat(told.seat, f"{where}.seat")
        _slots(kinds[told.note].args, told.args, f"{where}.args")

    def _given(self, given: GivenCondition, where: str) -> None:
        self._is_seat(given.seat, f"{where}.seat")
        if given.seat == self._seat:
            raise _bad(f"{where}.seat", "about-others")
        kind = self._question(given.question, f"{where}.question")
        if given.option and kind is None:
            raise _bad(f"{where}.question", "option-without-question")
        if kind and (kind.masked or (kind.secret and given.option)):
            raise _bad(f"{where}.question", "never-shown-question" if kind.masked else "never-shown-answer")
        if given.option and kind:
            _known(given.option, kind.words, f"{where}.option")

    def _seen(self, seen: SeenCondition, where: str) -> None:
        found = self._sight.at(seen.at) if seen.at.startswith("/") else MISSING
        if found is MISSING:
            raise _bad(f"{where}.at", "nothing-there")
        if isinstance(found, Mapping | list):
            raise _bad(f"{where}.at", "not-a-value")
        bounded = seen.at_least is not UNSET or seen.at_most is not UNSET
        if bounded and found is not None and type(found) is not int:
            raise _bad(f"{where}.at", "not-a-number")
        if not bounded and seen.equals is UNSET and not seen.changed:
            raise _bad(where, "search-for-nothing", legal=["equals", "at_least", "at_most", "changed"])

    # -- words -------------------------------------------------------------------------------------------------------

    def _question(self, name: str, where: str) -> Kind | None:
        """The kind of question of a name; None for the empty name, which means any."""
        if not name:
            return None
        if name not in self._ruleset.kind:
            raise _unknown(name, self._ruleset.kind, where)
        return self._ruleset.kind[name]

    def _about(self, kind: Kind | None, about: Mapping[str, str], where: str) -> None:
        if about and kind is None:
            raise _bad(where, "about-without-question")
        _slots(kind.about if kind else (), about, where)

    def _is_seat(self, seat: int | None, where: str) -> None:
        if seat is not None and seat >= self._seats:
            raise _bad(where, "seat-range", last=self._seats - 1)


def _slots(slots: Slots, words: Mapping[str, str], where: str) -> None:
    """Refuse unknown slots, and words that do not fit them."""
    known = dict(slots)
    for name, word in words.items():
        if name not in known:
            raise _unknown(name, known, where)
        _known(word, known[name], f"{where}.{name}")


def _known(word: str, words: Vocabulary, where: str) -> None:
    try:
        words.parse(word)
    except KeyError:
        raise _unknown(word, [each.slug for each in words.words], where) from None


def _unknown(word: str, known: Iterable[str], where: str) -> Refusal:
    """A refusal that suggests the words closest to an unknown one."""
    words = list(known)
    close = get_close_matches(word, words, CLOSEST, 0.0) if words else []
    return _bad(where, "no-such-word", word=word, legal=close)


def _bad(where: str, why: str, legal: list[str] | None = None, **slots: Slot) -> Refusal:
    return refuse(BAD_ORDERS, sentence(f"details.{why}", **slots), field=where, legal=legal)
