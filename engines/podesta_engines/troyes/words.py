"""The words of Troyes: vocabularies, questions and draws, in English and Italian; notes stand in `notes`."""

from __future__ import annotations

from typing import Literal, NamedTuple

from podesta_engines.core.script import Kind
from podesta_engines.core.words import Text, Vocabulary, Word

# -- pieces ----------------------------------------------------------------------------------------------------------

COLOUR = Vocabulary.of(
    "colour", {"red": ("red", "rosso"), "white": ("white", "bianco"), "yellow": ("yellow", "giallo")}
)
PLAYER_COLOUR = Vocabulary.of(
    "player_colour",
    {
        "natural": ("natural wood", "legno"),
        "blue": ("blue", "blu"),
        "green": ("green", "verde"),
        "orange": ("orange", "arancione"),
    },
)
OWNER = Vocabulary.of(
    "owner",
    {
        **{f"seat_{i}": (f"player {i + 1}", f"giocatore {i + 1}") for i in range(4)},
        "neutral": ("neutral", "neutrale"),
    },
)
SEAT = Vocabulary.of("seat", {str(i): (f"player {i + 1}", f"giocatore {i + 1}") for i in range(4)})
NUMBER = Vocabulary.numbers("number", 1000)
POINTS_FROM = -20
"""The first word of POINTS, which may be negative (T-265)."""
POINTS = Vocabulary.of(
    "points", {str(i) if i >= 0 else f"minus_{-i}": (str(i), str(i)) for i in range(POINTS_FROM, 1000)}
)
VALUE = Vocabulary.of("value", {str(i): (str(i), str(i)) for i in range(1, 7)})
"""The faces of a die; its int is the value less one."""
BUILDING = Vocabulary.of(
    "building",
    {
        "palace": ("the Palace", "il Palazzo"),
        "bishopric": ("the Bishopric", "il Vescovado"),
        "city_hall": ("the City Hall", "il Municipio"),
    },
)
SPACE = Vocabulary.of(
    "space",
    {
        **{f"palace_{i}": (f"Palace {i}", f"Palazzo {i}") for i in range(1, 7)},
        **{
            f"{slug}_{row}{i}": (f"{en} {row.upper()}{i}", f"{it} {row.upper()}{i}")
            for slug, en, it in (("bishopric", "Bishopric", "Vescovado"), ("city_hall", "City Hall", "Municipio"))
            for row in "abc"
            for i in (1, 2)
        },
    },
)
CARD = Vocabulary.of(
    "card",
    {
        "archer": ("Archer", "Arciere"),
        "diplomat": ("Diplomat", "Diplomatico"),
        "chivalry": ("Chivalry", "Cavalleria"),
        "hunting": ("Hunting", "Caccia"),
        "mercenary": ("Mercenary", "Mercenario"),
        "tax_collector": ("Tax Collector", "Esattore delle Tasse"),
        "captain": ("Captain", "Capitano"),
        "troubadour": ("Troubadour", "Menestrello"),
        "joust": ("Joust", "Giostra"),
        "tithing": ("Tithing", "La Decima"),
        "monk": ("Monk", "Monaco"),
        "priest": ("Priest", "Prete"),
        "apprenticeship": ("Apprenticeship", "Apprendistato"),
        "templar": ("Templar", "Templare"),
        "confession": ("Confession", "Confessione"),
        "pilgrimage": ("Pilgrimage", "Pellegrinaggio"),
        "procession": ("Procession", "Processione"),
        "glassblower": ("Glassblower", "Soffiatore di Vetro"),
        "artisan": ("Artisan", "Artigiano"),
        "merchant": ("Merchant", "Mercante"),
        "miller": ("Miller", "Mugnaio"),
        "innkeeper": ("Innkeeper", "Oste"),
        "blacksmith": ("Blacksmith", "Fabbro"),
        "militia": ("Militia", "Milizia"),
        "journeyman": ("Journeyman", "Operaio"),
        "goldsmith": ("Goldsmith", "Orafo"),
        "sculptor": ("Sculptor", "Scultore"),
    },
)
EVENT = Vocabulary.of(
    "event",
    {
        "marauders": ("Marauders", "Fuorilegge"),
        "brigands": ("Brigands", "Briganti"),
        "skirmishes": ("Skirmishes", "Schermaglie"),
        "war": ("War", "Guerra"),
        "normans_attack": ("Normans Attack", "Attacco Normanno"),
        "succession_conflict": ("Succession Conflict", "Conflitto di Successione"),
        "drought": ("Drought", "Siccità"),
        "support": ("Support", "Supporto"),
        "wayfarers": ("Wayfarers", "Viandanti"),
        "civil_war": ("Civil War", "Guerra Civile"),
        "heresy": ("Heresy", "Eresia"),
        "theological_conflict": ("Theological Conflict", "Conflitto Teologico"),
        "interruption_of_work": ("Interruption of Work", "Interruzione dei Lavori"),
        "migrant_workers": ("Migrant Workers", "Manodopera Emigrante"),
    },
)
(
    MARAUDERS, BRIGANDS, SKIRMISHES, WAR, NORMANS_ATTACK, SUCCESSION_CONFLICT, DROUGHT, SUPPORT, WAYFARERS, CIVIL_WAR,
    HERESY, THEOLOGICAL_CONFLICT, INTERRUPTION_OF_WORK, MIGRANT_WORKERS,
) = range(len(EVENT))  # fmt: skip
CHARACTER = Vocabulary.of(
    "character",
    {
        "chretien": ("Chrétien de Troyes", "Chrétien de Troyes"),
        "urbain": ("Urbain IV", "Urbain IV"),
        "hugues": ("Hugues de Payns", "Hugues de Payns"),
        "thibaut": ("Thibaut II", "Thibaut II"),
        "florentin": ("Le Florentin", "Le Florentin"),
        "henry": ("Henry I", "Henry I"),
    },
)
PLOT = Vocabulary.of(
    "plot",
    {
        f"cathedral_{value}_{level}": (f"column {value}, level {level}", f"colonna {value}, livello {level}")
        for value in range(1, 7)
        for level in range(1, 4)
    },
)

