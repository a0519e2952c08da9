"""Templates: sentences with slots, compiled once into functions that fill them.

`{ship}` is a word as it is; `{ship.the}`, `{ship.a}`, `{ship.of}`, `{ship.to}`, `{ship.from}`, `{ship.in}`, `{ship.on}`
have their article; `.pl` is the plural and `.m .f .mp .fp` an adjective's agreement. `{n|card|cards}` is a number and
its noun, `{n?is|are}` the noun without the number, `{n!, and {n} for the Park}` appears only if n is not 0 (a word is
not `none`, a list is not empty), and `{n!for {n}|free}` has the text after the bar otherwise. Several words are joined;
`{goods.count}` counts equal ones first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

from podesta_engines.core.words import Args, Language, Slots, Vocabulary, each

from .grammar import Noun, counted, decline, euphonic
from .sentences import CORE, sentences

Fill = Callable[[Args], str]
"""A compiled text: a function from the values of its slots to the text."""
_SPECIAL = re.compile(r"[{}|]")
_SLOT = re.compile(r"(\w+)((?:\.\w+)*)([|?!]?)")
KEYS = {"the", "a", "of", "to", "from", "in", "on", "pl", "m", "f", "mp", "fp", "count"}


class BadTemplate(ValueError):
    """A text of the translators' files cannot be parsed; the message says which and why."""


class Nouns(Protocol):
    """Provides the nouns of a vocabulary to a template."""

    language: Language

    def nouns(self, words: Vocabulary) -> tuple[Noun, ...]:
        """Every word of a vocabulary as a noun."""


class _Reader:
    """Reads one template from left to right."""

    def __init__(self, text: str, slots: Slots, nouns: Nouns) -> None:
        self.text, self.nouns, self.at = text, nouns, 0
        self.slots = {name: (place, words) for place, (name, words) in enumerate(slots)}

    def branch(self, ends: str) -> Fill:
        """Everything up to one of these characters, or the end of the text."""
        parts: list[str | Fill] = []
        while self.at < len(self.text) and self.text[self.at] not in ends:
            parts.append(self._slot() if self.text[self.at] == "{" else self._literal(ends))
        return _joined(parts)

    def _literal(self, ends: str) -> str:
        found = _SPECIAL.search(self.text, self.at)
        while found and found[0] not in "{" + ends:
            if found[0] == "}":
                raise BadTemplate(f"{self.text!r}: a brace closes nothing")
            found = _SPECIAL.search(self.text, found.end())
        end = found.start() if found else len(self.text)
        said, self.at = self.text[self.at : end], end
        return said

    def _slot(self) -> Fill:
        head = _SLOT.match(self.text, self.at + 1)
        if head is None or head[1] not in self.slots:
            raise BadTemplate(f"{self.text!r}: no such slot at {self.text[self.at :]!r}; known: {sorted(self.slots)}")
        self.at = head.end()
        place, words = self.slots[head[1]]
        keys = tuple(head[2].split(".")[1:])
        fill = self._word(place, words, keys) if not head[3] else self._choice(place, words, head[3])
        if self.text[self.at : self.at + 1] != "}":
            raise BadTemplate(f"{self.text!r}: a brace is not closed at {self.text[self.at :]!r}")
        self.at += 1
        return fill

    def _word(self, place: int, words: Vocabulary, keys: tuple[str, ...]) -> Fill:
        if unknown := set(keys) - KEYS:
            raise BadTemplate(f"{self.text!r}: no such key: {', '.join(sorted(unknown))}")
        nouns, joint = self.nouns.nouns(words), sentences(CORE, self.nouns.language)["grammar.and"]
        sound = partial(euphonic, language=self.nouns.language)
        if "count" in keys:
            return lambda args: join([counted(nouns[i], n, keys) for i, n in _counts(args[place])], joint)
        try:
            said = tuple(decline(noun, keys) for noun in nouns)
        except ValueError as error:
            raise BadTemplate(f"{self.text!r}: {error}") from None
        return lambda args: (
            said[arg] if isinstance(arg := args[place], int) else sound(join([said[i] for i in arg], joint))
        )

    def _choice(self, place: int, words: Vocabulary, mark: str) -> Fill:
        number = _number(words)
        one = self.branch("|}")
        divided = self.text[self.at : self.at + 1] == "|"
        if not divided and mark != "!":
            raise BadTemplate(f"{self.text!r}: one form for one, another for several")
        self.at += divided
        many = self.branch("}")
        if mark == "!":
            return lambda args: (one if number(args[place]) else many)(args)
        if mark == "?":
            return lambda args: (one if number(args[place]) == 1 else many)(args)
        return lambda args: f"{(n := number(args[place]))} {(one if n == 1 else many)(args)}"


def compile_template(text: str, slots: Slots, nouns: Nouns, *, capital: bool = False) -> Fill:
    """A text as a function of its slots' values; raises BadTemplate. capital: begin with a capital, for a sentence."""
    reader = _Reader(text, slots, nouns)
    fill = reader.branch("")
    return (lambda args: _capital(fill(args))) if capital else fill


def _joined(parts: Sequence[str | Fill]) -> Fill:
    """Texts, fixed or to be filled, one after another."""
    if len(parts) == 1 and not isinstance(parts[0], str):
        return parts[0]
    return lambda args: "".join([part if type(part) is str else part(args) for part in parts])  # type: ignore[operator]


def join(said: Sequence[str], joint: str) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return joint.join(filter(None, (", ".join(said[:-1]), *said[-1:])))


def _capital(said: str) -> str:
    return said[:1].upper() + said[1:]


def _counts(arg: int | Sequence[int]) -> list[tuple[int, int]]:
    """Each word once with its count, in the order of the vocabulary."""
    return sorted(Counter(each(arg)).items())


def _number(words: Vocabulary) -> Callable[[int | Sequence[int]], int]:
    """Returns the number of an argument: a word's number, or a list's length; 0 for `none`, else 1."""
    numbers = [_int(word.slug) for word in words.words]
    return lambda arg: numbers[arg] if isinstance(arg, int) else len(arg)


def _int(slug: str) -> int:
    if slug.isdecimal():
        return int(slug)
    return -int(slug[6:]) if slug.startswith("minus_") else int(slug != "none")
