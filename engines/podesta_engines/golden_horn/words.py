"""The words of Golden Horn: vocabularies, questions and draws; their labels are in `texts/`."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from typing import NamedTuple

from podesta_engines.core.script import Kind
from podesta_engines.core.words import Vocabulary, Word, form

from .state import NONE

# -- pieces ----------------------------------------------------------------------------------------------------------

COLOUR = Vocabulary.of("colour", "red", "yellow", "blue", "orange", "pink", "green")
FLEET = Vocabulary.of("fleet", *(f"fleet_{x}" for x in "abcd"))
SAILS = ("three", "two", "one")
_SHIPS = {sails: form(f"labels.ship_{sails}") for sails in SAILS}
SHIP = Vocabulary("ship", (Word(f"ship_{x}_{sails}", said=_SHIPS[sails]()) for x in "abcd" for sails in SAILS))
TILE = Vocabulary.of("tile", *(f"sea_tile_{i}" for i in range(1, 5)))
COIN = Vocabulary.of("coin", "forward", "reversed")
LAYOUT = Vocabulary.of("layout", "random", "standard")
PORT = Vocabulary.of("port", "venice", "constantinople")
SPACE = Vocabulary.of("space", "venice", *(f"sea_{i}" for i in range(1, 13)), "modone", "constantinople")
PLACE = Vocabulary.of("place", *(word.slug for word in COLOUR.words), "modone", "venice", "constantinople")
"""What is on a space, as in `State.route`. People name spaces by it, because no number is printed on the sea."""
ZONE = Vocabulary.of("zone", "bag", "deck", "discard", "fleet", "start", "hand", "warehouse", "screen")
"""Places of the table that are not on the route."""
WAREHOUSE, SCREEN = ZONE.parse("warehouse"), ZONE.parse("screen")
"""The zone of goods that a seat gains: visible to the others, or behind its screen."""
PRICE = Vocabulary.of("price", *(word.slug for word in COLOUR.words), "free")
SEAT = Vocabulary.seats("seat", 4)
NUMBER = Vocabulary.numbers("number", 201)
FREE = 6
"""The price of sailing on from a matching space."""

# -- answers ---------------------------------------------------------------------------------------------------------

PAIRS = tuple(combinations_with_replacement(range(len(COLOUR)), 2))
"""The unordered pairs of card colours, in the order of the colours."""
STOP, CONTINUE = 0, 1
KEEP, TURN = 0, 1
DECLARE, PLAY_ON = 0, 1
EITHER = (0, 1)
"""Both answers of a question that has two."""


class Move(NamedTuple):
    """A ship sails with all goods of one colour from its port, or (NONE) with its present cargo, if any."""

    ship: int
    load: int


class Raid(NamedTuple):
    """Pirates raid a ship, for two cards."""

    ship: int
    cards: tuple[int, int]


ACTIONS: tuple[Move | Raid, ...] = (
    *(Move(ship, load) for ship in range(len(SHIP)) for load in (NONE, *range(len(COLOUR)))),
    *(Raid(ship, cards) for ship in range(len(SHIP)) for cards in PAIRS),
)
"""The action of every word of ACTION."""
OPTION_OF = {action: option for option, action in enumerate(ACTIONS)}
"""The word of every action."""
PLACEMENTS = tuple(product(range(len(PORT)), repeat=3))
"""The ports of every word of PLACEMENT: those of a fleet's three-colour, two-colour and plain ship."""


_MOVE = form("labels.move", ship=SHIP)
_MOVE_WITH = form("labels.move_with", ship=SHIP, load=COLOUR)
_RAID = form("labels.raid", ship=SHIP, cards=COLOUR)
_PLACES = form("labels.places", three=PORT, two=PORT, one=PORT)


def _action(action: Move | Raid) -> Word:
    return _raid(action) if isinstance(action, Raid) else _move(action)


def _move(move: Move) -> Word:
    """`move.<ship>.<load>`, with load `none` for leaving empty."""
    ship, load = SHIP.slug(move.ship), "none" if move.load == NONE else COLOUR.slug(move.load)
    said = _MOVE(move.ship) if move.load == NONE else _MOVE_WITH(move.ship, move.load)
    return Word(f"move.{ship}.{load}", (("action", "move"), ("ship", ship), ("load", load)), said)


def _raid(raid: Raid) -> Word:
    """`raid.<ship>.<card>.<card>`."""
    ship, (first, second) = SHIP.slug(raid.ship), map(COLOUR.slug, raid.cards)
    parts = (("action", "raid"), ("ship", ship), ("cards", f"{first},{second}"))
    return Word(f"raid.{ship}.{first}.{second}", parts, _RAID(raid.ship, raid.cards))


def _placement(ports: tuple[int, ...]) -> Word:
    """`<port of three>.<port of two>.<port of one>`."""
    slugs = [PORT.slug(port) for port in ports]
    return Word(".".join(slugs), tuple(zip(SAILS, slugs, strict=True)), _PLACES(*ports))


ACTION = Vocabulary("action", map(_action, ACTIONS))
PLACEMENT = Vocabulary("placement", map(_placement, PLACEMENTS))
HEADING = Vocabulary.of("heading", "keep", "turn")
SAIL_ON = Vocabulary.of("sail_on", "stop", "continue")
ENDING = Vocabulary.of("ending", "declare", "play_on")
REASON = Vocabulary.of("reason", "port_empty", "declared", "round_limit")
PORT_EMPTY, DECLARED, ROUND_LIMIT = range(3)
PART = Vocabulary.of("part", "goods", "sets_of_four", "sets_of_five", "sets_of_six", "bonus", "total")
PHASE = Vocabulary.of("phase", "setup", "place", "act", "turn_raided", "sail", "declare", "game_over")

# -- questions and draws ---------------------------------------------------------------------------------------------

PLACE_SHIPS = Kind("place_ships", "G-12", PLACEMENT)
ACT = Kind("act", "G-18", ACTION)
TURN_SHIP = Kind("turn_ship", "G-25", HEADING, about=(("ship", SHIP),))
SAIL = Kind("sail", "G-30", SAIL_ON, about=(("ship", SHIP), ("space", SPACE), ("price", PRICE)))
DECLARE_END = Kind("declare_end", "G-41", ENDING)
START_SEAT = Kind("start_seat", "G-50", SEAT)
TAKE_FLEET = Kind("fleet", "G-51", FLEET)
LAY_TILE = Kind("tile", "G-52", TILE)
FLIP_COIN = Kind("coin", "G-52", COIN)
DRAW_GOOD = Kind("good", "G-55", COLOUR)
DRAW_CARD = Kind("card", "G-54", COLOUR)
KINDS = (
    PLACE_SHIPS, ACT, TURN_SHIP, SAIL, DECLARE_END, START_SEAT, TAKE_FLEET, LAY_TILE, FLIP_COIN, DRAW_GOOD, DRAW_CARD
)  # fmt: skip
LOTS = KINDS[KINDS.index(START_SEAT) :]
"""The kinds that fate answers."""
VOCABULARIES = (
    COLOUR, FLEET, SHIP, TILE, COIN, PORT, SPACE, PLACE, ZONE, PRICE, SEAT, NUMBER, ACTION, PLACEMENT, HEADING,
    SAIL_ON, ENDING, REASON, PART, PHASE, LAYOUT,
)  # fmt: skip
