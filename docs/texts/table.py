"""The table's texts, by its files and by the values that its sources put into messages."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path

from podesta_engines import RULESETS
from podesta_engines.core.texts.grammar import Noun, counted
from podesta_engines.core.words import ENGLISH, LANGUAGES, Language

from .messages import NUMBERS, Value, renderings
from .rows import TREE, Row, named, of_files, read

SOURCES = TREE / "clients" / "table" / "src"
TEXTS = SOURCES / "texts"
_FILLED = re.compile(r"""(\w+): [^,{}\n]*?\b(?:words\.(label|word|counted)\(["'](\w+)["']|texts\.(\w+)\()""")
_SAMPLES = tomllib.loads(Path(__file__).with_name("samples.toml").read_text("utf-8"))
Given = dict[str, Sequence[Value]]


def languages() -> list[Language]:
    """The languages that the table has, English first."""
    return [ENGLISH, *sorted({path.name for path in TEXTS.iterdir() if path.is_dir()} - {ENGLISH})]


def samples(language: Language) -> Given:
    """Values for slots that take neither a number nor a word of a game, by their names."""
    return {**_SAMPLES["any"], **_SAMPLES.get(language, _SAMPLES[ENGLISH])}


def rows() -> Iterator[Row]:
    """Every message of the table."""
    for path in sorted((TEXTS / ENGLISH).glob("*.json")):
        there = {language: TEXTS / language / path.name for language in languages()}
        yield from of_files(there, partial(placed, path.stem), partial(_some, path.stem))


def _some(file: str, key: str, message: str, language: Language) -> list[str]:
    """Up to a dozen renderings of a message."""
    said = spoken(placed(file, key)[0], key, message, language)
    return said[:: -(-len(said) // 12)]


def placed(file: str, key: str) -> tuple[str, str]:
    """The owner of a message, and where it is shown."""
    above, _, below = key.partition(".")
    if file in ("guides", "tips"):
        return above, {"guides": "lesson and guide", "tips": "tips of the board"}[file]
    return ("table", f"{file}: {above}" if below else file) if file not in _games() else (file, "board")


def spoken(game: str, key: str, message: str, language: Language, numbers: Sequence[int] = NUMBERS) -> list[str]:
    """The renderings of a message with words of its game, each with every number, and the figures of its lesson."""
    own: Given = _SAMPLES["lessons"].get(game, {}) if key.startswith(f"{game}.") else {}
    said = renderings(message, {**given(game, language, tuple(numbers)), **own}, numbers)
    return [named(each, language) for each in said]


@cache
def given(game: str, language: Language, numbers: tuple[int, ...]) -> Given:
    """Values for the slots of a game's board: those in its sources, or samples."""
    found = samples(language)
    for slot, how, vocabulary, message in filled(game):
        if message:
            said = read(TEXTS / language / f"{game}.json").get(message, "")
            found[slot] = renderings(said, found, numbers)
        else:
            found[slot] = [*_words(nouns(game, vocabulary, language), how, numbers)]
    return found


@cache
def filled(game: str) -> list[tuple[str, str, str, str]]:
    """Slots, how a word fills them, and its vocabulary; those filled by a message come last."""
    paths = [*SOURCES.glob(f"games/{game}/**/*.*"), *SOURCES.glob(f"guide/lessons/{game}.lesson.ts")]
    found = {each for path in sorted(paths) for each in _FILLED.findall(path.read_text("utf-8"))}
    return sorted((each for each in found if game in _games()), key=lambda each: each[3])


def _words(found: Sequence[Noun], how: str, numbers: Sequence[int]) -> Iterator[Value]:
    for noun in found:
        for number in numbers:
            yield noun if how == "word" else counted(noun, number) if how == "counted" else noun.forms[0]


def nouns(game: str, vocabulary: str, language: Language) -> Sequence[Noun]:
    """The words of a game's vocabulary, in English where its files lack the language."""
    ruleset = RULESETS.named(game)
    found = next((each for each in ruleset.vocabularies if each.name == vocabulary), None)
    return ruleset.texts[language if language in LANGUAGES else ENGLISH].nouns(found) if found else ()


def _games() -> Mapping[str, object]:
    return {each.id: each for each in RULESETS.all()}
