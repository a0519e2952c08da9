"""Texts: what people read, from the translators' files of a ruleset (`texts/en.toml`, `texts/it.toml`).

A file is nothing but keys and texts: `words.<vocabulary>.<word>`, `prompts.<question>`, `notes.<note>` and
what else the game's forms name, such as `labels.<…>`.
`grammar` tells how nouns are written, `templates` how sentences are.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any

from podesta_engines.core.words import Form, Language, Said, Vocabulary, Word

from .grammar import Noun, read_noun
from .templates import BadTemplate, Fill, compile_template

_INNERMOST = re.compile(r"\{[^{}]*\}")
_SENTENCES = ("prompts.", "notes.")
"""What begins with a capital letter."""


class Texts:
    """The texts of one ruleset in one language; compiled when they are first asked for."""

    def __init__(self, source: str, language: Language) -> None:
        self.language = language
        self.source: Mapping[str, str] = dict(_flat(tomllib.loads(source)))
        self._nouns: dict[Vocabulary, tuple[Noun, ...]] = {}
        self._fills: dict[str, Fill] = {}

    def say(self, said: Said) -> str:
        """A text, filled; raises BadTemplate where the file lacks it."""
        return self.fill(said.form)(said.args)

    def fill(self, form: Form) -> Fill:
        """A text as a function of what fills it; raises BadTemplate."""
        found = self._fills.get(form.key)
        if found is None:
            capital = form.key.startswith(_SENTENCES)
            found = self._fills[form.key] = compile_template(self.text(form.key), form.slots, self, capital=capital)
        return found

    def label(self, words: Vocabulary, answer: int) -> str:
        """What people read for an int of a vocabulary."""
        return self.nouns(words)[answer].forms[0]

    def gist(self, form: Form) -> str:
        """A sentence before anything fills it, for lists of what may be said: each slot is an ellipsis."""
        text = self.text(form.key)
        while found := _INNERMOST.search(text):
            text = text[: found.start()] + _gist(found[0]) + text[found.end() :]
        return text[:1].upper() + text[1:]

    def nouns(self, words: Vocabulary) -> tuple[Noun, ...]:
        """Every word of a vocabulary as a noun; raises BadTemplate."""
        found = self._nouns.get(words)
        if found is None:
            found = self._nouns[words] = tuple(self._noun(words, word) for word in words.words)
        return found

    def text(self, key: str) -> str:
        """A text as its translator wrote it; raises BadTemplate."""
        if key not in self.source:
            raise BadTemplate(f"texts/{self.language}.toml has no {key!r}")
        return self.source[key]

    def _noun(self, words: Vocabulary, word: Word) -> Noun:
        if word.literal or word.said is None:
            return read_noun(word.literal or self.text(f"words.{words.name}.{word.slug}"), self.language)
        return read_noun(self.say(word.said), self.language)


def _gist(slot: str) -> str:
    """`{ship.the}`: …; `{n|card|cards}`: … cards; `{n?is|are}`: are; `{n! more}`: nothing."""
    if "!" in slot:
        return ""
    many = slot[1:-1].rpartition("|")[2]
    return many if "?" in slot else f"… {many}" if "|" in slot else "…"


def _flat(table: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, str]]:
    """Every text with its keys joined by dots."""
    for key, found in table.items():
        if isinstance(found, str):
            yield above + key, found
        else:
            yield from _flat(found, f"{above}{key}.")
