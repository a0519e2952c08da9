"""The components of an edition, and the same as ints for the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from msgspec import UNSET, Struct, UnsetType

from podesta_engines.core.editions import Edition, load_editions, numbered
from podesta_engines.core.words import Vocabulary
from podesta_engines.describing import word_of

from .words import (
    COURT,
    CRAFTSMAN,
    EVENT,
    GOLD,
    MASON,
    METAL,
    PRIORY,
    PRIVILEGE,
    RESOURCE,
    RESOURCE_CARD,
    SPACE,
    THING,
    TRADE,
)

# -- the data file ---------------------------------------------------------------------------------------------------

Amounts = dict[str, int]
"""Numbers by resource, gold or points."""


class Box(Struct, frozen=True, forbid_unknown_fields=True):
    """The pieces in the box."""

    builders_per_colour: int
    """Master builders of each colour."""
    workers_per_colour: int
    """Workers of each colour."""
    grey_workers: int
    """Grey workers."""
    black_workers: int
    """Black workers."""
    cubes: Amounts
    """Cubes by resource."""
    source: str


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """P-12: gold in turn order, and victory points."""

    gold: list[int]
    """Gold, in turn order."""
    points: int
    """Victory points."""
    source: str


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """P-3, P-7, P-141: rounds, gold, craftsmen in a row, cubes kept."""

    rounds: int
    """Rounds of a game."""
    gold: int
    """The most gold that a seat may have."""
    craftsmen: int
    """Craftsmen in a row."""
    kept_cubes: int
    """Cubes kept at the end of a round."""
    source: str


class Decks(Struct, frozen=True, forbid_unknown_fields=True):
    """P-14, P-23: regular privileges used, and the numbers of cards in the supply."""

    privileges: int
    """Regular privileges used."""
    supply_resource_cards: int
    """Resource cards in the supply."""
    supply_craftsmen: int
    """Craftsmen in the supply."""
    source: str


class Wheel(Struct, frozen=True, forbid_unknown_fields=True):
    """The costs on the wheel, the first builder's first."""

    costs: list[int]
    """The costs, the first builder's first."""
    source: str


class Tax(Struct, frozen=True, forbid_unknown_fields=True):
    """The faces of the tax die."""

    faces: list[int]
    """The faces of the die."""
    source: str


class Market(Struct, frozen=True, forbid_unknown_fields=True):
    """P-22: cubes of each kind, and prices."""

    stock: int
    """Cubes of each kind."""
    buy: Amounts
    """Prices to buy at."""
    sell: Amounts
    """Prices to sell at."""
    source: str


class Conditions(Struct, frozen=True, forbid_unknown_fields=True):
    """P-112, P-113, P-135: the trades required for some actions."""

    work_mason: str
    """The trade required for masons to work."""
    sell_stone: str
    """The trade required to sell stone."""
    buy_wood: str
    """The trade required to buy wood."""
    source: str


class Craftsman(Struct, frozen=True, forbid_unknown_fields=True):
    """P-163: one craftsman card: `needs` is spent for each use, `holds` only shown; no capacity means once (P-133)."""

    id: Annotated[str, word_of("craftsman")]
    """The card."""
    round: int
    """The round in which he may be hired; 0 from the start."""
    trade: Annotated[str, word_of("trade")]
    """His trade."""
    cost: int
    """His cost in gold."""
    needs: Amounts
    """What is spent for each use."""
    gives: Amounts
    """What each use brings."""
    source: str
    holds: Amounts = {}
    """What he requires without spending it."""
    capacity: int | UnsetType = UNSET
    """How often he works in a round; absent: once."""


class ResourceCard(Struct, frozen=True, forbid_unknown_fields=True):
    """P-164: one resource card: the cubes it yields and the workers it needs."""

    id: Annotated[str, word_of("resource_card")]
    """The card."""
    place: str
    """The place on it."""
    resource: Annotated[str, word_of("resource")]
    """The resource that it yields."""
    cubes: int
    """How many cubes it yields."""
    workers: int
    """How many workers it needs."""
    source: str


class Privilege(Struct, frozen=True, forbid_unknown_fields=True):
    """P-165: one privilege card: `gives` on receipt, or every time; `figure` is any other number on it."""

    id: Annotated[str, word_of("privilege")]
    """The card."""
    kind: Literal["permanent", "once", "immediate"]
    """Whether it stays, is used once, or at once."""
    pool: Literal["regular", "last_round"]
    """Whether it is a regular one, or one of the last round."""
    source: str
    gives: Amounts = {}
    """What it brings on receipt, or every time."""
    figure: int = 0
    """Any other number on it."""


