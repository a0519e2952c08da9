"""Games as those see them who draw a table: the pieces before and after, and the motions that notes told in between."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from podesta_engines import observe, told
from podesta_engines.core.board import Layout, Motion, Piece
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.core.script import FATE, NOBODY
from tests.kit.play import advance
from tests.kit.walks import Table, begin

Lying = Counter[tuple[str, str]]
"""How many there are of a piece in a zone."""


class Change(NamedTuple):
    """What a viewer (None: a spectator) saw before and after a decision, and the motions told to it."""

    viewer: int | None
    before: Sequence[Piece]
    after: Sequence[Piece]
    motions: Sequence[Motion]


def changes(table: Table, seed: int) -> Iterator[Change]:
    """Every change of a random game, for everybody: a decision, and the draws that follow it."""
    p, rnd = begin(table, seed), Random(seed)
    p.listen()
    viewers = (None, *range(table.seats))
    before = {viewer: pieces(p, viewer) for viewer in viewers}
    while p.actor != NOBODY:
        advance(p, rnd)
        while p.actor == FATE:
            advance(p, rnd)
        heard = p.heard()
        for viewer in viewers:
            motions = [motion for note in told(p.rules, heard, viewer) for motion in note.motions]
            after = pieces(p, viewer)
            yield Change(viewer, before[viewer], after, motions)
            before[viewer] = after


def pieces(p: Position, viewer: int | None) -> list[Piece]:
    """What a viewer sees on the table."""
    return p.rules.board.pieces(observe(p, viewer))


def layouts(ruleset: Ruleset, seats: int) -> list[Layout]:
    """The board of every edition."""
    return [ruleset.board.layout(edition.components, seats) for edition in ruleset.editions.values()]


def lying(pieces: Sequence[Piece], stocks: set[str]) -> Lying:
    """Pieces in zones, but not in stocks."""
    found: Lying = Counter()
    for piece in pieces:
        if piece.zone not in stocks:
            found[piece.id, piece.zone] += piece.count
    return found


def moved(lie: Lying, motions: Sequence[Motion], stocks: set[str]) -> Lying:
    """Where pieces lie after motions."""
    found = Counter(lie)
    for motion in motions:
        if motion.origin not in stocks:
            found[motion.before, motion.origin] -= motion.count
        if motion.to not in stocks:
            found[motion.piece, motion.to] += motion.count
    return Counter({place: number for place, number in found.items() if number})
