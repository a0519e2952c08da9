"""The translators' files hold every text, no other, and each is well-formed."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
import pytest

from podesta_engines.core import cards
from podesta_engines.core.cards import card_texts
from podesta_engines.core.rulebook import read_by_players, rules_by_number
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.words import ENGLISH, LANGUAGES, Form, Language
from podesta_engines.describing import VOCABULARY

from .required import cited, forms, required, vocabularies

BEFORE = {
    "it": r"(?:^|[^\w'])(?:di|a|da|in|su|il|lo|la|i|gli|le|un|uno|una|del|al|dal|nel|sul|della|alla|dalla|nella|sulla)",
    "en": r"(?:^|\W)(?:the|a|an)",
}
FORMULA = re.compile(r" [=\u00d7+] |\d ?[nx]\b|(?<!')\b[kmnrRx]\b(?![-'.])|\bvp\d")
DERIVED = "`[derived]`"
_ARTICLED = {"a", "count", "m", "f", "mp", "fp"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_file_has_every_text_and_no_other(ruleset: Ruleset, language: Language) -> None:
    """Every text of the rules is there in both languages, and no unused one is."""
    found = set(ruleset.texts[language].source)
    wanted = required(ruleset, language)
    assert (sorted(wanted - found), sorted(found - wanted)) == ([], [])


def test_what_is_chosen_from_words_is_read_in_them(ruleset: Ruleset) -> None:
    """A game's options are never bare words: each that is one of several has its vocabulary's labels."""
    chosen = msgspec.json.schema(ruleset.options)["$defs"][ruleset.options.__name__]["properties"]
    named = {words.name: {word.slug for word in words.words} for words in ruleset.vocabularies}
    for name, schema in chosen.items():
        if values := schema.get("enum"):
            assert set(values) == named[schema[VOCABULARY][0]], name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_can_be_filled(ruleset: Ruleset, language: Language) -> None:
    """Templates name only their slots, nouns have the forms that templates ask for; no text is empty."""
    texts = ruleset.texts[language]
    assert all(text.strip() == text and text for text in texts.source.values())
    for words in vocabularies(ruleset):
        assert all(noun.forms[0] for noun in texts.nouns(words))
    for form in forms(ruleset):
        texts.fill(form)
        assert "{" not in re.sub(r"\{seat_\d\}", "", texts.gist(form))


@pytest.mark.parametrize("language", BEFORE)
def test_articles_are_never_glued(ruleset: Ruleset, language: Language) -> None:
    """No article, and in Italian no preposition joined with one, precedes a noun in a slot: the slot has it."""
    texts = ruleset.texts[language]
    found = [
        (form.key, texts.text(form.key))
        for form in forms(ruleset)
        for name, keys in _glued(texts.text(form.key), language)
        if _takes_article(ruleset, form, name, language) and not _ARTICLED & set(keys)
    ]
    assert found == []


def _glued(text: str, language: Language) -> Iterator[tuple[str, list[str]]]:
    """The slots of a text that come straight after an article or a preposition, and their keys."""
    for match in re.finditer(BEFORE[language] + r"[ ']\{(\w+)((?:\.\w+)*)\}", text, re.IGNORECASE):
        yield match[1], match[2].split(".")[1:]


def _takes_article(ruleset: Ruleset, form: Form, name: str, language: Language) -> bool:
    words = dict(form.slots).get(name)
    nouns = ruleset.texts[language].nouns(words) if words else ()
    return any(noun.gender in ("m", "f", "mp", "fp", "n", "p", "~") for noun in nouns)


def test_every_card_says_what_it_does(ruleset: Ruleset) -> None:
    """One text for each in both languages, with figures of the edition and rules of the rulebook."""
    for edition in ruleset.editions.values():
        for language in LANGUAGES:
            found = card_texts(ruleset, edition, language)
            assert all(card.text and "{" not in card.text for cards in found.values() for card in cards.values())
            assert all(card.text[-1] in ".»!" for cards in found.values() for card in cards.values())
    numbers = rules_by_number(ruleset.rulebooks["en"])
    assert {key: rule for key, rules in cited(ruleset).items() for rule in rules if rule not in numbers} == {}
    assert all(cited(ruleset).values())


def test_rules_are_about_words_that_there_are(ruleset: Ruleset) -> None:
    """A word's rules are shown next to it: both have to exist."""
    words = {words.name: {word.slug for word in words.words} for words in vocabularies(ruleset)}
    numbers = rules_by_number(ruleset.rulebooks["en"])
    about = cards.cited(ruleset)
    assert {(name, word) for name, told in about.items() for word in told if word not in words.get(name, ())} == set()
    assert {
        rule for told in about.values() for rules in told.values() for rule in rules if rule not in numbers
    } == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_players_read_no_marks(ruleset: Ruleset, language: Language) -> None:
    """Neither rules' sources, nor their keys, nor names in code; the rest are whole sentences."""
    for text in map(read_by_players, rules_by_number(ruleset.rulebooks[language]).values()):
        assert not re.search(r"\[[A-Za-z]|`|reconstructed" if language == "it" else r"\[[A-Za-z]|`", text), text
        assert not re.search(r"[a-z]_[a-z]|\(X-|seats 0 to", text), text
        assert not re.search(r"(?<!etc)(?<!\bn)[.!?] [a-z]|\.\.", text), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_players_read_no_formula(ruleset: Ruleset, language: Language) -> None:
    """Rules are written in words; only derived figures, such as the longest possible game, use letters."""
    rules = rules_by_number(ruleset.rulebooks[language])
    found = {number: FORMULA.search(read_by_players(rule)) for number, rule in rules.items() if DERIVED not in rule}
    assert {number: match[0] for number, match in found.items() if match} == {}


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_the_rules_are_there_in_each_language(ruleset: Ruleset, language: Language) -> None:
    """The same numbers in the same order, in different words."""
    english, other = (rules_by_number(ruleset.rulebooks[each]) for each in (ENGLISH, language))
    assert list(english) == list(other)
    same = [number for number, text in english.items() if text == other[number]]
    assert ruleset.id == "toy" or same == []
