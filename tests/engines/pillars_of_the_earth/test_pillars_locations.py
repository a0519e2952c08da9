"""Steps 3 to 11: mill, Kingsbridge, priory, production, court, Shiring, castle: P-78 to P-105."""

from fractions import Fraction

import pytest

from podesta_engines import observe, outcomes
from podesta_engines.pillars_of_the_earth.rules.locations import give_privileges, produce, receive, visit_priory
from podesta_engines.pillars_of_the_earth.words import KINGSBRIDGE, PRIVILEGE, SAND, SHIRING, STONE, WOOD
from tests.engines.pillars_of_the_earth.pillars import (
    gold,
    held,
    on_board,
    points,
    row,
    running,
    seat,
    state,
    table,
    who,
)
from tests.kit.play import fate, notes, open_kind, options, play, until

FULL = ("start_mortar_mixer", "start_woodworker", "start_stonecutter", "r1_mason", "r1_tool_maker")

# -- 3. mill ---------------------------------------------------------------------------------------------------------


def test_the_mill_pays() -> None:
    """P-78, TV-12, TV-13: a gold for each worker, up to thirty; the workers return."""
    p = table("mill", p0={"mill": 7, "free": 5, "gold": 10}, p1={"mill": 8, "free": 4, "gold": 27})
    assert gold(p) == [17, 30]
    assert [(player.mill, player.free) for player in p.state.players] == [(0, 12), (0, 12)]
    assert [note.args for note in p.heard() if note.kind == "gold_lost"] == [(5, 30)]


# -- 4. Kingsbridge --------------------------------------------------------------------------------------------------


def test_privileges_go_to_who_stands_below() -> None:
    """P-80, P-81: space 1, then 2; the card of an empty space leaves the game."""
    g = state(board={"kingsbridge_2": 1}, kingsbridge=("pv_aliena", "pv_francis"))
    give_privileges(g)
    assert [player.privileges for player in g.players] == [0, 1 << PRIVILEGE.parse("pv_francis")]
    assert (g.kingsbridge, g.players[1].bag) == ([-1, -1], 3)
    assert not g.privileges >> PRIVILEGE.parse("pv_aliena") & 1


def test_two_own_builders_at_kingsbridge() -> None:
    """P-179: each has its effect."""
    g = state(board={"kingsbridge_1": 0, "kingsbridge_2": 0}, kingsbridge=("pv_toledo", "pv_weeping_madonna"))
    give_privileges(g)
    assert (g.players[0].cubes, g.players[0].points) == ([0, 0, 0, 2], 5)


@pytest.mark.parametrize(
    ("card", "gained"),
    [
        ("pv_wool_fair", (10, 2, [0, 0, 0, 0])),
        ("pv_weeping_madonna", (2, 5, [0, 0, 0, 0])),
        ("pv_toledo", (2, 2, [0, 0, 0, 2])),
        ("pv_festivities", (2, 2, [0, 0, 0, 1])),
        ("pv_completion", (2, 2, [0, 1, 1, 0])),
    ],
)
def test_immediate_privileges(card: str, gained: tuple[int, int, list[int]]) -> None:
    """P-80, P-165: they act at once and leave the game."""
    g = state(p0={"gold": 2})
    receive(g, 0, PRIVILEGE.parse(card), KINGSBRIDGE)
    me = g.players[0]
    assert ((me.gold, me.points, me.cubes), me.privileges) == (gained, 0)


def test_wool_fair_and_the_limit() -> None:
    """P-3, P-80, P-170, TV-50: with 27 gold it brings three."""
    g = state(p0={"gold": 27})
    receive(g, 0, PRIVILEGE.parse("pv_wool_fair"), KINGSBRIDGE)
    assert g.players[0].gold == 30


def test_otto_brings_the_black_worker() -> None:
    """P-6, P-82, P-206: he shows at once, among the free workers, and stays: thirteen from now on."""
    p = table("kingsbridge", board={"kingsbridge_1": 0}, kingsbridge=("pv_otto", "pv_ellen"))
    assert (seat(p, 0).free, observe(p, 1).players[0].workers_free) == (13, 13)
    until(p, "choose")
    assert seat(p, 0).free == 13


