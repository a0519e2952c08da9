"""Phase I: the players choose resource cards and craftsmen; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.core.notes import note
from podesta_engines.core.script import Ask, Script
from podesta_engines.pillars_of_the_earth.answers import CHOOSE, HIRE_FROM, PASS_CHOICE
from podesta_engines.pillars_of_the_earth.components import FIGURES
from podesta_engines.pillars_of_the_earth.notes import CARD_TAKEN, HIRED, NOT_HIRED, PASSED, TO_MILL
from podesta_engines.pillars_of_the_earth.pieces import cards_of, join, pay_gold, turn_order
from podesta_engines.pillars_of_the_earth.state import NONE, Player, State
from podesta_engines.pillars_of_the_earth.words import RESOURCE_CARD

CARDS = len(RESOURCE_CARD)


def choose_cards(g: State) -> None:
    """P-30: in turn order, round after round."""
    g.agenda.append(("choose", g.start))


def choices(g: State, me: Player) -> list[int]:
    """P-31: every card of the supply that the seat can man or pay, and passing."""
    here = FIGURES[g.edition]
    options = list(cards_of(g.supply & here.manned[me.free]))
    options += [HIRE_FROM + card for card in g.hiring if here.cost[card] <= me.gold]
    options.append(PASS_CHOICE)
    return options


def choose(g: State, seat: int) -> Script:
    """P-31, P-10, P-35: take one card, or pass for the rest of the phase; a seat that can take none passes (P-38)."""
    me = g.players[seat]
    g.active = seat
    choice = yield Ask(CHOOSE, seat, choices(g, me))
    if choice == PASS_CHOICE:
        me.out = True
        note(g, PASSED, seat)
    elif choice < CARDS:
        take_card(g, seat, choice)
    else:
        card = choice - HIRE_FROM
        hire(g, seat, card)
        yield from join(g, seat, card)
    _go_on(g, seat)


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
    """P-37, P-39, P-203: craftsmen left over leave the game, resource cards the table, free workers go to the mill."""
    g.active = NONE
    for card in g.hiring:
        note(g, NOT_HIRED, NONE, card)
    g.supply, g.hiring = 0, []
    for seat in turn_order(g):
        me = g.players[seat]
        me.mill, me.free = me.free, 0
        if me.mill:
            note(g, TO_MILL, seat, me.mill)
