"""House policies for Golden Horn. A policy gets the state as its seat observes it, never the true one."""

from __future__ import annotations

from random import Random

from podesta_engines.core.script import Ask

from .components import FIGURES
from .scoring import score
from .state import MODONE, NONE, VENICE, Player, State
from .words import ACT, ACTIONS, CONTINUE, DECLARE, DECLARE_END, KEEP, PLAY_ON, SAIL, STOP, TURN, TURN_SHIP, Raid

CARD, STEP, UNDERWAY = 0.9, 0.12, 1.5
"""The worth, in points, of a card and of a step towards a port; the divisor for goods that are only loaded."""


def greedy(g: State, ask: Ask, rnd: Random) -> int:
    """The answer that looks best at once, by the points that goods add and the worth of cards and steps."""
    if ask.kind is ACT:
        return max(ask.options, key=lambda option: (_worth(g, ask.seat, option), rnd.random()))
    if ask.kind is SAIL:
        return _sail_on(g, ask)
    if ask.kind is TURN_SHIP:
        return _turn(g, ask.about[0])
    if ask.kind is DECLARE_END:
        return _declare(g, ask.seat)
    return ask.options[int(rnd.random() * len(ask.options))]


def _worth(g: State, seat: int, option: int) -> float:
    """The expected points of an action."""
    action = ACTIONS[option]
    if isinstance(action, Raid):
        return _raid(g, seat, action.ship, action.cards)
    return _move(g, seat, action.ship, action.load)


def _goods(player: Player) -> list[int]:
    assert player.warehouse is not None
    return player.warehouse


def _hand(player: Player) -> list[int]:
    assert player.secret is not None
    return player.secret.hand


def _gain(g: State, seat: int, colour: int, number: int) -> float:
    """Points that some goods of a colour add to a warehouse, plus one for a colour that it lacks."""
    before = _goods(g.players[seat])
    after = before.copy()
    after[colour] += number
    return score(after, g.edition)["total"] - score(before, g.edition)["total"] + (not before[colour])


def _raid(g: State, seat: int, ship: int, cards: tuple[int, int]) -> float:
    """A raid pays the good, hurts its owner a little, and costs two cards; a card held often is worth less."""
    hand = _hand(g.players[seat])
    cost = sum(CARD * (1 if hand[card] < 3 else 0.6) for card in cards)
    return 2 + _gain(g, seat, g.cargo[ship], 1) + 0.5 - cost


def _reach(g: State, ship: int, hand: list[int]) -> tuple[int, bool]:
    """How many spaces a ship can sail with its sails and the cards of a hand, and whether it reaches a main port."""
    here, cards = FIGURES[g.edition], hand.copy()
    chart, way, index, steps = here.maps[len(g.players)], g.heading[ship], g.at[ship], 0
    while True:
        index += way
        steps += 1
        space = g.route[index]
        if space >= VENICE:
            return steps, True
        if space == MODONE:
            if g.at.count(index) < chart.berths:
                return steps, False
        elif index not in g.at and not here.sails[ship] >> space & 1:
            if not cards[space]:
                return steps, False
            cards[space] -= 1


def _move(g: State, seat: int, ship: int, load: int) -> float:
    """A move pays steps, cards and goods on arrival, and the goods that it loads."""
    steps, home = _reach(g, ship, _hand(g.players[seat]))
    worth = STEP * steps + 0.01 * (12 - g.load[ship])
    if home:
        worth += CARD * FIGURES[g.edition].draws[ship]
    if g.load[ship]:
        worth += _gain(g, seat, g.cargo[ship], g.load[ship]) * (1 if home else STEP * steps)
    if load != NONE:
        goods = g.ports[g.route[g.at[ship]] - VENICE][load]
        worth += _gain(g, seat, load, goods) / UNDERWAY / 2
    return worth


def _sail_on(g: State, ask: Ask) -> int:
    """Sail on where it is free; pay a card for cargo, to reach a port, or while the hand is large."""
    if CONTINUE not in ask.options:
        return STOP
    ship = ask.about[0]
    free = FIGURES[g.edition].sails[ship] >> g.route[g.at[ship]] & 1
    home = _reach(g, ship, _hand(g.players[ask.seat]))[1]
    return CONTINUE if free or g.load[ship] > 1 or home or g.players[ask.seat].cards > 6 else STOP


def _turn(g: State, ship: int) -> int:
    """Turn an emptied ship if the port behind it is nearer."""
    behind = g.at[ship] if g.heading[ship] > 0 else len(g.route) - 1 - g.at[ship]
    return TURN if 2 * behind < len(g.route) - 1 else KEEP


def _declare(g: State, seat: int) -> int:
    """Declare the end if no visible score is as high as the seat's own."""
    totals = [score(player.warehouse, g.edition)["total"] for player in g.players if player.warehouse is not None]
    own = score(_goods(g.players[seat]), g.edition)["total"]
    return DECLARE if own == max(totals) and totals.count(own) == 1 else PLAY_ON
