"""The words of The Pillars of the Earth: vocabularies, questions and draws, in English and Italian."""

from __future__ import annotations

from itertools import combinations, product
from typing import NamedTuple

from podesta_engines.core.script import Kind
from podesta_engines.core.words import Text, Vocabulary, Word

# -- pieces ----------------------------------------------------------------------------------------------------------

COLOUR = Vocabulary.of(
    "colour",
    {"blue": ("blue", "blu"), "red": ("red", "rosso"), "green": ("green", "verde"), "yellow": ("yellow", "giallo")},
)
SEAT = Vocabulary.of("seat", {str(i): (f"player {i + 1}", f"giocatore {i + 1}") for i in range(4)})
NUMBER = Vocabulary.numbers("number", 601)
SAND, WOOD, STONE, METAL = range(4)
GOLD = 4
"""Gold among the inputs of a craftsman."""
RESOURCE = Vocabulary.of(
    "resource",
    {
        "sand": ("sand", "sabbia"),
        "wood": ("wood", "legno"),
        "stone": ("stone", "pietra"),
        "metal": ("metal", "metallo"),
    },
)
TRADE = Vocabulary.of(
    "trade",
    {
        "mortar_mixer": ("mortar mixer", "impastatore di malta"),
        "woodworker": ("woodworker", "carpentiere"),
        "stonecutter": ("stonecutter", "tagliapietre"),
        "mason": ("mason", "muratore"),
        "tool_maker": ("tool maker", "attrezzista"),
        "potter": ("potter", "vasaio"),
        "architect": ("architect", "ingegnere strutturale"),
        "carpenter": ("carpenter", "falegname"),
        "sculptor": ("sculptor", "scultore"),
        "glassblower": ("glassblower", "vetraio"),
        "goldsmith": ("goldsmith", "orafo"),
        "bellmaker": ("bellmaker", "creatore di campane"),
        "organ_builder": ("organ builder", "creatore di organi"),
    },
)
MORTAR_MIXER, WOODWORKER, STONECUTTER, MASON, TOOL_MAKER = range(5)
ARCHITECT, BELLMAKER, ORGAN_BUILDER = 6, 11, 12
_TRADES = {
    "start": ("mortar_mixer", "woodworker", "stonecutter"),
    "r1": ("tool_maker", "master_woodworker", "mortar_mixer", "mason"),
    "r2": ("carpenter", "mason", "potter", "architect"),
    "r3": ("mason", "carpenter", "sculptor", "potter"),
    "r4": ("mason", "carpenter", "sculptor", "glassblower"),
    "r5": ("carpenter", "goldsmith", "sculptor", "glassblower"),
    "r6": ("goldsmith", "sculptor", "organ_builder", "bellmaker"),
}
"""The craftsmen by round; at the start everybody has one of each of the first three."""


def _craftsman(when: str, name: str) -> tuple[str, str]:
    """The label of a craftsman card."""
    if name == "master_woodworker":
        label = Text("master woodworker", "carpentiere speciale")
    else:
        label = TRADE.words[TRADE.parse(name)].label
    if when == "start":
        return f"starting {label.en}", f"{label.it} di partenza"
    return f"{label.en} of round {when[1:]}", f"{label.it} del turno {when[1:]}"


