"""Texts at a Colonia table: notes with numbers, and the effects of cards.

The default answers of a late seat: C-118.
"""

import pytest

from podesta_engines import note_texts
from podesta_engines.colonia import RULESET
from podesta_engines.colonia.notes import (
    DECIDED,
    FACE_DOWN,
    RESOURCE_SEEN,
    SCORED,
    SCREEN_REMOVED,
    SHIPS_MOVED,
    STALL_STOCKED,
)
from podesta_engines.core.cards import card_texts
from podesta_engines.core.notes import Note, NoteKind
from podesta_engines.core.script import EVERYBODY
from podesta_engines.game.clocks import default
from podesta_engines.game.events import Entry, TimedOut
from podesta_engines.game.verify import verify
from tests.engines.colonia.colony import RULES, at, begin, give, table
from tests.kit import timed
from tests.kit.play import question, until
from tests.kit.sealed import record_of
from tests.kit.walks import REGISTRY, Table

ENGLISH, ITALIAN = "en", "it"


def note(kind: NoteKind, *args: int | tuple[int, ...], seat: int = 0, visible_to: int = EVERYBODY) -> tuple[str, str]:
    """A note in English and Italian."""
    said = [Note(kind.name, seat, args, visible_to)]
    return note_texts(RULESET, said, seat, ENGLISH)[0].text, note_texts(RULESET, said, seat, ITALIAN)[0].text


# -- notes -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "come"), [(0, ""), (1, ": ne arriva 1 dai campi strada"), (2, ": ne arrivano 2 dai campi strada")]
)
def test_nobody_one_or_two_come_from_the_streets(number: int, come: str) -> None:
    """C-27, C-28: with zero the note does not mention them."""
    said = f"{{seat_0}} non ha abbastanza membri in casa{come}. La carta famiglia viene coperta e vale 0."
    assert note(FACE_DOWN, number, 5)[1] == said


def test_a_resource_from_the_bag_is_told_to_its_seat() -> None:
    """C-6: "you" for the seat; without screens the note is for all, with the name."""
    assert note(RESOURCE_SEEN, 4, 0, visible_to=0) == ("You draw 1 fur.", "Peschi 1 pelliccia.")
    assert note(RESOURCE_SEEN, 4, 1) == ("{seat_0} draws 1 fur.", "{seat_0} pesca 1 pelliccia.")
    assert [each.visible_to for each in begin(3, open_holdings=True).heard() if each.kind == "resource_seen"] == [
        EVERYBODY
    ] * 12


def test_a_vote_without_voters_has_no_numbers() -> None:
    """C-41, C-39: a side without votes is left out."""
    assert note(DECIDED, 17, 0, 0, 0, 3)[1] == "L'ordinanza «Cambio» è respinta."
    assert note(DECIDED, 17, 0, 5, 0, 3)[1] == "L'ordinanza «Cambio» è respinta: 5 voti contro."
    assert note(DECIDED, 17, 8, 5, 1, 3)[0] == 'The edict "Exchange" is passed: 8 votes for and 5 against.'


def test_points_name_their_parts() -> None:
    """C-91: parts without points are left out."""
    assert note(SCORED, 11, 10, 2, 23)[1] == (
        "{seat_0} ottiene 23 punti: 11 per le reliquie, 10 per quelle negli scrigni, 2 per le vetrate."
    )
    assert note(SCORED, 1, 0, 0, 1) == (
        "{seat_0} scores 1 point: 1 for relics.",
        "{seat_0} ottiene 1 punto: 1 per le reliquie.",
    )


@pytest.mark.parametrize(
    ("resources", "missing", "english"),
    [
        ((0, 0, 4), 0, "Stall 1: 2 leather and 1 fur."),
        ((1,), 2, "Stall 1: 1 iron; the bag is empty."),
        ((), 3, "Stall 1: the bag is empty."),
    ],
)
def test_a_stall_says_why_it_is_poor(resources: tuple[int, ...], missing: int, english: str) -> None:
    """C-96: the bag is empty."""
    assert note(STALL_STOCKED, 0, resources, missing, resources)[0] == english


