"""Activity cards are hired and activated: T-140 to T-153, and their conditions."""

from podesta_engines.troyes.words import CARD
from tests.engines.troyes.troy import HERE, cubes, deniers, me, say, table, verbs
from tests.kit.play import asked, notes, options


def space_of(p, card: str) -> list[int]:
    """The holders of the two spaces of a card."""
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
    """T-143, T-146: a player with a tradesman on the card does not hire."""
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
    """T-142, T-143: the second gets the second space, the third has no space and uses the card all the same."""
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
    """T-141: the supply, a citizen in a building, a tradesman of another card; not a lying one."""
    p = table(
        dice={0: "r3"}, cards=["mercenary"], posts={"merchant": [0]}, standing={"palace_2": 0, "palace_3": 1},
        lying={"city_hall": [0]}, supply={0: 1},
    )  # fmt: skip
    say(p, "activate.mercenary")
    assert options(p) == ["supply", "palace_2", "card.merchant"]
    say(p, "palace_2")
    assert p.state.standing[1] == -1


def test_leaving_a_card() -> None:
    """T-144, T-208: a tradesman who moves away frees the space, none moves up, and the next to be hired takes it."""
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
