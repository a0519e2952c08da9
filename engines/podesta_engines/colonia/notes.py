"""What is told at the table of Colonia: every kind of note; the sentences stand in `texts/`.

Ships are told with their berth, relics with points and price: numbers of ships, relics and week cards are on no piece.
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

RESOURCES_DRAWN = kind("resources_drawn", "C-6", number=NUMBER)
RESOURCE_SEEN = kind("resource_seen", "C-6", resource=RESOURCE, shown=NUMBER)
"""shown: 1 where all see it, for there are no screens."""
GOOD_ROLLED = kind("good_rolled", "C-7", die=DIE)
GOOD_TAKEN = kind("good_taken", "C-7", good=GOOD)
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
)
"""By craftsman, his ordinary contracts of the week."""
STALL_STOCKED = kind("stall_stocked", "C-18", stall=STALL, resources=RESOURCE, missing=NUMBER)
"""missing: how many resources more the bag should have given."""
ORDINANCES_SHOWN = kind("ordinances_shown", "C-21", ordinances=TITLE)

# -- council and votes -----------------------------------------------------------------------------------------------

CARD_SHOWN = kind("card_shown", "C-24", card=FAMILY_CARD)
COUNCIL_SENT = kind("council_sent", "C-26", number=NUMBER)
FACE_DOWN = kind("face_down", "C-27", number=NUMBER)
TIE_BROKEN = kind("tie_broken", "C-32")
ORDER_SET = kind("order_set", "C-30", order=SEAT)
MEMBERS_HOME = kind("members_home", "C-15", number=NUMBER, street=STREET)
VOTED = kind("voted", "C-39", choice=VOTE, votes=NUMBER, ordinance=ORDINANCE)
MAYOR_DECIDED = kind("mayor_decided", "C-40")
DECIDED = kind("decided", "C-39", ordinance=ORDINANCE, yes=NUMBER, no=NUMBER, verdict=VERDICT)

# -- Wednesday to Saturday -------------------------------------------------------------------------------------------

PASSED = kind("passed", "C-12")
STALL_TAKEN = kind("stall_taken", "C-43", stall=STALL, resources=RESOURCE, members=NUMBER)
MARKET_CLEARED = kind("market_cleared", "C-44", resources=RESOURCE)
CAPACITY_RAISED = kind("capacity_raised", "C-78", craftsman=CRAFTSMAN, capacity=NUMBER)
CONTRACT_PLACED = kind("contract_placed", "C-46", craftsman=CRAFTSMAN, resources=RESOURCE, members=NUMBER)
CONTRACT_ROLLED = kind("contract_rolled", "C-49", die=DIE, craftsmen=CRAFTSMAN)
CONTRACT_SERVED = kind("contract_served", "C-50", craftsman=CRAFTSMAN, good=GOOD)
HOLD_LOADED = kind(
    "hold_loaded", "C-53", ship=SHIP, hold=NUMBER, goods=GOOD, berth=BERTH, pays=NUMBER, currency=CURRENCY
)
EXTRA_LOADED = kind("extra_loaded", "C-80", ship=SHIP, good=GOOD, berth=BERTH, pays=NUMBER, currency=CURRENCY)
SHIP_SAILED = kind("ship_sailed", "C-56", ship=SHIP, berth=BERTH)
PAID = kind("paid", "C-56", number=NUMBER, currency=CURRENCY)
SHIP_ARRIVED = kind("ship_arrived", "C-59", ship=SHIP, berth=BERTH, holds=NUMBER)
RESHUFFLED = kind("reshuffled", "C-59", deck=DECK)
EXCHANGED = kind("exchanged", "C-87", origin=CURRENCY, target=CURRENCY, number=NUMBER)
NOT_EXCHANGED = kind("not_exchanged", "C-87")

# -- Sunday and the end ----------------------------------------------------------------------------------------------

RELIC_SHOWN = kind("relic_shown", "C-69", relic=RELIC, points=NUMBER, cost=NUMBER, currency=CURRENCY)
BOUGHT = kind("bought", "C-61", relic=RELIC, cost=NUMBER, currency=CURRENCY, points=NUMBER)
GUARD_HOME = kind("guard_home", "C-62", relic=RELIC)
ENSHRINED = kind("enshrined", "C-63", relic=RELIC, shrine=RELIC, points=NUMBER)
"""points: of the relic, before they are doubled."""
LEFT_EMPTY = kind("left_empty", "C-64", city=CITY)
SAFEGUARDED = kind("safeguarded", "C-67", relic=RELIC, points=NUMBER)
RELICS_DISCARDED = kind("relics_discarded", "C-68", relics=RELIC, cards=CARD_OF)
"""cards: the same cards, alike where they are of a city."""
WINDOW_WON = kind("window_won", "C-90", window=WINDOW, number=NUMBER, currency=CURRENCY)
WINDOW_KEPT = kind("window_kept", "C-90", window=WINDOW, currency=CURRENCY)
SCORED = kind("scored", "C-91", relics=NUMBER, shrines=NUMBER, windows=NUMBER, total=NUMBER)
NOTES = kinds_of(
    globals(),
    stall_stocked="resources",
    ordinances_shown="ordinances",
    order_set="order",
    stall_taken="resources",
    market_cleared="resources",
    contract_placed="resources",
    contract_rolled="craftsmen",
    hold_loaded="goods",
    relics_discarded="relics cards",
)
