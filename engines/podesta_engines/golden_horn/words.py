"""The words of Golden Horn: vocabularies, questions and draws, in English and Italian."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from typing import NamedTuple

from podesta_engines.core.script import Kind
from podesta_engines.core.words import Text, Vocabulary, Word

from .state import NONE

# -- pieces ----------------------------------------------------------------------------------------------------------

COLOUR = Vocabulary.of(
    "colour",
    {
        "red": ("red", "rosso"),
        "yellow": ("yellow", "giallo"),
        "blue": ("blue", "blu"),
        "orange": ("orange", "arancione"),
        "pink": ("pink", "rosa"),
        "green": ("green", "verde"),
    },
)
FLEET = Vocabulary.of("fleet", {f"fleet_{x}": (f"fleet {x.upper()}", f"flotta {x.upper()}") for x in "abcd"})
_SAILS = {
    "three": ("three-colour", "a tre colori"),
    "two": ("two-colour", "a due colori"),
    "one": ("plain", "tinta unita"),
}
SHIP = Vocabulary.of(
    "ship",
    {
        f"ship_{x}_{kind}": (f"{en} ship of fleet {x.upper()}", f"nave {it} della flotta {x.upper()}")
        for x in "abcd"
        for kind, (en, it) in _SAILS.items()
    },
)
TILE = Vocabulary.of("tile", {f"sea_tile_{i}": (f"sea tile {i}", f"tessera di mare {i}") for i in range(1, 5)})
COIN = Vocabulary.of("coin", {"forward": ("forward", "nel verso stampato"), "reversed": ("reversed", "al contrario")})
PORT = Vocabulary.of("port", {"venice": ("Venice", "Venezia"), "constantinople": ("Constantinople", "Costantinopoli")})
SPACE = Vocabulary.of(
    "space",
    {
        "venice": ("Venice", "Venezia"),
        **{f"sea_{i}": (f"sea space {i}", f"casella di mare {i}") for i in range(1, 13)},
        "modone": ("Modone", "Modone"),
        "constantinople": ("Constantinople", "Costantinopoli"),
    },
)
PRICE = Vocabulary.of(
    "price",
    {
        **{w.slug: (f"one {w.label.en} card", f"una carta di colore {w.label.it}") for w in COLOUR.words},
        "free": ("free of charge", "gratis"),
    },
)
SEAT = Vocabulary.of("seat", {str(i): (f"player {i + 1}", f"giocatore {i + 1}") for i in range(4)})
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
    """A ship sails with all goods of a colour that lie in its port, or (NONE) as it is."""

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
"""What every word of ACTION says."""
OPTION_OF = {action: option for option, action in enumerate(ACTIONS)}
"""The word of every action."""
PLACEMENTS = tuple(product(range(len(PORT)), repeat=3))
"""What every word of PLACEMENT says: the ports of a fleet's three-colour, two-colour and plain ship."""


def _action(action: Move | Raid) -> Word:
    ship = SHIP.words[action.ship]
    if isinstance(action, Raid):
        first, second = action.cards
        return _raid(ship, COLOUR.words[first], COLOUR.words[second])
    return _move(ship, None if action.load == NONE else COLOUR.words[action.load])


def _move(ship: Word, load: Word | None) -> Word:
    """`move.<ship>.<load>`, with load `none` for leaving empty."""
    slug = load.slug if load else "none"
    text = Text(f"sail the {ship.label.en}", f"muovi la {ship.label.it}")
    if load:
        text = Text(f"{text.en} with all {load.label.en} goods", f"{text.it} con le merci di colore {load.label.it}")
    return Word(f"move.{ship.slug}.{slug}", text, (("action", "move"), ("ship", ship.slug), ("load", slug)))


def _raid(ship: Word, first: Word, second: Word) -> Word:
    """`raid.<ship>.<card>.<card>`."""
    text = Text(
        f"raid the {ship.label.en} with {first.label.en} and {second.label.en}",
        f"saccheggia la {ship.label.it} con {first.label.it} e {second.label.it}",
    )
    cards = f"{first.slug},{second.slug}"
    slug = f"raid.{ship.slug}.{first.slug}.{second.slug}"
    return Word(slug, text, (("action", "raid"), ("ship", ship.slug), ("cards", cards)))


def _placement(ports: tuple[Word, ...]) -> Word:
    """`<port of three>.<port of two>.<port of one>`."""
    parts = tuple(zip(_SAILS, (port.slug for port in ports), strict=True))
    text = Text(", ".join(p.label.en for p in ports), ", ".join(p.label.it for p in ports))
    return Word(".".join(port.slug for port in ports), text, parts)


