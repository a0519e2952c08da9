"""Where everything is on the table of Troyes; numbers as in RULES.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from podesta_engines.core.board import Area, Layout, Zone, own
from podesta_engines.core.words import Said, form
from podesta_engines.troyes.components import Building, Components
from podesta_engines.troyes.places import ACTIVITY, PLACE, card_space, trade_space
from podesta_engines.troyes.state import RED
from podesta_engines.troyes.words import BUILDING, COLOUR, NUMBER, PLOT, SEAT, SPACE, TARGET

from .zones import activity, building, deck, influence, plot, queued, space

_PLACE = form("zones.place", place=PLACE)
_SPACE = form("zones.space", space=SPACE)
_LYING = form("zones.lying", building=BUILDING)
_ACTIVITY = form("zones.activity", place=ACTIVITY)
_QUEUED = form("zones.queued", place=TARGET)
_DECK = form("zones.deck", colour=COLOUR)
_PLOT = form("zones.plot", plot=PLOT)
_DISTRICT = form("zones.district", owner=SEAT)
_INFLUENCE = form("zones.influence", number=NUMBER)
FORMS = (_PLACE, _SPACE, _LYING, _ACTIVITY, _QUEUED, _DECK, _PLOT, _DISTRICT, _INFLUENCE)
"""The names of zones."""

QUEUE_WIDTH = 5
"""How many events lie side by side."""
COLUMNS, LEVELS = 6, 3
"""Those of the cathedral."""
LINE = 2
"""Spaces of a building side by side; a row is not broken."""
_SUPPLIES = ("bank", "dice", "neutral.supply", "neutral.cubes")
_OF_A_SEAT = ("deniers", "supply", "general", "cubes", "characters", "events", "start_player")
_STOCKS = {"bank", "dice", "neutral.cubes", "cubes"}
_Part = tuple[Area, Iterable[Zone]]


def layout(components: Components, seats: int) -> Layout:
    """T-2, T-40, T-70: buildings, activities, events, cathedral, the city square, and what lies before each seat."""
    parts = [*_common(components, seats), *(_seat(seat) for seat in range(seats))]
    return Layout(tuple(area for area, _ in parts), tuple(zone for _, zones in parts for zone in zones))


def _common(components: Components, seats: int) -> Iterator[_Part]:
    queue, most = 1 + 2 * components.start.rounds_by_players[seats], components.start.most_influence
    for number, each in enumerate(components.buildings):
        yield _building(number, each, seats + 1)
    yield Area("activities", 9, 6), _activities()
    yield Area("events", QUEUE_WIDTH, 2 + (queue - 1) // QUEUE_WIDTH), _events(queue, components.dice.black)
    yield Area("cathedral", COLUMNS, LEVELS + 1), _cathedral()
    yield Area("square", 3 * seats + 3, 2), _square(seats)
    yield Area("influence", most + 1, 1), _influence(most)
    yield Area("supplies", len(_SUPPLIES), 1), _supplies()


def _name(place: str) -> Said:
    return _PLACE(PLACE.parse(place.replace(".", "_")))


def _supplies() -> Iterator[Zone]:
    """T-4, T-13: what nobody owns."""
    for at, place in enumerate(_SUPPLIES):
        yield Zone(place, "supplies", _name(place), at + 0.5, 0.5, stock=place in _STOCKS)


# -- buildings, activities -------------------------------------------------------------------------------------------


def _building(number: int, figures: Building, owners: int) -> _Part:
    """T-202 to T-204: rows from the left; above them the illustration, where one citizen of an owner can lie."""
    spots = _spots([row.size for row in figures.rows])
    width, height = (max(spot[i] for row in spots for spot in row) + 1 for i in (0, 1))
    lying = Zone(building(number), figures.id, _LYING(number), width / 2, 0.5, capacity=owners)
    return Area(figures.id, width, height + 1), (lying, *_rows(number, figures.id, spots))


def _spots(sizes: list[int]) -> list[list[tuple[int, int]]]:
    """The spaces of each row: short rows share a line."""
    spots, x, y = [], 0, 0
    for size in sizes:
        if x + size > LINE:
            x, y = 0, y + 1
        spots.append([(x + i, y) for i in range(size)])
        x += size
    return spots


def _rows(number: int, area: str, spots: list[list[tuple[int, int]]]) -> Iterator[Zone]:
    """T-203: lines join the spaces of a row, along which citizens shift."""
    first = 6 * number
    for row in spots:
        for at, (x, y) in enumerate(row):
            near = tuple(space(first + i) for i in (at - 1, at + 1) if 0 <= i < len(row))
            yield Zone(space(first + at), area, _SPACE(first + at), x + 0.5, y + 1.5, near, capacity=1)
        first += len(row)


def _activities() -> Iterator[Zone]:
    """T-40, T-142: a line for each colour, a column for each number, and the two spaces beside each card."""
    for slot in range(9):
        x, y = 3 * (slot % 3), 2 * (slot // 3)
        yield _activity(card_space(slot), x + 1, y + 1)
        for second in (0, 1):
            yield _activity(trade_space(2 * slot + second), x + 2.4, y + 0.5 + second, 1)


def _activity(place: int, x: float, y: float, capacity: int | None = None) -> Zone:
    return Zone(activity(place), "activities", _ACTIVITY(place), x, y, capacity=capacity)


# -- events, cathedral, square, influence ----------------------------------------------------------------------------


def _events(queue: int, black: int) -> Iterator[Zone]:
    """T-70: the decks and the black dice, and below them the queue from the left."""
    for colour in range(len(COLOUR)):
        yield Zone(deck(colour), "events", _DECK(colour), colour + 0.5, 0.5, stock=colour != RED)
    yield Zone("discard", "events", _name("discard"), 3.5, 0.5)
    yield Zone("black_dice", "events", _name("black_dice"), 4.5, 0.5, capacity=black)
    for place in range(queue):
        y, x = divmod(place, QUEUE_WIDTH)
        yield Zone(queued(place), "events", _QUEUED(place), x + 0.5, y + 1.5, order=place)


def _cathedral() -> Iterator[Zone]:
    """T-171: columns by value, the lowest level at the bottom; the cathedral itself is touched to build."""
    yield Zone("cathedral", "cathedral", _name("cathedral"), COLUMNS / 2, 0.5)
    for number in range(len(PLOT)):
        column, level = divmod(number, LEVELS)
        y = LEVELS - level + 0.5
        yield Zone(plot(number), "cathedral", _PLOT(number), column + 0.5, y, order=level, capacity=1)


def _square(seats: int) -> Iterator[Zone]:
    """T-2: a district for each seat, and the neutral one."""
    for seat in range(seats):
        yield Zone(own(seat, "district"), "square", _DISTRICT(seat), 3 * seat + 1.5, 1)
    yield Zone("neutral.district", "square", _name("neutral.district"), 3 * seats + 1.5, 1)


def _influence(most: int) -> Iterator[Zone]:
    """T-22."""
    for number in range(most + 1):
        yield Zone(influence(number), "influence", _INFLUENCE(number), number + 0.5, 0.5, order=number)


def _seat(seat: int) -> _Part:
    """T-3, T-6: what lies before a seat."""
    return Area(f"s{seat}", 4, 2, seat), (
        Zone(own(seat, place), f"s{seat}", _name(place), at % 4 + 0.5, at // 4 + 0.5, stock=place in _STOCKS)
        for at, place in enumerate(_OF_A_SEAT)
    )
