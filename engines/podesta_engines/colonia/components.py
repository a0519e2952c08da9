"""The components of an edition, and the same as ints."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from podesta_engines.core.editions import Edition, load_editions, numbered
from podesta_engines.describing import word_of

from .words import (
    CHANGE_MAX,
    CHANGES,
    CITY,
    CRAFTSMAN,
    GOOD,
    HOLDS,
    LOAD_OF,
    ORDINANCE,
    RELIC,
    RESOURCE,
    SHIP,
    WEEK_CARD,
    Load,
)

# -- the data file ---------------------------------------------------------------------------------------------------


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """The single figures of the edition, by the name of what they limit or pay."""

    weeks: int
    """Weeks of a game."""
    ordinances_per_week: int
    """Ordinances of a week."""
    contract_spaces: int
    """Contracts in a craftsman's queue."""
    relic_display: int
    """Cards on display."""
    relic_extra_spaces: int
    """Extra spaces of the display."""
    harbour_berths: int
    """Berths of the harbour."""
    street_return: int
    """The most family members that an ordinance takes home from a street."""
    exchange: int
    """The most money that an ordinance exchanges."""
    craftsman_bonus: int
    """How many more contracts a craftsman carries out by an ordinance."""
    resources_for_all: int
    """Resources that every seat draws by an ordinance."""
    extra_stall_resources: int
    """Resources on each extra stall."""
    extra_hold_pays: int
    """What the extra hold pays."""
    window_points: int
    """Points of a window."""
    source: str


class Pieces(Struct, frozen=True, forbid_unknown_fields=True):
    """C-4: resources and goods of each kind; C-2: the values of a seat's family cards."""

    resources: int
    """Resources of each kind."""
    goods: int
    """Goods of each kind."""
    family_cards: list[int]
    """The values of a seat's family cards."""
    source: str


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """C-5, C-6: money of each currency, and resources drawn."""

    money: int
    """Money of each currency."""
    resources: int
    """Resources drawn."""
    source: str


class Members(Struct, frozen=True, forbid_unknown_fields=True):
    """C-1: family members of a seat by the number of players."""

    by_players: dict[int, int]
    """Family members of a seat, by the number of players."""
    source: str


class Craftsman(Struct, frozen=True, forbid_unknown_fields=True):
    """C-46: what a craftsman makes, and the two resources it takes; the die faces follow the order."""

    id: Annotated[str, word_of("craftsman")]
    """The craftsman."""
    good: Annotated[str, word_of("good")]
    """The good that he makes."""
    recipe: list[Annotated[str, word_of("resource")]]
    """The two resources that it takes."""
    source: str


class WeekCard(Struct, frozen=True, forbid_unknown_fields=True):
    """C-17: resources by stall, ordinary contracts by craftsman, rolls for extra contracts, ships that sail."""

    id: Annotated[str, word_of("week_card")]
    """The card."""
    stalls: list[int]
    """Resources by stall."""
    contracts: list[int]
    """Ordinary contracts by craftsman."""
    rolls: int
    """Rolls for extra contracts."""
    ships: int
    """Ships that sail."""
    source: str
    reconstructed: bool = False


class OrdinanceCard(Struct, frozen=True, forbid_unknown_fields=True):
    """C-21: an ordinance and its day, Monday being 1."""

    id: Annotated[str, word_of("ordinance")]
    """The ordinance."""
    day: int
    """Its day, Monday being 1."""
    source: str
    reconstructed: bool = False


class Hold(Struct, frozen=True, forbid_unknown_fields=True):
    """C-53: the goods a hold takes and the money it pays."""

    goods: list[Annotated[str, word_of("good")]]
    """The goods that it takes."""
    pays: int
    """The money that it pays."""


class ShipCard(Struct, frozen=True, forbid_unknown_fields=True):
    """C-53: a ship, the city it sails to, and its holds."""

    id: Annotated[str, word_of("ship")]
    """The ship."""
    city: Annotated[str, word_of("city")]
    """The city that it sails to."""
    holds: list[Hold]
    """Its holds."""
    source: str
    reconstructed: bool = False


class RelicCard(Struct, frozen=True, forbid_unknown_fields=True):
    """C-61: a relic or a shrine, its city, its cost in the city's currency and its points."""

    id: Annotated[str, word_of("relic")]
    """The card."""
    city: Annotated[str, word_of("city")]
    """Its city."""
    shrine: bool
    """Whether it is a shrine."""
    cost: int
    """What it costs in the city's currency."""
    points: int
    """Its points."""
    source: str
    reconstructed: bool = False


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """One edition's data file; every part names its source."""

    edition: str
    title: str
    reconstructed: list[str]
    sources: dict[str, str]
    limits: Limits
    """Single figures, by the name of what they limit or pay."""
    pieces: Pieces
    """The pieces in the box."""
    start: Start
    """What each seat starts with."""
    members: Members
    """The family members."""
    craftsmen: list[Craftsman]
    """The craftsmen; the faces of the die follow their order."""
    week_cards: list[WeekCard]
    """Every week card."""
    ordinances: list[OrdinanceCard]
    """Every ordinance."""
    ships: list[ShipCard]
    """Every ship."""
    relics: list[RelicCard]
    """Every relic and shrine."""


# -- the same as ints ------------------------------------------------------------------------------------------------

Ints = tuple[int, ...]


