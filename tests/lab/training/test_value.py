"""Values: features of games' tables, weights that fit them, and a fit that finds the true weights."""

from __future__ import annotations

from math import isfinite
from random import Random

import msgspec
import numpy as np
import pytest

from podesta_engines import RULESETS
from podesta_engines.core.position import Position
from podesta_engines.core.ruleset import VALUE, Ruleset
from podesta_engines.core.value import Features, Judge, OtherFeatures, Stage, Value, chance
from podesta_engines.play.search import Search, Tuning
from podesta_lab.training.ridge import explained, fit, fit_stages, table
from podesta_lab.training.samples import Sample, samples
from tests.kit.walks import Table, walk

EVERY = pytest.mark.parametrize("ruleset", RULESETS.all(), ids=lambda ruleset: ruleset.id)
TABLES = [Table(ruleset, seats) for ruleset in RULESETS.all() for seats in ruleset.seats]


def value_of(ruleset: Ruleset) -> Value:
    """The value in the ruleset's package."""
    return msgspec.json.decode(ruleset.read(VALUE), type=Value)


def made(ruleset: Ruleset, weights: dict[str, float], error: float = 5.0) -> Value:
    """A value of one stage with some weights."""
    assert ruleset.features is not None
    names = list(ruleset.features.names)
    stage = Stage(0, [weights.get(name, 0.0) for name in names], error)
    return Value(ruleset.rules, names, [stage], 6, 1, 1, 1.0, [2], 0.5, 0.4)


@pytest.mark.parametrize("found", TABLES, ids=repr)
def test_features_are_numbers_with_names(found: Table) -> None:
    """At every position a number for each name and seat, the current score first; stages grow."""
    features = found.ruleset.features
    assert features is not None
    assert len(set(features.names)) == len(features.names)
    before = 0
    for number, p in enumerate(walk(found, 4)):
        if number % 7 and p.ask is not None:
            continue
        stage, rows = features.read(p.state)
        assert [len(row) for row in rows] == [len(features.names)] * found.seats
        assert all(isfinite(each) for row in rows for each in row)
        assert [row[0] for row in rows] == [each.score for each in found.ruleset.result(p.state).standings]
        assert stage >= before
        before = stage


@EVERY
def test_every_ruleset_has_a_value_that_fits(ruleset: Ruleset) -> None:
    """It is for these rules, these features and every number of seats, and explains more than the score does."""
    value, judge = value_of(ruleset), ruleset.judge
    assert judge is not None
    assert value.seats == list(ruleset.seats)
    assert value.r2 > value.r2_score
    assert value.samples > 500
    assert judge.horizon == value.horizon > 0
    depths = [judge.depth(seats) for seats in ruleset.seats]
    assert depths == sorted(depths)
    assert depths[0] == value.horizon or ruleset.seats[0] > 2
    assert all(judge.depth(seats) >= 6 * seats for seats in ruleset.seats if seats > 2)


@EVERY
def test_other_features_are_refused(ruleset: Ruleset) -> None:
    """A value for another version of the rules, or for features with other names or in another order, is refused."""
    assert ruleset.features is not None
    value, features = value_of(ruleset), ruleset.features
    renamed = Features([*features.names[:-1], "another"], features.read)
    with pytest.raises(OtherFeatures, match="another"):
        Judge(value, ruleset.rules, renamed)
    with pytest.raises(OtherFeatures, match="their order"):
        Judge(value, ruleset.rules, Features([*features.names[1:], features.names[0]], features.read))
    with pytest.raises(OtherFeatures, match=f"not for {ruleset.id}/9"):
        Judge(value, f"{ruleset.id}/9", features)


def test_chances_are_fair_and_bounded() -> None:
    """Equals have even chances, those of two seats add up to one, and a large lead is as good as a win."""
    assert chance(0, 5) == 0.5
    assert chance(3, 5) + chance(-3, 5) == pytest.approx(1)
    assert 0.5 < chance(3, 5) < chance(6, 5) < chance(1e9, 5) <= 1
    assert chance(3, 1) > chance(3, 5)


def asked(ruleset: Ruleset, seed: int) -> Position:
    """A position late enough in a game for some scores, at which a seat has options."""
    rnd, seen = Random(seed), 0
    for p in walk(Table(ruleset, ruleset.seats[0]), seed):
        seen += bool(p.asks)
        if seen > 20 and p.asks and len(p.asks[0].options) > 2 and rnd.random() < 0.3:
            return p.clone()
    raise AssertionError("no such position")


