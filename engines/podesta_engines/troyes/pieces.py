"""Pieces on the move: deniers, influence, points, citizens, cubes and dice, each moved by one function."""

from __future__ import annotations

from collections.abc import Generator, Iterable

from podesta_engines.core.notes import NoteKind, note
from podesta_engines.core.script import Ask, Draw, Kind

from . import notes
from .components import FIGURES
from .dice import ONE, Group, Ints, heap_of, owner_of, value_of
from .places import card_space, trade_space
from .state import NEUTRAL, NONE, Player, Secret, State
from .words import FROM_SUPPLY, MARAUDERS, SOURCES, traced

# -- questions and lots ----------------------------------------------------------------------------------------------


def choose(g: State, ask: Ask | Draw) -> Generator[Ask | Draw, int, int]:
    """T-404: ask or draw, and keep the public answer on the table until the next turn begins."""
    choice = yield ask
    g.trace.append(traced(ask.kind, choice))
    return choice


def begin_turn(g: State, kind: Kind, choice: int, options: int) -> None:
    """T-404: the first answer of a turn replaces those of the last turn, unless it was not asked."""
    if options > 1:
        g.trace = []
    g.trace.append(traced(kind, choice))


# -- deniers, influence, points --------------------------------------------------------------------------------------


def secret_of(me: Player) -> Secret:
    """A seat's secret; rules work on the true state, where it is never absent."""
    secret = me.secret
    assert secret is not None
    return secret


def gain_deniers(g: State, seat: int, number: int, others: int = 0) -> None:
    """T-20: deniers go into the hand, in public; `others` of them come from other seats, the rest from the bank."""
    if number:
        g.players[seat].deniers += number
        note(g, notes.DENIERS_GAINED, seat, number, number - others)


def pay_deniers(g: State, seat: int, number: int, kind: NoteKind = notes.DENIERS_LOST, *told: int) -> int:
    """T-51: pay as much as there is in hand; returns the amount paid. `told` are further arguments of the note."""
    me = g.players[seat]
    paid = min(number, me.deniers)
    if paid:
        me.deniers -= paid
        note(g, kind, seat, paid, *told)
    return paid


def gain_influence(g: State, seat: int, number: int) -> None:
    """T-22: influence never exceeds the end of its track; any excess is lost (T-365)."""
    me = g.players[seat]
    room = FIGURES[g.edition].start.most_influence - me.influence
    gained = min(number, room)
    if gained:
        me.influence += gained
        note(g, notes.INFLUENCE_GAINED, seat, gained, me.influence - gained, me.influence)


def pay_influence(g: State, seat: int, number: int) -> int:
    """T-22: give up as much influence as there is; returns the amount."""
    me = g.players[seat]
    paid = min(number, me.influence)
    if paid:
        me.influence -= paid
        note(g, notes.INFLUENCE_LOST, seat, paid, me.influence + paid, me.influence)
    return paid


def gain_points(g: State, seat: int, number: int) -> None:
    """T-260: victory points are won in public, though the total is face down."""
    if number:
        secret_of(g.players[seat]).vp += number
        note(g, notes.POINTS_GAINED, seat, number)


def lose_points(g: State, seat: int) -> None:
    """T-21, T-51: two points for costs that cannot be paid, as far as there are any."""
    secret = secret_of(g.players[seat])
    lost = min(FIGURES[g.edition].income.unpaid_vp, secret.vp)
    secret.vp -= lost
    if lost:
        note(g, notes.POINTS_LOST, seat, lost)


# -- dice ------------------------------------------------------------------------------------------------------------


def remove_dice(g: State, dice: Iterable[int]) -> None:
    """T-114: dice that were used go back to the general supply."""
    heaps = g.dice
    for number in dice:
        heaps[heap_of(number)] -= ONE[value_of(number)]


def pay_for(g: State, seat: int, group: Group, each: int, free: bool) -> None:
    """T-112: `each` denier for a bought die goes to its owner, to the bank if neutral; T-310: one per owner is free."""
    counts: dict[int, int] = {}
    for number in group:
        owner = owner_of(number)
        if owner != seat:
            counts[owner] = counts.get(owner, 0) + 1
    for owner, count in counts.items():
        paid = each * (count - free)
        g.players[seat].deniers -= paid
        if owner != NEUTRAL and paid:
            g.players[owner].deniers += paid
            note(g, notes.SOLD, owner, paid, seat)


# -- citizens --------------------------------------------------------------------------------------------------------


def lift(g: State, seat: int, source: int) -> Ints:
    """T-141, T-201: take a citizen of a seat from a source; the space stays empty until it is entered.

    Returns the word of ACTIVITY for the place that a tradesman has left; for others, nothing.
    """
    place, at = SOURCES[source]
    if place == "supply":
        g.players[seat].supply -= 1
    elif place == "space":
        g.standing[at] = NONE
    elif place == "card":
        return (_dismiss(g, seat, FIGURES[g.edition].slot[at]),)
    else:
        g.lying[at] ^= 1 << seat
    return ()


