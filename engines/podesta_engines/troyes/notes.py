"""The notes of Troyes: what happened, in English and Italian; each with the number of its rule."""

from __future__ import annotations

from podesta_engines.core.notes import kind, kinds_of

from .words import BUILDING, CARD, CHARACTER, DIE, EVENT, MODIFIER, NUMBER, OWNER, PLOT, POINTS, SOURCE, SPACE, VALUE

# -- setup and phases 0 to 2 -----------------------------------------------------------------------------------------

FIRST_PLAYER = kind("first_player", "T-1", "{seat} is first player.", "{seat} è il primo giocatore.")
DEALT = kind("dealt", "T-6", "{seat} is dealt a character.", "{seat} riceve un personaggio.")
CHARACTER_SEEN = kind(
    "character_seen",
    "T-6",
    "{seat}, your character is {character}.",
    "{seat}, il tuo personaggio è {character}.",
    character=CHARACTER,
)
SETTLED = kind(
    "settled", "T-10", "{seat} places a citizen on {space}.", "{seat} piazza un cittadino su {space}.", space=SPACE
)
NEUTRALS_SETTLED = kind(
    "neutrals_settled", "T-12", "Neutral citizens take {spaces}.", "Cittadini neutrali occupano {spaces}.", spaces=SPACE
)
ROUND_BEGAN = kind("round_began", "T-9", "Round {number} begins.", "Inizia il round {number}.", number=NUMBER)
REVEALED = kind("revealed", "T-40", "{card} is turned up.", "Si rivela {card}.", card=CARD)
INCOME = kind(
    "income",
    "T-50",
    "{seat} gains {income} deniers and pays {wages} in wages.",
    "{seat} riceve {income} denari e paga {wages} di stipendi.",
    income=NUMBER,
    wages=NUMBER,
)
ROLLED = kind("rolled", "T-60", "{seat} rolls {dice}.", "{seat} ottiene {dice}.", dice=DIE)
NEUTRAL_ROLLED = kind(
    "neutral_rolled", "T-61", "The neutral dice are {dice}.", "I dadi neutrali sono {dice}.", dice=DIE
)

# -- phase 3 ---------------------------------------------------------------------------------------------------------

EVENT_ENTERED = kind("event_entered", "T-70", "{event} joins the queue.", "{event} entra nella coda.", event=EVENT)
EVENT_STRIKES = kind("event_strikes", "T-71", "{event} strikes.", "Si risolve {event}.", event=EVENT)
EVENT_ROLLED = kind(
    "event_rolled",
    "T-342",
    "{event}: the die shows {value}.",
    "{event}: il dado mostra {value}.",
    event=EVENT,
    value=VALUE,
)
NO_NEUTRALS = kind(
    "no_neutrals",
    "T-351",
    "No neutral citizen is left: {event} does nothing.",
    "Non restano cittadini neutrali: {event} non ha effetto.",
    event=EVENT,
)
UNABLE = kind("unable", "T-73", "{seat} cannot pay in full.", "{seat} non può pagare tutto.")
CUBE_REMOVED = kind(
    "cube_removed",
    "T-349",
    "The cube of {owner} is removed from {plot}.",
    "Si rimuove il cubo ({owner}) da {plot}.",
    owner=OWNER,
    plot=PLOT,
)
NEUTRAL_BUILT = kind(
    "neutral_built", "T-350", "A grey cube is placed on {plot}.", "Si piazza un cubo grigio su {plot}.", plot=PLOT
)
BLACK_ROLLED = kind(
    "black_rolled", "T-75", "The black dice show {values}.", "I dadi neri mostrano {values}.", values=VALUE
)
COUNTERED = kind(
    "countered",
    "T-83",
    "{seat} counters {values} with {dice}.",
    "{seat} contrasta {values} con {dice}.",
    values=VALUE,
    dice=DIE,
)
NOT_COUNTERED = kind(
    "not_countered", "T-84", "{seat} cannot counter {value}.", "{seat} non può contrastare {value}.", value=VALUE
)

# -- influence -------------------------------------------------------------------------------------------------------

REROLLED = kind(
    "rerolled", "T-130", "{seat} rerolls {die}: {value}.", "{seat} rilancia {die}: {value}.", die=DIE, value=VALUE
)
FLIPPED = kind("flipped", "T-130", "{seat} turns over {dice}.", "{seat} gira {dice}.", dice=DIE)
RECRUITED = kind("recruited", "T-130", "{seat} recruits a citizen.", "{seat} recluta un cittadino.")

# -- actions ---------------------------------------------------------------------------------------------------------

