"""Phase 3: events, and black dice: T-70 to T-87, T-340 to T-353."""

import pytest

from podesta_engines.core.decide import outcomes
from podesta_engines.core.script import FATE
from podesta_engines.troyes.words import EVENT
from tests.engines.troyes.troy import HERE, deniers, dice, lying, me, points, queue, row, say, table
from tests.kit.play import asked, notes, options

STRIKE = ("strike",)


def black(p) -> int:
    """The number of black dice about to be rolled: it is the last task's figure."""
    found = 0
    while p.actor == FATE and p.ask.kind.name == "roll_black":
        p.answer(0)
        found += 1
    return found


def test_two_events_enter() -> None:
    """T-70, X-4: a red card joins the queue, then a card of the colour it calls, each card left equally likely."""
    p = table(task=("draw_events",))
    assert dict(outcomes(p))["brigands"].denominator == 8
    assert dict(outcomes(p))["brigands"].numerator == 3
    say(p, lots=["war", "theological_conflict"])
    assert [name for name, _ in queue(p)] == ["marauders", "war", "theological_conflict"]
    q = table(task=("draw_events",))
    say(q, lots=["brigands"])
    assert queue(q)[2][0] in ("drought", "support", "wayfarers", "civil_war")


def test_an_empty_deck_is_skipped() -> None:
    """T-70: if the called deck is empty no card follows."""
    p = table()
    g = p.state
    for kind, event in enumerate(HERE.events):
        if event.colour in (1, 2):
            g.unseen[kind] = 0
    g.agenda = [("draw_events",)]
    q = type(p)(p.rules, p.rules.unpack(p.rules.pack(g)))
    say(q, lots=["war"])
    assert [name for name, _ in queue(q)] == ["marauders", "war"]


def test_black_dice() -> None:
    """T-71, T-72, T-75, T-340, T-341, X-7, TV-5: one for Marauders, two for War, none for Theological Conflict."""
    p = table(queue=["marauders", "war", "theological_conflict"], task=STRIKE)
    p.answer(2)
    assert black(p) == 3
    p = table(queue=["marauders", "war", "brigands", "skirmishes", "normans_attack"], task=STRIKE)
    assert p.ask.kind.name == "roll_black"
    assert [str(chance) for _, chance in outcomes(p)] == ["1/6"] * 6
    assert black(p) == 6


def test_at_most_six_black_dice() -> None:
    """T-76: symbols beyond the sixth are ignored."""
    assert black(table(queue=["marauders", "war", "normans_attack", "brigands", "brigands"], task=STRIKE)) == 6
    assert black(table(queue=["marauders"], task=STRIKE)) == 1


def test_drought() -> None:
    """T-24, T-73, T-343, T-362: a denier for each own citizen standing in the City Hall; two points if it is not
    there.
    """
    standing = {"city_hall_a1": 0, "city_hall_a2": 0, "city_hall_b1": 1, "city_hall_b2": "neutral"}
    p = table(queue=["marauders", "drought"], standing=standing, deniers={0: 5}, vp=5, task=STRIKE)
    assert deniers(p, 0, 1) == [3, 0]
    assert points(p, 0, 1) == [5, 3]
    q = table(queue=["marauders", "drought"], lying={"city_hall": [0]}, task=STRIKE)
    assert deniers(q, 0) == [5]


def test_civil_war() -> None:
    """T-73, T-346: three deniers, or all that the player has and two points, if there are any (T-21)."""
    p = table(seats=3, queue=["marauders", "civil_war"], deniers={0: 5, 1: 2, 2: 0}, vp={0: 4, 1: 4, 2: 1}, task=STRIKE)
    assert deniers(p, 0, 1, 2) == [2, 0, 0]
    assert points(p, 0, 1, 2) == [4, 2, 0]


def test_heresy() -> None:
    """T-22, T-347: two influence, or all that the player has and two points."""
    p = table(queue=["marauders", "heresy"], influence={0: 5, 1: 1}, vp=5, task=STRIKE)
    assert (me(p, 0).influence, me(p, 1).influence) == (3, 0)
    assert points(p, 0, 1) == [5, 3]


def test_each_card_is_paid_for_by_itself() -> None:
    """T-71, T-73: every card in the queue acts, old ones too, and each unpaid one costs two points."""
    p = table(queue=["marauders", "civil_war", "heresy", "drought"], deniers=1, vp=9, task=STRIKE)
    assert points(p, 0) == [5]


