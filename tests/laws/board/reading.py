"""Games as seen by a frontend that draws a table: the pieces before and after, and the motions of the notes in
between."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from podesta_engines import note_texts, observe
from podesta_engines.core.board import Motion
from podesta_engines.core.position import Position
from podesta_engines.core.script import FATE, NOBODY
from tests.kit.play import advance
from tests.kit.walks import Table, begin

from . import colonia, golden_horn, notre_dame, pillars_of_the_earth, troyes
from .piece import Piece

TABLES: dict[str, Any] = {
    "colonia": colonia,
    "golden-horn": golden_horn,
    "notre-dame": notre_dame,
    "pillars-of-the-earth": pillars_of_the_earth,
    "troyes": troyes,
}
"""The module that reads the views of a ruleset: its `pieces`, and its `STOCKS`."""

Lying = Counter[tuple[str, str]]
"""The number of each piece in a zone."""


class Change(NamedTuple):
    """A viewer's (None: a spectator's) pieces before and after a decision, and the motions shown to it."""

    viewer: int | None
    before: Sequence[Piece]
    after: Sequence[Piece]
    motions: Sequence[Motion]


def changes(table: Table, seed: int) -> Iterator[Change]:
    """Every change of a random game, for every viewer: a decision, and the draws that follow it."""
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
            motions = [motion for note in note_texts(p.rules, heard, viewer) for motion in note.motions]
            after = pieces(p, viewer)
            yield Change(viewer, before[viewer], after, motions)
            before[viewer] = after


def pieces(p: Position, viewer: int | None) -> list[Piece]:
    """The pieces on the table for a viewer."""
    return TABLES[p.rules.id].pieces(observe(p, viewer))


def lying(p: Position, viewer: int | None) -> Lying:
    """Pieces in zones for a viewer, stocks excluded."""
    return counted(pieces(p, viewer), TABLES[p.rules.id].STOCKS)


def counted(pieces: Sequence[Piece], stocks: str) -> Lying:
    """Pieces in zones, stocks excluded."""
    found: Lying = Counter()
    for piece in pieces:
        if not re.fullmatch(stocks, piece.zone):
            found[piece.id, piece.zone] += piece.count
    return found


def moved(lie: Lying, motions: Sequence[Motion], stocks: str) -> Lying:
    """The zones of pieces after motions; a piece that comes from or goes to nowhere is not on the table."""
    found, away = Counter(lie), re.compile(f"({stocks})?")
    for motion in motions:
        if not away.fullmatch(motion.origin):
            found[motion.before, motion.origin] -= motion.count
        if not away.fullmatch(motion.to):
            found[motion.piece, motion.to] += motion.count
    return Counter({place: number for place, number in found.items() if number})
