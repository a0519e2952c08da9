"""The notes of The Pillars of the Earth: what people at the table are told, in English and Italian."""

from __future__ import annotations

from podesta_engines.core.notes import NoteKind
from podesta_engines.core.words import Text

from .words import CRAFTSMAN, EVENT, NUMBER, PIECE, PRIVILEGE, RESOURCE, RESOURCE_CARD, SPACE

# -- preparation -------------------------------------------------------------------------------------------------------

STARTS = NoteKind("starts", "P-11", Text("{seat} is the start player.", "{seat} è il giocatore iniziale."))
ROUND_BEGAN = NoteKind(
    "round_began", "P-24", Text("Round {number} begins.", "Inizia il turno {number}."), (("number", NUMBER),)
)
PRIVILEGE_SHOWN = NoteKind(
    "privilege_shown",
    "P-20",
    Text("{space}: {privilege}.", "{space}: {privilege}."),
    (("space", SPACE), ("privilege", PRIVILEGE)),
)
CRAFTSMAN_SHOWN = NoteKind(
    "craftsman_shown", "P-21", Text("{space}: {card}.", "{space}: {card}."), (("space", SPACE), ("card", CRAFTSMAN))
)
FOR_HIRE = NoteKind(
    "for_hire", "P-21", Text("In the supply: {cards}.", "Nella scorta: {cards}."), (("cards", CRAFTSMAN),)
)
SUPPLY_LAID = NoteKind(
    "supply_laid", "P-23", Text("In the supply: {cards}.", "Nella scorta: {cards}."), (("cards", RESOURCE_CARD),)
)
PEEKED = NoteKind(
    "peeked", "P-26", Text("{seat} looks at this round's event.", "{seat} guarda l'evento di questo turno.")
)
EVENT_SEEN = NoteKind(
    "event_seen", "P-26", Text("{seat}, you saw {event}.", "{seat}, hai visto {event}."), (("event", EVENT),)
)
# -- Phase I -----------------------------------------------------------------------------------------------------------

CARD_TAKEN = NoteKind(
    "card_taken",
    "P-32",
    Text("{seat} takes {card} and sends {number} workers.", "{seat} prende {card} e vi manda {number} lavoratori."),
    (("card", RESOURCE_CARD), ("number", NUMBER)),
)
HIRED = NoteKind(
    "hired",
    "P-34",
    Text("{seat} hires {card} (cost {number}).", "{seat} assolda {card} (costo {number})."),
    (("card", CRAFTSMAN), ("number", NUMBER)),
)
DISMISSED = NoteKind(
    "dismissed", "P-7", Text("{seat} dismisses {card}.", "{seat} scarta {card}."), (("card", CRAFTSMAN),)
)
PASSED = NoteKind("passed", "P-31", Text("{seat} passes.", "{seat} passa."))
NOT_HIRED = NoteKind(
    "not_hired", "P-37", Text("{card} leaves the game.", "{card} esce dal gioco."), (("card", CRAFTSMAN),)
)
TO_MILL = NoteKind(
    "to_mill",
    "P-39",
    Text("{seat} sends {number} workers to the mill.", "{seat} manda {number} lavoratori al mulino."),
    (("number", NUMBER),),
)
# -- Phase II ----------------------------------------------------------------------------------------------------------

BUILDER_DRAWN = NoteKind(
    "builder_drawn",
    "P-50",
    Text("A builder of {seat} is drawn (cost {cost}).", "Viene pescato un costruttore di {seat} (costo {cost})."),
    (("cost", NUMBER),),
)
PUT_BACK = NoteKind(
    "put_back", "P-52", Text("{seat} puts it back and draws again.", "{seat} lo rimette nel sacchetto e pesca ancora.")
)
SET_ASIDE = NoteKind(
    "set_aside",
    "P-51",
    Text("The third builder of {seat} is set aside.", "Il terzo costruttore di {seat} è messo da parte."),
)
PLACED = NoteKind(
    "placed",
    "P-53",
    Text("{seat} places a builder (cost {cost}): {space}.", "{seat} piazza un costruttore (costo {cost}): {space}."),
    (("space", SPACE), ("cost", NUMBER)),
)
BUILDER_PASSED = NoteKind(
    "builder_passed",
    "P-55",
    Text("{seat} declines cost {cost}.", "{seat} rifiuta il costo {cost}."),
    (("cost", NUMBER),),
)
PLACED_LATER = NoteKind(
    "placed_later",
    "P-58",
    Text("{seat} places a builder free of charge: {space}.", "{seat} piazza gratis un costruttore: {space}."),
    (("space", SPACE),),
)
PRIVILEGE_USED = NoteKind(
    "privilege_used",
    "P-53",
    Text("{seat} uses {privilege}, which leaves the game.", "{seat} usa {privilege}, che esce dal gioco."),
    (("privilege", PRIVILEGE),),
)
# -- steps 1 and 2 -----------------------------------------------------------------------------------------------------

