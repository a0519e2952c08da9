"""The rules of a turn of Golden Horn, in the order of the rulebook; numbers as in RULES.md."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from podesta_engines.core.notes import note
from podesta_engines.core.script import Ask, Script

from .components import FIGURES, raid_key
from .pieces import discard, draw_card, draw_goods, gain_cards, owner, store, trigger
from .scoring import scores
from .setup import choose_start, deal, lay_tile, place, stock, take_fleet, turn_tile
from .state import ACTING, DECLARING, GAME_OVER, MODONE, NONE, SAILING, TURN_RAIDED, VENICE, Player, State
from .words import (
    ACT,
    ARRIVED,
    CONTINUE,
    DECLARE,
    DECLARE_END,
    DECLARED,
    FREE,
    HEADING_CHOSEN,
    LOADED,
    LOADS,
    MOORED,
    PAIRS,
    PORT_EMPTY,
    RAIDED,
    RAIDS_FROM,
    REFILLED,
    ROUND_BEGAN,
    ROUND_LIMIT,
    SAIL,
    SAILED,
    SCORED,
    STOP,
    STOPPED,
    TURN,
    TURN_SHIP,
    UNLOADED,
    WIND_PLAYED,
)

EITHER = (0, 1)
ONLY_STOP = (STOP,)

# -- rounds and turns -------------------------------------------------------------------------------------------------


def start_round(g: State) -> None:
    """G-17: one turn for each seat, clockwise from the start player."""
    g.round += 1
    seats = len(g.players)
    g.agenda.append(("end_round",))
    g.agenda += [("turn", (g.start + turn) % seats) for turn in range(seats - 1, -1, -1)]
    note(g, ROUND_BEGAN, NONE, g.round)


def turn(g: State, seat: int) -> None:
    """G-18: pirates if wanted, then one ship must move; then the turn is over."""
    g.active = seat
    g.agenda += (("end_turn", seat), ("act", seat, 1))


def act(g: State, seat: int, may_raid: int) -> Script:
    """G-19: one question for pirates and ship, so that nobody learns whether a raid was possible."""
    g.phase = ACTING
    options = raids(g, seat) + moves(g, seat) if may_raid else moves(g, seat)
    choice = yield Ask(ACT, seat, options)
    if choice < RAIDS_FROM:
        ship, load = divmod(choice, LOADS)
        move(g, seat, ship, load - 1)
    else:
        ship, pair = divmod(choice - RAIDS_FROM, len(PAIRS))
        raid(g, seat, ship, PAIRS[pair])


# -- 1. sending pirates -----------------------------------------------------------------------------------------------


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
    """G-22: the colours a hand holds, and those it holds twice; each of the two cards must show a sail colour."""
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
    note(g, RAIDED, seat, ship, cards, good)
    g.agenda.append(("act", seat, 0))
    if not g.load[ship]:
        g.cargo[ship] = NONE
        g.agenda.append(("turn_raided", owner(g, ship), ship))


def turn_raided(g: State, seat: int, ship: int) -> Script:
    """G-25: the owner of a ship that was emptied may turn it round, now or never."""
    g.phase = TURN_RAIDED
    choice = yield Ask(TURN_SHIP, seat, EITHER, about=(ship,))
    if choice == TURN:
        g.heading[ship] = -g.heading[ship]
    note(g, HEADING_CHOSEN, seat, ship, choice)


# -- 2. moving a ship -------------------------------------------------------------------------------------------------


def moves(g: State, seat: int) -> list[int]:
    """G-26: one of the own three ships must move; each of them can."""
    table = FIGURES[g.edition].moves
    first = g.players[seat].fleet * 3
    found: list[int] = []
    for ship in (first, first + 1, first + 2):
        space = g.route[g.at[ship]]
        found += table[ship][_colours_in(g.ports[space - VENICE]) if space >= VENICE else 0]
    return found


def _colours_in(port: Sequence[int]) -> int:
    """G-27: the colours that lie in a port, as a mask."""
    a, b, c, d, e, f = port
    return (a > 0) | (b > 0) << 1 | (c > 0) << 2 | (d > 0) << 3 | (e > 0) << 4 | (f > 0) << 5


def move(g: State, seat: int, ship: int, colour: int) -> None:
    """G-27: in a main port, all goods of one colour that is not on the sails may be loaded; then the ship sails."""
    g.moving = ship
    g.agenda.append(("sail", seat))
    if colour == NONE:
        return
    port = g.route[g.at[ship]] - VENICE
    g.cargo[ship] = colour
    g.load[ship] = g.ports[port][colour]
    g.ports[port][colour] = 0
    note(g, LOADED, seat, ship, colour, g.load[ship])
    g.agenda.append(("refill", port))


def refill(g: State, port: int) -> Script:
    """G-28: the port is refilled to nine before the first step, as far as the bag goes."""
    drawn = yield from draw_goods(g, port)
    if drawn:
        note(g, REFILLED, NONE, port, drawn)
    if not g.bag_size and not any(g.ports[port]):
        trigger(g, NONE, PORT_EMPTY)


def sail(g: State, seat: int) -> Script:
    """G-30: after a step the ship may stop (G-31), go on where colours match, or for a card of the space's colour."""
    ship = g.moving
    space = step(g, ship)
    if space >= MODONE:
        arrive(g, seat, ship, space)
        return
    g.phase = SAILING
    me, here = g.players[seat], FIGURES[g.edition]
    about = (ship, here.maps[len(g.players)].spaces[g.at[ship]])
    choice = STOP
    if here.sails[ship] >> space & 1:
        choice = yield Ask(SAIL, seat, EITHER, False, (*about, FREE))
    elif me.cards:
        assert me.secret is not None
        options = EITHER if me.secret.hand[space] else ONLY_STOP
        choice = yield Ask(SAIL, seat, options, True, (*about, space))
        if choice == CONTINUE:
            play_wind(g, seat, space)
    if choice == CONTINUE:
        g.agenda.append(("sail", seat))
    else:
        note(g, STOPPED, seat, *about)


