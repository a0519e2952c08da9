"""Labels of a turn's options: cards with price and divisor, events by name, uses of influence with their cost."""

from __future__ import annotations

from podesta_engines.core.script import Ask
from podesta_engines.core.words import Said, form
from podesta_engines.troyes.components import FIGURES
from podesta_engines.troyes.dice import own_dice, values
from podesta_engines.troyes.rules.event_cards import strength
from podesta_engines.troyes.state import State
from podesta_engines.troyes.words import (
    BUILDING,
    CARD,
    COLOUR,
    DICE,
    DONE_ACTING,
    EVENT,
    FACE,
    FOE,
    MODIFIER,
    NUMBER,
    TURN_ACTIONS,
    Action,
)

_ACTIVATE = form("labels.activate_card", card=CARD, cost=NUMBER, divisor=NUMBER, dice=DICE)
_COMBAT = form("labels.combat_event", event=EVENT, dice=COLOUR, free=NUMBER, place=NUMBER)
_TARGET = form("labels.target_event", event=EVENT, free=NUMBER, place=NUMBER)
_PLACE = form("labels.place_in", building=BUILDING, colour=COLOUR)
_PASS = form("labels.pass_for", deniers=NUMBER)
_RECRUIT = form("labels.recruit_for", influence=NUMBER)
_FLIP = form("labels.flip_for", influence=NUMBER)
_REROLL = form("labels.reroll_for", face=FACE, influence=NUMBER)
_COUNTER = form("labels.counter_now", foe=FOE)
_UNABLE = form("labels.counter_unable", foe=FOE, vp=NUMBER)
_OFTEN = form(
    "labels.often",
    number=NUMBER,
    pay_deniers=NUMBER,
    pay_influence=NUMBER,
    deniers=NUMBER,
    influence=NUMBER,
    vp=NUMBER,
    cubes=NUMBER,
)
_MILL = form("labels.mill", palace=NUMBER, bishopric=NUMBER, deniers=NUMBER)
_SPEND = {
    modifier: form(f"labels.spend_{word.slug}", strength=NUMBER)
    for modifier, word in enumerate(MODIFIER.words)
    if modifier
}
FORMS = (
    _ACTIVATE, _COMBAT, _TARGET, _PLACE, _PASS, _RECRUIT, _FLIP, _REROLL, _COUNTER, _UNABLE, _OFTEN, _MILL,
    *_SPEND.values(),
)  # fmt: skip


def act(g: State, ask: Ask, option: int) -> Said | None:
    """T-101, T-130: an action with its requirements, or a use of influence with its cost."""
    match TURN_ACTIONS[option]:
        case Action("activate", card):
            return _activate(g, ask.seat, card)
        case Action("combat", at):
            return _combat(g, at)
        case Action("place", building):
            return _PLACE(building, building)
        case Action("pass"):
            return _PASS(FIGURES[g.edition].income.pass_deniers)
    return _use(g, TURN_ACTIONS[option])


def prepare(g: State, ask: Ask, option: int) -> Said | None:
    """T-80, T-84, T-85: continuing means countering the highest black die, or losing points."""
    if option != DONE_ACTING:
        return _use(g, TURN_ACTIONS[option])
    (foe,) = ask.about
    if able(g, ask.seat):
        return _COUNTER(foe)
    secret, most = g.players[ask.seat].secret, FIGURES[g.edition].income.unpaid_vp
    return _UNABLE(foe, most if secret is None else min(most, secret.vp))


def able(g: State, seat: int) -> bool:
    """T-84: whether a seat's own dice are enough for the highest black die."""
    return sum(map(strength, own_dice(g.dice, seat))) >= values(g.black)[0]


def _activate(g: State, seat: int, card: int) -> Said:
    here = FIGURES[g.edition]
    hired = g.players[seat].posts >> here.slot[card] & 1
    return _ACTIVATE(card, 0 if hired else here.cost[card], here.divisor[card], here.target[card])


def _combat(g: State, at: int) -> Said:
    return _COMBAT(g.queue[at], FIGURES[g.edition].events[g.queue[at]].dice, free_spaces(g, at), place_of(g, at))


def _use(g: State, action: Action) -> Said | None:
    cost = FIGURES[g.edition].influence
    match action:
        case Action("recruit"):
            return _RECRUIT(cost.recruit)
        case Action("flip"):
            return _FLIP(cost.flip)
        case Action("reroll", face):
            return _REROLL(face, cost.reroll)
    return None


def mark(g: State, _: Ask, option: int) -> Said:
    """T-328: an event and its free spaces."""
    return _TARGET(g.queue[option], free_spaces(g, option), place_of(g, option))


def free_spaces(g: State, at: int) -> int:
    """T-181: how many cubes an event still takes."""
    return FIGURES[g.edition].events[g.queue[at]].spaces - len(g.marks[at])


def place_of(g: State, at: int) -> int:
    """An event's number in the queue, from 1; 0 if its name alone identifies it."""
    return at + 1 if g.queue.count(g.queue[at]) > 1 else 0


def how_often(g: State, ask: Ask, option: int) -> Said:
    """T-150 to T-153: the costs and gains of a number of activations, as far as they depend on the card alone."""
    (card,) = ask.about
    figures = FIGURES[g.edition].cards[card]
    gains = (figures.gain_deniers, figures.gain_influence, figures.gain_vp) if card in _PLAIN else (0, 0, 0)
    each = (figures.pay_deniers, figures.pay_influence, *gains, int(figures.delayed))
    return _OFTEN(option, *(option * figure for figure in each))


_PLAIN = {
    CARD.parse(slug)
    for slug in (
        "artisan", "merchant", "innkeeper", "journeyman", "goldsmith", "sculptor", "pilgrimage", "mercenary",
        "hunting", "troubadour",
    )
}  # fmt: skip
"""The cards with the same gains for all seats at all times."""


def mill(g: State, ask: Ask, option: int) -> Said:
    """T-303: activations for each building, and their total gain."""
    (number,) = ask.about
    palace, bishopric = (g.standing[6 * building : 6 * building + 6].count(ask.seat) for building in (0, 1))
    gain = FIGURES[g.edition].cards[CARD.parse("miller")].gain_deniers
    return _MILL(option, number - option, gain * (option * palace + (number - option) * bishopric))


def modify(g: State, _: Ask, option: int) -> Said | None:
    """T-160: a cube and its effect on the group."""
    return _SPEND[option](FIGURES[g.edition].strength[option]) if option else None


LABELS = {"act": act, "prepare": prepare, "mark": mark, "how_often": how_often, "mill": mill, "modify": modify}
