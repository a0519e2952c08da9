"""The components of an edition, and the same as ints."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct, field

from podesta_engines.core.editions import Edition, load_editions, numbered
from podesta_engines.describing import word_of

from .dice import PLAIN, Ints
from .state import ANY, NONE
from .words import BUILDING, CARD, CHARACTER, COLOUR, EVENT, MODIFIER, SPACE

# -- the data file ---------------------------------------------------------------------------------------------------


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """T-3, T-6, T-9: the start of each player, and the figures that depend on the number of players."""

    deniers: int
    """Deniers."""
    influence: int
    """Influence."""
    most_influence: int
    """The most influence that a seat may have."""
    citizens: int
    """Citizens of a colour."""
    citizens_by_players: dict[int, int]
    """Citizens in the personal supply, by the number of players."""
    characters_by_players: dict[int, int]
    """Characters of a seat, by the number of players."""
    rounds_by_players: dict[int, int]
    """Rounds, by the number of players."""
    source: str


class Income(Struct, frozen=True, forbid_unknown_fields=True):
    """T-50, T-51, T-232: deniers of a round, points lost for unpaid costs, deniers for passing and waiting."""

    deniers: int
    """Deniers of a round."""
    unpaid_vp: int
    """Points lost for costs that cannot be paid."""
    pass_deniers: int
    """Deniers for passing."""
    wait_deniers: int
    """Deniers for each later turn that the seat is passed over."""
    source: str


class Neutral(Struct, frozen=True, forbid_unknown_fields=True):
    """T-13: the grey citizens."""

    citizens: int
    """How many there are."""
    spaces_for_two: list[str]
    """The spaces that they take with two players."""
    source: str
    reconstructed: bool = False


class Influence(Struct, frozen=True, forbid_unknown_fields=True):
    """T-130: the costs of the three uses of influence."""

    reroll: int
    """The cost of rolling a die again."""
    recruit: int
    """The cost of a citizen from the general supply."""
    flip: int
    """The cost of turning dice over."""
    source: str


class Cathedral(Struct, frozen=True, forbid_unknown_fields=True):
    """T-172, T-262: the gain from a cube in the cathedral, and the cost of a level without one."""

    levels: int
    """How many levels there are."""
    vp: int
    """Points for a cube."""
    influence_by_value: list[int]
    """Influence for a cube, by the value of its place."""
    empty_level_vp: int
    """Points that a level without one of its cubes costs a seat."""
    source: str
    reconstructed: bool = False


class Dice(Struct, frozen=True, forbid_unknown_fields=True):
    """T-62, T-76: dice of each colour, and black ones."""

    per_colour: int
    """Dice of each colour."""
    black: int
    """Black dice."""
    source: str


class Row(Struct, frozen=True, forbid_unknown_fields=True):
    """The spaces of a building to which some values of a die lead; the first one is the entry."""

    dice: list[int]
    """The values of a die that lead to it."""
    size: int
    """How many spaces it has; the first is the entry."""


class Building(Struct, frozen=True, forbid_unknown_fields=True):
    """T-50, T-202, T-203: one building, its colour of dice, wage and rows."""

    id: Annotated[str, word_of("building")]
    """The building."""
    colour: Annotated[str, word_of("colour")]
    """The colour of its dice."""
    wage: int
    """The wage of each citizen standing there."""
    rows: list[Row]
    """Its rows."""
    source: str
    reconstructed: bool = False


class Activity(Struct, frozen=True, forbid_unknown_fields=True):
    """T-140 to T-153: one activity card; strength is the figure that its cubes apply to a group."""

    id: Annotated[str, word_of("card")]
    """The card."""
    colour: Annotated[str, word_of("colour")]
    """Its colour."""
    round: int
    """The round in which it is revealed."""
    cost: int
    """The cost in deniers of placing a tradesman."""
    spaces: list[int]
    """Points of its two spaces."""
    divisor: int
    """The sum of the dice is divided by this."""
    source: str
    delayed: bool = False
    """Whether cubes are kept on it for later."""
    mixed: bool = False
    """Whether its group may have dice of several colours."""
    pay_deniers: int = 0
    """Deniers paid for each use."""
    pay_influence: int = 0
    """Influence paid for each use."""
    gain_deniers: int = 0
    """Deniers gained by each use."""
    gain_influence: int = 0
    """Influence gained by each use."""
    gain_vp: int = 0
    """Points gained by each use."""
    hit_from: int = 0
    """The lowest value of a die that hits."""
    strength: int = 0
    """The figure that its cubes apply to a group."""
    reconstructed: bool = False


class Event(Struct, frozen=True, forbid_unknown_fields=True):
    """T-70, T-180, T-183: one kind of event card; Marauders have neither colour nor copies."""

    id: Annotated[str, word_of("event")]
    """The event."""
    copies: int
    """How many of its cards there are."""
    dice: list[Annotated[str, word_of("colour")]]
    """The colours that combat it."""
    divisor: int
    """The sum of the dice is divided by this to give cubes."""
    spaces: int
    """How many cubes it takes."""
    vp: list[int]
    """Points for the owner with the most cubes, and for the second."""
    source: str
    colour: str = ""
    """The colour of its card; empty for Marauders."""
    black: int = 0
    """How many black dice it brings."""
    calls: str = ""
    """The deck that it calls a second event from; empty for none."""
    amount: int = 0
    """How much its effect takes."""
    reconstructed: bool = False


class Character(Struct, frozen=True, forbid_unknown_fields=True):
    """T-263: one character: points, and the lowest counts that earn them."""

    id: Annotated[str, word_of("character")]
    """The character."""
    vp: list[int]
    """Points, from the lowest."""
    source: str
    from_: list[int] = field(name="from")
    """The lowest counts that earn them."""
    from_for_two: list[int] = field(default_factory=list)
    """The same with two players, if different."""


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """One edition's data file; every part names its source."""

    edition: str
    title: str
    reconstructed: list[str]
    sources: dict[str, str]
    start: Start
    """What each player starts with."""
    income: Income
    """The income of a round."""
    neutral: Neutral
    """The grey citizens."""
    influence: Influence
    """The costs of the uses of influence."""
    cathedral: Cathedral
    """The cathedral."""
    dice: Dice
    """The dice."""
    buildings: list[Building]
    """The buildings."""
    activities: list[Activity]
    """Every activity card."""
    events: list[Event]
    """Every kind of event card."""
    characters: list[Character]
    """Every character."""