def test_privileges_work_in_the_same_round() -> None:
    """P-82: Aliena and Prior Philip, received in step 4, in steps 6 and 5; Francis in step 9."""
    p = table(
        "kingsbridge",
        board={"kingsbridge_1": 0, "kingsbridge_2": 1, "priory_1": 0},
        kingsbridge=("pv_prior_philip", "pv_aliena"),
        p0={"points": 2},
    )
    assert points(p)[0] == 5
    assert held(p, 1) == [0, 1, 0, 0]
    p = table("kingsbridge", board={"kingsbridge_1": 0}, kingsbridge=("pv_francis", "pv_aliena"), p0={"gold": 10})
    play(p, "5")
    assert gold(p)[0] == 8


def test_jack_works_at_shiring_of_the_same_round() -> None:
    """P-7, P-82, P-100, TV-51: with a row of five the sixth craftsman stays."""
    p = table(
        "kingsbridge",
        board={"kingsbridge_1": 0, "shiring_1": 0},
        kingsbridge=("pv_jack_builder", "pv_aliena"),
        p0={"row": FULL},
    )
    play(p, "2")
    assert open_kind(p) != "dismiss"
    assert row(p, 0) == [*FULL, "r6_sculptor"]


# -- 5. priory -------------------------------------------------------------------------------------------------------


def test_the_priory() -> None:
    """P-84, TV-14: two points for the first, one for the second."""
    g = state(board={"priory_1": 1, "priory_2": 0})
    visit_priory(g)
    assert [player.points for player in g.players] == [3, 4]
    assert [player.bag for player in g.players] == [3, 3]


def test_prior_philip() -> None:
    """P-84, P-179, TV-48: both spaces bring 2 + 1 + 1 + 1 points; without an own builder nothing."""
    g = state(board={"priory_1": 0, "priory_2": 0}, p0={"privileges": ["pv_prior_philip"]})
    visit_priory(g)
    assert g.players[0].points == 2 + 5
    g = state(board={"priory_1": 0}, p1={"privileges": ["pv_prior_philip"]})
    visit_priory(g)
    assert [player.points for player in g.players] == [4, 2]


# -- 6 to 8. production ----------------------------------------------------------------------------------------------


def test_production() -> None:
    """P-86, P-89: each card brings its cubes, workers return, the market's stock stays."""
    p = table("forest", p0={"cards": ["forest_2", "forest_3", "quarry_2", "gravel_pit_2"], "free": -4})
    assert held(p, 0) == [2, 5, 2, 0]
    assert (seat(p, 0).free, seat(p, 0).cards, p.state.stock) == (12, 0, [4, 4, 4])


def test_the_general_supply_has_no_end() -> None:
    """P-2, P-197: cubes are owed beyond the 23 in the box, and the market is filled all the same."""
    p = table("gravel_pit", p0={"cubes": "23 sand", "cards": ["gravel_pit_4"], "free": 5})
    assert held(p, 0)[0] == 27
    until(p, "choose")
    assert p.state.stock == [4, 4, 4]


def test_steps_go_wood_stone_sand() -> None:
    """P-86: forest, quarry, gravel pit."""
    p = table("forest", p0={"cards": ["forest_2", "quarry_2", "gravel_pit_2"], "free": 2})
    assert [note.args[:2] for note in p.heard() if note.kind == "produced"] == [(WOOD, 2), (STONE, 2), (SAND, 2)]


def test_cold_winter() -> None:
    """P-87, P-88, P-189, TV-41: quarry 3 and gravel pit 2 bring two and one; Aliena's wood comes all the same."""
    p = table("forest", event="ev_cold_winter", p0={"cards": ["quarry_3", "gravel_pit_2"], "privileges": ["pv_aliena"]})
    assert held(p, 0) == [1, 1, 2, 0]


def test_volunteers() -> None:
    """P-87, TV-42: forest 2 and 3 bring seven."""
    p = table("forest", event="ev_volunteers", p0={"cards": ["forest_2", "forest_3"]})
    assert held(p, 0) == [0, 7, 0, 0]


