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
from podesta_engines.core.words import Language, Slots, Vocabulary
from podesta_engines.game.endings import ENDINGS
from podesta_engines.play.bots import names

from .problems import UNKNOWN_RULESET, refuse

_RULE = re.compile(r"^\*\*([A-Z]+-\d+)[ .]", re.MULTILINE)


class RulesetSummary(Struct, frozen=True):
    """A ruleset in short."""

    ruleset: str
    """The ruleset's id."""
    rules: str
    """The newest version of its rules, such as `golden-horn/1`."""
    name: str
    """The game's name, in the language asked for."""
    min_seats: int
    """The fewest players."""
    max_seats: int
    """The most players."""
    editions: list[str]
    """The editions of its components; the first is the default."""


class WordEntry(Struct, frozen=True):
    """A word of a vocabulary as people read it."""

    word: str
    """The stable word."""
    label: str
    """What people read, in the language asked for."""


class SlotEntry(Struct, frozen=True):
    """A name that a sentence speaks of something by."""

    name: str
    """The name, as it stands in `about` of a question and in `args` of a note."""
    vocabulary: str
    """The vocabulary that its words are of."""
    several: bool
    """Whether it takes a list of words."""


class KindEntry(Struct, frozen=True):
    """A kind of question, draw or note."""

    kind: str
    """The kind's word."""
    rule: str
    """The number of its rule."""
    text: str
    """Its sentence for people, with the names of what it speaks of in braces."""
    slots: list[SlotEntry]
    """What its sentence speaks of."""
    lot: bool = False
    """Whether fate answers it, and no seat."""
    vocabulary: str | None = None
    """The vocabulary that answers it; null of a note."""


class EditionEntry(Struct, frozen=True):
    """The component tables of an edition with their sources."""

    edition: str
    """The edition's id."""
    sha256: str
    """The SHA-256 of its data file, in hex."""
    tables: dict[str, Any]
    """What is in the box: every component, with where its figures come from."""


class Catalogue(Struct, frozen=True):
    """All that is known of a ruleset: what a client needs to offer, show and explain its games."""

    ruleset: str
    """The ruleset's id."""
    summary: RulesetSummary
    """The ruleset in short."""
    editions: list[EditionEntry]
    """Every edition with its tables."""
    options: dict[str, Any]
    """The JSON Schema of a game's options."""
    view: dict[str, Any]
    """The JSON Schema of a game's view; `x-vocabulary` names the vocabularies of a text."""
    kinds: list[KindEntry]
    """Every kind of question and of draw."""
    notes: list[KindEntry]
    """Every kind of note."""
    vocabularies: dict[str, list[WordEntry]]
    """The words of each vocabulary, in their order."""
    reasons: list[WordEntry]
    """Why a game may end."""
    parts: list[WordEntry]
    """What scores are made of."""
    rules: dict[str, str]
    """The rules by their numbers, in Markdown."""
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
    editions = [EditionEntry(e.id, e.sha256, msgspec.to_builtins(e.components)) for e in ruleset.editions.values()]
    kinds = [
        KindEntry(k.name, k.rule, k.prompt.of(language), _slots(k.about), k in ruleset.lots, k.words.name)
        for k in ruleset.kinds
    ]
    notes = [KindEntry(k.name, k.rule, k.text.of(language), _slots(k.args)) for k in ruleset.notes]
    return Catalogue(
        ruleset=ruleset.id,
        summary=summary(ruleset, language),
        editions=editions,
        options=msgspec.json.schema(ruleset.options),
        view=msgspec.json.schema(ruleset.view),
        kinds=kinds,
        notes=notes,
        vocabularies={words.name: _words(words, language) for words in ruleset.vocabularies},
        reasons=[*_words(ruleset.reasons, language), *_words(ENDINGS, language)],
        parts=_words(ruleset.parts, language),
        rules=rules_by_number(ruleset.rulebook),
        bots=names(ruleset),
    )


def _slots(slots: Slots) -> list[SlotEntry]:
    return [SlotEntry(name, words.name, words.several) for name, words in slots]


def _words(words: Vocabulary, language: Language) -> list[WordEntry]:
    return [WordEntry(word.slug, word.label.of(language)) for word in words.words]


@cache
def rule_texts(rules: str) -> dict[str, str]:
    """The numbered rules of a version of a ruleset, such as `golden-horn/1`."""
    return rules_by_number(RULESETS.version(rules).rulebook)


def rules_by_number(rulebook: str) -> dict[str, str]:
    """The numbered rules of a RULES.md: each begins a line in bold and ends at the next, or a heading."""
    starts = list(_RULE.finditer(rulebook))
    ends = [match.start() for match in starts[1:]] + [len(rulebook)]
    return {
        match[1]: re.split(r"^#", rulebook[match.start() : end], maxsplit=1, flags=re.MULTILINE)[0].strip()
        for match, end in zip(starts, ends, strict=True)
    }
