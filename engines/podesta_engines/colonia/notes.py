"""What is told at the table of Colonia: every kind of note, in English and Italian."""

from __future__ import annotations

from podesta_engines.core.notes import kind, kinds_of

from .words import (
    BERTH,
    CITY,
    CRAFTSMAN,
    CURRENCY,
    DECK,
    DIE,
    FAMILY_CARD,
    GOOD,
    NUMBER,
    ORDINANCE,
    RELIC,
    RESOURCE,
    SEAT,
    SHIP,
    STALL,
    STREET,
    VERDICT,
    WEEK_CARD,
    WINDOW,
)
from .words import CHOICE as VOTE

# -- setup and Monday ------------------------------------------------------------------------------------------------

RESOURCES_DRAWN = kind(
    "resources_drawn",
    "C-6",
    "{seat} draws {number} resources from the bag.",
    "{seat} pesca {number} materie prime dal sacco.",
    number=NUMBER,
)
RESOURCE_SEEN = kind(
    "resource_seen", "C-6", "{seat} drew {resource}.", "{seat} ha pescato {resource}.", resource=RESOURCE
)
GOOD_ROLLED = kind(
    "good_rolled", "C-7", "{seat} rolls a {die} for a good.", "{seat} tira {die} per una merce.", die=DIE
)
GOOD_TAKEN = kind("good_taken", "C-7", "{seat} takes {good}.", "{seat} prende {good}.", good=GOOD)
WEEK_BEGAN = kind(
    "week_began", "C-17", "Week {number}: {card}.", "Settimana {number}: {card}.", number=NUMBER, card=WEEK_CARD
)
STALL_STOCKED = kind(
    "stall_stocked",
    "C-18",
    "On {stall} lie: {resources}.",
    "Sulla {stall}: {resources}.",
    stall=STALL,
    resources=RESOURCE,
)
ORDINANCES_SHOWN = kind(
    "ordinances_shown",
    "C-21",
    "The ordinances of this week: {ordinances}.",
    "Le ordinanze della settimana: {ordinances}.",
    ordinances=ORDINANCE,
)

# -- council and votes -----------------------------------------------------------------------------------------------

CARD_SHOWN = kind("card_shown", "C-24", "{seat} plays {card}.", "{seat} gioca {card}.", card=FAMILY_CARD)
COUNCIL_SENT = kind(
    "council_sent",
    "C-26",
    "{seat} sends {number} members to the town hall.",
    "{seat} invia {number} membri nel municipio.",
    number=NUMBER,
)
FACE_DOWN = kind(
    "face_down",
    "C-27",
    "{seat} has too few members at home: {number} come from the streets, and the card counts 0.",
    "{seat} non ha abbastanza membri in casa: {number} vengono dalle strade, e la carta vale 0.",
    number=NUMBER,
)
TIE_BROKEN = kind("tie_broken", "C-32", "{seat} wins the tie.", "{seat} vince lo spareggio.")
ORDER_SET = kind(
    "order_set",
    "C-30",
    "{seat} is the mayor; the order is {order}.",
    "{seat} è il sindaco; l'ordine è {order}.",
    order=SEAT,
)
MEMBERS_HOME = kind(
    "members_home",
    "C-15",
    "{seat} takes {number} members home from {street}.",
    "{seat} riporta a casa {number} membri dal {street}.",
    number=NUMBER,
    street=STREET,
)
VOTED = kind(
    "voted",
    "C-39",
    "{seat} votes {choice} with {votes} on: {ordinance}.",
    "{seat} vota {choice} con {votes} su: {ordinance}.",
    choice=VOTE,
    votes=NUMBER,
    ordinance=ORDINANCE,
)
MAYOR_DECIDED = kind(
    "mayor_decided", "C-40", "The votes are equal: the mayor {seat} decides.", "Parità: decide il sindaco {seat}."
)
DECIDED = kind(
    "decided",
    "C-39",
    "Ordinance {verdict}, {yes} to {no}: {ordinance}.",
    "Ordinanza {verdict}, {yes} a {no}: {ordinance}.",
    ordinance=ORDINANCE,
    yes=NUMBER,
    no=NUMBER,
    verdict=VERDICT,
)

# -- Wednesday to Saturday -------------------------------------------------------------------------------------------