class Figures(Struct, frozen=True):
    """An edition as used by the rules.

    recipes and makes are by craftsman; stalls, contracts, rolls and sailing by week card, days by ordinance; city_of,
    needs (see `hold_mask`), takes (the goods of a hold) and pays by ship; shrine, relic_city, cost and points by relic
    card, shrine_of by city. changes[currency][amount] are the exchanges possible with that amount of a currency.
    """

    limits: Limits
    pieces: Pieces
    start: Start
    members: dict[int, int]
    recipes: tuple[tuple[int, int], ...]
    makes: Ints
    stalls: tuple[Ints, ...]
    contracts: tuple[Ints, ...]
    rolls: Ints
    sailing: Ints
    days: Ints
    city_of: Ints
    needs: tuple[tuple[tuple[int, int, int], ...], ...]
    takes: tuple[tuple[Ints, ...], ...]
    pays: tuple[Ints, ...]
    relic_city: Ints
    shrine: tuple[bool, ...]
    shrine_of: Ints
    cost: Ints
    points: Ints
    changes: tuple[tuple[Ints, ...], ...]


def figures(components: Components) -> Figures:
    """Turn the components into ints; raises ValueError if they do not describe the pieces of the vocabularies."""
    _check(components)
    weeks, ships, relics = components.week_cards, components.ships, components.relics
    takes = tuple(tuple(_goods(hold) for hold in ship.holds) for ship in ships)
    return Figures(
        components.limits,
        components.pieces,
        components.start,
        components.members.by_players,
        tuple((RESOURCE.parse(man.recipe[0]), RESOURCE.parse(man.recipe[1])) for man in components.craftsmen),
        tuple(GOOD.parse(man.good) for man in components.craftsmen),
        tuple(tuple(week.stalls) for week in weeks),
        tuple(tuple(week.contracts) for week in weeks),
        tuple(week.rolls for week in weeks),
        tuple(week.ships for week in weeks),
        tuple(ordinance.day for ordinance in components.ordinances),
        tuple(CITY.parse(ship.city) for ship in ships),
        tuple(_needs(ship, holds) for ship, holds in enumerate(takes)),
        takes,
        tuple(tuple(hold.pays for hold in ship.holds) for ship in ships),
        tuple(CITY.parse(relic.city) for relic in relics),
        tuple(relic.shrine for relic in relics),
        tuple(_shrine(components, word.slug) for word in CITY.words),
        tuple(relic.cost for relic in relics),
        tuple(relic.points for relic in relics),
        tuple(_changes(origin, components.limits.exchange) for origin in range(len(CITY))),
    )


def _check(components: Components) -> None:
    """Check that the rows are those of the vocabularies, in their order, and fit the board; raises ValueError."""
    found = [
        ([man.id for man in components.craftsmen], CRAFTSMAN),
        ([week.id for week in components.week_cards], WEEK_CARD),
        ([ordinance.id for ordinance in components.ordinances], ORDINANCE),
        ([ship.id for ship in components.ships], SHIP),
        ([relic.id for relic in components.relics], RELIC),
    ]
    for ids, words in found:
        if ids != [word.slug for word in words.words]:
            raise ValueError(f"{components.edition}: the rows of {words.name} are {ids}")
    if any(len(ship.holds) > HOLDS for ship in components.ships) or components.limits.exchange > CHANGE_MAX:
        raise ValueError(f"{components.edition}: there are no words for so many holds, or for so large an exchange")


def _shrine(components: Components, city: str) -> int:
    """C-113: the one shrine of a city; raises ValueError if there is none, or more than one."""
    (shrine,) = (card for card, relic in enumerate(components.relics) if relic.shrine and relic.city == city)
    return shrine


def _goods(hold: Hold) -> Ints:
    return tuple(GOOD.parse(good) for good in hold.goods)


def hold_mask(goods: Ints) -> int:
    """The goods of a hold as a mask: the bit `level * 5 + good` means one more of that good."""
    return sum(1 << goods[:i].count(good) * len(GOOD) + good for i, good in enumerate(goods))


def stock_mask(counts: list[int]) -> int:
    """A seat's goods, as the mask of `hold_mask`, up to three of a kind."""
    mask = 0
    for good, count in enumerate(counts):
        if count:
            mask |= (1, 33, 1057)[2 if count > 2 else count - 1] << good
    return mask


def _needs(ship: int, holds: tuple[Ints, ...]) -> tuple[tuple[int, int, int], ...]:
    """C-53: for each hold its index, the answer that loads it and the mask of its goods."""
    return tuple((hold, LOAD_OF[Load(ship, hold)], hold_mask(goods)) for hold, goods in enumerate(holds))


def _changes(origin: int, limit: int) -> tuple[Ints, ...]:
    """C-87: the exchanges from a currency for a seat that owns 0, 1, … of it."""
    return tuple(
        tuple(i for i, change in enumerate(CHANGES) if change.origin == origin and change.amount <= min(owned, limit))
        for owned in range(limit + 1)
    )


_OLDEST_FIRST = load_editions(__package__, ("queen_2009", "queen_2009_shrines_15"), Components)
_DEFAULT = "queen_2009_shrines_15"
EDITIONS: dict[str, Edition] = {_DEFAULT: _OLDEST_FIRST[_DEFAULT], **_OLDEST_FIRST}
"""Every edition by id; the first is the default. They differ in the price of the shrines, which is uncertain (C-61)."""
NUMBER_OF = numbered(_OLDEST_FIRST)
"""The number of an edition in `State.edition`; states are stored, so it never changes."""
FIGURES = {NUMBER_OF[name]: figures(edition.components) for name, edition in EDITIONS.items()}
"""Every edition as ints, by `State.edition`."""
