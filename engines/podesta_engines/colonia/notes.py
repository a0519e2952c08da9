"""Every kind of note of Colonia; the sentences are in `texts/`.

Ships are named with their berth, relics with points and price, because no piece shows numbers of ships, relics and week
cards. Arguments that no sentence names are for the board: the origins and destinations of pieces. shown: 1 if all see
what a seat holds, because there are no screens. former: the piece that was there before, none or one.
"""

from __future__ import annotations

from podesta_engines.core.notes import kind, kinds_of

from .words import (
    BERTH,
    CARD_OF,
    CITY,
    CRAFTSMAN,
    CURRENCY,
    DECK,
    DIE,
    FAMILY_CARD,
    GOOD,
    HOLD,
    NUMBER,
    ORDINANCE,
    RELIC,
    RESOURCE,
    SEAT,
    SHIP,
    STALL,
    STREET,
    TITLE,
    VERDICT,
    WEEK_CARD,
    WINDOW,
)
from .words import CHOICE as VOTE

# -- setup and Monday ------------------------------------------------------------------------------------------------

RESOURCES_DRAWN = kind("resources_drawn", "C-6", number=NUMBER, shown=NUMBER)
RESOURCE_SEEN = kind("resource_seen", "C-6", resource=RESOURCE, shown=NUMBER)
GOOD_ROLLED = kind("good_rolled", "C-7", die=DIE, former=DIE)
GOOD_TAKEN = kind("good_taken", "C-7", good=GOOD, shown=NUMBER)
WEEK_BEGAN = kind(
    "week_began",
    "C-17",
    number=NUMBER,
    card=WEEK_CARD,
    saddler=NUMBER,
    wainwright=NUMBER,
    painter=NUMBER,
    tailor=NUMBER,
    shoemaker=NUMBER,
    rolls=NUMBER,
    ships=NUMBER,
    former=WEEK_CARD,
)
"""Each craftsman's argument is the number of his ordinary contracts of the week."""
STALL_STOCKED = kind("stall_stocked", "C-18", stall=STALL, resources=RESOURCE, missing=NUMBER, added=RESOURCE)
"""missing: how many resources the bag lacked. added: those of the resources that are new there."""
ORDINANCES_SHOWN = kind("ordinances_shown", "C-21", ordinances=TITLE)

# -- council and votes -----------------------------------------------------------------------------------------------

CARD_SHOWN = kind("card_shown", "C-24", card=FAMILY_CARD)
COUNCIL_SENT = kind("council_sent", "C-26", number=NUMBER, streets=STREET)
"""streets: for each member that was not at home, the street it came from (C-27)."""
FACE_DOWN = kind("face_down", "C-27", number=NUMBER, card=FAMILY_CARD)
TIE_BROKEN = kind("tie_broken", "C-32")
ORDER_SET = kind("order_set", "C-30", order=SEAT, former=SEAT)
"""former: the order of last week."""
HALL_LEFT = kind("hall_left", "C-34", members=NUMBER)
"""members: by seat."""
MEMBERS_HOME = kind("members_home", "C-15", number=NUMBER, street=STREET)
VOTED = kind("voted", "C-39", choice=VOTE, votes=NUMBER, ordinance=ORDINANCE)
MAYOR_DECIDED = kind("mayor_decided", "C-40")
DECIDED = kind("decided", "C-39", ordinance=ORDINANCE, yes=NUMBER, no=NUMBER, verdict=VERDICT, space=NUMBER)

# -- Wednesday to Saturday -------------------------------------------------------------------------------------------

