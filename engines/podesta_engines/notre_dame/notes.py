"""What happens in Notre Dame, as sentences in English and Italian; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.core.notes import kind, kinds_of

from .words import ACTION, BOROUGH, CARD, COLOUR, GIVER, MESSAGE, NUMBER, PASSAGE, PERSON, PIECES, SECTOR, SQUARE

STARTS = kind("starts", "N-6", "{seat} takes the bell-ringer.", "{seat} prende il campanaro.")
BOROUGH_TAKEN = kind(
    "borough_taken",
    "N-2",
    "{seat} has {borough} and is {colour}.",
    "{seat} ha il {borough} e il colore {colour}.",
    borough=BOROUGH,
    colour=COLOUR,
)
MESSAGE_LAID = kind(
    "message_laid", "N-4", "On the {square}: {message}.", "Sulla {square}: {message}.", square=SQUARE, message=MESSAGE
)
PASS_BEGAN = kind(
    "pass_began",
    "N-77",
    "Here begins {passage}, with nine cards for everybody.",
    "Qui comincia il {passage}, con nove carte per tutti.",
    passage=PASSAGE,
)
ROUND_BEGAN = kind("round_began", "N-75", "Round {number} begins.", "Inizia il round {number}.", number=NUMBER)
PERSONS_REVEALED = kind(
    "persons_revealed",
    "N-20",
    "The persons are {persons}, with {rats} rats.",
    "I personaggi sono {persons}, con {rats} topi.",
    persons=PERSON,
    rats=NUMBER,
)
CARDS_DRAWN = kind("cards_drawn", "N-21", "{seat} draws three cards.", "{seat} pesca tre carte.")
CARDS_SEEN = kind("cards_seen", "N-21", "You drew {cards}.", "Hai pescato {cards}.", cards=CARD)
PASSED_TWO = kind(
    "passed_two", "N-22", "Everybody passes two cards to the left.", "Tutti passano due carte a sinistra."
)
PASSED_ONE = kind("passed_one", "N-23", "Everybody passes one card to the left.", "Tutti passano una carta a sinistra.")
KEPT = kind("kept", "N-22", "You kept {card}.", "Hai tenuto {card}.", card=CARD)
RECEIVED = kind("received", "N-24", "You received {cards}.", "Hai ricevuto {cards}.", cards=CARD)
PLAYED = kind("played", "N-25", "{seat} plays {card}.", "{seat} gioca {card}.", card=CARD)
BURIED = kind("buried", "N-25", "{seat} puts the third card away unseen.", "{seat} scarta la terza carta, coperta.")
BURIED_SEEN = kind("buried_seen", "N-25", "You put {card} away.", "Hai scartato {card}.", card=CARD)
NO_EFFECT_TAKEN = kind("no_effect_taken", "N-27", "{seat}'s card has no effect.", "La carta di {seat} non ha effetto.")
PLACED = kind(
    "placed", "N-28", "{seat} places a marker: {sector}.", "{seat} piazza un cubetto: {sector}.", sector=ACTION
)
MOVED = kind(
    "moved",
    "N-28",
    "{seat} moves {pieces} to the {sector}.",
    "{seat} sposta {pieces} a {sector}.",
    pieces=PIECES,
    sector=ACTION,
)
FRIEND_MOVED = kind(
    "friend_moved",
    "N-49",
    "{seat} moves the trusted friend to the {sector}.",
    "{seat} sposta il Fiduciario: {sector}.",
    sector=SECTOR,
)
MARKERS_GAINED = kind(
    "markers_gained", "N-9", "{seat} gains markers: {number}.", "{seat} prende cubetti: {number}.", number=NUMBER
)
GOLD_GAINED = kind(
    "gold_gained",
    "N-10",
    "{seat} gains {number} gold from {giver}.",
    "{seat} riceve monete da {giver}: {number}.",
    number=NUMBER,
    giver=GIVER,
)
PRESTIGE_GAINED = kind(
    "prestige_gained",
    "N-12",
    "{seat} gains {base} prestige, and {bonus} for the park.",
    "{seat} guadagna punti prestigio: {base}, e {bonus} per il Parco.",
    base=NUMBER,
    bonus=NUMBER,
)
RAT_MOVED = kind(
    "rat_moved",
    "N-11",
    "{seat}'s rat goes from {origin} to {to}.",
    "I topi di {seat} vanno da {origin} a {to}.",
    origin=NUMBER,
    to=NUMBER,
)
DROVE = kind("drove", "N-43", "{seat} drives to the {square}.", "{seat} porta la carrozza in: {square}.", square=SQUARE)
STAYED = kind("stayed", "N-43", "{seat}'s carriage stays.", "La carrozza di {seat} resta ferma.")
MESSAGE_TAKEN = kind(
    "message_taken",
    "N-44",
    "{seat} takes a {colour} message: {message}.",
    "{seat} prende un messaggio {colour}: {message}.",
    colour=COLOUR,
    message=MESSAGE,
)
MESSAGE_LEFT = kind("message_left", "N-44", "{seat} leaves the message.", "{seat} lascia il messaggio.")
DONATED = kind("donated", "N-48", "{seat} donates {number} gold.", "{seat} dona monete: {number}.", number=NUMBER)
HIRED = kind("hired", "N-51", "{seat} pays the {person}.", "{seat} paga: {person}.", person=PERSON)
HIRED_NOBODY = kind("hired_nobody", "N-50", "{seat} pays nobody.", "{seat} non paga nessuno.")
GROUP_MOVED = kind(
    "group_moved",
    "N-54",
    "{seat} has {pieces} moved to the {sector}.",
    "{seat} fa spostare {pieces} a {sector}.",
    pieces=PIECES,
    sector=SECTOR,
)
CURED = kind("cured", "N-58", "The doctor makes {seat}'s plague 0.", "Il Medico azzera la pestilenza di {seat}.")
PLAGUE_STRUCK = kind(
    "plague_struck",
    "N-72",
    "The plague strikes {seat}: {number} prestige lost.",
    "La peste colpisce {seat}: {number} punti prestigio persi.",
    number=NUMBER,
)
MARKER_LOST = kind(
    "marker_lost", "N-72", "{seat} loses a marker of the {sector}.", "{seat} perde un cubetto: {sector}.", sector=SECTOR
)
BELL_PASSED = kind("bell_passed", "N-75", "The bell-ringer goes to {seat}.", "Il campanaro va a {seat}.")
TILE_SHARED = kind(
    "tile_shared",
    "N-76",
    "Each marker on Notre Dame earns {number} prestige.",
    "Ogni cubetto a Notre Dame vale {number} punti prestigio.",
    number=NUMBER,
)
MARKERS_RETURNED = kind(
    "markers_returned",
    "N-76",
    "{seat}'s {number} markers leave Notre Dame.",
    "I cubetti di {seat} ({number}) lasciano Notre Dame.",
    number=NUMBER,
)
SCORED = kind(
    "scored",
    "N-80",
    "{seat} has {prestige} prestige.",
    "{seat} ha {prestige} punti prestigio.",
    prestige=NUMBER,
    gold=NUMBER,
    markers=NUMBER,
)
NOTES = kinds_of(globals(), persons_revealed="persons", cards_seen="cards", received="cards")
