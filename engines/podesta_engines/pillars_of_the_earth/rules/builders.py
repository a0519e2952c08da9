"""Phase II: drawing and placing master builders; numbers as in RULES.md."""

from __future__ import annotations

from functools import lru_cache

from podesta_engines.core.notes import note
from podesta_engines.core.script import Ask, Draw, Script, in_order
from podesta_engines.pillars_of_the_earth.answers import (
    DRAW_BUILDER,
    EITHER,
    PAID,
    PASS_BUILDER,
    PLACE,
    PLACE_PASSED,
    PLACINGS,
    REDRAW,
    SECOND,
    UNPAID,
    Placing,
)
from podesta_engines.pillars_of_the_earth.components import FIGURES
from podesta_engines.pillars_of_the_earth.notes import (
    BUILDER_DRAWN,
    BUILDER_PASSED,
    COST_DROPPED,
    PLACED,
    PLACED_LATER,
    PUT_BACK,
    SET_ASIDE,
)
from podesta_engines.pillars_of_the_earth.pieces import holds, pay_gold, put_builder, use_up
from podesta_engines.pillars_of_the_earth.state import NONE, Player, State
from podesta_engines.pillars_of_the_earth.words import REMIGIUS, TOWN_WALL

ALL_SEATS = (0, 1, 2, 3)
CAN_PAY, MAY_PASS, MAY_USE_REMIGIUS = 1, 2, 4


def draw_builders(g: State) -> None:
    """P-50: builders are drawn until the bag is empty."""
    g.agenda.append(("draw_builder",))


def draw_builder(g: State) -> Script:
    """P-50: one builder, possibly redrawn (P-52), is placed or passed by its owner (P-53), or set aside (P-51)."""
    owner = yield _lot(g)
    take_out(g, owner)
    if g.redraw and not is_spent(g, owner) and _left(g):
        g.active = g.start
        choice = yield Ask(SECOND, g.start, EITHER, about=(owner, g.cost))
        if choice == REDRAW:
            put_back(g, owner)
            owner = yield _lot(g)
            take_out(g, owner)
    g.redraw = g.redraw and _may_redraw_later(g, owner)
    if is_spent(g, owner):
        set_aside(g, owner)
    else:
        g.active = owner
        cost = g.cost
        options = placements(g.edition, g.taken, _ways(g.players[owner], cost))
        choice = yield Ask(PLACE, owner, options, about=(cost,))
        decide(g, owner, cost, choice)
    if _left(g):
        g.agenda.append(("draw_builder",))


def _lot(g: State) -> Draw:
    """P-155: one by one, each builder in the bag equally likely."""
    bag = [player.bag for player in g.players]
    return Draw(DRAW_BUILDER, ALL_SEATS[: len(bag)], bag)


def _left(g: State) -> bool:
    """P-52, P-181: whether any builder is left in the bag."""
    for player in g.players:  # noqa: SIM110 - any() takes three times as long
        if player.bag:
            return True
    return False


def _may_redraw_later(g: State, owner: int) -> bool:
    """P-52, P-181: whether a builder that is not set aside can still come, with another left in the bag."""
    bags = [player.bag for player in g.players]
    return sum(bags) > 1 and any(bag and not is_spent(g, seat, seat == owner) for seat, bag in enumerate(bags))


def take_out(g: State, owner: int) -> None:
    """P-50: a builder comes out of the bag."""
    g.players[owner].bag -= 1
    g.drawn = owner
    if g.journal is not None:
        note(g, BUILDER_DRAWN, owner, g.cost)


def is_spent(g: State, owner: int, more: int = 0) -> bool:
    """P-51: whether a limited seat has decided its two builders of the round, counting `more` further ones."""
    me = g.players[owner]
    return me.limited and me.decided + more >= FIGURES[g.edition].event[TOWN_WALL]


def put_back(g: State, owner: int) -> None:
    """P-52, P-180: the builder goes back into the bag; there is no second redraw in this round."""
    g.redraw = False
    g.drawn = NONE
    g.players[owner].bag += 1
    note(g, PUT_BACK, g.start, owner)


def set_aside(g: State, owner: int) -> None:
    """P-51, P-182: the third builder of a limited seat stays unused; the cost does not change."""
    g.drawn = NONE
    g.players[owner].aside += 1
    note(g, SET_ASIDE, owner)


def decide(g: State, owner: int, cost: int, choice: int) -> None:
    """P-53: placed for the cost, declined, or placed free of charge with Remigius; P-55: the cost drops."""
    me = g.players[owner]
    g.drawn = NONE
    me.decided += 1
    if choice == PASS_BUILDER:
        g.wheel[cost] = owner
        note(g, BUILDER_PASSED, owner, cost)
    else:
        _place(g, owner, cost, PLACINGS[choice])
    if cost:
        g.cost = cost - 1


def _place(g: State, owner: int, cost: int, placing: Placing) -> None:
    """P-53: the owner pays the cost, or uses Remigius up."""
    if placing.free:
        use_up(g, owner, REMIGIUS)
        note(g, PLACED, owner, placing.space, 0, cost)
    else:
        note(g, PLACED, owner, placing.space, cost, cost)
        pay_gold(g, owner, cost)
    put_builder(g, owner, placing.space)


def _ways(me: Player, cost: int) -> int:
    """P-53, P-56, P-175, P-176, P-178: without the gold it must pass; at cost 0 it must be placed, without Remigius."""
    if not cost:
        return CAN_PAY
    ways = MAY_PASS | CAN_PAY if me.gold >= cost else MAY_PASS
    return ways | MAY_USE_REMIGIUS if holds(me, REMIGIUS) else ways


def available(edition: int, taken: int) -> tuple[int, ...]:
    """P-54: every free space, but only the first free one of priory, court and market."""
    found: list[int] = []
    for spaces, ordered in FIGURES[edition].locations:
        free = [space for space in spaces if not taken >> space & 1]
        found += free[:1] if ordered else free
    return tuple(found)


@lru_cache(1 << 11)
def placements(edition: int, taken: int, ways: int) -> tuple[int, ...]:
    """P-53: the options for a builder while the spaces of a mask are taken."""
    spaces = available(edition, taken)
    found = tuple([PAID[space] for space in spaces]) if ways & CAN_PAY else ()
    if ways & MAY_USE_REMIGIUS:
        found += tuple([UNPAID[space] for space in spaces])
    return (*found, PASS_BUILDER) if ways & MAY_PASS else found


def place_passed(g: State) -> None:
    """P-57, P-58: the cost is zero, and the builders that were passed follow, the most expensive first."""
    if g.cost:
        note(g, COST_DROPPED, NONE, g.cost)
    g.cost = 0
    g.active = NONE
    dearest_first = range(len(g.wheel) - 1, -1, -1)
    g.agenda += in_order(*[("place_late", cost) for cost in dearest_first if g.wheel[cost] != NONE])


def place_late(g: State, cost: int) -> Script:
    """P-58, P-177: a passed builder must be placed, free of charge."""
    owner = g.wheel[cost]
    g.active = owner
    choice = yield Ask(PLACE_PASSED, owner, placements(g.edition, g.taken, CAN_PAY), about=(cost,))
    space = PLACINGS[choice].space
    g.wheel[cost] = NONE
    put_builder(g, owner, space)
    note(g, PLACED_LATER, owner, space, cost)
