"""The notes of The Pillars of the Earth: what people at the table are told, in English and Italian."""

from __future__ import annotations

from podesta_engines.core.notes import kind, kinds_of

from .words import CRAFTSMAN, EVENT, NUMBER, PIECE, PRIVILEGE, RESOURCE, RESOURCE_CARD, SPACE

# -- preparation -------------------------------------------------------------------------------------------------------

STARTS = kind("starts", "P-11", "{seat} is the start player.", "{seat} è il giocatore iniziale.")
ROUND_BEGAN = kind("round_began", "P-24", "Round {number} begins.", "Inizia il turno {number}.", number=NUMBER)
PRIVILEGE_SHOWN = kind(
    "privilege_shown", "P-20", "{space}: {privilege}.", "{space}: {privilege}.", space=SPACE, privilege=PRIVILEGE
)
CRAFTSMAN_SHOWN = kind("craftsman_shown", "P-21", "{space}: {card}.", "{space}: {card}.", space=SPACE, card=CRAFTSMAN)
FOR_HIRE = kind("for_hire", "P-21", "In the supply: {cards}.", "Nella scorta: {cards}.", cards=CRAFTSMAN)
SUPPLY_LAID = kind("supply_laid", "P-23", "In the supply: {cards}.", "Nella scorta: {cards}.", cards=RESOURCE_CARD)
PEEKED = kind("peeked", "P-26", "{seat} looks at this round's event.", "{seat} guarda l'evento di questo turno.")
EVENT_SEEN = kind("event_seen", "P-26", "{seat}, you saw {event}.", "{seat}, hai visto {event}.", event=EVENT)
# -- Phase I -----------------------------------------------------------------------------------------------------------

CARD_TAKEN = kind(
    "card_taken",
    "P-32",
    "{seat} takes {card} and sends {number} workers.",
    "{seat} prende {card} e vi manda {number} lavoratori.",
    card=RESOURCE_CARD,
    number=NUMBER,
)
HIRED = kind(
    "hired",
    "P-34",
    "{seat} hires {card} (cost {number}).",
    "{seat} assolda {card} (costo {number}).",
    card=CRAFTSMAN,
    number=NUMBER,
)
DISMISSED = kind("dismissed", "P-7", "{seat} dismisses {card}.", "{seat} scarta {card}.", card=CRAFTSMAN)
PASSED = kind("passed", "P-31", "{seat} passes.", "{seat} passa.")
NOT_HIRED = kind("not_hired", "P-37", "{card} leaves the game.", "{card} esce dal gioco.", card=CRAFTSMAN)
TO_MILL = kind(
    "to_mill",
    "P-39",
    "{seat} sends {number} workers to the mill.",
    "{seat} manda {number} lavoratori al mulino.",
    number=NUMBER,
)
# -- Phase II ----------------------------------------------------------------------------------------------------------

BUILDER_DRAWN = kind(
    "builder_drawn",
    "P-50",
    "A builder of {seat} is drawn (cost {cost}).",
    "Viene pescato un costruttore di {seat} (costo {cost}).",
    cost=NUMBER,
)
PUT_BACK = kind(
    "put_back", "P-52", "{seat} puts it back and draws again.", "{seat} lo rimette nel sacchetto e pesca ancora."
)
SET_ASIDE = kind(
    "set_aside", "P-51", "The third builder of {seat} is set aside.", "Il terzo costruttore di {seat} è messo da parte."
)
PLACED = kind(
    "placed",
    "P-53",
    "{seat} places a builder (cost {cost}): {space}.",
    "{seat} piazza un costruttore (costo {cost}): {space}.",
    space=SPACE,
    cost=NUMBER,
)
BUILDER_PASSED = kind(
    "builder_passed", "P-55", "{seat} declines cost {cost}.", "{seat} rifiuta il costo {cost}.", cost=NUMBER
)
PLACED_LATER = kind(
    "placed_later",
    "P-58",
    "{seat} places a builder free of charge: {space}.",
    "{seat} piazza gratis un costruttore: {space}.",
    space=SPACE,
)
PRIVILEGE_USED = kind(
    "privilege_used",
    "P-53",
    "{seat} uses {privilege}, which leaves the game.",
    "{seat} usa {privilege}, che esce dal gioco.",
    privilege=PRIVILEGE,
)
# -- steps 1 and 2 -----------------------------------------------------------------------------------------------------

EVENT_REVEALED = kind("event_revealed", "P-70", "Event: {event}.", "Evento: {event}.", event=EVENT)
PROTECTED = kind("protected", "P-73", "{seat} is protected from the event.", "{seat} è protetto dall'evento.")
ASKED_FOR = kind(
    "asked_for",
    "P-72",
    "{seat} asks the bishop for {resource}.",
    "{seat} chiede al vescovo {resource}.",
    resource=RESOURCE,
)
LIMITED = kind(
    "limited",
    "P-75",
    "{seat} may use only {number} builders next round.",
    "{seat} potrà usare solo {number} costruttori nel prossimo turno.",
    number=NUMBER,
)
LOST_CRAFTSMAN = kind("lost_craftsman", "P-75", "{seat} loses {card}.", "{seat} perde {card}.", card=CRAFTSMAN)
CUBE_FROM_MARKET = kind(
    "cube_from_market",
    "P-76",
    "{seat} takes 1 {resource} from the market.",
    "{seat} prende 1 {resource} dal mercato.",
    resource=RESOURCE,
)
# -- steps 3 to 11 -----------------------------------------------------------------------------------------------------