def test_ships_and_the_stick_move_or_only_one_of_them() -> None:
    """C-59, C-60, C-81: before Saturday the stick stays; after the last Saturday no ship does."""
    assert note(SHIPS_MOVED, (0, 1), 2, (), (), (1,)) == (
        "The ships that stay move up 2 berths; the harbour's stick is set aside.",
        "Le barche rimaste avanzano di 2 posti; il bastoncino del porto viene messo da parte.",
    )
    assert note(SHIPS_MOVED, (0, 1, 2), 1, (), (), ())[0] == "The ships that stay move up 1 berth."
    assert note(SHIPS_MOVED, (), 4, (), (), (3,))[1] == "Il bastoncino del porto viene messo da parte."


def test_what_stood_behind_a_screen_is_counted() -> None:
    """C-71: at the end, without pieces that the seat does not have."""
    said = note(SCREEN_REMOVED, (0, 0, 3), (), 2, (0, 5), (0, 0))[1]
    assert said == "{seat_0} toglie lo schermo: 2 marchi e 1 grivna; 2 materie prime; 2 reliquie di Bergen."
    assert note(SCREEN_REMOVED, (), (), 0, (), ())[0] == "{seat_0} removes the screen: no money."


# -- cards -----------------------------------------------------------------------------------------------------------


def test_cards_say_what_they_do_with_the_editions_figures() -> None:
    """C-17, C-53, C-61, C-87: figures come from the data file."""
    texts = card_texts(RULESET, RULESET.editions["queen_2009"], ITALIAN)
    assert texts["ordinance"]["ord_sat_exchange"].text == (
        "Ciascuno può cambiare una volta da 1 a 5 monete di una valuta in altrettante di un'altra."
    )
    assert texts["relic"]["relic_london_01"].text.startswith("Costa 5 sterline e alla fine vale 1 punto.")
    assert texts["ship"]["ship_bruges_1"].text.startswith("3 stive che pagano in tutto 18 fiorini.")
    assert texts["week_card"]["week_01"].text.endswith("Sabato salpano 3 barche, nell'ultima settimana tutte.")
    assert texts["relic"]["shrine_bergen"].rules == ["C-61", "C-63", "C-64", "C-65", "C-91"]


BY_DEFAULT = 28
"""A seed for a clock with default answers: see `timed.CLOCKS`."""


def late(p) -> str:
    """The default answer of the seat that is asked."""
    ask = question(p)
    return ask.kind.words.slug(default(ask))


def by_default(log: list[Entry]) -> list[tuple[str, str]]:
    """The questions answered by default, and the answers."""
    return [
        (entry.events[1].question, entry.events[1].option) for entry in log if isinstance(entry.events[0], TimedOut)
    ]


@pytest.mark.parametrize(("there", "home"), [(1, "1"), (3, "3"), (7, "3")])
def test_whoever_is_late_takes_as_many_members_home_as_it_may(there: int, home: str) -> None:
    """C-118, C-76: all three, or as many as there are."""
    p = at(give(table(), 0, streets={"wed": there}), ("street_return", 1))
    assert late(p) == home


@pytest.mark.parametrize(
    ("kind", "answer"),
    [("play_family_card", "3"), ("vote", "no"), ("take_stall", "pass"), ("buy_relic", "pass")],
)
def test_whoever_is_late_does_nothing_else(kind: str, answer: str) -> None:
    """C-118: the lowest card, no, nothing."""
    assert late(until(begin(3), kind, seed=4)) == answer
    assert late(at(give(table(), 0, money={"mark": 3}), "exchange")) == "decline"


def test_records_with_default_answers_verify() -> None:
    """C-118: the most members come home."""
    log = timed.timed(REGISTRY, Table(RULES, 3), BY_DEFAULT, slow=0.3, leave=0, undo=0)
    homes = {option for question, option in by_default(log) if question == "street_return"}
    assert homes - {"0"} == homes != set()
    assert verify(record_of(log), REGISTRY).ruleset == "colonia/1"