class Event(Struct, frozen=True, forbid_unknown_fields=True):
    """P-166: one event card: `gives` to each player; `figure` is any other number on it."""

    id: Annotated[str, word_of("event")]
    """The event."""
    sign: Literal["positive", "negative"]
    """Whether it is good for players."""
    source: str
    gives: Amounts = {}
    """What it brings to each player."""
    figure: int = 0
    """Any other number on it."""


class Space(Struct, frozen=True, forbid_unknown_fields=True):
    """P-167: one space for a master builder, and the step that resolves it."""

    id: Annotated[str, word_of("space")]
    """The space."""
    location: str
    """The location that it belongs to."""
    step: int
    """The step that resolves it."""
    in_order: bool
    """Whether the spaces of the location fill in order."""
    source: str
    gives: Amounts = {}
    """What it brings."""
    figure: int = 0
    """Any other number on it."""


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """One edition's data file; every part names its source."""

    edition: str
    title: str
    reconstructed: list[str]
    sources: dict[str, str]
    box: Box
    """The pieces in the box."""
    start: Start
    """What each seat starts with."""
    limits: Limits
    """Single figures, by what they limit."""
    decks: Decks
    """How many cards are used."""
    wheel: Wheel
    """The costs of the wheel."""
    tax: Tax
    """The tax die."""
    market: Market
    """The market."""
    conditions: Conditions
    """The trades required for some actions."""
    craftsmen: list[Craftsman]
    """Every craftsman."""
    resource_cards: list[ResourceCard]
    """Every resource card."""
    privileges: list[Privilege]
    """Every privilege."""
    events: list[Event]
    """Every event."""
    spaces: list[Space]
    """Every space for a master builder."""


# -- the same as ints ------------------------------------------------------------------------------------------------

Ints = tuple[int, ...]
Pairs = tuple[tuple[int, int], ...]


class Figures(Struct, frozen=True):
    """An edition as used by the rules. Lists are by card, resource or space.

    `needs` are (resource or GOLD, number) pairs; `conditional` cards have further conditions; `capacity` is 1 if none
    is printed, see `printed`. `kind`, `cubes`, `workers` are of resource cards; `of_kind` and `manned` are masks of
    them, by resource and by the number of free workers; `yields` has (cubes, cards, workers) of every mask. `gives` of
    privileges and events are (sand, wood, stone, metal, gold, points); `privilege` and `event` are other numbers on
    them. `locations` has the spaces of each location, and whether they fill in order.
    """

    rounds: int
    start_gold: Ints
    start_points: int
    builders: int
    worker_count: int
    gold_limit: int
    row_limit: int
    kept: int
    supply_cards: int
    costs: Ints
    tax_faces: Ints
    tax_weights: Ints
    stock: int
    buy: Ints
    sell: Ints
    mason_needs: int
    stone_needs: int
    wood_needs: int
    trade: Ints
    cost: Ints
    needs: tuple[Pairs, ...]
    must_hold: tuple[Pairs, ...]
    conditional: tuple[bool, ...]
    gold: Ints
    points: Ints
    capacity: Ints
    printed: tuple[bool, ...]
    kind: Ints
    cubes: Ints
    workers: Ints
    of_kind: Ints
    yields: tuple[tuple[int, int, int], ...]
    manned: Ints
    privilege_kind: tuple[str, ...]
    privilege_gives: tuple[Ints, ...]
    privilege: Ints
    regular: int
    last_round: Ints
    negative: tuple[bool, ...]
    event_gives: tuple[Ints, ...]
    event: Ints
    locations: tuple[tuple[Ints, bool], ...]
    location: tuple[str, ...]
    priory: Ints
    court_metal: int
    castle: int
    grey_workers: int
    metal: int


ALL = tuple(word.slug for word in THING.words)


def _all(amounts: Mapping[str, int]) -> Ints:
    """The amounts of sand, wood, stone, metal, gold and points."""
    return tuple(amounts.get(name, 0) for name in ALL)


def _pairs(amounts: Mapping[str, int]) -> Pairs:
    return tuple((ALL.index(name), number) for name, number in amounts.items())


