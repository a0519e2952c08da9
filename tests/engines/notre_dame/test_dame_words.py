"""Texts of Notre Dame: the rulebook's terms, plurals, articles, persons, prompts for the open options."""

from collections.abc import Sequence

import pytest

from podesta_engines import note_texts, observe, questions
from podesta_engines.core.cards import card_texts
from podesta_engines.core.notes import NoteKind
from podesta_engines.core.position import Position
from podesta_engines.core.words import Language, Said
from podesta_engines.notre_dame import notes
from podesta_engines.notre_dame.state import HOTEL, NOTRE_DAME, PARK
from podesta_engines.notre_dame.words import (
    BENEFIT,
    CARD,
    COLOUR,
    HOME,
    MESSAGE,
    PERSON,
    PERSONAL,
    PIECES,
    SPARE,
    SQUARE,
    SUPPLY,
)
from tests.engines.notre_dame.dame import RULES, card, dealt, hire, keep, table
from tests.kit.play import options, say, until


def told_of(kind: NoteKind, *args: int | Sequence[int], language: Language = "it") -> str:
    """A note about the first seat."""
    return RULES.texts[language].say(Said(kind.form, (*args, 0)))


def prompt(p: Position, language: Language = "it", seat: int = 0) -> str:
    """The prompt of the seat's question."""
    return questions(p, seat, language)[0].prompt


def label(p: Position, word: str, language: Language = "it", seat: int = 0) -> str:
    """The label of an option."""
    return next(option.label for option in questions(p, seat, language)[0].options if option.word == word)


# -- notes -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "italian", "english"),
    [
        (1, "riceve 1 moneta d'oro dalla riserva generale.", "gains 1 gold from the general supply."),
        (2, "riceve 2 monete d'oro dalla riserva generale.", "gains 2 gold from the general supply."),
    ],
)
def test_gold_comes_from_the_general_supply(number: int, italian: str, english: str) -> None:
    """N-10: a coin has an article, a plural and a place."""
    assert told_of(notes.GOLD_GAINED, number, SUPPLY) == f"{{seat_0}} {italian}"
    assert told_of(notes.GOLD_GAINED, number, SUPPLY, language="en") == f"{{seat_0}} {english}"
    assert told_of(notes.GOLD_GAINED, 1, 2) == "{seat_0} riceve 1 moneta d'oro da {seat_2}."


@pytest.mark.parametrize(
    ("lost", "italian", "english"),
    [
        (0, "La pestilenza colpisce {seat_0}.", "The plague strikes {seat_0}."),
        (
            1,
            "La pestilenza colpisce {seat_0}: 1 punto prestigio perso.",
            "The plague strikes {seat_0}: 1 prestige lost.",
        ),
        (
            2,
            "La pestilenza colpisce {seat_0}: 2 punti prestigio persi.",
            "The plague strikes {seat_0}: 2 prestige lost.",
        ),
    ],
)
def test_nothing_is_said_of_nothing(lost: int, italian: str, english: str) -> None:
    """N-72: a loss of 0 prestige is left out."""
    assert told_of(notes.PLAGUE_STRUCK, lost) == italian
    assert told_of(notes.PLAGUE_STRUCK, lost, language="en") == english


def test_the_park_is_named_where_it_adds() -> None:
    """N-12: no "plus 0 from the park"."""
    assert told_of(notes.PRESTIGE_GAINED, 1, 0) == "{seat_0} guadagna 1 punto prestigio."
    assert told_of(notes.PRESTIGE_GAINED, 3, 1) == "{seat_0} guadagna 3 punti prestigio e 1 in più per il Parco."


def test_persons_have_articles() -> None:
    """N-51: the usurer elides, the innkeeper is a woman."""
    found = [told_of(notes.HIRED, PERSON.parse(name), 1) for name in ("usurer", "innkeeper", "beggar_king")]
    assert found == [
        "{seat_0} paga l'Usuraio.",
        "{seat_0} paga la Locandiera.",
        "{seat_0} paga il Re dei mendicanti.",
    ]


def test_places_have_prepositions() -> None:
    """N-28, N-54: into a sector, and to Notre Dame, which has no article."""
    assert told_of(notes.PLACED, NOTRE_DAME, PERSONAL) == "{seat_0} piazza 1 cubetto a Notre Dame."
    assert told_of(notes.PLACED, PARK, PERSONAL) == "{seat_0} piazza 1 cubetto nel Parco."
    pieces = PIECES.parse("hospital.friend_markers_2")
    assert told_of(notes.GROUP_MOVED, pieces, HOTEL) == (
        "Nel quartiere di {seat_0} il Trovatore sposta 2 cubetti e il Fiduciario dall'Ospedale alla Locanda."
    )