def step(g: State, ship: int) -> int:
    """G-29: the ship goes to the first free space ahead; what lies there is answered."""
    at, route, way = g.at, g.route, g.heading[ship]
    origin = index = at[ship]
    while True:
        index += way
        space = route[index]
        if space < MODONE:
            if index not in at:
                break
        elif space > MODONE or at.count(index) < FIGURES[g.edition].maps[len(g.players)].berths:
            break
    at[ship] = index
    if g.journal is not None:
        spaces = FIGURES[g.edition].maps[len(g.players)].spaces
        note(g, SAILED, NONE, ship, spaces[origin], spaces[index])
    return space


def play_wind(g: State, seat: int, colour: int) -> None:
    """G-32: one card of the colour of the space is discarded for one more step."""
    discard(g, seat, colour)
    note(g, WIND_PLAYED, seat, colour)


def arrive(g: State, seat: int, ship: int, space: int) -> None:
    """G-33: movement ends in every port; in Modone the ship keeps heading and cargo, and two draw no cards (G-37)."""
    here = FIGURES[g.edition]
    if space == MODONE:
        note(g, MOORED, seat, ship)
        if not here.maps[len(g.players)].modone_draws:
            return
    else:
        unload(g, seat, ship, space - VENICE)
    gain_cards(g, seat, here.draws[ship])


def unload(g: State, seat: int, ship: int, port: int) -> None:
    """G-34: in a main port all goods go into the warehouse, and the ship is turned, as nowhere else (G-35)."""
    note(g, ARRIVED, seat, ship, port)
    g.heading[ship] = -1 if port else 1
    if goods := g.load[ship]:
        colour = g.cargo[ship]
        note(g, UNLOADED, seat, colour, goods)
        store(g, seat, colour, goods)
        g.cargo[ship] = NONE
        g.load[ship] = 0


# -- the end ----------------------------------------------------------------------------------------------------------


def end_turn(g: State, seat: int) -> None:
    """G-41: at the end of a turn, whoever has every colour in the warehouse is asked, unless the end is triggered."""
    g.moving = NONE
    warehouse = g.players[seat].warehouse
    assert warehouse is not None
    if g.end == NONE and all(warehouse):
        g.agenda.append(("declare", seat))


def declare(g: State, seat: int) -> Script:
    """G-41: the end may be declared, and need not be."""
    g.phase = DECLARING
    choice = yield Ask(DECLARE_END, seat, EITHER)
    if choice == DECLARE:
        trigger(g, seat, DECLARED)


def end_round(g: State) -> None:
    """G-42: a triggered game ends when the round is complete; so does the last allowed round (G-43)."""
    if g.end == NONE and g.round == g.round_limit:
        trigger(g, NONE, ROUND_LIMIT)
    if g.end == NONE:
        g.agenda.append(("start_round",))
        return
    g.phase, g.active = GAME_OVER, NONE
    for seat, parts in enumerate(scores(g)):
        note(g, SCORED, seat, parts["goods"], parts["bonus"], parts["total"])


TASKS: dict[str, Callable[..., Script | None]] = {
    "choose_start": choose_start,
    "take_fleet": take_fleet,
    "lay_tile": lay_tile,
    "turn_tile": turn_tile,
    "place": place,
    "stock": stock,
    "deal": deal,
    "start_round": start_round,
    "turn": turn,
    "act": act,
    "turn_raided": turn_raided,
    "refill": refill,
    "sail": sail,
    "draw_card": draw_card,
    "end_turn": end_turn,
    "declare": declare,
    "end_round": end_round,
}
"""Every task of the agenda by name."""
