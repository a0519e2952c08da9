"""Phases 1 and 2: persons and cards; numbers as in RULES.md."""

from __future__ import annotations

from collections.abc import Generator

from podesta_engines.core.notes import note
from podesta_engines.core.script import Ask, Draw, Kind, Script, Together
from podesta_engines.notre_dame.components import DEALS
from podesta_engines.notre_dame.notes import (
    CARDS_DRAWN,
    CARDS_SEEN,
    KEPT,
    PASSED_ONE,
    PASSED_TWO,
    PERSONS_REVEALED,
    RECEIVED,
)
from podesta_engines.notre_dame.pieces import plague_value, secret_of
from podesta_engines.notre_dame.state import ACTIONS, DRAFT_ONE, DRAFT_TWO, EITHER_WAY, NONE, REVEAL, Secret, State
from podesta_engines.notre_dame.words import (
    ACTION_OF,
    CARDS,
    COLOUR_OF,
    DEAL_THREE,
    KEEP_FIRST,
    KEEP_SECOND,
    REVEAL_PERSON,
    THREE_OF_NINE,
)

BROWN_SHOWN, GREY_SHOWN = 2, 1


# -- phase 1: persons ------------------------------------------------------------------------------------------------


def reveal(g: State) -> Script:
    """N-20: the next two brown persons and the next grey one are turned up."""
    g.phase, g.active = REVEAL, NONE
    for pile, shown in ((g.brown, BROWN_SHOWN), (g.grey, GREY_SHOWN)):
        yield from _turn_up(g, pile, shown)
    note(g, PERSONS_REVEALED, NONE, tuple(g.persons), plague_value(g))


def _turn_up(g: State, pile: list[int], shown: int) -> Generator[Draw, int, None]:
    """N-20, N-92: the order of persons is unknown to all; the last ones of a pass are certain."""
    certain = len(pile) == shown
    for _ in range(shown):
        person = pile[0] if certain else (yield Draw(REVEAL_PERSON, pile.copy()))
        pile.remove(person)
        g.persons.append(person)


# -- phase 2: cards --------------------------------------------------------------------------------------------------


def draw_three(g: State, seat: int) -> Script:
    """N-21, N-93: a seat draws the top three cards of its own deck, seen by it alone; the last three are certain."""
    me, secret = g.players[seat], secret_of(g, seat)
    hands = DEALS[secret.deck]
    three = THREE_OF_NINE[(yield Draw(DEAL_THREE, hands, None, seat)) if len(hands) > 1 else hands[0]]
    first = ACTIONS * g.colours[me.borough]
    for action in three:
        secret.deck &= ~(1 << action)
    secret.packet = [first + action for action in three]
    me.cards = len(three)
    me.deck_size -= len(three)
    if g.journal is not None:
        note(g, CARDS_DRAWN, seat)
        note(g, CARDS_SEEN, seat, tuple(secret.packet), three, g.colours[me.borough], visible_to=seat)


def draft_one(g: State) -> Script:
    """N-22: every seat keeps one of its three cards, in secret and at the same time, and passes two to the left."""
    g.phase = DRAFT_ONE
    kept = yield from _choose(g, KEEP_FIRST)
    slot = g.drafted
    packets = [secret_of(g, seat).packet for seat in range(len(kept))]
    for seat, card in enumerate(kept):
        secret, rest = secret_of(g, seat), [other for other in packets[seat] if other != card]
        _remember(secret, seat, slot, card)
        _remember_pair(secret, seat, slot, rest)
        secret.hand = [card]
        left = secret_of(g, (seat + 1) % len(kept))
        left.packet = rest
        _remember_pair(left, seat, slot, rest)
    g.drafted += 3
    note(g, PASSED_TWO, NONE, len(kept))
    _tell(g, kept, [[other for other in packets[seat] if other != card] for seat, card in enumerate(kept)])


