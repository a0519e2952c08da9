"""Building, combating, placing: T-170 to T-208."""

import pytest

from podesta_engines.troyes.pieces import rewards
from podesta_engines.troyes.state import NEUTRAL
from tests.engines.troyes.troy import deniers, dice, lying, me, points, queue, row, say, table, verbs
from tests.kit.play import asked, notes, options

# -- the cathedral ---------------------------------------------------------------------------------------------------


def test_building() -> None:
    """T-112, T-170, T-171, T-172, TV-13: cubes on the lowest free places; three points, influence 1, 2 and 2."""
    p = table(seats=3, dice={0: "w5", 1: "w2", 2: "w4"}, cathedral={(4, 1): 1}, deniers={0: 12})
    say(p, "build", "seat_0.white.5", "seat_1.white.2", "seat_2.white.4")
    assert deniers(p, 0, 1, 2) == [0, 6, 6]
    assert p.state.cathedral[3] == 0
    assert p.state.cathedral[12] == 0
    assert p.state.cathedral[9:11] == [1, 0]
    assert points(p, 0) == [3]
    assert me(p).influence == 5


def test_every_die_builds() -> None:
    """T-173: a die cannot join if its column is full; two equal dice fill two levels."""
    full = {(4, level): 1 for level in (1, 2, 3)}
    p = table(dice={0: "w4 w3 w3"}, cathedral=full | {(3, 1): 1}, deniers=0)
    say(p, "build")
    assert options(p) == ["seat_0.white.3", "done"]
    say(p, "seat_0.white.3")
    assert p.state.cathedral[6:9] == [1, 0, 0]
    q = table(dice={0: "w4"}, cathedral=full, deniers=0)
    assert "build" not in options(q)
    r = table(dice={0: "w3 w3"}, cathedral={(3, 1): 1, (3, 2): 1}, deniers=0)
    say(r, "build")
    assert dice(r, 0) == "w3"


def test_only_white_dice_build() -> None:
    """T-170: no other colour, and no cube of a card."""
    assert "build" not in options(table(dice={0: "y4 r4"}, cubes={0: {"confession": 1}}, deniers=0))


# -- events ----------------------------------------------------------------------------------------------------------


def test_combat() -> None:
    """T-180, T-181, T-182, TV-14: 2, 3 and 4 against divisor 4: two cubes, two influence."""
    p = table(dice={0: "r2 r3 r4"}, queue=["marauders", "succession_conflict"], deniers=0)
    say(p, "combat.1", "seat_0.red.4", "seat_0.red.3", "seat_0.red.2")
    assert queue(p)[1] == ("succession_conflict", ["seat_0", "seat_0"])
    assert me(p).influence == 2


def test_colours_of_events() -> None:
    """T-180, T-340, T-341: red events take red dice, white ones white, yellow ones and Marauders yellow."""
    events = ["marauders", "war", "heresy", "drought"]
    assert verbs(table(dice={0: "r4"}, queue=events, deniers=0), "combat") == ["1"]
    assert verbs(table(dice={0: "w4"}, queue=events, deniers=0), "combat") == ["2"]
    assert verbs(table(dice={0: "y4"}, queue=events, deniers=0), "combat") == ["0", "3"]
    assert verbs(table(dice={0: "y2"}, queue=events, deniers=0), "combat") == []


def test_surplus_is_lost() -> None:
    """T-181: never more cubes than free spaces; not fewer than possible."""
    p = table(dice={0: "r6 r6"}, queue=["marauders", "war"], marks={1: [1, 1, 1]}, deniers=0)
    say(p, "combat.1", "seat_0.red.6")
    assert [name for name, _ in queue(p)] == ["marauders"]
    assert me(p).influence == 2


def test_same_events_are_told_apart_by_their_place() -> None:
    """T-180, T-185: several Brigands may be in the queue; when one leaves, those to its right move left."""
    p = table(
        dice={0: "r3 r3"}, queue=["marauders", "brigands", "brigands", "war"], marks={1: [0, 0, 0], 2: [1]}, deniers=0
    )
    assert verbs(p, "combat") == ["1", "2", "3"]
    say(p, "combat.1", "done")
    assert queue(p)[1:] == [("brigands", ["seat_1"]), ("war", [])]
    assert me(p).events