# -- the same as ints ------------------------------------------------------------------------------------------------


class Foe(Struct, frozen=True):
    """An event kind as ints; `dice` are colours, `calls` a colour or NONE."""

    copies: int
    colour: int
    dice: Ints
    divisor: int
    spaces: int
    vp: Ints
    black: int
    calls: int
    amount: int


class Figures(Struct, frozen=True):
    """An edition as used by the rules. Lists over cards, events, characters, modifiers are in the vocabularies' order.

    `target` is the colour of the group that a card takes, or ANY; `slot` its space among nine; `modifier` PLAIN if it
    is not delayed; `card` the inverse of `modifier`; `strength` by modifier; `by_slot` the three cards of each space.
    `rows[building][value - 1]` are the first space of a row and the one after its last; `wages` by building.
    """

    start: Start
    income: Income
    influence: Influence
    cathedral: Cathedral
    neutrals: int
    neutral_spaces: Ints
    per_colour: int
    black: int
    wages: Ints
    rows: tuple[tuple[tuple[int, int], ...], ...]
    cards: tuple[Activity, ...]
    cost: Ints
    divisor: Ints
    target: Ints
    slot: Ints
    modifier: Ints
    card: Ints
    strength: Ints
    pay_deniers: Ints
    pay_influence: Ints
    by_slot: tuple[Ints, ...]
    events: tuple[Foe, ...]
    thresholds: tuple[tuple[Ints, ...], ...]
    rewards: tuple[Ints, ...]