def test_support() -> None:
    """T-71, T-74, T-183, T-184, T-344, TV-30: grey cubes on the two cards to the left; a filled card is discarded."""
    p = table(queue=["marauders", "skirmishes", "support"], marks={1: ["neutral", "neutral"]}, task=STRIKE)
    assert queue(p) == [("marauders", ["neutral"]), ("support", [])]
    assert p.state.discard == [EVENT.parse("skirmishes")]
    assert points(p, 0, 1) == [0, 0]
    assert black(p) == 2
    q = table(queue=["marauders", "support"], task=STRIKE)
    assert queue(q)[0] == ("marauders", ["neutral"])


def test_support_fills_the_marauders() -> None:
    """T-186, T-344: a grey cube that fills them pays the others' share, and they stay; later cards still strike."""
    p = table(queue=["marauders", "support", "civil_war"], marks={0: [0, 0]}, deniers=5, task=STRIKE, vp=0)
    assert points(p, 0) == [2]
    assert queue(p)[0] == ("marauders", [])
    assert deniers(p, 0) == [2]


def test_a_card_that_follows_a_discarded_one_strikes() -> None:
    """T-74: the scan goes on with the next card to the right when a card has left."""
    p = table(queue=["marauders", "skirmishes", "support", "civil_war"], marks={1: [0, 1]}, task=STRIKE)
    assert [name for name, _ in queue(p)] == ["marauders", "support", "civil_war"]
    assert deniers(p, 0, 1) == [2, 2]


def test_succession_conflict() -> None:
    """T-202, T-204, T-342, X-8: a neutral citizen takes the space of the die and expels the citizen there."""
    p = table(queue=["marauders", "succession_conflict"], standing={"palace_3": 1}, task=STRIKE)
    assert [str(chance) for _, chance in outcomes(p)] == ["1/6"] * 6
    p.answer(2)
    assert row(p, "palace_3") == ["neutral"]
    assert lying(p, "palace") == ["seat_1"]
    q = table(queue=["marauders", "succession_conflict"], task=STRIKE)
    q.answer(0)
    assert (row(q, "palace_1"), lying(q, "palace"), q.state.neutral) == (["neutral"], [], 7)


def test_wayfarers_and_theological_conflict() -> None:
    """T-203, T-345, T-348: a neutral citizen enters a row, the others shift, the last one is expelled."""
    p = table(queue=["marauders", "wayfarers"], standing={"city_hall_b1": 0, "city_hall_b2": 1}, task=STRIKE)
    p.answer(3)
    assert row(p, "city_hall_b") == ["neutral", "seat_0"]
    assert lying(p, "city_hall") == ["seat_1"]
    q = table(queue=["marauders", "theological_conflict"], standing={"bishopric_a1": 0}, task=STRIKE)
    q.answer(0)
    assert row(q, "bishopric_a") == ["neutral", "seat_0"]


def test_a_neutral_citizen_expels_a_neutral_one() -> None:
    """T-352, T-353: he stays expelled like any other until Phase 5; no protection prevents it: none is lying before
    actions."""
    p = table(queue=["marauders", "succession_conflict"], standing={"palace_1": "neutral"}, task=STRIKE)
    p.answer(0)
    assert lying(p, "palace") == ["neutral"]
    assert p.state.neutral == 6


def test_no_neutral_citizen_left() -> None:
    """T-351: there is no roll, and no player loses points."""
    standing = {f"palace_{i}": "neutral" for i in range(1, 7)} | {"city_hall_a1": "neutral", "city_hall_a2": "neutral"}
    p = table(queue=["marauders", "wayfarers"], standing=standing, vp=3, task=STRIKE)
    assert p.ask.kind.name == "roll_black"
    assert points(p, 0, 1) == [3, 3]


def test_interruption_of_work() -> None:
    """T-349: the cube on the highest level, there of the highest value, goes, a grey one too; an empty site is safe."""
    site = {(1, 1): 0, (1, 2): 0, (4, 1): 1, (4, 2): "neutral", (6, 1): 0}
    p = table(queue=["marauders", "interruption_of_work"], cathedral=site, task=STRIKE)
    assert p.state.cathedral[10] == -1
    assert p.state.cathedral[9] == 1
    assert p.state.cathedral[1] == 0
    q = table(queue=["marauders", "interruption_of_work"], task=STRIKE)
    assert q.state.cathedral == [-1] * 18


def test_migrant_workers() -> None:
    """T-350: a grey cube on the lowest level with a free place, there in the lowest column; nothing if all is built."""
    p = table(queue=["marauders", "migrant_workers"], cathedral={(1, 1): 0, (1, 2): 0}, task=STRIKE)
    assert p.state.cathedral[3] == 4
    full = {(value, level): 0 for value in range(1, 7) for level in (1, 2, 3)}
    q = table(queue=["marauders", "migrant_workers"], cathedral=full, task=STRIKE)
    assert q.state.cathedral == [0] * 18


