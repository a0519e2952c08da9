"""The end: how it is declared, and when it comes by itself; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.core.notes import note
from podesta_engines.core.script import Ask, Script
from podesta_engines.golden_horn.notes import SCORED, UNSCREENED
from podesta_engines.golden_horn.pieces import trigger
from podesta_engines.golden_horn.scoring import scores
from podesta_engines.golden_horn.state import DECLARING, GAME_OVER, NONE, State
from podesta_engines.golden_horn.words import DECLARE, DECLARE_END, DECLARED, EITHER, ROUND_LIMIT


def end_turn(g: State, seat: int) -> None:
    """G-41: a seat with every colour in its warehouse is asked at the end of its turn, unless the end is triggered."""
    g.moving = NONE
    warehouse = g.players[seat].warehouse
    assert warehouse is not None
    if g.end == NONE and all(warehouse):
        g.agenda.append(("declare", seat))


def declare(g: State, seat: int) -> Script:
    """G-41: a seat may declare the end, but need not."""
    g.phase = DECLARING
    choice = yield Ask(DECLARE_END, seat, EITHER)
    if choice == DECLARE:
        trigger(g, seat, DECLARED)


def end_round(g: State) -> None:
    """G-42: a triggered game ends when the round is complete; so does the last allowed round (G-43)."""
    if g.end == NONE and g.round == g.options.round_limit:
        trigger(g, NONE, ROUND_LIMIT)
    if g.end == NONE:
        g.agenda.append(("start_round",))
        return
    g.phase, g.active = GAME_OVER, NONE
    if g.options.hidden_warehouses and g.journal is not None:
        unscreen(g)
    for seat, parts in enumerate(scores(g)):
        note(g, SCORED, seat, parts["goods"], parts["bonus"], parts["total"])


def unscreen(g: State) -> None:
    """G-49: when the game is over, everyone sees what was behind the screens."""
    for seat, player in enumerate(g.players):
        counts = player.warehouse or ()
        note(g, UNSCREENED, seat, tuple([colour for colour, count in enumerate(counts) for _ in range(count)]))
