"""Phase 4: the six actions, each asked step by step and carried out after its last choice (T-100 to T-234)."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from podesta_engines.core.notes import note
from podesta_engines.core.script import Ask, Draw, Script
from podesta_engines.troyes import notes
from podesta_engines.troyes.components import FIGURES
from podesta_engines.troyes.dice import (
    PLAIN,
    TITHING,
    Group,
    colour_of,
    faces_of,
    groups,
    owner_of,
    price,
    price_at,
    purse,
    value_of,
    worth,
)
from podesta_engines.troyes.pieces import (
    begin_turn,
    choose,
    enter,
    gain_deniers,
    gain_influence,
    gain_points,
    lift,
    mark,
    pay_deniers,
    pay_for,
    post,
    remove_dice,
    trades_at,
)
from podesta_engines.troyes.places import card_space
from podesta_engines.troyes.state import NEUTRAL, NONE, WHITE, YELLOW, State
from podesta_engines.troyes.words import (
    ACT,
    ACTIVATE,
    BUILD,
    CITIZEN_FROM,
    COMBAT,
    DONE,
    FARM,
    GROUP_DIE,
    HIRE_FROM,
    MODIFY,
    NO_DIE,
    PLACE_IN,
    TURN_ACTIONS,
    Action,
)

from .activities import activate_card
from .influence import SPENDING, use
from .menu import citizens, fits_cathedral, heaps, menu, modifiers_of, placing_modifiers, placings, sources

# -- turns -----------------------------------------------------------------------------------------------------------


def turn(g: State, seat: int) -> None:
    """T-100, T-102, T-103: the next seat acts, or gets a denier if it has passed; or Phase 4 ends."""
    g.active = seat
    me = g.players[seat]
    if not any(g.dice) or (me.passed and all(player.passed for player in g.players)):
        g.agenda.append(("end_round",))
    elif me.passed:
        wait(g, seat)
        g.agenda.append(("turn", (seat + 1) % len(g.players)))
    else:
        # The menu is part of the task, so that a clone need not compute it again.
        g.agenda.append(("act", seat, *menu(g, seat)))


def wait(g: State, seat: int) -> None:
    """T-233: one more denier each later time that the turn would reach a seat that has passed."""
    more = FIGURES[g.edition].income.wait_deniers
    g.players[seat].purse += more
    note(g, notes.WAITED, seat, more)


def act(g: State, seat: int, *options: int) -> Script:
    """T-100: an influence step, after which the seat is asked again, or one action or pass, which ends the turn."""
    choice = yield Ask(ACT, seat, options)
    begin_turn(g, ACT, choice, len(options))
    action = TURN_ACTIONS[choice]
    if action.verb in SPENDING:
        yield from use(g, seat, action)
        g.agenda.append(("turn", seat))
        return
    g.agenda.append(("turn", (seat + 1) % len(g.players)))
    if action.verb == "pass":
        pass_turn(g, seat)
    else:
        yield from _carry_out(g, seat, action)


def _carry_out(g: State, seat: int, action: Action) -> Script:
    """T-101: one of the five actions that take dice."""
    verb, about = action
    if verb == "activate":
        yield from activate(g, seat, about)
    elif verb == "build":
        yield from build(g, seat)
    elif verb == "combat":
        yield from combat(g, seat, about)
    elif verb == "place":
        yield from place(g, seat, about)
    else:
        yield from farm(g, seat)


def pass_turn(g: State, seat: int) -> None:
    """T-230, T-231, T-232: a seat that passes is out of Phase 4, and gets two deniers in its district."""
    me = g.players[seat]
    me.passed = True
    more = FIGURES[g.edition].income.pass_deniers
    me.purse += more
    note(g, notes.PASSED, seat, more)


# -- groups of dice --------------------------------------------------------------------------------------------------


def form_group(
    g: State, seat: int, action: int, targets: Sequence[int], budget: int, need: int
) -> Generator[Ask | Draw, int, tuple[int, Group]]:
    """T-110, T-160, T-164: a modifier, if any helps, and the dice one by one; returns both."""
    found: dict[int, Sequence[Group]] = {}
    for target in targets:
        for modifier in modifiers_of(g.players[seat], target):
            there = _groups(g, seat, target, modifier, purse(budget), need)
            if there:
                found[modifier] = sorted({*found[modifier], *there}) if modifier in found else there
    modifier = yield from choose(g, Ask(MODIFY, seat, sorted(found), about=(action,)))
    group = yield from choose_dice(g, seat, action, modifier, found[modifier])
    return modifier, group


def _groups(g: State, seat: int, target: int, modifier: int, budget: int, need: int) -> tuple[Group, ...]:
    strength = FIGURES[g.edition].strength[modifier]
    return groups(seat, heaps(g, colour_of(target, modifier)), target, modifier, strength, budget, need, 3)


def choose_dice(
    g: State, seat: int, action: int, modifier: int, found: Sequence[Group]
) -> Generator[Ask | Draw, int, Group]:
    """T-117, T-118: the dice of one of the groups, in ascending order; `found` is sorted."""
    size = 0
    while len(found) > 1:
        here = found[0]
        ends = len(here) == size
        options = list(dict.fromkeys([group[size] for group in found[ends:]]))
        if ends:
            options.append(DONE)
        first = here[0] if size else NO_DIE
        about = (action, modifier, first, here[1] if size > 1 else NO_DIE)
        choice = yield from choose(g, Ask(GROUP_DIE, seat, options, about=about))
        if choice == DONE:
            return here
        found = [group for group in found[ends:] if group[size] == choice]
        size += 1
    return found[0]


def spend(g: State, seat: int, modifier: int, group: Group) -> None:
    """T-112, T-114, T-160: the cube is discarded, dice of others are paid for, and the group leaves the districts."""
    _tell_group(g, seat, modifier, group)
    pay_for(g, seat, group, 2 * len(group), modifier == TITHING)
    remove_dice(g, group)
    if modifier != PLAIN:
        here = FIGURES[g.edition]
        g.players[seat].cubes[modifier] -= 1
        note(g, notes.CUBE_SPENT, seat, modifier, card_space(here.slot[here.card[modifier]]))


def _tell_group(g: State, seat: int, modifier: int, group: Group) -> None:
    """T-112: note the seat's own dice and the bought ones, if there is a journal."""
    if g.journal is not None:
        own = tuple([number for number in group if owner_of(number) == seat])
        bought = tuple([number for number in group if owner_of(number) != seat])
        deniers, bank = price(seat, group, modifier), price_at(NEUTRAL, group, modifier)
        note(g, notes.GROUPED, seat, group, deniers, faces_of(own), bought, bank)


