"""The components of an edition, and the same as ints with all lists of options that can be computed in advance."""

from __future__ import annotations

from itertools import product
from typing import Annotated

from msgspec import Struct

from podesta_engines.core.editions import Edition, load_editions, numbered
from podesta_engines.describing import word_of

from .state import CONSTANTINOPLE, MODONE, NONE, VENICE
from .words import COLOUR, FLEET, OPTION_OF, PAIRS, SHIP, SPACE, TILE, Move, Raid

TRIANGLE, CIRCLE = 0, 1
"""The symbols of the sea tiles."""

# -- the data file ---------------------------------------------------------------------------------------------------


class Goods(Struct, frozen=True, forbid_unknown_fields=True):
    """G-2: goods of each colour, and goods in a full main port."""

    per_colour: int
    """Goods of each colour."""
    per_port: int
    """Goods in a full main port."""
    source: str


class Cards(Struct, frozen=True, forbid_unknown_fields=True):
    """G-3: cards of each colour, and cards dealt to each seat."""

    per_colour: int
    """Cards of each colour."""
    hand: int
    """Cards dealt to each seat."""
    source: str


class Arrival(Struct, frozen=True, forbid_unknown_fields=True):
    """G-36: cards drawn on arrival, by the number of the ship's sail colours."""

    cards_by_sail_colours: dict[int, int]
    """Cards drawn on arrival, by the number of the ship's sail colours."""
    source: str


class Sets(Struct, frozen=True, forbid_unknown_fields=True):
    """G-44: points for a set of goods of different colours, by its size."""

    bonus_by_size: dict[int, int]
    """Points for a set of different colours, by its size."""
    source: str


class Ship(Struct, frozen=True, forbid_unknown_fields=True):
    """G-4: one ship and its sail colours."""

    id: Annotated[str, word_of("ship")]
    """The ship."""
    fleet: Annotated[str, word_of("fleet")]
    """Its fleet."""
    sails: list[Annotated[str, word_of("colour")]]
    """The colours of its sails."""
    source: str
    reconstructed: bool = False


class Tile(Struct, frozen=True, forbid_unknown_fields=True):
    """G-5: one sea tile, the three colours of either side in printed order."""

    id: Annotated[str, word_of("tile")]
    """The tile."""
    triangle: list[Annotated[str, word_of("colour")]]
    """The colours of the side with the triangle, in printed order."""
    circle: list[Annotated[str, word_of("colour")]]
    """The colours of the side with the circle, in printed order."""
    source: str
    reconstructed: bool = False


class Layout(Struct, frozen=True, forbid_unknown_fields=True):
    """G-9: the route for a number of players, from Venice, sea tiles by their symbol."""

    players: int
    """The number of players."""
    route: list[str]
    """The spaces from Venice on, sea tiles by their symbol."""
    modone_berths: int
    """The number of ships that fit into Modone."""
    modone_draws: bool
    """Whether a ship that puts in at Modone draws cards."""
    source: str


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """One edition's data file; every part names its source."""

    edition: str
    title: str
    colours: list[Annotated[str, word_of("colour")]]
    """Every colour."""
    reconstructed: list[str]
    sources: dict[str, str]
    goods: Goods
    """The goods."""
    cards: Cards
    """The cards."""
    arrival: Arrival
    """What an arrival brings."""
    sets: Sets
    """What sets of goods bring."""
    ships: list[Ship]
    """Every ship."""
    tiles: list[Tile]
    """Every sea tile."""
    layouts: list[Layout]
    """The route for each number of players."""


# -- the same as ints ------------------------------------------------------------------------------------------------

Ints = tuple[int, ...]


class Map(Struct, frozen=True):
    """The route for a number of players.

    `blank` is the route before any tile is laid, `slots` are (first index, symbol) of each tile, `spaces` the route as
    ints of SPACE."""

    blank: Ints
    slots: tuple[tuple[int, int], ...]
    spaces: Ints
    last: int
    berths: int
    modone_draws: bool


class Figures(Struct, frozen=True):
    """An edition as used by the rules: `sails` are bit masks by ship, `tiles[tile][symbol]` are colours.

    `moves[ship][mask]` are the moves of a ship in a port that holds the colours of the mask (mask 0: elsewhere);
    `raids[key]` are the raids that a hand can pay for, see `raid_key`.
    """

    goods: int
    per_port: int
    cards: int
    hand: int
    bonus: Ints
    sails: Ints
    draws: Ints
    tiles: tuple[tuple[Ints, Ints], ...]
    maps: dict[int, Map]
    moves: tuple[tuple[Ints, ...], ...]
    raids: dict[int, Ints]


