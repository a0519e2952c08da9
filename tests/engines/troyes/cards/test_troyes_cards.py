"""Effects of activity cards: T-301 to T-328, T-365 to T-370."""

import pytest

from tests.engines.troyes.troy import deniers, dice, me, points, queue, say, table, verbs
from tests.kit.play import asked, options

# -- exchanges -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "had", "deniers_had", "influence", "number", "after"),
    [
        ("artisan", "y6", 0, 2, "2", (12, 0, 0)),
        ("merchant", "y6", 0, 0, "3", (6, 0, 0)),
        ("innkeeper", "y6", 2, 0, "2", (0, 2, 0)),
        ("journeyman", "y5 y5", 6, 0, "2", (0, 0, 4)),
        ("goldsmith", "y5 y5", 0, 0, "2", (4, 0, 2)),
        ("sculptor", "y4 y4", 0, 0, "2", (0, 0, 2)),
        ("mercenary", "r6", 0, 0, "2", (6, 0, 0)),
        ("hunting", "r6", 0, 0, "3", (0, 3, 0)),
        ("troubadour", "r6 r6", 0, 3, "2", (0, 1, 4)),
    ],
)
def test_exchanges(
    card: str, had: str, deniers_had: int, influence: int, number: str, after: tuple[int, int, int]
) -> None:
    """T-301, T-302, T-304, T-307, T-308, T-309, T-319, T-320, T-325: the costs and the gains."""
    p = table(dice={0: had}, posts={card: [0]}, deniers={0: deniers_had}, influence=influence)
    say(p, f"activate.{card}")
    while asked(p) == (0, "group_die"):
        say(p, next(option for option in options(p) if option != "done"))
    say(p, number)
    assert (*deniers(p, 0), me(p).influence, *points(p, 0)) == after


def test_a_price_limits_how_often() -> None:
    """T-152, T-304, T-307, T-325: n is limited by what can be paid after hiring and dice; not once is illegal."""
    p = table(dice={0: "y6"}, posts={"innkeeper": [0]}, deniers={0: 1})
    say(p, "activate.innkeeper")
    assert me(p).influence == 1
    assert verbs(table(dice={0: "y6"}, posts={"innkeeper": [0]}, deniers=0), "activate") == []
    assert verbs(table(dice={0: "r6"}, posts={"troubadour": [0]}, influence=0), "activate") == []
    assert verbs(table(dice={1: "y6"}, posts={"innkeeper": [0]}, deniers={0: 2}), "activate") == []


def test_influence_stops_at_the_end_of_its_track() -> None:
    """T-22, T-304, T-365: influence beyond 20 is lost."""
    p = table(dice={0: "r6"}, posts={"hunting": [0]}, influence=19)
    say(p, "activate.hunting", "3")
    assert me(p).influence == 20


def test_artisan_after_recruiting_twice() -> None:
    """T-14, T-83, T-130, T-301, TV-27: influence 4, a black die countered: 5; two recruits and one Artisan: 0."""
    p = table(dice={0: "r3 y3"}, black="4", posts={"artisan": [0]}, influence=4, deniers=0, task=("prepare", 0))
    say(p, "done", "done")
    assert me(p).influence == 5
    say(p, "recruit", "recruit", "activate.artisan")
    assert (me(p).influence, me(p).supply) == (0, 2)
    assert deniers(p, 0)[0] >= 6


# -- cards of their own ----------------------------------------------------------------------------------------------


def test_miller() -> None:
    """T-303: two deniers a citizen standing in the Palace or the Bishopric, chosen for each activation; not lying
    ones.
    """
    standing = {"palace_1": 0, "palace_2": 0, "bishopric_a1": 0, "bishopric_a2": 1}
    p = table(dice={0: "y6 y6"}, posts={"miller": [0]}, standing=standing, lying={"bishopric": [0]}, deniers=0)
    say(p, "activate.miller", "seat_0.yellow.6", "3")
    assert asked(p) == (0, "mill")
    assert options(p) == ["0", "1", "2", "3"]
    say(p, "2")
    assert deniers(p, 0) == [10]


def test_miller_without_a_choice() -> None:
    """T-303, T-366: if both counts are equal there is no question; an activation worth nothing is legal."""
    p = table(dice={0: "y4"}, posts={"miller": [0]}, deniers=0)
    say(p, "activate.miller")
    assert deniers(p, 0) == [0]


def test_procession() -> None:
    """T-317, T-369: two VP for the most dice left, without the used ones; all players who tie gain, neutral counts."""
    p = table(dice={0: "w4 r1 r2", 1: "y1 y1"}, posts={"procession": [0]}, deniers=0)
    say(p, "activate.procession")
    assert points(p, 0, 1) == [2, 2]
    q = table(dice={0: "w4 r1 r2", "neutral": "y1 y1 y1"}, posts={"procession": [0]}, deniers=0)
    say(q, "activate.procession")
    assert points(q, 0, 1) == [0, 0]
    r = table(dice={0: "w4"}, posts={"procession": [0]}, deniers=0)
    say(r, "activate.procession")
    assert points(r, 0, 1) == [0, 0]


def test_glassblower() -> None:
    """T-318, T-366: a point for each complete pair of own cubes; none without cubes."""
    site = {(value, 1): 0 for value in range(1, 6)}
    p = table(dice={0: "w6 w6 w2"}, posts={"glassblower": [0]}, cathedral=site, deniers=0)
    say(p, "activate.glassblower", "seat_0.white.6", "seat_0.white.2", "2")
    assert points(p, 0) == [4]
    q = table(dice={0: "w6 w1"}, posts={"glassblower": [0]}, deniers=0)
    say(q, "activate.glassblower")
    assert points(q, 0) == [0]


