"""Components of Golden Horn: G-1 to G-6, and the data file against the box."""

from itertools import combinations

import msgspec
import pytest

from podesta_engines.golden_horn.components import EDITIONS, FIGURES, Components, figures

TABLES: Components = EDITIONS["piatnik_2013_reconstructed"].components


def test_six_colours() -> None:
    """G-1: red, yellow, blue, orange, pink, green."""
    assert TABLES.colours == ["red", "yellow", "blue", "orange", "pink", "green"]


def test_ninety_goods() -> None:
    """G-2: 90 goods, 15 of each colour."""
    assert TABLES.goods.per_colour * len(TABLES.colours) == 90
    assert TABLES.goods.per_port == 9


def test_fifty_four_cards() -> None:
    """G-3: 54 cards, 9 of each colour; G-15: five are dealt to each seat."""
    assert TABLES.cards.per_colour * len(TABLES.colours) == 54
    assert TABLES.cards.hand == 5


def test_each_fleet_shows_each_colour_once() -> None:
    """G-4: a fleet has a ship of three colours, one of two others and one of the sixth."""
    for first in range(0, 12, 3):
        fleet = TABLES.ships[first : first + 3]
        assert len({ship.fleet for ship in fleet}) == 1
        assert [len(ship.sails) for ship in fleet] == [3, 2, 1]
        assert sorted(colour for ship in fleet for colour in ship.sails) == sorted(TABLES.colours)


def test_the_reconstructed_sails_are_balanced() -> None:
    """G-4: each colour is on two of the big ships, any two of which share one; the four small ones differ."""
    big = [set(ship.sails) for ship in TABLES.ships if len(ship.sails) == 3]
    assert all(sum(colour in sails for sails in big) == 2 for colour in TABLES.colours)
    assert all(len(one & other) == 1 for one, other in combinations(big, 2))
    assert len({ship.sails[0] for ship in TABLES.ships if len(ship.sails) == 1}) == 4


def test_sea_tiles() -> None:
    """G-5: four tiles of three spaces; a triangle means red, yellow, blue, a circle orange, pink, green."""
    assert len(TABLES.tiles) == 4
    for tile in TABLES.tiles:
        assert sorted(tile.triangle) == ["blue", "red", "yellow"]
        assert sorted(tile.circle) == ["green", "orange", "pink"]


def test_modone_berths() -> None:
    """G-6: two berths with two players, none with three, three with four."""
    assert {layout.players: layout.modone_berths for layout in TABLES.layouts} == {2: 2, 3: 0, 4: 3}


def test_every_table_names_its_source() -> None:
    """G-4, G-5: reconstructed rows are marked, and every source key is explained."""
    rows = [TABLES.goods, TABLES.cards, TABLES.arrival, TABLES.sets, *TABLES.ships, *TABLES.tiles, *TABLES.layouts]
    keys = set(TABLES.sources)
    assert all(row.source.replace("(", " ").split()[0].strip(",:;") in keys for row in rows)
    assert all(row.reconstructed for row in (*TABLES.ships, *TABLES.tiles))


def test_wrong_tables_are_refused() -> None:
    """G-4: tables with fleets that do not show every colour once raise ValueError, unknown fields are refused."""
    ships = [msgspec.structs.replace(TABLES.ships[0], sails=["red", "yellow", "pink"]), *TABLES.ships[1:]]
    with pytest.raises(ValueError, match="the sails of fleet 0"):
        figures(msgspec.structs.replace(TABLES, ships=ships))
    with pytest.raises(ValueError, match="tiles are"):
        figures(msgspec.structs.replace(TABLES, tiles=TABLES.tiles[::-1]))
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**msgspec.to_builtins(TABLES), "bonus": 1}, Components)


def test_figures_are_the_tables() -> None:
    """G-36, G-44: cards on arrival are four minus the sail colours; sets count 1, 2 and 4."""
    found = FIGURES[0]
    assert found.draws == (1, 2, 3) * 4
    assert found.bonus == (0, 0, 0, 0, 1, 2, 4)
