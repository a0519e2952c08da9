"""The keys that the translators' files of a ruleset need: all that its rules may ask for."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

import msgspec

from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.words import ENGLISH, Form, Language, Vocabulary


def vocabularies(ruleset: Ruleset) -> list[Vocabulary]:
    """Every vocabulary of a ruleset, once, and those used only to fill texts."""
    named = [*ruleset.vocabularies, ruleset.reasons, ruleset.parts]
    filled = [words for form in _asked(ruleset) for _, words in form.slots]
    return list({id(words): words for words in (*named, *filled)}.values())


def forms(ruleset: Ruleset) -> list[Form]:
    """Every text with slots: prompts, notes, texts that the table chooses, and composed words."""
    composed = [word.said.form for words in vocabularies(ruleset) for word in words.words if word.said]
    return list({form.key: form for form in (*_asked(ruleset), *composed)}.values())


def _asked(ruleset: Ruleset) -> list[Form]:
    kinds, notes = [kind.form for kind in ruleset.kinds], [note.form for note in ruleset.notes]
    return [*kinds, *notes, *ruleset.forms]


def required(ruleset: Ruleset, language: Language) -> set[str]:
    """The keys that a file must have, and no others."""
    keys = {"name", *(form.key for form in forms(ruleset))}
    keys.update(_plain(ruleset))
    keys.update(f"cards.{words.name}.{word.slug}" for words in ruleset.cards for word in words.words)
    if language != ENGLISH:
        keys.update(f"options.{field.name}" for field in msgspec.structs.fields(ruleset.options))
        keys.update(_editions(ruleset, language))
    return keys


def _editions(ruleset: Ruleset, language: Language) -> Iterator[str]:
    """Title and reconstructed figures of an edition, all if any is translated; the data file has them in English."""
    for edition in ruleset.editions.values():
        key = f"editions.{edition.id}."
        if any(found.startswith(key) for found in ruleset.texts[language].source):
            yield f"{key}title"
            yield from (f"{key}reconstructed.{i}" for i, _ in enumerate(edition.components.reconstructed, 1))


def _plain(ruleset: Ruleset) -> Iterator[str]:
    for words in vocabularies(ruleset):
        yield from (f"words.{words.name}.{w.slug}" for w in words.words if not (w.said or w.literal))


def cited(ruleset: Ruleset) -> dict[str, list[str]]:
    """The rules that each card's text cites, by its key; empty without cards."""
    if not ruleset.cards:
        return {}
    tables = tomllib.loads(ruleset.read("texts/rules.toml"))
    return {f"{name}.{slug}": numbers.split() for name, words in tables.items() for slug, numbers in words.items()}
