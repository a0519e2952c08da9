"""Where everything is on the table of Golden Horn; numbers as in RULES.md."""

from __future__ import annotations

from collections.abc import Iterator

from podesta_engines.core.board import Area, Layout, Zone, own
from podesta_engines.core.words import form
from podesta_engines.frozen.golden_horn_1.components import Components, Map, chart_of
from podesta_engines.frozen.golden_horn_1.state import MODONE, NONE
from podesta_engines.frozen.golden_horn_1.words import NUMBER, PORT, SAILS, SHIP, SPACE, ZONE

from .ids import hold, port, slot, space

_SPACE = form("zones.space", space=SPACE)
_PORT = form("zones.port", port=PORT)
_SLOT = form("zones.slot", number=NUMBER)
_HOLD = form("zones.hold", ship=SHIP)
_PLACE = form("zones.place", zone=ZONE)
FORMS = (_SPACE, _PORT, _SLOT, _HOLD, _PLACE)
"""The names of zones."""

_APART = 2.0
"""How far a space is from the next one."""
_TILES, _SEA, _GOODS, _ROUTE = 1.0, 2.5, 4.0, 5.0
"""How far from the top of the route sea tiles, spaces and the goods of ports are, and how high it is."""
_TABLE = ("bag", "deck", "discard")
_OF_A_SEAT = {
    "fleet": (1.0, 1.0),
    "start": (9.0, 1.0),
    "hand": (2.0, 3.0),
    "warehouse": (6.0, 3.0),
    "screen": (9.0, 3.0),
}
_STOCKS = {"screen"}


def layout(components: Components, seats: int) -> Layout:
    """G-6, G-8, G-9: the route in a line, the piles, and what lies before every seat."""
    (chart,) = (chart_of(layout) for layout in components.layouts if layout.players == seats)
    areas = [Area("route", _x(chart.last + 1), _ROUTE), Area("table", 3, 1)]
    areas += [Area(f"s{seat}", 10, 4, seat) for seat in range(seats)]
    zones = [
        *_route(chart),
        *_ports(chart, components.goods.per_port),
        *_slots(chart),
        *(Zone(name, "table", _PLACE(ZONE.parse(name)), x + 0.5, 0.5) for x, name in enumerate(_TABLE)),
        *(zone for seat in range(seats) for zone in _seat(seat)),
    ]
    return Layout(tuple(areas), tuple(zones))


def _x(index: float) -> float:
    return _APART * (index + 0.5)


def _route(chart: Map) -> Iterator[Zone]:
    """G-29: the spaces from Venice on, and how many ships each takes."""
    limits = {MODONE: chart.berths, NONE: 1}
    for index, here in enumerate(chart.spaces):
        near = tuple(space(chart.spaces[i]) for i in (index - 1, index + 1) if 0 <= i <= chart.last)
        limit = limits.get(chart.blank[index])
        yield Zone(space(here), "route", _SPACE(here), _x(index), _SEA, near, index, limit)


def _ports(chart: Map, goods: int) -> Iterator[Zone]:
    """G-6: goods lie beside the ships of a main port."""
    for number in range(len(PORT)):
        yield Zone(port(number), "route", _PORT(number), _x(number * chart.last), _GOODS, capacity=goods)


def _slots(chart: Map) -> Iterator[Zone]:
    """G-9: a sea tile lies by the middle of its three spaces."""
    for number, (first, _) in enumerate(chart.slots):
        yield Zone(slot(number), "route", _SLOT(number + 1), _x(first + 1), _TILES, capacity=1)


def _seat(seat: int) -> Iterator[Zone]:
    """G-8, G-49: fleet and warehouse, which a screen may hide, with hand and start marker."""
    for number in range(len(SAILS)):
        yield Zone(hold(seat, number), f"s{seat}", _HOLD(number), 3.0 + 2 * number, 1.0)
    for name, (x, y) in _OF_A_SEAT.items():
        yield Zone(own(seat, name), f"s{seat}", _PLACE(ZONE.parse(name)), x, y, stock=name in _STOCKS)
