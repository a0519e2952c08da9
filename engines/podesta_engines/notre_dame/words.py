"""The words of Notre Dame: vocabularies, questions and draws; their labels are in `texts/`."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from podesta_engines.core.script import Kind
from podesta_engines.core.words import Vocabulary, Word, form

# -- pieces ----------------------------------------------------------------------------------------------------------

_SECTORS = ("hospital", "park", "residence", "cloister_school", "bank", "carriage_house", "hotel")
_SQUARES = ("centre", "inner_left", "inner_right", "outer_left", "outer_right")
_BOROUGHS = range(5)

COLOUR = Vocabulary.of("colour", "blue", "green", "red", "violet", "yellow")
SECTOR = Vocabulary.of("sector", *_SECTORS)
ACTION = Vocabulary.of("action", *_SECTORS, "notre_dame", "trusted_friend")
SQUARE_NAME = Vocabulary.of("square_name", *_SQUARES)
BOROUGH = Vocabulary.of("borough", *(f"b{i + 1}" for i in _BOROUGHS))
SEAT = Vocabulary.seats("seat", 5)
NUMBER = Vocabulary.numbers("number", 800)
_SQUARE = form("labels.square", name=SQUARE_NAME, borough=BOROUGH)
_HOME = form("labels.home", owner=SEAT)
_SPARE = form("labels.spare", colour=COLOUR)
SQUARE = Vocabulary(
    "square",
    (Word(f"b{b + 1}_{name}", said=_SQUARE(i, b)) for b in _BOROUGHS for i, name in enumerate(_SQUARES)),
)
BOROUGH_OF = tuple(borough for borough in _BOROUGHS for _ in _SQUARES)
"""The borough of every square."""
HOME = Vocabulary(
    "home",
    (
        *(Word(f"seat_{seat}", said=_HOME(seat)) for seat in _BOROUGHS),
        *(Word(f"spare_{colour.slug}", said=_SPARE(i)) for i, colour in enumerate(COLOUR.words)),
    ),
)
"""A borough as people name it, by its player or by its colour: no number is printed on it."""
SPARE = 5
"""The word of HOME for the spare borough of colour 0."""
MESSAGE = Vocabulary.of("message", "m1", "m2", "m3", "m4")
PERSON = Vocabulary.of(
    "person", "innkeeper", "minstrel", "monk", "fool", "usurer", "doctor", "city_guard", "night_watch", "bishop",
    "guild_master", "beggar_king", "lawyer", "lady_in_waiting", "mayor", "carpenter",
)  # fmt: skip
(
    INNKEEPER, MINSTREL, MONK, FOOL, USURER, DOCTOR, CITY_GUARD, NIGHT_WATCH, BISHOP, GUILD_MASTER, BEGGAR_KING,
    LAWYER, LADY_IN_WAITING, MAYOR, CARPENTER,
) = range(15)  # fmt: skip
PLACE = Vocabulary.of(
    "place", "treasury", "display", "discard", "hand", "played", "deck", "supply", "general", "gold", "messages", "bell"
)
"""Places of the table that are neither sectors nor squares."""
PERSONAL, GENERAL = PLACE.parse("supply"), PLACE.parse("general")
"""The places from which markers are placed."""
PASSAGE = Vocabulary.of("passage", "a", "b", "c")
GIVER = Vocabulary("giver", (*Vocabulary.seats("giver", 5, "seat_").words, Word("supply")))
SUPPLY = 5


class Card(NamedTuple):
    """C-2: an action card."""

    colour: int
    action: int


CARDS = tuple(Card(colour, action) for colour in range(len(COLOUR)) for action in range(len(ACTION)))
"""The card of every word of CARD."""
ACTION_OF = tuple(card.action for card in CARDS)
"""The action of every card."""
COLOUR_OF = tuple(card.colour for card in CARDS)
"""The colour of every card."""
THREE_OF_NINE = tuple(combinations(range(9), 3))
"""The three actions of every word of THREE."""
_CARD = form("labels.card", action=ACTION, colour=COLOUR)
_THREE = form("labels.three", actions=ACTION)


def _card(card: Card) -> Word:
    """C-2: `<colour>.<action>`."""
    colour, action = COLOUR.slug(card.colour), ACTION.slug(card.action)
    return Word(f"{colour}.{action}", (("colour", colour), ("action", action)), _CARD(card.action, card.colour))


def _three(actions: tuple[int, ...]) -> Word:
    """`<action>.<action>.<action>`, in the order of the actions."""
    slugs = [ACTION.slug(action) for action in actions]
    return Word(".".join(slugs), (("actions", ",".join(slugs)),), _THREE(actions))


CARD = Vocabulary("card", map(_card, CARDS))
THREE = Vocabulary("three", map(_three, THREE_OF_NINE))

# -- answers ---------------------------------------------------------------------------------------------------------

_FROM = form("labels.from", place=ACTION)
_SEND = form("labels.send", sector=SECTOR)
_DRIVE = form("labels.drive", square=SQUARE)
_HIRE = form("labels.hire", person=PERSON)
SOURCE = Vocabulary(
    "source",
    (*(Word(ACTION.slug(i), said=_FROM(i)) for i in range(8)), Word("supply"), Word("no_effect")),
)
FROM_SUPPLY, NO_EFFECT = 8, 9
TARGET = Vocabulary("target", (*(Word(slug, said=_SEND(i)) for i, slug in enumerate(_SECTORS)), Word("no_effect")))
STAY_AWAY = 7
"""The trusted friend does not move: no effect."""
DESTINATION = Vocabulary(
    "destination", (*(Word(word.slug, said=_DRIVE(i)) for i, word in enumerate(SQUARE.words)), Word("stay"))
)
STAY = 25
TAKING = Vocabulary.of("taking", "take", "leave")
TAKE, LEAVE = 0, 1
DONATION = Vocabulary.of("donation", "no_effect", "gold_1", "gold_2", "gold_3")
HIRING = Vocabulary(
    "hiring", (*(Word(word.slug, said=_HIRE(i)) for i, word in enumerate(PERSON.words)), Word("nobody"))
)
HIRE_NOBODY = 15
_TOGETHER = ((1, 0), (2, 0), (3, 0), (0, 1), (1, 1), (2, 1))
"""Pieces that can move together: markers, and whether the friend is among them."""


class Group(NamedTuple):
    """Pieces that leave a place together: a number of markers, with or without the friend."""

    place: int
    markers: int
    friend: int


GROUPS = (
    *(Group(sector, markers, friend) for sector in range(len(SECTOR)) for markers, friend in _TOGETHER),
    Group(len(SECTOR), 1, 0),
)
"""The group of every word of PIECES; from Notre Dame one marker only."""
MARKER_AT = {place: option for option, (place, *group) in enumerate(GROUPS) if group == [1, 0]}
"""The word for a marker alone, by its place."""
FRIEND_AT = {place: option for option, (place, *group) in enumerate(GROUPS) if group == [0, 1]}
"""The word for the friend alone, by his sector."""
_MARKERS = form("labels.markers", number=NUMBER, place=ACTION)
_FRIEND = form("labels.friend", number=NUMBER, place=ACTION)


def _pieces(group: Group) -> Word:
    """`<place>.markers_<n>`, `<place>.friend` or `<place>.friend_markers_<n>`."""
    place, (_, markers, friend) = ACTION.slug(group.place), group
    name = "_".join(["friend"] * friend + [f"markers_{markers}"] * (markers > 0))
    parts = (("place", place), ("markers", str(markers)), ("friend", "yes" if friend else "no"))
    return Word(f"{place}.{name}", parts, (_FRIEND if friend else _MARKERS)(markers, group.place))


PIECES = Vocabulary("pieces", map(_pieces, GROUPS))
"""Pieces on the move."""
CHOICE = Vocabulary.of("choice", "gold", "marker", "rat")
GOLD, MARKER, RAT = range(3)
BENEFITS = ((GOLD,), (MARKER,), (RAT,), *combinations_with_replacement((GOLD, MARKER, RAT), 2))
"""The benefits of the hotel: one choice, or an unordered pair."""
_BENEFIT = form("labels.benefit", choices=CHOICE)


def _benefit(choices: tuple[int, ...]) -> Word:
    """`<choice>` or `<choice>.<choice>`."""
    slugs = [CHOICE.slug(choice) for choice in choices]
    return Word(".".join(slugs), (("choices", ",".join(slugs)),), _BENEFIT(choices))


BENEFIT = Vocabulary("benefit", map(_benefit, BENEFITS))
REASON = Vocabulary.of("reason", "nine_rounds")
PART = Vocabulary.of("part", "prestige", "gold", "markers", "tie_break")
PHASE = Vocabulary.of(
    "phase", "setup", "reveal", "draft_one", "draft_two", "play_one", "play_two", "hire", "plague", "game_over"
)

# -- questions and draws ---------------------------------------------------------------------------------------------

KEEP_FIRST = Kind("keep_first", "N-22", CARD, secret=True)
KEEP_SECOND = Kind("keep_second", "N-23", CARD, secret=True)
PLAY_CARD = Kind("play_card", "N-25", CARD)
PLACE_MARKER = Kind("place_marker", "N-28", SOURCE, about=(("sector", ACTION),))
DRIVE = Kind("drive", "N-43", DESTINATION, about=(("steps", NUMBER),))
TAKE_MESSAGE = Kind("take_message", "N-44", TAKING, about=(("colour", COLOUR), ("message", MESSAGE)))
USE_HOTEL = Kind("use_hotel", "N-45", BENEFIT)
DONATE = Kind("donate", "N-48", DONATION)
MOVE_FRIEND = Kind("move_friend", "N-49", TARGET)
HIRE_PERSON = Kind("hire_person", "N-50", HIRING)
ASK_INNKEEPER = Kind("ask_innkeeper", "N-53", BENEFIT)
MINSTREL_PIECES = Kind("minstrel_pieces", "N-54", PIECES)
MINSTREL_TO = Kind("minstrel_to", "N-54", SECTOR, about=(("pieces", PIECES),))
FOOL_PIECE = Kind("fool_piece", "N-56", PIECES)
FOOL_TO = Kind("fool_to", "N-56", SECTOR, about=(("pieces", PIECES),))
BISHOP_TO = Kind("bishop_to", "N-61", SECTOR)
LOSE_MARKER = Kind("lose_marker", "N-73", SECTOR)
START_SEAT = Kind("start_seat", "N-6", SEAT)
LAY_MESSAGE = Kind("lay_message", "N-4", MESSAGE)
REVEAL_PERSON = Kind("reveal_person", "N-20", PERSON)
DEAL_THREE = Kind("deal_three", "N-21", THREE)
KINDS = (
    KEEP_FIRST, KEEP_SECOND, PLAY_CARD, PLACE_MARKER, DRIVE, TAKE_MESSAGE, USE_HOTEL, DONATE, MOVE_FRIEND, HIRE_PERSON,
    ASK_INNKEEPER, MINSTREL_PIECES, MINSTREL_TO, FOOL_PIECE, FOOL_TO, BISHOP_TO, LOSE_MARKER, START_SEAT,
    LAY_MESSAGE, REVEAL_PERSON, DEAL_THREE,
)  # fmt: skip
LOTS = KINDS[KINDS.index(START_SEAT) :]
"""The kinds that fate answers."""
VOCABULARIES = (
    COLOUR, SECTOR, ACTION, SQUARE_NAME, SQUARE, BOROUGH, HOME, PLACE, MESSAGE, PERSON, PASSAGE, SEAT, GIVER, NUMBER,
    CARD, THREE, SOURCE, TARGET, DESTINATION, TAKING, DONATION, HIRING, PIECES, CHOICE, BENEFIT, REASON, PART, PHASE,
)  # fmt: skip
