"""The catalogue: what a client can learn about a ruleset before a game."""

from __future__ import annotations

from typing import Any, cast

import msgspec
from msgspec import inspect

from podesta_engines import RULESETS
from podesta_engines.core.cards import card_texts, cited
from podesta_engines.core.editions import Edition
from podesta_engines.core.errors import UnknownRuleset
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.texts import Texts
from podesta_engines.core.words import Language, Slots
from podesta_engines.game.endings import ENDING_TEXTS, ENDINGS
from podesta_engines.play.house import EXPERT, NET, names, seats_of
from podesta_service.problems import UNKNOWN_RULESET, refuse, rule_texts

from .entries import (
    Catalogue,
    EditionEntry,
    EditionSummary,
    KindEntry,
    RulesetSummary,
    SlotEntry,
    WordEntry,
)
from .words import Words

__all__ = ["RULE", "Catalogue", "RulesetSummary", "WordEntry", "catalogue", "rule_texts", "summaries", "summary"]

RULE = "x-rule"
"""In the JSON Schema of a game's options: the number of the rule that an option is about."""


def summaries(language: Language) -> list[RulesetSummary]:
    """A summary of every ruleset."""
    return [summary(ruleset, language) for ruleset in RULESETS.all()]


def summary(ruleset: Ruleset, language: Language) -> RulesetSummary:
    """A summary of one ruleset."""
    return RulesetSummary(
        ruleset=ruleset.id,
        rules=ruleset.rules,
        name=ruleset.name(language),
        min_seats=ruleset.seats.start,
        max_seats=ruleset.seats.stop - 1,
        editions=list(ruleset.editions),
        edition_summaries=[_in_short(edition, ruleset.texts[language]) for edition in ruleset.editions.values()],
        versions=[each.rules for each in RULESETS.versions(ruleset.id)],
        expert_seats=seats_of(ruleset, EXPERT),
    )


def _in_short(edition: Edition, texts: Texts) -> EditionSummary:
    """Texts in English as the data file has them, unless translators have another language."""
    about, key = edition.components, f"editions.{edition.id}"
    lines = [texts.source.get(f"{key}.reconstructed.{i}", line) for i, line in enumerate(about.reconstructed, 1)]
    return EditionSummary(edition.id, texts.source.get(f"{key}.title", about.title), lines)


def catalogue(name: str, language: Language, rules: str = "") -> Catalogue:
    """All of one ruleset, with a version of its rules, or the newest; raises Refusal."""
    ruleset = _version(name, rules)
    texts, first = ruleset.texts[language], next(iter(ruleset.editions.values()))
    words = Words(texts, card_texts(ruleset, first, language), cited(ruleset)).of
    editions = [_edition(edition) for edition in ruleset.editions.values()]
    kinds = [
        KindEntry(k.name, k.rule, texts.gist(k.form), _slots(k.about), k in ruleset.lots, k.words.name)
        for k in ruleset.kinds
    ]
    notes = [KindEntry(k.name, k.rule, texts.gist(k.form), _slots(k.args)) for k in ruleset.notes]
    return Catalogue(
        ruleset=ruleset.id,
        summary=summary(ruleset, language),
        editions=editions,
        options=_options(ruleset, texts),
        view=msgspec.json.schema(ruleset.view),
        kinds=kinds,
        notes=notes,
        vocabularies={each.name: words(each) for each in ruleset.vocabularies},
        reasons=[*words(ruleset.reasons), *_endings(language)],
        parts=words(ruleset.parts),
        rules=rule_texts(ruleset.rules, language),
        bots=names(ruleset),
        net_seats=seats_of(ruleset, NET),
    )


def _version(name: str, rules: str) -> Ruleset:
    try:
        newest = RULESETS.named(name)
    except UnknownRuleset as error:
        raise refuse(UNKNOWN_RULESET, error.sentence, legal=error.known, field="ruleset") from None
    known = {each.rules: each for each in RULESETS.versions(newest.id)}
    if rules and rules not in known:
        raise refuse(UNKNOWN_RULESET, "version-unknown", wanted=rules, ruleset=name, legal=[*known], field="rules")
    return known.get(rules, newest)


def _edition(edition: Edition) -> EditionEntry:
    return EditionEntry(edition.id, edition.sha256, msgspec.to_builtins(edition.components))


def _slots(slots: Slots) -> list[SlotEntry]:
    return [SlotEntry(name, words.name, words.several) for name, words in slots]


def _endings(language: Language) -> list[WordEntry]:
    return [WordEntry(word.slug, text.told(language)) for word, text in zip(ENDINGS.words, ENDING_TEXTS, strict=True)]


def _options(ruleset: Ruleset, texts: Texts) -> dict[str, Any]:
    """The JSON Schema of the options, with descriptions in the requested language and their rules."""
    schema, rules = msgspec.json.schema(ruleset.options), _rules_of_options(ruleset)
    for name, described in schema["$defs"][ruleset.options.__name__]["properties"].items():
        described["description"] = texts.source.get(f"options.{name}", described.get("description"))
        described[RULE] = rules[name]
    return schema


def _rules_of_options(ruleset: Ruleset) -> dict[str, str]:
    """The rule that each option names; JSON Schema has no place for it."""
    fields = cast("inspect.StructType", inspect.type_info(ruleset.options)).fields
    return {each.name: (cast("inspect.Metadata", each.type).extra or {})["rule"] for each in fields}
