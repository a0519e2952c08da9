"""In Firefox and WebKit, lessons and games are played by pointer."""

from __future__ import annotations

import pytest

from podesta_engines import RULESETS
from tests.kit.evidence import level
from tests.table.engines.engines import Engine
from tests.table.engines.walking import STATE, begin, learn, play, settle
from tests.table.whole.games import OVER, Mortal
from tests.table.whole.lessons import lesson_of

pytestmark = [pytest.mark.campaign, pytest.mark.slow, pytest.mark.timeout(1200)]

IN_CI, BEGINNING = "golden-horn", 20
EACH = [pytest.param(each.id, marks=[] if each.id == IN_CI else pytest.mark.nightly) for each in RULESETS.all()]


@pytest.mark.parametrize("ruleset", EACH)
def test_a_lesson_leads_to_its_end(mortal: Mortal, engine: Engine, ruleset: str) -> None:
    """Every step comes, in its order."""
    settle(engine, f"{mortal.running.rest}/")
    assert learn(engine, mortal.running.rest, ruleset) == lesson_of(ruleset)
    assert engine.wrong() == []


@pytest.mark.parametrize("ruleset", EACH)
def test_a_game_is_played_to_its_end(mortal: Mortal, engine: Engine, ruleset: str) -> None:
    """Whatever is lit is touched by a click, until the page says who has won; CI plays the beginning."""
    settle(engine, f"{mortal.running.rest}/")
    begin(engine, ruleset)
    if level() == "long":
        play(engine)
        assert OVER["en"] in engine.until("document.querySelector('#result')?.parentElement.innerText")
    else:
        play(engine, f"{STATE}.revision >= {BEGINNING}")
    assert engine.wrong() == []