def test_who_is_protected_has_no_winter() -> None:
    """P-73, P-87: nor does the winter touch seats that are protected."""
    p = table(
        "forest", event="ev_cold_winter", p0={"cards": ["quarry_3"], "protected": True}, p1={"cards": ["quarry_2"]}
    )
    assert (held(p, 0), held(p, 1)) == ([0, 0, 3, 0], [0, 0, 1, 0])


@pytest.mark.parametrize(("card", "kind"), [("pv_aliena", WOOD), ("pv_tom_builder", STONE), ("pv_richard", SAND)])
def test_patrons(card: str, kind: int) -> None:
    """P-88: a cube in their step, with or without a card of that kind."""
    for cards in ([], ["forest_2", "quarry_2", "gravel_pit_2"]):
        g = state(p0={"privileges": [card], "cards": cards})
        for resource in (WOOD, STONE, SAND):
            produce(g, resource)
        without = 2 if cards else 0
        assert g.players[0].cubes == [without + (resource == kind) for resource in range(3)] + [0]


# -- 9. court --------------------------------------------------------------------------------------------------------


def test_the_first_at_court_gets_metal() -> None:
    """P-90, P-92, P-93: once, and no tax; a second own builder brings nothing more."""
    p = table("court", board={"court_1": 0, "court_2": 0}, p0={"gold": 9}, p1={"gold": 9})
    play(p, "4")
    assert (held(p, 0)[3], gold(p)) == (1, [9, 5])
    assert seat(p, 0).bag == 3


def test_others_at_court_pay_nothing() -> None:
    """P-92, TV-11: on the third space, tax 4: 9 gold stay, no metal."""
    p = table("court", seats=3, board={"court_1": 1, "court_2": 2, "court_3": 0}, p0={"gold": 9})
    play(p, "4")
    assert (gold(p)[0], held(p, 0)[3]) == (9, 0)


def test_the_tax_die() -> None:
    """P-91, P-155: 2 and 5 with one sixth, 3 and 4 with two; rolled even if all are at court."""
    p = table("court", board={"court_1": 0, "court_2": 1})
    assert outcomes(p) == [("2", Fraction(1, 6)), ("3", Fraction(1, 3)), ("4", Fraction(1, 3)), ("5", Fraction(1, 6))]


@pytest.mark.parametrize(
    ("tax", "before", "after"),
    [(5, (4, 5), (0, 5)), (5, (2, 5), (0, 4)), (3, (9, 5), (6, 5)), (5, (0, 5), (0, 3)), (5, (0, 1), (0, 0))],
)
def test_tax_and_shortfall(tax: int, before: tuple[int, int], after: tuple[int, int]) -> None:
    """P-4, P-95, P-171, P-172, P-174, TV-10: what is missing costs half as many points, rounded down."""
    p = table("court", p0=dict(zip(("gold", "points"), before, strict=True)))
    play(p, str(tax))
    assert (gold(p)[0], points(p)[0]) == after


@pytest.mark.parametrize("tax", ["2", "5"])
def test_francis(tax: str) -> None:
    """P-95, P-198, TV-49: two gold, whatever the die shows."""
    p = table("court", p0={"gold": 10, "privileges": ["pv_francis"]})
    play(p, tax)
    assert gold(p)[0] == 8


def test_the_exemption_is_offered_after_the_roll() -> None:
    """P-94: used, nothing is paid and the card leaves the game; declined, it stays and the tax is paid."""
    for answer, left, kept in (("use", 10, False), ("decline", 5, True)):
        p = table("court", p0={"gold": 10, "privileges": ["pv_tax_exemption"]})
        play(p, "5")
        assert who(p) == (0, "tax_exemption")
        play(p, answer)
        assert (gold(p)[0], bool(seat(p, 0).privileges)) == (left, kept)


def test_no_exemption_at_court() -> None:
    """P-92, P-94: who pays nothing is not asked."""
    p = table("court", board={"court_2": 0}, p0={"privileges": ["pv_tax_exemption"]})
    play(p, "5")
    assert open_kind(p) != "tax_exemption"


# -- 10. Shiring -----------------------------------------------------------------------------------------------------


def test_shiring_costs_nothing() -> None:
    """P-100, P-101, P-102: the craftsman joins at no cost; that of an empty space leaves the game."""
    p = table("shiring", board={"shiring_2": 1}, p1={"gold": 0, "cubes": "1 stone"})
    assert row(p, 1)[-1] == "r6_goldsmith"
    assert gold(p)[1] == 0
    assert notes(p).count("not_hired") == 1
    assert seat(p, 1).bag == 3