def figures(components: Components) -> Figures:
    """Turn the components into ints; raises ValueError if they do not describe the pieces of the vocabularies."""
    _check(components)
    cards = components.activities
    slot = tuple(3 * COLOUR.parse(card.colour) + card.round - 1 for card in cards)
    number = {word.slug: i for i, word in enumerate(MODIFIER.words)}
    return Figures(
        start=components.start,
        income=components.income,
        influence=components.influence,
        cathedral=components.cathedral,
        neutrals=components.neutral.citizens,
        neutral_spaces=tuple(map(SPACE.parse, components.neutral.spaces_for_two)),
        per_colour=components.dice.per_colour,
        black=components.dice.black,
        wages=tuple(building.wage for building in components.buildings),
        rows=tuple(_rows(i, building) for i, building in enumerate(components.buildings)),
        cards=tuple(cards),
        cost=tuple(card.cost for card in cards),
        divisor=tuple(card.divisor for card in cards),
        target=tuple(ANY if card.mixed else COLOUR.parse(card.colour) for card in cards),
        slot=slot,
        modifier=tuple(number[card.id] if card.delayed else PLAIN for card in cards),
        card=(NONE, *(CARD.parse(word.slug) for word in MODIFIER.words[1:])),
        strength=(0, *(cards[CARD.parse(word.slug)].strength for word in MODIFIER.words[1:])),
        pay_deniers=tuple(card.pay_deniers for card in cards),
        pay_influence=tuple(card.pay_influence for card in cards),
        by_slot=tuple(tuple(i for i, there in enumerate(slot) if there == space) for space in range(9)),
        events=tuple(map(_foe, components.events)),
        thresholds=(
            tuple(tuple(character.from_) for character in components.characters),
            tuple(tuple(character.from_for_two) for character in components.characters),
        ),
        rewards=tuple(tuple(character.vp) for character in components.characters),
    )


def _check(components: Components) -> None:
    """Check that ids are those of the vocabularies, in their order, and counts those of the box; raises ValueError."""
    found = [
        ([card.id for card in components.activities], CARD),
        ([event.id for event in components.events], EVENT),
        ([character.id for character in components.characters], CHARACTER),
        ([building.id for building in components.buildings], BUILDING),
        ([building.colour for building in components.buildings], COLOUR),
    ]
    for ids, words in found:
        if ids != [word.slug for word in words.words]:
            raise ValueError(f"{components.edition}: {words.name}s are {ids}")
    if {card.id for card in components.activities if card.delayed} != {word.slug for word in MODIFIER.words[1:]}:
        raise ValueError(f"{components.edition}: the delayed cards are others")


def _rows(number: int, building: Building) -> tuple[tuple[int, int], ...]:
    """T-203: the row to which each value of a die leads."""
    found: dict[int, tuple[int, int]] = {}
    at = 6 * number
    for row in building.rows:
        found.update(dict.fromkeys(row.dice, (at, at + row.size)))
        at += row.size
    if at != 6 * number + 6 or sorted(found) != [1, 2, 3, 4, 5, 6]:
        raise ValueError(f"{building.id}: the rows must have six spaces and a place for every value")
    return tuple(found[value] for value in range(1, 7))


def _foe(event: Event) -> Foe:
    return Foe(
        copies=event.copies,
        colour=COLOUR.parse(event.colour) if event.colour else NONE,
        dice=tuple(map(COLOUR.parse, event.dice)),
        divisor=event.divisor,
        spaces=event.spaces,
        vp=tuple(event.vp),
        black=event.black,
        calls=COLOUR.parse(event.calls) if event.calls else NONE,
        amount=event.amount,
    )


EDITIONS: dict[str, Edition] = load_editions(__package__, ("troyes_base_2010_revised",), Components)
"""Every edition by id; the first is the default."""
NUMBER_OF = numbered(EDITIONS, first=2)
"""The number of an edition in `State.edition`."""
FIGURES = {NUMBER_OF[name]: figures(edition.components) for name, edition in EDITIONS.items()}
"""Every edition as ints, by `State.edition`."""
