"""Step 12: the market: P-110 to P-118."""

from podesta_engines.pillars_of_the_earth.view import render
from tests.engines.pillars_of_the_earth.pillars import gold, held, on_board, table, who
from tests.kit.play import notes, open_kind, options, play

RICH = {"gold": 30}


def test_the_example_of_the_rulebook() -> None:
    """P-110 to P-117, P-191, TV-15: two seats, nine actions, the last two of which are forced."""
    p = table(
        "market",
        board={"market_1": 0, "market_2": 1},
        p0={"gold": 7, "cubes": "1 metal", "row": ["start_woodworker"]},
        p1={"gold": 2, "cubes": "1 stone", "row": ["start_stonecutter", "start_woodworker"]},
    )
    found = []
    for number, word in (
        (0, "buy.wood.2"),
        (1, "sell.stone.1"),
        (0, "sell.metal.1"),
        (1, "buy.wood.2"),
        (0, "buy.sand.3"),
    ):
        assert who(p) == (number, "market")
        play(p, word)
        found.append(gold(p)[number])
    assert found == [1, 6, 6, 0, 0]
    assert (held(p, 0), held(p, 1)) == ([3, 2, 0, 0], [0, 2, 0, 0])
    assert p.state.stock == [1, 0, 4]
    assert notes(p).count("left_market") == 2
    assert open_kind(p) == "use"


def test_seats_act_in_the_order_of_the_spaces() -> None:
    """P-110, P-115, P-116: not in turn order; who left is skipped, the last seat goes on alone."""
    p = table(
        "market", seats=3, start=2, board={"market_1": 1, "market_2": 0, "market_3": 2}, p0=RICH, p1=RICH, p2=RICH
    )
    order = []
    for word in ("buy.sand.1", "leave", "buy.sand.1", "leave", "buy.wood.1", "buy.wood.1"):
        order.append(who(p)[0])
        play(p, word)
    assert order == [1, 0, 2, 1, 2, 2]
    assert on_board(p) == {"market_3": 2}
    assert [player.bag for player in p.state.players] == [3, 3, 2]


def test_two_seats_of_one_player() -> None:
    """P-110, P-114, P-179: the player acts at both; what was bought at one cannot be sold at the other."""
    p = table(
        "market",
        board={"market_1": 0, "market_2": 1, "market_3": 0},
        p0={"gold": 12, "cubes": "2 sand 2 metal"},
        p1=RICH,
    )
    play(p, "buy.sand.1", "buy.wood.1")
    assert who(p) == (0, "market")
    assert not [word for word in options(p) if word.startswith("sell.sand")]
    play(p, "leave")
    assert on_board(p) == {"market_1": 0, "market_2": 1}
    assert [who(p)[0], who(play(p, "buy.wood.1"))[0], who(play(p, "leave"))[0]] == [0, 1, 0]


def test_what_may_be_bought() -> None:
    """P-111, P-112: as far as stock and gold go, never metal; leaving is always possible."""
    p = table("market", board={"market_1": 0}, p0={"gold": 7})
    assert options(p) == [
        *(f"buy.sand.{k}" for k in (1, 2, 3)),
        *(f"buy.wood.{k}" for k in (1, 2)),
        "buy.stone.1",
        "leave",
    ]


def test_no_wood_without_a_woodworker() -> None:
    """P-112, P-192, TV-25: with ten gold no wood; own wood may be sold."""
    p = table("market", board={"market_1": 0}, p0={"gold": 10, "row": ["start_mortar_mixer"], "cubes": "1 wood"})
    assert not [word for word in options(p) if word.startswith("buy.wood")]
    assert "sell.wood.1" in options(p)


def test_the_master_woodworker_buys_wood() -> None:
    """P-8, P-112, TV-53: any card of the trade will do."""
    p = table("market", board={"market_1": 0}, p0={"gold": 10, "row": ["r1_master_woodworker"]})
    assert "buy.wood.3" in options(p)