EVENT_REVEALED = NoteKind("event_revealed", "P-70", Text("Event: {event}.", "Evento: {event}."), (("event", EVENT),))
PROTECTED = NoteKind("protected", "P-73", Text("{seat} is protected from the event.", "{seat} è protetto dall'evento."))
ASKED_FOR = NoteKind(
    "asked_for",
    "P-72",
    Text("{seat} asks the bishop for {resource}.", "{seat} chiede al vescovo {resource}."),
    (("resource", RESOURCE),),
)
LIMITED = NoteKind(
    "limited",
    "P-75",
    Text(
        "{seat} may use only {number} builders next round.",
        "{seat} potrà usare solo {number} costruttori nel prossimo turno.",
    ),
    (("number", NUMBER),),
)
LOST_CRAFTSMAN = NoteKind(
    "lost_craftsman", "P-75", Text("{seat} loses {card}.", "{seat} perde {card}."), (("card", CRAFTSMAN),)
)
CUBE_FROM_MARKET = NoteKind(
    "cube_from_market",
    "P-76",
    Text("{seat} takes 1 {resource} from the market.", "{seat} prende 1 {resource} dal mercato."),
    (("resource", RESOURCE),),
)
# -- steps 3 to 11 -----------------------------------------------------------------------------------------------------

MILL_PAYS = NoteKind(
    "mill_pays",
    "P-78",
    Text("The mill pays {seat} for {number} workers.", "Il mulino paga {seat} per {number} lavoratori."),
    (("number", NUMBER),),
)
PRIVILEGE_TAKEN = NoteKind(
    "privilege_taken",
    "P-80",
    Text("{seat} receives {privilege}.", "{seat} riceve {privilege}."),
    (("privilege", PRIVILEGE),),
)
PRIVILEGE_GONE = NoteKind(
    "privilege_gone",
    "P-81",
    Text("{privilege} leaves the game.", "{privilege} esce dal gioco."),
    (("privilege", PRIVILEGE),),
)
PRIORY_VISITED = NoteKind(
    "priory_visited",
    "P-84",
    Text("{seat} is in the priory: {space}.", "{seat} è nella residenza del priore: {space}."),
    (("space", SPACE),),
)
PRODUCED = NoteKind(
    "produced",
    "P-86",
    Text("{seat} receives {number} {resource}.", "{seat} riceve {number} {resource}."),
    (("resource", RESOURCE), ("number", NUMBER)),
)
TAX_ROLLED = NoteKind(
    "tax_rolled", "P-91", Text("The tax is {number} gold.", "La tassa è di {number} monete."), (("number", NUMBER),)
)
EXEMPT = NoteKind(
    "exempt",
    "P-92",
    Text("{seat} is in the king's court and pays no tax.", "{seat} è alla corte del re e non paga tasse."),
)
CRAFTSMAN_JOINED = NoteKind(
    "craftsman_joined", "P-100", Text("{seat} receives {card}.", "{seat} riceve {card}."), (("card", CRAFTSMAN),)
)
GREY_WORKERS = NoteKind(
    "grey_workers",
    "P-104",
    Text(
        "{seat} will have {number} grey workers next round.",
        "{seat} avrà {number} lavoratori grigi nel prossimo turno.",
    ),
    (("number", NUMBER),),
)
# -- step 12 -----------------------------------------------------------------------------------------------------------

BOUGHT = NoteKind(
    "bought",
    "P-112",
    Text("{seat} buys {number} {resource} for {gold} gold.", "{seat} compra {number} {resource} per {gold} monete."),
    (("resource", RESOURCE), ("number", NUMBER), ("gold", NUMBER)),
)
SOLD = NoteKind(
    "sold",
    "P-113",
    Text("{seat} sells {number} {resource}.", "{seat} vende {number} {resource}."),
    (("resource", RESOURCE), ("number", NUMBER)),
)
LEFT_MARKET = NoteKind("left_market", "P-115", Text("{seat} leaves the market.", "{seat} lascia il mercato."))
# -- steps 13 and 14 ---------------------------------------------------------------------------------------------------

