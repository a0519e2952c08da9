"""In Firefox and WebKit, the table recovers: reloaded, left, in another tab, after the service was killed."""

from __future__ import annotations

import os
import signal

import pytest

from tests.table.engines.engines import Engine
from tests.table.engines.walking import READY, STATE, answer, begin, play, settle
from tests.table.whole.games import LOST, Mortal

pytestmark = [pytest.mark.campaign, pytest.mark.slow]

WAYS = [
    ("firefox", "closed"),
    ("webkit", "closed"),
    pytest.param("firefox", "reloaded", marks=pytest.mark.nightly),
    pytest.param("webkit", "reloaded", marks=pytest.mark.nightly),
    pytest.param("firefox", "killed", marks=pytest.mark.nightly),
]
"""What happens to the tab that leads; WebKit's driver ends its session with the process of a page."""
HOME = "document.querySelectorAll('[data-play]').length === 5"


def test_a_page_comes_back(mortal: Mortal, engine: Engine) -> None:
    """Home and a game are shown after reload, back and forward, and the game is played on after a visit elsewhere."""
    address = f"{mortal.running.rest}/"
    settle(engine, address)
    engine.reload()
    engine.until(HOME)
    begin(engine, "golden-horn")
    engine.reload()
    answer(engine, 0)
    engine.back()
    engine.until(HOME)
    engine.forward()
    engine.until(READY)
    for elsewhere in (f"{address}statistics", "about:blank"):
        engine.go(elsewhere)
        engine.until("location.protocol === 'about:' || !!document.querySelector('h1')")
        engine.back()
        engine.until(READY)
        play(engine, f"{STATE}.status === 'ended' || {STATE}.revision > {engine.ask(f'{STATE}.revision')} + 2")
    assert engine.wrong() == []


@pytest.mark.parametrize(("engine", "how"), WAYS, indirect=["engine"])
def test_a_tab_takes_over(mortal: Mortal, engine: Engine, how: str) -> None:
    """Of two tabs the one that holds the stream is reloaded, closed or killed; the other receives the bots' moves."""
    settle(engine, f"{mortal.running.rest}/")
    begin(engine, "golden-horn")
    (first,), drawn_by = engine.tabs(), engine.drawn_by()
    second = engine.open(engine.ask("location.href"))
    answer(engine, 0)
    engine.show(first)
    if how == "reloaded":
        engine.reload()
    elif how == "closed":
        engine.close()
    else:
        os.kill(drawn_by, signal.SIGKILL)
    engine.show(second)
    play(engine, f"{STATE}.status === 'ended' || {STATE}.revision >= 16")
    assert engine.wrong() == []
    if how == "reloaded":
        revision = engine.ask(f"{STATE}.revision")
        engine.show(first)
        engine.until(f"{STATE}.revision === '{revision}'")
        assert engine.wrong() == []


def test_a_service_that_was_killed_is_played_on(mortal: Mortal, engine: Engine) -> None:
    """The page reports the lost connection, and reconnects by itself."""
    settle(engine, f"{mortal.running.rest}/")
    begin(engine, "golden-horn")
    answer(engine, 0)
    mortal.running.kill()
    engine.until("!!document.querySelector('.dim')")
    mortal.restart()
    engine.until("!document.querySelector('.dim')")
    play(engine, f"{STATE}.status === 'ended' || {STATE}.revision >= 12")
    assert [each for each in engine.wrong() if not any(lost in each for lost in LOST)] == []
