"""Notes read well, and contain every change of a game (P-2 to P-5, P-55, P-58 and P-78)."""

import pytest

from podesta_engines import note_texts
from podesta_engines.core.notes import Note, tell
from podesta_engines.core.position import Position
from podesta_engines.pillars_of_the_earth.components import FIGURES
from podesta_engines.pillars_of_the_earth.words import (
    BISHOP,
    BISHOP_SITE,
    COURT,
    COURT_SITE,
    CRAFTSMAN,
    GENERAL,
    KINGSBRIDGE,
    METAL,
    PRIVILEGE,
    RESOURCE_CARD,
    SAND,
    SPACE,
    STARTING,
    STONE,
)
from tests.engines.pillars_of_the_earth.pillars import RULES, begin, table
from tests.kit.play import open_kind, play, walk

Books = list[dict[str, int]]


def listened(seats: int, seed: int) -> tuple[Position, list[Note]]:
    """A whole random game and every note of it."""
    p = begin(seats, seed=seed, start_seat=0)
    heard = p.heard()
    for _ in walk(p, seed):
        heard += p.heard()
    return p, heard


def keep_books(seats: int, heard: list[Note]) -> Books:
    """Gold, points and cubes by seat, from the notes alone."""
    books = [{"gold": 20 + seat, "points": 2, **{str(kind): 0 for kind in range(4)}} for seat in range(seats)]
    for note in heard:
        for thing, change in _changes(note):
            books[note.seat][thing] += change
    return books


def _changes(note: Note) -> list[tuple[str, int]]:
    """The changes to the goods of a note's seat."""
    name, args = note.kind, note.args
    if name in ("gold_gained", "points_gained"):
        return [(name.removesuffix("_gained"), args[0])]
    if name in ("gold_paid", "points_lost"):
        return [(name.split("_")[0], -args[0])]
    if name in ("cubes_gained", "produced"):
        return [(str(args[0]), args[1])]
    if name in ("cubes_spent", "sold"):
        return [(str(args[0]), -args[1])]
    if name == "bought":
        return [(str(args[0]), args[1]), ("gold", -args[2])]
    if name == "cubes_returned":
        return [(str(kind), -1) for kind in args[0]]
    return []


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(8))
def test_notes_tell_every_change(seats: int, seed: int) -> None:
    """P-2, P-3, P-4, P-5: gold, points and cubes at the end are the sums of the notes."""
    p, heard = listened(seats, seed)
    for me, book in zip(p.state.players, keep_books(seats, heard), strict=True):
        assert (book["gold"], book["points"]) == (me.gold, me.points)
        assert [book[str(kind)] for kind in range(4)] == me.cubes


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(8))
def test_notes_tell_where_every_card_goes(seats: int, seed: int) -> None:
    """P-7, P-34, P-75, P-80, P-100: rows and privileges at the end follow from the notes."""
    p, heard = listened(seats, seed)
    rows, privileges = [[*STARTING] for _ in range(seats)], [0] * seats
    for note in heard:
        if note.kind in ("hired", "craftsman_joined"):
            rows[note.seat].append(note.args[0])
        elif note.kind in ("dismissed", "lost_craftsman"):
            rows[note.seat].remove(note.args[0])
        elif note.kind == "privilege_taken" and FIGURES[0].privilege_kind[note.args[0]] != "immediate":
            privileges[note.seat] |= 1 << note.args[0]
        elif note.kind == "privilege_used":
            privileges[note.seat] &= ~(1 << note.args[0])
    assert [player.row for player in p.state.players] == rows
    assert [player.privileges for player in p.state.players] == privileges


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(8))
def test_notes_tell_where_every_builder_stands(seats: int, seed: int) -> None:
    """P-53, P-58, P-96: when the event comes the board is as in the notes, and at the end empty but for the last
    space."""
    p, board = begin(seats, seed=seed, start_seat=0), dict[int, int]()
    for now in walk(p, seed):
        for note in now.heard():
            if note.kind == "round_began":
                board.clear()
            elif note.kind in ("placed", "placed_later"):
                board[note.args[0]] = note.seat
        if open_kind(now) == "event":
            assert board == {space: owner for space, owner in enumerate(now.state.board) if owner >= 0}
    assert not any(owner >= 0 for owner in p.state.board[:-1])


