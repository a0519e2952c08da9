"""The component tables compared with the box list: C-1 to C-5, C-17 to C-21, C-53, C-61."""

import msgspec
import pytest

from podesta_engines.colonia.components import EDITIONS, FIGURES, Components, figures, hold_mask, stock_mask
from podesta_engines.colonia.words import CITY, CRAFTSMAN, ORDINANCE, RELIC, RESOURCE, SHIP, WEEK_CARD

TABLES: Components = next(iter(EDITIONS.values())).components


def rows() -> list[object]:
    """Every row and table with a source."""
    tables = TABLES
    single = [tables.limits, tables.pieces, tables.start, tables.members]
    return [*single, *tables.craftsmen, *tables.week_cards, *tables.ordinances, *tables.ships, *tables.relics]


def test_members() -> None:
    """C-1: 38, 30, 25 and 21 members."""
    assert TABLES.members.by_players == {3: 38, 4: 30, 5: 25, 6: 21}


def test_the_box() -> None:
    """C-2, C-3, C-4: family cards 3 to 8, 90 resources, 60 goods, 14 + 18 + 16 + 48 cards."""
    assert TABLES.pieces.family_cards == [3, 4, 5, 6, 7, 8]
    assert TABLES.pieces.resources * len(RESOURCE) == 90
    assert TABLES.pieces.goods * 5 == 60
    assert [len(words) for words in (WEEK_CARD, ORDINANCE, SHIP, RELIC)] == [14, 18, 16, 48]


def test_recipes_form_a_ring() -> None:
    """C-46: each resource is needed by two craftsmen, and no two need the same pair."""
    recipes = [frozenset(man.recipe) for man in TABLES.craftsmen]
    assert len(set(recipes)) == 5
    for word in RESOURCE.words:
        assert sum(word.slug in recipe for recipe in recipes) == 2


def test_week_cards() -> None:
    """C-17, C-19: every card has 28 resources on seven stalls and 12 contracts and rolls; the first is that of RB-1."""
    for week in TABLES.week_cards:
        assert len(week.stalls) == 7
        assert sum(week.stalls) == 28
        assert sum(week.contracts) + week.rolls == 12
        assert week.ships in (2, 3)
    first = TABLES.week_cards[0]
    assert (first.contracts, first.rolls, first.ships) == ([1, 2, 1, 2, 1], 5, 3)
    assert all(sum(week.contracts[i] for week in TABLES.week_cards) in (20, 21) for i in range(5))
    assert [week.ships for week in TABLES.week_cards].count(2) == 7


def test_ordinances() -> None:
    """C-21, C-36: three for Wednesday, seven for Thursday, five for Friday, three for Saturday."""
    days = [ordinance.day for ordinance in TABLES.ordinances]
    assert [days.count(day) for day in range(1, 8)] == [0, 0, 3, 7, 5, 3, 0]


def test_ships() -> None:
    """C-53: each city has two ships of three holds and two of four; each carries six goods, all goods alike often."""
    loads = [good for ship in TABLES.ships for hold in ship.holds for good in hold.goods]
    for city in CITY.words:
        fleet = [ship for ship in TABLES.ships if ship.city == city.slug]
        assert sorted(len(ship.holds) for ship in fleet) == [3, 3, 4, 4]
    assert all(sum(len(hold.goods) for hold in ship.holds) == 6 for ship in TABLES.ships)
    assert {loads.count(man.good) for man in TABLES.craftsmen} <= {19, 20}


def test_payments_follow_one_price_list() -> None:
    """C-53: 3 for one good, 6 for two different, 7 for two alike, 9 for three different, 10 for a pair and one."""
    prices = {(1, 1): 3, (2, 2): 6, (2, 1): 7, (3, 3): 9, (3, 2): 10}
    for hold in (hold for ship in TABLES.ships for hold in ship.holds):
        assert hold.pays == prices[len(hold.goods), len(set(hold.goods))]
    assert any(hold.pays == 9 for ship in TABLES.ships if ship.city == "bruges" for hold in ship.holds)


def test_relics() -> None:
    """C-61: each city has 3, 3, 2, 2 and 1 relics of 5, 9, 12, 14 and 15, worth 1 to 5, and one shrine (C-113)."""
    for city in CITY.words:
        cards = [card for card in TABLES.relics if card.city == city.slug]
        costs = [(card.cost, card.points) for card in cards if not card.shrine]
        assert [costs.count(pair) for pair in ((5, 1), (9, 2), (12, 3), (14, 4), (15, 5))] == [3, 3, 2, 2, 1]
        assert [card.points for card in cards if card.shrine] == [0]
        assert RELIC.words[FIGURES[0].shrine_of[CITY.parse(city.slug)]].slug == f"shrine_{city.slug}"


def test_the_price_of_a_shrine() -> None:
    """C-61: 15 by the only source, and 10 in the other edition; nothing else differs, and both mark it as uncertain."""
    new, old = (EDITIONS[name].components for name in EDITIONS)
    assert (new.edition, old.edition) == ("queen_2009_shrines_15", "queen_2009")
    differ = [(one, two) for one, two in zip(new.relics, old.relics, strict=True) if one != two]
    assert [(one.id, one.cost, two.cost) for one, two in differ] == [
        (f"shrine_{city.slug}", 15, 10) for city in CITY.words
    ]
    assert all(one.reconstructed and two.reconstructed for one, two in differ)
    assert (new.ships, new.week_cards, new.ordinances) == (old.ships, old.week_cards, old.ordinances)


def test_every_table_names_its_source() -> None:
    """C-3: no row without a source; keys in it are explained; reconstructed ones are marked."""
    for row in rows():
        assert any(key in row.source for key in TABLES.sources), row
        if "OWN" in row.source and hasattr(row, "reconstructed"):
            assert row.reconstructed


def test_masks_tell_what_fits() -> None:
    """C-53: a hold fits exactly if there are as many of every good as it requires."""
    for takes in FIGURES[0].takes:
        for goods in takes:
            need = hold_mask(goods)
            for stock in ([0] * 5, [1] * 5, [2, 1, 0, 2, 1], [0, 2, 2, 0, 3], [4, 0, 1, 1, 2]):
                fits = all(stock[good] >= goods.count(good) for good in goods)
                assert fits == (not need & ~stock_mask(stock))


@pytest.mark.parametrize("table", ["craftsmen", "week_cards", "ordinances", "ships", "relics"])
def test_wrong_tables_are_refused(table: str) -> None:
    """C-3: a row too few is an error when the edition is read."""
    changed = {table: getattr(TABLES, table)[1:]}
    with pytest.raises(ValueError, match=r"rows|unpack"):
        figures(msgspec.structs.replace(TABLES, **changed))


def test_too_many_holds_are_refused() -> None:
    """C-53: there are words for four holds."""
    ships = list(TABLES.ships)
    ships[0] = msgspec.structs.replace(ships[0], holds=ships[0].holds * 2)
    with pytest.raises(ValueError, match="holds"):
        figures(msgspec.structs.replace(TABLES, ships=ships))


def test_die_faces_follow_the_craftsmen() -> None:
    """C-7, C-49: 1 saddler, 2 wainwright, 3 painter, 4 tailor, 5 shoemaker."""
    assert [man.id for man in TABLES.craftsmen] == [word.slug for word in CRAFTSMAN.words]
    assert FIGURES[0].makes == (0, 1, 2, 3, 4)