PASSED = kind("passed", "C-12", "{seat} passes.", "{seat} passa.")
STALL_TAKEN = kind(
    "stall_taken",
    "C-43",
    "{seat} takes {resources} from {stall} with {members} members.",
    "{seat} prende {resources} dalla {stall} con {members} membri.",
    stall=STALL,
    resources=RESOURCE,
    members=NUMBER,
)
MARKET_CLEARED = kind(
    "market_cleared",
    "C-44",
    "Back into the bag go: {resources}.",
    "Tornano nel sacco: {resources}.",
    resources=RESOURCE,
)
CAPACITY_RAISED = kind(
    "capacity_raised",
    "C-78",
    "The {craftsman} can now carry out {capacity} contracts.",
    "Il {craftsman} può ora eseguire {capacity} incarichi.",
    craftsman=CRAFTSMAN,
    capacity=NUMBER,
)
CONTRACT_PLACED = kind(
    "contract_placed",
    "C-46",
    "{seat} gives {resources} and {members} members to the {craftsman}.",
    "{seat} dà {resources} e {members} membri al {craftsman}.",
    craftsman=CRAFTSMAN,
    resources=RESOURCE,
    members=NUMBER,
)
CONTRACT_ROLLED = kind(
    "contract_rolled",
    "C-49",
    "The die for extra contracts shows {die}.",
    "Il dado degli incarichi extra dà {die}.",
    die=DIE,
)
CONTRACT_SERVED = kind(
    "contract_served",
    "C-50",
    "The {craftsman} makes {good} for {seat}.",
    "Il {craftsman} fa {good} per {seat}.",
    craftsman=CRAFTSMAN,
    good=GOOD,
)
HOLD_LOADED = kind(
    "hold_loaded",
    "C-53",
    "{seat} loads {goods} on {ship}, hold {hold}.",
    "{seat} carica {goods} sulla {ship}, stiva {hold}.",
    ship=SHIP,
    hold=NUMBER,
    goods=GOOD,
)
EXTRA_LOADED = kind(
    "extra_loaded",
    "C-80",
    "{seat} loads {good} on the extra hold of {ship}.",
    "{seat} carica {good} nella stiva supplementare della {ship}.",
    ship=SHIP,
    good=GOOD,
)
SHIP_SAILED = kind("ship_sailed", "C-56", "{ship} sails.", "La {ship} salpa.", ship=SHIP)
PAID = kind(
    "paid",
    "C-56",
    "{seat} receives {number} {currency}.",
    "{seat} riceve {number} {currency}.",
    number=NUMBER,
    currency=CURRENCY,
)
SHIP_ARRIVED = kind(
    "ship_arrived",
    "C-59",
    "{ship} arrives on berth {berth}.",
    "La {ship} arriva al posto {berth}.",
    ship=SHIP,
    berth=BERTH,
)
RESHUFFLED = kind(
    "reshuffled",
    "C-59",
    "The discarded {deck} become the deck.",
    "Gli scarti diventano il mazzo: {deck}.",
    deck=DECK,
)
EXCHANGED = kind(
    "exchanged",
    "C-87",
    "{seat} exchanges {number} {origin} for {target}.",
    "{seat} cambia {number} {origin} in {target}.",
    origin=CURRENCY,
    target=CURRENCY,
    number=NUMBER,
)
NOT_EXCHANGED = kind("not_exchanged", "C-87", "{seat} does not exchange.", "{seat} non cambia denaro.")

# -- Sunday and the end ----------------------------------------------------------------------------------------------

RELIC_SHOWN = kind("relic_shown", "C-69", "On display: {relic}.", "Esposta: {relic}.", relic=RELIC)
BOUGHT = kind(
    "bought",
    "C-61",
    "{seat} buys {relic} for {cost} {currency}.",
    "{seat} compra {relic} per {cost} {currency}.",
    relic=RELIC,
    cost=NUMBER,
    currency=CURRENCY,
)
GUARD_HOME = kind(
    "guard_home",
    "C-62",
    "The member of {seat} on {relic} goes home.",
    "Il membro di {seat} su {relic} torna a casa.",
    relic=RELIC,
)
ENSHRINED = kind(
    "enshrined",
    "C-63",
    "{seat} puts {relic} into the {shrine}.",
    "{seat} mette {relic} nello {shrine}.",
    relic=RELIC,
    shrine=RELIC,
)
LEFT_EMPTY = kind(
    "left_empty",
    "C-64",
    "{seat} leaves the shrine of {city} empty.",
    "{seat} lascia vuoto lo scrigno di {city}.",
    city=CITY,
)
SAFEGUARDED = kind("safeguarded", "C-67", "{seat} safeguards {relic}.", "{seat} mette al sicuro {relic}.", relic=RELIC)
RELICS_DISCARDED = kind("relics_discarded", "C-68", "Discarded: {relics}.", "Scartate: {relics}.", relics=RELIC)
WINDOW_WON = kind(
    "window_won",
    "C-90",
    "{seat} gets the {window} for {number} {currency}.",
    "{seat} riceve la {window} per {number} {currency}.",
    window=WINDOW,
    number=NUMBER,
    currency=CURRENCY,
)
WINDOW_KEPT = kind("window_kept", "C-90", "Nobody gets the {window}.", "Nessuno riceve la {window}.", window=WINDOW)
SCORED = kind(
    "scored",
    "C-91",
    "{seat} scores {relics} + {shrines} + {windows} = {total}.",
    "{seat} totalizza {relics} + {shrines} + {windows} = {total}.",
    relics=NUMBER,
    shrines=NUMBER,
    windows=NUMBER,
    total=NUMBER,
)
NOTES = kinds_of(
    globals(),
    stall_stocked="resources",
    ordinances_shown="ordinances",
    order_set="order",
    stall_taken="resources",
    contract_placed="resources",
    hold_loaded="goods",
    market_cleared="resources",
    relics_discarded="relics",
)