# -- black dice ------------------------------------------------------------------------------------------------------


def counter(**chosen):
    """A table where seat 0 faces black dice."""
    return table(task=("prepare", 0), **chosen)


def test_red_counts_twice() -> None:
    """T-80, T-81, T-83, T-86, T-367, TV-6: a red 4 counters 6 and 1; two influence; the 4 is left for the next
    player.
    """
    p = counter(black="4 6 1", dice={0: "r4", 1: "y4"}, influence=0)
    assert asked(p) == (0, "counter_extra")
    assert options(p) == ["1", "done"]
    say(p, "1")
    assert me(p).influence == 2
    assert dice(p, 0) == ""
    assert dice(p, 1) == ""
    assert me(p, 1).influence == 1
    assert p.state.black == 0


def test_unable() -> None:
    """T-84, TV-7: all dice together are too weak: the black die goes, two points are lost, the dice stay."""
    p = counter(black="6", dice={0: "w2 y3"}, vp=5)
    assert points(p, 0) == [3]
    assert dice(p, 0) == "w2 y3"
    assert me(p).influence == 0
    assert p.state.black == 0


def test_a_player_without_dice_takes_the_turn_too() -> None:
    """T-84, T-86: clockwise, also without dice, and a player may be called several times."""
    p = counter(seats=3, black="1 2 3 5", vp=9)
    assert points(p, 0, 1, 2) == [5, 7, 7]


def test_equal_black_dice_are_one_option() -> None:
    """T-80, T-117: further dice are named high to low, equal ones once."""
    p = counter(black="5 5 2 2", dice={0: "r6 r6"})
    assert options(p) == ["5", "2", "done"]
    say(p, "5")
    assert options(p) == ["2", "done"]
    say(p, "2")
    assert options(p) == ["2", "done"]


def test_any_sufficient_set() -> None:
    """T-81, T-87, T-118: dice one by one in their order, a wasteful set too, and no choice is a dead end."""
    p = counter(black="4", dice={0: "r1 w3 y5 y2"})
    assert options(p) == ["seat_0.red.1", "seat_0.white.3", "seat_0.yellow.5"]
    say(p, "seat_0.white.3")
    assert options(p) == ["seat_0.yellow.5", "seat_0.yellow.2"]
    say(p, "seat_0.yellow.5")
    assert options(p) == ["seat_0.yellow.2", "done"]
    say(p, "seat_0.yellow.2")
    assert dice(p, 0) == "r1"


def test_only_own_dice_without_cubes() -> None:
    """T-82, T-162: neither dice of others nor neutral ones, nor cubes of cards."""
    p = counter(black="6", dice={0: "y3", 1: "r6", "neutral": "r6"}, deniers=50, cubes={0: {"priest": 3}}, vp=4)
    assert points(p, 0) == [2]


def test_influence_before_countering() -> None:
    """T-84, T-85, T-130, T-132: own dice may be changed first, as often as wanted; ability is judged afterwards."""
    p = counter(black="6", dice={0: "y1"}, influence=5, vp=4)
    assert asked(p) == (0, "prepare")
    assert set(options(p)) == {"reroll.yellow.1", "recruit", "flip", "done"}
    say(p, "reroll.yellow.1", lots=["1"])
    say(p, "flip")
    assert dice(p, 0) == ""
    assert me(p).influence == 1
    assert points(p, 0) == [4]


def test_influence_need_not_be_spent() -> None:
    """T-84: a player who could become able by influence may go on and lose the points."""
    p = counter(black="6", dice={0: "y1"}, influence=5, vp=4)
    say(p, "done")
    assert points(p, 0) == [2]


def test_the_first_player_begins() -> None:
    """T-86: the first player counters first, and Phase 4 begins with the first player too."""
    p = table(queue=["marauders"], dice={0: "y6 y5", 1: "y6"}, task=("roll_black", 1))
    p.answer(5)
    assert asked(p) == (0, "counter_with")
    say(p, "done")
    assert me(p).influence == 1
    assert dice(p, 0) == "y5"
    assert asked(p) == (0, "act")


@pytest.mark.parametrize("kind", ["drought", "support", "wayfarers", "civil_war", "heresy", "migrant_workers"])
def test_events_that_strike_are_told(kind: str) -> None:
    """T-71: a public note names the event."""
    assert "event_strikes" in notes(table(queue=["marauders", kind], task=STRIKE))