def test_no_stone_is_sold_without_a_stonecutter() -> None:
    """P-113, P-193, TV-24: selling is illegal, buying legal."""
    p = table("market", board={"market_1": 0}, p0={"gold": 10, "row": ["start_mortar_mixer"], "cubes": "3 stone"})
    assert not [word for word in options(p) if word.startswith("sell.stone")]
    assert "buy.stone.2" in options(p)


def test_sold_cubes_go_to_the_general_supply() -> None:
    """P-113: metal for five, stone for four, wood for three, sand for two; the stock stays."""
    p = table("market", board={"market_1": 0}, p0={"gold": 0, "cubes": "1 sand 1 wood 1 stone 1 metal"})
    for kind in ("sand", "wood", "stone", "metal"):
        before = gold(p)[0]
        play(p, f"sell.{kind}.1")
        assert gold(p)[0] - before == {"sand": 2, "wood": 3, "stone": 4, "metal": 5}[kind]
    assert p.state.stock == [4, 4, 4]


def test_no_reselling() -> None:
    """P-114, TV-32: sand that was bought is not sold in this step, not even sand owned before."""
    p = table("market", board={"market_1": 0}, p0={"gold": 9, "cubes": "2 sand 1 metal"})
    play(p, "buy.sand.2")
    assert not [word for word in options(p) if word.startswith("sell.sand")]
    assert "sell.metal.1" in options(p)


def test_no_buying_back() -> None:
    """P-114: nor is sand bought that was sold in this step, at either seat; another kind is."""
    p = table(
        "market",
        board={"market_1": 0, "market_2": 1, "market_3": 0},
        p0={"gold": 9, "cubes": "2 sand", "row": ["start_woodworker"]},
        p1=RICH,
    )
    play(p, "sell.sand.1")
    play(p, "leave")
    assert who(p) == (0, "market")
    assert not [word for word in options(p) if word.startswith("buy.sand")]
    assert {"sell.sand.1", "buy.wood.3", "buy.stone.2"} <= set(options(p))
    assert render(p.state).players[0].sold == ["sand"]


def test_buying_back_by_the_letter() -> None:
    """P-114: with the option what was sold may be bought, and then no more of it is sold."""
    p = table("market", options={"buying_back": True}, board={"market_1": 0}, p0={"gold": 6, "cubes": "2 sand"})
    play(p, "sell.sand.1")
    assert "buy.sand.4" in options(p)
    play(p, "buy.sand.1")
    assert [word for word in options(p) if "sand" in word] == ["buy.sand.1", "buy.sand.2", "buy.sand.3"]


def test_the_stock_is_not_refilled() -> None:
    """P-112, P-190: a kind that is sold out cannot be bought until the next round."""
    p = table("market", board={"market_1": 0, "market_2": 1}, p0=RICH, p1=RICH)
    play(p, "buy.wood.4")
    assert not [word for word in options(p) if word.startswith("buy.wood")]


def test_gold_beyond_thirty_is_lost_in_a_sale() -> None:
    """P-3, P-118, P-170: the sale is legal all the same."""
    p = table("market", board={"market_1": 0}, p0={"gold": 29, "cubes": "3 metal"})
    play(p, "sell.metal.2")
    assert (gold(p)[0], held(p, 0)[3]) == (30, 1)
    assert "sell.metal.1" in options(p)


def test_who_can_do_nothing_leaves() -> None:
    """P-10, P-115, P-191: without gold and cubes the seat is not asked."""
    p = table("market", board={"market_1": 0}, p0={"gold": 1})
    assert open_kind(p) != "market"
    assert not on_board(p)
    assert notes(p)[0] == "left_market"


def test_nobody_trades_without_a_builder() -> None:
    """P-117: an empty market ends at once."""
    p = table("market", p0={"gold": 30, "cubes": "3 stone"}, p1={"gold": 30})
    assert open_kind(p) == "use"
    assert p.state.stock == [4, 4, 4]
