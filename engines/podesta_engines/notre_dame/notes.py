"""What happens in Notre Dame, as sentences in English and Italian; numbers as in RULES.md."""

from __future__ import annotations

from podesta_engines.core.notes import NoteKind
from podesta_engines.core.words import Text

from .words import ACTION, BOROUGH, CARD, COLOUR, GIVER, MESSAGE, NUMBER, PASSAGE, PERSON, PIECES, SECTOR, SQUARE

STARTS = NoteKind("starts", "N-6", Text("{seat} takes the bell-ringer.", "{seat} prende il campanaro."))
MESSAGE_LAID = NoteKind(
    "message_laid",
    "N-4",
    Text("On the {square}: {message}.", "Sulla {square}: {message}."),
    (("square", SQUARE), ("message", MESSAGE)),
)
PASS_BEGAN = NoteKind(
    "pass_began",
    "N-77",
    Text(
        "Here begins {passage}, with nine cards for everybody.", "Qui comincia il {passage}, con nove carte per tutti."
    ),
    (("passage", PASSAGE),),
)
ROUND_BEGAN = NoteKind(
    "round_began", "N-75", Text("Round {number} begins.", "Inizia il round {number}."), (("number", NUMBER),)
)
PERSONS_REVEALED = NoteKind(
    "persons_revealed",
    "N-20",
    Text("The persons are {persons}, with {rats} rats.", "I personaggi sono {persons}, con {rats} topi."),
    (("persons", PERSON), ("rats", NUMBER)),
)
CARDS_DRAWN = NoteKind("cards_drawn", "N-21", Text("{seat} draws three cards.", "{seat} pesca tre carte."))
CARDS_SEEN = NoteKind("cards_seen", "N-21", Text("You drew {cards}.", "Hai pescato {cards}."), (("cards", CARD),))
PASSED_TWO = NoteKind(
    "passed_two", "N-22", Text("Everybody passes two cards to the left.", "Tutti passano due carte a sinistra.")
)
PASSED_ONE = NoteKind(
    "passed_one", "N-23", Text("Everybody passes one card to the left.", "Tutti passano una carta a sinistra.")
)
KEPT = NoteKind("kept", "N-22", Text("You kept {card}.", "Hai tenuto {card}."), (("card", CARD),))
RECEIVED = NoteKind(
    "received",
    "N-24",
    Text("You received {cards}.", "Hai ricevuto {cards}."),
    (("cards", CARD),),
)
PLAYED = NoteKind("played", "N-25", Text("{seat} plays {card}.", "{seat} gioca {card}."), (("card", CARD),))
BURIED = NoteKind(
    "buried", "N-25", Text("{seat} puts the third card away unseen.", "{seat} scarta la terza carta, coperta.")
)
BURIED_SEEN = NoteKind("buried_seen", "N-25", Text("You put {card} away.", "Hai scartato {card}."), (("card", CARD),))
NO_EFFECT_TAKEN = NoteKind(
    "no_effect_taken", "N-27", Text("{seat}'s card has no effect.", "La carta di {seat} non ha effetto.")
)
PLACED = NoteKind(
    "placed",
    "N-28",
    Text("{seat} places a marker: {sector}.", "{seat} piazza un cubetto: {sector}."),
    (("sector", ACTION),),
)
MOVED = NoteKind(
    "moved",
    "N-28",
    Text("{seat} moves {pieces} to the {sector}.", "{seat} sposta {pieces} a {sector}."),
    (("pieces", PIECES), ("sector", ACTION)),
)
FRIEND_MOVED = NoteKind(
    "friend_moved",
    "N-49",
    Text("{seat} moves the trusted friend to the {sector}.", "{seat} sposta il Fiduciario: {sector}."),
    (("sector", SECTOR),),
)
MARKERS_GAINED = NoteKind(
    "markers_gained",
    "N-9",
    Text("{seat} gains markers: {number}.", "{seat} prende cubetti: {number}."),
    (("number", NUMBER),),
)
GOLD_GAINED = NoteKind(
    "gold_gained",
    "N-10",
    Text("{seat} gains {number} gold from {giver}.", "{seat} riceve monete da {giver}: {number}."),
    (("number", NUMBER), ("giver", GIVER)),
)
PRESTIGE_GAINED = NoteKind(
    "prestige_gained",
    "N-12",
    Text(
        "{seat} gains {base} prestige, and {bonus} for the park.",
        "{seat} guadagna punti prestigio: {base}, e {bonus} per il Parco.",
    ),
    (("base", NUMBER), ("bonus", NUMBER)),
)
RAT_MOVED = NoteKind(
    "rat_moved",
    "N-11",
    Text("{seat}'s rat goes from {origin} to {to}.", "I topi di {seat} vanno da {origin} a {to}."),
    (("origin", NUMBER), ("to", NUMBER)),
)
DROVE = NoteKind(
    "drove",
    "N-43",
    Text("{seat} drives to the {square}.", "{seat} porta la carrozza in: {square}."),
    (("square", SQUARE),),
)
STAYED = NoteKind("stayed", "N-43", Text("{seat}'s carriage stays.", "La carrozza di {seat} resta ferma."))
MESSAGE_TAKEN = NoteKind(
    "message_taken",
    "N-44",
    Text("{seat} takes a {colour} message: {message}.", "{seat} prende un messaggio {colour}: {message}."),
    (("colour", COLOUR), ("message", MESSAGE)),
)
MESSAGE_LEFT = NoteKind("message_left", "N-44", Text("{seat} leaves the message.", "{seat} lascia il messaggio."))
DONATED = NoteKind(
    "donated", "N-48", Text("{seat} donates {number} gold.", "{seat} dona monete: {number}."), (("number", NUMBER),)
)
HIRED = NoteKind("hired", "N-51", Text("{seat} pays the {person}.", "{seat} paga: {person}."), (("person", PERSON),))
HIRED_NOBODY = NoteKind("hired_nobody", "N-50", Text("{seat} pays nobody.", "{seat} non paga nessuno."))
GROUP_MOVED = NoteKind(
    "group_moved",
    "N-54",
    Text("{seat} has {pieces} moved to the {sector}.", "{seat} fa spostare {pieces} a {sector}."),
    (("pieces", PIECES), ("sector", SECTOR)),
)
CURED = NoteKind(
    "cured", "N-58", Text("The doctor makes {seat}'s plague 0.", "Il Medico azzera la pestilenza di {seat}.")
)
PLAGUE_STRUCK = NoteKind(
    "plague_struck",
    "N-72",
    Text(
        "The plague strikes {seat}: {number} prestige lost.",
        "La peste colpisce {seat}: {number} punti prestigio persi.",
    ),
    (("number", NUMBER),),
)
MARKER_LOST = NoteKind(
    "marker_lost",
    "N-72",
    Text("{seat} loses a marker of the {sector}.", "{seat} perde un cubetto: {sector}."),
    (("sector", SECTOR),),
)
BELL_PASSED = NoteKind("bell_passed", "N-75", Text("The bell-ringer goes to {seat}.", "Il campanaro va a {seat}."))
TILE_SHARED = NoteKind(
    "tile_shared",
    "N-76",
    Text(
        "Each marker on Notre Dame earns {number} prestige.", "Ogni cubetto a Notre Dame vale {number} punti prestigio."
    ),
    (("number", NUMBER),),
)
MARKERS_RETURNED = NoteKind(
    "markers_returned",
    "N-76",
    Text("{seat}'s {number} markers leave Notre Dame.", "I cubetti di {seat} ({number}) lasciano Notre Dame."),
    (("number", NUMBER),),
)
BOROUGH_TAKEN = NoteKind(
    "borough_taken",
    "N-2",
    Text("{seat} has {borough} and is {colour}.", "{seat} ha il {borough} e il colore {colour}."),
    (("borough", BOROUGH), ("colour", COLOUR)),
)
SCORED = NoteKind(
    "scored",
    "N-80",
    Text("{seat} has {prestige} prestige.", "{seat} ha {prestige} punti prestigio."),
    (("prestige", NUMBER), ("gold", NUMBER), ("markers", NUMBER)),
)
NOTES = (
    STARTS, BOROUGH_TAKEN, MESSAGE_LAID, PASS_BEGAN, ROUND_BEGAN, PERSONS_REVEALED, CARDS_DRAWN, CARDS_SEEN, PASSED_TWO,
    PASSED_ONE, KEPT, RECEIVED, PLAYED, BURIED, BURIED_SEEN, NO_EFFECT_TAKEN, PLACED, MOVED, FRIEND_MOVED,
    MARKERS_GAINED, GOLD_GAINED, PRESTIGE_GAINED, RAT_MOVED, DROVE, STAYED, MESSAGE_TAKEN, MESSAGE_LEFT,
    DONATED, HIRED, HIRED_NOBODY, GROUP_MOVED, CURED, PLAGUE_STRUCK, MARKER_LOST, BELL_PASSED, TILE_SHARED,
    MARKERS_RETURNED, SCORED,
)  # fmt: skip
