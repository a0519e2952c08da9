"""The components of an edition, and the same as ints."""

from __future__ import annotations

from msgspec import Struct, field

from podesta_engines.core.editions import Edition, load_editions, numbered

from .dice import PLAIN, Ints
from .state import ANY, NONE
from .words import BUILDING, CARD, CHARACTER, COLOUR, EVENT, MODIFIER, SPACE

# -- the data file ---------------------------------------------------------------------------------------------------


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """T-3, T-6, T-9: what each player starts with, and what depends on the number of players."""

    deniers: int
    influence: int
    most_influence: int
    citizens: int
    citizens_by_players: dict[int, int]
    characters_by_players: dict[int, int]
    rounds_by_players: dict[int, int]
    source: str


class Income(Struct, frozen=True, forbid_unknown_fields=True):
    """T-50, T-51, T-232: deniers of a round, points lost for what cannot be paid, deniers for passing and waiting."""

    deniers: int
    unpaid_vp: int
    pass_deniers: int
    wait_deniers: int
    source: str


class Neutral(Struct, frozen=True, forbid_unknown_fields=True):
    """T-13: the grey citizens."""

    citizens: int
    spaces_for_two: list[str]
    source: str
    reconstructed: bool = False


class Influence(Struct, frozen=True, forbid_unknown_fields=True):
    """T-130: what the three uses of influence cost."""

    reroll: int
    recruit: int
    flip: int
    source: str


class Cathedral(Struct, frozen=True, forbid_unknown_fields=True):
    """T-172, T-262: what a cube in the cathedral brings, and what a level without one costs."""

    levels: int
    vp: int
    influence_by_value: list[int]
    empty_level_vp: int
    source: str
    reconstructed: bool = False


class Dice(Struct, frozen=True, forbid_unknown_fields=True):
    """T-62, T-76: dice of each colour, and black ones."""

    per_colour: int
    black: int
    source: str


class Row(Struct, frozen=True, forbid_unknown_fields=True):
    """The spaces of a building that some values of a die lead to, the first of them the entry."""

    dice: list[int]
    size: int


class Building(Struct, frozen=True, forbid_unknown_fields=True):
    """T-50, T-202, T-203: one building, its colour of dice, wage and rows."""

    id: str
    colour: str
    wage: int
    rows: list[Row]
    source: str
    reconstructed: bool = False


class Activity(Struct, frozen=True, forbid_unknown_fields=True):
    """T-140 to T-153: one activity card; strength is the figure that its cubes apply to a group."""

    id: str
    colour: str
    round: int
    cost: int
    spaces: list[int]
    divisor: int
    source: str
    delayed: bool = False
    mixed: bool = False
    pay_deniers: int = 0
    pay_influence: int = 0
    gain_deniers: int = 0
    gain_influence: int = 0
    gain_vp: int = 0
    hit_from: int = 0
    strength: int = 0
    reconstructed: bool = False


class Event(Struct, frozen=True, forbid_unknown_fields=True):
    """T-70, T-180, T-183: one kind of event card; Marauders have neither colour nor copies."""

    id: str
    copies: int
    dice: list[str]
    divisor: int
    spaces: int
    vp: list[int]
    source: str
    colour: str = ""
    black: int = 0
    calls: str = ""
    amount: int = 0
    reconstructed: bool = False


class Character(Struct, frozen=True, forbid_unknown_fields=True):
    """T-263: one character: points, and the lowest counts that earn them."""

    id: str
    vp: list[int]
    source: str
    from_: list[int] = field(name="from")
    from_for_two: list[int] = field(default_factory=list)


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """One edition's data file; every part names its source."""

    edition: str
    title: str
    reconstructed: list[str]
    sources: dict[str, str]
    start: Start
    income: Income
    neutral: Neutral
    influence: Influence
    cathedral: Cathedral
    dice: Dice
    buildings: list[Building]
    activities: list[Activity]
    events: list[Event]
    characters: list[Character]


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
    """An edition as rules read it. Lists over cards, events, characters and modifiers are in the vocabularies' order.

    `target` is the colour of the group that a card takes, or ANY; `slot` its space among nine; `modifier` PLAIN where
    it is not delayed; `card` the other way round; `strength` by modifier; `by_slot` the three cards of each space.
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
    """The ids are those of the vocabularies, in their order, and the counts those of the box."""
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
    """T-203: where each value of a die leads."""
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


_OLDEST_FIRST = load_editions(__package__, ("troyes_base_2010", "troyes_base_2010_reconstructed"), Components)
_RETIRED = ("troyes_base_2010",)
RETIRED: dict[str, Edition] = {name: _OLDEST_FIRST[name] for name in _RETIRED}
"""Editions that old games go on with: that of 2010 had another divisor of the Militia, and did not say what it is."""
EDITIONS: dict[str, Edition] = {name: one for name, one in _OLDEST_FIRST.items() if name not in _RETIRED}
"""Every edition that is offered by id; the first is the default."""
NUMBER_OF = numbered(_OLDEST_FIRST)
"""The index of an edition in `State.edition`; states are stored, so it never changes."""
FIGURES = {NUMBER_OF[name]: figures(edition.components) for name, edition in _OLDEST_FIRST.items()}
"""Every edition as ints, by `State.edition`."""
