"""Influence spent on dice, and cubes on delayed cards: their effects and costs."""

from itertools import product

import pytest

from podesta_engines.troyes.dice import colour_of
from podesta_engines.troyes.words import MODIFIER
from tests.engines.troyes.troy import cubes, deniers, dice, me, points, queue, say, table, verbs
from tests.kit.play import asked, notes, options


def test_reroll_and_flip() -> None:
    """T-130, T-180, X-9, TV-18, TV-19: reroll for 1, flip for 4; the 6 and another against the Marauders fill them."""
    p = table(dice={0: "y2"}, influence=5)
    say(p, "reroll.yellow.2", lots=["1"])
    say(p, "flip")
    assert dice(p, 0) == "y6"
    assert me(p).influence == 0
    say(p, "combat.0")
    assert queue(p) == [("marauders", ["seat_0", "seat_0"])]
    assert me(p).influence == 2


def test_flipping() -> None:
    """T-130: one to three own dice of any colours, die by die; a value v becomes 7 - v; paid at the end."""
    p = table(dice={0: "r1 w2 y6 y6", 1: "y1"}, influence=4)
    say(p, "flip")
    assert options(p) == ["seat_0.red.1", "seat_0.white.2", "seat_0.yellow.6"]
    say(p, "seat_0.red.1", "seat_0.yellow.6")
    assert options(p) == ["seat_0.yellow.6", "done"]
    assert me(p).influence == 4
    say(p, "seat_0.yellow.6")
    assert dice(p, 0) == "r6 w2 y1 y1"
    assert me(p).influence == 0


def test_recruiting() -> None:
    """T-130, T-360: two influence bring a citizen to the personal supply, unless the general one is empty."""
    p = table(dice={0: "y1"}, influence=2)
    say(p, "recruit")
    assert (me(p).supply, me(p).reserve, me(p).influence) == (1, 11, 0)
    q = table(dice={0: "y1"}, influence=2, supply={0: 12})
    assert "recruit" not in options(q)


def test_only_own_dice_are_changed() -> None:
    """T-131, T-363: neither dice of others nor neutral ones."""
    p = table(dice={1: "y1 r1", "neutral": "w1"}, influence=9, deniers=9)
    assert not [option for option in options(p) if option.startswith(("reroll", "flip"))]


# -- cubes -----------------------------------------------------------------------------------------------------------


def test_priest_for_the_farm() -> None:
    """T-115, T-160, T-164, T-312, TV-12: 2, 4, 6 with one Priest cube: value 21, ten deniers, a cube less."""
    p = table(dice={0: "y2 y4 y6"}, cubes={0: {"priest": 2}}, deniers=0)
    say(p, "farm", "priest", "seat_0.yellow.6", "seat_0.yellow.4", "seat_0.yellow.2")
    assert deniers(p, 0) == [10]
    assert cubes(p, "priest") == 1


def test_priest_against_marauders() -> None:
    """T-165, T-183, T-186, TV-28: 1 and 2 with a Priest cube are worth 9: three cubes, all three points."""
    p = table(dice={0: "y1 y2"}, cubes={0: {"priest": 1}}, deniers=0)
    say(p, "combat.0", "priest", "seat_0.yellow.2", "seat_0.yellow.1")
    assert points(p, 0) == [3]
    assert me(p).influence == 3
    assert queue(p) == [("marauders", [])]


def test_monk() -> None:
    """T-165, T-311, TV-21: one white die as three yellow ones: 5 is worth 15; bought it costs two."""
    p = table(dice={1: "w5 w4"}, cubes={0: {"monk": 1}}, deniers={0: 2})
    say(p, "farm", "seat_1.white.5")
    assert deniers(p, 0, 1) == [7, 2]
    assert dice(p, 1) == "w4"


def test_templar() -> None:
    """T-165, T-314: one white die as two red ones, no die may be added."""
    p = table(dice={0: "w3 w1 r1"}, cubes={0: {"templar": 1}}, queue=["marauders", "brigands"], deniers=0)
    say(p, "combat.1")
    assert queue(p)[1] == ("brigands", ["seat_0", "seat_0"])
    assert dice(p, 0) == "r1 w1"