CRAFTSMAN = Vocabulary.of(
    "craftsman",
    {f"{when}_{name}": _craftsman(when, name) for when, names in _TRADES.items() for name in names},
)
STARTING = (0, 1, 2)
"""The craftsmen that everybody starts with."""
PER_ROUND = 4
RESOURCE_CARD = Vocabulary.of(
    "resource_card",
    {
        f"{place}_{cubes}": (f"{en} {cubes}", f"{it} da {cubes}")
        for place, en, it in (
            ("gravel_pit", "gravel pit", "pozzo di ghiaia"),
            ("forest", "forest", "foresta"),
            ("quarry", "quarry", "cava"),
        )
        for cubes in (2, 3, 4)
    },
)
PRIVILEGE = Vocabulary.of(
    "privilege",
    {
        "pv_aliena": ("Aliena", "Aliena"),
        "pv_tom_builder": ("Tom Builder", "Tom il costruttore"),
        "pv_richard": ("Richard", "Richard"),
        "pv_prior_philip": ("Prior Philip", "priore Filippo"),
        "pv_francis": ("Francis", "Francis"),
        "pv_ellen": ("Ellen", "Ellen"),
        "pv_jack_builder": ("Jack Builder", "Jack il costruttore"),
        "pv_otto": ("Otto", "Otto"),
        "pv_tax_exemption": ("tax exemption", "esenzione dalle tasse"),
        "pv_thomas": ("Thomas", "Thomas"),
        "pv_remigius": ("Remigius", "Remigius"),
        "pv_wool_fair": ("wool fair", "fiera della lana"),
        "pv_weeping_madonna": ("weeping Madonna", "Madonna piangente"),
        "pv_toledo": ("Toledo", "Toledo"),
        "pv_festivities": ("festivities", "festeggiamenti"),
        "pv_completion": ("completion", "completamento"),
    },
)
(
    ALIENA, TOM_BUILDER, RICHARD, PRIOR_PHILIP, FRANCIS, ELLEN, JACK_BUILDER, OTTO, TAX_EXEMPTION, THOMAS, REMIGIUS,
    WOOL_FAIR, WEEPING_MADONNA, TOLEDO, FESTIVITIES, COMPLETION,
) = range(16)  # fmt: skip
EVENT = Vocabulary.of(
    "event",
    {
        "ev_kings_gift": ("the king's gift", "il dono del re"),
        "ev_richard_metal": ("Richard brings metal", "Richard porta metallo"),
        "ev_prior_wool": ("the prior's wool", "la lana del priore"),
        "ev_volunteers": ("volunteers", "volontari"),
        "ev_archbishop": ("the archbishop", "l'arcivescovo"),
        "ev_william": ("William's raid", "l'incursione di William"),
        "ev_conflict": ("conflict", "conflitto"),
        "ev_town_wall": ("the town wall", "le mura della città"),
        "ev_cold_winter": ("cold winter", "inverno freddo"),
        "ev_collapse": ("collapse", "crollo"),
    },
)
(
    KINGS_GIFT, RICHARD_METAL, PRIOR_WOOL, VOLUNTEERS, ARCHBISHOP, WILLIAM, CONFLICT, TOWN_WALL, COLD_WINTER, COLLAPSE
) = range(10)  # fmt: skip
_PLACES = {
    "bishop": ("the bishop's seat", "il seggio del vescovo", 1),
    "kingsbridge": ("Kingsbridge", "Kingsbridge", 2),
    "priory": ("the priory", "la residenza del priore", 2),
    "court": ("the king's court", "la corte del re", 4),
    "shiring": ("Shiring", "Shiring", 2),
    "castle": ("the Castle of Shiring", "il castello di Shiring", 1),
    "market": ("the market", "il mercato", 4),
    "cathedral": ("the cathedral", "la cattedrale", 1),
}


def _space(place: str, index: int) -> tuple[str, tuple[str, str]]:
    """`<place>` where there is one space, else `<place>_<number>`."""
    en, it, spaces = _PLACES[place]
    if spaces == 1:
        return place, (en, it)
    return f"{place}_{index}", (f"{en}, space {index}", f"{it}, spazio {index}")


SPACE = Vocabulary.of(
    "space", dict(_space(place, index + 1) for place, (_, _, spaces) in _PLACES.items() for index in range(spaces))
)
BISHOP, KINGSBRIDGE, PRIORY, COURT, SHIRING, CASTLE, MARKET, CATHEDRAL = 0, 1, 3, 5, 9, 11, 12, 16
"""The first space of each location."""
PIECE = Vocabulary.of(
    "piece",
    {
        "nave": ("the nave", "la navata"),
        "portal": ("the portal", "il portale"),
        "apse": ("the apse", "l'abside"),
        "tower_1": ("the first tower", "la prima torre"),
        "tower_2": ("the second tower", "la seconda torre"),
        "roof": ("the roof", "il tetto"),
    },
)
PAIRS = tuple(combinations(range(9), 2))
"""The resource cards that may be left out."""


def _pair(a: Word, b: Word) -> Word:
    """`<card>.<card>`."""
    text = Text(f"{a.label.en} and {b.label.en}", f"{a.label.it} e {b.label.it}")
    return Word(f"{a.slug}.{b.slug}", text, (("cards", f"{a.slug},{b.slug}"),))


LEFT_OUT = Vocabulary("left_out", (_pair(RESOURCE_CARD.words[a], RESOURCE_CARD.words[b]) for a, b in PAIRS))

# -- answers ---------------------------------------------------------------------------------------------------------


class Take(NamedTuple):
    """A resource card is taken, with its workers."""

    card: int


class Hire(NamedTuple):
    """A craftsman is hired."""

    card: int


