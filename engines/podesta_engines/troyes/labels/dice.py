"""Labels of dice that may be chosen: owner, worth and price of the group with them, and the place they lead to."""

from __future__ import annotations

from podesta_engines.core.script import Ask
from podesta_engines.core.words import Said, form
from podesta_engines.troyes.components import FIGURES
from podesta_engines.troyes.dice import PLAIN, Group, owner_of, price, value_of, worth
from podesta_engines.troyes.rules.event_cards import strength
from podesta_engines.troyes.state import NONE, RED, State
from podesta_engines.troyes.words import DIE, DONE, FACE, NO_DIE, NUMBER, PLOT, SPACE, TURN_ACTIONS

from .citizens import WHOSE, whose

_OWN = form("labels.die_own", face=FACE, value=NUMBER, deniers=NUMBER)
_BOUGHT = form("labels.die_bought", die=DIE, value=NUMBER, deniers=NUMBER)
_OWN_TO = form("labels.die_own_to", face=FACE, space=SPACE, holder=WHOSE, last=WHOSE)
_BOUGHT_TO = form("labels.die_bought_to", die=DIE, deniers=NUMBER, space=SPACE, holder=WHOSE, last=WHOSE)
_OWN_BUILDS = form("labels.die_own_builds", face=FACE, deniers=NUMBER, plot=PLOT)
_BOUGHT_BUILDS = form("labels.die_bought_builds", die=DIE, deniers=NUMBER, plot=PLOT)
_ENOUGH = form("labels.dice_enough", value=NUMBER, deniers=NUMBER)
_FLIPPED = form("labels.die_flipped", face=FACE, value=NUMBER)
_STRENGTH = form("labels.die_strength", face=FACE, strength=NUMBER)
FORMS = (
    _OWN, _BOUGHT, _OWN_TO, _BOUGHT_TO, _OWN_BUILDS, _BOUGHT_BUILDS, _ENOUGH, _FLIPPED, _STRENGTH,
)  # fmt: skip


def group_die(g: State, ask: Ask, option: int) -> Said:
    """T-110, T-112, T-115: a die, with the group including it; or the end of the group."""
    action, modifier = TURN_ACTIONS[ask.about[0]], ask.about[1]
    before = chosen(ask.about[2:])
    if option == DONE:
        value = 0 if action.verb == "build" else group_value(g, modifier, before)
        return _ENOUGH(value, price(ask.seat, before, modifier))
    if action.verb == "place":
        return _placing(g, ask.seat, modifier, action.about, option)
    if action.verb == "build":
        return _building(g, ask.seat, before, option)
    return _joining(g, ask.seat, modifier, before, option)


def chosen(dice: tuple[int, ...]) -> Group:
    """The dice among a question's `about`."""
    return tuple([number for number in dice if number != NO_DIE])


def group_value(g: State, modifier: int, group: Group) -> int:
    """T-115: the worth of a group."""
    pips = sum([value_of(number) for number in group])
    return worth(pips, len(group), modifier, FIGURES[g.edition].strength[modifier])


def _joining(g: State, seat: int, modifier: int, before: Group, number: int) -> Said:
    group = (*before, number)
    told = len(group) > 1 or modifier != PLAIN
    value, deniers = group_value(g, modifier, group) if told else 0, price(seat, group, modifier)
    if owner_of(number) == seat:
        return _OWN(number % 18, value, deniers)
    return _BOUGHT(number, value, deniers)


def _placing(g: State, seat: int, modifier: int, building: int, number: int) -> Said:
    """T-202, T-203: the space that a die leads to, and the citizen who may have to leave."""
    first, end = FIGURES[g.edition].rows[building][value_of(number) - 1]
    row = g.standing[first:end]
    full = () if NONE in row else (whose(row[-1], seat),)
    holder, last = (full, ()) if building == RED else ((), full)
    if owner_of(number) == seat:
        return _OWN_TO(number % 18, first, holder, last)
    return _BOUGHT_TO(number, price(seat, (number,), modifier), first, holder, last)


def _building(g: State, seat: int, before: Group, number: int) -> Said:
    """T-171: the lowest free space of the column, after the dice chosen before."""
    value = value_of(number)
    plot = g.cathedral.index(NONE, 3 * value - 3) + [value_of(each) for each in before].count(value)
    deniers = price(seat, (*before, number), PLAIN)
    return (
        _OWN_BUILDS(number % 18, deniers, plot) if owner_of(number) == seat else _BOUGHT_BUILDS(number, deniers, plot)
    )


def flip_die(_g: State, _: Ask, option: int) -> Said | None:
    """T-130: a die and its opposite face."""
    return None if option == DONE else _FLIPPED(option % 18, 7 - value_of(option))


def counter_with(_g: State, _: Ask, option: int) -> Said | None:
    """T-81: a die and its strength."""
    return None if option == DONE else _STRENGTH(option % 18, strength(option))


LABELS = {"group_die": group_die, "flip_die": flip_die, "counter_with": counter_with}
