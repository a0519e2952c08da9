"""Refusals in Italian: their details are written where they are raised, in English; a file has the other language.

A detail is found by its shape, with what was filled into it. The file (`texts/it.toml`) has every detail that the code
can say; a test reads them off its source.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import NamedTuple

LONGEST = 1_000
"""Characters of a detail that is looked up; longer ones are somebody's own words, and stay as they are."""
DEEPEST = 3
"""How often a gap may stand in a gap."""
_WORDS = re.compile(r"<(\d)>")


class _Shape(NamedTuple):
    """A detail with gaps: what it looks like, its translation, and which gaps hold words to translate in turn."""

    pattern: re.Pattern[str]
    italian: str
    words: frozenset[int]

    def fill(self, gaps: tuple[str, ...], depth: int) -> str:
        """The translation with what stood in the gaps."""
        return self.italian.format(*(_each(gap, depth) if i in self.words else gap for i, gap in enumerate(gaps)))


def in_italian(detail: str) -> str:
    """A detail in Italian; as it stands where nobody translated it."""
    return _translated(detail, DEEPEST) if len(detail) <= LONGEST else detail


def _translated(said: str, depth: int) -> str:
    exact, shapes = _table()
    if said in exact:
        return exact[said]
    found = ((shape, match) for shape in shapes if (match := shape.pattern.fullmatch(said)))
    shape, match = next(found, (None, None))
    return shape.fill(match.groups(), depth - 1) if shape and match and depth else said


def _each(words: str, depth: int) -> str:
    """What was filled in as words: translated whole, or one by one where they are a list."""
    whole = _translated(words, depth)
    return whole if whole != words else ", ".join(_translated(word, depth) for word in words.split(", "))


@cache
def _table() -> tuple[dict[str, str], list[_Shape]]:
    """Details without gaps, and the others, those with most words of their own first."""
    tables = tomllib.loads(files(__package__).joinpath("texts", "it.toml").read_text("utf-8"))
    whole = {english: italian for table in tables.values() for english, italian in table.items()}
    gapped = sorted((each for each in whole if "{}" in each), key=lambda each: -len(each.replace("{}", "")))
    exact = {english: italian for english, italian in whole.items() if "{}" not in english}
    return exact, [_shape(english, whole[english]) for english in gapped]


def _shape(english: str, italian: str) -> _Shape:
    pattern = re.compile("(.+?)".join(map(re.escape, english.split("{}"))), re.DOTALL)
    return _Shape(pattern, _WORDS.sub(r"{\1}", italian), frozenset(map(int, _WORDS.findall(italian))))
