"""Components of Notre Dame: C-1 to C-8, and the data file against the box."""

from itertools import combinations

import msgspec
import pytest

from podesta_engines.notre_dame.components import EDITIONS, FIGURES, Components, figures
from podesta_engines.notre_dame.words import ACTION, CARD, COLOUR, PERSON, SECTOR, SQUARE

TABLES: Components = EDITIONS["alea_2007"].components
HERE = FIGURES[0]
THREE = """
B1.C: B1.IL B1.IR B1.OL B1.OR B2.IR B3.OL | B1.IL: B1.C B1.IR B2.IR | B1.IR: B1.C B1.IL B3.C B3.IL B3.OL
B1.OL: B1.C B1.OR B2.C B2.IR B2.OR | B1.OR: B1.C B1.OL B3.OL
B2.C: B1.OL B2.IL B2.IR B2.OL B2.OR B3.IR | B2.IL: B2.C B2.IR B3.IR | B2.IR: B1.C B1.IL B1.OL B2.C B2.IL
B2.OL: B2.C B2.OR B3.C B3.IR B3.OR | B2.OR: B1.OL B2.C B2.OL
B3.C: B1.IR B2.OL B3.IL B3.IR B3.OL B3.OR | B3.IL: B1.IR B3.C B3.IR | B3.IR: B2.C B2.IL B2.OL B3.C B3.IL
B3.OL: B1.C B1.IR B1.OR B3.C B3.OR | B3.OR: B2.OL B3.C B3.OL
"""
FOUR = """
B1.C: B1.IL B1.IR B1.OL B1.OR B2.IR B4.OL | B1.IL: B1.C B1.IR B2.IR | B1.IR: B1.C B1.IL B4.C B4.IL B4.OL
B1.OL: B1.C B1.OR B2.C B2.IR B2.OR | B1.OR: B1.C B1.OL B4.OL
B2.C: B1.OL B2.IL B2.IR B2.OL B2.OR B3.IR | B2.IL: B2.C B2.IR B3.IR | B2.IR: B1.C B1.IL B1.OL B2.C B2.IL
B2.OL: B2.C B2.OR B3.C B3.IR B3.OR | B2.OR: B1.OL B2.C B2.OL
B3.C: B2.OL B3.IL B3.IR B3.OL B3.OR B4.IR | B3.IL: B3.C B3.IR B4.IR | B3.IR: B2.C B2.IL B2.OL B3.C B3.IL
B3.OL: B3.C B3.OR B4.C B4.IR B4.OR | B3.OR: B2.OL B3.C B3.OL
B4.C: B1.IR B3.OL B4.IL B4.IR B4.OL B4.OR | B4.IL: B1.IR B4.C B4.IR | B4.IR: B3.C B3.IL B3.OL B4.C B4.IL
B4.OL: B1.C B1.IR B1.OR B4.C B4.OR | B4.OR: B3.OL B4.C B4.OL
"""
FIVE = """
B1.C: B1.IL B1.IR B1.OL B1.OR B2.IR B5.OL | B1.IL: B1.C B1.IR B2.IR | B1.IR: B1.C B1.IL B5.C B5.IL B5.OL
B1.OL: B1.C B1.OR B2.C B2.IR B2.OR | B1.OR: B1.C B1.OL B5.OL
B2.C: B1.OL B2.IL B2.IR B2.OL B2.OR B3.IR | B2.IL: B2.C B2.IR B3.IR | B2.IR: B1.C B1.IL B1.OL B2.C B2.IL
B2.OL: B2.C B2.OR B3.C B3.IR B3.OR | B2.OR: B1.OL B2.C B2.OL
B3.C: B2.OL B3.IL B3.IR B3.OL B3.OR B4.IR | B3.IL: B3.C B3.IR B4.IR | B3.IR: B2.C B2.IL B2.OL B3.C B3.IL
B3.OL: B3.C B3.OR B4.C B4.IR B4.OR | B3.OR: B2.OL B3.C B3.OL
B4.C: B3.OL B4.IL B4.IR B4.OL B4.OR B5.IR | B4.IL: B4.C B4.IR B5.IR | B4.IR: B3.C B3.IL B3.OL B4.C B4.IL
B4.OL: B4.C B4.OR B5.C B5.IR B5.OR | B4.OR: B3.OL B4.C B4.OL
B5.C: B1.IR B4.OL B5.IL B5.IR B5.OL B5.OR | B5.IL: B1.IR B5.C B5.IR | B5.IR: B4.C B4.IL B4.OL B5.C B5.IL
B5.OL: B1.C B1.IR B1.OR B5.C B5.OR | B5.OR: B4.OL B5.C B5.OL
"""
NAMES = {"C": "centre", "IL": "inner_left", "IR": "inner_right", "OL": "outer_left", "OR": "outer_right"}
BOARDS = {3: THREE, 4: FOUR, 5: FIVE}


