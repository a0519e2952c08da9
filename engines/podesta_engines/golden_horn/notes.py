"""The notes of Golden Horn: what people at the table are told, in English and Italian."""

from __future__ import annotations

from podesta_engines.core.notes import kind, kinds_of

from .words import COIN, COLOUR, FLEET, HEADING, NUMBER, PORT, REASON, SHIP, SPACE, TILE

STARTS = kind("starts", "G-7", "{seat} is the start player.", "{seat} è il giocatore iniziale.")
FLEET_TAKEN = kind("fleet_taken", "G-8", "{seat} takes {fleet}.", "{seat} prende la {fleet}.", fleet=FLEET)
TILE_LAID = kind(
    "tile_laid", "G-10", "The next tile is {tile}, {way}.", "La prossima tessera è {tile}, {way}.", tile=TILE, way=COIN
)
PLACED = kind("placed", "G-12", "{seat} places the ships in {ports}.", "{seat} dispone le navi a {ports}.", ports=PORT)
STOCKED = kind("stocked", "G-14", "{port} is stocked with {goods}.", "{port} riceve {goods}.", port=PORT, goods=COLOUR)
DEALT = kind("dealt", "G-15", "{seat} is dealt {number} cards.", "{seat} riceve {number} carte.", number=NUMBER)
ROUND_BEGAN = kind("round_began", "G-17", "Round {number} begins.", "Inizia il round {number}.", number=NUMBER)
RAIDED = kind(
    "raided",
    "G-23",
    "{seat} plays {cards} and takes a {good} good from the {ship}.",
    "{seat} gioca {cards} e prende una merce di colore {good} dalla {ship}.",
    ship=SHIP,
    cards=COLOUR,
    good=COLOUR,
)
HEADING_CHOSEN = kind(
    "heading_chosen", "G-25", "{seat}, {ship}: {choice}.", "{seat}, {ship}: {choice}.", ship=SHIP, choice=HEADING
)
LOADED = kind(
    "loaded",
    "G-27",
    "{seat} loads {number} {good} on the {ship}.",
    "{seat} carica {number} di colore {good} sulla {ship}.",
    ship=SHIP,
    good=COLOUR,
    number=NUMBER,
)
REFILLED = kind(
    "refilled", "G-28", "{port} is refilled with {goods}.", "{port} riceve {goods}.", port=PORT, goods=COLOUR
)
SAILED = kind(
    "sailed",
    "G-29",
    "The {ship} sails from {origin} to {space}.",
    "La {ship} va da {origin} a {space}.",
    ship=SHIP,
    origin=SPACE,
    space=SPACE,
)
STOPPED = kind(
    "stopped", "G-30", "The {ship} stops on {space}.", "La {ship} si ferma su {space}.", ship=SHIP, space=SPACE
)
WIND_PLAYED = kind("wind_played", "G-32", "{seat} plays {card}.", "{seat} gioca {card}.", card=COLOUR)
MOORED = kind("moored", "G-33", "The {ship} puts in at Modone.", "La {ship} entra a Modone.", ship=SHIP)
ARRIVED = kind("arrived", "G-34", "The {ship} arrives in {port}.", "La {ship} arriva a {port}.", ship=SHIP, port=PORT)
UNLOADED = kind(
    "unloaded",
    "G-34",
    "{seat} unloads {number} {good}.",
    "{seat} scarica {number} di colore {good}.",
    good=COLOUR,
    number=NUMBER,
)
CARDS_DRAWN = kind("cards_drawn", "G-36", "{seat} draws {number} cards.", "{seat} pesca {number} carte.", number=NUMBER)
RESHUFFLED = kind("reshuffled", "G-38", "The discard pile becomes the deck.", "Gli scarti diventano il mazzo.")
ENDING_CAUSED = kind(
    "ending_caused", "G-42", "This is the last round: {reason}.", "È l'ultimo round: {reason}.", reason=REASON
)
SCORED = kind(
    "scored",
    "G-44",
    "{seat} scores {goods} + {bonus} = {total}.",
    "{seat} totalizza {goods} + {bonus} = {total}.",
    goods=NUMBER,
    bonus=NUMBER,
    total=NUMBER,
)
CARD_TAKEN = kind("card_taken", "G-47", "You draw a {card} card.", "Peschi una carta di colore {card}.", card=COLOUR)
NOTES = kinds_of(globals(), placed="ports", stocked="goods", refilled="goods", raided="cards")