CHOICES: tuple[Take | Hire, ...] = (
    *(Take(card) for card in range(len(RESOURCE_CARD))),
    *(Hire(card) for card in range(len(STARTING), len(CRAFTSMAN))),
)
"""What every word of CHOICE but the last one says."""
TAKING, HIRING = (
    {choice.card: option for option, choice in enumerate(CHOICES) if isinstance(choice, sort)} for sort in (Take, Hire)
)
"""The word of CHOICE by the card that is taken, and by the craftsman who is hired."""
PASS_CHOICE = len(CHOICES)


class Placing(NamedTuple):
    """A builder is placed on a space, for what he costs or, with Remigius, free of charge."""

    space: int
    free: bool


PLACINGS = tuple(Placing(space, free) for free in (False, True) for space in range(len(SPACE)))
"""What every word of PLACEMENT but the last one says."""
PLACING = {placing: option for option, placing in enumerate(PLACINGS)}
"""The word of every placing."""
PASS_BUILDER = len(PLACINGS)
PER_BUY, PER_SALE = 4, 30
"""Cubes in one purchase or sale at most; nobody can ever own more than thirty that may be sold."""


class Buy(NamedTuple):
    """Cubes of one kind are bought at the market."""

    resource: int
    cubes: int


class Sell(NamedTuple):
    """Cubes of one kind are sold at the market."""

    resource: int
    cubes: int


DEALS: tuple[Buy | Sell, ...] = (
    *(Buy(resource, cubes) for resource in range(METAL) for cubes in range(1, PER_BUY + 1)),
    *(Sell(resource, cubes) for resource in range(len(RESOURCE)) for cubes in range(1, PER_SALE + 1)),
)
"""What every word of DEAL but the last one says."""
LEAVE = len(DEALS)


class Use(NamedTuple):
    """A craftsman works some times."""

    card: int
    times: int


PER_USE = 9
"""Uses of a craftsman in one answer at most."""
USES = tuple(Use(card, times) for card in range(len(CRAFTSMAN)) for times in range(1, PER_USE + 1))
"""What every word of WORK but the last one says."""
DONE = len(USES)
KEEP, REDRAW = 0, 1
USE, DECLINE = 0, 1
EITHER = (0, 1)
"""Both answers of a question that has two."""
PROTECTION = 0
"""In AUDIENCE; asking for resource r is r + 1."""
KEPT = tuple(kept for kept in product(range(6), repeat=4) if sum(kept) == 5)
"""The cubes of each kind that may be kept."""


def _take(card: Word) -> Word:
    """`take.<card>`."""
    text = Text(f"take {card.label.en}", f"prendi {card.label.it}")
    return Word(f"take.{card.slug}", text, (("action", "take"), ("card", card.slug)))


def _place(space: Word) -> Word:
    """`place.<space>`."""
    text = Text(f"place the builder: {space.label.en}", f"piazza il costruttore: {space.label.it}")
    return Word(f"place.{space.slug}", text, (("action", "place"), ("space", space.slug)))


def _place_free(space: Word) -> Word:
    """`place_free.<space>`."""
    text = Text(f"place the builder with Remigius: {space.label.en}", f"piazza con Remigius: {space.label.it}")
    return Word(f"place_free.{space.slug}", text, (("action", "place_free"), ("space", space.slug)))


def _deal(deal: Buy | Sell) -> Word:
    """`buy.<resource>.<cubes>` or `sell.<resource>.<cubes>`."""
    action, verbs = ("buy", ("buy", "compra")) if isinstance(deal, Buy) else ("sell", ("sell", "vendi"))
    resource, cubes = RESOURCE.words[deal.resource], deal.cubes
    text = Text(f"{verbs[0]} {cubes} {resource.label.en}", f"{verbs[1]} {cubes} {resource.label.it}")
    parts = (("action", action), ("resource", resource.slug), ("cubes", str(cubes)))
    return Word(f"{action}.{resource.slug}.{cubes}", text, parts)


def _use(card: Word, times: int) -> Word:
    """`use.<card>.<times>`."""
    text = Text(f"{card.label.en}, {times} times", f"{card.label.it}, {times} volte")
    if times == 1:
        text = Text(f"{card.label.en}, once", f"{card.label.it}, una volta")
    parts = (("action", "use"), ("card", card.slug), ("times", str(times)))
    return Word(f"use.{card.slug}.{times}", text, parts)


def _audience(resource: Word) -> Word:
    """`resource.<resource>`."""
    text = Text(f"take a cube: {resource.label.en}", f"prendi un cubo: {resource.label.it}")
    return Word(f"resource.{resource.slug}", text, (("action", "resource"), ("resource", resource.slug)))


