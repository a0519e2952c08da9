"""Who may know what: the table as one seat sees it, and tables that this seat cannot distinguish from the true one."""

from __future__ import annotations

from copy import copy
from random import Random

from .components import FIGURES
from .state import GAME_OVER, Hidden, Player, Secret, State


def observe(g: State, seat: int | None) -> State:
    """G-47: the table as a seat (None: a spectator) sees it, without deck and foreign hands; shares its lists with g.

    With screens (G-49), the others' warehouses are absent until the end, and so is the bag, which would reveal them.
    """
    seen = copy(g)
    seen.hidden = None
    seen.journal = None
    screened = g.options.hidden_warehouses and g.phase != GAME_OVER
    if screened:
        seen.bag = None
    seen.players = [
        player if i == seat else Player(None if screened else player.warehouse, player.fleet, player.cards)
        for i, player in enumerate(g.players)
    ]
    return seen


def resample(g: State, seat: int, rnd: Random) -> State:
    """G-47: a random table that a seat cannot distinguish from the true one: what it does not see is dealt again.

    Deck and foreign hands are known as a multiset (G-48). Warehouses stay: every gain was made in public (G-49).
    """
    me = g.players[seat]
    assert me.secret is not None
    unseen = _unseen(g, me.secret)
    other = copy(g)
    other.players = [
        player if i == seat else Player(player.warehouse, player.fleet, player.cards, _deal(unseen, player.cards, rnd))
        for i, player in enumerate(g.players)
    ]
    other.hidden = Hidden([unseen.count(colour) for colour in range(6)])
    return other


def _unseen(g: State, mine: Secret) -> list[int]:
    """G-48: every card that is neither discarded nor in the seat's own hand."""
    total = FIGURES[g.edition].cards
    cards: list[int] = []
    for colour in range(6):
        cards += [colour] * (total - g.discard[colour] - mine.hand[colour])
    return cards


def _deal(cards: list[int], number: int, rnd: Random) -> Secret:
    """Take random cards."""
    hand = [0] * 6
    random = rnd.random
    for _ in range(number):
        i = int(random() * len(cards))
        hand[cards[i]] += 1
        cards[i] = cards[-1]
        cards.pop()
    return Secret(hand)
