"""The rules of a log, and logs that are refused: unknown rules, changed data, drift; on the toy."""

import pytest
from msgspec.structs import replace

from podesta_engines import (
    draw,
    fold,
    follow,
    opening,
    start,
)
from podesta_engines.core.errors import Drifted, UnknownRuleset
from podesta_engines.core.moves import Answered, Drawn
from podesta_engines.core.ruleset import Registry
from podesta_engines.core.script import FATE
from podesta_engines.game.events import Entry
from tests.kit import toy

REGISTRY = Registry()
REGISTRY.add(toy.RULESET)


def test_unknown_rulesets_are_named() -> None:
    """The error lists the known ones."""
    with pytest.raises(UnknownRuleset) as error:
        REGISTRY.named("chess")
    assert error.value.known == ["toy"]
    with pytest.raises(UnknownRuleset):
        REGISTRY.version("toy/2")
    assert REGISTRY.named("toy") is REGISTRY.version("toy/1")


def test_a_frozen_ruleset_serves_old_games_only() -> None:
    """It is found by its version, not by its id."""
    registry = Registry()
    registry.add(toy.RULESET, frozen=True)
    assert registry.all() == []
    assert registry.version("toy/1") is toy.RULESET
    with pytest.raises(UnknownRuleset):
        registry.named("toy")


def test_changed_data_are_noticed() -> None:
    """A game does not start if its edition has another sha256 now."""
    created = opening(toy.RULESET, 2, "", {})
    assert start(REGISTRY, created).actor == FATE
    with pytest.raises(Drifted):
        start(REGISTRY, replace(created, data="f" * 64))


def test_an_empty_log_is_refused() -> None:
    """So is one that does not begin with Created."""
    with pytest.raises(Drifted):
        fold(REGISTRY, [])
    with pytest.raises(Drifted):
        fold(REGISTRY, [Entry([Drawn("roll", "1")])])


def test_a_drift_names_its_revision() -> None:
    """The error says at which entry the log and the rules disagree."""
    created = opening(toy.RULESET, 2, "", {})
    with pytest.raises(Drifted, match="revision 2"):
        fold(REGISTRY, [Entry([created]), Entry([Answered(0, "bid", "1")])])


def test_an_impossible_outcome_is_refused() -> None:
    """A draw of the log must be open and possible."""
    p = toy.RULESET.start(2)
    for event in (Drawn("deal", "card_0"), Drawn("roll", "5"), Drawn("roll", "nonsense"), Drawn("roll", None)):
        with pytest.raises(Drifted):
            follow(p, event)
    follow(p, Drawn("roll", "2"))
    assert p.state.roll == 2
    assert draw(p, lambda _: 0) == Drawn("deal", "card_0", 0)
