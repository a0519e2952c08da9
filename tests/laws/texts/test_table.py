"""Labels of the table are read like the games' texts: each with every number, colour, currency and other word."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from docs.texts import table
from docs.texts.rows import read
from podesta_engines import RULESETS
from podesta_engines.core.texts.grammar import Noun
from podesta_engines.core.words import Language

from .faults import PATTERNS, wrong_numbers
from .required import vocabularies
from .test_files import BEFORE

NUMBERS = (0, 1, 2, 8)
GAMES = [each.id for each in RULESETS.all()]
FILES = [*GAMES, "page", "more", "statistics", "tips", "guides"]
BY_HAND = ("preposition and article apart", "no d before the same vowel", "English", "Italian")
"""Faults of games' texts that do not apply to labels."""
ARTICLES = {
    "it": r"\b(?:il|lo|la|un|uno|una|all?a?|(?:d[ae]|ne|su)(?:l|lla)) \d|\bl'\d",
    "en": r"\b[Aa] 8|\b[Aa]n [0-79]",
}
"""A number behind an article, which would have to elide or agree with it."""
GLUED = re.compile(r"\}\s\$?\{")
READ = re.compile(r"""(?:label|text|said|title)=(?:"([^"]*)"|\{(`[^`]*`)\})|return (`.*`);|= (`.*`);""")
"""Texts for people that a source puts together."""
SENTENCE = re.compile(r"(?:\.text|deed\([^)]*\))\} \$?\{")
"""A sentence, which ends in a full stop, and text after it."""
SEXED = re.compile(
    r"\b(?:[Ss]ei|[Ss]arai|[Rr]esti|[Ee]ri) (?:(?:sol|pront|assent)|\w*(?:at|it|ut))[oa]\b"
    r"|\b(?:giochi|arrivi|cominci|parti) per (?:prim|second|terz|ultim)[oa]\b|^(?:passato|protett[oa]|fermat[oa])\b"
)
"""Words that would have to agree with a player, who may be a man or a woman."""
COUNTS = re.compile(r"(?:one|=1) \{[^{}]*?1 (\w+)[^{}]*(?:\{[^{}]*\}[^{}]*)*\} other \{[^{}]*?# (\w+)")


def said(file: str, language: Language) -> Iterator[tuple[str, str]]:
    """Every message of a file with all its possible slots filled, by its key; lessons with the figures of their
    deals."""
    for key, message in read(table.TEXTS / language / f"{file}.json").items():
        game = table.placed(file, key)[0]
        numbers = (2, 8) if file == "guides" else NUMBERS
        yield from ((key, text) for text in table.spoken(game, key, message, language, numbers))


def wrong(file: str, language: Language) -> dict[str, re.Pattern[str]]:
    """Faults in a file: wrong numbers and forms of the games' words and of its own, articles glued."""
    own = COUNTS.findall(" ".join(read(table.TEXTS / language / f"{file}.json").values()))
    pairs = {f"{one}.{many}": f"{{n|{one}|{many}}}" for one, many in own}
    games = {f"{each.id}.{key}": text for each in RULESETS.all() for key, text in each.texts[language].source.items()}
    every = {name: PATTERNS[language][name] for name in BY_HAND if name in PATTERNS[language]}
    every |= {"an article and a number": ARTICLES[language], "a space too many": r"  | [,.;:]"}
    found = {each.pattern: each for each in (*wrong_numbers({**games, **pairs}), *_agreements(language))}
    return {**found, **{name: re.compile(pattern) for name, pattern in every.items()}}


def _agreements(language: Language) -> Iterator[re.Pattern[str]]:
    """Each noun with the forms of adjectives that do not agree with it."""
    nouns = [n for each in RULESETS.all() for words in vocabularies(each) for n in each.texts[language].nouns(words)]
    adjectives = {noun.forms: noun for noun in nouns if noun.gender == "~" and noun.inflected}
    for several, agreement in enumerate(("m", "f", "mp", "fp")):
        heads = {re.escape(head) for noun in nouns for head in _heads(noun, agreement)}
        for adjective in adjectives.values() if heads else ():
            others = {re.escape(form) for form in adjective.inflected} - {re.escape(adjective.inflected[several])}
            yield re.compile(rf"\d (?:{'|'.join(sorted(heads))}):? (?:{'|'.join(sorted(others))})\b")


def _heads(noun: Noun, agreement: str) -> Iterator[str]:
    if noun.gender == agreement[0] and len(noun.forms) == 2:
        yield noun.forms["p" in agreement]


@pytest.mark.parametrize("language", PATTERNS)
@pytest.mark.parametrize("file", FILES)
def test_no_label_is_put_together_by_hand(file: str, language: Language) -> None:
    """With 0, 1, 2 and 8, every colour and currency: no wrong plural, article or adjective."""
    patterns = wrong(file, language)
    found = {
        (key, name): text for key, text in said(file, language) for name, each in patterns.items() if each.search(text)
    }
    assert found == {}


@pytest.mark.parametrize("language", PATTERNS)
@pytest.mark.parametrize("game", GAMES)
def test_words_in_slots_take_no_article_and_agree(game: str, language: Language) -> None:
    """An adjective in a slot names its form; a noun has no article in front of it, alone or in a preposition."""
    words = {slot: table.nouns(game, vocabulary, language) for slot, _, vocabulary, _ in table.filled(game)}
    messages = read(table.TEXTS / language / f"{game}.json").items()
    bare = {(key, slot) for key, message in messages for slot in re.findall(r"\{(\w+)\}", message)}
    glued = {(key, slot) for key, text in messages for slot in re.findall(rf"{BEFORE[language]}[ ']\{{(\w+)\}}", text)}
    assert {
        each for each in bare if any(noun.gender == "~" and noun.inflected for noun in words.get(each[1], ()))
    } == set()
    assert {each for each in glued if any(noun.gender != "-" for noun in words.get(each[1], ()))} == set()


@pytest.mark.parametrize("file", FILES)
def test_nothing_agrees_with_a_player(file: str) -> None:
    """Neither a participle nor an ordinal implies that the reader is a man or a woman."""
    assert [text for text in read(table.TEXTS / "it" / f"{file}.json").values() if SEXED.search(text)] == []
    sources = [ruleset.texts["it"].source for ruleset in RULESETS.all() if ruleset.id == file]
    assert [text for source in sources for text in source.values() if SEXED.search(text)] == []


def test_no_source_glues_words() -> None:
    """Sources join texts with a mark between them; text that follows after a mere space is one message."""
    found = {
        f"{path.relative_to(table.SOURCES)}": text
        for path in sorted(table.SOURCES.glob("games/**/*.*"))
        for groups in READ.findall(path.read_text("utf-8"))
        for text in groups
        if GLUED.search(SENTENCE.sub("", text)) and re.search(r"texts\.|words\.|label", text)
    }
    assert found == {}
