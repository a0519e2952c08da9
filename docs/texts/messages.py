"""Messages of the table, filled as the table does: slots, plurals and selects of ICU, and words that agree."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from podesta_engines.core.texts.grammar import Noun

Value = str | int | Noun
"""The value of a slot: a text, a number, or a word that may have to agree."""
NUMBERS = (1, 2, 8)
"""Sample numbers."""
_AGREEMENTS = ("m", "f", "mp", "fp")
_CATEGORIES = {0: "zero", 1: "one", 2: "two", 3: "few", 5: "many"}
"""A number for each category of plurals, where a message has it; English and Italian have `one` and `other`."""


class Slot(NamedTuple):
    """A slot: plain, agreeing in a form, or with cases to choose from."""

    name: str
    kind: str
    form: str
    cases: Mapping[str, Sequence[str | Slot]]


Parts = Sequence[str | Slot]


def parse(message: str) -> Parts:
    """The parts of a message."""
    return _parts(iter(re.split("([{}])", message)))


def _parts(marks: Iterator[str]) -> Parts:
    """The parts up to the closing brace."""
    found = list[str | Slot]()
    for mark in marks:
        if mark == "}":
            break
        found.append(_slot(marks) if mark == "{" else mark)
    return found


def _slot(marks: Iterator[str]) -> Slot:
    name, kind, word = (each.strip() for each in (*next(marks).split(",", 2), "", "")[:3])
    form, cases = word, dict[str, Parts]()
    for mark in marks:
        if mark == "}":
            break
        cases[word] = _parts(marks)
        word = next(marks).strip()
    return Slot(name, kind, form, cases)


def slots(parts: Parts) -> Iterator[Slot]:
    """Every slot, including those inside cases."""
    for part in parts:
        if isinstance(part, Slot):
            yield part
            for case in part.cases.values():
                yield from slots(case)


def fill(parts: Parts, values: Mapping[str, Value], number: Value | None = None) -> str:
    """The text of parts with these values; `#` is the number that chose them."""
    return "".join(_filled(part, values, number) for part in parts)


def _filled(part: str | Slot, values: Mapping[str, Value], number: Value | None) -> str:
    if isinstance(part, str):
        return part if number is None else part.replace("#", str(number))
    value = values[part.name]
    if not part.cases:
        return _said(value, part.form)
    plural = part.kind == "plural"
    words = (f"={value}", _CATEGORIES.get(value, "") if isinstance(value, int) else "") if plural else (str(value),)
    chosen = next((part.cases[word] for word in words if word in part.cases), part.cases.get("other", ()))
    return fill(chosen, values, value if plural else number)


def _said(value: Value, form: str) -> str:
    if not isinstance(value, Noun):
        return str(value)
    forms = value.inflected
    return forms[_AGREEMENTS.index(form)] if form and len(forms) == len(_AGREEMENTS) else value.forms[0]


def renderings(message: str, given: Mapping[str, Sequence[Value]], numbers: Sequence[int] = NUMBERS) -> list[str]:
    """The texts of a message, one for each value of a slot; a slot without given values is a number, or a case."""
    parts = parse(message)
    values = {slot.name: given.get(slot.name) or _cases(slot) or numbers for slot in slots(parts)}
    most = max(map(len, values.values()), default=1)
    steps = ({name: all_[i % len(all_)] for name, all_ in values.items()} for i in range(most))
    return list(dict.fromkeys(fill(parts, each) for each in steps))


def _cases(slot: Slot) -> Sequence[Value]:
    return [*slot.cases] if slot.kind == "select" else ()
