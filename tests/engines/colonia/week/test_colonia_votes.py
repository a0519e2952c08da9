"""The votes of every day: C-16, C-36 to C-42, C-105, C-106."""

import pytest

from podesta_engines import observe
from podesta_engines.colonia.rules.votes import count_votes
from podesta_engines.core.script import NOBODY
from tests.engines.colonia.colony import at, give, ordain, table
from tests.kit.play import all_asked, notes, options, say

YES = 0


def ballot(name: str, *votes: int, order: tuple[int, ...] = (0, 1, 2), day: int = 3):
    """A vote on one ordinance among seats with so many votes."""
    p = table(seats=len(votes), order=order)
    ordain(p, name)
    for seat, number in enumerate(votes):
        give(p, seat, votes=number)
    return at(p, ("vote_day", day))


def test_the_majority_decides() -> None:
    """C-39, C-37, RB-5: 5 and 3 yes, 7 and 4 no: 8 to 11, rejected."""
    p = ballot("ord_wed_foreign", 5, 3, 7, 4, order=(0, 1, 2, 3))
    p.listen()
    say(p, "yes", "yes", "no", "no")
    assert p.state.decided == [0]
    decided = next(note for note in p.heard() if note.kind == "decided")
    assert decided.args[1:] == (8, 11, 0, 1)


def test_votes_are_secret_until_the_last() -> None:
    """C-38, C-16: no vote is shown before all have voted."""
    p = ballot("ord_wed_foreign", 5, 3, 7)
    p.listen()
    before = observe(p, 1)
    say(p, "yes")
    assert observe(p, 1) == before
    assert notes(p) == []
    say(p, "yes", "no")
    assert notes(p).count("voted") == 3


@pytest.mark.parametrize(("mayor", "verdict"), [("no", 0), ("yes", 1)])
def test_the_mayor_decides_a_tie(mayor: str, verdict: int) -> None:
    """C-40, AD-5: 7 against 4 and 3: the mayor's vote counts."""
    others = "yes" if mayor == "no" else "no"
    p = ballot("ord_sat_fewer", 7, 4, 3, day=6)
    p.listen()
    say(p, mayor, others, others)
    assert p.state.decided == [verdict]
    assert "mayor_decided" in notes(p)


def test_without_a_voter_it_is_rejected() -> None:
    """C-41, C-105, AD-6: all cards face down: no seat is asked, not even the mayor."""
    p = ballot("ord_wed_foreign", 0, 0, 0)
    assert p.actor == NOBODY
    assert p.state.decided == [0]


def test_a_single_voter_decides() -> None:
    """C-106, C-37: a seat with a face-down card is not asked."""
    p = ballot("ord_wed_foreign", 0, 3, 0)
    assert all_asked(p) == [(1, "vote")]
    say(p, "yes")
    assert p.state.decided == [1]


def test_a_vote_asks_about_its_ordinance() -> None:
    """C-37: yes or no, and the prompt names the ordinance."""
    p = ballot("ord_wed_foreign", 4, 3, 5)
    assert options(p) == ["yes", "no"]
    assert observe(p, None).ordinance == "ord_wed_foreign"


def test_effects_come_before_the_next_vote() -> None:
    """C-36, C-42: from left to right, each with its effect; ordinances of other days wait."""
    p = table()
    ordain(p, "ord_wed_foreign", "ord_thu_saddler", "ord_thu_painter")
    for seat in range(3):
        give(p, seat, votes=4)
    p = at(p, ("vote_day", 4))
    say(p, "yes", "yes", "yes")
    assert p.state.capacity[0] == 3
    assert observe(p, 0).ordinance == "ord_thu_painter"
    say(p, "no", "no", "no")
    assert (p.state.capacity[2], p.state.decided) == (1, [-1, 1, 0])


def test_a_day_without_ordinance_has_no_vote() -> None:
    """C-36: no seat is asked."""
    p = table()
    ordain(p, "ord_wed_foreign")
    assert at(p, ("vote_day", 5)).actor == NOBODY


def test_counting_by_hand() -> None:
    """C-39, C-40: a slow twin over all ballots of three seats."""
    for mask in range(8):
        p = table(order=(1, 0, 2))
        ordain(p, "ord_wed_foreign")
        for seat, number in enumerate((3, 8, 5)):
            give(p, seat, votes=number)
        answers = {seat: mask >> seat & 1 for seat in range(3)}
        yes = sum(number for seat, number in enumerate((3, 8, 5)) if answers[seat] == YES)
        assert count_votes(p.state, 0, answers) == (yes > 8 or (yes == 8 and answers[1] == YES))
