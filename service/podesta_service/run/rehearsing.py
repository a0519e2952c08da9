"""A warm-up before a process serves: the beginning of a game of each ruleset, read as from a store and shown.

Struct decoders, the texts of a game in each language and the indexes of words are made at their first use. That takes
up to 10 ms of computing per ruleset, for which the first viewer of a game after a restart would otherwise wait.
"""

from __future__ import annotations

from random import Random

from podesta_engines import RULESETS
from podesta_engines.core.decide import execute, settle
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.words import LANGUAGES
from podesta_engines.game.events import Entry, Seated, decode_entry, encode_entry
from podesta_engines.game.game import opening, start
from podesta_service.table.table import fold_table

ANSWERS = 12
"""Answers of a rehearsed game."""


def rehearse() -> None:
    """Show a game of each ruleset once; no game is kept."""
    for ruleset in RULESETS.all():
        table = fold_table("", [decode_entry(data) for data in log_of(ruleset, ANSWERS)])
        for language in LANGUAGES:
            ruleset.texts[language]  # some positions have no words
            table.show(0, language)


def log_of(ruleset: Ruleset, answers: int) -> list[bytes]:
    """The stored entries of a game with all seats taken and some answers, always the same."""
    rnd, seats = Random(0), max(ruleset.seats)
    created = opening(ruleset, seats, "", {})
    p = start(RULESETS, created)
    entries = [Entry([created, *(Seated(seat, "") for seat in range(seats)), *settle(p, rnd.randrange)])]
    for _ in range(answers):
        ask = p.asks[0]
        answer = ask.kind.name, ask.kind.words.slug(rnd.choice(ask.options))
        p, moves = execute(p, ask.seat, [answer], rnd.randrange)
        entries.append(Entry([*moves], p.fingerprint()))
    return [encode_entry(entry) for entry in entries]
