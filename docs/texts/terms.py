"""The list of terms: the words for each thing in texts for players, and words not to use for it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from podesta_engines import RULESETS
from podesta_engines.core.words import Language

from .rows import Row, lines

FILE = Path(__file__).with_name("terms.toml")
EVERYWHERE, AROUND = "everywhere", "around"


class Term(NamedTuple):
    """The words for a thing: their scope, and by language the right one and the wrong ones."""

    scope: str
    thing: str
    right: Mapping[Language, str]
    wrong: Mapping[Language, Sequence[str]]


@cache
def terms() -> Sequence[Term]:
    """Every term of the file."""
    scopes = tomllib.loads(FILE.read_text("utf-8")).items()
    return [
        Term(scope, thing, said, said.pop("wrong", {})) for scope, things in scopes for thing, said in things.items()
    ]


def wrong(game: str, language: Language) -> Iterator[tuple[re.Pattern[str], Term]]:
    """Patterns of wrong words in texts of a game, or of table and service around the games, each with its term."""
    scopes = (EVERYWHERE, game if game in {each.id for each in RULESETS.all()} else AROUND)
    for term in terms():
        if term.scope in scopes and (words := term.wrong.get(language)):
            yield re.compile("|".join(map(_whole, words)), re.IGNORECASE), term


def _whole(word: str) -> str:
    """A pattern for a whole word or phrase."""
    return r"\b" * word[0].isalnum() + re.escape(word) + r"\b" * word[-1].isalnum()


def rows() -> Iterator[Row]:
    """Each term as a row of the page, by game; terms for no single game are in the table's part."""
    where = lines(FILE)
    for scope, thing, right, _ in terms():
        game = "table" if scope in (EVERYWHERE, AROUND) else scope
        yield Row(
            game,
            "terms",
            thing,
            {language: [word] for language, word in right.items()},
            {language: where[f"{scope}.{thing}.{language}"] for language in right},
        )
