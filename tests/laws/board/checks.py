"""What a frontend that draws a table can rely on: notes move pieces, options differ by touches, ids are known."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from podesta_engines import questions
from podesta_engines.core.board import NOTHING, Target
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.script import NOBODY
from tests.kit.play import advance
from tests.kit.walks import Table, begin

from .reading import TABLES, changes, counted, moved


def check_changes(table: Table, seed: int) -> int:
    """Check every change of a random game, for every viewer; returns their number. Raises AssertionError."""
    stocks, found = TABLES[table.ruleset.id].STOCKS, 0
    known = known_ids(table.ruleset)
    for change in changes(table, seed):
        found += 1
        ids = {name for motion in change.motions for name in (motion.before, motion.origin, motion.to, *motion.path)}
        assert not {name for name in ids - {""} if not known(name)}, change
        assert moved(counted(change.before, stocks), change.motions, stocks) == counted(change.after, stocks), change
        places = [(piece.id, piece.zone) for piece in change.after]
        assert len(set(places)) == len(places)
    return found


def check_touches(table: Table, seed: int) -> int:
    """Check every question of a random game; returns their number. Raises AssertionError."""
    p, rnd, number = begin(table, seed), Random(seed), 0
    known = known_ids(table.ruleset)
    while p.actor != NOBODY:
        for question in (each for seat in range(table.seats) for each in questions(p, seat)):
            touched = [multiset(option.targets) for option in question.options]
            assert all(touched), question
            assert len(set(touched)) == len(touched), question
            assert not {name for each in touched for name, _, _ in each if not known(name)}, question.kind
            number += 1
        advance(p, rnd)
    return number


def known_ids(ruleset: Ruleset) -> Callable[[str], bool]:
    """Whether an id can be read: a word by its vocabulary, a word belonging to a place or a seat's thing, or
    another."""
    words = [(each.name, word.slug) for each in ruleset.vocabularies for word in each.words]
    by_vocabulary, alone = {f"{name}.{slug}" for name, slug in words}, {slug for _, slug in words}
    others = re.compile(TABLES[ruleset.id].OTHERS)

    def known(name: str) -> bool:
        if name == NOTHING or name in by_vocabulary or others.fullmatch(name):
            return True
        return re.sub(r"^s\d\.", "", name) in alone

    return known


def multiset(targets: Sequence[Target]) -> frozenset[tuple[str, str, int]]:
    """The touches of an option, without order; raises AssertionError if one occurs twice."""
    counts = Counter({(target.id, target.role): target.times for target in targets})
    assert len(counts) == len(targets)
    assert all(number > 0 for number in counts.values())
    return frozenset((name, role, times) for (name, role), times in counts.items())
