"""The games' texts: words with their articles, sentences as in real games, effects of cards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from podesta_engines.core.cards import card_texts
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.texts.grammar import Noun, counted, decline, read_noun
from podesta_engines.core.words import LANGUAGES, Language

from .played import filled, vocabularies
from .rows import TREE, Row, lines, named

_PLACES = {"prompts": "questions", "notes": "log", "labels": "options", "options": "opening", "editions": "opening"}


def rows(ruleset: Ruleset) -> Iterator[Row]:
    """Every text of a game's files."""
    folder = TREE / "engines" / "podesta_engines" / Path(ruleset.id.replace("-", "_")) / "texts"
    where = {language: lines(folder / f"{language}.toml") for language in LANGUAGES}
    said = {language: _said(ruleset, language) for language in LANGUAGES}
    for key in dict.fromkeys(key for language in LANGUAGES for key in ruleset.texts[language].source):
        there = [each for each in LANGUAGES if key in ruleset.texts[each].source or key.startswith(("opt", "edi"))]
        at = {each: where[each][key] for each in there if key in where[each]}
        yield Row(ruleset.id, _place(key), key, {each: said[each][key] for each in there}, at)


def _place(key: str) -> str:
    return _PLACES.get(first := key.partition(".")[0], first)


def _said(ruleset: Ruleset, language: Language) -> dict[str, list[str]]:
    """Every text of a language by its key, as players read it."""
    texts = ruleset.texts[language]
    found = {key: [text] for key, text in {**_english(ruleset), **texts.source}.items()}
    for words in vocabularies(ruleset):
        for word, noun in zip(words.words, texts.nouns(words), strict=True):
            found[f"words.{words.name}.{word.slug}"] = [named(_forms(noun), language)]
    for key, (form, args) in filled(ruleset).items():
        read = partial(read_noun, language=language) if key.startswith("labels.") else str
        found[key] = list(dict.fromkeys(named(_forms(read(texts.fill(form)(each))), language) for each in args))
    for name, cards in card_texts(ruleset, next(iter(ruleset.editions.values())), language).items():
        found.update({f"cards.{name}.{word}": [card.text] for word, card in cards.items()})
    return found


def _forms(noun: Noun | str) -> str:
    """The scrigno, 2 scrigni; an adjective's forms; a phrase unchanged."""
    if isinstance(noun, str):
        return noun
    if noun.gender in ("", "~"):
        return " · ".join(dict.fromkeys(noun.inflected)) or noun.forms[0]
    several = [counted(noun, 2)] if len(noun.forms) > 1 else []
    return " · ".join([decline(noun, ("the",)), *several])


def _english(ruleset: Ruleset) -> dict[str, str]:
    """The English texts next to options and in the data of editions."""
    schema: Any = msgspec.json.schema(ruleset.options)["$defs"][ruleset.options.__name__]["properties"]
    found = {f"options.{name}": each.get("description", "") for name, each in schema.items()}
    for edition in ruleset.editions.values():
        found[f"editions.{edition.id}.title"] = edition.components.title
        for number, line in enumerate(edition.components.reconstructed, 1):
            found[f"editions.{edition.id}.reconstructed.{number}"] = line
    return found
