"""The words of a ruleset as enumerations, and the schemas of its views, options and tables that use them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.words import Slots, Vocabulary, Word
from podesta_engines.describing import VOCABULARY
from podesta_engines.game.endings import ENDINGS

from .names import enumeration
from .structs import Schema, Schemas, ref

MOST_VALUES = 64
"""The most values of a word's part that are listed, if they belong to no vocabulary."""


def titled(name: str) -> str:
    """`golden-horn` or `sail_on` as part of the name of a schema."""
    return "".join(part[:1].upper() + part[1:] for part in name.replace("-", "_").split("_"))


def every_edition(ruleset: Ruleset) -> list[str]:
    """The editions of a ruleset that games may have: those offered, then those of older games."""
    return [*ruleset.editions, *ruleset.retired]


def vocabularies(ruleset: Ruleset) -> Schemas:
    """Every vocabulary of a ruleset by the name of its schema; the reasons include those shared by all games."""
    prefix = titled(ruleset.id)
    found = {prefix + titled(each.name): _vocabulary(each) for each in ruleset.vocabularies}
    reasons = [word.slug for word in (*ruleset.reasons.words, *ENDINGS.words)]
    asked = [kind.name for kind in ruleset.kinds if kind not in ruleset.lots]
    return found | {
        f"{prefix}Reason": enumeration(reasons, "Why a game may end."),
        f"{prefix}Part": _vocabulary(ruleset.parts),
        f"{prefix}Edition": enumeration(every_edition(ruleset), "The editions of its components, also retired ones."),
        f"{prefix}QuestionKind": enumeration(asked, "The kinds of its questions."),
        f"{prefix}NoteKind": enumeration((kind.name for kind in ruleset.notes), "The kinds of its notes."),
    }


def _vocabulary(words: Vocabulary) -> Schema:
    """The enumeration of a vocabulary; for numbers, only their type."""
    slugs = [word.slug for word in words.words]
    about = f"A word of the vocabulary `{words.name}`."
    if len(slugs) > MOST_VALUES and slugs == [str(number) for number in range(len(slugs))]:
        return {"type": "string", "pattern": "^(0|[1-9][0-9]*)$", "description": about}
    return enumeration(slugs, about)


def worded(schema: Any, prefix: str) -> Any:
    """A schema, recursively, with references where strings are words of a vocabulary."""
    if isinstance(schema, list):
        return [worded(part, prefix) for part in schema]
    if not isinstance(schema, dict):
        return schema
    found = {key: worded(part, prefix) for key, part in schema.items()}
    rest = {key: part for key, part in found.items() if key != VOCABULARY}
    if VOCABULARY not in found or "enum" in found:
        return rest
    rest.pop("type", None)
    words = [ref(prefix + titled(name)) for name in found[VOCABULARY]]
    return {**(words[0] if len(words) == 1 else {"anyOf": words}), **rest}


def slots_schema(slots: Slots, prefix: str, about: str) -> Schema:
    """Named words: of a note, or of a question's prompt."""
    return thing(about, {name: _slot(words, prefix) for name, words in slots})


def _slot(words: Vocabulary, prefix: str) -> Schema:
    word, about = ref(prefix + titled(words.name)), f"Of the vocabulary `{words.name}`."
    if words.several:
        return {"type": "array", "items": word, "description": about}
    return {**word, "description": about}


def parts_schema(words: Iterable[Word], ruleset: Ruleset) -> Schema:
    """The parts of the words of a vocabulary: parts that only some words have are optional."""
    found: dict[str, dict[str, None]] = {}
    every = [dict(word.parts) for word in words]
    for parts in every:
        for name, value in parts.items():
            found.setdefault(name, {})[value] = None
    properties = {name: _part(name, list(values), ruleset) for name, values in found.items()}
    always = [name for name in found if all(name in parts for parts in every)]
    return {**thing("What the word is made of.", properties), "required": always}


def _part(name: str, values: list[str], ruleset: Ruleset) -> Schema:
    about = f"The part `{name}` of the word."
    for words in ruleset.vocabularies:
        if words.name == name and {word.slug for word in words.words}.issuperset(values):
            return {**ref(titled(ruleset.id) + titled(name)), "description": about}
    return enumeration(values, about) if len(values) <= MOST_VALUES else {"type": "string", "description": about}


def thing(about: str, properties: Schemas) -> Schema:
    """An object with only required properties."""
    return {"type": "object", "description": about, "properties": properties, "required": list(properties)}


def union(about: str, by: str, members: dict[str, str]) -> Schema:
    """One of several schemas (names by the discriminator's value)."""
    mapping = {value: ref(name)["$ref"] for value, name in members.items()}
    return {
        "description": about,
        "oneOf": [ref(name) for name in members.values()],
        "discriminator": {"propertyName": by, "mapping": mapping},
    }
