"""The catalogue: what a client can know of a ruleset before a game."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

import msgspec
from msgspec import inspect, structs

from podesta_engines import RULESETS
from podesta_engines.core.board import Layout, Zone
from podesta_engines.core.cards import card_texts, cited
from podesta_engines.core.editions import Edition
from podesta_engines.core.errors import UnknownRuleset
from podesta_engines.core.rulebook import read_by_players, rules_by_number
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.texts import Texts
from podesta_engines.core.words import Language, Slots
from podesta_engines.game.endings import ENDING_TEXTS, ENDINGS
from podesta_engines.gym.house import names, net_seats
from podesta_service.problems import UNKNOWN_RULESET, refuse

from .entries import (
    BoardEntry,
    Catalogue,
    EditionEntry,
    EditionSummary,
    KindEntry,
    RulesetSummary,
    SlotEntry,
    WordEntry,
    ZoneEntry,
)
from .words import Words

__all__ = ["RULE", "Catalogue", "RulesetSummary", "WordEntry", "catalogue", "rule_texts", "summaries", "summary"]

RULE = "x-rule"
"""In the JSON Schema of a game's options: the number of the rule that an option is about."""


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
        versions=[each.rules for each in RULESETS.versions(ruleset.id)],
    )


def _in_short(edition: Edition, texts: Texts) -> EditionSummary:
    """As its data file says it, in English, unless translators say it in another language."""
    about, key = edition.components, f"editions.{edition.id}"
    lines = [texts.source.get(f"{key}.reconstructed.{i}", line) for i, line in enumerate(about.reconstructed, 1)]
    return EditionSummary(edition.id, texts.source.get(f"{key}.title", about.title), lines)


def catalogue(name: str, language: Language, rules: str = "") -> Catalogue:
    """One ruleset whole, with a version of its rules, or the newest; raises Refusal."""
    ruleset = _version(name, rules)
    texts, first = ruleset.texts[language], next(iter(ruleset.editions.values()))
    words = Words(texts, card_texts(ruleset, first, language), cited(ruleset)).of
    editions = [_edition(ruleset, edition, texts) for edition in ruleset.editions.values()]
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
        rules=_rules(ruleset, language),
        bots=names(ruleset),
        net_seats=net_seats(ruleset),
    )


def _version(name: str, rules: str) -> Ruleset:
    try:
        newest = RULESETS.named(name)
    except UnknownRuleset as error:
        raise refuse(UNKNOWN_RULESET, str(error), legal=error.known, field="ruleset") from None
    known = {each.rules: each for each in RULESETS.versions(newest.id)}
    if rules and rules not in known:
        raise refuse(UNKNOWN_RULESET, f"{rules!r} is not a version of {name}", legal=[*known], field="rules")
    return known.get(rules, newest)


def _edition(ruleset: Ruleset, edition: Edition, texts: Texts) -> EditionEntry:
    tables = edition.components
    boards = [_board(ruleset.board.layout(tables, seats), seats, texts) for seats in ruleset.seats]
    return EditionEntry(edition.id, edition.sha256, msgspec.to_builtins(tables), boards)


def _board(layout: Layout, seats: int, texts: Texts) -> BoardEntry:
    """Every seat has the same zones: they are told once."""
    areas = [area for area in layout.areas if not area.seat]
    told = {area.id for area in areas}
    return BoardEntry(seats, areas, [_zone(zone, texts) for zone in layout.zones if zone.area in told])


def _zone(zone: Zone, texts: Texts) -> ZoneEntry:
    return ZoneEntry(**structs.asdict(zone) | {"name": texts.say(zone.name)})


def _slots(slots: Slots) -> list[SlotEntry]:
    return [SlotEntry(name, words.name, words.several) for name, words in slots]


def _endings(language: Language) -> list[WordEntry]:
    return [WordEntry(word.slug, text.of(language)) for word, text in zip(ENDINGS.words, ENDING_TEXTS, strict=True)]


def _options(ruleset: Ruleset, texts: Texts) -> dict[str, Any]:
    """The options' JSON schema; what each does is said in the language asked, and by which rule."""
    schema, rules = msgspec.json.schema(ruleset.options), _rules_of_options(ruleset)
    for name, described in schema["$defs"][ruleset.options.__name__]["properties"].items():
        described["description"] = texts.source.get(f"options.{name}", described.get("description"))
        described[RULE] = rules[name]
    return schema


def _rules_of_options(ruleset: Ruleset) -> dict[str, str]:
    """The rule that each option names; JSON Schema knows nothing of it."""
    fields = cast("inspect.StructType", inspect.type_info(ruleset.options)).fields
    return {each.name: (cast("inspect.Metadata", each.type).extra or {})["rule"] for each in fields}


@cache
def rule_texts(rules: str, language: Language) -> dict[str, str]:
    """The numbered rules of a version of a ruleset, such as `golden-horn/1`, as players read them."""
    return _rules(RULESETS.version(rules), language)


def _rules(ruleset: Ruleset, language: Language) -> dict[str, str]:
    return {number: read_by_players(text) for number, text in rules_by_number(ruleset.rulebooks[language]).items()}
