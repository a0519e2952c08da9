"""The texts of Troyes: questions and options describe the table, notes are sentences, in both languages."""

from collections.abc import Sequence
from contextlib import suppress

import pytest

from podesta_engines import note_texts, questions
from podesta_engines.core.cards import card_texts
from podesta_engines.core.notes import Note, NoteKind
from podesta_engines.core.position import Position
from podesta_engines.core.script import Script
from podesta_engines.core.words import Language
from podesta_engines.troyes import notes
from podesta_engines.troyes.rules.round import roll
from podesta_engines.troyes.state import NEUTRAL
from podesta_engines.troyes.words import CARD, CHARACTER, EVENT, SPACE
from tests.engines.troyes.troy import RULES, begin, say, table


def asks(p: Position, language: Language = "it") -> str:
    """The prompt of the open question."""
    return questions(p, p.asks[0].seat, language)[0].prompt


def label(p: Position, word: str, language: Language = "it") -> str:
    """The label of an option of the open question."""
    options = questions(p, p.asks[0].seat, language)[0].options
    return next(option.label for option in options if option.word == word)


def tells(kind: NoteKind, seat: int, *args: int | tuple[int, ...]) -> tuple[str, str]:
    """A note in English and in Italian."""
    said = [Note(kind.name, seat, args)]
    return note_texts(RULES, said, None, "en")[0].text, note_texts(RULES, said, None, "it")[0].text


def heard(p: Position, language: Language = "it") -> Sequence[str]:
    """The public notes since the table was set up."""
    return [note.text for note in note_texts(RULES, p.heard(), None, language)]


def falls(script: Script, value: int) -> None:
    """Let every die of a rule show this value."""
    next(script)
    with suppress(StopIteration):
        while True:
            script.send(value - 1)


# -- notes -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "english", "italian"),
    [
        (1, "{seat_2} gains 1 denier.", "{seat_2} riceve 1 denaro."),
        (2, "{seat_2} gains 2 deniers.", "{seat_2} riceve 2 denari."),
    ],
)
def test_deniers_are_counted(number: int, english: str, italian: str) -> None:
    """T-20: one denier, two deniers."""
    assert tells(notes.DENIERS_GAINED, 2, number, number) == (english, italian)


def test_nothing_is_said_of_nothing() -> None:
    """T-50, T-150: no wages of 0, and no number if a card is activated once."""
    assert tells(notes.INCOME, 0, 10, 0) == (
        "{seat_0} receives 10 deniers in income.",
        "{seat_0} riceve 10 denari di rendita.",
    )
    assert tells(notes.INCOME, 0, 10, 3)[1] == "{seat_0} riceve 10 denari di rendita e ne paga 3 in stipendi."
    assert tells(notes.ACTIVATED, 1, CARD.parse("tithing"), 1)[1] == "{seat_1} attiva la carta Attività «La Decima»."
    assert tells(notes.ACTIVATED, 1, CARD.parse("priest"), 3) == (
        "{seat_1} activates the Priest 3 times.",
        "{seat_1} attiva 3 volte la carta Attività «Prete».",
    )


def test_hiring_is_told_to_everybody() -> None:
    """T-140, T-141: a public note never says "your" supply; prepositions join their articles, and elide."""
    english, italian = tells(notes.HIRED, 0, CARD.parse("merchant"), 0, (), 0)
    assert english == "{seat_0} hires a tradesman from the personal supply for the Merchant."
    assert italian == (
        "{seat_0} assume un commerciante per la carta Attività «Mercante», preso dalla riserva personale."
    )
    lifted = notes.LIFTED.args[0][1]
    assert tells(notes.LIFTED, 0, lifted.parse("lying.palace"))[1].endswith("dall'illustrazione del Palazzo.")
    assert tells(notes.LIFTED, 0, lifted.parse("palace_3"))[1].endswith("dallo spazio 3 del Palazzo.")


