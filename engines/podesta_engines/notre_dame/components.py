"""The components of an edition, and the same as ints with all lists of options that can be computed in advance."""

from __future__ import annotations

from itertools import combinations
from typing import Annotated, Literal

from msgspec import Struct

from podesta_engines.core.editions import Edition, load_editions, numbered
from podesta_engines.describing import word_of

from .state import ACTIONS, SECTORS, SQUARES
from .words import COLOUR, MESSAGE, PERSON, SECTOR, SQUARE_NAME, STAY, THREE_OF_NINE

# -- the data file ---------------------------------------------------------------------------------------------------


class Start(Struct, frozen=True, forbid_unknown_fields=True):
    """N-3: markers of a colour, those in the personal supply at the start, gold at the start and in all."""

    markers: int
    """Markers of a colour."""
    supply: int
    """Markers in the personal supply at the start."""
    gold: int
    """Gold at the start."""
    total_gold: int
    """Gold in all."""
    source: str


class Rats(Struct, frozen=True, forbid_unknown_fields=True):
    """N-72: the last space of the track, and the prestige lost beyond it."""

    highest: int
    """The last space of the track."""
    lost_prestige: int
    """Prestige lost beyond it."""
    source: str


class Hotel(Struct, frozen=True, forbid_unknown_fields=True):
    """N-45: the number of pieces from which the hotel gives two choices."""

    two_choices_from: int
    """The number of pieces from which the hotel gives two choices."""
    source: str


class NotreDame(Struct, frozen=True, forbid_unknown_fields=True):
    """C-7: the value of the tile by players, and prestige by gold donated."""

    value_by_players: dict[int, int]
    """The value of the tile, by the number of players."""
    prestige_by_gold: dict[int, int]
    """Prestige, by the gold donated."""
    source: str


class Boroughs(Struct, frozen=True, forbid_unknown_fields=True):
    """N-1, C-3: boroughs by players, and the names of a borough's market squares."""

    number_by_players: dict[int, int]
    """The number of boroughs, by the number of players."""
    squares: list[Annotated[str, word_of("square_name")]]
    """The names of a borough's market squares."""
    source: str


class Streets(Struct, frozen=True, forbid_unknown_fields=True):
    """C-8: pairs of squares of a borough, and pairs of a square and one of the left neighbour."""

    own: list[tuple[str, str]]
    """Pairs of squares of a borough that a street joins."""
    border: list[tuple[str, str]]
    """Pairs of a square and one of the left neighbour that a street joins."""
    source: str
    reconstructed: bool = False


class Message(Struct, frozen=True, forbid_unknown_fields=True):
    """C-6: the benefits of one kind of message."""

    id: Annotated[str, word_of("message")]
    """The message."""
    source: str
    prestige: int
    """Prestige that it brings."""
    gold: int = 0
    """Gold that it brings."""
    markers: int = 0
    """Markers that it brings."""
    rat: int = 0
    """Spaces by which it moves the rat back."""


class Person(Struct, frozen=True, forbid_unknown_fields=True):
    """C-4, C-5: one person: brown, or grey of pass a, b or c, and the rats on the card."""

    id: Annotated[str, word_of("person")]
    """The person."""
    group: Literal["brown", "a", "b", "c"]
    """Brown, or the pass that it comes in."""
    rats: int
    """The rats on the card."""
    source: str
    reconstructed: bool = False


class Components(Struct, frozen=True, forbid_unknown_fields=True):
    """One edition's data file; every part names its source."""

    edition: str
    title: str
    colours: list[Annotated[str, word_of("colour")]]
    """Every colour."""
    sectors: list[Annotated[str, word_of("sector")]]
    """The sectors of a borough."""
    reconstructed: list[str]
    sources: dict[str, str]
    start: Start
    """What each seat starts with."""
    rats: Rats
    """The track of rats."""
    hotel: Hotel
    """The hotel."""
    notre_dame: NotreDame
    """The tile of Notre Dame."""
    boroughs: Boroughs
    """The boroughs."""
    streets: Streets
    """The streets between market squares."""
    messages: list[Message]
    """Every kind of message."""
    persons: list[Person]
    """Every person."""


# -- the same as ints ------------------------------------------------------------------------------------------------

Ints = tuple[int, ...]
PERSON_GROUPS = ("brown", "a", "b", "c")


class Figures(Struct, frozen=True):
    """An edition as used by the rules.

    rats: by person; groups: persons by brown, a, b, c; messages: (prestige, gold, markers, rat) each; values: by
    players; donation: prestige by gold; boroughs: by players; drives[boroughs][square][steps]: the options of a drive.
    """

    start: Start
    rat: Rats
    two_choices_from: int
    rats: Ints
    groups: tuple[Ints, ...]
    messages: tuple[tuple[int, int, int, int], ...]
    values: dict[int, int]
    donation: Ints
    boroughs: dict[int, int]
    streets: dict[int, tuple[Ints, ...]]
    drives: dict[int, tuple[tuple[Ints, ...], ...]]


