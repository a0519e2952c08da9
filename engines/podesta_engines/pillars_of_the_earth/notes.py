"""The notes of The Pillars of the Earth; the sentences are in `texts/`."""

from __future__ import annotations

from podesta_engines.core.notes import kind, kinds_of

from .words import CRAFTSMAN, EVENT, NUMBER, PIECE, PRIVILEGE, RESOURCE, RESOURCE_CARD, SEAT, SITE, SPACE, TIMES

# -- preparation -------------------------------------------------------------------------------------------------------

STARTS = kind("starts", "P-11", gold=NUMBER)
ROUND_BEGAN = kind("round_began", "P-24", number=NUMBER, marker=NUMBER, cost=NUMBER, cubes=RESOURCE)
PRIVILEGE_SHOWN = kind("privilege_shown", "P-20", space=SPACE, privilege=PRIVILEGE)
CRAFTSMAN_SHOWN = kind("craftsman_shown", "P-21", space=SPACE, card=CRAFTSMAN)
FOR_HIRE = kind("for_hire", "P-21", cards=CRAFTSMAN)
SUPPLY_LAID = kind("supply_laid", "P-23", cards=RESOURCE_CARD)
PEEKED = kind("peeked", "P-26")
EVENT_SEEN = kind("event_seen", "P-26", event=EVENT)

# -- Phase I -----------------------------------------------------------------------------------------------------------

CARD_TAKEN = kind("card_taken", "P-32", card=RESOURCE_CARD, number=NUMBER)
HIRED = kind("hired", "P-34", card=CRAFTSMAN, number=NUMBER)
DISMISSED = kind("dismissed", "P-7", card=CRAFTSMAN)
PASSED = kind("passed", "P-31")
NOT_HIRED = kind("not_hired", "P-37", card=CRAFTSMAN, space=SPACE)
CARDS_LEFT = kind("cards_left", "P-37", cards=RESOURCE_CARD)
TO_MILL = kind("to_mill", "P-39", number=NUMBER)

# -- Phase II ----------------------------------------------------------------------------------------------------------

BUILDER_DRAWN = kind("builder_drawn", "P-50", cost=NUMBER)
PUT_BACK = kind("put_back", "P-52", owner=SEAT)
SET_ASIDE = kind("set_aside", "P-51")
PLACED = kind("placed", "P-53", space=SPACE, cost=NUMBER, marker=NUMBER)
BUILDER_PASSED = kind("builder_passed", "P-55", cost=NUMBER)
COST_DROPPED = kind("cost_dropped", "P-57", marker=NUMBER)
PLACED_LATER = kind("placed_later", "P-58", space=SPACE, cost=NUMBER)
PRIVILEGE_USED = kind("privilege_used", "P-53", privilege=PRIVILEGE)

# -- steps 1 and 2 -----------------------------------------------------------------------------------------------------

EVENT_REVEALED = kind("event_revealed", "P-70", event=EVENT, seen_by=SEAT)
PROTECTED = kind("protected", "P-73")
ASKED_FOR = kind("asked_for", "P-72", resource=RESOURCE)
LIMITED = kind("limited", "P-75", number=NUMBER)
LOST_CRAFTSMAN = kind("lost_craftsman", "P-75", card=CRAFTSMAN)
CUBE_FROM_MARKET = kind("cube_from_market", "P-76", resource=RESOURCE)
BUILDERS_RETURNED = kind("builders_returned", "P-96", site=SITE, spaces=SPACE, owners=SEAT)

# -- steps 3 to 11 -----------------------------------------------------------------------------------------------------

MILL_PAYS = kind("mill_pays", "P-78", number=NUMBER)
PRIVILEGE_TAKEN = kind("privilege_taken", "P-80", privilege=PRIVILEGE, space=SPACE, kept=NUMBER)
PRIVILEGE_GONE = kind("privilege_gone", "P-81", privilege=PRIVILEGE, space=SPACE)
PRIORY_VISITED = kind("priory_visited", "P-84", space=SPACE)
PRODUCED = kind("produced", "P-86", resource=RESOURCE, number=NUMBER, cards=RESOURCE_CARD, workers=NUMBER)
TAX_ROLLED = kind("tax_rolled", "P-91", number=NUMBER)
EXEMPT = kind("exempt", "P-92")
CRAFTSMAN_JOINED = kind("craftsman_joined", "P-100", card=CRAFTSMAN, space=SPACE)
GREY_WORKERS = kind("grey_workers", "P-104", number=NUMBER)

# -- step 12 -----------------------------------------------------------------------------------------------------------

BOUGHT = kind("bought", "P-112", resource=RESOURCE, number=NUMBER, gold=NUMBER)
SOLD = kind("sold", "P-113", resource=RESOURCE, number=NUMBER)
LEFT_MARKET = kind("left_market", "P-115", space=SPACE)

# -- steps 13 and 14 ---------------------------------------------------------------------------------------------------

BOOSTED = kind("boosted", "P-131", card=CRAFTSMAN)
WORKED = kind("worked", "P-133", card=CRAFTSMAN, number=TIMES)
CUBES_RETURNED = kind("cubes_returned", "P-141", cubes=RESOURCE)
PIECE_ADDED = kind("piece_added", "P-143", piece=PIECE)
NEXT_START = kind("next_start", "P-150", space=SPACE, piece=PIECE, event=EVENT, tax=NUMBER)
BUILDER_FREED = kind("builder_freed", "P-59")
GREY_WORKERS_HOME = kind("grey_workers_home", "P-105", number=NUMBER)
GREY_WORKERS_JOINED = kind("grey_workers_joined", "P-104", number=NUMBER)
SCORED = kind("scored", "P-161", points=NUMBER, gold=NUMBER)

# -- gains and losses --------------------------------------------------------------------------------------------------

GOLD_GAINED = kind("gold_gained", "P-3", number=NUMBER)
GOLD_LOST = kind("gold_lost", "P-3", number=NUMBER, limit=NUMBER)
GOLD_PAID = kind("gold_paid", "P-3", number=NUMBER)
SHORTFALL = kind("shortfall", "P-4", number=NUMBER)
POINTS_GAINED = kind("points_gained", "P-5", number=NUMBER)
POINTS_LOST = kind("points_lost", "P-5", number=NUMBER)
CUBES_GAINED = kind("cubes_gained", "P-2", resource=RESOURCE, number=NUMBER, source=SITE)
CUBES_SPENT = kind("cubes_spent", "P-2", resource=RESOURCE, number=NUMBER)

NOTES = kinds_of(
    globals(),
    starts="gold",
    round_began="cubes",
    for_hire="cards",
    supply_laid="cards",
    not_hired="space",
    cards_left="cards",
    event_revealed="seen_by",
    builders_returned="spaces owners",
    produced="cards",
    cubes_returned="cubes",
    next_start="space event",
)