def square(short: str) -> int:
    """`"B1.IL"` as an int."""
    borough, name = short.split(".")
    return SQUARE.parse(f"{borough.lower()}_{NAMES[name]}")


def printed(boroughs: int) -> dict[int, set[int]]:
    """The adjacency table of the rules page."""
    rows = [row.split(":") for row in BOARDS[boroughs].replace("\n", "|").split("|") if row.strip()]
    return {square(here.strip()): {square(there) for there in others.split()} for here, others in rows}


def distances(streets: tuple[tuple[int, ...], ...], start: int) -> dict[int, int]:
    """Steps from one square to all."""
    found, edge = {start: 0}, [start]
    for here in edge:
        for there in streets[here]:
            if there not in found:
                found[there] = found[here] + 1
                edge.append(there)
    return found


def test_the_box() -> None:
    """C-1: five colours, 14 markers each, 25 gold; 3 gold and 4 markers to start with."""
    assert TABLES.colours == [word.slug for word in COLOUR.words]
    assert (TABLES.start.markers, TABLES.start.total_gold) == (14, 25)
    assert (TABLES.start.supply, TABLES.start.gold) == (4, 3)


def test_forty_five_cards() -> None:
    """C-2: nine actions in each of five colours."""
    assert len(ACTION) == 9
    assert len(CARD) == 45
    assert CARD.words[18].parts == (("colour", "red"), ("action", "hospital"))


def test_seven_sectors() -> None:
    """C-3: the sectors in their order; the harbour and Notre Dame are none."""
    assert TABLES.sectors == [word.slug for word in SECTOR.words]
    assert len(TABLES.sectors) == 7
    assert len(TABLES.boroughs.squares) == 5


def test_fifteen_persons() -> None:
    """C-4: six brown ones, three grey ones for each pass."""
    assert [len(group) for group in HERE.groups] == [6, 3, 3, 3]
    names = [PERSON.slug(person) for person in HERE.groups[1]]
    assert names == ["city_guard", "night_watch", "bishop"]


def displays(passage: int) -> set[tuple[int, int, int, int]]:
    """Every display of a pass: two brown persons and a grey one."""
    brown = HERE.groups[0]
    shown = [(a, b, grey) for a, b in combinations(brown, 2) for grey in HERE.groups[passage]]
    return {(*three, sum(HERE.rats[person] for person in three)) for three in shown}


def test_rats_of_a_pass() -> None:
    """C-5, D-2: 12, 13 and 12 rats come up in the three passes; no person shows more than 3."""
    brown = sum(HERE.rats[person] for person in HERE.groups[0])
    assert [brown + sum(HERE.rats[person] for person in group) for group in HERE.groups[1:]] == [12, 13, 12]
    assert set(HERE.rats) == {0, 1, 2, 3}


def test_the_displays_of_the_examples_exist() -> None:
    """C-5: 2 + 0 + 1; one with the doctor that shows 2 + 3 + 1; one of 7 that can follow 2 + 0 + 1 in the same pass."""
    doctor = PERSON.parse("doctor")
    every = [(*display, passage) for passage in (1, 2, 3) for display in displays(passage)]
    assert any(sorted(HERE.rats[x] for x in display[:3]) == [0, 1, 2] for display in every)
    assert any(doctor in d[:3] and sorted(HERE.rats[x] for x in d[:3]) == [1, 2, 3] for d in every)
    first = [d for d in every if sorted(HERE.rats[x] for x in d[:3]) == [0, 1, 2]]
    assert any(e[3] == 7 and e[4] == d[4] and not set(d[:3]) & set(e[:3]) for d in first for e in every)