def _kept(cubes: tuple[int, ...]) -> Word:
    """`<sand>.<wood>.<stone>.<metal>`."""
    counted = [(word, n) for word, n in zip(RESOURCE.words, cubes, strict=True) if n]
    text = Text(
        "keep " + ", ".join(f"{n} {word.label.en}" for word, n in counted),
        "conserva " + ", ".join(f"{n} {word.label.it}" for word, n in counted),
    )
    parts = tuple((word.slug, str(n)) for word, n in zip(RESOURCE.words, cubes, strict=True))
    return Word(".".join(map(str, cubes)), text, parts)


_PASS = Word("pass", Text("pass", "passa"), (("action", "pass"),))
CHOICE = Vocabulary(
    "choice",
    [*(_take((RESOURCE_CARD if isinstance(each, Take) else CRAFTSMAN).words[each.card]) for each in CHOICES), _PASS],
)
PLACEMENT = Vocabulary(
    "placement", [*((_place_free if free else _place)(SPACE.words[space]) for space, free in PLACINGS), _PASS]
)
DEAL = Vocabulary(
    "deal",
    [
        *map(_deal, DEALS),
        Word("leave", Text("leave the market", "lascia il mercato"), (("action", "leave"),)),
    ],
)
WORK = Vocabulary(
    "work",
    [
        *(_use(CRAFTSMAN.words[card], times) for card, times in USES),
        Word("done", Text("done", "fatto"), (("action", "done"),)),
    ],
)
SECOND_DRAW = Vocabulary.of(
    "second_draw",
    {"keep": ("keep this builder", "tieni questo costruttore"), "redraw": ("draw another", "pescane un altro")},
)
WHETHER = Vocabulary.of(
    "whether", {"use": ("use the card", "usa la carta"), "decline": ("keep it for later", "conservala")}
)
AUDIENCE = Vocabulary(
    "audience",
    [
        Word("protection", Text("protection", "protezione"), (("action", "protection"),)),
        *map(_audience, RESOURCE.words[:METAL]),
    ],
)
KEEPING = Vocabulary("keeping", map(_kept, KEPT))
REASON = Vocabulary.of("reason", {"cathedral_complete": ("the cathedral is complete", "la cattedrale è completa")})
PART = Vocabulary.of("part", {"points": ("victory points", "punti vittoria"), "gold": ("gold", "oro")})
PHASE = Vocabulary.of(
    "phase",
    {
        "setup": ("setup", "preparazione"),
        "prepare": ("preparation of the round", "preparazione del turno"),
        "choose": ("Phase I: choosing cards", "fase I: scelta delle carte"),
        "to_mill": ("Phase I: workers go to the mill", "fase I: i lavoratori vanno al mulino"),
        "draw_builders": ("Phase II: placing master builders", "fase II: piazzamento dei maestri costruttori"),
        "place_passed": ("Phase II: placing passed builders", "fase II: piazzamento di chi ha passato"),
        "event": ("1. event", "1. evento"),
        "bishop": ("2. bishop", "2. seggio del vescovo"),
        "mill": ("3. woollen mill", "3. incassi dal mulino"),
        "kingsbridge": ("4. Kingsbridge", "4. Kingsbridge"),
        "priory": ("5. priory", "5. residenza del priore"),
        "forest": ("6. forest", "6. foresta"),
        "quarry": ("7. quarry", "7. cava"),
        "gravel_pit": ("8. gravel pit", "8. pozzo di ghiaia"),
        "court": ("9. king's court", "9. corte del re"),
        "shiring": ("10. Shiring", "10. Shiring"),
        "castle": ("11. Castle of Shiring", "11. castello di Shiring"),
        "market": ("12. market", "12. mercato dei costruttori"),
        "cathedral": ("13. cathedral", "13. cattedrale"),
        "new_start": ("14. start player", "14. cambio del giocatore iniziale"),
        "game_over": ("game over", "fine della partita"),
    },
)
SETUP, PREPARE = 0, 1
"""In PHASE; the steps of a round follow one another from PREPARE on."""
GAME_OVER = len(PHASE) - 1

# -- questions and draws ---------------------------------------------------------------------------------------------

