"""The words of Troyes: vocabularies, questions and draws; their labels are in `texts/`."""

from __future__ import annotations

from typing import Literal, NamedTuple

from podesta_engines.core.script import Kind
from podesta_engines.core.words import Said, Vocabulary, Word, form

# -- pieces ----------------------------------------------------------------------------------------------------------

COLOUR = Vocabulary.of("colour", "red", "white", "yellow")
DICE = Vocabulary.of("dice", "red", "white", "yellow", "any")
"""The colours of a group, including ANY."""
PLAYER_COLOUR = Vocabulary.of("player_colour", "natural", "blue", "green", "orange")
SEAT = Vocabulary.seats("seat", 4)
_OWNERS = Vocabulary.seats("owner", 4, "seat_").words
OWNER = Vocabulary("owner", (*_OWNERS, Word("neutral")))
_CITIZEN, _CUBE = form("labels.citizen_of", owner=SEAT), form("labels.cube_of", owner=SEAT)
CITIZEN = Vocabulary("citizen", (*(Word(w.slug, said=_CITIZEN(i)) for i, w in enumerate(_OWNERS)), Word("neutral")))
"""A citizen of an owner: the slugs and ints of OWNER, for sentences in which a neutral one is a grey citizen."""
CUBE = Vocabulary("cube", (*(Word(w.slug, said=_CUBE(i)) for i, w in enumerate(_OWNERS)), Word("neutral")))
"""A cube of an owner: the slugs and ints of OWNER."""
SUPPLY = Vocabulary.of("supply", "personal", "general")
PERSONAL, GENERAL = range(2)
NUMBER = Vocabulary.numbers("number", 1000)
POINTS_FROM = -20
"""The first word of POINTS, which may be negative (T-265)."""
POINTS = Vocabulary(
    "points", (Word(str(i) if i >= 0 else f"minus_{-i}", literal=str(i)) for i in range(POINTS_FROM, 1000))
)
VALUE = Vocabulary.numbers("value", 6, 1)
"""The faces of a die; the int is the value minus one."""
BUILDING = Vocabulary.of("building", "palace", "bishopric", "city_hall")
SPACE = Vocabulary.of(
    "space",
    *(f"palace_{i}" for i in range(1, 7)),
    *(f"{building}_{row}{i}" for building in ("bishopric", "city_hall") for row in "abc" for i in (1, 2)),
)
CARD = Vocabulary.of(
    "card",
    "archer", "diplomat", "chivalry", "hunting", "mercenary", "tax_collector", "captain", "troubadour", "joust",
    "tithing", "monk", "priest", "apprenticeship", "templar", "confession", "pilgrimage", "procession", "glassblower",
    "artisan", "merchant", "miller", "innkeeper", "blacksmith", "militia", "journeyman", "goldsmith", "sculptor",
)  # fmt: skip
EVENT = Vocabulary.of(
    "event",
    "marauders", "brigands", "skirmishes", "war", "normans_attack", "succession_conflict", "drought", "support",
    "wayfarers", "civil_war", "heresy", "theological_conflict", "interruption_of_work", "migrant_workers",
)  # fmt: skip
(
    MARAUDERS, BRIGANDS, SKIRMISHES, WAR, NORMANS_ATTACK, SUCCESSION_CONFLICT, DROUGHT, SUPPORT, WAYFARERS, CIVIL_WAR,
    HERESY, THEOLOGICAL_CONFLICT, INTERRUPTION_OF_WORK, MIGRANT_WORKERS,
) = range(len(EVENT))  # fmt: skip
CHARACTER = Vocabulary.of("character", "chretien", "urbain", "hugues", "thibaut", "florentin", "henry")
_PLOT = form("labels.plot", value=NUMBER, level=NUMBER)
PLOT = Vocabulary(
    "plot", (Word(f"cathedral_{v}_{level}", said=_PLOT(v, level)) for v in range(1, 7) for level in range(1, 4))
)
_FACE = form("labels.face", colour=COLOUR, value=NUMBER)
FACE = Vocabulary(
    "face", (Word(f"{w.slug}.{v}", said=_FACE(i, v)) for i, w in enumerate(COLOUR.words) for v in range(6, 0, -1))
)
"""A die without its owner, in the order of rule T-118."""
_BLACK = form("labels.black", value=NUMBER)
FOE = Vocabulary("foe", (*(Word(str(i), said=_BLACK(i)) for i in range(1, 7)), Word("done")))
"""A black die; the int is the value minus one."""
FOES_DONE = 6

# -- answers ---------------------------------------------------------------------------------------------------------

VERB = Vocabulary.of(
    "verb", "activate", "build", "combat", "place", "farm", "pass", "recruit", "flip", "reroll", "counter"
)
"""A seat's verbs without their objects: the part `action` of the words of ACTION, and countering black dice."""
QUEUE = 13
"""The most events in the queue: Marauders and two for each of six rounds."""
DISTRICT = 3 * 6
"""The dice of one district in DIE: three colours of six values."""
Verb = Literal["activate", "build", "combat", "place", "farm", "pass", "recruit", "flip", "reroll", "done"]


