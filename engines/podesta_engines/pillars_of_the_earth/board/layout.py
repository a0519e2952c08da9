"""Where everything is on the table of The Pillars of the Earth; numbers as in RULES.md."""

from __future__ import annotations

from collections.abc import Iterator

from podesta_engines.core.board import Area, Layout, Zone, own
from podesta_engines.core.words import Said, form
from podesta_engines.pillars_of_the_earth.components import Components
from podesta_engines.pillars_of_the_earth.words import METAL, NUMBER, PIECE, RESOURCE, SITE, SPACE

_SITE = form("zones.site", site=SITE)
_SPACE = form("zones.space", space=SPACE)
_WHEEL = form("zones.wheel", cost=NUMBER)
_MARKET = form("zones.market", resource=RESOURCE)
_CUBES = form("zones.cubes", resource=RESOURCE)
FORMS = (_SITE, _SPACE, _WHEEL, _MARKET, _CUBES)
"""The names of zones."""

Spot = tuple[str, float, float]
"""A zone, from the left and from the top."""
_STATIONS: tuple[Spot, ...] = (
    ("event", 1, 1), ("space.bishop", 2.6, 1), ("mill", 4.2, 1), ("space.kingsbridge_1", 6, 1),
    ("space.kingsbridge_2", 7, 1), ("space.priory_1", 9, 1), ("space.priory_2", 10, 1), ("forest", 11, 2.6),
    ("quarry", 11, 4), ("gravel_pit", 11, 5.4), ("space.court_1", 11, 8), ("space.court_2", 10, 8),
    ("space.court_3", 9, 8), ("space.court_4", 8, 8), ("space.shiring_1", 6.4, 8), ("space.shiring_2", 5.4, 8),
    ("space.castle", 4, 8), ("space.market_1", 1, 7), ("space.market_2", 1, 6), ("space.market_3", 1, 5),
    ("space.market_4", 1, 4), ("cathedral", 6, 4), ("space.cathedral", 6, 5.4),
)  # fmt: skip
"""Steps 1 to 14, clockwise round the cathedral."""
_BESIDE: tuple[Spot, ...] = (("tax", 9.5, 6.8), ("grey_workers", 4, 6.8), ("black_worker", 2.4, 8), ("pieces", 8, 4))
_MARKET_AT = 2.4, 4.0
"""The first cubes of the market; the others lie below."""
_TABLE: tuple[Spot, ...] = (
    ("supply", 3, 0.6), ("resource_cards", 0.6, 1.8), ("craftsman_deck", 1.8, 1.8), ("privilege_deck", 3, 1.8),
    ("event_deck", 4.2, 1.8), ("general", 5.4, 1.8),
)  # fmt: skip
_BAG = ("bag", "drawn", "aside")
_CARDS = ("craftsmen", "privileges", "resource_cards")
_OF_A_SEAT = ("workers", "next_workers", "start", "gold")
_CAPACITY = {"event": 1, "tax": 1, "drawn": 1, "start": 1, "cathedral": len(PIECE)}
_SHARED = ("space.kingsbridge_1", "space.kingsbridge_2", "space.shiring_1", "space.shiring_2", "space.court_1")
"""Spaces where a card, or metal, lies beside the builder."""


def layout(components: Components, seats: int) -> Layout:
    """P-16, P-167: the board, the wheel with the bag, the cards on offer, and what lies before every seat."""
    costs = components.wheel.costs
    areas = [Area("board", 12, 9), Area("wheel", len(costs) + len(_BAG), 1), Area("table", 6, 2.4)]
    areas += [Area(f"s{seat}", 9, 3, seat) for seat in range(seats)]
    zones = [
        *_board(components),
        *_wheel(costs),
        *(Zone(name, "table", _name(name), x, y, stock=name == "general") for name, x, y in _TABLE),
        *(zone for seat in range(seats) for zone in _of_seat(components, seat)),
    ]
    return Layout(tuple(areas), tuple(zones))


def _board(components: Components) -> Iterator[Zone]:
    """P-70 to P-150: the stations in the order of the steps; P-16, P-22: what lies beside them."""
    court = next(space.gives["metal"] for space in components.spaces if space.id == "court_1")
    room = {"grey_workers": components.box.grey_workers, "space.court_1": 1 + court}
    for order, (name, x, y) in enumerate(_STATIONS):
        yield Zone(name, "board", _name(name), x, y, order=order, capacity=room.get(name, _capacity(name)))
    for name, x, y in _BESIDE:
        yield Zone(name, "board", _name(name), x, y, capacity=room.get(name, _capacity(name)))
    left, top = _MARKET_AT
    for kind, word in enumerate(RESOURCE.words[:METAL]):
        stock = components.market.stock
        yield Zone(f"market_{word.slug}", "board", _MARKET(kind), left, top + kind, capacity=stock)


def _capacity(name: str) -> int | None:
    """P-167: one builder on each space, beside what lies there."""
    if name.startswith("space."):
        return 2 if name in _SHARED else 1
    return _CAPACITY.get(name)


def _name(zone: str) -> Said:
    sort, _, word = zone.rpartition(".")
    return _SPACE(SPACE.parse(word)) if sort == "space" else _SITE(SITE.parse(word))


def _wheel(costs: list[int]) -> Iterator[Zone]:
    """P-24, P-50, P-55: the costs in the order in which they fall, with room for marker and builder, and the bag."""
    for order, cost in enumerate(costs):
        yield Zone(f"wheel_{cost}", "wheel", _WHEEL(cost), order + 0.5, 0.5, order=order, capacity=2)
    for x, name in enumerate(_BAG, len(costs)):
        yield Zone(name, "wheel", _name(name), x + 0.5, 0.5, capacity=_capacity(name))


def _of_seat(components: Components, seat: int) -> Iterator[Zone]:
    """P-2, P-3, P-6, P-7: cards above, workers, gold and cubes below."""
    area, room = f"s{seat}", {"gold": components.limits.gold}
    for at, name in enumerate(_CARDS):
        yield Zone(own(seat, name), area, _name(name), 1.5 + 3 * at, 0.8)
    for x, name in enumerate(_OF_A_SEAT):
        yield Zone(own(seat, name), area, _name(name), x + 1, 2.2, capacity=room.get(name, _capacity(name)))
    for kind, word in enumerate(RESOURCE.words):
        yield Zone(own(seat, word.slug), area, _CUBES(kind), len(_OF_A_SEAT) + 1 + kind, 2.2)