def test_boroughs_are_called_by_their_players() -> None:
    """N-2, N-43: no number is printed on a borough; a spare one is known by its colour."""
    square, spare = SQUARE.parse("b2_inner_left"), SPARE + COLOUR.parse("green")
    assert told_of(notes.DROVE, square, 1, HOME.parse("seat_1"), 0, ()) == (
        "La carrozza di {seat_0} va alla Piazza del mercato interna sinistra del quartiere di {seat_1}."
    )
    assert told_of(notes.DROVE, square, 0, spare, 0, (), language="en") == (
        "{seat_0}'s carriage moves to the central market in the spare green borough."
    )


def test_violet_is_violetto() -> None:
    """C-2, C-6: the colour agrees, and is never "viola"."""
    violet = COLOUR.parse("violet")
    assert told_of(notes.MESSAGE_TAKEN, violet, MESSAGE.parse("m2"), 1) == (
        "{seat_0} prende un Messaggio violetto: 2 punti prestigio e 1 cubetto influenza."
    )
    assert told_of(notes.PLAYED, CARD.parse("violet.bank")) == "{seat_0} gioca la carta violetta Banca."
    assert not any("viola" in text for text in RULES.texts["it"].source.values())


def test_a_private_note_speaks_to_its_reader() -> None:
    """N-24, N-88: "you", never your own name; the giver is named, and cards of one colour are listed together."""
    p = dealt(3)
    p.heard()
    keep(p, "park", "park", "park")
    heard = p.heard()
    assert [note.text for note in note_texts(RULES, heard, 1, "it")][-2:] == [
        "Hai tenuto la carta rossa Parco.",
        "Da {seat_0} ricevi 2 carte gialle: Ospedale e Residenza.",
    ]
    assert [note.text for note in note_texts(RULES, heard, None, "it")] == [
        "Ciascuno passa 2 carte al vicino di sinistra."
    ]


# -- prompts and labels ------------------------------------------------------------------------------------------------


def test_the_neighbour_is_named() -> None:
    """N-22, N-23: the receiver of the other cards."""
    p = dealt(3)
    assert prompt(p, seat=2) == "Quale carta azione tieni? Le altre due vanno a {seat_0}."
    keep(p, "park", "park", "park")
    assert prompt(p, "en", 2) == "Which action card do you keep? The other one goes to {seat_0}."


def test_the_second_card_is_another_question() -> None:
    """N-25: with it the third one is put away."""
    p = until(dealt(2), "play_card")
    assert prompt(p) == "Gioca la tua prima carta azione."
    while observe(p, None).phase != "play_two":
        say(p, options(p)[-1])
    assert prompt(p) == "Gioca la tua seconda carta azione; l'altra finirà coperta negli scarti."


def test_a_marker_comes_from_where_it_can() -> None:
    """N-28: the prompt names the board only if the personal supply is empty; labels name the reward."""
    p = card("bank", bank=2)
    assert prompt(p) == "Vuoi piazzare un cubetto nella Banca?"
    assert label(p, "supply") == "piazza 1 cubetto nella Banca: 3 monete d'oro"
    q = card("residence", supply=0, park=2, residence=1)
    assert prompt(q) == "La tua riserva personale è vuota: quale cubetto sposti alla Residenza?"
    assert label(q, "park") == "sposta 1 cubetto dal Parco alla Residenza: 2 punti prestigio"
    assert label(q, "no_effect") == "gioca la carta senza effettuare l'azione"


def test_a_donation_says_what_it_earns() -> None:
    """N-48, R-5: gold, prestige and the park, which is left out where a marker of the board has still to move."""
    p = card("notre_dame", park=2, gold=3)
    assert (
        label(p, "gold_3")
        == "spendi 3 monete d'oro e piazza 1 cubetto a Notre Dame: 6 punti prestigio (+1 per il Parco)"
    )
    assert label(p, "gold_1", "en") == "donate 1 gold and place 1 marker on Notre Dame: 1 prestige (+1 from the park)"
    q = card("notre_dame", park=2, gold=3, supply=0)
    assert label(q, "gold_2") == "spendi 2 monete d'oro e sposta 1 cubetto a Notre Dame: 3 punti prestigio"