@pytest.mark.parametrize("seed", range(12))
def test_costs_fall_and_passed_builders_follow_as_told(seed: int) -> None:
    """P-52, P-55, P-57, P-58: compared with a slow twin that reads the notes of each round."""
    seats = 2 + seed % 3
    cost, passed = 7, list[tuple[int, int]]()
    for note in listened(seats, seed)[1]:
        if note.kind == "round_began":
            assert not passed
            cost = 7
        elif note.kind == "builder_drawn":
            assert note.args == (cost,)
        elif note.kind == "placed":
            assert note.args[1] in (cost, 0)
            cost = max(0, cost - 1)
        elif note.kind == "builder_passed":
            assert note.args == (cost,)
            passed.append((cost, note.seat))
            cost -= 1
        elif note.kind == "placed_later":
            assert passed.pop(0)[1] == note.seat


def test_metal_and_events_as_told() -> None:
    """P-2, P-70, P-91, P-143: a round's notes have one event, one tax and one piece; metal gained never exceeds
    thirteen."""
    for seed in range(6):
        _, heard = listened(4, seed)
        names = [note.kind for note in heard]
        assert [names.count(name) for name in ("event_revealed", "tax_rolled", "piece_added", "round_began")] == [6] * 4
        assert sum(note.args[1] for note in heard if note.kind == "cubes_gained" and note.args[0] == METAL) <= 13


def test_the_priory_is_told_by_space() -> None:
    """P-84: the owner of the builder on each space."""
    p = table("priory", board={"priory_1": 1, "priory_2": 0})
    lines = [note.text for note in note_texts(RULES, p.heard(), None) if note.kind == "priory_visited"]
    assert lines == [
        "{seat_1} has a master builder at the first space of Kingsbridge Priory.",
        "{seat_0} has a master builder at the second space of Kingsbridge Priory.",
    ]


def test_a_privilege_that_is_used_is_told() -> None:
    """P-53, P-74, P-94: the card leaves the game in a public note."""
    p = table("court", p0={"privileges": ["pv_tax_exemption"]})
    play(p, "5", "use")
    assert [note.args for note in p.heard() if note.kind == "privilege_used"] == [(8,)]


def test_the_table_before_the_first_round() -> None:
    """P-12, P-24: the market is still empty, the marker is on seven."""
    g = RULES.start(2).state
    assert (g.stock, g.court_metal, g.cost, g.round) == ([0, 0, 0], 0, 7, 0)


def said(name: str, *args: int | tuple[int, ...], seat: int = 0) -> tuple[str, str]:
    """A note in both languages."""
    english, italian = (
        tell(RULES.note, Note(name, seat, args), RULES.texts[language]).text for language in ("en", "it")
    )
    return english, italian


