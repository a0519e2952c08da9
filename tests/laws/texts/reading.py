"""Every text of a game: prompts, labels and notes of every seat, in one language, with their readers."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from podesta_engines import note_texts, questions
from podesta_engines.core.decide import draw
from podesta_engines.core.notes import Note, for_seat
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.script import EVERYBODY, FATE, NOBODY, Ask
from podesta_engines.core.words import LANGUAGES, Language
from tests.kit.walks import Table, begin


class Read(NamedTuple):
    """A text, its kind, its language, and its only reader, if it is for one seat."""

    sort: str
    name: str
    text: str
    language: Language
    alone: int | None


def game(table: Table, seed: int, greedy: float = 0.7) -> Iterator[Read]:
    """Every text of a game with seats that mostly play well, sometimes at random."""
    p, rnd = begin(table, seed), Random(seed)
    p.listen()
    while True:
        heard: list[Note] = p.heard()
        yield from _notes(p.rules, heard, table.seats)
        if p.actor == NOBODY:
            return
        if p.actor == FATE:
            draw(p, rnd.randrange)
            continue
        ask = rnd.choice(p.asks)
        yield from _asked(p, ask)
        p.answer(_choose(p, ask, rnd, greedy), ask.seat)


def _choose(p: Position, ask: Ask, rnd: Random, greedy: float) -> int:
    policy = p.rules.policies["greedy" if rnd.random() < greedy and "greedy" in p.rules.policies else "random"]
    return policy(p.rules.observe(p.state, ask.seat), ask, rnd)


def _notes(ruleset: Ruleset, heard: list[Note], seats: int) -> Iterator[Read]:
    for language in LANGUAGES:
        for note in note_texts(ruleset, heard, None, language):
            yield Read("note", note.kind, note.text, language, None)
        for seat in range(seats):
            yield from _private(ruleset, heard, seat, language)


def _private(ruleset: Ruleset, heard: list[Note], seat: int, language: Language) -> Iterator[Read]:
    alone: list[Any] = [note for note in for_seat(heard, seat) if note.visible_to != EVERYBODY]
    for note in note_texts(ruleset, alone, seat, language):
        yield Read("note", note.kind, note.text, language, seat)


def _asked(p: Position, ask: Ask) -> Iterator[Read]:
    for language in LANGUAGES:
        for question in questions(p, ask.seat, language):
            yield Read("prompt", question.kind, question.prompt, language, ask.seat)
            for option in question.options:
                yield Read("label", f"{question.kind}: {option.word}", option.label, language, ask.seat)
