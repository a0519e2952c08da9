"""The words of Notre Dame: vocabularies, questions and draws, in English and Italian. Notes stand in notes.py."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from podesta_engines.core.script import Kind
from podesta_engines.core.words import Text, Vocabulary, Word

# -- pieces ----------------------------------------------------------------------------------------------------------

COLOUR = Vocabulary.of(
    "colour",
    {
        "blue": ("blue", "blu"),
        "green": ("green", "verde"),
        "red": ("red", "rosso"),
        "violet": ("violet", "viola"),
        "yellow": ("yellow", "giallo"),
    },
)
_SECTORS = {
    "hospital": ("hospital", "Ospedale"),
    "park": ("park", "Parco"),
    "residence": ("residence", "Residenza"),
    "cloister_school": ("cloister school", "Scuola conventuale"),
    "bank": ("bank", "Banca"),
    "carriage_house": ("carriage house", "Rimessa delle carrozze"),
    "hotel": ("hotel", "Locanda"),
}
_NOTRE_DAME = {"notre_dame": ("Notre Dame", "Notre Dame")}
_FRIEND = {"trusted_friend": ("trusted friend", "Fiduciario")}
_NO_EFFECT = {"no_effect": ("no effect", "nessun effetto")}
SECTOR = Vocabulary.of("sector", _SECTORS)
ACTION = Vocabulary.of("action", {**_SECTORS, **_NOTRE_DAME, **_FRIEND})
_SQUARE_NAMES = {
    "centre": ("central square", "piazza centrale"),
    "inner_left": ("inner left square", "piazza interna sinistra"),
    "inner_right": ("inner right square", "piazza interna destra"),
    "outer_left": ("outer left square", "piazza esterna sinistra"),
    "outer_right": ("outer right square", "piazza esterna destra"),
}
SQUARE_NAME = Vocabulary.of("square_name", _SQUARE_NAMES)
_SQUARES = {
    f"b{borough}_{name}": (f"{en} of borough {borough}", f"{it} del quartiere {borough}")
    for borough in range(1, 6)
    for name, (en, it) in _SQUARE_NAMES.items()
}
SQUARE = Vocabulary.of("square", _SQUARES)
BOROUGH_OF = tuple(borough for borough in range(5) for _ in _SQUARE_NAMES)
"""The borough of every square."""
BOROUGH = Vocabulary.of("borough", {f"b{i}": (f"borough {i}", f"quartiere {i}") for i in range(1, 6)})
MESSAGE = Vocabulary.of(
    "message",
    {
        "m1": ("1 prestige and 1 gold", "1 punto prestigio e 1 moneta"),
        "m2": ("2 prestige and 1 marker", "2 punti prestigio e 1 cubetto"),
        "m3": ("3 prestige and the rat 1 back", "3 punti prestigio e topi indietro di 1"),
        "m4": ("4 prestige", "4 punti prestigio"),
    },
)
_PERSONS = {
    "innkeeper": ("innkeeper", "Locandiera"),
    "minstrel": ("minstrel", "Trovatore"),
    "monk": ("monk", "Monaco"),
    "fool": ("fool", "Giullare"),
    "usurer": ("usurer", "Usuraio"),
    "doctor": ("doctor", "Medico"),
    "city_guard": ("city guard", "Sentinella"),
    "night_watch": ("night watch", "Ronda notturna"),
    "bishop": ("bishop", "Vescovo"),
    "guild_master": ("guild master", "Capo delle corporazioni"),
    "beggar_king": ("beggar king", "Re dei mendicanti"),
    "lawyer": ("lawyer", "Avvocato"),
    "lady_in_waiting": ("lady-in-waiting", "Dama di corte"),
    "mayor": ("mayor", "Sindaco"),
    "carpenter": ("carpenter", "Falegname"),
}
PERSON = Vocabulary.of("person", _PERSONS)
(
    INNKEEPER, MINSTREL, MONK, FOOL, USURER, DOCTOR, CITY_GUARD, NIGHT_WATCH, BISHOP, GUILD_MASTER, BEGGAR_KING,
    LAWYER, LADY_IN_WAITING, MAYOR, CARPENTER,
) = range(15)  # fmt: skip
PASSAGE = Vocabulary.of("passage", {x: (f"pass {x.upper()}", f"passaggio {x.upper()}") for x in "abc"})
SEAT = Vocabulary.of("seat", {str(i): (f"player {i + 1}", f"giocatore {i + 1}") for i in range(5)})
GIVER = Vocabulary.of(
    "giver",
    {
        **{f"seat_{i}": (f"player {i + 1}", f"giocatore {i + 1}") for i in range(5)},
        "supply": ("the supply", "la riserva generale"),
    },
)
SUPPLY = 5
NUMBER = Vocabulary.numbers("number", 800)


def _card(colour: Word, action: Word) -> Word:
    """C-2: `<colour>.<action>`."""
    text = Text(f"{action.label.en} ({colour.label.en})", f"{action.label.it} ({colour.label.it})")
    return Word(f"{colour.slug}.{action.slug}", text, (("colour", colour.slug), ("action", action.slug)))


def _three(actions: tuple[Word, ...]) -> Word:
    """`<action>.<action>.<action>`, in the order of the actions."""
    text = Text(", ".join(a.label.en for a in actions), ", ".join(a.label.it for a in actions))
    slugs = [action.slug for action in actions]
    return Word(".".join(slugs), text, (("actions", ",".join(slugs)),))


class Card(NamedTuple):
    """C-2: an action card."""

    colour: int
    action: int


CARDS = tuple(Card(colour, action) for colour in range(len(COLOUR)) for action in range(len(ACTION)))
"""What every word of CARD says."""
ACTION_OF = tuple(card.action for card in CARDS)
"""The action of every card."""
CARD = Vocabulary("card", [_card(COLOUR.words[colour], ACTION.words[action]) for colour, action in CARDS])
THREE_OF_NINE = tuple(combinations(range(9), 3))
"""The three actions of every word of THREE."""
THREE = Vocabulary("three", [_three(tuple(ACTION.words[i] for i in three)) for three in THREE_OF_NINE])

# -- answers ---------------------------------------------------------------------------------------------------------

SOURCE = Vocabulary.of(
    "source",
    {
        **{slug: (f"from the {en}", f"dal settore {it}") for slug, (en, it) in _SECTORS.items()},
        "notre_dame": ("from Notre Dame", "da Notre Dame"),
        "supply": ("from the personal supply", "dalla riserva personale"),
        **_NO_EFFECT,
    },
)
FROM_SUPPLY, NO_EFFECT = 8, 9
TARGET = Vocabulary.of("target", {**_SECTORS, **_NO_EFFECT})
STAY_AWAY = 7
"""The trusted friend does not move: no effect."""
DESTINATION = Vocabulary.of("destination", {**_SQUARES, "stay": ("stay", "resta ferma")})
STAY = 25
TAKING = Vocabulary.of("taking", {"take": ("take it", "prendila"), "leave": ("leave it", "lasciala")})
TAKE, LEAVE = 0, 1
DONATION = Vocabulary.of(
    "donation",
    {
        "no_effect": ("no effect", "nessun effetto"),
        "gold_1": ("1 gold", "1 moneta"),
        "gold_2": ("2 gold", "2 monete"),
        "gold_3": ("3 gold", "3 monete"),
    },
)
HIRING = Vocabulary.of("hiring", {**_PERSONS, "nobody": ("nobody", "nessuno")})
HIRE_NOBODY = 15
_MARKERS = (("", ""), ("1 marker", "1 cubetto"), ("2 markers", "2 cubetti"), ("3 markers", "3 cubetti"))
_TOGETHER = ((1, 0), (2, 0), (3, 0), (0, 1), (1, 1), (2, 1))
"""Pieces that can move together: markers, and whether the friend comes along."""


class Group(NamedTuple):
    """Pieces that leave a place together: some markers, and the friend or not."""

    place: int
    markers: int
    friend: int


GROUPS = (
    *(Group(sector, markers, friend) for sector in range(len(SECTOR)) for markers, friend in _TOGETHER),
    Group(len(SECTOR), 1, 0),
)
"""What every word of PIECES says; from Notre Dame one marker only."""
MARKER_AT = {place: option for option, (place, *group) in enumerate(GROUPS) if group == [1, 0]}
"""The word for a marker alone, by its place."""
FRIEND_AT = {place: option for option, (place, *group) in enumerate(GROUPS) if group == [0, 1]}
"""The word for the friend alone, by his sector."""


def _pieces(place: Word, markers: int, friend: int) -> Word:
    """`<place>.markers_<n>`, `<place>.friend` or `<place>.friend_markers_<n>`."""
    group = "_".join(["friend"] * friend + [f"markers_{markers}"] * (markers > 0))
    names = [_MARKERS[markers]] * (markers > 0) + [("the friend", "il Fiduciario")] * friend
    english, italian = " and ".join(en for en, _ in names), " e ".join(it for _, it in names)
    the, settore = ("", "da") if place.slug == "notre_dame" else ("the ", "dal settore")
    text = Text(f"{english} from {the}{place.label.en}", f"{italian} {settore} {place.label.it}")
    parts = (("place", place.slug), ("markers", str(markers)), ("friend", "yes" if friend else "no"))
    return Word(f"{place.slug}.{group}", text, parts)


PIECES = Vocabulary("pieces", [_pieces(ACTION.words[place], markers, friend) for place, markers, friend in GROUPS])
"""Pieces on the move."""
_CHOICES = {"gold": ("1 gold", "1 moneta"), "marker": ("1 marker", "1 cubetto"), "rat": ("rat 1 back", "topi indietro")}
CHOICE = Vocabulary.of("choice", _CHOICES)
GOLD, MARKER, RAT = range(3)
BENEFITS = ((GOLD,), (MARKER,), (RAT,), *combinations_with_replacement((GOLD, MARKER, RAT), 2))
"""What the hotel offers: one choice, or an unordered pair."""


def _benefit(choices: tuple[int, ...]) -> Word:
    """`<choice>` or `<choice>.<choice>`."""
    words = [CHOICE.words[choice] for choice in choices]
    text = Text(" and ".join(w.label.en for w in words), " e ".join(w.label.it for w in words))
    return Word(".".join(w.slug for w in words), text, (("choices", ",".join(w.slug for w in words)),))


BENEFIT = Vocabulary("benefit", [_benefit(choices) for choices in BENEFITS])
REASON = Vocabulary.of("reason", {"nine_rounds": ("nine rounds are over", "sono finiti i nove round")})
PART = Vocabulary.of(
    "part",
    {
        "prestige": ("prestige", "punti prestigio"),
        "gold": ("gold", "monete"),
        "markers": ("markers in the personal supply", "cubetti nella riserva personale"),
        "tie_break": ("gold and markers, for ties", "monete e cubetti, per i pareggi"),
    },
)
PHASE = Vocabulary.of(
    "phase",
    {
        "setup": ("setup", "preparazione"),
        "reveal": ("persons and cards", "personaggi e carte"),
        "draft_one": ("first choice of cards", "prima scelta delle carte"),
        "draft_two": ("second choice of cards", "seconda scelta delle carte"),
        "play_one": ("first action card", "prima carta azione"),
        "play_two": ("second action card", "seconda carta azione"),
        "hire": ("hiring a person", "pagamento di un personaggio"),
        "plague": ("plague", "pestilenza"),
        "game_over": ("game over", "fine della partita"),
    },
)

# -- questions -------------------------------------------------------------------------------------------------------

KEEP_FIRST = Kind(
    "keep_first",
    "N-22",
    CARD,
    Text("Which card do you keep? The others go left.", "Quale carta tieni? Le altre vanno a sinistra."),
    secret=True,
)
KEEP_SECOND = Kind(
    "keep_second",
    "N-23",
    CARD,
    Text("Which card do you keep? The other goes left.", "Quale carta tieni? L'altra va a sinistra."),
    secret=True,
)
PLAY_CARD = Kind("play_card", "N-25", CARD, Text("Play a card.", "Gioca una carta."))
PLACE_MARKER = Kind(
    "place_marker",
    "N-28",
    SOURCE,
    Text("A marker for the {sector}: from where?", "Un cubetto per {sector}: da dove?"),
    about=(("sector", ACTION),),
)
DRIVE = Kind(
    "drive",
    "N-43",
    DESTINATION,
    Text("Where does your carriage go? Steps: {steps}.", "Dove va la carrozza? Passi: {steps}."),
    about=(("steps", NUMBER),),
)
TAKE_MESSAGE = Kind(
    "take_message",
    "N-44",
    TAKING,
    Text("A {colour} message ({message}): take it?", "Un messaggio {colour} ({message}): lo prendi?"),
    about=(("colour", COLOUR), ("message", MESSAGE)),
)
USE_HOTEL = Kind("use_hotel", "N-45", BENEFIT, Text("What do you take at the hotel?", "Cosa prendi alla Locanda?"))
DONATE = Kind("donate", "N-48", DONATION, Text("How much gold for Notre Dame?", "Quante monete per Notre Dame?"))
MOVE_FRIEND = Kind(
    "move_friend",
    "N-49",
    TARGET,
    Text("Where does the trusted friend go?", "Dove va il Fiduciario?"),
)
HIRE_PERSON = Kind("hire_person", "N-50", HIRING, Text("Whom do you pay 1 gold?", "A chi paghi 1 moneta?"))
ASK_INNKEEPER = Kind("ask_innkeeper", "N-53", BENEFIT, Text("What does the innkeeper give?", "Cosa dà la Locandiera?"))
MINSTREL_PIECES = Kind(
    "minstrel_pieces", "N-54", PIECES, Text("Which pieces move, of one sector?", "Quali pezzi sposti da un settore?")
)
MINSTREL_TO = Kind(
    "minstrel_to",
    "N-54",
    SECTOR,
    Text("To which sector: {pieces}?", "In quale settore: {pieces}?"),
    about=(("pieces", PIECES),),
)
FOOL_PIECE = Kind("fool_piece", "N-56", PIECES, Text("Which piece moves?", "Quale pezzo sposti?"))
FOOL_TO = Kind(
    "fool_to",
    "N-56",
    SECTOR,
    Text("To which sector: {pieces}?", "In quale settore: {pieces}?"),
    about=(("pieces", PIECES),),
)
BISHOP_TO = Kind(
    "bishop_to", "N-61", SECTOR, Text("Which empty sector gets a marker?", "Quale settore vuoto riceve un cubetto?")
)
LOSE_MARKER = Kind(
    "lose_marker",
    "N-73",
    SECTOR,
    Text("Plague: which sector loses a marker?", "Pestilenza: quale settore perde un cubetto?"),
)

# -- draws -----------------------------------------------------------------------------------------------------------

START_SEAT = Kind("start_seat", "N-6", SEAT, Text("Who starts?", "Chi inizia?"))
LAY_MESSAGE = Kind("lay_message", "N-4", MESSAGE, Text("Which message lies here?", "Quale messaggio sta qui?"))
REVEAL_PERSON = Kind("reveal_person", "N-20", PERSON, Text("Which person comes?", "Quale personaggio arriva?"))
DEAL_THREE = Kind("deal_three", "N-21", THREE, Text("Which three cards?", "Quali tre carte?"))
KINDS = (
    KEEP_FIRST, KEEP_SECOND, PLAY_CARD, PLACE_MARKER, DRIVE, TAKE_MESSAGE, USE_HOTEL, DONATE, MOVE_FRIEND, HIRE_PERSON,
    ASK_INNKEEPER, MINSTREL_PIECES, MINSTREL_TO, FOOL_PIECE, FOOL_TO, BISHOP_TO, LOSE_MARKER, START_SEAT,
    LAY_MESSAGE, REVEAL_PERSON, DEAL_THREE,
)  # fmt: skip
LOTS = KINDS[KINDS.index(START_SEAT) :]
"""The kinds that fate answers."""
VOCABULARIES = (
    COLOUR, SECTOR, ACTION, SQUARE_NAME, SQUARE, BOROUGH, MESSAGE, PERSON, PASSAGE, SEAT, GIVER, NUMBER, CARD, THREE,
    SOURCE, TARGET, DESTINATION, TAKING, DONATION, HIRING, PIECES, CHOICE, BENEFIT, REASON, PART, PHASE,
)  # fmt: skip