ACTION = Vocabulary("action", map(_action, ACTIONS))
PLACEMENT = Vocabulary("placement", [_placement(tuple(PORT.words[port] for port in ports)) for ports in PLACEMENTS])
HEADING = Vocabulary.of(
    "heading", {"keep": ("keep its heading", "mantieni la rotta"), "turn": ("turn it round", "gira la nave")}
)
SAIL_ON = Vocabulary.of("sail_on", {"stop": ("stop", "fermati"), "continue": ("sail on", "prosegui")})
ENDING = Vocabulary.of(
    "ending", {"declare": ("declare the end", "dichiara la fine"), "play_on": ("play on", "continua a giocare")}
)
REASON = Vocabulary.of(
    "reason",
    {
        "port_empty": ("a main port is empty", "un porto principale è vuoto"),
        "declared": ("a player declared the end", "un giocatore ha dichiarato la fine"),
        "round_limit": ("the last allowed round is over", "è finito l'ultimo round ammesso"),
    },
)
PORT_EMPTY, DECLARED, ROUND_LIMIT = range(3)
PART = Vocabulary.of(
    "part",
    {
        "goods": ("goods", "merci"),
        "sets_of_four": ("sets of four", "serie di quattro"),
        "sets_of_five": ("sets of five", "serie di cinque"),
        "sets_of_six": ("sets of six", "serie di sei"),
        "bonus": ("points for sets", "punti per le serie"),
        "total": ("total", "totale"),
    },
)
PHASE = Vocabulary.of(
    "phase",
    {
        "setup": ("setup", "preparazione"),
        "place": ("placing ships", "disposizione delle navi"),
        "act": ("pirates and choice of ship", "pirati e scelta della nave"),
        "turn_raided": ("a raided ship may turn", "una nave saccheggiata può girarsi"),
        "sail": ("sailing", "navigazione"),
        "declare": ("declaring the end", "dichiarazione della fine"),
        "game_over": ("game over", "fine della partita"),
    },
)

# -- questions and draws ---------------------------------------------------------------------------------------------

PLACE_SHIPS = Kind(
    "place_ships",
    "G-12",
    PLACEMENT,
    Text(
        "In which ports do your three-colour, two-colour and plain ship start?",
        "In quali porti partono la nave a tre colori, quella a due e quella in tinta unita?",
    ),
)
ACT = Kind("act", "G-18", ACTION, Text("Send pirates, or move a ship.", "Invia i pirati o muovi una nave."))
TURN_SHIP = Kind(
    "turn_ship",
    "G-25",
    HEADING,
    Text("Pirates emptied the {ship}: does it turn round?", "I pirati hanno svuotato la {ship}: vuoi girarla?"),
    about=(("ship", SHIP),),
)
SAIL = Kind(
    "sail",
    "G-30",
    SAIL_ON,
    Text("The {ship} is on {space}: sail on ({price})?", "La {ship} è su {space}: vuoi proseguire ({price})?"),
    about=(("ship", SHIP), ("space", SPACE), ("price", PRICE)),
)
DECLARE_END = Kind(
    "declare_end",
    "G-41",
    ENDING,
    Text("You own every colour: declare the end?", "Possiedi tutti i colori: dichiari la fine della partita?"),
)
START_SEAT = Kind("start_seat", "G-50", SEAT, Text("Who starts?", "Chi inizia?"))
TAKE_FLEET = Kind("fleet", "G-51", FLEET, Text("Which fleet?", "Quale flotta?"))
LAY_TILE = Kind("tile", "G-52", TILE, Text("Which sea tile?", "Quale tessera di mare?"))
FLIP_COIN = Kind("coin", "G-52", COIN, Text("Which way round?", "In quale verso?"))
DRAW_GOOD = Kind("good", "G-55", COLOUR, Text("Which good from the bag?", "Quale merce dal sacchetto?"))
DRAW_CARD = Kind("card", "G-54", COLOUR, Text("Which card from the deck?", "Quale carta dal mazzo?"))
KINDS = (
    PLACE_SHIPS, ACT, TURN_SHIP, SAIL, DECLARE_END, START_SEAT, TAKE_FLEET, LAY_TILE, FLIP_COIN, DRAW_GOOD, DRAW_CARD
)  # fmt: skip
LOTS = KINDS[KINDS.index(START_SEAT) :]
"""The kinds that fate answers."""
VOCABULARIES = (
    COLOUR, FLEET, SHIP, TILE, COIN, PORT, SPACE, PRICE, SEAT, NUMBER, ACTION, PLACEMENT, HEADING, SAIL_ON, ENDING,
    REASON, PART, PHASE,
)  # fmt: skip
