"""Pirates: raids on foreign ships at sea; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.core.notes import note
from podesta_engines.core.script import Ask, Script, in_order
from podesta_engines.golden_horn.components import FIGURES, raid_key
from podesta_engines.golden_horn.notes import HEADING_KEPT, HEADING_TURNED, RAIDED
from podesta_engines.golden_horn.pieces import discard, kept_in, owner, store
from podesta_engines.golden_horn.state import MODONE, NONE, TURN_RAIDED, Player, State
from podesta_engines.golden_horn.words import EITHER, TURN, TURN_SHIP


def raids(g: State, seat: int) -> list[int]:
    """G-20: every raid on a foreign ship at sea with cargo that this hand can pay."""
    me = g.players[seat]
    if me.cards < 2:
        return []
    at, route, first = g.at, g.route, me.fleet * 3
    targets = [ship for ship, load in enumerate(g.load) if load and route[at[ship]] < MODONE]
    if not targets:
        return []
    here = FIGURES[g.edition]
    once, twice = _hand_masks(me)
    found: list[int] = []
    for ship in targets:
        if not 0 <= ship - first < 3:
            sails = here.sails[ship]
            found += here.raids[raid_key(ship, once & sails, twice & sails)]
    return found


def _hand_masks(me: Player) -> tuple[int, int]:
    """G-22: masks of the colours a hand has once and twice; both cards of a raid must show a sail colour."""
    assert me.secret is not None
    once = twice = 0
    for colour, cards in enumerate(me.secret.hand):
        if cards:
            once |= 1 << colour
            if cards > 1:
                twice |= 1 << colour
    return once, twice


def raid(g: State, seat: int, ship: int, cards: tuple[int, int]) -> None:
    """G-23: both cards are discarded and one good goes from the ship into the raider's warehouse; once a turn: G-21."""
    good = g.cargo[ship]
    for card in cards:
        discard(g, seat, card)
    g.load[ship] -= 1
    store(g, seat, good, 1)
    note(g, RAIDED, seat, ship, owner(g, ship), cards, good, kept_in(g))
    if g.load[ship]:
        g.agenda.append(("act", seat, 0))
        return
    g.cargo[ship] = NONE
    g.agenda += in_order(("turn_raided", owner(g, ship), ship), ("act", seat, 0))


def turn_raided(g: State, seat: int, ship: int) -> Script:
    """G-25: the owner of a ship that was emptied may turn it round, now or never."""
    g.phase = TURN_RAIDED
    choice = yield Ask(TURN_SHIP, seat, EITHER, about=(ship,))
    if choice == TURN:
        g.heading[ship] = -g.heading[ship]
    note(g, HEADING_TURNED if choice == TURN else HEADING_KEPT, seat, ship, choice)
