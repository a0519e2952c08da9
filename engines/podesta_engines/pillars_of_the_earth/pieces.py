"""Pieces on the move: one function each for gold, points, cubes, craftsmen and builders, used for every cause."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import lru_cache

from podesta_engines.core.notes import note
from podesta_engines.core.script import Ask

from .answers import DISMISS
from .components import FIGURES
from .notes import (
    BUILDERS_RETURNED,
    CUBES_GAINED,
    CUBES_SPENT,
    DISMISSED,
    GOLD_GAINED,
    GOLD_LOST,
    GOLD_PAID,
    POINTS_GAINED,
    POINTS_LOST,
    PRIVILEGE_USED,
    SHORTFALL,
)
from .state import NONE, Player, State
from .words import GENERAL, GOLD, JACK_BUILDER, POINTS

_TURN_ORDER = {
    seats: tuple(tuple((start + turn) % seats for turn in range(seats)) for start in range(seats))
    for seats in range(2, 5)
}


def turn_order(g: State) -> tuple[int, ...]:
    """P-1, P-9: the seats clockwise from the start player."""
    return _TURN_ORDER[len(g.players)][g.start]


# -- gold and points -------------------------------------------------------------------------------------------------


def gain_gold(g: State, seat: int, gold: int) -> None:
    """P-3, P-170: each single gain is cut at thirty."""
    me = g.players[seat]
    limit = FIGURES[g.edition].gold_limit
    before = me.gold
    me.gold = min(before + gold, limit)
    if g.journal is not None:
        if me.gold > before:
            note(g, GOLD_GAINED, seat, me.gold - before)
        if before + gold > limit:
            note(g, GOLD_LOST, seat, before + gold - limit, limit)


def pay_gold(g: State, seat: int, gold: int) -> None:
    """P-3: a voluntary payment; the seat must have the gold."""
    g.players[seat].gold -= gold
    if gold and g.journal is not None:
        note(g, GOLD_PAID, seat, gold)


def force_gold(g: State, seat: int, gold: int) -> None:
    """P-4, P-171, P-172, P-173: pay as far as possible; every two gold of the shortfall cost a victory point."""
    paid = min(gold, g.players[seat].gold)
    pay_gold(g, seat, paid)
    if gold > paid:
        note(g, SHORTFALL, seat, gold - paid)
        lose_points(g, seat, (gold - paid) // 2)


def gain_points(g: State, seat: int, points: int) -> None:
    """P-5, P-202: there is no upper bound."""
    g.players[seat].points += points
    if g.journal is not None:
        note(g, POINTS_GAINED, seat, points)


def lose_points(g: State, seat: int, points: int) -> None:
    """P-5, P-174: victory points never fall below zero."""
    me = g.players[seat]
    points = min(points, me.points)
    me.points -= points
    if points:
        note(g, POINTS_LOST, seat, points)


# -- cubes -----------------------------------------------------------------------------------------------------------


def gain_cubes(g: State, seat: int, resource: int, cubes: int, source: int = GENERAL) -> None:
    """P-2, P-197: cubes come from the general supply, which is unlimited, or from another site of the board."""
    g.players[seat].cubes[resource] += cubes
    if g.journal is not None:
        note(g, CUBES_GAINED, seat, resource, cubes, source)


def spend_cubes(g: State, seat: int, resource: int, cubes: int) -> None:
    """P-2: cubes go to the general supply."""
    g.players[seat].cubes[resource] -= cubes
    if g.journal is not None:
        note(g, CUBES_SPENT, seat, resource, cubes)


def gain(g: State, seat: int, gives: tuple[int, ...]) -> None:
    """P-75, P-80: everything that a card gives: sand, wood, stone, metal, gold, points."""
    for thing, number in enumerate(gives):
        if number:
            if thing == GOLD:
                gain_gold(g, seat, number)
            elif thing == POINTS:
                gain_points(g, seat, number)
            else:
                gain_cubes(g, seat, thing, number)


# -- cards -----------------------------------------------------------------------------------------------------------


def has_trade(g: State, me: Player, trade: int) -> bool:
    """P-8, P-187: a seat has a trade if it has any card of it, a starting one or a later one."""
    trades = FIGURES[g.edition].trade
    for card in me.row:  # noqa: SIM110 - any() takes three times as long
        if trades[card] == trade:
            return True
    return False


def holds(me: Player, privilege: int) -> bool:
    """Whether a seat has a privilege in front of it."""
    return bool(me.privileges >> privilege & 1)


def use_up(g: State, seat: int, privilege: int) -> None:
    """A privilege for one use leaves the game."""
    g.players[seat].privileges &= ~(1 << privilege)
    note(g, PRIVILEGE_USED, seat, privilege)


def row_limit(g: State, me: Player) -> int:
    """P-7, P-196: five craftsmen, six with Jack Builder."""
    here = FIGURES[g.edition]
    return here.privilege[JACK_BUILDER] if holds(me, JACK_BUILDER) else here.row_limit


def join(g: State, seat: int, card: int) -> Generator[Ask, int, None]:
    """P-7, P-195: a craftsman joins the row; over the limit one is dismissed at once, possibly the new one."""
    me = g.players[seat]
    me.row.append(card)
    if len(me.row) > row_limit(g, me):
        gone = yield Ask(DISMISS, seat, tuple(me.row))
        me.row.remove(gone)
        note(g, DISMISSED, seat, gone)


# -- builders --------------------------------------------------------------------------------------------------------


def put_builder(g: State, seat: int, space: int) -> None:
    """P-54, P-179: a builder is put on a space."""
    g.board[space] = seat
    g.taken |= 1 << space


def return_builder(g: State, space: int) -> int:
    """P-96: a builder goes back into the bag when its location is finished; returns its owner, or NONE."""
    owner = g.board[space]
    if owner != NONE:
        g.board[space] = NONE
        g.taken &= ~(1 << space)
        g.players[owner].bag += 1
    return owner


def clear_site(g: State, site: int, spaces: Sequence[int]) -> None:
    """P-96: all builders of a location go back into the bag."""
    manned = [space for space in spaces if g.board[space] != NONE]
    if manned and g.journal is not None:
        note(g, BUILDERS_RETURNED, NONE, site, tuple(manned), tuple([g.board[space] for space in manned]))
    for space in manned:
        return_builder(g, space)


@lru_cache(1 << 11)
def cards_of(mask: int) -> tuple[int, ...]:
    """The cards of a mask."""
    return tuple(card for card in range(mask.bit_length()) if mask >> card & 1)