PASSED = kind("passed", "C-12")
STALL_TAKEN = kind("stall_taken", "C-43", stall=STALL, resources=RESOURCE, members=NUMBER, shown=NUMBER)
MARKET_CLEARED = kind("market_cleared", "C-44", resources=RESOURCE, stalls=STALL)
"""stalls: for each of the resources, its stall."""
STALLS_LEFT = kind("stalls_left", "C-45", stalls=STALL, seats=SEAT, members=NUMBER)
CAPACITY_RAISED = kind("capacity_raised", "C-78", craftsman=CRAFTSMAN, capacity=NUMBER, origin=NUMBER, stick=NUMBER)
"""origin and stick: the spaces of the stick before and after; also in the notes below."""
CONTRACT_PLACED = kind(
    "contract_placed",
    "C-46",
    craftsman=CRAFTSMAN,
    resources=RESOURCE,
    members=NUMBER,
    space=NUMBER,
    shown=NUMBER,
)
CONTRACT_ROLLED = kind(
    "contract_rolled", "C-49", die=DIE, craftsmen=CRAFTSMAN, origins=NUMBER, sticks=NUMBER, former=DIE
)
CONTRACT_SERVED = kind("contract_served", "C-50", craftsman=CRAFTSMAN, good=GOOD)
CONTRACTS_LEFT = kind("contracts_left", "C-51", craftsmen=CRAFTSMAN, spaces=NUMBER, seats=SEAT, members=NUMBER)
CONTRACTS_MOVED = kind(
    "contracts_moved", "C-52", craftsmen=CRAFTSMAN, origins=NUMBER, spaces=NUMBER, seats=SEAT, members=NUMBER
)
STICKS_BACK = kind("sticks_back", "C-52", origins=NUMBER)
"""origins: by craftsman."""
HOLD_LOADED = kind(
    "hold_loaded",
    "C-53",
    ship=SHIP,
    hold=NUMBER,
    goods=GOOD,
    berth=BERTH,
    pays=NUMBER,
    currency=CURRENCY,
    shown=NUMBER,
)
EXTRA_LOADED = kind(
    "extra_loaded", "C-80", ship=SHIP, good=GOOD, berth=BERTH, pays=NUMBER, currency=CURRENCY, shown=NUMBER
)
SHIP_SAILED = kind("ship_sailed", "C-56", ship=SHIP, berth=BERTH)
PAID = kind("paid", "C-56", number=NUMBER, currency=CURRENCY, hold=HOLD, shown=NUMBER)
SHIPS_MOVED = kind("ships_moved", "C-59", ships=SHIP, number=NUMBER, seats=SEAT, holds=HOLD, stick=BERTH)
"""number: how many berths the ships move up. seats and holds: the members on them, and the hold of each. stick: the
berth below which the stick was, if it is set aside (C-20)."""
SHIP_ARRIVED = kind("ship_arrived", "C-59", ship=SHIP, berth=BERTH, holds=NUMBER)
RESHUFFLED = kind("reshuffled", "C-59", deck=DECK, ships=SHIP, relics=RELIC)
EXCHANGED = kind("exchanged", "C-87", origin=CURRENCY, target=CURRENCY, number=NUMBER, shown=NUMBER)
NOT_EXCHANGED = kind("not_exchanged", "C-87")

# -- Sunday and the end ----------------------------------------------------------------------------------------------

RELIC_SHOWN = kind("relic_shown", "C-69", relic=RELIC, points=NUMBER, cost=NUMBER, currency=CURRENCY, space=NUMBER)
BOUGHT = kind("bought", "C-61", relic=RELIC, cost=NUMBER, currency=CURRENCY, points=NUMBER, space=NUMBER, shown=NUMBER)
GUARD_HOME = kind("guard_home", "C-62", relic=RELIC, space=NUMBER)
ENSHRINED = kind("enshrined", "C-63", relic=RELIC, shrine=RELIC, points=NUMBER, shown=NUMBER)
"""points: of the relic, before they are doubled."""
LEFT_EMPTY = kind("left_empty", "C-64", city=CITY)
SAFEGUARDED = kind("safeguarded", "C-67", relic=RELIC, points=NUMBER, space=NUMBER)
RELICS_DISCARDED = kind("relics_discarded", "C-68", relics=RELIC, cards=CARD_OF, spaces=NUMBER)
"""cards: the same cards, equal if they are of the same city; also in the notes below."""
RELICS_MOVED = kind("relics_moved", "C-69", relics=RELIC, origins=NUMBER, spaces=NUMBER, seats=SEAT)
"""seats: the seat of the member on each card."""
CARDS_AWAY = kind("cards_away", "C-70", seats=SEAT, cards=FAMILY_CARD, votes=NUMBER)
"""votes: a card without votes is face down."""
SCREEN_REMOVED = kind(
    "screen_removed", "C-71", money=CURRENCY, goods=GOOD, resources=NUMBER, relics=RELIC, cards=CARD_OF
)
WINDOW_WON = kind("window_won", "C-90", window=WINDOW, number=NUMBER, currency=CURRENCY)
WINDOW_KEPT = kind("window_kept", "C-90", window=WINDOW, currency=CURRENCY)
SCORED = kind("scored", "C-91", relics=NUMBER, shrines=NUMBER, windows=NUMBER, total=NUMBER)
NOTES = kinds_of(
    globals(),
    good_rolled="former",
    week_began="former",
    stall_stocked="resources added",
    ordinances_shown="ordinances",
    council_sent="streets",
    order_set="order former",
    hall_left="members",
    stall_taken="resources",
    market_cleared="resources stalls",
    stalls_left="stalls seats members",
    contract_placed="resources",
    contract_rolled="craftsmen origins sticks former",
    contracts_left="craftsmen spaces seats members",
    contracts_moved="craftsmen origins spaces seats members",
    sticks_back="origins",
    hold_loaded="goods",
    ships_moved="ships seats holds stick",
    reshuffled="ships relics",
    relics_discarded="relics cards spaces",
    relics_moved="relics origins spaces seats",
    cards_away="seats cards votes",
    screen_removed="money goods relics cards",
)
