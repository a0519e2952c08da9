"""The catalogue: what a client can know of a ruleset before a game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, cast

import msgspec
from msgspec import UNSET, Struct, UnsetType, inspect, structs

from podesta_engines import RULESETS
from podesta_engines.core.board import Area, Layout, Zone
from podesta_engines.core.cards import CardText, card_texts
from podesta_engines.core.editions import Edition
from podesta_engines.core.errors import UnknownRuleset
from podesta_engines.core.rulebook import read_by_players, rules_by_number
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.texts import Texts
from podesta_engines.core.words import Language, Slots, Vocabulary
from podesta_engines.game.endings import ENDING_TEXTS, ENDINGS
from podesta_engines.play.bots import names

from .problems import UNKNOWN_RULESET, refuse

RULE = "x-rule"
"""In the JSON Schema of a game's options: the number of the rule that an option is about."""


class EditionSummary(Struct, frozen=True):
    """An edition in short."""

    edition: str
    """The edition's id."""
    title: str
    """The edition's name."""
    reconstructed: list[str]
    """A line for each group of figures that are reconstructed, not sourced."""


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
    edition_summaries: list[EditionSummary]
    """More of each of the editions."""


class WordEntry(Struct, frozen=True):
    """A word of a vocabulary as people read it."""

    word: str
    """The stable word."""
    label: str
    """What people read, in the language asked for."""
    text: str | UnsetType = UNSET
    """What the card or component does that it stands for, in the edition that the catalogue names first."""
    rules: list[str] | UnsetType = UNSET
    """The numbers of the rules that say so."""


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


class ZoneEntry(Struct, frozen=True, omit_defaults=True):
    """A place for pieces."""

    id: str
    """The zone's id."""
    area: str
    """The area that it is in."""
    name: str
    """What people call it, in the language asked for."""
    x: float
    """From the left of its area."""
    y: float
    """From the top of its area."""
    near: tuple[str, ...] = ()
    """The zones that lines join it with; lines do not cross."""
    order: int | None = None
    """Its place among zones that are used one after the other, from 0; absent where there is no such order."""
    capacity: int | None = None
    """How many pieces it takes; absent: any number."""
    stock: bool = False
    """Whether pieces come from it and go to it that nobody counts; absent: it is no such pile."""


class BoardEntry(Struct, frozen=True):
    """The board of a game with so many seats, enough to lay out a table."""

    seats: int
    """The number of seats."""
    areas: list[Area]
    """Its areas, in the order in which one reads them; that of seat 0 (`s0`) stands for those of the others."""
    zones: list[ZoneEntry]
    """Its zones; those of seat 0 (`s0.…`) stand for those of the others."""


class EditionEntry(Struct, frozen=True):
    """The component tables of an edition with their sources."""

    edition: str
    """The edition's id."""
    sha256: str
    """The SHA-256 of its data file, in hex."""
    tables: dict[str, Any]
    """What is in the box: every component, with where its figures come from."""
    boards: list[BoardEntry]
    """The board for each number of players."""


class Catalogue(Struct, frozen=True):
    """All that is known of a ruleset: what a client needs to offer, show and explain its games."""

    ruleset: str
    """The ruleset's id."""
    summary: RulesetSummary
    """The ruleset in short."""
    editions: list[EditionEntry]
    """Every edition with its tables."""
    options: dict[str, Any]
    """The JSON Schema of a game's options; `x-rule` of each is the number of its rule."""
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
        vocabularies={words.name: _words(words, texts, cards.get(words.name, {})) for words in ruleset.vocabularies},
        reasons=[*_words(ruleset.reasons, texts, {}), *_endings(language)],
        parts=_words(ruleset.parts, texts, cards.get(ruleset.parts.name, {})),
        rules=_rules(ruleset, language),
        bots=names(ruleset),
    )


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


def _words(words: Vocabulary, texts: Texts, cards: Mapping[str, CardText]) -> list[WordEntry]:
    return [_word(word.slug, texts.label(words, answer), cards) for answer, word in enumerate(words.words)]


def _word(slug: str, label: str, cards: Mapping[str, CardText]) -> WordEntry:
    said = cards.get(slug)
    return WordEntry(slug, label, said.text, said.rules) if said else WordEntry(slug, label)


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
