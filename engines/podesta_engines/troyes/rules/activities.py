"""The effects of activity cards (T-150 to T-153, T-301 to T-328), each a function named after its card."""

from __future__ import annotations

from collections.abc import Callable, Generator

from podesta_engines.core.notes import note
from podesta_engines.core.script import Ask, Draw, Script
from podesta_engines.troyes import notes
from podesta_engines.troyes.components import FIGURES, Activity
from podesta_engines.troyes.dice import PLAIN, values
from podesta_engines.troyes.pieces import (
    choose,
    gain_deniers,
    gain_influence,
    gain_points,
    mark,
    pay_deniers,
    pay_influence,
)
from podesta_engines.troyes.places import card_space
from podesta_engines.troyes.state import NEUTRAL, OWNERS, RED, WHITE, YELLOW, State
from podesta_engines.troyes.words import CARD, HOW_OFTEN, MARAUDERS, MARK, MILL, SHOOT

from .influence import FACES

Effect = Callable[[State, int, Activity, int], Script | None]


def activate_card(g: State, seat: int, card: int, most: int) -> Script:
    """T-150, T-151, T-152, T-153, T-161: once to `most` times, as far as the price can be paid.

    A delayed card gets cubes instead of acting.
    """
    here, me = FIGURES[g.edition], g.players[seat]
    if price := here.pay_deniers[card]:
        most = min(most, me.deniers // price)
    if price := here.pay_influence[card]:
        most = min(most, me.influence // price)
    number = yield from choose(g, Ask(HOW_OFTEN, seat, range(1, most + 1), about=(card,)))
    note(g, notes.ACTIVATED, seat, card, number)
    modifier = here.modifier[card]
    if modifier != PLAIN:
        me.cubes[modifier] += number
        note(g, notes.CUBES_STORED, seat, card, number, card_space(here.slot[card]))
        return
    pay_deniers(g, seat, number * here.pay_deniers[card])
    pay_influence(g, seat, number * here.pay_influence[card])
    steps = EFFECTS.get(card, exchange)(g, seat, here.cards[card], number)
    if steps is not None:
        yield from steps


def exchange(g: State, seat: int, figures: Activity, number: int) -> None:
    """T-301, T-302, T-304, T-307 to T-309, T-316, T-319, T-320, T-325: the gains of each activation paid for."""
    gain_deniers(g, seat, number * figures.gain_deniers)
    gain_influence(g, seat, number * figures.gain_influence)
    gain_points(g, seat, number * figures.gain_vp)


# -- deniers ---------------------------------------------------------------------------------------------------------


def miller(g: State, seat: int, figures: Activity, number: int) -> Script:
    """T-303: for each activation, two deniers for each own citizen standing in the Palace or in the Bishopric."""
    palace, bishopric = (g.standing[6 * building : 6 * building + 6].count(seat) for building in (RED, WHITE))
    for_palace = 0
    if palace != bishopric:
        for_palace = yield from choose(g, Ask(MILL, seat, range(number + 1), about=(number,)))
    gain_deniers(g, seat, figures.gain_deniers * (for_palace * palace + (number - for_palace) * bishopric))


def tax_collector(g: State, seat: int, figures: Activity, number: int) -> None:
    """T-321: others pay a denier for each own citizen standing in the City Hall, the bank pays for neutral ones."""
    hall = g.standing[6 * YELLOW : 6 * YELLOW + 6]
    each, paid = number * figures.gain_deniers, 0
    for other in range(len(g.players)):
        if other != seat:
            paid += pay_deniers(g, other, each * hall.count(other), notes.TAXED, seat)
    gain_deniers(g, seat, each * hall.count(NEUTRAL) + paid, paid)


# -- points ----------------------------------------------------------------------------------------------------------


def _reward_most(g: State, seat: int, points: int, scores: list[int]) -> None:
    """T-317, T-326: if the seat has most, and more than zero, every seat that has as much gains the points."""
    best = max(scores)
    if best and scores[seat] == best:
        for other in range(len(g.players)):
            if scores[other] == best:
                gain_points(g, other, points)


def procession(g: State, seat: int, figures: Activity, number: int) -> None:
    """T-317: two points for the most dice left in the seat's district; the neutral district counts."""
    counts = [sum(len(values(g.dice[OWNERS * colour + owner])) for colour in range(3)) for owner in range(OWNERS)]
    _reward_most(g, seat, number * figures.gain_vp, counts)


def joust(g: State, seat: int, figures: Activity, number: int) -> None:
    """T-326: two points for the highest total of red dice left in the seat's district."""
    totals = [sum(values(g.dice[OWNERS * RED + owner])) for owner in range(OWNERS)]
    _reward_most(g, seat, number * figures.gain_vp, totals)


def glassblower(g: State, seat: int, figures: Activity, number: int) -> None:
    """T-318: a point for each pair of own cubes in the cathedral."""
    gain_points(g, seat, number * figures.gain_vp * (g.cathedral.count(seat) // 2))


def captain(g: State, seat: int, figures: Activity, number: int) -> None:
    """T-327: a point for each event in play with an own cube, including Marauders."""
    gain_points(g, seat, number * figures.gain_vp * sum(seat in marks for marks in g.marks))


# -- cubes on events -------------------------------------------------------------------------------------------------


def diplomat(g: State, seat: int, _figures: Activity, number: int) -> None:
    """T-323: a cube on any event for each influence; all of the influence is paid first."""
    g.agenda.append(("mark", seat, number, 0))


def chivalry(g: State, seat: int, _figures: Activity, number: int) -> None:
    """T-324: a cube for each red die left in the seat's district, for each activation."""
    left = number * len(values(g.dice[OWNERS * RED + seat]))
    if left:
        g.agenda.append(("mark", seat, left, 0))


def archer(g: State, seat: int, _figures: Activity, number: int) -> None:
    """T-322: a roll for each activation, one after the other."""
    g.agenda.append(("shoot", seat, number, 0))


def place_mark(g: State, seat: int, left: int, closed: int) -> Script:
    """T-328: one of `left` cubes goes on an event with a free space; `closed`: Marauders were countered (T-187)."""
    closed = yield from _choose_event(g, seat, left, closed)
    if left > 1:
        g.agenda.append(("mark", seat, left - 1, closed))


def _choose_event(g: State, seat: int, left: int, closed: int) -> Generator[Ask | Draw, int, int]:
    options = range(closed, len(g.queue))
    if not options:
        return closed
    at = yield from choose(g, Ask(MARK, seat, options, about=(left,)))
    kind = g.queue[at]
    return 1 if mark(g, seat, at) and kind == MARAUDERS else closed


def shoot(g: State, seat: int, left: int, closed: int) -> Script:
    """T-322, X-10: roll a die; on 3 to 6 a cube goes on an event, then the next roll."""
    face = yield from choose(g, Draw(SHOOT, FACES))
    note(g, notes.SHOT, seat, face)
    if face + 1 >= FIGURES[g.edition].cards[CARD.parse("archer")].hit_from:
        closed = yield from _choose_event(g, seat, left, closed)
    if left > 1:
        g.agenda.append(("shoot", seat, left - 1, closed))


EFFECTS: dict[int, Effect] = {
    CARD.parse(effect.__name__): effect
    for effect in (
        miller, tax_collector, procession, joust, glassblower, captain, diplomat, chivalry, archer
    )
}  # fmt: skip
"""T-151: the cards that do more than exchange."""