def draft_two(g: State) -> Script:
    """N-23, N-24: every seat keeps one of the two cards it received; the other is passed and joins the hand there.

    N-86: with two players that is the seat it came from.
    """
    g.phase = DRAFT_TWO
    kept = yield from _choose(g, KEEP_SECOND)
    seats, slot = len(kept), g.drafted - 3
    passed = [sum(secret_of(g, seat).packet) - card for seat, card in enumerate(kept)]
    for seat, card in enumerate(kept):
        secret, right, far = secret_of(g, seat), (seat - 1) % seats, (seat - 2) % seats
        third = passed[right]
        secret.packet = []
        secret.hand += (card, third)
        _remember(secret, right, slot + 1, card)
        _remember(secret, right, slot + 2, passed[seat])
        if far == seat:
            settle_pair(secret, seat, slot, 2, ACTION_OF[third])
        else:
            _remember(secret, far, slot + 2, third)
    note(g, PASSED_ONE, NONE, len(kept))
    _tell(g, kept, [[card] for card in passed])


def _choose(g: State, kind: Kind) -> Generator[Together, int, list[int]]:
    """N-22: every seat chooses a card of its packet; returns the answers in seat order."""
    g.active = NONE
    seats = range(len(g.players))
    together = Together([Ask(kind, seat, secret_of(g, seat).packet.copy()) for seat in seats])
    yield together
    return [together.answers[seat] for seat in seats]


def _tell(g: State, kept: list[int], passed: list[list[int]]) -> None:
    """N-24: each seat alone gets notes of the cards that it kept, passed and received."""
    if g.journal is None:
        return
    for seat, card in enumerate(kept):
        secret = secret_of(g, seat)
        note(g, KEPT, seat, card, tuple(passed[seat]), (seat + 1) % len(kept), visible_to=seat)
        cards, right = tuple(secret.packet or secret.hand[2:]), (seat - 1) % len(kept)
        actions = tuple(ACTION_OF[received] for received in cards)
        note(g, RECEIVED, seat, cards, actions, COLOUR_OF[cards[0]], right, visible_to=seat)


# -- knowledge of cards ----------------------------------------------------------------------------------------------


def _remember(secret: Secret, owner: int, slot: int, card: int) -> None:
    """N-88: a seat learns who got a card of this owner."""
    secret.known[ACTIONS * owner + slot] = ACTION_OF[card]


def _remember_pair(secret: Secret, owner: int, slot: int, cards: list[int]) -> None:
    """N-88: a seat knows two cards that were passed on, but not yet who will keep which."""
    first = ACTIONS * owner + slot + 1
    low, high = sorted(cards)
    secret.known[first] = ACTION_OF[low] | EITHER_WAY
    secret.known[first + 1] = ACTION_OF[high] | EITHER_WAY


def settle_pair(secret: Secret, owner: int, slot: int, which: int, action: int) -> None:
    """N-88: one card of a pair is known to be in slot 1 or 2, so the other one is in the other slot."""
    first, known = ACTIONS * owner + slot, secret.known
    if known[first + 1] & EITHER_WAY:
        pair = (known[first + 1] ^ known[first + 2]) & ~EITHER_WAY
        known[first + 3 - which] = action ^ pair
        known[first + which] = action


def show_card(g: State, seat: int, card: int) -> None:
    """N-88: a played card shows all who got it; its owner learns who got the other one."""
    seats, slot = len(g.players), g.drafted - 3
    colour, action = CARDS[card]
    owner = seat_of(g, colour)
    which = (seat - owner) % seats
    first = ACTIONS * owner + slot
    for other, player in enumerate(g.players):
        assert player.secret is not None
        known = player.secret.known
        if seats == 2:
            if action not in known[first : first + 3]:
                known[first] = action
        elif other == owner and which:
            settle_pair(player.secret, owner, slot, which, action)
        else:
            known[first + which] = action


def seat_of(g: State, colour: int) -> int:
    """N-2: the seat that has a colour."""
    borough = g.colours.index(colour)
    return next(seat for seat, player in enumerate(g.players) if player.borough == borough)
