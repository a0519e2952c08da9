"""Words, notes and entries as they leave the process.

Rulebooks as players read them.
"""

import msgspec
import pytest

from podesta_engines.core.moves import Answered, Drawn
from podesta_engines.core.notes import Note, NoteKind, for_seat, kinds_of, tell
from podesta_engines.core.rulebook import read_by_players
from podesta_engines.core.ruleset import Result, Standing
from podesta_engines.core.texts import Texts
from podesta_engines.core.words import Vocabulary, several, slugs
from podesta_engines.game.events import Ended, Entry, Retracted, Seated, decode_entry, encode_entry, to_line

COLOUR = Vocabulary.of("colour", "red", "blue")
NUMBER = Vocabulary.numbers("number", 10)
ITALIAN = """
words.colour = { red = "~ rosso/rossa/rossi/rosse", blue = "~ blu" }
notes.gained = "{seat} prende {colour}."
"""


def test_a_vocabulary_maps_ints_and_slugs() -> None:
    """Slug and int are each other's inverse; an unknown slug raises KeyError."""
    assert [COLOUR.slug(i) for i in range(len(COLOUR))] == ["red", "blue"]
    assert COLOUR.parse("blue") == 1
    with pytest.raises(KeyError):
        COLOUR.parse("green")


def test_a_slug_stands_once() -> None:
    """A vocabulary with a slug twice is refused."""
    with pytest.raises(ValueError, match="twice"):
        Vocabulary("twice", [*COLOUR.words, COLOUR.words[0]])


def test_arguments_of_several_words_are_lists() -> None:
    """Slugs are in a list; a slot that takes one word has no list."""
    slots = (("colours", several(COLOUR)), ("number", NUMBER))
    assert slugs(slots, ((0, 1), 3)) == {"colours": ["red", "blue"], "number": "3"}
    assert slugs(slots, (0, 3)) == {"colours": ["red"], "number": "3"}
    with pytest.raises(ValueError, match="zip"):
        slugs(slots, (0,))
    with pytest.raises(ValueError, match="too many"):
        slugs(slots, (0, (1, 2)))


def test_lists_of_notes_are_named_by_their_kinds() -> None:
    """A module's statements about its notes must be true of one of them."""
    module = {"GAINED": NoteKind("gained", "X-1", (("colours", COLOUR), ("number", NUMBER)))}
    (found,) = kinds_of(module, gained="colours")
    assert [words.several for _, words in found.args] == [True, False]
    for wrong in ({"gained": "colour"}, {"lost": "colours"}):
        with pytest.raises(ValueError, match="no note has such an argument"):
            kinds_of(module, **wrong)


def test_a_note_in_words() -> None:
    """The seat is left open, to be filled with its name; labels follow the language, slugs do not."""
    kind = NoteKind("gained", "X-1", (("colour", COLOUR),))
    told = tell({"gained": kind}, Note("gained", 2, (0,)), Texts(ITALIAN, "it"))
    assert (told.text, told.args, told.seat, told.rule) == ("{seat_2} prende rosso.", {"colour": "red"}, 2, "X-1")
    assert tell({"gained": kind}, Note("gained", -1, (0,)), Texts(ITALIAN, "it")).seat is None


def test_notes_for_one_seat() -> None:
    """A note for one seat reaches that seat, not the others, nor a spectator."""
    notes = [Note("a", 0), Note("b", 0, (), 1)]
    assert [note.kind for note in for_seat(notes, 1)] == ["a", "b"]
    assert [note.kind for note in for_seat(notes, 0)] == ["a"]
    assert [note.kind for note in for_seat(notes, None)] == ["a"]


EVENTS = [
    Seated(0, "Anna", bot="greedy", epoch=2),
    Answered(1, "act", "move"),
    Drawn("card", None, 1),
    Retracted(3),
    Ended(Result("declared", 7, [Standing(0, 1, 12, {"goods": 12})]), "abcd"),
]


def test_entries_survive_storage() -> None:
    """Msgpack and JSON restore every event."""
    entry = Entry(list(EVENTS), 5, 1700000000000)
    assert decode_entry(encode_entry(entry)) == entry
    assert msgspec.json.decode(to_line(entry), type=Entry) == entry


def test_the_names_of_events_are_the_storage_format() -> None:
    """Tags are past tense and never change."""
    tags = [msgspec.to_builtins(event)["event"] for event in EVENTS]
    assert tags == ["seated", "answered", "drawn", "retracted", "ended"]


def test_winners_share() -> None:
    """Every seat of rank 1 has won."""
    standings = [Standing(0, 1, 9, {}), Standing(1, 3, 5, {}), Standing(2, 1, 9, {})]
    assert Result("x", 1, standings).winners == [0, 2]


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("**X-1 Supply.** Unlimited `[TK]`; cubes lie open. `[RB]`", "**X-1 Supply.** Unlimited; cubes lie open."),
        ("Placed at cost 0\n`[TK]`. They share `[HAL1]` `[ruling]`.", "Placed at cost 0. They share."),
        ("One of mason (`r1_mason`) `[derived]`", "One of mason"),
        ("Drawn (X-1), unless the host\nnames one (`first_seat`).", "Drawn, unless the host\nnames one."),
    ],
)
def test_marks_leave_no_gap(written: str, read: str) -> None:
    """References of a rule, to a source of any key or a ruling, and names in code, go with the space before them."""
    assert read_by_players(written) == read
