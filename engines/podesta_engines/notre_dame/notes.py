"""The notes of Notre Dame; the sentences are in `texts/`.

Boroughs are named by their players, spare ones by their colours: no number is printed on them.
"""

from __future__ import annotations

from podesta_engines.core.notes import kind, kinds_of

from .words import (
    ACTION,
    BOROUGH,
    CARD,
    COLOUR,
    GIVER,
    HOME,
    MESSAGE,
    NUMBER,
    PASSAGE,
    PERSON,
    PIECES,
    PLACE,
    SEAT,
    SECTOR,
    SQUARE,
    SQUARE_NAME,
)

STARTS = kind("starts", "N-6")
BOROUGH_TAKEN = kind("borough_taken", "N-2", borough=BOROUGH, colour=COLOUR)
MESSAGE_LAID = kind("message_laid", "N-4", square=SQUARE, message=MESSAGE, place=SQUARE_NAME, home=HOME, colour=COLOUR)
PASS_BEGAN = kind("pass_began", "N-77", passage=PASSAGE)
ROUND_BEGAN = kind("round_began", "N-75", number=NUMBER)
PERSONS_REVEALED = kind("persons_revealed", "N-20", persons=PERSON, rats=NUMBER)
CARDS_DRAWN = kind("cards_drawn", "N-21")
CARDS_SEEN = kind("cards_seen", "N-21", cards=CARD, actions=ACTION, colour=COLOUR)
PASSED_TWO = kind("passed_two", "N-22", seats=NUMBER)
PASSED_ONE = kind("passed_one", "N-23", seats=NUMBER)
KEPT = kind("kept", "N-22", card=CARD, passed=CARD, left=SEAT)
RECEIVED = kind("received", "N-24", cards=CARD, actions=ACTION, colour=COLOUR, giver=SEAT)
PLAYED = kind("played", "N-25", card=CARD)
BURIED = kind("buried", "N-25")
BURIED_SEEN = kind("buried_seen", "N-25", card=CARD)
NO_EFFECT_TAKEN = kind("no_effect_taken", "N-27")
PLACED = kind("placed", "N-28", sector=ACTION, source=PLACE)
MOVED = kind("moved", "N-28", pieces=PIECES, sector=ACTION)
FRIEND_MOVED = kind("friend_moved", "N-49", sector=SECTOR, origin=SECTOR)
MARKERS_GAINED = kind("markers_gained", "N-9", number=NUMBER)
GOLD_GAINED = kind("gold_gained", "N-10", number=NUMBER, giver=GIVER)
PRESTIGE_GAINED = kind("prestige_gained", "N-12", base=NUMBER, bonus=NUMBER)
RAT_MOVED = kind("rat_moved", "N-11", origin=NUMBER, to=NUMBER)
DROVE = kind("drove", "N-43", square=SQUARE, place=SQUARE_NAME, home=HOME, origin=SQUARE, path=SQUARE)
STAYED = kind("stayed", "N-43")
MESSAGE_TAKEN = kind("message_taken", "N-44", colour=COLOUR, message=MESSAGE, square=SQUARE)
MESSAGE_LEFT = kind("message_left", "N-44")
DONATED = kind("donated", "N-48", number=NUMBER)
HIRED = kind("hired", "N-51", person=PERSON, price=NUMBER)
HIRED_NOBODY = kind("hired_nobody", "N-50")
GROUP_MOVED = kind("group_moved", "N-54", pieces=PIECES, sector=SECTOR)
CURED = kind("cured", "N-58")
PLAGUE_STRUCK = kind("plague_struck", "N-72", number=NUMBER)
MARKER_LOST = kind("marker_lost", "N-72", sector=SECTOR)
CARDS_AWAY = kind("cards_away", "N-26", cards=CARD)
BELL_PASSED = kind("bell_passed", "N-75", giver=SEAT, persons=PERSON)
TILE_SHARED = kind("tile_shared", "N-76", number=NUMBER)
MARKERS_RETURNED = kind("markers_returned", "N-76", number=NUMBER)
SCORED = kind("scored", "N-80", prestige=NUMBER, gold=NUMBER, markers=NUMBER)
NOTES = kinds_of(
    globals(),
    persons_revealed="persons",
    cards_seen="cards actions",
    kept="passed",
    received="cards actions",
    friend_moved="origin",
    drove="path",
    cards_away="cards",
    bell_passed="persons",
)
