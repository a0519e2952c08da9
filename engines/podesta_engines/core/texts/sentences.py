"""Sentences of programs for people: a key, and values for its slots. Each language has a file: `texts/<language>.toml`.

Where a file lacks a sentence, the English one is used. A slot is in braces, in the syntax of `str.format`: `{seat}`,
`{word!r}`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

from msgspec import Struct

from podesta_engines.core.words import ENGLISH, Language

Slot: TypeAlias = "str | float | Sentence | Sequence[str | Sentence]"
"""The value of a slot: a text or number as it is, another sentence, or several of these."""
_FILLED = re.compile(r"`([^`]*)`|('[^']*'|(?<=regex ).*|\b\d+\b)", re.DOTALL)
_LONGEST = 200
"""How many characters of a caller's text are repeated."""


class Sentence(Struct, frozen=True):
    """A sentence by its key in the files of a package, and the values of its slots."""

    package: str
    key: str
    slots: Mapping[str, Slot] = {}

    def told(self, language: Language = ENGLISH) -> str:
        """The sentence in a language."""
        slots = {name: _told(slot, language) for name, slot in self.slots.items()}
        return sentences(self.package, language)[self.key].format(**slots)

    def __str__(self) -> str:
        return self.told()


def _told(slot: Slot, language: Language) -> Any:
    if isinstance(slot, Sentence):
        return slot.told(language)
    return slot if isinstance(slot, str | float | int) else ", ".join(str(_told(each, language)) for each in slot)


@cache
def sentences(package: str, language: Language) -> Mapping[str, str]:
    """The sentences of a package by key, with the English ones where a language's file lacks them."""
    own = dict(flat(tomllib.loads(read_text(package, f"texts/{language}.toml"))))
    return own if language == ENGLISH else {**sentences(package, ENGLISH), **own}


def read_text(package: str, name: str) -> str:
    """A text file of a package; empty if it does not exist."""
    found = files(package).joinpath(*name.split("/"))
    return found.read_text("utf-8") if found.is_file() else ""


def flat(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a file with its keys joined by dots."""
    for key, found in table.items():
        if isinstance(found, str):
            yield above + key, found
        else:
            yield from flat(found, f"{above}{key}.")


CORE = "podesta_engines.core"
"""The package with the engines' sentences."""


def sentence(key: str, **slots: Slot) -> Sentence:
    """A sentence of the engines."""
    return Sentence(CORE, f"errors.{key}", slots)


def verbatim(text: str) -> Sentence:
    """A text that is the same in every language."""
    return Sentence(CORE, "reading.verbatim", {"text": text})


def unread(error: object) -> Sentence:
    """Why msgspec cannot read something. Its messages are English, so they serve as keys to the translations."""
    said, _, path = str(error).partition(" - at ")
    if path:
        return Sentence(CORE, "reading.placed", {"reason": unread(said), "path": path[:_LONGEST]})
    if said.startswith("JSON is malformed: "):
        return Sentence(CORE, "reading.malformed", {"reason": unread(said.partition(": ")[2])})
    shape = "reading." + _FILLED.sub(lambda found: "{}" if found[2] else "`{}`", said)
    if shape not in sentences(CORE, ENGLISH):
        return verbatim(said[:_LONGEST])
    filled = zip("abc", _FILLED.finditer(said), strict=False)
    return Sentence(CORE, shape, {name: (found[1] or found[2] or "")[:_LONGEST] for name, found in filled})
