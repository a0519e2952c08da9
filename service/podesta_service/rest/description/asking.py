"""The schemas of a ruleset's questions and notes, one for each kind; `kind` is the discriminator."""

from __future__ import annotations

from podesta_engines.core.disclose import Option, Question, Waiting
from podesta_engines.core.notes import NoteKind, NoteText
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.script import Kind
from podesta_engines.core.words import Vocabulary

from .structs import Schema, Schemas, answered, ref
from .words import parts_schema, slots_schema, titled, union


def asking(ruleset: Ruleset) -> Schemas:
    """The questions of a ruleset with their options, and its notes."""
    prefix = titled(ruleset.id)
    asked = [kind for kind in ruleset.kinds if kind not in ruleset.lots]
    vocabularies = {kind.words.name: kind.words for kind in asked}
    return {
        **{f"{prefix}{titled(name)}Option": _option(words, ruleset) for name, words in vocabularies.items()},
        **{f"{prefix}{titled(kind.name)}Question": _question(kind, prefix) for kind in asked},
        **{f"{prefix}{titled(kind.name)}Note": _note(kind, prefix) for kind in ruleset.notes},
        f"{prefix}Question": _by_kind("What a seat is asked.", prefix, [kind.name for kind in asked], "Question"),
        f"{prefix}Note": _by_kind("What happened.", prefix, [kind.name for kind in ruleset.notes], "Note"),
        f"{prefix}Waiting": _waiting(prefix),
    }


def _by_kind(about: str, prefix: str, kinds: list[str], suffix: str) -> Schema:
    return union(about, "kind", {kind: f"{prefix}{titled(kind)}{suffix}" for kind in kinds})


def with_fields(base: Schema, about: str, fields: Schemas) -> Schema:
    """A struct's schema with more precise schemas for some fields; a field without a new description keeps its own."""
    properties = dict(base["properties"])
    for name, schema in fields.items():
        properties[name] = {"description": properties[name]["description"], **schema}
    return {**base, "description": about, "properties": properties}


def _option(words: Vocabulary, ruleset: Ruleset) -> Schema:
    base = answered([Option])["Option"]
    word = ref(titled(ruleset.id) + titled(words.name))
    fields = {"word": word, "parts": parts_schema(words.words, ruleset)}
    return with_fields(base, f"One legal answer, a word of the vocabulary `{words.name}`.", fields)


def _question(kind: Kind, prefix: str) -> Schema:
    base = answered([Question])["Question"]
    option = ref(f"{prefix}{titled(kind.words.name)}Option")
    fields = {
        "kind": {"type": "string", "const": kind.name},
        "about": slots_schema(kind.about, prefix, "What the prompt speaks of."),
        "options": {"type": "array", "items": option, "minItems": 1},
    }
    return with_fields(base, f"The question `{kind.name}` (rule {kind.rule}).", fields)


def _note(kind: NoteKind, prefix: str) -> Schema:
    base = answered([NoteText])["NoteText"]
    args = slots_schema(kind.args, prefix, "What the sentence speaks of.")
    return with_fields(
        base,
        f"The note `{kind.name}` (rule {kind.rule}).",
        {"kind": {"type": "string", "const": kind.name}, "args": args},
    )


def _waiting(prefix: str) -> Schema:
    base = answered([Waiting])["Waiting"]
    kind = {"anyOf": [ref(f"{prefix}QuestionKind"), {"type": "null"}]}
    return with_fields(base, base["description"], {"kind": kind})