def test_the_doctor_is_worth_two_to_eight_rats() -> None:
    """C-5: the smallest and the largest display that contains him; displays range from 0 to 8."""
    doctor = PERSON.parse("doctor")
    totals = [d[3] for passage in (1, 2, 3) for d in displays(passage)]
    with_him = [d[3] for passage in (1, 2, 3) for d in displays(passage) if doctor in d[:2]]
    assert (min(with_him), max(with_him)) == (2, 8)
    assert (min(totals), max(totals)) == (0, 8)


def test_messages() -> None:
    """C-6: four benefits, one of each in every colour."""
    assert HERE.messages == ((1, 1, 0, 0), (2, 0, 1, 0), (3, 0, 0, 1), (4, 0, 0, 0))


def test_the_tile_and_donations() -> None:
    """C-7, T-14: 6, 8, 10, 12 by players; 1, 3, 6 prestige for 1, 2, 3 gold."""
    assert HERE.values == {2: 6, 3: 8, 4: 10, 5: 12}
    assert HERE.donation == (0, 1, 3, 6)


@pytest.mark.parametrize("boroughs", [3, 4, 5])
def test_streets_are_those_of_the_page(boroughs: int) -> None:
    """C-8, D-13: the streets made from the rule are the printed tables, with 5 squares and 11 streets a borough."""
    streets = HERE.streets[boroughs]
    assert {here: set(others) for here, others in enumerate(streets)} == printed(boroughs)
    assert len(streets) == 5 * boroughs
    assert sum(map(len, streets)) == 2 * 11 * boroughs
    assert [len(others) for others in streets[:5]] == [6, 3, 5, 5, 3]


@pytest.mark.parametrize(("boroughs", "diameter"), [(3, 3), (4, 4), (5, 5)])
def test_the_town_is_connected(boroughs: int, diameter: int) -> None:
    """C-8, D-13: streets lead both ways, and every square can be reached in so many steps."""
    streets = HERE.streets[boroughs]
    assert all(here in streets[there] for here, others in enumerate(streets) for there in others)
    steps = [distances(streets, start) for start in range(len(streets))]
    assert all(len(found) == len(streets) for found in steps)
    assert max(max(found.values()) for found in steps) == diameter


@pytest.mark.parametrize("boroughs", [3, 4, 5])
def test_drives_are_walks(boroughs: int) -> None:
    """N-43: a slow twin: the squares that can be reached in 1 to c steps are those at a distance up to c."""
    streets = HERE.streets[boroughs]
    for start in range(len(streets)):
        far = distances(streets, start)
        for steps in range(1, 16):
            *found, stay = HERE.drives[boroughs][start][steps]
            assert found == [there for there in range(len(streets)) if 1 <= far[there] <= steps]
            assert stay == 25


def test_every_table_names_its_source() -> None:
    """C-5, C-8: reconstructed rows are marked, and every source key is explained."""
    rows = [TABLES.start, TABLES.rats, TABLES.hotel, TABLES.notre_dame, TABLES.boroughs, TABLES.streets]
    rows += [*TABLES.messages, *TABLES.persons]
    assert all(row.source.replace(",", " ").replace(";", " ").split()[0] in TABLES.sources for row in rows)
    assert TABLES.streets.reconstructed
    assert all(person.reconstructed for person in TABLES.persons)
    assert len(TABLES.reconstructed) == 2


def test_wrong_tables_are_refused() -> None:
    """C-4: tables that do not name the persons of the words raise ValueError, unknown fields are refused."""
    with pytest.raises(ValueError, match="persons are"):
        figures(msgspec.structs.replace(TABLES, persons=TABLES.persons[::-1]))
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**msgspec.to_builtins(TABLES), "bonus": 1}, Components)
