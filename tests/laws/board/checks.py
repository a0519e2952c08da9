"""What whoever draws a table may count on: pieces lie in zones, notes move them, options differ by touches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

from podesta_engines import questions
from podesta_engines.core.board import NOTHING, Piece, Target, Zone
from podesta_engines.core.script import NOBODY
from tests.kit.play import advance
from tests.kit.walks import Table, begin

from .reading import changes, layouts, lying, moved, pieces


def check_changes(table: Table, seed: int) -> int:
    """Check every change of a random game, as everybody sees it; how many there were. Raises AssertionError."""
    zones = {zone.id: zone for zone in layouts(table.ruleset, table.seats)[0].zones}
    stocks = {name for name, zone in zones.items() if zone.stock} | {""}
    found = 0
    for change in changes(table, seed):
        found += 1
        places = {place for motion in change.motions for place in (motion.origin, motion.to, *motion.path)}
        assert places <= {"", *zones}
        expected = moved(lying(change.before, stocks), change.motions, stocks)
        assert expected == lying(change.after, stocks), change
        _check_places(change.after, zones)
    return found


def _check_places(lie: Sequence[Piece], zones: Mapping[str, Zone]) -> None:
    """Every piece lies in a zone of the board, told once, and not more of them than the zone takes."""
    places = [(piece.id, piece.zone) for piece in lie]
    assert len(set(places)) == len(places)
    numbers: Counter[str] = Counter()
    for piece in lie:
        numbers[piece.zone] += piece.count
    assert numbers.keys() <= zones.keys()
    beyond = {name for name, number in numbers.items() if number > (zones[name].capacity or number)}
    assert not beyond


def check_touches(table: Table, seed: int) -> int:
    """Check every question of a random game; how many there were. Raises AssertionError."""
    p, rnd, number = begin(table, seed), Random(seed), 0
    ruleset = table.ruleset
    words = {f"{words.name}.{word.slug}" for words in ruleset.vocabularies for word in words.words}
    zones = {zone.id for layout in layouts(ruleset, table.seats) for zone in layout.zones}
    while p.actor != NOBODY:
        for question in (each for seat in range(table.seats) for each in questions(p, seat)):
            touched = [multiset(option.targets) for option in question.options]
            assert all(touched), question
            assert len(set(touched)) == len(touched), question
            there = words | zones | {piece.id for piece in pieces(p, question.seat)} | {NOTHING}
            assert {name for each in touched for name, _, _ in each} <= there, question.kind
            number += 1
        advance(p, rnd)
    return number


def multiset(targets: Sequence[Target]) -> frozenset[tuple[str, str, int]]:
    """What is touched, in no order; raises AssertionError where something comes twice."""
    counts = Counter({(target.id, target.role): target.times for target in targets})
    assert len(counts) == len(targets)
    assert all(number > 0 for number in counts.values())
    return frozenset((name, role, times) for (name, role), times in counts.items())