def raid_key(ship: int, once: int, twice: int) -> int:
    """The key of `Figures.raids`; `once` and `twice` are masks of sail colours the hand holds once and twice."""
    return ship << 12 | once << 6 | twice


def figures(components: Components) -> Figures:
    """G-1: turn the components into ints; raises ValueError if they do not describe the pieces of the vocabularies."""
    _check(components)
    sails = tuple(_mask(ship.sails) for ship in components.ships)
    return Figures(
        components.goods.per_colour,
        components.goods.per_port,
        components.cards.per_colour,
        components.cards.hand,
        tuple(components.sets.bonus_by_size.get(size, 0) for size in range(len(COLOUR) + 1)),
        sails,
        tuple(components.arrival.cards_by_sail_colours[len(ship.sails)] for ship in components.ships),
        tuple((_colours(tile.triangle), _colours(tile.circle)) for tile in components.tiles),
        {layout.players: chart_of(layout) for layout in components.layouts},
        tuple(tuple(_moves(ship, mask & ~sails[ship]) for mask in range(64)) for ship in range(len(SHIP))),
        dict(pair for ship in range(len(SHIP)) for pair in _raids(ship, sails[ship])),
    )


def _check(components: Components) -> None:
    """G-4: ships, tiles and colours are those of the vocabularies, and each fleet has every colour once."""
    found = [
        (components.colours, COLOUR),
        ([ship.id for ship in components.ships], SHIP),
        ([tile.id for tile in components.tiles], TILE),
        (list(dict.fromkeys(ship.fleet for ship in components.ships)), FLEET),
    ]
    for ids, words in found:
        if ids != [word.slug for word in words.words]:
            raise ValueError(f"{components.edition}: {words.name}s are {ids}")
    for fleet in range(len(FLEET)):
        colours = [colour for ship in components.ships[3 * fleet : 3 * fleet + 3] for colour in ship.sails]
        if sorted(colours) != sorted(components.colours):
            raise ValueError(f"{components.edition}: the sails of fleet {fleet} are {colours}")


def _colours(names: list[str]) -> Ints:
    return tuple(COLOUR.parse(name) for name in names)


def _mask(names: list[str]) -> int:
    return sum(1 << colour for colour in _colours(names))


def chart_of(layout: Layout) -> Map:
    """G-9: number the spaces from Venice."""
    blank: list[int] = []
    slots: list[tuple[int, int]] = []
    spaces: list[int] = []
    for part in layout.route:
        if part in ("triangle", "circle"):
            slots.append((len(blank), TRIANGLE if part == "triangle" else CIRCLE))
            spaces += [SPACE.parse(f"sea_{3 * len(slots) - 2 + i}") for i in range(3)]
            blank += [NONE] * 3
        else:
            spaces.append(SPACE.parse(part))
            blank.append({"venice": VENICE, "modone": MODONE, "constantinople": CONSTANTINOPLE}[part])
    return Map(tuple(blank), tuple(slots), tuple(spaces), len(blank) - 1, layout.modone_berths, layout.modone_draws)


def _moves(ship: int, loads: int) -> Ints:
    """G-27: leave empty, or with any of the colours of a mask."""
    loaded = [colour for colour in range(len(COLOUR)) if loads >> colour & 1]
    return tuple(OPTION_OF[Move(ship, load)] for load in (NONE, *loaded))


def _raids(ship: int, sails: int) -> list[tuple[int, Ints]]:
    """G-22: for every part of the sails that a hand may hold once or twice, the raids that it pays for."""
    return [
        (raid_key(ship, once, twice), _payable(ship, once, twice))
        for once, twice in product(range(64), repeat=2)
        if once & ~sails == 0 and twice & ~once == 0
    ]


def _payable(ship: int, once: int, twice: int) -> Ints:
    payable = [(a, b) for a, b in PAIRS if (twice >> a & 1 if a == b else once >> a & once >> b & 1)]
    return tuple(OPTION_OF[Raid(ship, cards)] for cards in payable)


EDITIONS: dict[str, Edition] = load_editions(__package__, ("piatnik_2013_reconstructed",), Components)
"""Every edition by id; the first is the default."""
NUMBER_OF = numbered(EDITIONS)
"""The number of an edition in `State.edition`."""
FIGURES = {NUMBER_OF[name]: figures(edition.components) for name, edition in EDITIONS.items()}
"""Every edition as ints, by `State.edition`."""
