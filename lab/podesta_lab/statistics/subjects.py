"""The subjects of a ruleset's statistics, and the words that refer to each of their things."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple

import msgspec
from msgspec import Struct

from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.script import Kind
from podesta_engines.core.words import ENGLISH, Vocabulary, Word


class Subject(Struct, frozen=True, forbid_unknown_fields=True):
    """The things that players choose among: answers to questions, or a part of these."""

    questions: list[str]
    part: str = ""
    vocabulary: str = ""
    without: list[str] = []


class Counted(Struct, frozen=True, forbid_unknown_fields=True):
    """The settings for counting a ruleset."""

    opening: list[str]
    stages: list[int]
    points: int
    answers: int
    subjects: dict[str, Subject]


class Thing(NamedTuple):
    """A thing that can be chosen: a word of a vocabulary, labelled by the game's catalogue."""

    subject: str
    vocabulary: str
    word: str


class Naming(NamedTuple):
    """A word that answers a question, and the number of the thing that it refers to."""

    question: str
    word: str
    thing: int


@cache
def counted(ruleset: str) -> Counted:
    """The settings for counting a ruleset."""
    text = files("podesta_lab.statistics").joinpath("subjects.toml").read_text("utf-8")
    return msgspec.toml.decode(text, type=dict[str, Counted])[ruleset]


class Things:
    """The things of a ruleset, by number, and the words that refer to them."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset, self.all, self.namings = ruleset, list[Thing](), list[Naming]()
        self._vocabularies = {each.name: each for each in ruleset.vocabularies}
        self._kinds = {kind.name: kind for kind in ruleset.kinds}
        for name, subject in counted(ruleset.id).subjects.items():
            for question in subject.questions:
                self._name(name, subject, self._kinds[question])

    def opening(self) -> list[int]:
        """The numbers of things that openings consist of."""
        wanted = counted(self._ruleset.id).opening
        return [number for number, thing in enumerate(self.all) if thing.subject in wanted]

    def _name(self, name: str, subject: Subject, kind: Kind) -> None:
        vocabulary = self._vocabularies[subject.vocabulary] if subject.vocabulary else kind.words
        first = self._first_of_label(vocabulary)
        for word in kind.words.words:
            meant = word.slug if not subject.part else _part(word, subject.part)
            if meant in first and meant not in subject.without:
                thing = Thing(name, vocabulary.name, first[meant])
                self.namings.append(Naming(kind.name, word.slug, self._number(thing)))

    def _first_of_label(self, vocabulary: Vocabulary) -> dict[str, str]:
        """For each word, the first one with the same label."""
        texts, first = self._ruleset.texts[ENGLISH], dict[str, str]()
        labels = [(word.slug, texts.label(vocabulary, at)) for at, word in enumerate(vocabulary.words)]
        return {slug: first.setdefault(label, slug) for slug, label in labels}

    def _number(self, thing: Thing) -> int:
        if thing not in self.all:
            self.all.append(thing)
        return self.all.index(thing)


def _part(word: Word, name: str) -> str:
    """The value of a part of a word; empty if it has none, as for passing."""
    return dict(word.parts).get(name, "")