class Action(NamedTuple):
    """The action of a word of ACTION: a verb, and its object.

    `about` is a card, a place in the queue of events, a building, or a die as numbered in the first district; 0 for a
    verb without an object.
    """

    verb: Verb
    about: int = 0


TURN_ACTIONS: tuple[Action, ...] = (
    *(Action("activate", card) for card in range(len(CARD))),
    Action("build"),
    *(Action("combat", at) for at in range(QUEUE)),
    *(Action("place", building) for building in range(len(BUILDING))),
    Action("farm"),
    Action("pass"),
    Action("recruit"),
    Action("flip"),
    *(Action("reroll", number) for number in range(DISTRICT)),
    Action("done"),
)
"""The action of every word of ACTION."""


def _options(verb: Verb) -> tuple[int, ...]:
    return tuple(option for option, action in enumerate(TURN_ACTIONS) if action.verb == verb)


ACTIVATE, COMBAT, PLACE_IN, REROLL = _options("activate"), _options("combat"), _options("place"), _options("reroll")
"""The words of ACTION with a verb, by object."""
(BUILD,), (FARM,), (PASS,) = _options("build"), _options("farm"), _options("pass")
(RECRUIT,), (FLIP,) = _options("recruit"), _options("flip")
(DONE_ACTING,) = _options("done")
"""The end of the influence step before a black die is countered."""
_EVENT = form("labels.event", event=EVENT)
_QUEUED = form("labels.queued", number=NUMBER)
TARGET = Vocabulary(
    "target", (Word("0", said=_EVENT(MARAUDERS)), *(Word(str(i), said=_QUEUED(i + 1)) for i in range(1, QUEUE)))
)
_ACTIVATE = form("labels.activate", card=CARD)
_COMBAT = form("labels.combat", target=TARGET)
_PLACE = form("labels.place", building=BUILDING)
_REROLL = form("labels.reroll", face=FACE)


def _word(slug: str, said: Said | None = None, **parts: str) -> Word:
    return Word(slug, tuple(parts.items()), said)


def _action(action: Action) -> Word:
    """`<verb>`, or `<verb>.<object>`."""
    match action:
        case Action("activate", card):
            return _word(f"activate.{CARD.slug(card)}", _ACTIVATE(card), action="activate", card=CARD.slug(card))
        case Action("combat", at):
            return _word(f"combat.{at}", _COMBAT(at), action="combat", position=str(at))
        case Action("place", building):
            slug = BUILDING.slug(building)
            return _word(f"place.{slug}", _PLACE(building), action="place", building=slug)
        case Action("reroll", face):
            colour, value = FACE.slug(face).split(".")
            return _word(f"reroll.{colour}.{value}", _REROLL(face), action="reroll", colour=colour, value=value)
    return _word(action.verb, action=action.verb)


ACTION = Vocabulary("action", map(_action, TURN_ACTIONS))
_DIE_OF, _DIE_NEUTRAL = form("labels.die_of", face=FACE, owner=SEAT), form("labels.die_neutral", face=FACE)


def _die(owner: int, face: int) -> Word:
    """`<owner>.<colour>.<value>`."""
    slug, (colour, value) = OWNER.slug(owner), FACE.slug(face).split(".")
    said = _DIE_OF(face, owner) if owner < len(SEAT) else _DIE_NEUTRAL(face)
    return _word(f"{slug}.{colour}.{value}", said, owner=slug, colour=colour, value=value)


DIE = Vocabulary(
    "die",
    [*(_die(owner, face) for owner in range(len(OWNER)) for face in range(len(FACE))), Word("done"), Word("none")],
)
DONE, NO_DIE = 90, 91
"""The end of a group, and the place of a die that has not been chosen."""
Place = Literal["supply", "space", "card", "lying"]


class Source(NamedTuple):
    """The origin of a citizen: the supply, or a space, a card, or (lying) the front of a building."""

    place: Place
    at: int = 0


SOURCES: tuple[Source, ...] = (
    Source("supply"),
    *(Source("space", space) for space in range(len(SPACE))),
    *(Source("card", card) for card in range(len(CARD))),
    *(Source("lying", building) for building in range(len(BUILDING))),
)
"""The source of every word of SOURCE."""


def _from(place: Place) -> tuple[int, ...]:
    return tuple(option for option, source in enumerate(SOURCES) if source.place == place)


(FROM_SUPPLY,) = _from("supply")
FROM_SPACE, FROM_CARD, FROM_LYING = _from("space"), _from("card"), _from("lying")
"""The words of SOURCE for a space, the tradesman on a card, the citizen lying in front of a building."""
_SPACE, _ON_CARD = form("labels.source_space", space=SPACE), form("labels.source_card", card=CARD)
_LYING = form("labels.source_lying", building=BUILDING)