MILL_PAYS = kind(
    "mill_pays",
    "P-78",
    "The mill pays {seat} for {number} workers.",
    "Il mulino paga {seat} per {number} lavoratori.",
    number=NUMBER,
)
PRIVILEGE_TAKEN = kind(
    "privilege_taken", "P-80", "{seat} receives {privilege}.", "{seat} riceve {privilege}.", privilege=PRIVILEGE
)
PRIVILEGE_GONE = kind(
    "privilege_gone", "P-81", "{privilege} leaves the game.", "{privilege} esce dal gioco.", privilege=PRIVILEGE
)
PRIORY_VISITED = kind(
    "priory_visited",
    "P-84",
    "{seat} is in the priory: {space}.",
    "{seat} è nella residenza del priore: {space}.",
    space=SPACE,
)
PRODUCED = kind(
    "produced",
    "P-86",
    "{seat} receives {number} {resource}.",
    "{seat} riceve {number} {resource}.",
    resource=RESOURCE,
    number=NUMBER,
)
TAX_ROLLED = kind("tax_rolled", "P-91", "The tax is {number} gold.", "La tassa è di {number} monete.", number=NUMBER)
EXEMPT = kind(
    "exempt", "P-92", "{seat} is in the king's court and pays no tax.", "{seat} è alla corte del re e non paga tasse."
)
CRAFTSMAN_JOINED = kind("craftsman_joined", "P-100", "{seat} receives {card}.", "{seat} riceve {card}.", card=CRAFTSMAN)
GREY_WORKERS = kind(
    "grey_workers",
    "P-104",
    "{seat} will have {number} grey workers next round.",
    "{seat} avrà {number} lavoratori grigi nel prossimo turno.",
    number=NUMBER,
)
# -- step 12 -----------------------------------------------------------------------------------------------------------

BOUGHT = kind(
    "bought",
    "P-112",
    "{seat} buys {number} {resource} for {gold} gold.",
    "{seat} compra {number} {resource} per {gold} monete.",
    resource=RESOURCE,
    number=NUMBER,
    gold=NUMBER,
)
SOLD = kind(
    "sold",
    "P-113",
    "{seat} sells {number} {resource}.",
    "{seat} vende {number} {resource}.",
    resource=RESOURCE,
    number=NUMBER,
)
LEFT_MARKET = kind("left_market", "P-115", "{seat} leaves the market.", "{seat} lascia il mercato.")
# -- steps 13 and 14 ---------------------------------------------------------------------------------------------------

BOOSTED = kind(
    "boosted",
    "P-131",
    "{seat} lets {card} work once more.",
    "{seat} fa lavorare {card} una volta in più.",
    card=CRAFTSMAN,
)
WORKED = kind(
    "worked",
    "P-133",
    "{seat} uses {card} (x{number}).",
    "{seat} usa {card} (x{number}).",
    card=CRAFTSMAN,
    number=NUMBER,
)
CUBES_RETURNED = kind(
    "cubes_returned", "P-141", "{seat} gives back {cubes}.", "{seat} restituisce {cubes}.", cubes=RESOURCE
)
PIECE_ADDED = kind(
    "piece_added",
    "P-143",
    "{seat} adds {piece} to the cathedral.",
    "{seat} aggiunge {piece} alla cattedrale.",
    piece=PIECE,
)
NEXT_START = kind("next_start", "P-150", "{seat} is the next start player.", "{seat} è il prossimo giocatore iniziale.")
SCORED = kind(
    "scored",
    "P-161",
    "{seat} has {points} VP and {gold} gold.",
    "{seat} ha {points} PV e {gold} monete.",
    points=NUMBER,
    gold=NUMBER,
)
# -- gains and losses --------------------------------------------------------------------------------------------------

GOLD_GAINED = kind(
    "gold_gained", "P-3", "{seat} gains {number} gold.", "{seat} guadagna {number} monete.", number=NUMBER
)
GOLD_LOST = kind(
    "gold_lost", "P-3", "{number} gold above 30 is lost.", "{number} monete oltre le 30 sono perse.", number=NUMBER
)
GOLD_PAID = kind("gold_paid", "P-3", "{seat} pays {number} gold.", "{seat} paga {number} monete.", number=NUMBER)
SHORTFALL = kind(
    "shortfall", "P-4", "{seat} cannot pay {number} gold.", "{seat} non può pagare {number} monete.", number=NUMBER
)
POINTS_GAINED = kind("points_gained", "P-5", "{seat} gains {number} VP.", "{seat} guadagna {number} PV.", number=NUMBER)
POINTS_LOST = kind("points_lost", "P-5", "{seat} loses {number} VP.", "{seat} perde {number} PV.", number=NUMBER)
CUBES_GAINED = kind(
    "cubes_gained",
    "P-2",
    "{seat} gains {number} {resource}.",
    "{seat} riceve {number} {resource}.",
    resource=RESOURCE,
    number=NUMBER,
)
CUBES_SPENT = kind(
    "cubes_spent",
    "P-2",
    "{seat} spends {number} {resource}.",
    "{seat} spende {number} {resource}.",
    resource=RESOURCE,
    number=NUMBER,
)

NOTES = kinds_of(globals(), for_hire="cards", supply_laid="cards", cubes_returned="cubes")
