"""Words: the form in which ints leave the process. Their labels are in the translators' files: `texts`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib.resources import files
from typing import TypeAlias

from msgspec import Struct

Language: TypeAlias = str
"""A language by its code, such as `it`."""
ENGLISH: Language = "en"
"""The default language, used where a language's file lacks a text."""
_FILES = (each.name for each in files("podesta_engines.core").joinpath("texts").iterdir())
LANGUAGES: tuple[Language, ...] = (
    ENGLISH,
    *sorted({name.removesuffix(".toml") for name in _FILES if name.endswith(".toml")} - {ENGLISH}),
)
"""The languages that have files, English first."""


Args = Sequence[int | Sequence[int]]
"""The values of a text's slots: an int of a vocabulary for each, or several."""
Slots = tuple[tuple[str, "Vocabulary"], ...]
"""The names that a text may use, and the vocabulary of each."""


class Form(Struct, frozen=True, eq=False):
    """A text of the translators' files: its key there, such as `labels.buy_relic`, and its slots."""

    key: str
    slots: Slots = ()

    def __call__(self, *args: int | Sequence[int]) -> Said:
        """The text with values for its slots."""
        return Said(self, args)


class Said(Struct, frozen=True, eq=False):
    """A text and its values: an int, or several, for each of its slots."""

    form: Form
    args: Args = ()


def form(key: str, **slots: Vocabulary) -> Form:
    """A text by its key; its slots are in the order in which they are filled."""
    return Form(key, tuple(slots.items()))


class Word(Struct, frozen=True, eq=False, gc=False):
    """One answer: its stable slug, and its parts for clients that show it on a board.

    `parts` are pairs such as `(("ship", "ship_a_one"), ("load", "blue"))`. Its label is in the translators' files,
    under `words.<vocabulary>.<slug>`; the label of a composite word is the text of `said`. `literal` is a label that is
    the same in every language.
    """

    slug: str
    parts: tuple[tuple[str, str], ...] = ()
    said: Said | None = None
    literal: str = ""


class Vocabulary:
    """A closed set of words: the int used by rules, and the slug used by log and wire.

    several: whether an argument takes any number of its words.
    """

    slug: Callable[[int], str]
    """The word of an int; a C method, because a view has a hundred words."""
    parse: Callable[[str], int]
    """The int of a word; raises KeyError for a word that is not in the vocabulary."""

    __slots__ = ("_index", "name", "parse", "several", "slug", "words")

    def __init__(self, name: str, words: Iterable[Word], several: bool = False) -> None:
        self.name, self.several = name, several
        self.words = tuple(words)
        self._index = {word.slug: i for i, word in enumerate(self.words)}
        if len(self._index) != len(self.words):
            raise ValueError(f"vocabulary {name!r} has a slug twice")
        self.slug, self.parse = tuple(self._index).__getitem__, self._index.__getitem__

    @classmethod
    def of(cls, name: str, *slugs: str) -> Vocabulary:
        """From slugs, in the order of the ints."""
        return cls(name, map(Word, slugs))

    @classmethod
    def numbers(cls, name: str, count: int, first: int = 0) -> Vocabulary:
        """`count` numbers starting with `first`, which read the same in every language."""
        return cls(name, (Word(str(i), literal=str(i)) for i in range(first, first + count)))

    @classmethod
    def seats(cls, name: str, count: int, prefix: str = "") -> Vocabulary:
        """The seats of a game; in texts they are `{seat_0}`, …, which readers replace with the players' names."""
        return cls(name, (Word(f"{prefix}{i}", literal=f"- {{seat_{i}}}") for i in range(count)))

    def __len__(self) -> int:
        return len(self.words)


SEATS = Vocabulary.seats("seat", 6)
"""The seats that a note may be about: `{seat}` in its sentence."""


def several(words: Vocabulary) -> Vocabulary:
    """The same words, for an argument that takes any number of them."""
    return Vocabulary(words.name, words.words, several=True)


Words = str | list[str]
"""The value of an argument: a word, or a list if it takes several."""


def slugs(slots: Slots, args: Args) -> dict[str, Words]:
    """Named arguments as words; an argument that takes several words has a list of them."""
    return {
        name: [words.slug(i) for i in each(arg)] if words.several else words.slug(_only(arg))
        for (name, words), arg in zip(slots, args, strict=True)
    }


def each(arg: int | Sequence[int]) -> Sequence[int]:
    """The ints of an argument."""
    return (arg,) if isinstance(arg, int) else arg


def _only(arg: int | Sequence[int]) -> int:
    (only,) = each(arg)
    return only
