"""The catalogue: what a client can know of a ruleset before a game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from podesta_engines import RULESETS
from podesta_engines.core.cards import CardText, card_texts
from podesta_engines.core.editions import Edition
from podesta_engines.core.errors import UnknownRuleset
from podesta_engines.core.rulebook import read_by_players, rules_by_number
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.texts import Texts
from podesta_engines.core.words import Language, Vocabulary
from podesta_engines.game.endings import ENDING_TEXTS, ENDINGS
from podesta_engines.play.bots import names

from .problems import UNKNOWN_RULESET, refuse


class EditionSummary(Struct, frozen=True):
    """An edition in short: its title, and a line for each group of figures that are reconstructed, not sourced."""

    edition: str
    title: str
    reconstructed: list[str]


class RulesetSummary(Struct, frozen=True):
    """A ruleset in short; `rules` names its newest version; `edition_summaries` say more of each of `editions`."""

    ruleset: str
    rules: str
    name: str
    min_seats: int
    max_seats: int
    editions: list[str]
    edition_summaries: list[EditionSummary]


class WordEntry(Struct, frozen=True):
    """A word of a vocabulary as people read it."""

    word: str
    label: str
    text: str | UnsetType = UNSET
    """What the card or component does that it stands for, in the edition that the catalogue names first."""
    rules: list[str] | UnsetType = UNSET
    """The numbers of the rules that say so."""


class KindEntry(Struct, frozen=True):
    """A kind of question, draw or note: its rule, its sentence, and the vocabulary that answers it."""

    kind: str
    rule: str
    text: str
    vocabulary: str | None = None


class EditionEntry(Struct, frozen=True):
    """The component tables of an edition with their sources; sha256 is that of the data file."""

    edition: str
    sha256: str
    tables: dict[str, Any]


class Catalogue(Struct, frozen=True):
    """All that is known of a ruleset: what a client needs to offer, show and explain its games."""

    summary: RulesetSummary
    editions: list[EditionEntry]
    options: dict[str, Any]
    view: dict[str, Any]
    kinds: list[KindEntry]
    notes: list[KindEntry]
    vocabularies: dict[str, list[WordEntry]]
    reasons: list[WordEntry]
    parts: list[WordEntry]
    rules: dict[str, str]
    bots: list[str]
    """The house bots that may play a seat; a search takes a number of iterations, too, such as `search:500`."""


def summaries(language: Language) -> list[RulesetSummary]:
    """Every ruleset in short."""
    return [summary(ruleset, language) for ruleset in RULESETS.all()]


def summary(ruleset: Ruleset, language: Language) -> RulesetSummary:
    """One ruleset in short."""
    return RulesetSummary(
        ruleset=ruleset.id,
        rules=ruleset.rules,
        name=ruleset.name.of(language),
        min_seats=ruleset.seats.start,
        max_seats=ruleset.seats.stop - 1,
        editions=list(ruleset.editions),
        edition_summaries=[_in_short(edition, ruleset.texts[language]) for edition in ruleset.editions.values()],
    )


def _in_short(edition: Edition, texts: Texts) -> EditionSummary:
    """As its data file says it, in English, unless translators say it in another language."""
    about, key = edition.components, f"editions.{edition.id}"
    lines = [texts.source.get(f"{key}.reconstructed.{i}", line) for i, line in enumerate(about.reconstructed, 1)]
    return EditionSummary(edition.id, texts.source.get(f"{key}.title", about.title), lines)


def catalogue(name: str, language: Language) -> Catalogue:
    """One ruleset whole; raises Refusal."""
    try:
        ruleset = RULESETS.named(name)
    except UnknownRuleset as error:
        raise refuse(UNKNOWN_RULESET, str(error), legal=error.known, field="ruleset") from None
    texts, first = ruleset.texts[language], next(iter(ruleset.editions.values()))
    cards = card_texts(ruleset, first, language)
    editions = [EditionEntry(e.id, e.sha256, msgspec.to_builtins(e.components)) for e in ruleset.editions.values()]
    kinds = [KindEntry(k.name, k.rule, texts.gist(k.form), k.words.name) for k in ruleset.kinds]
    notes = [KindEntry(k.name, k.rule, texts.gist(k.form)) for k in ruleset.notes]
    return Catalogue(
        summary=summary(ruleset, language),
        editions=editions,
        options=_options(ruleset, texts),
        view=msgspec.json.schema(ruleset.view),
        kinds=kinds,
        notes=notes,
        vocabularies={words.name: _words(words, texts, cards.get(words.name, {})) for words in ruleset.vocabularies},
        reasons=[*_words(ruleset.reasons, texts, {}), *_endings(language)],
        parts=_words(ruleset.parts, texts, cards.get(ruleset.parts.name, {})),
        rules=_rules(ruleset, language),
        bots=names(ruleset),
    )


def _words(words: Vocabulary, texts: Texts, cards: Mapping[str, CardText]) -> list[WordEntry]:
    return [_word(word.slug, texts.label(words, answer), cards) for answer, word in enumerate(words.words)]


def _word(slug: str, label: str, cards: Mapping[str, CardText]) -> WordEntry:
    said = cards.get(slug)
    return WordEntry(slug, label, said.text, said.rules) if said else WordEntry(slug, label)


def _endings(language: Language) -> list[WordEntry]:
    return [WordEntry(word.slug, text.of(language)) for word, text in zip(ENDINGS.words, ENDING_TEXTS, strict=True)]


def _options(ruleset: Ruleset, texts: Texts) -> dict[str, Any]:
    """The options' JSON schema; what each does is said in the language asked."""
    schema = msgspec.json.schema(ruleset.options)
    for name, described in schema["$defs"][ruleset.options.__name__]["properties"].items():
        described["description"] = texts.source.get(f"options.{name}", described.get("description"))
    return schema


@cache
def rule_texts(rules: str, language: Language) -> dict[str, str]:
    """The numbered rules of a version of a ruleset, such as `golden-horn/1`, as players read them."""
    return _rules(RULESETS.version(rules), language)


def _rules(ruleset: Ruleset, language: Language) -> dict[str, str]:
    return {number: read_by_players(text) for number, text in rules_by_number(ruleset.rulebooks[language]).items()}
