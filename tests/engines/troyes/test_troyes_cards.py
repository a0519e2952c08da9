"""Activity cards: T-140 to T-153, T-301 to T-328, T-365 to T-370."""

import pytest

from podesta_engines.troyes.words import CARD
from tests.engines.troyes.troy import HERE, cubes, deniers, dice, me, points, queue, say, table, verbs
from tests.kit.play import asked, notes, options

# -- tradesmen -------------------------------------------------------------------------------------------------------


def space_of(p, card: str) -> list[int]:
    """Who stands on the two spaces of a card."""
    slot = HERE.slot[CARD.parse(card)]
    return p.state.tradesmen[2 * slot : 2 * slot + 2]


def test_hiring_a_merchant() -> None:
    """T-140, T-142, T-145, T-150, T-151, T-302, TV-10: four deniers, the first space, eight activations, 16 deniers."""
    p = table(dice={0: "y6 y5 y5"}, cards=["merchant"], deniers={0: 4}, supply={0: 1})
    say(p, "activate.merchant", "seat_0.yellow.6", "seat_0.yellow.5", "seat_0.yellow.5")
    assert asked(p) == (0, "how_often")
    assert options(p) == [str(i) for i in range(1, 9)]
    assert deniers(p, 0) == [0]
    say(p, "8")
    assert deniers(p, 0) == [16]
    assert space_of(p, "merchant") == [0, -1]
    assert me(p).supply == 0


def test_hiring_a_priest() -> None:
    """T-112, T-140, T-153, T-312, TV-11: eight deniers for hiring, four for the die: value 9, three cubes on the
    card.
    """
    p = table(dice={0: "w5", 1: "w4"}, cards=["priest"], deniers={0: 12}, supply={0: 1})
    say(p, "activate.priest", "seat_0.white.5", "seat_1.white.4", "3")
    assert deniers(p, 0, 1) == [0, 4]
    assert cubes(p, "priest") == 3
    assert "cubes_stored" in notes(p)


def test_no_cost_with_a_tradesman() -> None:
    """T-143, T-146: hiring is asked of nobody who has a tradesman on the card."""
    p = table(dice={0: "r3"}, posts={"mercenary": [0]}, deniers=0)
    say(p, "activate.mercenary")
    assert deniers(p, 0) == [3]
    assert me(p).posts.bit_count() == 1


def test_who_cannot_hire_cannot_activate() -> None:
    """T-113, T-146: without the deniers, or without a citizen, the card is not offered."""
    assert verbs(table(dice={0: "r3"}, cards=["mercenary"], deniers=3, supply={0: 1}), "activate") == []
    assert verbs(table(dice={0: "r3"}, cards=["mercenary"], deniers=4), "activate") == []
    assert verbs(table(dice={0: "r3"}, cards=["mercenary"], deniers=4, supply={0: 1}), "activate") == ["mercenary"]


def test_hiring_and_dice_are_paid_together() -> None:
    """T-113: hiring and dice must be in hand, and the gains of the card do not help."""
    chosen = {"dice": {1: "r3"}, "cards": ["mercenary"], "supply": {0: 1}}
    assert verbs(table(**chosen, deniers={0: 5}), "activate") == []
    assert verbs(table(**chosen, deniers={0: 6}), "activate") == ["mercenary"]


def test_the_second_space_and_the_crowd() -> None:
    """T-142, T-143: the second gets the second space, the third stands without one and uses the card all the same."""
    chosen = {"seats": 3, "dice": {2: "r3", 1: "r3"}, "supply": {2: 1, 1: 1}, "deniers": 4}
    p = table(**chosen, active=1, posts={"mercenary": [0]})
    say(p, "activate.mercenary")
    assert space_of(p, "mercenary") == [0, 1]
    q = table(**chosen, active=2, posts={"mercenary": [0, 1]})
    say(q, "activate.mercenary")
    assert space_of(q, "mercenary") == [0, 1]
    assert me(q, 2).posts.bit_count() == 1
    assert deniers(q, 2) == [3]


def test_where_a_tradesman_comes_from() -> None:
    """T-141: the supply, a citizen who stands in a building, a tradesman of another card; not one who lies."""
    p = table(
        dice={0: "r3"}, cards=["mercenary"], posts={"merchant": [0]}, standing={"palace_2": 0, "palace_3": 1},
        lying={"city_hall": [0]}, supply={0: 1},
    )  # fmt: skip
    say(p, "activate.mercenary")
    assert options(p) == ["supply", "palace_2", "card.merchant"]
    say(p, "palace_2")
    assert p.state.standing[1] == -1


def test_leaving_a_card() -> None:
    """T-144, T-208: who moves away frees the space, nobody moves up, and the next to be hired takes it."""
    p = table(dice={0: "r3", 1: "y3"}, cards=["mercenary"], posts={"merchant": [0, 1]}, deniers=4)
    say(p, "activate.mercenary")
    assert space_of(p, "merchant") == [-1, 1]
    assert space_of(p, "mercenary") == [0, -1]


def test_lying_citizens_with_the_option() -> None:
    """T-141, T-201: with `lying_usable` an expelled citizen may be hired, and then protects no longer."""
    p = table(dice={0: "r3"}, cards=["mercenary"], lying={"city_hall": [0]}, lying_usable=True)
    say(p, "activate.mercenary")
    assert p.state.lying == [0, 0, 0]
    q = table(dice={0: "r3"}, cards=["mercenary"], lying={"city_hall": [0]})
    assert verbs(q, "activate") == []


def test_neutral_citizens_are_no_tradesmen() -> None:
    """T-147: only own citizens can be taken."""
    p = table(dice={0: "r3"}, cards=["mercenary"], standing={"palace_1": "neutral", "palace_2": 1})
    assert verbs(p, "activate") == []


def test_how_often() -> None:
    """T-23, T-150: at most the value divided by the divisor, rounded down, at least once, as the player likes."""
    p = table(dice={0: "y5"}, posts={"merchant": [0]}, deniers=0)
    say(p, "activate.merchant")
    assert options(p) == ["1", "2"]
    assert verbs(table(dice={0: "y1"}, posts={"merchant": [0]}, deniers=0), "activate") == []


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
    """T-301, T-302, T-304, T-307, T-308, T-309, T-319, T-320, T-325: what is paid and gained."""
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
    """T-22, T-304, T-365: what is beyond 20 is lost."""
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
    """T-303, T-366: where both counts are equal nothing is asked; an activation worth nothing is legal."""
    p = table(dice={0: "y4"}, posts={"miller": [0]}, deniers=0)
    say(p, "activate.miller")
    assert deniers(p, 0) == [0]


def test_procession() -> None:
    """T-317, T-369: two VP for the most dice left, without those used; all players who tie gain, neutral counts."""
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
    """T-131, T-322: the die lies in no district; influence is not asked for."""
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
    """T-187, T-328: where no event can take a cube the rest is lost, and the Archer rolls on."""
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