def figures(components: Components) -> Figures:
    """Turn the components into ints; raises ValueError if they do not describe the pieces of the vocabularies."""
    _check(components)
    faces = sorted(set(components.tax.faces))
    return Figures(
        rounds=components.limits.rounds,
        start_gold=tuple(components.start.gold),
        start_points=components.start.points,
        builders=components.box.builders_per_colour,
        worker_count=components.box.workers_per_colour,
        gold_limit=components.limits.gold,
        row_limit=components.limits.craftsmen,
        kept=components.limits.kept_cubes,
        supply_cards=components.decks.supply_resource_cards,
        costs=tuple(components.wheel.costs),
        tax_faces=tuple(faces),
        tax_weights=tuple(components.tax.faces.count(face) for face in faces),
        stock=components.market.stock,
        buy=_all(components.market.buy)[:METAL],
        sell=_all(components.market.sell)[:GOLD],
        mason_needs=TRADE.parse(components.conditions.work_mason),
        stone_needs=TRADE.parse(components.conditions.sell_stone),
        wood_needs=TRADE.parse(components.conditions.buy_wood),
        trade=tuple(TRADE.parse(card.trade) for card in components.craftsmen),
        cost=tuple(card.cost for card in components.craftsmen),
        needs=tuple(_pairs(card.needs) for card in components.craftsmen),
        must_hold=tuple(_pairs(card.holds) for card in components.craftsmen),
        conditional=tuple(bool(card.holds) or TRADE.parse(card.trade) == MASON for card in components.craftsmen),
        gold=tuple(card.gives.get("gold", 0) for card in components.craftsmen),
        points=tuple(card.gives.get("points", 0) for card in components.craftsmen),
        capacity=tuple(1 if card.capacity is UNSET else card.capacity for card in components.craftsmen),
        printed=tuple(card.capacity is not UNSET for card in components.craftsmen),
        kind=tuple(RESOURCE.parse(card.resource) for card in components.resource_cards),
        cubes=tuple(card.cubes for card in components.resource_cards),
        workers=tuple(card.workers for card in components.resource_cards),
        of_kind=tuple(
            sum(1 << i for i, card in enumerate(components.resource_cards) if card.resource == word.slug)
            for word in RESOURCE.words
        ),
        yields=tuple(_yield(components.resource_cards, mask) for mask in range(1 << len(components.resource_cards))),
        manned=tuple(
            sum(1 << i for i, card in enumerate(components.resource_cards) if card.workers <= free)
            for free in range(
                components.box.workers_per_colour + components.box.grey_workers + components.box.black_workers + 1
            )
        ),
        privilege_kind=tuple(card.kind for card in components.privileges),
        privilege_gives=tuple(_all(card.gives) for card in components.privileges),
        privilege=tuple(card.figure for card in components.privileges),
        regular=sum(1 << i for i, card in enumerate(components.privileges) if card.pool == "regular"),
        last_round=tuple(i for i, card in enumerate(components.privileges) if card.pool == "last_round"),
        negative=tuple(card.sign == "negative" for card in components.events),
        event_gives=tuple(_all(card.gives) for card in components.events),
        event=tuple(card.figure for card in components.events),
        locations=_locations(components.spaces),
        location=tuple(space.location for space in components.spaces),
        priory=tuple(components.spaces[PRIORY + i].gives["points"] for i in range(2)),
        court_metal=components.spaces[COURT].gives["metal"],
        castle=next(space.figure for space in components.spaces if space.id == "castle"),
        grey_workers=components.box.grey_workers,
        metal=components.box.cubes["metal"],
    )


def _yield(cards: Sequence[ResourceCard], mask: int) -> tuple[int, int, int]:
    """P-86: the cubes of some resource cards, their number and their workers."""
    found = [card for i, card in enumerate(cards) if mask >> i & 1]
    return sum(card.cubes for card in found), len(found), sum(card.workers for card in found)


def _locations(spaces: Sequence[Space]) -> tuple[tuple[Ints, bool], ...]:
    """P-54: the spaces of each location, and whether only the first free one is available."""
    found: dict[str, tuple[Ints, bool]] = {}
    for index, space in enumerate(spaces):
        found[space.location] = (*found.get(space.location, ((),))[0], index), space.in_order
    return tuple(found.values())


def _check(components: Components) -> None:
    """Check that cards and spaces are those of the vocabularies, in their order; raises ValueError."""
    found: list[tuple[Sequence[Craftsman | ResourceCard | Privilege | Event | Space], Vocabulary]] = [
        (components.craftsmen, CRAFTSMAN),
        (components.resource_cards, RESOURCE_CARD),
        (components.privileges, PRIVILEGE),
        (components.events, EVENT),
        (components.spaces, SPACE),
    ]
    for rows, words in found:
        if [row.id for row in rows] != [word.slug for word in words.words]:
            raise ValueError(f"{components.edition}: {words.name}s are {[row.id for row in rows]}")


EDITIONS: dict[str, Edition] = load_editions(__package__, ("poe_base_2006",), Components)
"""Every edition by id; the first is the default."""
NUMBER_OF = numbered(EDITIONS)
"""The number of an edition in `State.edition`."""
FIGURES = {NUMBER_OF[name]: figures(edition.components) for name, edition in EDITIONS.items()}
"""Every edition as ints, by `State.edition`."""