def test_events_are_named_with_their_kind() -> None:
    """T-183, T-184: gender and number are those of the event, whatever its name."""
    assert tells(notes.EVENT_BEATEN, -1, EVENT.parse("marauders"), 0, ()) == (
        'The event "Marauders" is countered.',
        "L'evento «Fuorilegge» viene neutralizzato.",
    )
    taken = tells(notes.EVENT_TAKEN, 3, EVENT.parse("drought"), 1, (), (), ())
    assert taken[1] == "{seat_3} prende la carta Evento «Siccità»."


@pytest.mark.parametrize(
    ("dice", "english", "italian"),
    [
        ("r3 r2 r1 w6 y1", "red 3, 2 and 1; white 6; yellow 1", "rossi 3, 2 e 1; bianco 6; giallo 1"),
        ("r4 y5 y5", "red 4; yellow 5 and 5", "rosso 4; gialli 5 e 5"),
        ("w2", "white 2", "bianco 2"),
    ],
)
def test_dice_are_told_by_colour(dice: str, english: str, italian: str) -> None:
    """T-60: colours without dice are left out, and so are their separators."""
    colours = [tuple(int(die[1]) - 1 for die in dice.split() if die[0] == letter) for letter in "rwy"]
    told = f"{{seat_1}} rolls {english}.", f"{{seat_1}} tira i dadi: {italian}."
    assert tells(notes.ROLLED, 1, (), *colours) == told


def test_rolled_dice_come_in_their_colours() -> None:
    """T-60, T-61: the rule's note has each colour's faces."""
    p = table(standing={"palace_1": 0, "city_hall_a1": 0, "city_hall_a2": 0, "palace_2": "neutral"})
    p.heard()
    for owner in (0, NEUTRAL):
        falls(roll(p.state, owner), 5)
    assert heard(p) == ["{seat_0} tira i dadi: rosso 5; gialli 5 e 5.", "I cittadini neutrali tirano i dadi: rosso 5."]


def test_citizens_are_told_with_their_owner() -> None:
    """T-203, T-204, T-241: a neutral one goes to the general supply; numbers of players are never shown."""
    assert (
        tells(notes.EXPELLED, -1, 1, 2, SPACE.parse("city_hall_a2"))[1]
        == "Un cittadino di {seat_1} viene espulso dal Municipio."
    )
    assert tells(notes.ENTERED, -1, NEUTRAL, SPACE.parse("bishopric_a1"), 0, (), ())[1] == (
        "Un cittadino neutrale entra nel primo spazio della riga 1-2 del Vescovado."
    )
    assert tells(notes.STOOD_UP, -1, NEUTRAL, 1, 0)[0] == "A neutral citizen goes back to the general supply."
    assert tells(notes.STOOD_UP, -1, 0, 0, 0)[1] == "Un cittadino di {seat_0} torna nella riserva personale."


def test_a_score_names_its_parts() -> None:
    """T-260 to T-265: parts of 0 are left out."""
    known = (30 + 20, 12, 0, 8, 2, 12)
    assert tells(notes.SCORED, 0, *known)[1] == (
        "{seat_0}: 12 PV in partita + 8 per i commercianti + 12 dai Personaggi"
        " \N{MINUS SIGN} 2 per i livelli della Cattedrale senza un suo cubo = 30 PV."
    )


def test_the_own_character_is_told_in_private() -> None:
    """T-6: to the seat alone, as "your"; other viewers do not see which it is."""
    p = begin(2)
    private = [note for note in p.heard() if note.kind == "character_seen"]
    assert {note.visible_to for note in private} == {0, 1}
    said = Note("character_seen", 0, (CHARACTER.parse("urbain"),), 0)
    assert note_texts(RULES, [said], 0, "it")[0].text == "Il tuo Personaggio è Urbain IV."
    assert note_texts(RULES, [said], 1, "it") == []


# -- questions -------------------------------------------------------------------------------------------------------