def _source(source: Source) -> Word:
    """`supply`, `<space>`, `card.<card>` or `lying.<building>`."""
    match source:
        case Source("space", space):
            return _word(SPACE.slug(space), _SPACE(space), source="space", space=SPACE.slug(space))
        case Source("card", card):
            return _word(f"card.{CARD.slug(card)}", _ON_CARD(card), source="card", card=CARD.slug(card))
        case Source("lying", building):
            slug = BUILDING.slug(building)
            return _word(f"lying.{slug}", _LYING(building), source="lying", building=slug)
    return _word("supply", source="supply")


SOURCE = Vocabulary("source", map(_source, SOURCES))
_MODIFIERS = ("blacksmith", "militia", "tithing", "monk", "priest", "apprenticeship", "templar", "confession")
_MODIFIER = form("labels.modifier", card=CARD)
MODIFIER = Vocabulary(
    "modifier", (Word("none"), *(Word(slug, said=_MODIFIER(CARD.parse(slug))) for slug in _MODIFIERS))
)
REASON = Vocabulary.of("reason", "last_round")
_CHARACTER = form("labels.character", character=CHARACTER)
PART = Vocabulary(
    "part",
    (
        *map(Word, ("won", "events", "tradesmen", "cathedral")),
        *(Word(w.slug, said=_CHARACTER(i)) for i, w in enumerate(CHARACTER.words)),
        Word("total"),
    ),
)
PHASE = Vocabulary.of("phase", "setup", "place", "upkeep", "counter", "actions", "game_over")

# -- questions and draws ---------------------------------------------------------------------------------------------

PLACE_FIRST = Kind("place_first", "T-10", SPACE)
PREPARE = Kind("prepare", "T-85", ACTION, about=(("foe", VALUE),))
COUNTER_EXTRA = Kind("counter_extra", "T-80", FOE, about=(("sum", NUMBER),))
COUNTER_WITH = Kind("counter_with", "T-81", DIE, about=(("strength", NUMBER), ("sum", NUMBER)))
ACT = Kind("act", "T-100", ACTION)
FLIP_DIE = Kind("flip_die", "T-130", DIE, about=(("first", DIE), ("second", DIE)))
HIRE_FROM = Kind("hire_from", "T-141", SOURCE, about=(("action", ACTION),))
MODIFY = Kind("modify", "T-160", MODIFIER, about=(("action", ACTION),))
GROUP_DIE = Kind(
    "group_die",
    "T-110",
    DIE,
    about=(("action", ACTION), ("modifier", MODIFIER), ("first", DIE), ("second", DIE)),
)
CITIZEN_FROM = Kind("citizen_from", "T-201", SOURCE, about=(("action", ACTION), ("die", DIE)))
HOW_OFTEN = Kind("how_often", "T-150", NUMBER, about=(("card", CARD),))
MILL = Kind("mill", "T-303", NUMBER, about=(("number", NUMBER),))
MARK = Kind("mark", "T-328", TARGET, about=(("left", NUMBER),))

DRAW_FIRST = Kind("first_player", "X-1", SEAT)
DEAL = Kind("character", "X-2", CHARACTER)
REVEAL = Kind("activity", "X-3", CARD)
DRAW_EVENT = Kind("event", "X-4", EVENT)
ROLL = Kind("roll", "X-6", VALUE)
ROLL_BLACK = Kind("roll_black", "X-7", VALUE)
ROLL_EVENT = Kind("roll_event", "X-8", VALUE)
ROLL_AGAIN = Kind("roll_again", "X-9", VALUE)
SHOOT = Kind("shoot", "X-10", VALUE)
UNMASK = Kind("unmask", "T-263", CHARACTER)
KINDS = (
    PLACE_FIRST, PREPARE, COUNTER_EXTRA, COUNTER_WITH, ACT, FLIP_DIE, HIRE_FROM, MODIFY, GROUP_DIE, CITIZEN_FROM,
    HOW_OFTEN, MILL, MARK, DRAW_FIRST, DEAL, REVEAL, DRAW_EVENT, ROLL, ROLL_BLACK, ROLL_EVENT, ROLL_AGAIN, SHOOT,
    UNMASK,
)  # fmt: skip
LOTS = KINDS[KINDS.index(DRAW_FIRST) :]
"""The kinds that fate answers."""
VOCABULARIES = (
    COLOUR, PLAYER_COLOUR, OWNER, SEAT, NUMBER, POINTS, VALUE, BUILDING, SPACE, CARD, EVENT, CHARACTER, PLOT, ACTION,
    DIE, FOE, SOURCE, MODIFIER, TARGET, REASON, PART, PHASE, DICE, CITIZEN, CUBE, SUPPLY, FACE, VERB,
)  # fmt: skip
KIND_NUMBER = {kind: i for i, kind in enumerate(KINDS)}
_STEP = 1000
"""A number larger than the options of any kind."""


def traced(kind: Kind, option: int) -> int:
    """An answer or a lot as an int of `State.trace`."""
    return _STEP * KIND_NUMBER[kind] + option


def untraced(step: int) -> tuple[Kind, int]:
    """The kind and the option of an int of `State.trace`."""
    number, option = divmod(step, _STEP)
    return KINDS[number], option
