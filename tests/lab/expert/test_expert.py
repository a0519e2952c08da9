"""The search guided by a network uses its seat's knowledge, changes nothing, ends in time and improves on the
network."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from podesta_engines import RULESETS, resample, result, save
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import Ruleset
from podesta_engines.play.house import EXPERT, CannotPlay, bot, check, names, seats_of
from podesta_lab.arena.players import NoSuchPlayer, player
from podesta_lab.expert.house import UNPROVEN, guided_seats
from podesta_lab.expert.mind import Mind, kept_mind
from podesta_lab.expert.search import Guidance, GuidedSearch
from podesta_lab.expert.worth import promised, reward
from podesta_lab.gym import house
from podesta_lab.gym.house import NoNetwork, NoNumpy, trained
from podesta_lab.gym.net import NetworkMismatch
from tests.kit.walks import Table, some, walk
from tests.lab.expert.conftest import untrained

QUICK = Guidance(iterations=12, options=3)
PLAYED = [(ruleset, seats) for ruleset in RULESETS.all() for seats in seats_of(ruleset, EXPERT)]
"""The tables at which it plays as a house bot."""
MODULES: dict[str, Any] = sys.modules
"""A module that is None cannot be imported."""


def questions(table: Table, seed: int) -> Iterator[tuple[Position, Random]]:
    """Some positions of a random game in which a seat is asked."""
    return ((p.clone(), rnd) for p, rnd in some(table, seed, 0.05) if p.asks)


def test_it_uses_nothing_that_its_seat_does_not_know(table: Table, mind: Mind) -> None:
    """In two worlds that look the same to a seat, it tries the same, finds the same values, and answers the same."""
    for p, rnd in questions(table, 3):
        seat = rnd.choice(p.asks).seat
        searches = [GuidedSearch(each, seat, Random(7), mind, QUICK) for each in (p, resample(p, seat, rnd))]
        one, other = [(each.think(), each.worth) for each in searches]
        assert one == other


def test_it_answers_legally_and_changes_nothing(table: Table, mind: Mind) -> None:
    """Its option is one of the question's, the position is unchanged, and the guidance bounds its iterations."""
    for p, rnd in questions(table, 4):
        before, ask = (save(p), p.rules.pack(p.state)), rnd.choice(p.asks)
        search = GuidedSearch(p, ask.seat, rnd, mind, QUICK)
        assert search.think() in ask.options
        assert (save(p), p.rules.pack(p.state)) == before
        tried = [len(worth) for worth in search.worth.values()]
        assert sum(tried) == (QUICK.iterations if len(ask.options) > 1 else 0)
        assert sum(map(bool, tried)) <= QUICK.options


def test_what_tables_are_worth_stays_in_bounds(table: Table, mind: Mind) -> None:
    """From -1 to 1, for the ruleset's promise, the network's value, and the result; between two, one wins what the
    other loses."""
    for p, _ in questions(table, 5):
        in_bounds(promised(table.ruleset.judge, p.state))  # type: ignore[arg-type]
        shares, worths = mind.look(p, p.asks[0])
        in_bounds(worths)
        assert shares == mind.priors(p, p.asks[0])
        assert sum(shares.values()) == pytest.approx(1, abs=1e-5)
        assert [*shares] == [*p.asks[0].options]
    *_, last = walk(table, 5)
    in_bounds(reward(result(last)))


def in_bounds(worths: list[float]) -> None:
    """Assert that values are within the bounds, and that between two seats one's is minus the other's."""
    assert all(-1 <= each <= 1 for each in worths)
    assert len(worths) > 2 or sum(worths) == pytest.approx(0, abs=1e-9)


def test_it_stops_when_its_time_is_over(tmp_path: Path) -> None:
    """Without time it answers as the network would; otherwise it stops after the iteration in which its time passes."""
    table = Table(RULESETS.named("troyes"), 2)
    mind = untrained(table, tmp_path / "net.npz")
    p = next(p for p in walk(table, 1) if p.asks and len(p.asks[0].options) > 2)
    seat = p.asks[0].seat
    assert GuidedSearch(p, seat, Random(1), mind).think(lambda: True) == mind.best(p, seat)
    search, ticks = GuidedSearch(p, seat, Random(1), mind), iter([False, False, True])
    assert search.think(lambda: next(ticks)) in p.asks[0].options
    assert sum(len(worth) for worth in search.worth.values()) == 2


def test_it_plays_better_than_the_network_that_guides_it(tmp_path: Path) -> None:
    """Even an untrained one: the ruleset's own value distinguishes good tables from bad ones."""
    table = Table(RULESETS.named("golden-horn"), 2)
    mind = untrained(table, tmp_path / "net.npz")
    mind.values[-1][0][:] = mind.values[-1][1][:] = 0  # it adds nothing to the ruleset's value
    assert sum(won(table, mind, seed) for seed in range(4)) >= 3


