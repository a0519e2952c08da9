"""Components of The Pillars of the Earth: P-2, P-13 to P-17, P-163 to P-167, and the data file compared with the
box."""

import msgspec
import pytest

from podesta_engines.pillars_of_the_earth.components import EDITIONS, FIGURES, Components, figures
from podesta_engines.pillars_of_the_earth.words import MASON, TRADE
from tests.engines.pillars_of_the_earth.pillars import RULES, begin, table

TABLES: Components = EDITIONS["poe_base_2006"].components
HERE = FIGURES[0]


def test_what_is_in_the_box() -> None:
    """P-2, P-163 to P-167, TV-3: 36 craftsmen, 9 resource cards, 16 privileges, 10 events, 17 spaces, 82 cubes."""
    assert len(TABLES.craftsmen) - 3 + 4 * 3 == 36
    assert [len(TABLES.resource_cards), len(TABLES.privileges), len(TABLES.events)] == [9, 16, 10]
    assert len(TABLES.spaces) == 17
    assert sum(TABLES.box.cubes.values()) == 82
    assert TABLES.box.builders_per_colour * 4 == TABLES.box.workers_per_colour == 12


def test_four_craftsmen_a_round_cost_one_more_each() -> None:
    """P-13, P-163: in round r the four hire costs are r + 1 to r + 4."""
    for number in range(1, 7):
        cards = [card for card in TABLES.craftsmen if card.round == number]
        assert [card.cost for card in cards] == [number + 1, number + 2, number + 3, number + 4]


def test_capacities_of_a_trade_never_fall() -> None:
    """P-163: later cards of a trade of the six rounds are used at least as often, and require no more."""
    for trade in ("mason", "carpenter", "sculptor", "potter", "goldsmith", "glassblower"):
        uses = [card.capacity for card in TABLES.craftsmen if card.trade == trade]
        assert uses == sorted(uses)


@pytest.mark.parametrize(
    ("card", "needs", "gives"),
    [
        ("start_mortar_mixer", {"sand": 3}, {"points": 1}),
        ("start_woodworker", {"wood": 2}, {"points": 1}),
        ("start_stonecutter", {"stone": 2}, {"points": 1}),
        ("r1_master_woodworker", {"wood": 1}, {"gold": 4}),
        ("r3_mason", {"stone": 1}, {"points": 1}),
        ("r3_sculptor", {"stone": 1}, {"points": 2}),
        ("r5_goldsmith", {"gold": 3}, {"points": 1}),
        ("r4_glassblower", {"sand": 1, "metal": 1}, {"points": 3}),
        ("r6_organ_builder", {"wood": 1, "metal": 1}, {"points": 6}),
        ("r6_bellmaker", {"metal": 1}, {"points": 4}),
        ("r2_architect", {}, {"points": 1}),
    ],
)
def test_what_craftsmen_do(card: str, needs: dict[str, int], gives: dict[str, int]) -> None:
    """P-163, TV-18: inputs and outputs of a use."""
    found = next(row for row in TABLES.craftsmen if row.id == card)
    assert (found.needs, found.gives) == (needs, gives)


def test_worker_numbers() -> None:
    """P-164, TV-30: the nine cards need two to ten workers, each number once, more for more cubes."""
    assert sorted(card.workers for card in TABLES.resource_cards) == list(range(2, 11))
    assert [card.cubes for card in TABLES.resource_cards] == [2, 3, 4] * 3


def test_privileges_by_kind() -> None:
    """P-14, P-165, TV-3: eight stay, three are used once, three act at once; two act at once in the last round."""
    regular = [card.kind for card in TABLES.privileges if card.pool == "regular"]
    assert [regular.count(kind) for kind in ("permanent", "once", "immediate")] == [8, 3, 3]
    assert [card.kind for card in TABLES.privileges if card.pool == "last_round"] == ["immediate"] * 2
    assert TABLES.decks.privileges == 10 == 2 * 5


def test_events_by_sign() -> None:
    """P-15, P-166: five positive and five negative ones."""
    assert [event.sign for event in TABLES.events] == ["positive"] * 5 + ["negative"] * 5


def test_metal_never_runs_out() -> None:
    """P-2, P-197: six at the court, four from Richard, two from Toledo, one from the festivities are the thirteen."""
    given = (
        6 * HERE.court_metal + 4 * HERE.event_gives[1][3] + HERE.privilege_gives[13][3] + HERE.privilege_gives[14][3]
    )
    assert given == TABLES.box.cubes["metal"] == 13


def test_prices_and_dice() -> None:
    """P-22, P-91, P-112, P-113: the market's stock and prices, the faces of the tax die, the wheel."""
    assert (HERE.stock, HERE.buy, HERE.sell) == (4, (2, 3, 4), (2, 3, 4, 5))
    assert dict(zip(HERE.tax_faces, HERE.tax_weights, strict=True)) == {2: 1, 3: 2, 4: 2, 5: 1}
    assert HERE.costs == (7, 6, 5, 4, 3, 2, 1, 0)


def test_spaces_and_who_chooses_them() -> None:
    """P-54, P-167: priory, court and market fill in order, the others in any order."""
    in_order = {space.location for space in TABLES.spaces if space.in_order}
    assert in_order == {"priory", "kings_court", "market"}
    assert [len(spaces) for spaces, _ in HERE.locations] == [1, 2, 2, 4, 2, 1, 4, 1]


def test_player_counts_differ_in_builders_and_gold_only() -> None:
    """P-17: two to four players share supply, spaces, market and decks."""
    for seats in (2, 3, 4):
        p = begin(seats, start_seat=0)
        g = p.state
        assert sum(player.bag for player in g.players) == 3 * seats
        assert (g.supply.bit_count() + len(g.hiring), len(g.board), g.stock) == (9, 17, [4, 4, 4])


def test_every_row_names_its_source() -> None:
    """P-163: every key of a source is explained, and no figure was reconstructed."""
    rows = [*TABLES.craftsmen, *TABLES.resource_cards, *TABLES.privileges, *TABLES.events, *TABLES.spaces]
    keys = set(TABLES.sources)
    assert all(any(key in row.source for key in keys) for row in rows)
    assert TABLES.reconstructed == []


def test_wrong_tables_are_refused() -> None:
    """P-163: tables that do not match the vocabularies raise ValueError, unknown fields are refused."""
    with pytest.raises(ValueError, match="craftsmans are"):
        figures(msgspec.structs.replace(TABLES, craftsmen=TABLES.craftsmen[1:]))
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**msgspec.to_builtins(TABLES), "bonus": 1}, Components)


def test_conditions_name_trades() -> None:
    """P-8, P-135: a mason needs the mortar mixer, selling stone the stonecutter, buying wood the woodworker."""
    assert [TRADE.slug(trade) for trade in (HERE.mason_needs, HERE.stone_needs, HERE.wood_needs)] == [
        "mortar_mixer",
        "stonecutter",
        "woodworker",
    ]
    assert HERE.trade.count(MASON) == 4


def test_thirty_cubes_can_be_sold_and_nine_uses_made() -> None:
    """P-168: the words for sales and uses go as far as any table can."""
    p = table("market", board={"market_1": 0}, p0={"cubes": "30 sand"})
    assert "sell.sand.30" in [p.asks[0].kind.words.slug(option) for option in p.asks[0].options]
    assert max(HERE.capacity) + HERE.event[4] == 9
    assert RULES.bound(4) == 2004
