"""Who may know what: the table as one seat sees it, and tables that this seat cannot distinguish from the true one."""

from __future__ import annotations

from copy import copy
from random import Random

from .components import ACTIONS_OF
from .state import ACTIONS, EITHER_WAY, GAME_OVER, HIRE, UNKNOWN, Player, Secret, State

DRAWN = 3
EVERY = (1 << ACTIONS) - 1
"""The mask of all nine actions."""
PAIRS = int.from_bytes(bytes([EITHER_WAY]) * (ACTIONS * 5), "little")
UNKNOWNS = int.from_bytes(bytes([UNKNOWN]) * (ACTIONS * 5), "little")
"""The two marks of `Secret.known`, each repeated in every slot."""


def observe(g: State, seat: int | None) -> State:
    """N-88, N-89: the table as a seat (None: a spectator) sees it, without foreign cards; shares lists with g.

    With hidden prestige (N-87), the totals of the others are absent until the end. No seat sees the cards on the
    discard pile (N-26).
    """
    seen = copy(g)
    seen.journal = None
    hide = g.options.hidden_prestige and g.phase != GAME_OVER
    seen.players = [player if i == seat else _without_secret(player, hide) for i, player in enumerate(g.players)]
    if g.phase >= HIRE:
        seen.players = [_without_discards(player) for player in seen.players]
    return seen


def _without_secret(player: Player, hide: bool) -> Player:
    seen = copy(player)
    seen.secret = None
    if hide:
        seen.prestige = None
    return seen


def _without_discards(player: Player) -> Player:
    """N-26: the discard pile is hidden, and once all have played, all cards of the round are on it."""
    if not player.played:
        return player
    seen = copy(player)
    seen.played = []
    return seen


# -- resampling ------------------------------------------------------------------------------------------------------


def resample(g: State, seat: int, rnd: Random) -> State:
    """N-88: a random table that a seat cannot distinguish from the true one.

    All deals of the unseen cards are equally likely, as if the others chose their cards at random. First it is decided
    who got which card of each deck in this pass; the cards and knowledge of all seats follow from that.
    """
    me = g.players[seat].secret
    assert me is not None
    slots = bytearray(me.known)
    left = [_settle(slots, owner, g.drafted, rnd) for owner in range(len(g.players))]
    drawn = [_draw_again(left, owner, player, rnd) for owner, player in enumerate(g.players)]
    base = [ACTIONS * g.colours[player.borough] for player in g.players]
    table = int.from_bytes(slots, "little")
    other = copy(g)
    other.players = players = g.players.copy()
    for i, player in enumerate(players):
        if i != seat:
            assert player.secret is not None
            known = _knowledge(player.secret.known, slots, table)
            packet, hand = _cards(g, i, slots, base, drawn[i])
            players[i] = changed = copy(player)
            changed.secret = Secret(packet, hand, left[i], known)
    return other


def _settle(slots: bytearray, owner: int, drafted: int, rnd: Random) -> int:
    """Decide who got which card of a deck, filling its open slots with unseen cards.

    Returns the remaining actions, as a mask.
    """
    first = ACTIONS * owner
    left, open_slots = EVERY, list[int]()
    for slot in range(first, first + drafted):
        action = slots[slot]
        if action < EITHER_WAY:
            left ^= 1 << action
        elif action == UNKNOWN:
            open_slots.append(slot)
        else:
            left ^= 1 << action - EITHER_WAY
            if slot % 3 == 1:
                open_slots.append(slot)
    return _fill(slots, open_slots, left, rnd) if open_slots else left


def _fill(slots: bytearray, open_slots: list[int], left: int, rnd: Random) -> int:
    """Fill open slots and decide each pair of cards; returns the remaining actions, as a mask."""
    unseen = list(ACTIONS_OF[left])
    for slot in open_slots:
        if slots[slot] == UNKNOWN:
            slots[slot] = action = _take(unseen, rnd)
            left ^= 1 << action
        else:
            low, high = slots[slot] - EITHER_WAY, slots[slot + 1] - EITHER_WAY
            slots[slot : slot + 2] = bytes((low, high) if rnd.random() < 0.5 else (high, low))
    return left


def _take(cards: list[int], rnd: Random) -> int:
    """Take a random card; the order of the others does not matter."""
    i = int(rnd.random() * len(cards))
    card, cards[i] = cards[i], cards[-1]
    cards.pop()
    return card


def _draw_again(left: list[int], owner: int, player: Player, rnd: Random) -> list[int]:
    """The actions that a seat has drawn and not yet chosen from, if the draft is at that point; they leave its deck."""
    assert player.secret is not None
    if len(player.secret.packet) < DRAWN:
        return []
    unseen = list(ACTIONS_OF[left[owner]])
    drawn = sorted([_take(unseen, rnd) for _ in range(DRAWN)])
    for action in drawn:
        left[owner] ^= 1 << action
    return drawn


def _cards(g: State, seat: int, slots: bytearray, base: list[int], drawn: list[int]) -> tuple[list[int], list[int]]:
    """N-24: packet and hand of a seat; the state of the draft, and the played cards, are public.

    A seat gets a card of its own deck, one of its right neighbour's, and one of the seat beyond.
    """
    player, seats = g.players[seat], len(g.players)
    assert player.secret is not None
    if drawn:
        return [base[seat] + action for action in drawn], []
    if not player.cards:
        return [], []
    right, far, slot = (seat - 1) % seats, (seat - 2) % seats, g.drafted - 3
    own = base[seat] + slots[ACTIONS * seat + slot]
    slot += ACTIONS * right + 1
    if player.secret.packet:
        return sorted((base[right] + slots[slot], base[right] + slots[slot + 1])), [own]
    hand = [own, base[right] + slots[slot], base[far] + slots[ACTIONS * far + g.drafted - 1]]
    return [], [card for card in hand if card not in player.played] if player.played else hand


def _knowledge(known: bytearray, slots: bytearray, table: int) -> bytearray:
    """A seat's knowledge of who got which card: its known slots are public, their content comes from `slots`.

    `table` has all slots as one int, so that one operation on ints applies to every slot.
    """
    here = int.from_bytes(known, "little")
    unknown = here & UNKNOWNS
    found = bytearray((table & ~((unknown >> 5) * 0x3F) | unknown).to_bytes(len(known), "little"))
    pairs = here & PAIRS
    while pairs:
        slot = (pairs & -pairs).bit_length() >> 3
        low, high = slots[slot], slots[slot + 1]
        found[slot] = min(low, high) | EITHER_WAY
        found[slot + 1] = max(low, high) | EITHER_WAY
        pairs &= pairs - 1
        pairs &= pairs - 1
    return found