def test_a_search_judges_by_the_value(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the horizon at the next decision, an option is worth its value: its cards, or nothing."""
    rules = RULESETS.named("golden-horn")
    p = asked(rules, 3)
    assert rules.features is not None
    promised = {}
    for weight in (0.0, 100.0):
        judge = Judge(made(rules, {"cards": weight}), rules.rules, rules.features)
        monkeypatch.setitem(rules.__dict__, "judge", judge)
        search = Search(p, p.asks[0].seat, Random(1), Tuning(iterations=30, horizon=1))
        search.think()
        promised[weight] = {round(tried.value, 6) for tried in search.option_stats if tried.visits}
    assert promised[0.0] == {0.5}
    assert promised[100.0] != {0.5}


def test_points_count_the_less_the_more_they_err() -> None:
    """Both halves of the promised value tend to an even game; nearly certain points count like a result."""
    p = asked(RULESETS.named("golden-horn"), 3)
    search = Search(p, p.asks[0].seat, Random(1))
    worth = [search._promised([8.0, 0.0], error) for error in (0.01, 3.0, 13.0, 1e6)]
    ahead = [mine for mine, _ in worth]
    assert ahead == sorted(ahead, reverse=True)
    assert ahead[0] == pytest.approx(search._worth_of(1.0, 8), abs=1e-3)
    assert ahead[-1] == pytest.approx(0.5, abs=1e-3)
    assert all(mine + theirs == pytest.approx(1) for mine, theirs in worth)


def test_a_horizon_of_its_own_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search plays as far as the value's horizon; horizon 0 plays to the end, and uses no value."""
    rules = RULESETS.named("golden-horn")
    p, asked_for = asked(rules, 3), []
    judge = rules.judge
    assert judge is not None
    monkeypatch.setattr(judge, "_read", lambda state: asked_for.append(1) or rules.features.read(state))
    Search(p, p.asks[0].seat, Random(1), Tuning(iterations=8)).think()
    assert asked_for
    asked_for.clear()
    Search(p, p.asks[0].seat, Random(1), Tuning(iterations=8, horizon=0)).think()
    assert not asked_for


def synthetic(games: int, seats: int, rnd: Random) -> list[Sample]:
    """Games with final scores made of the score so far, a multiple of the second feature that grows by stage, and
    noise."""
    found = []
    for game in range(games):
        stage = game % 3
        rows = [[rnd.gauss(10, 3), rnd.gauss(0, 1), rnd.gauss(0, 1)] for _ in range(seats)]
        scores = [round(100 * (row[0] + (2 + stage) * row[1]) + rnd.gauss(0, 50)) for row in rows]
        found.append(Sample(game, stage, rows, scores))
    return found


@pytest.mark.parametrize("seats", [2, 4])
def test_the_fit_finds_the_weights(seats: int) -> None:
    """Each stage's own, at any number of seats, and zero for irrelevant features; the rest is its error."""
    whole = table(synthetic(3000, seats, Random(1)))
    stages = fit_stages(whole)
    for stage, found in enumerate(stages):
        assert found.weights == pytest.approx([100, 100 * (2 + stage), 0], abs=12)
        assert 30 < found.error < 90
    assert explained(whole, stages) > 0.9


def test_a_stage_with_few_samples_has_the_weights_of_all() -> None:
    """Two tables are too few to learn from."""
    rnd = Random(2)
    found = [Sample(each.game, 0, each.rows, each.scores) for each in synthetic(900, 2, rnd)]
    few = [Sample(901, 9, each.rows, [0, 1000]) for each in synthetic(2, 2, rnd)]
    common, rare = fit_stages(table([*found, *few]))
    assert (common.stage, rare.stage) == (0, 9)
    assert np.array(rare.weights) == pytest.approx(np.array(common.weights), rel=0.2, abs=5)


def test_samples_are_of_greedy_games() -> None:
    """Each has the features of a table and the scores of its game's end, at every number of seats in turn."""
    rules = RULESETS.named("golden-horn")
    found = samples(rules, [2, 3], 0.3, seed=5)
    assert {len(each.scores) for each in found} == {2, 3}
    assert len({each.game for each in found}) > 2
    value = fit(rules, 0.3, [2])
    assert value.features == list(rules.features.names)  # type: ignore[union-attr]
    assert Judge(value, rules.rules, rules.features).ahead(rules.start(2).state)[1] > 0  # type: ignore[arg-type]