CHOOSE = Kind("choose", "P-31", CHOICE, Text("Take a card, or pass.", "Prendi una carta o passa."))
DISMISS = Kind("dismiss", "P-7", CRAFTSMAN, Text("Which craftsman do you dismiss?", "Quale artigiano scarti?"))
SECOND = Kind(
    "redraw",
    "P-52",
    SECOND_DRAW,
    Text(
        "A builder of {owner} comes out at cost {cost}: keep it, or draw again?",
        "Esce un costruttore di {owner} al costo {cost}: lo tieni o peschi ancora?",
    ),
    about=(("owner", SEAT), ("cost", NUMBER)),
)
PLACE = Kind(
    "place",
    "P-53",
    PLACEMENT,
    Text("Place your builder for {cost} gold, or pass.", "Piazza il costruttore per {cost} monete o passa."),
    about=(("cost", NUMBER),),
)
PLACE_PASSED = Kind(
    "place_passed",
    "P-58",
    PLACEMENT,
    Text(
        "Place the builder that declined cost {cost}.",
        "Piazza gratis il costruttore che ha passato al costo {cost}.",
    ),
    about=(("cost", NUMBER),),
)
ASK_BISHOP = Kind(
    "bishop",
    "P-72",
    AUDIENCE,
    Text("What do you ask of the bishop ({event})?", "Che cosa chiedi al vescovo ({event})?"),
    about=(("event", EVENT),),
)
USE_THOMAS = Kind(
    "thomas",
    "P-74",
    WHETHER,
    Text("Does Thomas protect you from {event}?", "Thomas ti protegge da {event}?"),
    about=(("event", EVENT),),
)
LOSE = Kind("lose", "P-75", CRAFTSMAN, Text("Which craftsman do you lose?", "Quale artigiano perdi?"))
EXEMPTION = Kind(
    "tax_exemption",
    "P-94",
    WHETHER,
    Text("Use the tax exemption (the tax is {tax})?", "Usi l'esenzione dalle tasse (la tassa è {tax})?"),
    about=(("tax", NUMBER),),
)
AT_MARKET = Kind(
    "market",
    "P-111",
    DEAL,
    Text("{space}: buy, sell or leave.", "{space}: compra, vendi o lascia."),
    about=(("space", SPACE),),
)
BOOST = Kind(
    "boost",
    "P-131",
    CRAFTSMAN,
    Text("Which craftsman may work once more?", "Quale artigiano può lavorare una volta in più?"),
)
USE_CRAFTSMAN = Kind(
    "use", "P-132", WORK, Text("Use a craftsman, or say that you are done.", "Usa un artigiano, oppure hai finito.")
)
KEEP_CUBES = Kind("keep", "P-141", KEEPING, Text("Which cubes do you keep?", "Quali cubi conservi?"))
START_SEAT = Kind("start_seat", "P-11", SEAT, Text("Who starts?", "Chi inizia?"))
TURN_PRIVILEGE = Kind(
    "privilege", "P-20", PRIVILEGE, Text("Which privilege is turned up?", "Quale carta vantaggio viene scoperta?")
)
TURN_CRAFTSMAN = Kind(
    "craftsman", "P-21", CRAFTSMAN, Text("Which craftsman is turned up?", "Quale artigiano viene scoperto?")
)
LEAVE_OUT = Kind(
    "left_out",
    "P-23",
    LEFT_OUT,
    Text("Which two resource cards stay out?", "Quali due carte materiale restano fuori?"),
)
DRAW_BUILDER = Kind("builder", "P-50", SEAT, Text("Whose builder is drawn?", "Di chi è il costruttore pescato?"))
TURN_EVENT = Kind("event", "P-70", EVENT, Text("Which event is revealed?", "Quale evento viene rivelato?"))
PEEK = Kind("peek", "P-26", EVENT, Text("Which event lies on top?", "Quale evento è in cima al mazzo?"))
ROLL_TAX = Kind("tax", "P-91", NUMBER, Text("How high is the tax?", "Quanto è alta la tassa?"))
KINDS = (
    CHOOSE, DISMISS, SECOND, PLACE, PLACE_PASSED, ASK_BISHOP, USE_THOMAS, LOSE, EXEMPTION, AT_MARKET, BOOST,
    USE_CRAFTSMAN, KEEP_CUBES, START_SEAT, TURN_PRIVILEGE, TURN_CRAFTSMAN, LEAVE_OUT, DRAW_BUILDER, TURN_EVENT, PEEK,
    ROLL_TAX,
)  # fmt: skip
LOTS = KINDS[KINDS.index(START_SEAT) :]
"""The kinds that fate answers."""
VOCABULARIES = (
    COLOUR, SEAT, NUMBER, RESOURCE, TRADE, CRAFTSMAN, RESOURCE_CARD, PRIVILEGE, EVENT, SPACE, PIECE, LEFT_OUT, CHOICE,
    PLACEMENT, DEAL, WORK, SECOND_DRAW, WHETHER, AUDIENCE, KEEPING, REASON, PART, PHASE,
)  # fmt: skip