def test_an_event_is_combated_by_name() -> None:
    """T-180: its name, its dice and its free spaces; places in the queue only distinguish equal cards."""
    p = table(dice={0: "y4 r6"}, queue=["marauders", "drought", "brigands", "brigands"], marks={1: [1], 3: [0]})
    assert label(p, "combat.1") == "combatti l'evento «Siccità» (dadi gialli, 2 caselle libere)"
    assert label(p, "combat.1", "en") == "combat Drought (yellow dice, 2 free spaces)"
    assert label(p, "combat.2").endswith("(dadi rossi, 4 caselle libere, 3ª carta della coda)")
    assert label(p, "combat.3").endswith("(dadi rossi, 3 caselle libere, 4ª carta della coda)")


def test_a_card_says_what_activating_costs() -> None:
    """T-140, T-150: a player with a tradesman there does not hire."""
    p = table(dice={0: "w6"}, posts={"priest": []}, deniers=8, supply={0: 1})
    activate = "attiva la carta Attività «Prete» (dadi bianchi: 1 volta ogni 3 punti di valore)"
    assert label(p, "activate.priest") == f"assumi un commerciante per 8 denari e {activate}"
    q = table(dice={0: "w6"}, posts={"priest": [0]}, deniers=8)
    assert label(q, "activate.priest") == activate


@pytest.mark.parametrize(
    ("influence", "dice", "prompt"),
    [
        (4, {0: "y4"}, "Spendi punti influenza (ne hai 4), svolgi un'azione o passa."),
        (0, {0: "y4"}, "Svolgi un'azione o passa."),
        (2, {1: "r4"}, "Spendi punti influenza (ne hai 2) o passa."),
    ],
)
def test_a_turn_offers_only_what_is_open(influence: int, dice: dict[int | str, str], prompt: str) -> None:
    """T-100: one text for each shape."""
    assert asks(table(dice=dice, influence=influence, deniers=0)) == prompt


def test_what_is_chosen_already_is_said_only_if_something_is() -> None:
    """T-110, T-112, T-130: dice so far with their value; the cost of the group."""
    p = table(dice={0: "y4 y3", 1: "y5"}, deniers=8)
    say(p, "combat.0")
    assert asks(p) == "Quale dado usi per combattere l'evento «Fuorilegge»?"
    assert label(p, "seat_1.yellow.5") == "dado giallo da 5 di {seat_1} (paghi 2 denari)"
    say(p, "seat_0.yellow.4")
    assert asks(p).startswith("Per combattere l'evento «Fuorilegge» hai scelto 1 dado giallo da 4 (valore 4):")
    assert label(p, "seat_1.yellow.5", "en") == "yellow 5 from {seat_1} (the group is worth 9, pay 4 deniers)"
    assert label(p, "done") == "basta così: gruppo di valore 4"
    q = table(dice={0: "w6 w1"}, influence=4)
    say(q, "flip")
    assert (asks(q), label(q, "seat_0.white.6")) == ("Quale dado giri?", "dado bianco da 6 (diventa un 1)")
    say(q, "seat_0.white.6")
    assert asks(q) == "Hai scelto 1 dado bianco da 6: quale altro dado giri?"


def test_placing_says_where_and_whom() -> None:
    """T-200 to T-204: the space of the die, its holder, and the citizen who is expelled."""
    p = table(dice={0: "r3 r2"}, standing={"palace_3": 1, "palace_2": 0, "palace_1": 0}, supply={0: 1})
    say(p, "place.palace")
    assert label(p, "seat_0.red.3") == "dado rosso da 3: spazio 3 del Palazzo, occupato da un cittadino di {seat_1}"
    assert label(p, "seat_0.red.2") == "dado rosso da 2: spazio 2 del Palazzo, occupato da un tuo cittadino"
    say(p, "seat_0.red.3")
    assert asks(p) == "Quale cittadino piazzi sullo spazio 3 del Palazzo?"
    assert label(p, "supply") == "cittadino della riserva personale: espelle un cittadino di {seat_1}"


