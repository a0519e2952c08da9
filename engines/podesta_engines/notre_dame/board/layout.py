"""Where everything is on the table of Notre Dame; numbers as in RULES.md."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

from podesta_engines.core.board import Area, Layout, Zone, own, thing
from podesta_engines.core.words import form
from podesta_engines.notre_dame.components import Components, joined_squares
from podesta_engines.notre_dame.state import SECTORS, SQUARES
from podesta_engines.notre_dame.words import ACTION, BOROUGH, NUMBER, PLACE, SECTOR, SQUARE, SQUARE_NAME

_PLACE = form("zones.place", place=PLACE)
_SECTOR = form("zones.sector", sector=SECTOR)
_SQUARE = form("zones.square", name=SQUARE_NAME, borough=BOROUGH)
_SPACE = form("zones.space", number=NUMBER)
_CHURCH = form("zones.church", place=ACTION)
FORMS = (_PLACE, _SECTOR, _SQUARE, _SPACE, _CHURCH)
"""The names of zones."""

CITY = 12.0
"""Width and height of the city, with the tile of Notre Dame in its middle."""
_RINGS = {"inner": 2.0, "centre": 4.0, "outer": 5.5}
"""How far squares are from the middle."""
_ASIDE = {"left": 0.3, "right": -0.3}
"""By how much of a borough's angle a square is off its middle; the left neighbour is the next borough."""
_COMMON = ("treasury", "display", "discard")
_STOCKS = {"discard", "deck"}
_OF_A_SEAT = ("hand", "played", "deck", "supply", "general", "gold", "messages", "bell")


def layout(components: Components, seats: int) -> Layout:
    """C-3, C-8, N-3: the city with its boroughs round Notre Dame, the display, and a borough for every seat."""
    boroughs = components.boroughs.number_by_players[seats]
    highest = components.rats.highest
    areas = [Area("city", CITY, CITY), Area("table", 3, 1)]
    areas += [Area(f"s{seat}", 10, 6, seat) for seat in range(seats)]
    zones = [
        *_city(components, boroughs),
        *_table(),
        *(zone for seat in range(seats) for zone in _borough(seat, highest)),
    ]
    return Layout(tuple(areas), tuple(zones))


def _city(components: Components, boroughs: int) -> Iterator[Zone]:
    yield Zone("notre_dame", "city", _CHURCH(ACTION.parse("notre_dame")), CITY / 2, CITY / 2)
    for square, joined in enumerate(joined_squares(components.streets, boroughs)):
        borough, name = divmod(square, SQUARES)
        x, y = _spot((borough + _aside(name)) / boroughs, _RINGS[SQUARE_NAME.slug(name).partition("_")[0]])
        near = tuple(_square(other) for other in joined)
        yield Zone(_square(square), "city", _SQUARE(name, borough), x, y, near)


def _aside(name: int) -> float:
    return _ASIDE.get(SQUARE_NAME.slug(name).partition("_")[2], 0.0)


def _spot(turn: float, far: float) -> tuple[float, float]:
    """A point so far from the middle, after a part of a full turn; the first borough is at the bottom."""
    angle = 2 * pi * turn
    return round(CITY / 2 - far * sin(angle), 3), round(CITY / 2 + far * cos(angle), 3)


def _square(square: int) -> str:
    return thing("square", SQUARE.slug(square))


def _table() -> Iterator[Zone]:
    for x, name in enumerate(_COMMON):
        yield Zone(name, "table", _PLACE(PLACE.parse(name)), x + 0.5, 0.5, stock=name in _STOCKS)


def _borough(seat: int, highest: int) -> Iterator[Zone]:
    """The sectors in a circle as they are printed, the track of the rat below, and what lies beside the borough."""
    for sector in range(SECTORS):
        x, y = 3 - 2.2 * sin(2 * pi * sector / SECTORS), 2.5 - 2 * cos(2 * pi * sector / SECTORS)
        yield Zone(own(seat, SECTOR.slug(sector)), f"s{seat}", _SECTOR(sector), round(x, 3), round(y, 3))
    for space in range(highest + 1):
        x = 0.5 + space * 9 / highest
        yield Zone(own(seat, f"rat_{space}"), f"s{seat}", _SPACE(space), round(x, 3), 5.5, order=space)
    for at, name in enumerate(_OF_A_SEAT):
        x, y, named = 6.8 + at % 3, 0.8 + at // 3 * 1.4, _PLACE(PLACE.parse(name))
        yield Zone(own(seat, name), f"s{seat}", named, x, y, stock=name in _STOCKS)
