"""Pieces on the move: one function each for goods, cards and the end, used for every cause."""

from __future__ import annotations

from collections.abc import Generator

from podesta_engines.core.notes import note
from podesta_engines.core.script import Draw, Script

from .components import FIGURES
from .notes import CARD_TAKEN, CARDS_DRAWN, ENDING_CAUSED, RESHUFFLED
from .state import NONE, Hidden, State
from .words import DRAW_CARD, DRAW_GOOD, SCREEN, WAREHOUSE

COLOURS = tuple(range(6))


def owner(g: State, ship: int) -> int:
    """G-8: the seat that owns a ship."""
    return next(seat for seat, player in enumerate(g.players) if player.fleet == ship // 3)


def fleet_of(g: State, seat: int) -> tuple[int, ...]:
    """G-4: the ships of a seat: three sail colours, two, one."""
    first = 3 * g.players[seat].fleet
    return first, first + 1, first + 2


def draw_goods(g: State, port: int) -> Generator[Draw, int, tuple[int, ...]]:
    """G-55: goods are drawn from the bag without replacement, each equally likely."""
    counts, bag, drawn = g.ports[port], g.bag, list[int]()
    assert bag is not None
    for _ in range(min(FIGURES[g.edition].per_port - sum(counts), g.bag_size)):
        colour = yield Draw(DRAW_GOOD, COLOURS, bag)
        bag[colour] -= 1
        g.bag_size -= 1
        counts[colour] += 1
        drawn.append(colour)
    return tuple(drawn)


def store(g: State, seat: int, colour: int, goods: int) -> None:
    """G-49: goods go into a warehouse in public, and never leave it."""
    warehouse = g.players[seat].warehouse
    assert warehouse is not None
    warehouse[colour] += goods


def kept_in(g: State) -> int:
    """G-49: the zone of the goods that a seat gains, as the others see it."""
    return SCREEN if g.options.hidden_warehouses else WAREHOUSE


def discard(g: State, seat: int, card: int) -> None:
    """G-48: a card goes face up from a hand to the discard pile."""
    me = g.players[seat]
    assert me.secret is not None
    me.secret.hand[card] -= 1
    me.cards -= 1
    g.discard[card] += 1


def gain_cards(g: State, seat: int, number: int) -> None:
    """G-36: on arrival in a port the owner draws cards by the ship's sails, as many as there are (G-38)."""
    ready = deck_size(g)
    number = min(number, ready + sum(g.discard))
    if number:
        note(g, CARDS_DRAWN, seat, number, min(number, ready))
        g.agenda += [("draw_card", seat)] * number


def deck_size(g: State) -> int:
    """G-47: the number of cards in the deck, which is public: those neither discarded nor in a hand."""
    return 6 * FIGURES[g.edition].cards - sum(g.discard) - sum([player.cards for player in g.players])


def draw_card(g: State, seat: int) -> Script:
    """G-54: a card from the deck, seen by its seat alone; an empty deck is refilled before and after it (G-38)."""
    assert g.hidden is not None
    deck = g.hidden.deck
    if not any(deck):
        deck = reshuffle(g, seat, g.hidden, 1)
    colour = yield Draw(DRAW_CARD, COLOURS, deck, seat)
    deck[colour] -= 1
    me = g.players[seat]
    assert me.secret is not None
    me.secret.hand[colour] += 1
    me.cards += 1
    note(g, CARD_TAKEN, seat, colour, visible_to=seat)
    if not any(deck) and any(g.discard):
        reshuffle(g, seat, g.hidden, 0)


def reshuffle(g: State, seat: int, hidden: Hidden, due: int) -> list[int]:
    """G-38: the discard pile becomes the deck (G-56) when the last card is drawn, or one is due and none is left."""
    hidden.deck, g.discard = g.discard, [0] * 6
    if g.journal is not None:
        cards = [colour for colour in COLOURS for _ in range(hidden.deck[colour])]
        note(g, RESHUFFLED, seat, tuple(cards), due + g.agenda.count(("draw_card", seat)))
    return hidden.deck


def trigger(g: State, seat: int, reason: int) -> None:
    """G-40: the first reason for the end counts and is never revoked; the round is played out (G-42)."""
    if g.end == NONE:
        g.end = reason
        note(g, ENDING_CAUSED, seat, reason)
