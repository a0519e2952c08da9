"""Who knows what: the table as one seat sees it, and tables that seat cannot tell apart from the true one."""

from __future__ import annotations

from copy import copy
from random import Random

from .state import ACTIONS, EITHER_WAY, GAME_OVER, UNKNOWN, Player, Secret, State
from .tables import ACTIONS_OF

DRAWN = 3
UNSEEN = ACTIONS_OF[::-1]
"""The actions that are not in a mask."""


def observe(g: State, seat: int | None) -> State:
    """N-88: the table as a seat (None: a spectator) sees it, without the cards of others; shares its lists with g.

    With hidden prestige (N-87) the totals of the others are absent until the end.
    """
    seen = copy(g)
    seen.journal = None
    hide = g.hidden_prestige and g.phase != GAME_OVER
    seen.players = [player if i == seat else _without_secret(player, hide) for i, player in enumerate(g.players)]
    return seen


def _without_secret(player: Player, hide: bool) -> Player:
    seen = copy(player)
    seen.secret = None
    if hide:
        seen.prestige = None
    return seen


# -- resampling ------------------------------------------------------------------------------------------------------


def resample(g: State, seat: int, rnd: Random) -> State:
    """N-88: a table at random among those a seat cannot tell apart; each way to deal what it has not seen is equally
    likely, as if the others chose their cards at random.

    First it is settled who got which card of each deck in this pass, then everybody's cards and knowledge follow.
    """
    me = g.players[seat].secret
    assert me is not None
    slots = bytearray(me.known)
    rest = [_settle(g, slots, owner, rnd) for owner in range(len(g.players))]
    other = copy(g)
    other.players = [
        player if i == seat else _with_cards(g, i, player, slots, *rest[i]) for i, player in enumerate(g.players)
    ]
    return other


def _settle(g: State, slots: bytearray, owner: int, rnd: Random) -> tuple[list[int], int]:
    """Say who got which card of a deck: its open slots are filled with cards that were not seen.

    Answers what is left: the actions in the owner's packet, if it has just drawn, and in its deck, as a mask.
    """
    first = ACTIONS * owner
    settled = slots[first : first + g.drafted]
    left = list(UNSEEN[sum([1 << action % EITHER_WAY for action in settled if action != UNKNOWN])])
    random = rnd.random
    for slot, action in enumerate(settled, first):
        if action == UNKNOWN:
            slots[slot] = _take(left, random())
        elif action & EITHER_WAY and slots[slot] & EITHER_WAY:
            _part(slots, slot, random())
    drawn = [_take(left, random()) for _ in range(_just_drawn(g.players[owner]))]
    return sorted(drawn), sum([1 << action for action in left])


def _take(cards: list[int], lot: float) -> int:
    """Take a card at random; the order of the others does not matter."""
    i = int(lot * len(cards))
    card = cards[i]
    cards[i] = cards[-1]
    cards.pop()
    return card


def _part(slots: bytearray, slot: int, lot: float) -> None:
    """Say which card of a pair went where."""
    low, high = slots[slot] % EITHER_WAY, slots[slot + 1] % EITHER_WAY
    slots[slot : slot + 2] = bytes((low, high) if lot < 0.5 else (high, low))


def _just_drawn(player: Player) -> int:
    """How many cards of its own a seat is to choose from; all know how far the draft is."""
    secret = player.secret
    return DRAWN if secret is not None and len(secret.packet) == DRAWN else 0


def _with_cards(g: State, seat: int, player: Player, slots: bytearray, drawn: list[int], deck: int) -> Player:
    """A seat with the cards, and the knowledge, that follow."""
    true = player.secret
    assert true is not None
    first = ACTIONS * g.colours[player.borough]
    packet, hand = [first + action for action in drawn], list[int]()
    if player.cards and not drawn:
        hand = _cards_of(g, seat, slots)
        if true.packet:
            hand, packet = hand[:1], sorted(_passed(g, seat, slots))
        else:
            hand = [card for card in hand if card not in player.played]
    other = copy(player)
    other.secret = Secret(packet, hand, deck, _knowledge(g, seat, true.known, slots))
    return other


def _cards_of(g: State, seat: int, slots: bytearray) -> list[int]:
    """N-24: the three cards a seat gets in a round: its own, its right neighbour's, and that of the one beyond."""
    seats, slot = len(g.players), g.drafted - 3
    return [_card(g, (seat - i) % seats, slots, slot + i) for i in range(3)]


def _passed(g: State, seat: int, slots: bytearray) -> list[int]:
    """N-22: the two cards that a seat was passed first."""
    right, slot = (seat - 1) % len(g.players), g.drafted - 3
    return [_card(g, right, slots, slot + 1), _card(g, right, slots, slot + 2)]


def _card(g: State, owner: int, slots: bytearray, slot: int) -> int:
    return ACTIONS * g.colours[g.players[owner].borough] + slots[ACTIONS * owner + slot]


def _knowledge(g: State, seat: int, known: bytearray, slots: bytearray) -> bytearray:
    """What a seat knows of who got which card: which slots those are, all know; what is in them follows."""
    found = bytearray([there if here != UNKNOWN else UNKNOWN for here, there in zip(known, slots, strict=True)])
    for owner in (seat, (seat - 1) % len(g.players)):
        for slot in range(ACTIONS * owner + 1, ACTIONS * owner + g.drafted, 3):
            if known[slot] & EITHER_WAY:
                low, high = sorted(slots[slot : slot + 2])
                found[slot : slot + 2] = bytes((low | EITHER_WAY, high | EITHER_WAY))
    return found
