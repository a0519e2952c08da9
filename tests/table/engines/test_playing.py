"""In Firefox and WebKit, by pointer: lessons, games, and a seat that moves to another browser."""

from __future__ import annotations

from pathlib import Path

import pytest

from podesta_engines import RULESETS
from tests.kit.evidence import level
from tests.table.engines.engines import Engine, running
from tests.table.engines.walking import READY, STATE, begin, choose, learn, play, settle, tap
from tests.table.whole.games import OVER, Mortal
from tests.table.whole.lessons import lesson_of

pytestmark = [pytest.mark.campaign, pytest.mark.slow, pytest.mark.timeout(1200)]

IN_CI, BEGINNING = "golden-horn", 20
MENU = "details.more > summary"
DARK = "getComputedStyle(document.body).backgroundColor.match(/[0-9]+/g).every((each) => each < 64)"
EACH = [pytest.param(each.id, marks=[] if each.id == IN_CI else pytest.mark.nightly) for each in RULESETS.all()]


@pytest.mark.parametrize("ruleset", EACH)
def test_a_lesson_leads_to_its_end(mortal: Mortal, engine: Engine, ruleset: str) -> None:
    """Every step comes, in its order."""
    settle(engine, f"{mortal.running.rest}/")
    assert learn(engine, mortal.running.rest, ruleset) == lesson_of(ruleset)
    assert engine.wrong() == []


@pytest.mark.parametrize("ruleset", EACH)
def test_a_game_is_played_to_its_end(mortal: Mortal, engine: Engine, ruleset: str) -> None:
    """Lit things are touched by clicks, until the page shows the winner; CI plays the beginning."""
    settle(engine, f"{mortal.running.rest}/")
    begin(engine, ruleset)
    if level() == "long":
        play(engine)
        assert OVER["en"] in engine.until("document.querySelector('#result')?.parentElement.innerText")
    else:
        play(engine, f"{STATE}.revision >= {BEGINNING}")
    assert engine.wrong() == []


@pytest.mark.nightly
def test_a_dark_italian_seat_takes_back_and_goes_to_another_browser(
    mortal: Mortal, engine: Engine, tmp_path: Path
) -> None:
    """Colours and language are chosen in a game; an answer is taken back, and a link moves the seat elsewhere."""
    settle(engine, f"{mortal.running.rest}/")
    begin(engine, "troyes")
    assert not engine.ask(DARK)
    tap(engine, MENU)
    tap(engine, "#settings")
    choose(engine, "dialog[open] #theme", "dark")
    assert engine.ask(DARK)
    choose(engine, "dialog[open] #language", "it")
    engine.until(f"document.documentElement.lang === 'it' && {READY} && {DARK}")
    play(engine, f"{READY} && !!document.querySelector('#take-back')")
    revision = int(engine.ask(f"{STATE}.revision"))
    assert "Annulla mossa" in tap(engine, "#take-back")
    engine.until(f"{STATE}.revision > {revision} && document.querySelector('aside').innerText.includes('annulla')")
    tap(engine, MENU)
    tap(engine, "#another-device")
    tap(engine, "#move")
    link = engine.until("document.querySelector('dialog[open] .link input')?.value")
    with running(engine.name, tmp_path / "other") as other:
        other.go(link)
        other.until(f"{READY} && !location.hash")
        engine.until("!!document.querySelector('.gone')")
        play(other, f"{STATE}.status === 'ended' || {STATE}.revision > {revision} + {BEGINNING}")
        assert engine.wrong() == other.wrong() == []


def test_a_window_changes_its_size(mortal: Mortal, engine: Engine) -> None:
    """Wider, narrower, higher, through every size at which a scrollbar comes or goes: no error is reported."""
    settle(engine, f"{mortal.running.rest}/")
    begin(engine, "golden-horn")
    for width in range(1_400, 500, -45):
        engine.wire("SetWindowRect", x=0, y=0, width=width, height=400 + width * 7 % 500)
        engine.until("document.querySelector('.board svg')?.clientWidth > 0")
    assert engine.wrong() == []