def test_militia() -> None:
    """T-165, T-306: yellow dice alone act as red ones, for events, red cards and the Palace, not for the farm."""
    p = table(dice={0: "y3 y3 r1"}, cubes={0: {"militia": 1}}, queue=["marauders", "brigands"], deniers=0)
    say(p, "combat.1")
    assert options(p) == ["seat_0.yellow.3", "done"]
    say(p, "seat_0.yellow.3")
    assert queue(p)[1] == ("brigands", ["seat_0", "seat_0"])
    q = table(dice={0: "y3"}, supply={0: 1}, cubes={0: {"militia": 1}}, deniers=0)
    assert verbs(q, "place") == ["palace", "city_hall"]
    say(q, "place.palace")
    assert q.state.standing[2] == 0
    assert cubes(q, "militia") == 0
    r = table(dice={0: "y3 y3"}, cubes={0: {"militia": 1}}, deniers=0)
    say(r, "farm")
    assert asked(r) == (0, "group_die")


def test_blacksmith() -> None:
    """T-165, T-305: +5 once for the group; for red cards and events, not for the Palace."""
    p = table(
        dice={0: "r1 r2"}, cubes={0: {"blacksmith": 1}}, queue=["marauders", "brigands"], deniers=0, supply={0: 1}
    )
    say(p, "combat.1")
    assert asked(p) == (0, "modify")
    assert options(p) == ["none", "blacksmith"]
    say(p, "blacksmith", "seat_0.red.2", "done")
    assert queue(p)[1] == ("brigands", ["seat_0", "seat_0"])
    q = table(dice={0: "r1"}, cubes={0: {"blacksmith": 1}}, deniers=0, supply={0: 1})
    say(q, "place.palace")
    assert cubes(q, "blacksmith") == 1


def test_tithing() -> None:
    """T-310, TV-20: a yellow die free from each other district, and one own: no cost, a group of three."""
    p = table(seats=3, dice={0: "y2", 1: "y6 y6", 2: "y5"}, cubes={0: {"tithing": 1}}, deniers=0)
    say(p, "farm", "tithing", "seat_0.yellow.2", "seat_1.yellow.6")
    assert options(p) == ["seat_2.yellow.5", "done"]
    say(p, "seat_2.yellow.5")
    assert deniers(p, 0, 1, 2) == [6, 0, 0]


def test_tithing_further_dice_cost() -> None:
    """T-310: a second die of the same district costs the normal price; the neutral district gives one free too."""
    p = table(dice={1: "y6 y6", "neutral": "y1"}, cubes={0: {"tithing": 1}}, deniers={0: 6})
    say(p, "farm", "tithing", "seat_1.yellow.6", "seat_1.yellow.6", "neutral.yellow.1")
    assert deniers(p, 0, 1) == [6, 6]


def test_tithing_for_the_city_hall() -> None:
    """T-165, T-310: a free die of another district places a citizen."""
    p = table(dice={1: "y6"}, cubes={0: {"tithing": 1}}, deniers=0, supply={0: 1})
    assert verbs(p, "place") == ["city_hall"]
    say(p, "place.city_hall")
    assert deniers(p, 0, 1) == [0, 0]
    assert p.state.standing[16] == 0


def test_apprenticeship_and_confession() -> None:
    """T-165, T-313, T-315: any colour; every die is a 5, or counts two more; not for building, not for placing."""
    p = table(dice={0: "w1 w1"}, cubes={0: {"apprenticeship": 1, "confession": 1}}, queue=["marauders", "heresy"],
              deniers=0, supply={0: 1})  # fmt: skip
    say(p, "combat.1")
    assert options(p) == ["apprenticeship", "confession"]
    say(p, "apprenticeship", "seat_0.white.1")
    assert queue(p)[1] == ("heresy", ["seat_0", "seat_0"])
    q = table(dice={0: "w1 w1"}, cubes={0: {"confession": 1}}, deniers=0, supply={0: 1})
    say(q, "build", "done")
    assert cubes(q, "confession") == 1
    r = table(dice={0: "w1"}, cubes={0: {"confession": 1, "apprenticeship": 1}}, deniers=0, supply={0: 1})
    say(r, "place.bishopric")
    assert r.state.standing[6] == 0


