"""Steps 3 to 8: mill, Kingsbridge, priory, production: P-78 to P-89."""

import pytest

from podesta_engines import observe
from podesta_engines.pillars_of_the_earth.rules.locations import give_privileges, produce, receive, visit_priory
from podesta_engines.pillars_of_the_earth.words import KINGSBRIDGE, PRIVILEGE, SAND, STONE, WOOD
from tests.engines.pillars_of_the_earth.pillars import (
    FULL,
    gold,
    held,
    points,
    row,
    seat,
    state,
    table,
)
from tests.kit.play import open_kind, play, until

# -- 3. mill ---------------------------------------------------------------------------------------------------------


def test_the_mill_pays() -> None:
    """P-78, TV-12, TV-13: a gold for each worker, up to thirty; the workers return."""
    p = table("mill", p0={"mill": 7, "free": 5, "gold": 10}, p1={"mill": 8, "free": 4, "gold": 27})
    assert gold(p) == [17, 30]
    assert [(player.mill, player.free) for player in p.state.players] == [(0, 12), (0, 12)]
    assert [note.args for note in p.heard() if note.kind == "gold_lost"] == [(5, 30)]


# -- 4. Kingsbridge --------------------------------------------------------------------------------------------------


def test_privileges_go_to_who_stands_below() -> None:
    """P-80, P-81: the builder below a card gets it: space 1, then 2; the card of an empty space leaves the game."""
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
