"""Texts for people, from the translators' files of a ruleset (`texts/en.toml`, `texts/it.toml`).

A file has only keys and texts: `words.<vocabulary>.<word>`, `prompts.<question>`, `notes.<note>` and others that the
game's forms name, such as `labels.<…>`. `grammar` describes how nouns are written, `templates` how sentences are.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping

from podesta_engines.core.words import Form, Language, Said, Vocabulary, Word

from .grammar import Noun, read_noun
from .sentences import flat
from .templates import BadTemplate, Fill, compile_template

_INNERMOST = re.compile(r"\{[^{}]*\}")
_SENTENCES = ("prompts.", "notes.")
"""Keys of texts that begin with a capital letter."""


class Texts:
    """The texts of one ruleset in one language, compiled on first use. Missing ones are taken from `english`."""

    def __init__(self, source: str, language: Language, english: Texts | None = None) -> None:
        self.language, self._english = language, english
        self.source: Mapping[str, str] = dict(flat(tomllib.loads(source)))
        self._nouns: dict[Vocabulary, tuple[Noun, ...]] = {}
        self._fills: dict[str, Fill] = {}

    def say(self, said: Said) -> str:
        """A text with its slots filled; raises BadTemplate if the file lacks it."""
        return self.fill(said.form)(said.args)

    def fill(self, form: Form) -> Fill:
        """A text as a function of its slots' values; raises BadTemplate."""
        found = self._fills.get(form.key)
        if found is None and self._english and form.key not in self.source:
            return self._english.fill(form)
        if found is None:
            capital = form.key.startswith(_SENTENCES)
            found = self._fills[form.key] = compile_template(self.text(form.key), form.slots, self, capital=capital)
        return found

    def label(self, words: Vocabulary, answer: int) -> str:
        """The label of an int of a vocabulary."""
        return self.nouns(words)[answer].forms[0]

    def gist(self, form: Form) -> str:
        """A sentence with an ellipsis for each slot, for lists of all sentences."""
        if self._english and form.key not in self.source:
            return self._english.gist(form)
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
        if self._english and key not in self.source:
            return self._english.text(key)
        if key not in self.source:
            raise BadTemplate(f"texts/{self.language}.toml has no {key!r}")
        return self.source[key]

    def _noun(self, words: Vocabulary, word: Word) -> Noun:
        key = word.said.form.key if word.said else f"words.{words.name}.{word.slug}"
        if self._english and not word.literal and key not in self.source:
            return self._english.nouns(words)[words.parse(word.slug)]
        return read_noun(word.literal or (self.say(word.said) if word.said else self.text(key)), self.language)


def _gist(slot: str) -> str:
    """`{ship.the}`: …; `{n|card|cards}`: … cards; `{n?is|are}`: are; `{n! more}`: nothing."""
    if "!" in slot:
        return ""
    many = slot[1:-1].rpartition("|")[2]
    return many if "?" in slot else f"… {many}" if "|" in slot else "…"
