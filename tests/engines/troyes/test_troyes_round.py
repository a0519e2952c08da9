"""Phases 0, 1, 2 and 5, and passing: T-20 to T-62, T-100 to T-105, T-230 to T-252."""

import pytest

from podesta_engines.core.decide import outcomes
from podesta_engines.core.script import FATE
from podesta_engines.play.playout import playout
from tests.engines.troyes.troy import HERE, RULES, begin, deniers, dice, lying, me, points, row, say, table
from tests.kit.play import asked, notes, options, until

FOUR = {
    "city_hall_a1": 0, "city_hall_a2": 0, "bishopric_a1": 0, "palace_1": 0,
    "bishopric_a2": 1, "bishopric_b1": 1, "bishopric_b2": 1, "city_hall_b1": 1,
    "bishopric_c1": 2, "city_hall_b2": 2, "city_hall_c1": 2, "city_hall_c2": 2,
    "bishopric_c2": 3, "palace_2": 3, "palace_3": 3, "palace_4": 3,
    "palace_5": "neutral", "palace_6": "neutral",
}  # fmt: skip


def test_activities_are_turned_up() -> None:
    """T-40, X-3: in each of the first three rounds one card of each colour, one of three, which then stays."""
    p = table(task=("reveal", 0))
    assert [str(chance) for _, chance in outcomes(p)] == ["1/3"] * 3
    shown = []
    game = playout(RULES, 2, 1).position.state
    assert all(card in HERE.by_slot[slot] for slot, card in enumerate(game.activities))
    q = begin(2)
    while q.ask is not None:
        if q.state.round and (not shown or shown[-1][0] != q.state.round) and q.state.phase >= 3:
            shown.append((q.state.round, 9 - q.state.activities.count(-1)))
        step(q)
    assert shown == [(1, 3), (2, 6), (3, 9), (4, 9)]


def step(p) -> None:
    """Go on with the first option."""
    if p.actor == FATE:
        say(p) if p.ask.kind.name not in ("roll", "activity") else p.answer(p.ask.options[0])
    else:
        p.answer(p.asks[0].options[-1], p.asks[0].seat)


def test_wages() -> None:
    """T-50, T-52, TV-2: ten deniers, then two a citizen in the Palace and one in the Bishopric; grey costs nothing."""
    p = table(seats=4, standing=FOUR, task=("pay_wages",))
    assert deniers(p, 0, 1, 2, 3) == [12, 12, 14, 8]
    assert notes(p).count("income") == 4


def test_unpaid_wages() -> None:
    """T-20, T-21, T-51, T-360, TV-4: a player who cannot pay gives all and loses two points once, if there are any."""
    palace = {f"palace_{i}": 0 for i in range(1, 7)}
    assert points(table(standing=palace, deniers=0, vp=5, task=("pay_wages",)), 0) == [3]
    p = table(standing=palace, deniers=0, vp=1, task=("pay_wages",))
    assert (deniers(p, 0), points(p, 0)) == ([0], [0])
    assert row(p, "palace_1") == ["seat_0"]


def test_lying_citizens_cost_nothing() -> None:
    """T-24: only standing citizens count for wages."""
    assert deniers(table(lying={"palace": [0]}, task=("pay_wages",)), 0) == [15]


def test_work_force() -> None:
    """T-60, T-61, T-62, X-6, TV-3: a die for each standing citizen, red, white, yellow; grey dice are kept apart."""
    p = table(seats=4, standing=FOUR, task=("roll", 0))
    assert [str(chance) for _, chance in outcomes(p)] == ["1/6"] * 6
    say(p, lots=["1", "2", "3", "4"])
    assert dice(p, 0) == "r1 w2 y4 y3"
    p = table(seats=4, standing=FOUR, task=("roll", 4))
    say(p, lots=["6", "5"])
    assert dice(p, "neutral") == "r6 r5"


def test_nobody_stands_nobody_rolls() -> None:
    """T-24, T-361: without standing citizens there are no dice; buying is still possible."""
    p = table(task=("roll", 0), lying={"palace": [0]})
    assert p.ask is None
    assert dice(p, 0) == ""
    q = table(dice={1: "y6"}, deniers=2)
    assert "farm" in options(q)