def test_tax_collector() -> None:
    """T-24, T-321: others pay for standing citizens in the City Hall, as far as they can, the bank for neutral ones."""
    standing = {"city_hall_a1": 1, "city_hall_a2": 1, "city_hall_b1": 2, "city_hall_b2": "neutral", "city_hall_c1": 0}
    p = table(
        seats=3, dice={0: "r6"}, posts={"tax_collector": [0]}, standing=standing, deniers={1: 5, 2: 0}, vp=3,
        lying={"city_hall": [2]},
    )  # fmt: skip
    say(p, "activate.tax_collector")
    assert deniers(p, 0, 1, 2) == [3, 3, 0]
    assert points(p, 2) == [3]


def test_archer() -> None:
    """T-322, T-328, X-10: a roll for each activation; from 3 on a cube on any event, then the next roll."""
    p = table(dice={0: "r6"}, posts={"archer": [0]}, queue=["marauders", "heresy"], deniers=0)
    say(p, "activate.archer", "3", lots=["2", "3"])
    assert asked(p) == (0, "mark")
    assert options(p) == ["0", "1"]
    say(p, "1", lots=["1"])
    assert queue(p)[1] == ("heresy", ["seat_0"])
    assert me(p).influence == 1


def test_archer_cannot_change_the_roll() -> None:
    """T-131, T-322: the die is in no district; there is no question about influence."""
    p = table(dice={0: "r2 r1"}, posts={"archer": [0]}, influence=9, deniers=0, queue=["marauders", "war"])
    say(p, "activate.archer", "done", lots=["4"])
    assert asked(p) == (0, "mark")


def test_diplomat() -> None:
    """T-323: all influence is paid first, then the cubes, on different events if wanted, each for one influence."""
    p = table(dice={0: "r4 r2"}, posts={"diplomat": [0]}, queue=["marauders", "war"], influence=2, deniers=0)
    say(p, "activate.diplomat", "seat_0.red.4", "done", "2")
    assert me(p).influence == 0
    say(p, "0", "1")
    assert queue(p) == [("marauders", ["seat_0"]), ("war", ["seat_0"])]
    assert me(p).influence == 2


def test_chivalry() -> None:
    """T-324, T-369: a cube for each red die left after the group; none without."""
    p = table(dice={0: "r6 r2 r1"}, posts={"chivalry": [0]}, queue=["marauders", "war"], deniers=0)
    say(p, "activate.chivalry", "done", "1", "1")
    assert queue(p)[1] == ("war", ["seat_0", "seat_0"])
    q = table(dice={0: "r6"}, posts={"chivalry": [0]}, queue=["marauders", "war"], deniers=0)
    say(q, "activate.chivalry")
    assert queue(q)[1] == ("war", [])


def test_an_event_is_not_countered_twice() -> None:
    """T-186, T-187: Marauders that were countered in an action take no more cubes in it."""
    p = table(
        dice={0: "r6 r2 r1 r1"}, posts={"chivalry": [0]}, queue=["marauders", "war"], marks={0: [0, 0]}, deniers=0
    )
    say(p, "activate.chivalry", "done", "0")
    assert points(p, 0) == [3]
    assert queue(p) == [("marauders", []), ("war", ["seat_0", "seat_0"])]


def test_no_event_left_for_a_cube() -> None:
    """T-187, T-328: if no event can take a cube the rest is lost, and the Archer rolls on."""
    p = table(dice={0: "r6"}, posts={"archer": [0]}, marks={0: [0, 0]}, deniers=0)
    say(p, "activate.archer", "3", lots=["6", "6", "6"])
    assert queue(p) == [("marauders", [])]
    assert points(p, 0) == [3]


def test_joust() -> None:
    """T-326, T-366, T-369, TV-22: activated twice with the sole highest total: four points; a tie rewards all."""
    p = table(dice={0: "r6 r4 r5", 1: "r3"}, posts={"joust": [0]}, deniers=0)
    say(p, "activate.joust", "seat_0.red.6", "seat_0.red.4", "2")
    assert points(p, 0, 1) == [4, 0]
    q = table(dice={0: "r6 r3", 1: "r3"}, posts={"joust": [0]}, deniers=0)
    say(q, "activate.joust", "done")
    assert points(q, 0, 1) == [2, 2]
    r = table(dice={0: "r6"}, posts={"joust": [0]}, deniers=0)
    say(r, "activate.joust")
    assert points(r, 0, 1) == [0, 0]


def test_captain() -> None:
    """T-327: a point for each event with an own cube, Marauders too."""
    p = table(
        dice={0: "r6 r1"}, posts={"captain": [0]}, queue=["marauders", "war", "heresy"], marks={0: [0], 1: [1, 0]},
        deniers=0,
    )  # fmt: skip
    say(p, "activate.captain")
    assert points(p, 0) == [2]


def test_effects_come_before_the_end_of_the_phase() -> None:
    """T-103, T-370: cubes of the action that takes the last die are placed before Phase 4 ends."""
    p = table(dice={0: "r2"}, posts={"diplomat": [0]}, queue=["marauders", "war"], influence=1, deniers=0)
    say(p, "activate.diplomat")
    assert asked(p) == (0, "mark")
    assert dice(p, 0) == ""
