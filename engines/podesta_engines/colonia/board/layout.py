"""Where everything is on the table of Colonia; numbers as in RULES.md."""

from __future__ import annotations

from collections.abc import Iterator

from podesta_engines.colonia.components import Components, Limits
from podesta_engines.colonia.words import (
    BERTH,
    CRAFTSMAN,
    HOLD,
    HOLD_AT,
    HOLDS,
    LOCATION,
    NUMBER,
    STALL,
    STREET,
)
from podesta_engines.core.board import Area, Layout, Zone, own
from podesta_engines.core.words import form

from . import ids

_PLACE = form("zones.place", place=LOCATION)
_ORDINANCE = form("zones.ordinance", number=NUMBER)
_ORDER = form("zones.order", number=NUMBER)
_STREET = form("zones.street", street=STREET)
_STALL = form("zones.stall", stall=STALL)
_CRAFTSMAN = form("zones.craftsman", craftsman=CRAFTSMAN)
_CONTRACT = form("zones.contract", number=NUMBER, craftsman=CRAFTSMAN)
_BERTH = form("zones.berth", berth=BERTH)
_HOLD = form("zones.hold", hold=HOLD)
_DISPLAY = form("zones.display", number=NUMBER)
_EXTRA = form("zones.extra", number=NUMBER)
FORMS = (_PLACE, _ORDINANCE, _ORDER, _STREET, _STALL, _CRAFTSMAN, _CONTRACT, _BERTH, _HOLD, _DISPLAY, _EXTRA)
"""The names of zones."""

_STOCKS = {"week_deck", "bag", "bank", "screen"}
_WEEK = ("week_deck", "week_card", "ordinance_deck", "die")
_BESIDE_SHIPS = ("ship_deck", "ship_discard", "supply", "bank")
_BESIDE_RELICS = ("relic_deck", "relic_discard", "windows")
_BEFORE_SCREEN = ("home", "cards", "played", "ballots", "shrines", "windows")
_BEHIND_SCREEN = ("screen", "money", "goods", "resources", "relics")
_SHIP_AND_STICK = _CARD_AND_MEMBER = 2


def layout(components: Components, seats: int) -> Layout:
    """C-8, C-9, C-15, C-18, C-19, C-21: the parts of the board by day of the week, and a place for every family."""
    here = components.limits
    rows = max(4, here.harbour_berths)
    areas = [
        Area("week", 10, 4),
        Area("market", 10, 1),
        Area("craftsmen", len(CRAFTSMAN), here.contract_spaces + 1),
        Area("harbour", HOLDS + 3, rows),
        Area("relics", (here.relic_display + here.relic_extra_spaces + 1) // 2, 3),
    ]
    areas += [Area(f"s{seat}", 6, 2, seat) for seat in range(seats)]
    common = [*_week(here, seats), *_market(), *_craftsmen(here), *_harbour(here), *_relics(here)]
    return Layout(tuple(areas), (*common, *(zone for seat in range(seats) for zone in _family(seat))))


def _week(here: Limits, seats: int) -> Iterator[Zone]:
    """C-17, C-21, C-30: cards and ordinances above; then the order of play, and the streets by day."""
    yield from _row("week", _WEEK, 0.5)
    for space in range(here.ordinances_per_week):
        name = _ORDINANCE(space + 1)
        yield Zone(ids.ordinance_space(space + 1), "week", name, 5 + space, 0.5, order=space, capacity=1)
    for place in range(seats):
        yield Zone(ids.place(place + 1), "week", _ORDER(place + 1), place + 0.5, 1.5, order=place, capacity=1)
    yield _place("town_hall", "week", 8, 1.5)
    for day in range(len(STREET)):
        yield Zone(ids.street(day), "week", _STREET(day), 1.25 + day * 2.5, 3, order=day)


def _market() -> Iterator[Zone]:
    """C-18: the stalls, those of C-75 last, and the bag."""
    for stall in range(len(STALL)):
        yield Zone(ids.stall(stall), "market", _STALL(stall), stall + 0.5, 0.5)
    yield _place("bag", "market", len(STALL) + 0.5, 0.5)


def _craftsmen(here: Limits) -> Iterator[Zone]:
    """C-46: below each craftsman the spaces for his contracts, the first on top."""
    for man in range(len(CRAFTSMAN)):
        yield Zone(ids.contract(man, 0), "craftsmen", _CRAFTSMAN(man), man + 0.5, 0.5)
        for space in range(here.contract_spaces):
            zone, name = ids.contract(man, space + 1), _CONTRACT(space + 1, man)
            yield Zone(zone, "craftsmen", name, man + 0.5, space + 1.5, order=space)


def _harbour(here: Limits) -> Iterator[Zone]:
    """C-8, C-53: berths one below the other, the holds of each beside it; then what ships bring and take."""
    for berth in range(here.harbour_berths):
        y = berth + 0.5
        yield Zone(ids.berth(berth), "harbour", _BERTH(berth), 0.5, y, order=berth, capacity=_SHIP_AND_STICK)
        for hold in range(HOLDS + 1):
            number = HOLD_AT[berth] + hold
            yield Zone(ids.hold(number), "harbour", _HOLD(number), hold + 1.5, y, capacity=1)
    for y, name in enumerate(_BESIDE_SHIPS):
        yield _place(name, "harbour", HOLDS + 2.5, y + 0.5)


def _relics(here: Limits) -> Iterator[Zone]:
    """C-9: two rows of cards, the extra ones last (C-85)."""
    spaces = here.relic_display + here.relic_extra_spaces
    half = (spaces + 1) // 2
    for space in range(spaces):
        name = _DISPLAY(space + 1) if space < here.relic_display else _EXTRA(space + 1 - here.relic_display)
        x, y = space % half + 0.5, space // half + 0.5
        yield Zone(ids.display(space + 1), "relics", name, x, y, order=space, capacity=_CARD_AND_MEMBER)
    yield from _row("relics", _BESIDE_RELICS, 2.5)


def _family(seat: int) -> Iterator[Zone]:
    """C-2, C-71: what all see of a family, and below it what stands behind its screen."""
    yield from _row(f"s{seat}", _BEFORE_SCREEN, 0.5, seat)
    yield from _row(f"s{seat}", _BEHIND_SCREEN, 1.5, seat)


def _row(area: str, names: tuple[str, ...], y: float, seat: int | None = None) -> Iterator[Zone]:
    for x, name in enumerate(names):
        yield _place(name, area, x + 0.5, y, seat)


def _place(name: str, area: str, x: float, y: float, seat: int | None = None) -> Zone:
    zone = name if seat is None else own(seat, name)
    return Zone(zone, area, _PLACE(LOCATION.parse(name)), x, y, stock=name in _STOCKS)