def test_turn_order() -> None:
    """T-100, T-101: clockwise, one action each."""
    p = table(seats=3, dice={0: "y4 y4", 1: "y4 y4", 2: "y4 y4"}, deniers=0)
    seen = []
    for _ in range(4):
        seen.append(asked(p))
        if len(seen) < 4:
            say(p, "farm", "done")
    assert seen == [(0, "act"), (1, "act"), (2, "act"), (0, "act")]


def test_influence_is_not_an_action() -> None:
    """T-100, T-130: after an influence step the same seat is asked again, before an action or a pass."""
    p = table(dice={0: "y1"}, influence=3)
    say(p, "reroll.yellow.1", lots=["5"])
    assert asked(p) == (0, "act")
    assert "pass" in options(p)
    say(p, "recruit", "pass")
    assert me(p).passed


def test_passing() -> None:
    """T-102, T-230, T-231, T-232, T-233, T-234, TV-23: two deniers in the district, one more for each turn, in
    hand in Phase 5 only.
    """
    p = table(dice={0: "y1", 1: "y2 y4 y5 y6"}, deniers={0: 3})
    say(p, "pass")
    assert (me(p).purse, me(p).deniers) == (2, 3)
    for die in ("6", "5", "4"):
        assert asked(p)[0] == 1
        say(p, "farm", f"seat_1.yellow.{die}", "done")
    assert me(p).purse == 5
    assert me(p).deniers == 3
    say(p, "pass")
    assert me(p).deniers == 8
    assert me(p).purse == 0


def test_the_last_pass_ends_the_phase() -> None:
    """T-103, T-104: a lone player goes on turn after turn; when the last one passes no player gets a further denier."""
    p = table(dice={0: "y1", 1: "y4 y5"}, deniers=0)
    say(p, "pass", "pass")
    assert deniers(p, 0, 1) == [2, 2]


def test_no_dice_no_turn() -> None:
    """T-103, T-370: the phase is over as soon as no die is left anywhere, and others get nothing for it."""
    p = table(dice={0: "y4"}, deniers=0)
    say(p, "farm")
    assert p.actor == FATE or p.ask is None
    assert deniers(p, 0, 1) == [2, 0]
    q = table(deniers=0)
    assert deniers(q, 0, 1) == [0, 0]
    assert q.state.round == 2


def test_dice_left_and_nothing_to_pay() -> None:
    """T-105: a player without another legal action passes without being asked."""
    p = table(dice={1: "y4 y5"}, deniers=0)
    assert asked(p) == (1, "act")
    assert me(p).passed


def test_end_of_the_round() -> None:
    """T-204, T-240, T-241, T-242, T-243: lying citizens stand up in their supplies, dice are cleared, the first
    player changes.
    """
    p = table(seats=3, lying={"palace": [0, "neutral"], "city_hall": [0]}, dice={0: "y1"}, task=("end_round",))
    assert me(p).supply == 2
    assert p.state.neutral == 8
    assert lying(p, "palace") == []
    assert not any(p.state.dice)
    assert p.state.first == 1
    assert not any(player.passed for player in p.state.players)


@pytest.mark.parametrize(("seats", "rounds"), [(2, 4), (3, 5), (4, 6)])
def test_the_game_ends_after_its_last_round(seats: int, rounds: int) -> None:
    """T-9, T-244, T-250, T-252: after Phase 5 of the round in which the last red card entered, within the bound."""
    done = playout(RULES, seats, 5)
    assert done.position.state.round == rounds
    drawn = sum(
        e.copies - left for e, left in zip(HERE.events, done.position.state.unseen, strict=True) if e.colour == 0
    )
    assert drawn == rounds
    assert done.decisions <= RULES.bound(seats)


def test_a_die_is_never_used_twice() -> None:
    """T-252: every action removes a die, so a game with stubborn players ends as well."""
    assert until(begin(2), seed=3).ask is None