def test_space_one_before_space_two() -> None:
    """P-9, P-100: not in turn order; over the limit one is dismissed (P-7)."""
    p = table("shiring", board={"shiring_1": 1, "shiring_2": 0}, p0={"row": FULL}, p1={"row": FULL})
    assert who(p) == (1, "dismiss")
    assert options(p) == [*FULL, "r6_sculptor"]
    play(p, "start_mortar_mixer")
    assert who(p) == (0, "dismiss")


def test_builders_stay_at_shiring_until_both_craftsmen_have_joined() -> None:
    """P-96, P-100: while the second seat dismisses, both still stand there; then both return at once."""
    p = table("shiring", board={"shiring_1": 1, "shiring_2": 0}, p0={"row": FULL}, p1={"row": FULL})
    play(p, "start_mortar_mixer")
    assert who(p) == (0, "dismiss")
    assert (on_board(p), [player.bag for player in p.state.players]) == ({"shiring_1": 1, "shiring_2": 0}, [2, 2])
    play(p, "start_mortar_mixer")
    assert (on_board(p), [player.bag for player in p.state.players]) == ({}, [3, 3])


@pytest.mark.parametrize("taken", [1, 2])
def test_nobody_s_craftsman_leaves_when_the_others_have_joined(taken: int) -> None:
    """P-101: while a seat dismisses, the craftsman of the empty space still lies there."""
    p = table("shiring", board={f"shiring_{taken}": 0}, p0={"row": FULL})
    assert who(p) == (0, "dismiss")
    unclaimed = p.state.shiring[2 - taken]
    assert (p.state.shiring[taken - 1], unclaimed >= 0) == (-1, True)
    play(p, "r1_mason")
    assert p.state.shiring == [-1, -1]
    assert [note.args for note in p.heard() if note.kind == "not_hired"] == [(unclaimed, (SHIRING + 2 - taken,))]


def test_a_craftsman_of_shiring_works_in_the_same_round() -> None:
    """P-102: a new stonecutter's trade counts in the market, a new sculptor in the cathedral."""
    p = table(
        "shiring",
        round=6,
        board={"shiring_1": 0, "market_1": 0},
        shiring=("r6_sculptor", "r6_goldsmith"),
        p0={"cubes": "2 stone", "gold": 5},
    )
    play(p, "leave")
    assert "use.r6_sculptor.2" in options(p)


# -- 11. castle ------------------------------------------------------------------------------------------------------


def test_grey_workers_serve_in_the_next_round_only() -> None:
    """P-6, P-104, P-105, TV-31: the castle in round 2 means fourteen workers in round 3 and twelve in round 4."""
    p = table("castle", round=2, board={"castle": 0})
    until(p, "choose")
    assert (p.state.round, seat(p, 0).free, seat(p, 0).grey) == (3, 14, 2)
    p = running(p.state, ("step", 18))
    until(p, "choose")
    assert (p.state.round, seat(p, 0).free, seat(p, 0).grey) == (4, 12, 0)


def test_the_castle_twice_in_a_row() -> None:
    """P-105: the same player may have it in successive rounds: still two more."""
    p = table("castle", round=2, board={"castle": 0}, p0={"grey": 2, "free": 14})
    until(p, "choose")
    assert (seat(p, 0).free, seat(p, 0).grey) == (14, 2)


def test_the_castle_in_the_last_round() -> None:
    """P-105, P-151: it does nothing."""
    p = table("castle", round=6, board={"castle": 0})
    assert seat(p, 0).granted == 0


def test_builders_return_when_their_location_is_done() -> None:
    """P-96: after the castle only market and cathedral are still occupied."""
    board = {"bishop": 0, "kingsbridge_1": 1, "priory_1": 0, "court_1": 1, "shiring_1": 0, "castle": 1, "market_1": 2}
    p = table("bishop", seats=4, board={**board, "cathedral": 2}, p2={"gold": 20})
    fate(p)
    until(p, "market")
    assert on_board(p) == {"market_1": 2, "cathedral": 2}
