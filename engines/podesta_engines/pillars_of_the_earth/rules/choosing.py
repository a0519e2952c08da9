"""Phase I: the players choose resource cards and craftsmen; numbers as in RULES.md."""

from __future__ import annotations

from functools import lru_cache

from podesta_engines.core.notes import note
from podesta_engines.core.script import Ask, Script
from podesta_engines.pillars_of_the_earth.answers import CHOICES, CHOOSE, HIRING, PASS_CHOICE, TAKING, Hire, Take
from podesta_engines.pillars_of_the_earth.components import FIGURES
from podesta_engines.pillars_of_the_earth.notes import CARD_TAKEN, CARDS_LEFT, HIRED, NOT_HIRED, PASSED, TO_MILL
from podesta_engines.pillars_of_the_earth.pieces import cards_of, join, pay_gold, turn_order
from podesta_engines.pillars_of_the_earth.state import NONE, Player, State


def choose_cards(g: State) -> None:
    """P-30: in turn order, round after round."""
    g.agenda.append(("choose", g.start))


def choices(g: State, me: Player) -> list[int]:
    """P-31: every card of the supply for which the seat has the workers or the gold, and passing."""
    here = FIGURES[g.edition]
    options = list(_takings(g.supply & here.manned[me.free]))
    options += [HIRING[card] for card in g.hiring if here.cost[card] <= me.gold]
    options.append(PASS_CHOICE)
    return options


@lru_cache(1 << 11)
def _takings(cards: int) -> tuple[int, ...]:
    return tuple(TAKING[card] for card in cards_of(cards))


def choose(g: State, seat: int) -> Script:
    """P-31, P-10, P-35: take one card, or pass for the rest of the phase; a seat that can take none passes (P-38)."""
    me = g.players[seat]
    g.active = seat
    choice = yield Ask(CHOOSE, seat, choices(g, me))
    if choice == PASS_CHOICE:
        me.out = True
        note(g, PASSED, seat)
    else:
        yield from _carry_out(g, seat, CHOICES[choice])
    _go_on(g, seat)


def _carry_out(g: State, seat: int, choice: Take | Hire) -> Script:
    """P-32, P-33, P-34: the card goes to the seat; a sixth craftsman makes it dismiss one (P-7)."""
    if isinstance(choice, Take):
        take_card(g, seat, choice.card)
    else:
        hire(g, seat, choice.card)
        yield from join(g, seat, choice.card)


def take_card(g: State, seat: int, card: int) -> None:
    """P-32: a resource card takes its workers at once."""
    me = g.players[seat]
    workers = FIGURES[g.edition].workers[card]
    g.supply &= ~(1 << card)
    me.cards |= 1 << card
    me.free -= workers
    note(g, CARD_TAKEN, seat, card, workers)


def hire(g: State, seat: int, card: int) -> None:
    """P-34, P-33: a craftsman costs gold."""
    cost = FIGURES[g.edition].cost[card]
    g.hiring.remove(card)
    note(g, HIRED, seat, card, cost)
    pay_gold(g, seat, cost)


def _go_on(g: State, seat: int) -> None:
    """P-36: the next seat that has not passed; the phase ends when the supply is empty or all have passed."""
    if not g.supply and not g.hiring:
        return
    seats = len(g.players)
    for turn in range(1, seats + 1):
        following = (seat + turn) % seats
        if not g.players[following].out:
            g.agenda.append(("choose", following))
            return


def fill_mill(g: State) -> None:
    """P-37, P-39, P-203: remaining craftsmen leave the game, resource cards the table; free workers go to the mill."""
    g.active = NONE
    for card in g.hiring:
        note(g, NOT_HIRED, NONE, card, ())
    if g.supply:
        note(g, CARDS_LEFT, NONE, cards_of(g.supply))
    g.supply, g.hiring = 0, []
    for seat in turn_order(g):
        me = g.players[seat]
        me.mill, me.free = me.free, 0
        if me.mill:
            note(g, TO_MILL, seat, me.mill)
