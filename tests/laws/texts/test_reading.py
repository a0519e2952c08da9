"""Whole games are read in both languages: no text has a fault, and options of a question have different labels."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest

from podesta_engines import questions
from podesta_engines.core.words import LANGUAGES
from tests.kit.evidence import evidence
from tests.kit.walks import REGISTRY, Table, some

from .faults import faults, wrong_numbers
from .reading import Read, game

GAMES = evidence(2, 6)


@pytest.mark.parametrize("seed", range(GAMES))
def test_no_text_has_a_fault(table: Table, seed: int) -> None:
    """Articles, numbers, persons, language, capitals: every text of a game reads well."""
    wrong = {language: wrong_numbers(table.ruleset.texts[language].source) for language in LANGUAGES}
    found: dict[tuple[str, str, str], Read] = {}
    for read in set(game(table, seed)):
        for fault in faults(read, wrong[read.language]):
            found.setdefault((read.sort, read.name.partition(":")[0], fault), read)
    assert sorted((fault, read.text) for (_, _, fault), read in found.items()) == []


def test_options_are_told_apart(table: Table) -> None:
    """Two options of one question never have the same label."""
    alike: dict[str, str] = defaultdict(str)
    for p, _ in some(table, 7, 0.3):
        for ask in p.asks:
            for language in LANGUAGES:
                for question in questions(p, ask.seat, language):
                    labels = Counter(option.label for option in question.options)
                    twice = [label for label, count in labels.items() if count > 1]
                    alike |= {question.kind: twice[0]} if twice else {}
    assert alike == {}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("{seat_0} riceve 1 carte.", "a number with the wrong form"),
        ("{seat_0} riceve 2 carta.", "a number with the wrong form"),
        ("{seat_0} pesca da la riserva.", "preposition and article apart"),
        ("{seat_0} prende la arma.", "no elision"),
        ("{seat_0} prende il scrigno.", "il for lo"),
        ("{seat_0} e è vuoto.", "no d before the same vowel"),
        ("Tocca a giocatore 3.", "a player by number"),
        ("{seat_0} takes the tua.", "English"),
        ("{seat_0} prende {good}.", "a slot that nothing filled"),
        ("{seat_0} prende una merce dalla tua riserva.", "you, told to everybody"),
        ("prende una merce", "a sentence begins small"),
    ],
)
def test_a_fault_is_found(text: str, fault: str) -> None:
    """Otherwise the law could not fail."""
    wrong = wrong_numbers(REGISTRY.named("golden-horn").texts["it"].source)
    assert any(found.startswith(fault) for found in faults(Read("note", "x", text, "it", None), wrong))
