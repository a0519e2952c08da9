"""The notes of Golden Horn: what people at the table are told, in English and Italian."""

from __future__ import annotations

from podesta_engines.core.notes import NoteKind
from podesta_engines.core.words import Text

from .words import COIN, COLOUR, FLEET, HEADING, NUMBER, PORT, REASON, SHIP, SPACE, TILE

STARTS = NoteKind("starts", "G-7", Text("{seat} is the start player.", "{seat} è il giocatore iniziale."))
FLEET_TAKEN = NoteKind(
    "fleet_taken", "G-8", Text("{seat} takes {fleet}.", "{seat} prende la {fleet}."), (("fleet", FLEET),)
)
TILE_LAID = NoteKind(
    "tile_laid", "G-10", Text("The next tile is {tile}, {way}.", "La prossima tessera è {tile}, {way}."),
    (("tile", TILE), ("way", COIN)),
)  # fmt: skip
PLACED = NoteKind(
    "placed",
    "G-12",
    Text("{seat} places the ships in {ports}.", "{seat} dispone le navi a {ports}."),
    (("ports", PORT),),
)
STOCKED = NoteKind(
    "stocked",
    "G-14",
    Text("{port} is stocked with {goods}.", "{port} riceve {goods}."),
    (("port", PORT), ("goods", COLOUR)),
)
DEALT = NoteKind(
    "dealt", "G-15", Text("{seat} is dealt {number} cards.", "{seat} riceve {number} carte."), (("number", NUMBER),)
)
ROUND_BEGAN = NoteKind(
    "round_began", "G-17", Text("Round {number} begins.", "Inizia il round {number}."), (("number", NUMBER),)
)
RAIDED = NoteKind(
    "raided",
    "G-23",
    Text(
        "{seat} plays {cards} and takes a {good} good from the {ship}.",
        "{seat} gioca {cards} e prende una merce di colore {good} dalla {ship}.",
    ),
    (("ship", SHIP), ("cards", COLOUR), ("good", COLOUR)),
)
HEADING_CHOSEN = NoteKind(
    "heading_chosen",
    "G-25",
    Text("{seat}, {ship}: {choice}.", "{seat}, {ship}: {choice}."),
    (("ship", SHIP), ("choice", HEADING)),
)
LOADED = NoteKind(
    "loaded",
    "G-27",
    Text("{seat} loads {number} {good} on the {ship}.", "{seat} carica {number} di colore {good} sulla {ship}."),
    (("ship", SHIP), ("good", COLOUR), ("number", NUMBER)),
)
REFILLED = NoteKind(
    "refilled",
    "G-28",
    Text("{port} is refilled with {goods}.", "{port} riceve {goods}."),
    (("port", PORT), ("goods", COLOUR)),
)
SAILED = NoteKind(
    "sailed",
    "G-29",
    Text("The {ship} sails from {origin} to {space}.", "La {ship} va da {origin} a {space}."),
    (("ship", SHIP), ("origin", SPACE), ("space", SPACE)),
)
STOPPED = NoteKind(
    "stopped",
    "G-30",
    Text("The {ship} stops on {space}.", "La {ship} si ferma su {space}."),
    (("ship", SHIP), ("space", SPACE)),
)
WIND_PLAYED = NoteKind("wind_played", "G-32", Text("{seat} plays {card}.", "{seat} gioca {card}."), (("card", COLOUR),))
MOORED = NoteKind(
    "moored", "G-33", Text("The {ship} puts in at Modone.", "La {ship} entra a Modone."), (("ship", SHIP),)
)
ARRIVED = NoteKind(
    "arrived",
    "G-34",
    Text("The {ship} arrives in {port}.", "La {ship} arriva a {port}."),
    (("ship", SHIP), ("port", PORT)),
)
UNLOADED = NoteKind(
    "unloaded",
    "G-34",
    Text("{seat} unloads {number} {good}.", "{seat} scarica {number} di colore {good}."),
    (("good", COLOUR), ("number", NUMBER)),
)
CARDS_DRAWN = NoteKind(
    "cards_drawn", "G-36", Text("{seat} draws {number} cards.", "{seat} pesca {number} carte."), (("number", NUMBER),)
)
RESHUFFLED = NoteKind(
    "reshuffled", "G-38", Text("The discard pile becomes the deck.", "Gli scarti diventano il mazzo.")
)
ENDING_CAUSED = NoteKind(
    "ending_caused",
    "G-42",
    Text("This is the last round: {reason}.", "È l'ultimo round: {reason}."),
    (("reason", REASON),),
)
SCORED = NoteKind(
    "scored",
    "G-44",
    Text("{seat} scores {goods} + {bonus} = {total}.", "{seat} totalizza {goods} + {bonus} = {total}."),
    (("goods", NUMBER), ("bonus", NUMBER), ("total", NUMBER)),
)
CARD_TAKEN = NoteKind(
    "card_taken", "G-47", Text("You draw a {card} card.", "Peschi una carta di colore {card}."), (("card", COLOUR),)
)
NOTES = (
    STARTS, FLEET_TAKEN, TILE_LAID, PLACED, STOCKED, DEALT, ROUND_BEGAN, RAIDED, HEADING_CHOSEN, LOADED, REFILLED,
    SAILED, STOPPED, WIND_PLAYED, MOORED, ARRIVED, UNLOADED, CARDS_DRAWN, RESHUFFLED, ENDING_CAUSED, SCORED, CARD_TAKEN,
)  # fmt: skip