# -- how they read ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("note", "english", "italian"),
    [
        (("gold_gained", 1), "{seat_0} gains 1 gold.", "{seat_0} riceve 1 moneta d'oro."),
        (("gold_gained", 2), "{seat_0} gains 2 gold.", "{seat_0} riceve 2 monete d'oro."),
        (("cubes_gained", STONE, 1, GENERAL), "{seat_0} gains 1 stone.", "{seat_0} riceve 1 pietra."),
        (("cubes_gained", STONE, 3, GENERAL), "{seat_0} gains 3 stone.", "{seat_0} riceve 3 pietre."),
        (("produced", SAND, 2, (), 0), "{seat_0} receives 2 sand.", "{seat_0} riceve 2 cubi di sabbia."),
        (("to_mill", 1), "{seat_0} sends 1 worker to the mill.", "{seat_0} manda 1 lavoratore al mulino."),
        (("points_lost", 2), "{seat_0} loses 2 VP.", "{seat_0} perde 2 punti vittoria."),
        (("scored", 41, 0), "{seat_0} has 41 VP.", "{seat_0}: 41 punti vittoria."),
        (("scored", 41, 1), "{seat_0} has 41 VP and 1 gold.", "{seat_0}: 41 punti vittoria e 1 moneta d'oro."),
        (
            ("builder_passed", 7),
            "{seat_0} passes: the cost is 7 gold.",
            "{seat_0} passa: il costo è di 7 monete d'oro.",
        ),
        (
            ("builder_drawn", 0),
            "One of {seat_0}'s master builders is drawn.",
            "Viene pescato un Maestro Costruttore di {seat_0}.",
        ),
        (("protected",), "The event does not affect {seat_0}.", "L'evento non colpisce {seat_0}."),
        (("piece_added", 2), "{seat_0} adds the apse to the cathedral.", "{seat_0} aggiunge l'abside alla cattedrale."),
        (
            ("cubes_returned", (SAND, STONE, STONE, METAL)),
            "{seat_0} returns 1 sand, 2 stone and 1 metal to the general supply.",
            "{seat_0} rimette nella riserva generale 1 sabbia, 2 pietre e 1 metallo.",
        ),
        (
            ("dismissed", CRAFTSMAN.parse("r2_architect")),
            "{seat_0} dismisses the architect (round 2).",
            "{seat_0} scarta l'Ingegnere strutturale del turno 2.",
        ),
        (
            ("worked", CRAFTSMAN.parse("start_mortar_mixer"), 2),
            "{seat_0} uses the starting mortar mixer twice.",
            "{seat_0} usa 2 volte l'Impastatore di malta di partenza.",
        ),
        (
            ("placed", SPACE.parse("castle"), 3, 3),
            "{seat_0} places a master builder at the Castle of Shiring.",
            "{seat_0} piazza un Maestro Costruttore nel Castello di Shiring.",
        ),
        (
            ("privilege_taken", PRIVILEGE.parse("pv_tax_exemption"), KINGSBRIDGE, 1),
            '{seat_0} receives the advantage card "Tax Exemption".',
            "{seat_0} riceve la carta vantaggio «Esenzione delle tasse».",
        ),
        (
            ("builders_returned", COURT_SITE, (COURT, COURT + 1), (1, 1)),
            "The master builders return from the King's court to the bag.",
            "I Maestri Costruttori tornano dalla Corte del Re nel sacchetto.",
        ),
        (
            ("builders_returned", BISHOP_SITE, (BISHOP,), (0,)),
            "The master builder returns from the Bishop's seat to the bag.",
            "Il Maestro Costruttore torna dal Seggio del Vescovo nel sacchetto.",
        ),
        (
            ("cards_left", (RESOURCE_CARD.parse("forest_4"),)),
            "The forest (4 wood) is left in the supply.",
            "Nella Scorta resta la Foresta (4 legni).",
        ),
        (
            ("grey_workers_home", 2),
            "2 grey workers return from {seat_0} to the Castle of Shiring.",
            "{seat_0} restituisce 2 lavoratori grigi al Castello di Shiring.",
        ),
    ],
)
def test_notes_read_well(note: tuple[str, int], english: str, italian: str) -> None:
    """Numbers with their nouns, articles that elide, no mention of zeros."""
    assert said(*note) == (english, italian)


def test_nobody_is_told_to_go_to_the_mill_without_workers() -> None:
    """P-39: no worker, no note."""
    p = table("to_mill", p0={"free": 0}, p1={"free": 3})
    assert [note.seat for note in p.heard() if note.kind == "to_mill"] == [1]


def test_who_looks_at_the_event_is_told_so() -> None:
    """P-26: the seat alone, as "you"; the public note says that it has looked."""
    p = table("prepare", round=1, p1={"privileges": ["pv_ellen"]}, kingsbridge=("pv_aliena", "pv_otto"))
    while p.actor < 0:
        play(p, "ev_conflict" if p.asks == () and p.ask.kind.name == "peek" else _first(p))
    heard = p.heard()
    alone = [note.text for note in note_texts(RULES, heard, 1, "it") if note.kind == "event_seen"]
    assert alone == ["Hai visto l'evento di questo turno: «Conflitto»."]
    assert [note.kind for note in note_texts(RULES, heard, 0) if note.kind in ("peeked", "event_seen")] == ["peeked"]


def _first(p: Position) -> str:
    return p.ask.kind.words.slug(p.options[0])
