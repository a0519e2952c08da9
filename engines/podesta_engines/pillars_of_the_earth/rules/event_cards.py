"""Step 1: the event, and the seats that are protected from it; numbers as in RULES.md."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from podesta_engines.core.notes import note
from podesta_engines.core.script import Ask, Draw, Script, in_order
from podesta_engines.pillars_of_the_earth.answers import (
    ASK_BISHOP,
    EITHER,
    LOSE,
    PROTECTION,
    TURN_EVENT,
    USE,
    USE_THOMAS,
)
from podesta_engines.pillars_of_the_earth.components import FIGURES
from podesta_engines.pillars_of_the_earth.notes import ASKED_FOR, EVENT_REVEALED, LIMITED, LOST_CRAFTSMAN, PROTECTED
from podesta_engines.pillars_of_the_earth.pieces import (
    cards_of,
    force_gold,
    gain,
    gain_gold,
    holds,
    lose_points,
    turn_order,
    use_up,
)
from podesta_engines.pillars_of_the_earth.state import NONE, Secret, State
from podesta_engines.pillars_of_the_earth.words import (
    BISHOP,
    COLLAPSE,
    CONFLICT,
    KINGS_GIFT,
    PRIOR_WOOL,
    RICHARD_METAL,
    THOMAS,
    TOWN_WALL,
    WILLIAM,
)

ONLY_CUBES = (1, 2, 3)
PROTECTION_OR_CUBES = (PROTECTION, *ONLY_CUBES)


def reveal_event(g: State) -> None:
    """P-70: the top event is revealed."""
    g.active = NONE
    g.agenda.append(("turn_event",))


def turn_event(g: State) -> Script:
    """P-70, P-15: any remaining event, each equally likely; but if Ellen's holder has seen it (P-26), that one."""
    events = cards_of(g.events)
    event = yield Draw(TURN_EVENT, events, None if g.peeked == NONE else _as_seen(g, events))
    seen_by, g.peeked = g.peeked, NONE
    if seen_by != NONE:
        g.players[seen_by].secret = Secret()
    show_event(g, event, seen_by)


def _as_seen(g: State, events: Sequence[int]) -> list[int]:
    """P-26: the weights that fix a card that has been seen."""
    secret = g.players[g.peeked].secret
    assert secret is not None
    return [int(event == secret.event) for event in events]


def show_event(g: State, event: int, seen_by: int = NONE) -> None:
    """P-71: protection is decided first, in turn order; then the event acts."""
    g.event = event
    g.events &= ~(1 << event)
    note(g, EVENT_REVEALED, NONE, event, () if seen_by == NONE else (seen_by,))
    g.agenda += in_order(*[("protect", seat) for seat in turn_order(g) if _may_be_spared(g, seat)], ("take_effect",))


def _may_be_spared(g: State, seat: int) -> bool:
    return g.board[BISHOP] == seat or (is_negative(g) and holds(g.players[seat], THOMAS))


def is_negative(g: State) -> bool:
    """P-73: a negative event spares the protected seats; a positive one affects all."""
    return FIGURES[g.edition].negative[g.event]


def protect(g: State, seat: int) -> Script:
    """P-72, P-185: the seat at the bishop's chooses protection or a cube; P-74: an unprotected one may use Thomas."""
    me, negative = g.players[seat], is_negative(g)
    g.active = seat
    if g.board[BISHOP] == seat:
        wish = yield Ask(ASK_BISHOP, seat, PROTECTION_OR_CUBES if negative else ONLY_CUBES, about=(g.event,))
        if wish == PROTECTION:
            spare(g, seat)
        else:
            g.audience = wish - 1
            note(g, ASKED_FOR, seat, g.audience)
    if negative and not me.protected and holds(me, THOMAS):
        choice = yield Ask(USE_THOMAS, seat, EITHER, about=(g.event,))
        if choice == USE:
            use_up(g, seat, THOMAS)
            spare(g, seat)


def spare(g: State, seat: int) -> None:
    """P-73, P-183: the seat is affected neither by this event nor by its later consequences."""
    g.players[seat].protected = True
    note(g, PROTECTED, seat)


def take_effect(g: State) -> None:
    """P-75: the event acts in turn order on all seats that are not protected; some events act in later steps."""
    g.active = NONE
    effect = EFFECTS.get(g.event)
    if effect is not None:
        for seat in [seat for seat in turn_order(g) if not g.players[seat].protected]:
            effect(g, seat)


def give(g: State, seat: int) -> None:
    """P-75: the king's gift and Richard's metal."""
    gain(g, seat, FIGURES[g.edition].event_gives[g.event])


def pay_for_wool(g: State, seat: int) -> None:
    """P-75: a gold for each worker in the mill, up to five, in addition to the mill's own pay."""
    gain_gold(g, seat, min(g.players[seat].mill, FIGURES[g.edition].event[PRIOR_WOOL]))


def raid(g: State, seat: int) -> None:
    """P-75: William takes four gold (P-4)."""
    force_gold(g, seat, FIGURES[g.edition].event[WILLIAM])


def quarrel(g: State, seat: int) -> None:
    """P-75: the conflict costs two victory points."""
    lose_points(g, seat, FIGURES[g.edition].event[CONFLICT])


def limit(g: State, seat: int) -> None:
    """P-75, P-184: the town wall leaves two builders in the next round, if there is one."""
    here = FIGURES[g.edition]
    if g.round < here.rounds:
        g.players[seat].limited_next = True
        note(g, LIMITED, seat, here.event[TOWN_WALL])


def bury(g: State, seat: int) -> None:
    """P-75: the collapse takes a craftsman of the seat's choice; asked in turn order."""
    first = len(g.agenda)
    while first and g.agenda[first - 1][0] == "lose":
        first -= 1
    g.agenda.insert(first, ("lose", seat))


def lose(g: State, seat: int) -> Script:
    """P-75, P-188: the craftsman that is lost."""
    me = g.players[seat]
    g.active = seat
    card = yield Ask(LOSE, seat, tuple(me.row))
    me.row.remove(card)
    note(g, LOST_CRAFTSMAN, seat, card)


EFFECTS: dict[int, Callable[[State, int], None]] = {
    KINGS_GIFT: give,
    RICHARD_METAL: give,
    PRIOR_WOOL: pay_for_wool,
    WILLIAM: raid,
    CONFLICT: quarrel,
    TOWN_WALL: limit,
    COLLAPSE: bury,
}
"""The immediate effects of events; volunteers and cold winter act in P-87, the archbishop in P-131."""