GROUPED = kind(
    "grouped",
    "T-114",
    "{seat} uses {dice} for {deniers} deniers.",
    "{seat} usa {dice} per {deniers} denari.",
    dice=DIE,
    deniers=NUMBER,
)
SOLD = kind(
    "sold",
    "T-112",
    "{seat} gets {deniers} deniers for dice.",
    "{seat} riceve {deniers} denari per i dadi.",
    deniers=NUMBER,
)
CUBE_SPENT = kind(
    "cube_spent",
    "T-160",
    "{seat} spends a cube of {modifier}.",
    "{seat} usa un cubetto di {modifier}.",
    modifier=MODIFIER,
)
HIRED = kind(
    "hired",
    "T-140",
    "{seat} hires a tradesman from {source} for {card}.",
    "{seat} assume un commerciante da {source} per {card}.",
    card=CARD,
    source=SOURCE,
)
ACTIVATED = kind(
    "activated",
    "T-150",
    "{seat} activates {card}, times {number}.",
    "{seat} attiva {card}, volte {number}.",
    card=CARD,
    number=NUMBER,
)
CUBES_STORED = kind(
    "cubes_stored",
    "T-153",
    "{seat} puts {number} cubes on {card}.",
    "{seat} mette {number} cubetti su {card}.",
    card=CARD,
    number=NUMBER,
)
TAXED = kind("taxed", "T-321", "{seat} pays {deniers} in taxes.", "{seat} paga {deniers} di tasse.", deniers=NUMBER)
SHOT = kind("shot", "T-322", "{seat} rolls {value} for the Archer.", "{seat} tira {value} per l'Arciere.", value=VALUE)
BUILT = kind("built", "T-171", "{seat} builds {plot}.", "{seat} costruisce {plot}.", plot=PLOT)
MARKED = kind("marked", "T-182", "{seat} places a cube on {event}.", "{seat} piazza un cubo su {event}.", event=EVENT)
NEUTRAL_MARKED = kind(
    "neutral_marked", "T-344", "A grey cube is placed on {event}.", "Si piazza un cubo grigio su {event}.", event=EVENT
)
EVENT_BEATEN = kind("event_beaten", "T-183", "{event} is countered.", "{event} è neutralizzato.", event=EVENT)
EVENT_TAKEN = kind("event_taken", "T-184", "{seat} takes {event}.", "{seat} prende {event}.", event=EVENT)
EVENT_DISCARDED = kind("event_discarded", "T-184", "{event} is discarded.", "{event} viene scartato.", event=EVENT)
ENTERED = kind(
    "entered",
    "T-203",
    "A citizen ({owner}) enters {space}.",
    "Un cittadino ({owner}) entra in {space}.",
    owner=OWNER,
    space=SPACE,
)
LIFTED = kind(
    "lifted", "T-201", "{seat} takes a citizen from {source}.", "{seat} prende un cittadino da {source}.", source=SOURCE
)
EXPELLED = kind(
    "expelled",
    "T-204",
    "A citizen ({owner}) is expelled: {building}.",
    "Un cittadino ({owner}) è espulso: {building}.",
    owner=OWNER,
    building=BUILDING,
)
FARMED = kind("farmed", "T-220", "{seat} farms.", "{seat} sfrutta l'agricoltura.")
PASSED = kind(
    "passed", "T-232", "{seat} passes for {deniers} deniers.", "{seat} passa per {deniers} denari.", deniers=NUMBER
)
WAITED = kind(
    "waited",
    "T-233",
    "{deniers} denier is put in the district of {seat}.",
    "{deniers} denaro va nel distretto di {seat}.",
    deniers=NUMBER,
)

# -- deniers, influence, points --------------------------------------------------------------------------------------

DENIERS_GAINED = kind(
    "deniers_gained", "T-20", "{seat} gains {number} deniers.", "{seat} riceve {number} denari.", number=NUMBER
)
DENIERS_LOST = kind(
    "deniers_lost", "T-20", "{seat} pays {number} deniers.", "{seat} paga {number} denari.", number=NUMBER
)
INFLUENCE_GAINED = kind(
    "influence_gained", "T-22", "{seat} gains {number} influence.", "{seat} riceve {number} influenza.", number=NUMBER
)
INFLUENCE_LOST = kind(
    "influence_lost", "T-22", "{seat} gives {number} influence.", "{seat} cede {number} influenza.", number=NUMBER
)
POINTS_GAINED = kind("points_gained", "T-260", "{seat} gains {number} VP.", "{seat} riceve {number} PV.", number=NUMBER)
POINTS_LOST = kind("points_lost", "T-21", "{seat} loses {number} VP.", "{seat} perde {number} PV.", number=NUMBER)

# -- the end ---------------------------------------------------------------------------------------------------------

COLLECTED = kind(
    "collected",
    "T-240",
    "{seat} collects {deniers} deniers from the district.",
    "{seat} recupera {deniers} denari dal distretto.",
    deniers=NUMBER,
)
STOOD_UP = kind(
    "stood_up",
    "T-241",
    "A citizen ({owner}) goes back to the supply.",
    "Un cittadino ({owner}) torna nella riserva.",
    owner=OWNER,
)
UNMASKED = kind("unmasked", "T-263", "{seat} reveals {character}.", "{seat} rivela {character}.", character=CHARACTER)
SCORED = kind("scored", "T-266", "{seat} has {total} VP.", "{seat} ha {total} PV.", total=POINTS)
NOTES = kinds_of(
    globals(),
    neutrals_settled="spaces",
    rolled="dice",
    neutral_rolled="dice",
    black_rolled="values",
    countered="values dice",
    grouped="dice",
    flipped="dice",
)