def figures(components: Components) -> Figures:
    """C-1: turn the components into ints; raises ValueError if they do not describe the pieces of the vocabularies."""
    _check(components)
    numbers = sorted(set(components.boroughs.number_by_players.values()))
    streets = {number: joined_squares(components.streets, number) for number in numbers}
    gifts = components.notre_dame.prestige_by_gold
    return Figures(
        start=components.start,
        rat=components.rats,
        two_choices_from=components.hotel.two_choices_from,
        rats=tuple(person.rats for person in components.persons),
        groups=tuple(_group(components, group) for group in PERSON_GROUPS),
        messages=tuple((m.prestige, m.gold, m.markers, m.rat) for m in components.messages),
        values=components.notre_dame.value_by_players,
        donation=tuple(gifts.get(gold, 0) for gold in range(max(gifts) + 1)),
        boroughs=components.boroughs.number_by_players,
        streets=streets,
        drives={number: _drives(adjacent, components.start.markers + 1) for number, adjacent in streets.items()},
    )


def _check(components: Components) -> None:
    """C-1 to C-8: colours, sectors, squares, messages and persons are those of the vocabularies."""
    found = [
        (components.colours, COLOUR),
        (components.sectors, SECTOR),
        (components.boroughs.squares, SQUARE_NAME),
        ([message.id for message in components.messages], MESSAGE),
        ([person.id for person in components.persons], PERSON),
    ]
    for ids, words in found:
        if ids != [word.slug for word in words.words]:
            raise ValueError(f"{components.edition}: {words.name}s are {ids}")


def _group(components: Components, group: str) -> Ints:
    return tuple(i for i, person in enumerate(components.persons) if person.group == group)


def joined_squares(streets: Streets, boroughs: int) -> tuple[Ints, ...]:
    """C-8: the squares next to each square, in ascending order; the left neighbour of the last borough is the first."""
    joined: list[set[int]] = [set() for _ in range(SQUARES * boroughs)]
    for borough in range(boroughs):
        for pairs, other in ((streets.own, borough), (streets.border, (borough + 1) % boroughs)):
            for here, there in pairs:
                a, b = _square(borough, here), _square(other, there)
                joined[a].add(b)
                joined[b].add(a)
    return tuple(tuple(sorted(squares)) for squares in joined)


def _square(borough: int, name: str) -> int:
    return SQUARES * borough + SQUARE_NAME.parse(name)


def _drives(adjacent: tuple[Ints, ...], most: int) -> tuple[tuple[Ints, ...], ...]:
    """N-43: the other squares where a drive of up to that many steps may end, by square and steps; and staying."""
    return tuple(_drives_from(adjacent, square, most) for square in range(len(adjacent)))


def _drives_from(adjacent: tuple[Ints, ...], square: int, most: int) -> tuple[Ints, ...]:
    ends: set[int] = set()
    last, options = {square}, list[Ints]([(STAY,)])
    for _ in range(most):
        last = {there for here in last for there in adjacent[here]}
        ends |= last
        options.append((*sorted(ends - {square}), STAY))
    return tuple(options)


def route(streets: tuple[Ints, ...], origin: int, to: int) -> Ints:
    """N-43: the squares passed on a shortest drive between two squares; a round trip uses the first street."""
    paths: dict[int, Ints] = {}
    ways: list[Ints] = [(square,) for square in streets[origin]]
    for way in ways:  # the list grows: shortest ways come first, and each square once
        if way[-1] not in paths:
            paths[way[-1]] = way[:-1]
            ways += [(*way, square) for square in streets[way[-1]]]
    return paths[to]


def _deals() -> dict[int, Ints]:
    """N-21: the hands of three that a deck of nine, six or three cards can give, by the mask of its cards."""
    masks = [sum(1 << action for action in three) for three in THREE_OF_NINE]
    decks = [sum(1 << a for a in cards) for size in (3, 6, 9) for cards in combinations(range(ACTIONS), size)]
    return {deck: tuple(i for i, mask in enumerate(masks) if mask & ~deck == 0) for deck in decks}


DEALS = _deals()
"""The words of THREE that a deck can give, by its mask."""
ACTIONS_OF = tuple(tuple(action for action in range(ACTIONS) if mask >> action & 1) for mask in range(1 << ACTIONS))
"""The actions of a mask."""
ELSEWHERE = tuple(tuple(other for other in range(SECTORS) if other != sector) for sector in range(SECTORS + 1))
"""The sectors other than one; all of them for a piece that is in none (number 7)."""
EDITIONS: dict[str, Edition] = load_editions(__package__, ("alea_2007",), Components)
"""Every edition by id; the first is the default."""
NUMBER_OF = numbered(EDITIONS)
"""The number of an edition in `State.edition`."""
FIGURES = {NUMBER_OF[name]: figures(edition.components) for name, edition in EDITIONS.items()}
"""Every edition as ints, by `State.edition`."""
SPARE_COLOURS = tuple(COLOUR.parse(name) for name in ("blue", "green", "red", "violet", "yellow"))
"""N-2: the order in which spare boroughs take unused colours."""
SEAT_COLOURS = tuple(COLOUR.parse(name) for name in ("yellow", "red", "blue", "green", "violet"))
"""N-2: the order in which seats take colours."""
