"""The catalogue: what a client can know of a ruleset before a game."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct

from podesta_engines import RULESETS
from podesta_engines.core.errors import UnknownRuleset
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.texts import Texts
from podesta_engines.core.words import Language, Vocabulary
from podesta_engines.game.endings import ENDING_TEXTS, ENDINGS
from podesta_engines.play.bots import names

from .problems import UNKNOWN_RULESET, refuse

_RULE = re.compile(r"^\*\*([A-Z]+-\d+)[ .]", re.MULTILINE)


class RulesetSummary(Struct, frozen=True):
    """A ruleset in short; `rules` names its newest version."""

    ruleset: str
    rules: str
    name: str
    min_seats: int
    max_seats: int
    editions: list[str]


class WordEntry(Struct, frozen=True):
    """A word of a vocabulary as people read it."""

    word: str
    label: str


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
    seats = ruleset.seats
    name = ruleset.name.of(language)
    return RulesetSummary(ruleset.id, ruleset.rules, name, seats.start, seats.stop - 1, list(ruleset.editions))


def catalogue(name: str, language: Language) -> Catalogue:
    """One ruleset whole; raises Refusal."""
    try:
        ruleset = RULESETS.named(name)
    except UnknownRuleset as error:
        raise refuse(UNKNOWN_RULESET, str(error), legal=error.known, field="ruleset") from None
    texts = ruleset.texts[language]
    editions = [EditionEntry(e.id, e.sha256, msgspec.to_builtins(e.components)) for e in ruleset.editions.values()]
    kinds = [KindEntry(k.name, k.rule, texts.gist(k.form), k.words.name) for k in ruleset.kinds]
    notes = [KindEntry(k.name, k.rule, texts.gist(k.form)) for k in ruleset.notes]
    return Catalogue(
        summary=summary(ruleset, language),
        editions=editions,
        options=msgspec.json.schema(ruleset.options),
        view=msgspec.json.schema(ruleset.view),
        kinds=kinds,
        notes=notes,
        vocabularies={words.name: _words(words, texts) for words in ruleset.vocabularies},
        reasons=[*_words(ruleset.reasons, texts), *_endings(language)],
        parts=_words(ruleset.parts, texts),
        rules=rules_by_number(ruleset.rulebooks["en"]),
        bots=names(ruleset),
    )


def _words(words: Vocabulary, texts: Texts) -> list[WordEntry]:
    return [WordEntry(word.slug, texts.label(words, answer)) for answer, word in enumerate(words.words)]


def _endings(language: Language) -> list[WordEntry]:
    return [WordEntry(word.slug, text.of(language)) for word, text in zip(ENDINGS.words, ENDING_TEXTS, strict=True)]


@cache
def rule_texts(rules: str) -> dict[str, str]:
    """The numbered rules of a version of a ruleset, such as `golden-horn/1`."""
    return rules_by_number(RULESETS.version(rules).rulebooks["en"])


def rules_by_number(rulebook: str) -> dict[str, str]:
    """The numbered rules of a RULES.md: each begins a line in bold and ends at the next, or a heading."""
    starts = list(_RULE.finditer(rulebook))
    ends = [match.start() for match in starts[1:]] + [len(rulebook)]
    return {
        match[1]: re.split(r"^#", rulebook[match.start() : end], maxsplit=1, flags=re.MULTILINE)[0].strip()
        for match, end in zip(starts, ends, strict=True)
    }
