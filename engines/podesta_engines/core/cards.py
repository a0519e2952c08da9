"""What cards and components do: one sentence each, for catalogues and help texts, with the numbers of its rules.

The sentences are in the translators' files under `cards.<vocabulary>.<word>`, the numbers of their rules, which are the
same in every language, in `texts/rules.toml`. Figures in them are slots, filled from the edition's own data. Zones and
goods have rules, but no sentence, since they do nothing by themselves.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping

from msgspec import Struct

from .editions import Edition
from .ruleset import Ruleset
from .texts import Texts
from .texts.templates import compile_template
from .words import Language, Vocabulary, Word


class CardText(Struct, frozen=True):
    """What a card or component does, in one language, and the numbers of its rules."""

    text: str
    rules: list[str]


def card_texts(ruleset: Ruleset, edition: Edition, language: Language) -> dict[str, dict[str, CardText]]:
    """What every card of an edition does, by vocabulary and word; raises BadTemplate for a missing text."""
    texts, rules = ruleset.texts[language], cited(ruleset)
    return {
        words.name: {
            word.slug: CardText(_text(ruleset, edition, texts, words, word), rules[words.name][word.slug])
            for word in words.words
        }
        for words in ruleset.cards
    }


def cited(ruleset: Ruleset) -> dict[str, dict[str, list[str]]]:
    """The numbers of the rules about each card, by vocabulary and word, the most important first."""
    found = tomllib.loads(ruleset.read("texts/rules.toml")) if ruleset.cards else {}
    return {name: {word: rules.split() for word, rules in words.items()} for name, words in found.items()}


def _text(ruleset: Ruleset, edition: Edition, texts: Texts, words: Vocabulary, word: Word) -> str:
    figures = ruleset.figures(edition.components, words.name, word.slug)
    fill = compile_template(texts.text(f"cards.{words.name}.{word.slug}"), _slots(figures), texts)
    return fill([0] * len(figures))


def _slots(figures: Mapping[str, int]) -> tuple[tuple[str, Vocabulary], ...]:
    """Each figure as a vocabulary of one number."""
    return tuple((name, Vocabulary(name, [Word(str(number), literal=str(number))])) for name, number in figures.items())
