"""In Firefox and WebKit, by pointer: lessons, games, taking back, and a seat that goes to another browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from podesta_engines import RULESETS
from tests.kit.evidence import level
from tests.table.engines.engines import Engine, running
from tests.table.engines.walking import READY, STATE, answer, begin, learn, play, settle, tap
from tests.table.whole.games import OVER, Mortal
from tests.table.whole.test_lessons import lesson_of

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


@pytest.mark.nightly
@pytest.mark.parametrize("ruleset", [each.id for each in RULESETS.all()])
def test_a_dark_italian_game_goes_to_another_browser(
    mortal: Mortal, engine: Engine, dark: None, tmp_path: Path, ruleset: str
) -> None:
    """It is in Italian and dark, an answer is taken back and given again, and a link takes the seat elsewhere."""
    settle(engine, f"{mortal.running.rest}/", "it", "final")
    begin(engine, ruleset)
    assert engine.ask("document.documentElement.lang") == "it"
    red, *_ = engine.ask("getComputedStyle(document.body).backgroundColor.match(/[0-9.]+/g).map(Number)")
    assert red < 64, "the page is not dark"
    while not engine.ask("!!document.querySelector('#take-back')"):
        answer(engine, 0)
    revision = engine.ask(f"{STATE}.revision")
    tap(engine, "#take-back")
    engine.until(f"{STATE}.revision !== '{revision}' && ({READY})")
    tap(engine, "#another-device")
    tap(engine, "#move")
    link = engine.until("document.querySelector('dialog .link input')?.value")
    with running(engine.name, tmp_path / "other", dark=True) as other:
        other.go(link)
        other.until(READY)
        assert "#" not in other.ask("location.href")
        engine.until("!!document.querySelector('.gone')")
        play(other, f"{STATE}.status === 'ended' || {STATE}.revision >= 30")
        assert engine.wrong() == other.wrong() == []
