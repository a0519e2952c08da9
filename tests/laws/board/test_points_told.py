"""Points that are hidden while a game runs can be added up: every gain was shown to all viewers."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random

from podesta_engines import note_texts, observe
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import GREEDY
from podesta_engines.core.script import FATE, NOBODY
from tests.kit.play import advance
from tests.kit.walks import Table, begin, seeds

CHART = (Path(__file__).parents[3] / "clients/table/src/after/chart.ts").read_text()
WON = {
    kind: (-1 if minus else 1, re.findall(r'"(\w+)"', names))
    for kind, minus, names in re.findall(r'^  (\w+): \(args\) => (-?)sum\(args, (["\w, ]+)\),$', CHART, re.MULTILINE)
}
"""The gains that the table's chart of scores adds up: kinds of notes, their signs and arguments."""
SETS = "golden-horn"
"""Its goods count as sets, not as a sum of gains: for hidden warehouses the chart shows the end alone."""


@seeds(2)
def test_what_the_chart_adds_up_are_the_points(drawn: Table, seed: int) -> None:
    """If others' points are hidden, the sum of the gains shown to a spectator always equals the owner's points."""
    assert len(WON) == 6
    p, rnd, won = begin(drawn, seed), Random(seed), Counter[int]()
    p.listen()
    while p.actor != NOBODY:
        go_on(p, rnd)
        if p.actor in (FATE, NOBODY):
            continue
        for note in note_texts(p.rules, p.heard(), None):
            sign, names = WON.get(note.kind, (0, []))
            if note.seat is not None:
                won[note.seat] += sign * sum(int(note.args.get(name, 0)) for name in names)
        closed = {seat: mine for seat in range(drawn.seats) if (mine := hidden(p, seat, drawn.seats)) is not None}
        assert not any(won.values()) if drawn.ruleset.id == SETS else closed == {seat: won[seat] for seat in closed}


def go_on(p: Position, rnd: Random) -> None:
    """A draw, or the answer of a bot that plays for points: at random, few shrines would ever be filled."""
    if p.actor == FATE:
        return advance(p, rnd)
    ask = rnd.choice(p.asks)
    return p.answer(p.rules.policies[GREEDY](p.state, ask, rnd), ask.seat)


def hidden(p: Position, seat: int, seats: int) -> int | None:
    """The points that a seat sees of itself, and others do not; None if there are none."""
    mine, others = (points(observe(p, viewer).players[seat]) for viewer in (seat, (seat + 1) % seats))
    return mine if others is None else None


def points(player: object) -> int | None:
    """The points so far in a view, as the table reads them."""
    told = (getattr(player, name, None) for name in ("vp", "score", "prestige", "points"))
    return next((each for each in told if each is not None), None)