def won(table: Table, mind: Mind, seed: int) -> bool:
    """Whether the search beats its network."""
    rnd, p, me = Random(seed), table.ruleset.start(2), seed % 2
    while p.ask is not None:
        if not p.asks:
            p.answer(rnd.choices(p.ask.options, p.ask.weights)[0])  # type: ignore[union-attr]
            continue
        seat = p.asks[0].seat
        found = GuidedSearch(p, seat, rnd, mind, Guidance(iterations=20)).think() if seat == me else mind.best(p, seat)
        p.answer(found, seat)
    return result(p).winners == [me]


def test_there_is_one_for_most_rulesets() -> None:
    """At the tables of their networks; elsewhere it is refused with the alternatives."""
    assert {ruleset.id for ruleset, _ in PLAYED} >= {"pillars-of-the-earth", "notre-dame", "troyes"}
    pillars = RULESETS.named("pillars-of-the-earth")
    assert (EXPERT in names(pillars, 2), EXPERT in names(pillars, 4)) == (True, False)
    with pytest.raises(NoNetwork, match="at a table of 4; there is one for tables of 2"):
        check(pillars, 4, EXPERT)


@pytest.mark.parametrize(("ruleset", "seats"), PLAYED, ids=lambda each: getattr(each, "id", each))
def test_it_wins_against_greedy(ruleset: Ruleset, seats: int) -> None:
    """With a tenth of its iterations it plays every seat once, and loses one game at most."""
    mind, greedy, lost = kept_mind(trained(ruleset, seats), ruleset, seats), bot(ruleset, "greedy"), 0
    for me in range(seats):
        rnd, p = Random(me), ruleset.start(seats)
        while p.ask is not None:
            if p.asks:
                seat = p.asks[0].seat
                mine = GuidedSearch(p, seat, rnd, mind, Guidance(iterations=30)).think if seat == me else None
                p.answer(mine() if mine else greedy(p, seat, rnd), seat)
            else:
                p.answer(rnd.choices(p.ask.options, p.ask.weights)[0])  # type: ignore[union-attr]
        lost += me not in result(p).winners
    assert lost <= 1


def test_it_is_a_house_bot_and_a_player_of_the_arena() -> None:
    """Both think like the search, with the lab's network."""
    ruleset, seats = PLAYED[0]
    p = next(p for p in walk(Table(ruleset, seats), 1) if p.asks and len(p.asks[0].options) > 1)
    seat, mind = p.asks[0].seat, kept_mind(trained(ruleset, seats), ruleset, seats)
    wanted = GuidedSearch(p, seat, Random(3), mind).think()
    assert bot(ruleset, EXPERT)(p, seat, Random(3)) == player(ruleset, EXPERT)(p, seat, Random(3)) == wanted
    wanted = GuidedSearch(p, seat, Random(3), mind, QUICK).think()
    assert player(ruleset, "expert:iterations=12,options=3")(p, seat, Random(3)) == wanted


def test_a_network_that_only_answers_guides_no_search() -> None:
    """The error says so, and how to get one that can."""
    notre_dame = RULESETS.named("notre-dame")
    assert not house.judges(trained(notre_dame, 3))
    with pytest.raises(
        NetworkMismatch, match=r"for answers alone, not for a search \(learn.py --judge\); train it again"
    ):
        Mind(trained(notre_dame, 3), notre_dame, 3)


def test_where_it_is_not_proven_it_plays_in_the_arena_alone() -> None:
    """A service neither offers nor seats it at such a table; tuned, it plays there for experiments."""
    assert UNPROVEN
    for rules, seats in UNPROVEN:
        ruleset = next(each for each in RULESETS.all() if each.rules == rules)
        assert seats in guided_seats(ruleset)
        assert seats not in seats_of(ruleset, EXPERT)
        with pytest.raises(CannotPlay):
            check(ruleset, seats, EXPERT)
        p = next(p for p in walk(Table(ruleset, seats), 1) if p.asks and len(p.asks[0].options) > 1)
        assert player(ruleset, "expert:iterations=4")(p, p.asks[0].seat, Random(1)) in p.asks[0].options


def test_without_numpy_it_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a house bot, and tuned."""
    pillars = RULESETS.named("pillars-of-the-earth")
    assert house.judges(trained(pillars, 2))
    monkeypatch.setitem(MODULES, "numpy", None)
    assert (EXPERT in names(pillars), seats_of(pillars, EXPERT)) == (False, [])
    with pytest.raises(NoNumpy, match="numpy, which is not installed"):
        check(pillars, 2, EXPERT)
    with pytest.raises(NoSuchPlayer, match="numpy, which is not installed"):
        player(pillars, "expert:iterations=12")