def _dismiss(g: State, seat: int, slot: int) -> int:
    """T-144: a tradesman who moves away frees his space, and no other moves up; returns the place that he left."""
    g.players[seat].posts ^= 1 << slot
    place = trades_at(g, seat, slot)
    for space in (2 * slot, 2 * slot + 1):
        if g.tradesmen[space] == seat:
            g.tradesmen[space] = NONE
    return place


def trades_at(g: State, seat: int, slot: int) -> int:
    """T-142: the word of ACTIVITY for the place of a tradesman: a space, or the card itself."""
    spaces = g.tradesmen[2 * slot : 2 * slot + 2]
    return trade_space(2 * slot + spaces.index(seat)) if seat in spaces else card_space(slot)


def post(g: State, seat: int, slot: int) -> None:
    """T-142: a new tradesman takes the free space of highest value, or is put on the card without one."""
    g.players[seat].posts |= 1 << slot
    for space in (2 * slot, 2 * slot + 1):
        if g.tradesmen[space] == NONE:
            g.tradesmen[space] = seat
            return


def enter(g: State, owner: int, building: int, value: int, source: int = FROM_SUPPLY, left: Ints = ()) -> None:
    """T-202, T-203: a citizen enters a row; those up to its first empty space shift, or the last one is expelled.

    `source` is his origin, and `left` the result of `lift`.
    """
    standing = g.standing
    first, end = FIGURES[g.edition].rows[building][value - 1]
    free = next((space for space in range(first, end) if standing[space] == NONE), NONE)
    if free == NONE:
        free = end - 1
        expel(g, standing[free], building, free)
    moved = standing[first:free]
    standing[first + 1 : free + 1] = moved
    standing[first] = owner
    note(g, notes.ENTERED, NONE, owner, first, source, left, tuple(moved))


def expel(g: State, owner: int, building: int, space: int) -> None:
    """T-204: an expelled citizen is laid on the illustration until Phase 5."""
    g.lying[building] |= 1 << owner
    note(g, notes.EXPELLED, NONE, owner, building, space)


# -- cubes on events -------------------------------------------------------------------------------------------------


def mark(g: State, owner: int, at: int) -> bool:
    """T-181, T-182: one cube on an event of the queue, one influence for a player; returns whether it was the last."""
    marks = g.marks[at]
    marks.append(owner)
    if owner == NEUTRAL:
        note(g, notes.NEUTRAL_MARKED, NONE, g.queue[at], at)
    else:
        note(g, notes.MARKED, owner, g.queue[at], at)
        gain_influence(g, owner, 1)
    if len(marks) < FIGURES[g.edition].events[g.queue[at]].spaces:
        return False
    _beat(g, at)
    return True


def _beat(g: State, at: int) -> None:
    """T-183, T-184, T-185, T-186: a full event pays its points and leaves the queue; Marauders start again."""
    kind, marks = g.queue[at], g.marks[at]
    note(g, notes.EVENT_BEATEN, NONE, kind, at, tuple(marks))
    for owner, points in rewards(marks, FIGURES[g.edition].events[kind].vp, g.options.grey_counts_as_rival).items():
        if owner != NEUTRAL:
            gain_points(g, owner, points)
    if kind == MARAUDERS:
        g.marks[at] = []
        return
    del g.queue[at], g.marks[at]
    taker = max(marks, key=marks.count)
    if taker == NEUTRAL:
        g.discard.append(kind)
    else:
        g.players[taker].events.append(kind)
    _tell_taker(g, taker, kind, at)


def _tell_taker(g: State, taker: int, kind: int, at: int) -> None:
    """T-185: the note of a taken or discarded event, with the events that move left, their cubes and places."""
    if g.journal is not None:
        places = [place for place in range(at, len(g.queue)) for _ in g.marks[place]]
        cubes = [owner for marks in g.marks[at:] for owner in marks]
        told = (notes.EVENT_DISCARDED, NONE) if taker == NEUTRAL else (notes.EVENT_TAKEN, taker)
        note(g, *told, kind, at, tuple(g.queue[at:]), tuple(cubes), tuple(places))


def rewards(marks: list[int], vp: tuple[int, ...], grey_counts: bool) -> dict[int, int]:
    """T-183: points by owner, from the cubes on an event in order: ties share, and a lone colour earns both rewards."""
    counts = {owner: marks.count(owner) for owner in dict.fromkeys(marks)}
    alone = counts if grey_counts else [owner for owner in counts if owner != NEUTRAL]
    if len(alone) == 1:
        return dict.fromkeys(alone, vp[0] + vp[1])
    ranks = sorted(set(counts.values()), reverse=True)
    first = [owner for owner, count in counts.items() if count == ranks[0]]
    if len(first) > 1:
        return dict.fromkeys(first, (vp[0] + vp[1]) // len(first))
    second = [owner for owner, count in counts.items() if len(ranks) > 1 and count == ranks[1]]
    return {first[0]: vp[0], **{owner: vp[1] // len(second) for owner in second}}