def test_a_shared_reward() -> None:
    """T-183, T-184, TV-15: two tied for first share both rewards, the third gets nothing; the earlier takes the
    card.
    """
    p = table(
        seats=3,
        dice={1: "r4"},
        active=1,
        queue=["marauders", "succession_conflict"],
        marks={1: [0, 0, 1, 2]},
        deniers=0,
    )
    say(p, "combat.1")
    assert points(p, 0, 1, 2) == [3, 3, 0]
    assert len(me(p, 0).events) == 1
    assert "event_taken" in notes(p)


def test_a_lone_colour() -> None:
    """T-183, TV-24: one colour alone gets both rewards."""
    p = table(dice={0: "y6 y6"}, queue=["marauders", "drought"], marks={1: [0, 0]}, deniers=0)
    say(p, "combat.1", "done")
    assert points(p, 0) == [4]


@pytest.mark.parametrize(
    ("marks", "vp", "expected"),
    [
        ([0, 0, 1], (3, 1), {0: 3, 1: 1}),
        ([0, 1, 2], (3, 1), {0: 1, 1: 1, 2: 1}),
        ([0, 0, 1, 2], (3, 2), {0: 3, 1: 1, 2: 1}),
        ([0, 0, 1, 1, 2], (4, 2), {0: 3, 1: 3}),
        ([NEUTRAL, NEUTRAL, 0], (3, 1), {NEUTRAL: 3, 0: 1}),
        ([0, 0, NEUTRAL], (3, 1), {0: 3, NEUTRAL: 1}),
        ([0, 0, 0], (2, 1), {0: 3}),
        ([0, 1, 2, 3], (3, 2), {0: 1, 1: 1, 2: 1, 3: 1}),
    ],
)
def test_rewards(marks: list[int], vp: tuple[int, int], expected: dict[int, int]) -> None:
    """T-23, T-183, T-364: ranks by cubes, grey among them; ties share, rounded down."""
    assert rewards(marks, vp, True) == expected


def test_grey_as_no_rival() -> None:
    """T-183: with the option off a lone player earns both rewards despite grey cubes."""
    assert rewards([NEUTRAL, 0, 0], (3, 1), False) == {0: 4}
    assert rewards([NEUTRAL, 0, 1], (3, 1), False) == {NEUTRAL: 1, 0: 1, 1: 1}


def test_grey_wins() -> None:
    """T-183, T-184, T-364: grey's share vanishes and the card is discarded."""
    p = table(dice={0: "y4"}, queue=["marauders", "drought"], marks={1: ["neutral", "neutral"]}, deniers=0)
    say(p, "combat.1")
    assert points(p, 0) == [1]
    assert len(p.state.discard) == 1
    assert me(p).events == []


def test_marauders_stay() -> None:
    """T-185, T-186: the usual points, no player takes the card, all spaces are free again; surplus cubes are lost."""
    p = table(dice={0: "y6 y6"}, marks={0: [1]}, deniers=0)
    say(p, "combat.0", "seat_0.yellow.6")
    assert points(p, 0, 1) == [2, 1]
    assert queue(p) == [("marauders", [])]
    assert me(p).events == []
    assert me(p).influence == 2


# -- placing ---------------------------------------------------------------------------------------------------------


def test_a_row_shifts() -> None:
    """T-200, T-203, T-204, T-205, T-206, TV-16: blue enters, shifts the other and expels his own citizen."""
    p = table(
        dice={1: "y1", "neutral": "w1"}, standing={"city_hall_a1": 1, "city_hall_a2": 0}, deniers={0: 2}, supply={0: 1}
    )
    say(p, "place.city_hall", "supply")
    assert row(p, "city_hall_a") == ["seat_0", "seat_1"]
    assert lying(p, "city_hall") == ["seat_0"]
    assert deniers(p, 0, 1) == [0, 2]


def test_palace() -> None:
    """T-200, T-202, TV-17: a neutral red 3 for two deniers; the occupant of space 3 is laid down."""
    p = table(dice={"neutral": "r3", 1: "w1"}, standing={"palace_3": 1}, deniers={0: 2}, supply={0: 1})
    say(p, "place.palace")
    assert row(p, "palace_3") == ["seat_0"]
    assert lying(p, "palace") == ["seat_1"]
    assert deniers(p, 0) == [0]