def test_the_rat_marker_says_where_it_is() -> None:
    """N-45: back by so many spaces, and where it is now; equal choices are counted."""
    p = card("hotel", rat=4, hotel=3)
    say(p, "supply")
    assert prompt(p) == "Locanda: quali due benefici scegli?"
    assert label(p, "rat.rat") == "fai arretrare di 2 caselle il segnalino topi (ora è sulla casella 4)"
    assert label(p, "gold.gold") == "prendi 2 monete d'oro"
    assert label(p, "gold.rat", "en") == "take 1 gold and move your rat marker back 1 (currently on 4)"
    q = card("hotel", rat=4)
    say(q, "supply")
    assert prompt(q) == "Locanda: che cosa scegli?"
    assert label(q, "rat") == "fai arretrare di 1 casella il segnalino topi (ora è sulla casella 4)"
    assert RULES.texts["it"].label(BENEFIT, BENEFIT.parse("gold.gold")) == "2 monete d'oro"


def test_a_drive_says_where_it_goes_and_for_what() -> None:
    """N-43, N-44: market, borough, colour and worth of the message, or that it may not be taken yet."""
    p = card("carriage_house", seats=2, carriage_house=1, messages={"red": 1})
    say(p, "supply")
    assert prompt(p) == "La tua carrozza può avanzare fino a 2 Piazze del mercato: dove la porti?"
    assert label(p, "b1_inner_left") == (
        "vai alla Piazza del mercato interna sinistra del tuo quartiere e prendi il Messaggio giallo: "
        "1 punto prestigio e 1 moneta d'oro"
    )
    assert label(p, "b2_centre", "en") == "move to the central market in the spare blue borough"
    q = card("carriage_house", seats=3, carriage_house=1, messages={"red": 1})
    say(q, "supply")
    assert label(q, "b2_inner_right") == (
        "vai alla Piazza del mercato interna destra del quartiere di {seat_1} "
        "(per ora non puoi prendere il Messaggio rosso)"
    )


def test_a_person_says_what_it_brings() -> None:
    """N-50: in figures of this table; two persons have the same rule and other words."""
    p = table(
        [("hire_person", 0)], persons=["doctor", "usurer", "carpenter"], players={0: {"bank": 2, "park": 2, "gold": 1}}
    )
    assert prompt(p) == "A quale personaggio paghi 1 moneta d'oro?"
    assert label(p, "usurer") == "paga l'Usuraio: 2 monete d'oro e 1 punto prestigio (+1 per il Parco)"
    assert label(p, "doctor") == "paga il Medico: in questo round la tua entità della pestilenza è 0 invece di 6"
    assert label(p, "carpenter", "en") == "hire the carpenter: 2 prestige (+1 from the park)"
    assert label(p, "nobody") == "non pagare nessun personaggio"


def test_what_is_promised_is_what_comes() -> None:
    """N-10, N-51, N-57: the usurer's gold where the supply is empty: the coin just paid, and one of the richest."""
    p = table([("hire_person", 0)], seats=2, persons=["usurer"], players={0: {"gold": 5}, 1: {"gold": 20}})
    assert label(p, "usurer") == "paga l'Usuraio: 2 monete d'oro e 1 punto prestigio"
    say(p, "usurer")
    assert [player.gold for player in p.state.players] == [6, 19]


def test_the_fool_and_the_bishop_say_what_a_sector_brings() -> None:
    """N-56, N-61: after the move, with what is left."""
    p = hire("fool", bank=2)
    assert prompt(p) == "Giullare: dove sposti 1 cubetto dalla Banca?"
    assert label(p, "hotel") == "alla Locanda: 1 moneta d'oro, 1 cubetto o 1 casella indietro per il segnalino topi"
    q = hire("bishop", bank=2, supply=0, residence=11)
    assert label(q, "cloister_school") == "nella Scuola conventuale: nessun cubetto"


# -- cards -------------------------------------------------------------------------------------------------------------


def test_cards_say_what_they_do_in_the_figures_of_the_edition() -> None:
    """C-5, C-6, N-45, N-48: figures are slots, filled from the data file."""
    found = card_texts(RULES, RULES.edition(), "it")
    assert {"action", "sector", "person", "message", "phase"} <= set(found)
    assert "da 4 pezzi (cubetti o Fiduciario) in su scegli due volte" in found["action"]["hotel"].text
    assert "guadagni 1, 3 o 6 punti prestigio" in found["action"]["notre_dame"].text
    assert found["person"]["usurer"].text == "2 monete d'oro e 1 punto prestigio (1 topo sulla carta)."
    assert found["person"]["monk"].text == "2 cubetti e 1 punto prestigio."
    assert found["donation"]["gold_3"].text.endswith("guadagni 6 punti prestigio.")
    assert "la casella 9 perde 2 punti prestigio" in found["phase"]["plague"].text
    assert found["message"]["m3"].text == "3 punti prestigio e 1 casella indietro per il segnalino topi."