BOOSTED = NoteKind(
    "boosted",
    "P-131",
    Text("{seat} lets {card} work once more.", "{seat} fa lavorare {card} una volta in più."),
    (("card", CRAFTSMAN),),
)
WORKED = NoteKind(
    "worked",
    "P-133",
    Text("{seat} uses {card} (x{number}).", "{seat} usa {card} (x{number})."),
    (("card", CRAFTSMAN), ("number", NUMBER)),
)
CUBES_RETURNED = NoteKind(
    "cubes_returned", "P-141", Text("{seat} gives back {cubes}.", "{seat} restituisce {cubes}."), (("cubes", RESOURCE),)
)
PIECE_ADDED = NoteKind(
    "piece_added",
    "P-143",
    Text("{seat} adds {piece} to the cathedral.", "{seat} aggiunge {piece} alla cattedrale."),
    (("piece", PIECE),),
)
NEXT_START = NoteKind(
    "next_start", "P-150", Text("{seat} is the next start player.", "{seat} è il prossimo giocatore iniziale.")
)
SCORED = NoteKind(
    "scored",
    "P-161",
    Text("{seat} has {points} VP and {gold} gold.", "{seat} ha {points} PV e {gold} monete."),
    (("points", NUMBER), ("gold", NUMBER)),
)
# -- gains and losses --------------------------------------------------------------------------------------------------

GOLD_GAINED = NoteKind(
    "gold_gained", "P-3", Text("{seat} gains {number} gold.", "{seat} guadagna {number} monete."), (("number", NUMBER),)
)
GOLD_LOST = NoteKind(
    "gold_lost",
    "P-3",
    Text("{number} gold above 30 is lost.", "{number} monete oltre le 30 sono perse."),
    (("number", NUMBER),),
)
GOLD_PAID = NoteKind(
    "gold_paid", "P-3", Text("{seat} pays {number} gold.", "{seat} paga {number} monete."), (("number", NUMBER),)
)
SHORTFALL = NoteKind(
    "shortfall",
    "P-4",
    Text("{seat} cannot pay {number} gold.", "{seat} non può pagare {number} monete."),
    (("number", NUMBER),),
)
POINTS_GAINED = NoteKind(
    "points_gained", "P-5", Text("{seat} gains {number} VP.", "{seat} guadagna {number} PV."), (("number", NUMBER),)
)
POINTS_LOST = NoteKind(
    "points_lost", "P-5", Text("{seat} loses {number} VP.", "{seat} perde {number} PV."), (("number", NUMBER),)
)
CUBES_GAINED = NoteKind(
    "cubes_gained",
    "P-2",
    Text("{seat} gains {number} {resource}.", "{seat} riceve {number} {resource}."),
    (("resource", RESOURCE), ("number", NUMBER)),
)
CUBES_SPENT = NoteKind(
    "cubes_spent",
    "P-2",
    Text("{seat} spends {number} {resource}.", "{seat} spende {number} {resource}."),
    (("resource", RESOURCE), ("number", NUMBER)),
)

NOTES = (
    STARTS,
    ROUND_BEGAN,
    PRIVILEGE_SHOWN,
    CRAFTSMAN_SHOWN,
    FOR_HIRE,
    SUPPLY_LAID,
    PEEKED,
    EVENT_SEEN,
    CARD_TAKEN,
    HIRED,
    DISMISSED,
    PASSED,
    NOT_HIRED,
    TO_MILL,
    BUILDER_DRAWN,
    PUT_BACK,
    SET_ASIDE,
    PLACED,
    BUILDER_PASSED,
    PLACED_LATER,
    PRIVILEGE_USED,
    EVENT_REVEALED,
    PROTECTED,
    ASKED_FOR,
    LIMITED,
    LOST_CRAFTSMAN,
    CUBE_FROM_MARKET,
    MILL_PAYS,
    PRIVILEGE_TAKEN,
    PRIVILEGE_GONE,
    PRIORY_VISITED,
    PRODUCED,
    TAX_ROLLED,
    EXEMPT,
    CRAFTSMAN_JOINED,
    GREY_WORKERS,
    BOUGHT,
    SOLD,
    LEFT_MARKET,
    BOOSTED,
    WORKED,
    CUBES_RETURNED,
    PIECE_ADDED,
    NEXT_START,
    SCORED,
    GOLD_GAINED,
    GOLD_LOST,
    GOLD_PAID,
    SHORTFALL,
    POINTS_GAINED,
    POINTS_LOST,
    CUBES_GAINED,
    CUBES_SPENT,
)
