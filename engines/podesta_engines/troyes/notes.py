"""The notes of Troyes, each with the number of its rule; the sentences are in `texts/`.

Dice appear twice: as words with their owners, and as people name them, own ones without an owner. Arguments that no
sentence names, such as the origins of pieces, are for clients that draw the table: `board/motions.py`.
"""

from __future__ import annotations

from podesta_engines.core.notes import kind, kinds_of

from .places import ACTIVITY
from .words import (
    BUILDING,
    CARD,
    CHARACTER,
    CITIZEN,
    COLOUR,
    CUBE,
    DIE,
    EVENT,
    FACE,
    FOE,
    MODIFIER,
    NUMBER,
    OWNER,
    PLOT,
    POINTS,
    SEAT,
    SOURCE,
    SPACE,
    SUPPLY,
    TARGET,
    VALUE,
)

# -- setup and phases 0 to 2 -----------------------------------------------------------------------------------------

FIRST_PLAYER = kind("first_player", "T-1", giver=SEAT)
DEALT = kind("dealt", "T-6")
CHARACTER_SEEN = kind("character_seen", "T-6", character=CHARACTER)
SETTLED = kind("settled", "T-10", space=SPACE)
NEUTRALS_SETTLED = kind("neutrals_settled", "T-12", spaces=SPACE)
ROUND_BEGAN = kind("round_began", "T-9", number=NUMBER)
REVEALED = kind("revealed", "T-40", card=CARD, space=ACTIVITY)
INCOME = kind("income", "T-50", income=NUMBER, wages=NUMBER)
ROLLED = kind("rolled", "T-60", dice=DIE, red=VALUE, white=VALUE, yellow=VALUE)
NEUTRAL_ROLLED = kind("neutral_rolled", "T-61", dice=DIE, red=VALUE, white=VALUE, yellow=VALUE)

# -- phase 3 ---------------------------------------------------------------------------------------------------------

EVENT_ENTERED = kind("event_entered", "T-70", event=EVENT, colour=COLOUR, position=TARGET)
EVENT_STRIKES = kind("event_strikes", "T-71", event=EVENT)
EVENT_ROLLED = kind("event_rolled", "T-342", event=EVENT, value=VALUE)
NO_NEUTRALS = kind("no_neutrals", "T-351", event=EVENT)
UNABLE = kind("unable", "T-73")
CUBE_REMOVED = kind("cube_removed", "T-349", owner=CUBE, plot=PLOT)
NEUTRAL_BUILT = kind("neutral_built", "T-350", plot=PLOT)
BLACK_ROLLED = kind("black_rolled", "T-75", values=VALUE)
COUNTERED = kind("countered", "T-83", values=FOE, dice=DIE, own=FACE)
NOT_COUNTERED = kind("not_countered", "T-84", value=FOE)

# -- influence -------------------------------------------------------------------------------------------------------

REROLLED = kind("rerolled", "T-130", die=DIE, value=VALUE, face=FACE)
FLIPPED = kind("flipped", "T-130", dice=DIE, own=FACE)
RECRUITED = kind("recruited", "T-130")

# -- actions ---------------------------------------------------------------------------------------------------------

GROUPED = kind("grouped", "T-114", dice=DIE, deniers=NUMBER, own=FACE, bought=DIE, bank=NUMBER)
SOLD = kind("sold", "T-112", deniers=NUMBER, buyer=SEAT)
CUBE_SPENT = kind("cube_spent", "T-160", modifier=MODIFIER, space=ACTIVITY)
HIRED = kind("hired", "T-140", card=CARD, source=SOURCE, left=ACTIVITY, space=ACTIVITY)
ACTIVATED = kind("activated", "T-150", card=CARD, number=NUMBER)
CUBES_STORED = kind("cubes_stored", "T-153", card=CARD, number=NUMBER, space=ACTIVITY)
TAXED = kind("taxed", "T-321", deniers=NUMBER, collector=SEAT)
SHOT = kind("shot", "T-322", value=VALUE)
BUILT = kind("built", "T-171", plot=PLOT)
MARKED = kind("marked", "T-182", event=EVENT, position=TARGET)
NEUTRAL_MARKED = kind("neutral_marked", "T-344", event=EVENT, position=TARGET)
EVENT_BEATEN = kind("event_beaten", "T-183", event=EVENT, position=TARGET, cubes=OWNER)
EVENT_TAKEN = kind("event_taken", "T-184", event=EVENT, position=TARGET, later=EVENT, cubes=OWNER, at=TARGET)
EVENT_DISCARDED = kind("event_discarded", "T-184", event=EVENT, position=TARGET, later=EVENT, cubes=OWNER, at=TARGET)
ENTERED = kind("entered", "T-203", owner=CITIZEN, space=SPACE, source=SOURCE, left=ACTIVITY, moved=OWNER)
LIFTED = kind("lifted", "T-201", source=SOURCE)
EXPELLED = kind("expelled", "T-204", owner=CITIZEN, building=BUILDING, space=SPACE)
FARMED = kind("farmed", "T-220")
PASSED = kind("passed", "T-232", deniers=NUMBER)
WAITED = kind("waited", "T-233", deniers=NUMBER)

# -- deniers, influence, points --------------------------------------------------------------------------------------

DENIERS_GAINED = kind("deniers_gained", "T-20", number=NUMBER, bank=NUMBER)
DENIERS_LOST = kind("deniers_lost", "T-20", number=NUMBER)
INFLUENCE_GAINED = kind("influence_gained", "T-22", number=NUMBER, origin=NUMBER, to=NUMBER)
INFLUENCE_LOST = kind("influence_lost", "T-22", number=NUMBER, origin=NUMBER, to=NUMBER)
POINTS_GAINED = kind("points_gained", "T-260", number=NUMBER)
POINTS_LOST = kind("points_lost", "T-21", number=NUMBER)

# -- the end ---------------------------------------------------------------------------------------------------------

COLLECTED = kind("collected", "T-240", deniers=NUMBER)
STOOD_UP = kind("stood_up", "T-241", owner=CITIZEN, supply=SUPPLY, building=BUILDING)
DICE_CLEARED = kind("dice_cleared", "T-242", dice=DIE)
UNMASKED = kind("unmasked", "T-263", character=CHARACTER)
SCORED = kind(
    "scored",
    "T-266",
    total=POINTS,
    won=NUMBER,
    events=NUMBER,
    tradesmen=NUMBER,
    cathedral=NUMBER,
    characters=NUMBER,
)
NOTES = kinds_of(
    globals(),
    first_player="giver",
    neutrals_settled="spaces",
    rolled="dice red white yellow",
    neutral_rolled="dice red white yellow",
    black_rolled="values",
    countered="values dice own",
    flipped="dice own",
    grouped="dice own bought",
    hired="left",
    event_beaten="cubes",
    event_taken="later cubes at",
    event_discarded="later cubes at",
    entered="left moved",
    dice_cleared="dice",
)