def value_after(g: State, modifier: int, group: Group) -> int:
    """T-115: the value of a group after its modifier."""
    pips = sum([value_of(number) for number in group])
    return worth(pips, len(group), modifier, FIGURES[g.edition].strength[modifier])


# -- 1. activating a card --------------------------------------------------------------------------------------------


def activate(g: State, seat: int, card: int) -> Script:
    """T-140, T-145, T-146: hire a tradesman if there is none, form a group, then apply the card."""
    here, me = FIGURES[g.edition], g.players[seat]
    slot, source = here.slot[card], NONE
    budget = me.deniers - here.pay_deniers[card]
    if not me.posts >> slot & 1:
        budget -= here.cost[card]
        source = yield from choose(g, Ask(HIRE_FROM, seat, sources(g, me, seat, slot), about=(card,)))
    modifier, group = yield from form_group(g, seat, ACTIVATE[card], (here.target[card],), budget, here.divisor[card])
    if source != NONE:
        hire(g, seat, card, source)
    spend(g, seat, modifier, group)
    yield from activate_card(g, seat, card, value_after(g, modifier, group) // here.divisor[card])


def hire(g: State, seat: int, card: int, source: int) -> None:
    """T-140, T-141: the cost goes to the bank, a citizen from the supply or the board onto the card."""
    here = FIGURES[g.edition]
    left = lift(g, seat, source)
    post(g, seat, here.slot[card])
    note(g, notes.HIRED, seat, card, source, left, trades_at(g, seat, here.slot[card]))
    pay_deniers(g, seat, here.cost[card])


# -- 2. building the cathedral ---------------------------------------------------------------------------------------


def build(g: State, seat: int) -> Script:
    """T-170 to T-173: one to three white dice, each a cube on the lowest free place of its column."""
    me = g.players[seat]
    found = groups(seat, heaps(g, WHITE), WHITE, PLAIN, 0, purse(me.deniers), 1, 3)
    group = yield from choose_dice(g, seat, BUILD, PLAIN, [each for each in found if fits_cathedral(g, each)])
    spend(g, seat, PLAIN, group)
    figures = FIGURES[g.edition].cathedral
    for value in map(value_of, group):
        plot = g.cathedral.index(NONE, 3 * value - 3)
        g.cathedral[plot] = seat
        note(g, notes.BUILT, seat, plot)
        gain_points(g, seat, figures.vp)
        gain_influence(g, seat, figures.influence_by_value[value - 1])


# -- 3. combating an event -------------------------------------------------------------------------------------------


def combat(g: State, seat: int, at: int) -> Script:
    """T-180, T-181: cubes by the value of the group, up to the number of free spaces."""
    event = FIGURES[g.edition].events[g.queue[at]]
    modifier, group = yield from form_group(g, seat, COMBAT[at], event.dice, g.players[seat].deniers, event.divisor)
    spend(g, seat, modifier, group)
    for _ in range(value_after(g, modifier, group) // event.divisor):
        if mark(g, seat, at):
            break


# -- 4. placing a citizen --------------------------------------------------------------------------------------------


def place(g: State, seat: int, building: int) -> Script:
    """T-200, T-201, T-207, T-208: one die, then the citizen, who is lifted before he enters."""
    me = g.players[seat]
    found = {modifier: placings(g, me, seat, building, modifier) for modifier in placing_modifiers(me, building)}
    modifiers = [modifier for modifier, there in found.items() if there]
    modifier = yield from choose(g, Ask(MODIFY, seat, modifiers, about=(PLACE_IN[building],)))
    group = yield from choose_dice(g, seat, PLACE_IN[building], modifier, found[modifier])
    value = value_of(group[0])
    about = (PLACE_IN[building], group[0])
    source = yield from choose(g, Ask(CITIZEN_FROM, seat, citizens(g, me, seat, building, value), about=about))
    spend(g, seat, modifier, group)
    left = lift(g, seat, source)
    note(g, notes.LIFTED, seat, source)
    enter(g, seat, building, value, source, left)


# -- 5. agriculture --------------------------------------------------------------------------------------------------


def farm(g: State, seat: int) -> Script:
    """T-220: half the value of a yellow group in deniers."""
    modifier, group = yield from form_group(g, seat, FARM, (YELLOW,), g.players[seat].deniers, 1)
    spend(g, seat, modifier, group)
    note(g, notes.FARMED, seat)
    gain_deniers(g, seat, value_after(g, modifier, group) // 2)