# -- answers ---------------------------------------------------------------------------------------------------------

QUEUE = 13
"""Events that may lie in the queue: Marauders and two for each of six rounds."""
DISTRICT = 3 * 6
"""The dice of one district in DIE: three colours of six values."""
Verb = Literal["activate", "build", "combat", "place", "farm", "pass", "recruit", "flip", "reroll", "done"]


class Action(NamedTuple):
    """What a word of ACTION says: a verb, and what it is about.

    `about` is a card, a place in the queue of events, a building, or a die as the first district has it; 0 for a verb
    that stands alone.
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
"""What every word of ACTION says."""


def _options(verb: Verb) -> tuple[int, ...]:
    return tuple(option for option, action in enumerate(TURN_ACTIONS) if action.verb == verb)


ACTIVATE, COMBAT, PLACE_IN, REROLL = _options("activate"), _options("combat"), _options("place"), _options("reroll")
"""The words of ACTION with a verb, by what they are about."""
(BUILD,), (FARM,), (PASS,) = _options("build"), _options("farm"), _options("pass")
(RECRUIT,), (FLIP,) = _options("recruit"), _options("flip")
(DONE_ACTING,) = _options("done")
"""The end of the influence step before a black die is countered."""


def _word(slug: str, en: str, it: str, **parts: str) -> Word:
    return Word(slug, Text(en, it), tuple(parts.items()))


def _rerolls() -> list[Word]:
    """`reroll.<colour>.<value>`, in the order of dice."""
    return [
        _word(
            f"reroll.{colour.slug}.{value}",
            f"reroll the {colour.label.en} {value}",
            f"rilancia il {colour.label.it} {value}",
            action="reroll",
            colour=colour.slug,
            value=str(value),
        )
        for colour in COLOUR.words
        for value in range(6, 0, -1)
    ]


ACTION = Vocabulary(
    "action",
    [
        *(
            _word(
                f"activate.{w.slug}", f"activate {w.label.en}", f"attiva {w.label.it}", action="activate", card=w.slug
            )
            for w in CARD.words
        ),
        _word("build", "build the cathedral", "costruisci la Cattedrale", action="build"),
        *(
            _word(
                f"combat.{i}",
                f"combat event {i} of the queue" if i else "combat the Marauders",
                f"combatti l'evento {i} della coda" if i else "combatti i Fuorilegge",
                action="combat",
                position=str(i),
            )
            for i in range(QUEUE)
        ),
        *(
            _word(
                f"place.{w.slug}",
                f"place a citizen in {w.label.en}",
                f"piazza un cittadino: {w.label.it}",
                action="place",
                building=w.slug,
            )
            for w in BUILDING.words
        ),
        _word("farm", "farm", "sfrutta l'agricoltura", action="farm"),
        _word("pass", "pass", "passa", action="pass"),
        _word("recruit", "recruit a citizen", "recluta un cittadino", action="recruit"),
        _word("flip", "turn dice over", "gira dei dadi", action="flip"),
        *_rerolls(),
        _word("done", "go on", "prosegui", action="done"),
    ],
)


def _die(owner: Word, colour: Word, value: int) -> Word:
    """`<owner>.<colour>.<value>`."""
    en = f"{colour.label.en} {value} of {owner.label.en}"
    it = f"{colour.label.it} {value} di {owner.label.it}"
    if owner.slug == "neutral":
        en, it = f"neutral {colour.label.en} {value}", f"{colour.label.it} {value} neutrale"
    parts = {"owner": owner.slug, "colour": colour.slug, "value": str(value)}
    return _word(f"{owner.slug}.{colour.slug}.{value}", en, it, **parts)


DIE = Vocabulary(
    "die",
    [_die(owner, colour, value) for owner in OWNER.words for colour in COLOUR.words for value in range(6, 0, -1)]
    + [_word("done", "no more dice", "nessun altro dado"), _word("none", "none", "nessuno")],
)
DONE, NO_DIE = 90, 91
"""The end of a group, and the place of a die that has not been chosen."""
FOE = Vocabulary.of(
    "foe", {**{str(i): (f"black {i}", f"nero {i}") for i in range(1, 7)}, "done": ("no other", "nessun altro")}
)
FOES_DONE = 6
SOURCE = Vocabulary(
    "source",
    [
        _word("supply", "your supply", "la tua riserva", source="supply"),
        *(_word(w.slug, w.label.en, w.label.it, source="space", space=w.slug) for w in SPACE.words),
        *(
            _word(f"card.{w.slug}", f"the tradesman on {w.label.en}", f"il commerciante su {w.label.it}",
                  source="card", card=w.slug)
            for w in CARD.words
        ),
        *(
            _word(f"lying.{w.slug}", f"the expelled citizen of {w.label.en}", f"il cittadino espulso: {w.label.it}",
                  source="lying", building=w.slug)
            for w in BUILDING.words
        ),
    ],
)  # fmt: skip
Place = Literal["supply", "space", "card", "lying"]


class Source(NamedTuple):
    """Where a citizen is taken from: the supply, or a space, a card, or (lying) the front of a building."""

    place: Place
    at: int = 0


SOURCES: tuple[Source, ...] = (
    Source("supply"),
    *(Source("space", space) for space in range(len(SPACE))),
    *(Source("card", card) for card in range(len(CARD))),
    *(Source("lying", building) for building in range(len(BUILDING))),
)
"""What every word of SOURCE says."""


def _from(place: Place) -> tuple[int, ...]:
    return tuple(option for option, source in enumerate(SOURCES) if source.place == place)


(FROM_SUPPLY,) = _from("supply")
FROM_SPACE, FROM_CARD, FROM_LYING = _from("space"), _from("card"), _from("lying")
"""The words of SOURCE for a space, the tradesman on a card, the citizen lying before a building."""
_MODIFIERS = ("blacksmith", "militia", "tithing", "monk", "priest", "apprenticeship", "templar", "confession")
MODIFIER = Vocabulary.of(
    "modifier",
    {
        "none": ("no cube", "nessun cubetto"),
        **{slug: (CARD.label(CARD.parse(slug), "en"), CARD.label(CARD.parse(slug), "it")) for slug in _MODIFIERS},
    },
)
TARGET = Vocabulary.of(
    "target",
    {
        str(i): (f"event {i} of the queue", f"evento {i} della coda") if i else ("Marauders", "Fuorilegge")
        for i in range(QUEUE)
    },
)
REASON = Vocabulary.of("reason", {"last_round": ("the last red event has entered", "è entrato l'ultimo evento rosso")})
PART = Vocabulary.of(
    "part",
    {
        "won": ("won in the game", "vinti durante la partita"),
        "events": ("events in play", "eventi in gioco"),
        "tradesmen": ("tradesmen", "commercianti"),
        "cathedral": ("empty levels of the cathedral", "livelli vuoti della Cattedrale"),
        **{word.slug: (word.label.en, word.label.it) for word in CHARACTER.words},
        "total": ("total", "totale"),
    },
)
PHASE = Vocabulary.of(
    "phase",
    {
        "setup": ("setup", "preparazione"),
        "place": ("first citizens", "piazzamento iniziale"),
        "upkeep": ("income, work force and events", "rendita, forza lavoro ed eventi"),
        "counter": ("black dice", "dadi neri"),
        "actions": ("actions", "azioni"),
        "game_over": ("game over", "fine della partita"),
    },
)

# -- questions and draws ---------------------------------------------------------------------------------------------

PLACE_FIRST = Kind(
    "place_first",
    "T-10",
    SPACE,
    Text("Where do you place your next citizen?", "Dove piazzi il tuo prossimo cittadino?"),
)
PREPARE = Kind(
    "prepare",
    "T-85",
    ACTION,
    Text(
        "A black {foe} threatens you: spend influence, or go on.",
        "Un {foe} nero ti minaccia: spendi influenza o prosegui.",
    ),
    about=(("foe", VALUE),),
)
COUNTER_EXTRA = Kind(
    "counter_extra",
    "T-80",
    FOE,
    Text(
        "You counter dice worth {sum}: which other black die as well?",
        "Contrasti dadi per {sum}: quale altro dado nero?",
    ),
    about=(("sum", NUMBER),),
)
COUNTER_WITH = Kind(
    "counter_with",
    "T-81",
    DIE,
    Text(
        "Which die do you use? You have {strength} of {sum}.",
        "Quale dado usi? Hai {strength} su {sum}.",
    ),
    about=(("strength", NUMBER), ("sum", NUMBER)),
)
ACT = Kind("act", "T-100", ACTION, Text("Spend influence, act or pass.", "Spendi influenza, agisci o passa."))
FLIP_DIE = Kind(
    "flip_die",
    "T-130",
    DIE,
    Text("Which die do you turn over? So far: {first}, {second}.", "Quale dado giri? Finora: {first}, {second}."),
    about=(("first", DIE), ("second", DIE)),
)
HIRE_FROM = Kind(
    "hire_from",
    "T-141",
    SOURCE,
    Text("Who becomes tradesman ({action})?", "Chi diventa commerciante ({action})?"),
    about=(("action", ACTION),),
)
MODIFY = Kind(
    "modify",
    "T-160",
    MODIFIER,
    Text("Do you spend a cube ({action})?", "Usi un cubetto ({action})?"),
    about=(("action", ACTION),),
)
GROUP_DIE = Kind(
    "group_die",
    "T-110",
    DIE,
    Text(
        "Which die joins the group ({action})? So far: {first}, {second}.",
        "Quale dado si unisce al gruppo ({action})? Finora: {first}, {second}.",
    ),
    about=(("action", ACTION), ("modifier", MODIFIER), ("first", DIE), ("second", DIE)),
)
CITIZEN_FROM = Kind(
    "citizen_from",
    "T-201",
    SOURCE,
    Text("Which citizen do you place with {die}?", "Quale cittadino piazzi con {die}?"),
    about=(("action", ACTION), ("die", DIE)),
)
HOW_OFTEN = Kind(
    "how_often",
    "T-150",
    NUMBER,
    Text("How often do you activate {card}?", "Quante volte attivi {card}?"),
    about=(("card", CARD),),
)
MILL = Kind(
    "mill",
    "T-303",
    NUMBER,
    Text(
        "Of {number} activations, how many are for the Palace? The others are for the Bishopric.",
        "Di {number} attivazioni, quante per il Palazzo? Le altre sono per il Vescovado.",
    ),
    about=(("number", NUMBER),),
)
MARK = Kind(
    "mark",
    "T-328",
    TARGET,
    Text("On which event do you place a cube? To place: {left}.", "Su quale evento piazzi un cubo? Restano: {left}."),
    about=(("left", NUMBER),),
)  # fmt: skip

DRAW_FIRST = Kind("first_player", "X-1", SEAT, Text("Who is first player?", "Chi è il primo giocatore?"))
DEAL = Kind("character", "X-2", CHARACTER, Text("Which character?", "Quale personaggio?"))
REVEAL = Kind("activity", "X-3", CARD, Text("Which activity card?", "Quale carta attività?"))
DRAW_EVENT = Kind("event", "X-4", EVENT, Text("Which event?", "Quale evento?"))
ROLL = Kind("roll", "X-6", VALUE, Text("How does the die fall?", "Che cosa mostra il dado?"))
ROLL_BLACK = Kind("roll_black", "X-7", VALUE, Text("How does the black die fall?", "Che cosa mostra il dado nero?"))
ROLL_EVENT = Kind("roll_event", "X-8", VALUE, Text("Where does the event strike?", "Dove colpisce l'evento?"))
ROLL_AGAIN = Kind("roll_again", "X-9", VALUE, Text("How does the die fall now?", "Che cosa mostra ora il dado?"))
SHOOT = Kind("shoot", "X-10", VALUE, Text("Does the Archer hit?", "L'Arciere colpisce?"))
UNMASK = Kind("unmask", "T-263", CHARACTER, Text("Which character is revealed?", "Quale personaggio si rivela?"))
KINDS = (
    PLACE_FIRST, PREPARE, COUNTER_EXTRA, COUNTER_WITH, ACT, FLIP_DIE, HIRE_FROM, MODIFY, GROUP_DIE, CITIZEN_FROM,
    HOW_OFTEN, MILL, MARK, DRAW_FIRST, DEAL, REVEAL, DRAW_EVENT, ROLL, ROLL_BLACK, ROLL_EVENT, ROLL_AGAIN, SHOOT,
    UNMASK,
)  # fmt: skip
LOTS = KINDS[KINDS.index(DRAW_FIRST) :]
"""The kinds that fate answers."""
VOCABULARIES = (
    COLOUR, PLAYER_COLOUR, OWNER, SEAT, NUMBER, POINTS, VALUE, BUILDING, SPACE, CARD, EVENT, CHARACTER, PLOT, ACTION,
    DIE, FOE, SOURCE, MODIFIER, TARGET, REASON, PART, PHASE,
)  # fmt: skip
KIND_NUMBER = {kind: i for i, kind in enumerate(KINDS)}
_STEP = 1000
"""More than the options of any kind."""


def traced(kind: Kind, option: int) -> int:
    """An answer or a lot as an int of `State.trace`."""
    return _STEP * KIND_NUMBER[kind] + option


def untraced(step: int) -> tuple[Kind, int]:
    """The kind and the option that an int of `State.trace` stands for."""
    number, option = divmod(step, _STEP)
    return KINDS[number], option
