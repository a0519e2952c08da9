"""One word for one thing: no text for players contains a word that the list of terms marks as wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

import pytest

from docs.texts import terms
from docs.texts.__main__ import languages, rows
from docs.texts.rows import TREE, Row, read
from podesta_engines import RULESETS
from podesta_engines.core.rulebook import read_by_players, rules_by_number
from podesta_engines.core.words import Language

GAMES = [each.id for each in RULESETS.all()]
PLACES = [*GAMES, "table", "service"]
_UNREAD = re.compile(r"`[^`]*`|(?<=\{)\w+(?:[.:]\w+)*")
"""Code and the names of slots are skipped; a slot's alternatives are read."""
_read, _rows = cache(read), cache(rows)


def said(place: str, language: Language) -> Iterator[tuple[str, str]]:
    """Every text with its key: filled as on the page, as written in its file, and the rules by number."""
    for row in _rows():
        if row.game == place and row.place != "terms" and not _sealed(row, language):
            yield from ((f"{row.place}, {row.key}", text) for text in (*row.said[language], *_written(row, language)))
    for number, rule in _rules(place, language):
        yield f"rules, {number}", read_by_players(rule)


def _sealed(row: Row, language: Language) -> bool:
    """Whether a text is part of an edition's data, which cannot change, because records are sealed with it."""
    return row.key.startswith("editions.") and language not in row.lines


def _written(row: Row, language: Language) -> Sequence[str]:
    path = row.lines.get(language, "").partition(":")[0]
    text = _read(TREE / path).get(row.key) if path else None
    return [text] if text else []


def _rules(place: str, language: Language) -> Iterator[tuple[str, str]]:
    if place in GAMES and language in (books := RULESETS.named(place).rulebooks):
        yield from rules_by_number(books[language]).items()


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("place", PLACES)
def test_one_word_for_one_thing(place: str, language: Language) -> None:
    """Options, log, cards, board, lesson, tips, statistics, refusals and rules use only terms of the list."""
    patterns = [*terms.wrong(place, language)]
    found = {
        (each, match[0], term.right[language]): text
        for each, text in said(place, language)
        for pattern, term in patterns
        if (match := pattern.search(_UNREAD.sub("", text)))
    }
    told = (f"{where}: “{word}” should be “{right}”: {text}" for (where, word, right), text in found.items())
    assert not found, "\n".join([f"{len(found)} places in {place}, {language}", *told])


def test_the_list_of_terms_agrees_with_itself() -> None:
    """Each term has every language and a known scope; the right word for one thing is not wrong for another."""
    assert {term.scope for term in terms.terms()} <= {terms.EVERYWHERE, terms.AROUND, *GAMES}
    assert [term.thing for term in terms.terms() if [*term.right] != languages()] == []
    clashes = [
        (term.thing, other.thing, language)
        for term in terms.terms()
        for language, right in term.right.items()
        for pattern, other in terms.wrong(term.scope, language)
        if pattern.search(right) and "…" not in right
    ]
    assert clashes == []
