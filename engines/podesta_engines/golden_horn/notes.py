"""The notes of Golden Horn; the sentences are in `texts/`.

Ships are named with their owner, spaces by what is on them, because no piece shows letters of fleets or numbers of
spaces.
"""

from __future__ import annotations

from podesta_engines.core.notes import kind, kinds_of

from .words import COIN, COLOUR, FLEET, HEADING, NUMBER, PLACE, PORT, REASON, SEAT, SHIP, SPACE, TILE, ZONE

STARTS = kind("starts", "G-7")
FLEET_TAKEN = kind("fleet_taken", "G-8", fleet=FLEET, ships=SHIP)
TILE_LAID = kind("tile_laid", "G-10", tile=TILE, way=COIN, colours=COLOUR, slot=NUMBER)
PLACED = kind("placed", "G-12", three=PORT, two=PORT, one=PORT, ships=SHIP)
STOCKED = kind("stocked", "G-14", port=PORT, goods=COLOUR)
DEALT = kind("dealt", "G-15", number=NUMBER)
ROUND_BEGAN = kind("round_began", "G-17", number=NUMBER)
RAIDED = kind("raided", "G-23", ship=SHIP, owner=SEAT, cards=COLOUR, good=COLOUR, into=ZONE)
HEADING_KEPT = kind("heading_kept", "G-25", ship=SHIP, choice=HEADING)
HEADING_TURNED = kind("heading_turned", "G-25", ship=SHIP, choice=HEADING)
LOADED = kind("loaded", "G-27", ship=SHIP, good=COLOUR, number=NUMBER, port=PORT)
REFILLED = kind("refilled", "G-28", port=PORT, goods=COLOUR)
SAILED = kind("sailed", "G-29", ship=SHIP, origin=SPACE, space=SPACE, left=PLACE, reached=PLACE, path=SPACE)
STOPPED = kind("stopped", "G-30", ship=SHIP, space=SPACE, reached=PLACE)
WIND_PLAYED = kind("wind_played", "G-32", card=COLOUR)
MOORED = kind("moored", "G-33", ship=SHIP)
ARRIVED = kind("arrived", "G-34", ship=SHIP, port=PORT)
UNLOADED = kind("unloaded", "G-34", good=COLOUR, number=NUMBER, ship=SHIP, into=ZONE)
CARDS_DRAWN = kind("cards_drawn", "G-36", number=NUMBER, at_once=NUMBER)
RESHUFFLED = kind("reshuffled", "G-38", cards=COLOUR, missing=NUMBER)
ENDING_CAUSED = kind("ending_caused", "G-42", reason=REASON)
UNSCREENED = kind("unscreened", "G-49", goods=COLOUR)
SCORED = kind("scored", "G-44", goods=NUMBER, bonus=NUMBER, total=NUMBER)
CARD_TAKEN = kind("card_taken", "G-47", card=COLOUR)
NOTES = kinds_of(
    globals(),
    fleet_taken="ships",
    tile_laid="colours",
    placed="ships",
    stocked="goods",
    raided="cards",
    refilled="goods",
    sailed="path",
    reshuffled="cards",
    unscreened="goods",
)