@pytest.mark.parametrize(
    ("modifier", "dice_had", "verb", "offered"),
    [
        ("blacksmith", "y4", "farm", False),
        ("militia", "y4", "farm", False),
        ("templar", "w4", "farm", False),
        ("monk", "w4", "farm", True),
        ("apprenticeship", "y4 y4", "farm", True),
        ("confession", "y4 y4", "farm", True),
        ("priest", "y4 y4", "farm", True),
        ("tithing", "y4 y4", "farm", True),
        ("priest", "w4 w4", "combat.1", False),
        ("monk", "w4 w4", "combat.1", False),
        ("tithing", "w4 w4", "combat.1", False),
        ("confession", "w4 w4", "combat.1", True),
    ],
)
def test_which_action_a_cube_may_serve(modifier: str, dice_had: str, verb: str, offered: bool) -> None:
    """T-165: the table of modifiers."""
    p = table(dice={0: dice_had}, cubes={0: {modifier: 1}}, queue=["marauders", "heresy"], deniers=0)
    if verb not in options(p):
        assert not offered
        return
    say(p, verb)
    took = asked(p) == (0, "modify") and modifier in options(p)
    assert (took or cubes(p, modifier) == 0) == offered


def test_one_cube_from_one_card() -> None:
    """T-160: one modifier an action: the question is a single one, and one cube goes."""
    p = table(dice={0: "y2"}, cubes={0: {"priest": 2, "confession": 2}}, deniers=0)
    say(p, "farm")
    assert options(p) == ["none", "priest", "confession"]
    say(p, "confession")
    assert (cubes(p, "priest"), cubes(p, "confession")) == (2, 1)
    assert "cube_spent" in notes(p)


def test_cubes_are_not_for_the_action_that_placed_them() -> None:
    """T-153, T-161: cubes of an activation come after its group was formed."""
    p = table(dice={0: "w3"}, posts={"confession": [0]}, deniers=0)
    say(p, "activate.confession")
    assert cubes(p, "confession") == 1


def test_cubes_outlast_the_tradesman() -> None:
    """T-163: without a tradesman on the card its cubes still serve."""
    p = table(dice={0: "y2"}, cards=["priest"], cubes={0: {"priest": 1}}, deniers=0)
    say(p, "farm", "priest")
    assert deniers(p, 0) == [2]


def test_pilgrimage() -> None:
    """T-165, T-316, TV-29: a group of one colour may use a Priest cube; a mixed one may not, but Confession serves
    it.
    """
    chosen = {"posts": {"pilgrimage": [0]}, "cubes": {0: {"priest": 1}}, "deniers": 0}
    p = table(dice={0: "y4 y4 w4"}, **chosen)
    say(p, "activate.pilgrimage", "priest", "seat_0.yellow.4", "2")
    assert points(p, 0) == [4]
    q = table(dice={0: "y4 y4 w4"}, **chosen)
    say(q, "activate.pilgrimage", "none", "seat_0.white.4", "done")
    assert points(q, 0) == [2]
    r = table(dice={0: "r2 w2"}, posts={"pilgrimage": [0]}, cubes={0: {"confession": 1}}, deniers=0)
    say(r, "activate.pilgrimage")
    assert points(r, 0) == [2]
    assert cubes(r, "confession") == 0


@pytest.mark.parametrize(("modifier", "colour"), list(product(range(1, 9), range(4))))
def test_modifiers_know_their_dice(modifier: int, colour: int) -> None:
    """T-165: Militia, Tithing and Priest take yellow dice, Monk and Templar white ones, Blacksmith red ones."""
    fixed = {"blacksmith": 0, "militia": 2, "tithing": 2, "monk": 1, "priest": 2, "templar": 1}
    assert colour_of(colour, modifier) == fixed.get(MODIFIER.slug(modifier), colour)
