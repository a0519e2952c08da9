"""Words: what leaves the process instead of ints, and how people read it in English and Italian."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from msgspec import Struct

Language = Literal["en", "it"]
LANGUAGES: tuple[Language, ...] = ("en", "it")


class Text(Struct, frozen=True, gc=False):
    """One sentence or noun in every language."""

    en: str
    it: str

    def of(self, language: Language) -> str:
        """The text in one language."""
        return self.it if language == "it" else self.en


class Word(Struct, frozen=True, gc=False):
    """One answer: its stable slug, its label, and its parts for clients that show it on a board.

    `parts` are pairs such as `(("ship", "ship_a_one"), ("load", "blue"))`.
    """

    slug: str
    label: Text
    parts: tuple[tuple[str, str], ...] = ()


class Vocabulary:
    """A closed set of words: the int used by rules, the slug used by log and wire, the label used by people.

    several: what takes its words from here takes any number of them.
    """

    __slots__ = ("_index", "name", "several", "words")

    def __init__(self, name: str, words: Iterable[Word], several: bool = False) -> None:
        self.name, self.several = name, several
        self.words = tuple(words)
        self._index = {word.slug: i for i, word in enumerate(self.words)}
        if len(self._index) != len(self.words):
            raise ValueError(f"vocabulary {name!r} has a slug twice")

    @classmethod
    def of(cls, name: str, labels: Mapping[str, tuple[str, str]]) -> Vocabulary:
        """From `{slug: (English, Italian)}`, in the order of the ints."""
        return cls(name, (Word(slug, Text(*pair)) for slug, pair in labels.items()))

    @classmethod
    def numbers(cls, name: str, count: int) -> Vocabulary:
        """The numbers 0 … count - 1, which read the same everywhere."""
        return cls(name, (Word(str(i), Text(str(i), str(i))) for i in range(count)))

    def __len__(self) -> int:
        return len(self.words)

    def slug(self, answer: int) -> str:
        """The word of an int."""
        return self.words[answer].slug

    def parse(self, slug: str) -> int:
        """The int of a word; raises KeyError for a word that is not in the vocabulary."""
        return self._index[slug]

    def label(self, answer: int, language: Language) -> str:
        """What people read for an int."""
        return self.words[answer].label.of(language)


def several(words: Vocabulary) -> Vocabulary:
    """The same words, for an argument that takes any number of them."""
    return Vocabulary(words.name, words.words, several=True)


Args = Sequence[int | Sequence[int]]
Slots = tuple[tuple[str, Vocabulary], ...]
Words = str | list[str]
"""What an argument says: a word, or a list where it takes several."""


def slugs(slots: Slots, args: Args) -> dict[str, Words]:
    """Named arguments as words; those that take several words have a list of them."""
    return {
        name: [words.slug(i) for i in _each(arg)] if words.several else words.slug(_only(arg))
        for (name, words), arg in zip(slots, args, strict=True)
    }


def labels(slots: Slots, args: Args, language: Language) -> dict[str, str]:
    """Named arguments as people read them."""
    return {
        name: ", ".join(words.label(i, language) for i in _each(arg))
        for (name, words), arg in zip(slots, args, strict=True)
    }


def _each(arg: int | Sequence[int]) -> Sequence[int]:
    return (arg,) if isinstance(arg, int) else arg


def _only(arg: int | Sequence[int]) -> int:
    (only,) = _each(arg)
    return only
