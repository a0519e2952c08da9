"""Moving a ship: loading, sailing, arriving; numbers as in RULES.md."""

from __future__ import annotations

from collections.abc import Sequence

from podesta_engines.core.notes import note
from podesta_engines.core.script import Ask, Script, in_order
from podesta_engines.golden_horn.components import FIGURES
from podesta_engines.golden_horn.notes import ARRIVED, LOADED, MOORED, REFILLED, SAILED, STOPPED, UNLOADED, WIND_PLAYED
from podesta_engines.golden_horn.pieces import discard, draw_goods, gain_cards, kept_in, store, trigger
from podesta_engines.golden_horn.state import MODONE, NONE, SAILING, VENICE, State
from podesta_engines.golden_horn.words import CONTINUE, EITHER, FREE, PORT_EMPTY, SAIL, STOP

ONLY_STOP = (STOP,)


def moves(g: State, seat: int) -> list[int]:
    """G-26: a seat must move one of its three ships; each of them can move."""
    table = FIGURES[g.edition].moves
    first = g.players[seat].fleet * 3
    found: list[int] = []
    for ship in (first, first + 1, first + 2):
        space = g.route[g.at[ship]]
        found += table[ship][_colours_in(g.ports[space - VENICE]) if space >= VENICE else 0]
    return found


def _colours_in(port: Sequence[int]) -> int:
    """G-27: the colours in a port, as a mask."""
    a, b, c, d, e, f = port
    return (a > 0) | (b > 0) << 1 | (c > 0) << 2 | (d > 0) << 3 | (e > 0) << 4 | (f > 0) << 5


def move(g: State, seat: int, ship: int, colour: int) -> None:
    """G-27: in a main port, all goods of one colour that is not on the sails may be loaded; then the ship sails."""
    g.moving = ship
    if colour == NONE:
        g.agenda.append(("sail", seat))
        return
    port = g.route[g.at[ship]] - VENICE
    g.cargo[ship] = colour
    g.load[ship] = g.ports[port][colour]
    g.ports[port][colour] = 0
    note(g, LOADED, seat, ship, colour, g.load[ship], port)
    g.agenda += in_order(("refill", port), ("sail", seat))


def refill(g: State, port: int) -> Script:
    """G-28: the port is refilled to nine before the first step, as long as the bag lasts."""
    drawn = yield from draw_goods(g, port)
    if drawn:
        note(g, REFILLED, NONE, port, drawn)
    if not g.bag_size and not any(g.ports[port]):
        trigger(g, NONE, PORT_EMPTY)


def sail(g: State, seat: int) -> Script:
    """G-30: after a step the ship may stop (G-31), go on where colours match, or for a card of the space's colour."""
    ship = g.moving
    space = step(g, seat, ship)
    if space >= MODONE:
        arrive(g, seat, ship, space)
        return
    g.phase = SAILING
    me, here = g.players[seat], FIGURES[g.edition]
    about = (ship, here.maps[len(g.players)].spaces[g.at[ship]])
    choice = STOP
    if here.sails[ship] >> space & 1:
        choice = yield Ask(SAIL, seat, EITHER, about=(*about, FREE))
    elif me.cards:
        assert me.secret is not None
        options = EITHER if me.secret.hand[space] else ONLY_STOP
        choice = yield Ask(SAIL, seat, options, about=(*about, space), sole=True)
        if choice == CONTINUE:
            play_wind(g, seat, space)
    if choice == CONTINUE:
        g.agenda.append(("sail", seat))
    else:
        note(g, STOPPED, seat, *about, space)


def step(g: State, seat: int, ship: int) -> int:
    """G-29: the ship goes to the first free space ahead; returns its entry in `route`."""
    origin = g.at[ship]
    g.at[ship] = index = ahead(g, ship)
    if g.journal is not None:
        spaces, way = FIGURES[g.edition].maps[len(g.players)].spaces, g.heading[ship]
        path = spaces[origin + way : index : way]
        note(g, SAILED, seat, ship, spaces[origin], spaces[index], g.route[origin], g.route[index], path)
    return g.route[index]


def ahead(g: State, ship: int) -> int:
    """G-29: the first free space ahead of a ship, as an index of the route."""
    at, route, way = g.at, g.route, g.heading[ship]
    index = at[ship]
    while True:
        index += way
        space = route[index]
        if space < MODONE:
            if index not in at:
                return index
        elif space > MODONE or at.count(index) < FIGURES[g.edition].maps[len(g.players)].berths:
            return index


def play_wind(g: State, seat: int, colour: int) -> None:
    """G-32: one card of the colour of the space is discarded for another step."""
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
        note(g, UNLOADED, seat, colour, goods, ship, kept_in(g))
        store(g, seat, colour, goods)
        g.cargo[ship] = NONE
        g.load[ship] = 0
