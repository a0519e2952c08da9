"""Hidden information, and clients' views: T-400 to T-404, T-500."""

from collections import Counter
from random import Random

import pytest

from podesta_engines import observe, questions, resample
from podesta_engines.troyes.hidden import observe as as_seen
from podesta_engines.troyes.invariants import check
from tests.engines.troyes.troy import HERE, RULES, begin, say, table
from tests.kit.play import asked, until


def test_what_a_seat_sees_of_others() -> None:
    """T-6, T-400, T-402: own characters and points; of the others only how many characters they hold."""
    p = begin(2, 3, first_seat=0)
    own, other = observe(p, 0).players
    assert len(own.characters) == 2
    assert (own.vp, own.characters_held, other.characters_held) == (0, 2, 2)
    assert (other.characters, other.vp, other.score) == ([], None, None)
    assert own.score == -6 + own.parts.get("thibaut", 0)
    watched = observe(p, None)
    assert watched.seat is None
    assert all(player.characters == [] and player.vp is None for player in watched.players)


def test_nobody_sees_what_was_not_dealt() -> None:
    """T-6, T-400: the rest of the characters is absent from every observed state."""
    p = begin(4)
    assert as_seen(p.state, 0).hidden is None
    assert as_seen(p.state, None).hidden is None


def test_resampling_is_uniform() -> None:
    """T-401: each deal of the other characters that is consistent with a seat's view is equally likely."""
    p = begin(3, 7)
    mine = p.state.players[0].secret.characters
    seen = Counter(
        tuple(tuple(player.secret.characters) for player in resample(p, 0, Random(i)).state.players)
        for i in range(2000)
    )
    assert len(seen) == 5 * 4
    assert all(hands[0] == tuple(mine) for hands in seen)
    assert max(seen.values()) < 2 * min(seen.values())


def test_everything_is_seen_at_the_end() -> None:
    """T-263, T-402, T-403: then every view shows all characters, points and the parts of every score."""
    p = until(begin(3, 2), seed=2)
    view = observe(p, None)
    assert all(len(player.characters) == 1 and player.vp is not None for player in view.players)
    assert [player.score for player in view.players] == [s.score for s in RULES.result(p.state).standings]


def test_the_view_of_a_table() -> None:
    """T-403: dice, citizens, cards, queue, cathedral, supplies and cards not yet drawn, in words."""
    p = table(
        dice={0: "r4 y2", "neutral": "w1"}, standing={"palace_3": 1, "bishopric_a1": "neutral"},
        lying={"city_hall": [0]},
        cards=["priest", "merchant"], posts={"hunting": [0, 1]}, cubes={0: {"priest": 2}},
        queue=["marauders", "war"], marks={1: [0, "neutral"]}, cathedral={(4, 1): 1},
    )  # fmt: skip
    view = observe(p, 0)
    assert [(d.owner, d.dice) for d in view.districts] == [
        ("seat_0", ["red.4", "yellow.2"]),
        ("seat_1", []),
        ("neutral", ["white.1"]),
    ]
    palace, bishopric, hall = view.buildings
    assert [space.citizen for space in palace.spaces] == [None, None, "seat_1", None, None, None]
    assert (bishopric.spaces[0].citizen, bishopric.spaces[0].values) == ("neutral", [1, 2])
    assert hall.lying == ["seat_0"]
    cards = {activity.card: activity for activity in view.activities}
    assert cards["priest"].cubes == {"seat_0": 2, "seat_1": 0}
    assert (cards["hunting"].first, cards["hunting"].second) == ("seat_0", "seat_1")
    assert len([activity for activity in view.activities if activity.card is None]) == 6
    assert all(len(activity.candidates) == 3 for activity in view.activities if activity.card is None)
    assert (view.queue[1].event, view.queue[1].cubes, view.queue[1].black_dice) == ("war", ["seat_0", "neutral"], 2)
    assert [plot.cube for plot in view.cathedral if plot.id == "cathedral_4_1"] == ["seat_1"]
    assert (view.neutral_supply, view.unseen["brigands"], view.phase) == (7, 3, "actions")


def test_a_tradesman_without_a_space_is_shown() -> None:
    """T-142, T-403: he is in the crowd."""
    view = observe(table(seats=4, posts={"merchant": [0, 1, 2]}, dice={0: "y2"}), 0)
    assert [a.crowd for a in view.activities if a.card == "merchant"] == [["seat_2"]]


def test_the_turn_in_progress_is_seen() -> None:
    """T-404: the choices so far are public, until the next turn begins."""
    p = table(dice={0: "y4 y3 y1", 1: "y2"}, deniers=0)
    say(p, "farm", "seat_0.yellow.3")
    for seat in (None, 0, 1):
        assert [(step.kind, step.word) for step in observe(p, seat).turn] == [
            ("act", "farm"),
            ("modify", "none"),
            ("group_die", "seat_0.yellow.3"),
        ]
    say(p, "done")
    assert asked(p) == (1, "act")
    assert observe(p, 1).turn[-1].word == "done"
    say(p, "pass")
    assert [step.word for step in observe(p, 1).turn] == ["pass"]


def test_a_question_reads_well() -> None:
    """T-117: the prompt names its subject, and options have parts for clients."""
    p = table(dice={0: "y4 y3"}, deniers=0)
    say(p, "farm")
    (question,) = questions(p, 0)
    assert question.prompt == "Which die do you choose to use agriculture?"
    assert question.options[0].parts == {"owner": "seat_0", "colour": "yellow", "value": "4"}
    (italian,) = questions(p, 0, "it")
    assert italian.options[0].label == "dado giallo da 4"


@pytest.mark.parametrize(
    "break_it",
    [
        lambda g: g.players[0].__setattr__("supply", 9),
        lambda g: g.__setattr__("neutral", 1),
        lambda g: g.dice.__setitem__(0, 7),
        lambda g: g.unseen.__setitem__(1, 4),
        lambda g: g.cathedral.__setitem__(2, 0),
        lambda g: g.players[1].__setattr__("influence", 21),
        lambda g: g.players[1].__setattr__("deniers", -1),
        lambda g: g.players[1].cubes.__setitem__(1, 1),
        lambda g: g.hidden.characters.pop(),
        lambda g: g.marks[0].extend([0, 0, 0]),
        lambda g: g.tradesmen.__setitem__(0, 1),
        lambda g: g.players[0].secret.__setattr__("vp", -1),
    ],
)
def test_a_broken_table_is_noticed(break_it) -> None:
    """T-5, T-62, T-500: every invariant is checked."""
    g = begin(3).state
    check(g)
    break_it(g)
    with pytest.raises(AssertionError):
        check(g)


def test_figures_of_dice() -> None:
    """T-62, T-76: six dice of each colour and six black ones."""
    assert (HERE.per_colour, HERE.black) == (6, 6)
