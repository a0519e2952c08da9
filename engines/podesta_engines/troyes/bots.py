"""House policies for Troyes. A policy gets the state as its seat observes it, never the true one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from podesta_engines.core.script import Ask
from podesta_engines.troyes.rules.actions import value_after
from podesta_engines.troyes.rules.event_cards import strength
from podesta_engines.troyes.rules.influence import SPENDING
from podesta_engines.troyes.rules.menu import fits_cathedral, heaps, modifiers_of, placing_modifiers, placings

from .components import FIGURES
from .dice import PLAIN, RICH, Group, colour_of, groups, owner_of, price, value_of
from .pieces import rewards
from .state import NONE, RED, WHITE, YELLOW, State
from .words import (
    ACT,
    CITIZEN_FROM,
    COUNTER_EXTRA,
    COUNTER_WITH,
    DONE,
    DONE_ACTING,
    FOES_DONE,
    GROUP_DIE,
    HIRE_FROM,
    HOW_OFTEN,
    MARK,
    MILL,
    MODIFY,
    NO_DIE,
    PREPARE,
    TURN_ACTIONS,
    Action,
)

DENIER, INFLUENCE, CUBE, OWN_DIE, STAY = 0.1, 0.2, 0.6, 0.25, 0.3
"""The worth, in points, of a denier, a point of influence, a cube on a delayed card, a die kept, and a pass."""
Best = tuple[float, Group]
NOTHING: Best = (-9.0, ())


def greedy(g: State, ask: Ask, rnd: Random) -> int:
    """The answer that promises most points at once, with deniers, influence and dice at fixed prices."""
    answer = POLICIES.get(ask.kind.name)
    if answer is None:
        return ask.options[int(rnd.random() * len(ask.options))]
    return answer(g, ask)


# -- which action ----------------------------------------------------------------------------------------------------


def _act(g: State, ask: Ask) -> int:
    return max(ask.options, key=lambda option: _promise(g, ask.seat, TURN_ACTIONS[option]))


def _promise(g: State, seat: int, action: Action) -> float:
    """The worth of an action with its best cube and dice."""
    if action.verb == "pass":
        return STAY
    if action.verb == "recruit":
        me = g.players[seat]
        return 0.9 if not me.supply and me.influence >= 3 and g.round < g.rounds else -1.0
    if action.verb in SPENDING:
        return -1.0
    return max(_best(g, seat, action, modifier)[0] for modifier in _modifiers(g, seat, action))


def _modifiers(g: State, seat: int, action: Action) -> Sequence[int]:
    me = g.players[seat]
    if action.verb == "place":
        return placing_modifiers(me, action.about)
    return (PLAIN,) if action.verb == "build" else modifiers_of(me, _target(g, action))


def _target(g: State, action: Action) -> int:
    """The colour as which a group for an action counts."""
    here = FIGURES[g.edition]
    if action.verb == "activate":
        return here.target[action.about]
    if action.verb == "build":
        return WHITE
    return YELLOW if action.verb == "farm" else here.events[g.queue[action.about]].dice[0]


def _best(g: State, seat: int, action: Action, modifier: int, chosen: Group = ()) -> Best:
    """The most promising group that begins with some dice."""
    found = [group for group in _groups(g, seat, action, modifier) if group[: len(chosen)] == chosen]
    return max(((_worth(g, seat, action, modifier, group), group) for group in found), default=NOTHING)


def _groups(g: State, seat: int, action: Action, modifier: int) -> Sequence[Group]:
    here, me = FIGURES[g.edition], g.players[seat]
    verb, at = action
    if verb == "place":
        return placings(g, me, seat, at, modifier)
    target, need, budget = _target(g, action), 1, me.deniers
    if verb == "activate":
        need = here.divisor[at]
        budget -= here.pay_deniers[at] + (0 if me.posts >> here.slot[at] & 1 else here.cost[at])
    elif verb == "combat":
        need = here.events[g.queue[at]].divisor
    dice = heaps(g, colour_of(target, modifier))
    found = groups(seat, dice, target, modifier, here.strength[modifier], min(budget, RICH), need, 3)
    return [group for group in found if fits_cathedral(g, group)] if verb == "build" else found


# -- gains -----------------------------------------------------------------------------------------------------------


def _worth(g: State, seat: int, action: Action, modifier: int, group: Group) -> float:
    """Gains of an action minus its deniers, dice and cube."""
    own = sum(owner_of(number) == seat for number in group)
    cost = DENIER * price(seat, group, modifier) + OWN_DIE * own + (CUBE / 2 if modifier else 0)
    value = value_after(g, modifier, group)
    verb, at = action
    if verb == "activate":
        return _activation(g, seat, at, value) - cost
    if verb == "build":
        return _building(g, seat, group) - cost
    if verb == "combat":
        return _combat(g, seat, at, value) - cost
    if verb == "place":
        return (0.45 * (g.rounds - g.round) if g.players[seat].supply else -1.0) - cost
    return DENIER * (value // 2) - cost


def _building(g: State, seat: int, group: Group) -> float:
    """A point and influence for each cube, and two more for a level that was empty."""
    figures, worth = FIGURES[g.edition].cathedral, 0.0
    for value in map(value_of, group):
        level = 3 - g.cathedral[3 * value - 3 : 3 * value].count(NONE)
        worth += figures.vp + INFLUENCE * figures.influence_by_value[value - 1]
        worth += figures.empty_level_vp * 0.7 * (seat not in g.cathedral[level::3])
    return worth


def _combat(g: State, seat: int, at: int, value: int) -> float:
    event = FIGURES[g.edition].events[g.queue[at]]
    return _marking(g, seat, at, min(value // event.divisor, event.spaces - len(g.marks[at])))


def _marking(g: State, seat: int, at: int, cubes: int) -> float:
    """Influence, and the reward now if the event is filled, else a share of its possible reward."""
    event = FIGURES[g.edition].events[g.queue[at]]
    marks = [*g.marks[at], *[seat] * cubes]
    worth = INFLUENCE * cubes
    if len(marks) == event.spaces:
        return worth + 0.5 + rewards(marks, event.vp, g.options.grey_counts_as_rival).get(seat, 0)
    return worth + 0.7 * sum(event.vp) * cubes / event.spaces + 0.4 * (seat not in g.marks[at])


def _activation(g: State, seat: int, card: int, value: int) -> float:
    """The gains from a card minus the cost of hiring; a tradesman on a space is worth its points."""
    here, me = FIGURES[g.edition], g.players[seat]
    figures, slot = here.cards[card], here.slot[card]
    number = value // figures.divisor
    if figures.pay_influence:
        number = min(number, me.influence // figures.pay_influence)
    hiring = 0.0
    if not me.posts >> slot & 1:
        spaces = zip(g.tradesmen[2 * slot : 2 * slot + 2], figures.spaces, strict=True)
        hiring = max([points for owner, points in spaces if owner == NONE], default=0) - DENIER * figures.cost
        hiring -= 0.0 if me.supply else 0.5
    if figures.delayed:
        return hiring + CUBE * min(number, 2) * (g.round < g.rounds)
    return hiring + number * _once(g, seat, card)


def _once(g: State, seat: int, card: int) -> float:
    """The gain from one activation of an immediate card."""
    figures = FIGURES[g.edition].cards[card]
    special = SPECIAL.get(figures.id)
    price = DENIER * figures.pay_deniers + INFLUENCE * figures.pay_influence
    if special is not None:
        return special(g, seat) - price
    return figures.gain_vp + DENIER * figures.gain_deniers + INFLUENCE * figures.gain_influence - price


def _standing(g: State, seat: int, building: int) -> int:
    return g.standing[6 * building : 6 * building + 6].count(seat)


SPECIAL: dict[str, Callable[[State, int], float]] = {
    "miller": lambda g, seat: 2 * DENIER * max(_standing(g, seat, RED), _standing(g, seat, WHITE)),
    "tax_collector": lambda g, seat: DENIER * (6 - _standing(g, seat, YELLOW)),
    "procession": lambda _g, _seat: 0.8,
    "joust": lambda _g, _seat: 0.8,
    "glassblower": lambda g, seat: float(g.cathedral.count(seat) // 2),
    "captain": lambda g, seat: float(sum(seat in marks for marks in g.marks)),
    "archer": lambda _g, _seat: 0.6,
    "diplomat": lambda _g, _seat: 0.9,
    "chivalry": lambda _g, _seat: 0.9,
}

# -- the other questions ---------------------------------------------------------------------------------------------


def _modify(g: State, ask: Ask) -> int:
    return max(ask.options, key=lambda modifier: _best(g, ask.seat, TURN_ACTIONS[ask.about[0]], modifier)[0])


def _group_die(g: State, ask: Ask) -> int:
    action, modifier, *chosen = ask.about
    begun = tuple(number for number in chosen if number != NO_DIE)
    group = _best(g, ask.seat, TURN_ACTIONS[action], modifier, begun)[1]
    answer = group[len(begun)] if len(group) > len(begun) else DONE
    return answer if answer in ask.options else ask.options[0]


def _counter_with(_g: State, ask: Ask) -> int:
    """The weakest die that is enough, else the strongest."""
    have, need = ask.about
    if have >= need:
        return DONE
    enough = [number for number in ask.options if have + strength(number) >= need]
    return min(enough, key=strength) if enough else max(ask.options, key=strength)


def _mill(g: State, ask: Ask) -> int:
    return max(ask.options) if _standing(g, ask.seat, RED) > _standing(g, ask.seat, WHITE) else 0


POLICIES: dict[str, Callable[[State, Ask], int]] = {
    ACT.name: _act,
    MODIFY.name: _modify,
    GROUP_DIE.name: _group_die,
    COUNTER_WITH.name: _counter_with,
    PREPARE.name: lambda _g, _ask: DONE_ACTING,
    COUNTER_EXTRA.name: lambda _g, _ask: FOES_DONE,
    HIRE_FROM.name: lambda _g, ask: ask.options[0],
    CITIZEN_FROM.name: lambda _g, ask: ask.options[0],
    HOW_OFTEN.name: lambda _g, ask: max(ask.options),
    MILL.name: _mill,
    MARK.name: lambda g, ask: max(ask.options, key=lambda at: _marking(g, ask.seat, at, 1)),
}
"""Functions for greedy's answers, by question; others are answered at random."""
