"""The cards turned up before a round; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.core.notes import note
from podesta_engines.core.script import Draw, Script, in_order
from podesta_engines.pillars_of_the_earth.answers import LEAVE_OUT, PEEK, TURN_CRAFTSMAN, TURN_PRIVILEGE
from podesta_engines.pillars_of_the_earth.components import FIGURES, Figures
from podesta_engines.pillars_of_the_earth.notes import (
    CRAFTSMAN_SHOWN,
    EVENT_SEEN,
    FOR_HIRE,
    PEEKED,
    PRIVILEGE_SHOWN,
    ROUND_BEGAN,
    SUPPLY_LAID,
)
from podesta_engines.pillars_of_the_earth.pieces import cards_of, holds
from podesta_engines.pillars_of_the_earth.state import NONE, State
from podesta_engines.pillars_of_the_earth.words import (
    ELLEN,
    KINGSBRIDGE,
    LEFT_OUT,
    PAIRS,
    PER_ROUND,
    RESOURCE_CARD,
    SHIRING,
    STARTING,
)

ALL_CARDS = (1 << len(RESOURCE_CARD)) - 1
EVERY_PAIR = range(len(LEFT_OUT))


def prepare(g: State) -> None:
    """P-22, P-24, P-205: market and court are filled, the cost and the redraw (P-52) are reset; then come cards."""
    here = FIGURES[g.edition]
    g.round += 1
    if g.journal is not None:
        note(g, ROUND_BEGAN, NONE, g.round, g.cost, here.costs[0], _missing(g, here))
    g.active = NONE
    g.stock = [here.stock] * 3
    g.court_metal = here.court_metal
    g.cost = here.costs[0]
    g.redraw = True
    first = len(STARTING) + PER_ROUND * (g.round - 1)
    g.craftsmen = (1 << PER_ROUND) - 1 << first
    peeks = [("peek", seat) for seat, player in enumerate(g.players) if holds(player, ELLEN)]
    g.agenda += in_order(("turn_privileges",), ("turn_craftsmen",), ("lay_supply",), *peeks)


def _missing(g: State, here: Figures) -> tuple[int, ...]:
    """P-22: the cubes that fill market and court."""
    missing = [*(here.stock - cubes for cubes in g.stock), here.court_metal - g.court_metal]
    return tuple(kind for kind, number in enumerate(missing) for _ in range(number))


def turn_privileges(g: State) -> Script:
    """P-20, P-14: two privileges, the first on the first space; in the last round the two meant for it."""
    here = FIGURES[g.edition]
    for index in (0, 1):
        card = here.last_round[index]
        if g.round < here.rounds:
            card = yield Draw(TURN_PRIVILEGE, cards_of(g.privileges))
            g.privileges &= ~(1 << card)
        g.kingsbridge[index] = card
        note(g, PRIVILEGE_SHOWN, NONE, KINGSBRIDGE + index, card)


def turn_craftsmen(g: State) -> Script:
    """P-21, P-13: two of the round's four craftsmen go to Shiring, the first on the first space; two to the supply."""
    for index in (0, 1):
        card = yield Draw(TURN_CRAFTSMAN, cards_of(g.craftsmen))
        g.craftsmen &= ~(1 << card)
        g.shiring[index] = card
        note(g, CRAFTSMAN_SHOWN, NONE, SHIRING + index, card)
    g.hiring = list(cards_of(g.craftsmen))
    g.craftsmen = 0
    note(g, FOR_HIRE, NONE, tuple(g.hiring))


def lay_supply(g: State) -> Script:
    """P-23: seven of the nine resource cards go into the supply, all choices equally likely."""
    left_out = yield Draw(LEAVE_OUT, EVERY_PAIR)
    a, b = PAIRS[left_out]
    g.supply = ALL_CARDS & ~(1 << a | 1 << b)
    note(g, SUPPLY_LAID, NONE, cards_of(g.supply))


def peek(g: State, seat: int) -> Script:
    """P-26: the holder of Ellen, and no one else, sees the round's event."""
    secret = g.players[seat].secret
    assert secret is not None
    secret.event = yield Draw(PEEK, cards_of(g.events), seen_by=seat)
    g.peeked = seat
    note(g, PEEKED, seat)
    note(g, EVENT_SEEN, seat, secret.event, visible_to=seat)