def test_the_cathedral_is_named_by_value_and_level() -> None:
    """T-171: the lowest free space, after the dice chosen before."""
    p = table(dice={0: "w4 w4 w1"}, cathedral={(4, 1): 1})
    say(p, "build")
    assert label(p, "seat_0.white.4") == "dado bianco da 4: spazio da 4 del 2º livello della Cattedrale"
    say(p, "seat_0.white.4")
    assert label(p, "seat_0.white.4", "en") == "white 4: space 4 of level 3 of the cathedral"


def test_a_black_die_is_met_with_what_there_is() -> None:
    """T-81, T-84, T-85: whether the dice suffice, and the loss if not; red ones count double."""
    p = table(dice={0: "r2 w3 w3"}, black="6", influence=1, vp=1, task=("prepare", 0))
    assert asks(p) == "Devi contrastare il dado nero da 6: vuoi prima spendere punti influenza? Ne hai 1."
    assert label(p, "done") == "contrasta il dado nero da 6"
    say(p, "done")
    assert asks(p).startswith("Quale dado usi contro dadi neri per un totale di 6?")
    q = table(dice={0: "w3"}, black="6", influence=1, vp=1, task=("prepare", 0))
    assert asks(q).startswith("I tuoi dadi non bastano contro il dado nero da 6")
    assert label(q, "done") == "prosegui: i tuoi dadi non bastano, perdi 1 PV"


def test_activations_say_what_they_bring() -> None:
    """T-152, T-301, T-303: prices and gains by number; the Miller's by building."""
    p = table(dice={0: "y6"}, posts={"artisan": [0]}, influence=4)
    say(p, "activate.artisan")
    assert label(p, "1") == "1 volta, spendi 1 punto influenza, ricevi 6 denari"
    assert label(p, "2", "en") == "2 times, spend 2 influence, gain 12 deniers"
    q = table(dice={0: "y6 y6"}, posts={"miller": [0]}, standing={"palace_1": 0, "palace_2": 0, "bishopric_a1": 0})
    say(q, "activate.miller", "seat_0.yellow.6", "3")
    assert asks(q) == "Attivi la carta Attività «Mugnaio» 3 volte: per il Palazzo o per il Vescovado?"
    assert label(q, "3") == "3 volte per il Palazzo: ricevi 12 denari"
    assert label(q, "1") == "1 volta per il Palazzo e 2 volte per il Vescovado: ricevi 8 denari"


def test_cubes_say_what_they_do() -> None:
    """T-160, T-164: also what a group can do without one, or must have."""
    p = table(dice={0: "r1 r1"}, cubes={0: {"blacksmith": 1}}, queue=["marauders", "brigands"], deniers=0)
    say(p, "combat.1")
    assert asks(p) != "Vuoi usare un cubo per combattere l'evento «Briganti»?"
    q = table(dice={0: "r4"}, cubes={0: {"blacksmith": 1}}, queue=["marauders", "brigands"], deniers=0)
    say(q, "combat.1")
    assert asks(q) == "Vuoi usare un cubo per combattere l'evento «Briganti»?"
    assert label(q, "blacksmith") == "un cubo della carta Attività «Fabbro»: +5 al gruppo di dadi rossi"


# -- cards -----------------------------------------------------------------------------------------------------------


def test_cards_say_what_they_do_with_the_editions_figures() -> None:
    """T-301, T-346: figures come from the data file, each text has its rules."""
    italian = card_texts(RULES, RULES.edition(), "it")
    assert italian["card"]["artisan"].text == "Spendi 1 punto influenza, ricevi 6 denari."
    assert italian["card"]["artisan"].rules == ["T-301"]
    assert italian["event"]["brigands"].text == "1 dado nero ogni round."
    assert italian["event"]["war"].text == "2 dadi neri ogni round."
    assert italian["building"]["city_hall"].text.startswith("Ogni cittadino ti dà 1 dado giallo e non costa nulla.")
