"""A rehearsal, before a process serves: the beginning of a game of each ruleset, read back as from a store and shown.

Python and its libraries make much only when it is first asked for: how structs are read, the texts of a game in each
language, where each word stands. That takes up to 10 ms of computing for a ruleset, which whoever looks at a game first
after a restart would else wait for.
"""

from __future__ import annotations

from random import Random

from podesta_engines import RULESETS
from podesta_engines.core.decide import execute, settle
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.words import LANGUAGES
from podesta_engines.game.events import SCHEMA, Entry, Seated, decode_entry, encode_entry
from podesta_engines.game.format.levels import ARRAYS
from podesta_engines.game.game import opening, start
from podesta_service.table.table import fold_table

ANSWERS = 12
"""Answers of a rehearsed game."""


def rehearse() -> None:
    """Go once through what a look at a game of any ruleset takes; nothing of it is kept."""
    for ruleset in RULESETS.all():
        table = fold_table("", [decode_entry(data) for data in log_of(ruleset, ANSWERS)])
        for language in LANGUAGES:
            ruleset.texts[language]  # not every position has words of its own
            table.show(0, language)


def log_of(ruleset: Ruleset, answers: int) -> list[bytes]:
    """The stored entries of a game with all seats taken and so many answers, always the same."""
    rnd, seats = Random(0), max(ruleset.seats)
    created = opening(ruleset, seats, "", {})
    p = start(RULESETS, created)
    entries = [Entry([created, *(Seated(seat, "") for seat in range(seats)), *settle(p, rnd.randrange)])]
    for _ in range(answers):
        ask = p.asks[0]
        answer = ask.kind.name, ask.kind.words.slug(rnd.choice(ask.options))
        p, moves = execute(p, ask.seat, [answer], rnd.randrange)
        entries.append(Entry([*moves], p.fingerprint(), 0, SCHEMA))
    return [encode_entry(entry, ARRAYS) for entry in entries]