def test_an_empty_entry() -> None:
    """T-203: if the entry is free no citizen shifts; a gap further right is filled first."""
    p = table(dice={0: "w6"}, standing={"bishopric_c2": 1}, deniers=0, supply={0: 1})
    say(p, "place.bishopric")
    assert row(p, "bishopric_c") == ["seat_0", "seat_1"]
    q = table(dice={0: "w6"}, standing={"bishopric_c1": 1}, deniers=0, supply={0: 1})
    say(q, "place.bishopric")
    assert row(q, "bishopric_c") == ["seat_0", "seat_1"]
    assert lying(q, "bishopric") == []


def test_protection() -> None:
    """T-205: no second citizen of a colour is expelled from a building in a round; other colours may be (T-206)."""
    chosen = {
        "dice": {0: "r3 r4", 1: "w1"},
        "standing": {"palace_3": 1, "palace_4": "neutral"},
        "deniers": 0,
        "supply": {0: 1},
    }
    p = table(lying={"palace": [1]}, **chosen)
    say(p, "place.palace")
    assert row(p, "palace_4") == ["seat_0"]
    assert sorted(lying(p, "palace")) == ["neutral", "seat_1"]
    q = table(lying={"palace": [1, "neutral"]}, **chosen)
    assert "place.palace" not in options(q)
    r = table(lying={"city_hall": [1]}, **chosen)
    say(r, "place.palace", "seat_0.red.3")
    assert lying(r, "palace") == ["seat_1"]


def test_a_protected_row_can_be_entered_from_within() -> None:
    """T-201, T-205: a citizen of the same row is lifted first, so that none is expelled."""
    p = table(
        dice={0: "y1"},
        standing={"city_hall_a1": 0, "city_hall_a2": 1},
        lying={"city_hall": [1]},
        deniers=0,
        supply={0: 1},
    )
    say(p, "place.city_hall")
    assert row(p, "city_hall_a") == ["seat_0", "seat_1"]
    assert me(p).supply == 1


def test_which_citizen() -> None:
    """T-201, T-208: from the supply, from any building, also to the same space, or from a card."""
    p = table(
        dice={0: "r3"}, standing={"palace_3": 0, "city_hall_a1": 0}, posts={"merchant": [0]}, deniers=0, supply={0: 1}
    )
    say(p, "place.palace")
    assert options(p) == ["supply", "palace_3", "city_hall_a1", "card.merchant"]
    say(p, "palace_3")
    assert row(p, "palace_3") == ["seat_0"]
    assert lying(p, "palace") == []


def test_a_lifted_citizen_leaves_a_gap() -> None:
    """T-201: the space of a citizen who moves stays empty until another moves in."""
    p = table(dice={0: "r3"}, standing={"bishopric_a1": 0, "bishopric_a2": 1}, deniers=0)
    say(p, "place.palace")
    assert row(p, "bishopric_a") == [None, "seat_1"]


def test_lying_citizens_are_not_placed() -> None:
    """T-201: they wait for Phase 5; with `lying_usable` they may be placed at once, and protect no longer."""
    chosen = {"dice": {0: "r3", 1: "w1"}, "lying": {"palace": [0]}, "deniers": 0}
    assert "place.palace" not in options(table(**chosen))
    p = table(**chosen, lying_usable=True)
    say(p, "place.palace")
    assert row(p, "palace_3") == ["seat_0"]
    assert lying(p, "palace") == []


def test_a_used_lying_citizen_protects_no_longer() -> None:
    """T-205: taking up the own lying citizen makes room to expel another own one."""
    chosen = {"dice": {0: "r3", 1: "w1"}, "standing": {"palace_3": 0}, "lying": {"palace": [0]}}
    p = table(**chosen, deniers=0, supply={0: 1}, lying_usable=True)
    say(p, "place.palace")
    assert options(p) == ["palace_3", "lying.palace"]
    say(p, "lying.palace")
    assert lying(p, "palace") == ["seat_0"]


def test_no_die_this_round() -> None:
    """T-110, T-207: exactly one die is used, and the new citizen gives none before the next round."""
    p = table(dice={0: "r3 r3"}, deniers=0, supply={0: 2})
    say(p, "place.palace")
    assert dice(p, 0) == "r3"
    assert asked(p)[0] == 0 or me(p, 1).passed
