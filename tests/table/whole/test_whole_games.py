"""Whole games at the table, in a real browser, by players who know only what is lit, or have only a keyboard.

A player with a keyboard and no pointer: real keys, handled by the browser itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from podesta_engines import RULESETS
from tests.docs.browser import Browser, Page
from tests.kit.evidence import level
from tests.kit.process import ServiceProcess
from tests.table.hand import ASKED, played_by_hand
from tests.table.player import STATE, begin, play, sit, wait
from tests.table.whole.games import Mortal, Sitting, opened, play_whole, sittings

FEW = [
    Sitting("notre-dame", 3, "it", dark=True),
    pytest.param(Sitting("colonia", 3, "it"), marks=pytest.mark.nightly),
    pytest.param(Sitting("golden-horn", 3, "en", dark=True), marks=pytest.mark.campaign),
    pytest.param(Sitting("pillars-of-the-earth", 3, "it"), marks=pytest.mark.nightly),
    pytest.param(Sitting("troyes", 3, "en"), marks=pytest.mark.campaign),
]
"""A game of each ruleset, one of which is always played; `python -m tests.table.whole` plays all."""


@pytest.fixture(scope="module")
def mortal(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mortal]:
    """A service that games may kill."""
    service = Mortal(tmp_path_factory.mktemp("mortal"))
    yield service
    service.running.stop()


@pytest.mark.slow
@pytest.mark.parametrize("sitting", sittings() if level() == "long" else FEW, ids=str)
def test_a_whole_game_is_played_by_touching_what_is_lit(mortal: Mortal, browser: Browser, sitting: Sitting) -> None:
    """On a wide screen and a phone, over F5 and a `kill -9` of the service: nothing is lost, repeated or small."""
    assert play_whole(mortal, browser, sitting).faults == []


SCREENS = [
    pytest.param(each.id, language, width, marks=pytest.mark.campaign if crossed else pytest.mark.nightly)
    for each in RULESETS.all()
    for language, width, crossed in (("en", 1440, True), ("it", 390, True), ("it", 1440, False), ("en", 390, False))
]
"""Every ruleset in both languages, by mouse on a wide screen and by touch on a phone."""


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "language", "width"), SCREENS)
def test_every_answer_has_a_way_that_is_seen(
    service: ServiceProcess, browser: Browser, ruleset: str, language: str, width: int
) -> None:
    """A game is played to its end by hand; for each kind of question, every answer can be pressed, or a part of it."""
    page = sit(browser, f"{service.rest}/", language, width=width)
    begin(page, ruleset)
    ways = played_by_hand(page)
    assert {kind: hidden for kind, hidden in ways.items() if hidden} == {}
    page.until("!!document.querySelector('#result')")
    assert page.ask("wrong") == []


@pytest.mark.slow
def test_a_ruleset_is_played_to_its_end_by_list(service: ServiceProcess, browser: Browser) -> None:
    """Every answer is in the list, so a game can be played without the board."""
    page = sit(browser, f"{service.rest}/")
    opened(page, Sitting("golden-horn", 2, "en"))
    play(page, by_list=True)
    wait(page, f"{STATE}.status === 'ended'")
    page.until("!!document.querySelector('#result')")
    assert page.ask("wrong") == []


@pytest.mark.slow
def test_a_ruleset_is_played_to_its_end_by_keyboard_alone(service: ServiceProcess, browser: Browser) -> None:
    """Tab reaches every lit thing, Enter touches it: no pointer from the first answer to the last."""
    page = sit(browser, f"{service.rest}/", caution="final")
    opened(page, Sitting("golden-horn", 2, "en"))
    assert len(play_by_keys(page)) >= 2, "hardly anything was asked"
    page.until("!!document.querySelector('#result')")
    assert page.ask("wrong") == []


STOPS, TURNS = 800, 600
"""Presses of Tab for one answer, and touches for one game, at most: two rounds of a page with many rules in its log."""
FOCUSED = """
(() => {
    const at = document.activeElement;
    return at?.matches('.board .lit, .apart .lit, #whole, #send, [data-option]:not(:disabled)') && (at.id || 'thing');
})()
"""
"""The effect of Enter now: touch a lit thing, choose or confirm; false if it has none of these."""

WHERE = "[document.activeElement.outerHTML.slice(0, 400), document.querySelector('.ask')?.outerHTML].join()"


def play_by_keys(page: Page, seed: int = 7) -> set[str]:
    """Play a game to its end by Tab and Enter; returns the kinds of questions answered."""
    rnd, kinds = Random(seed), set[str]()
    for _ in range(TURNS):
        if (asked := page.until(ASKED)) is True:
            return kinds
        kinds.add(asked)
        if _reach(page, rnd.randrange(2)):
            page.press("Enter")
    raise AssertionError(f"the game goes on after {TURNS} touches")


def _reach(page: Page, beyond: int) -> bool:
    """Press Tab up to an element that answers, or as many more of them as given.

    The button that confirms takes the focus by itself. Returns False if the game ended: the last Enter, or the page,
    has answered.
    """
    for _ in range(STOPS):
        if (answers := page.ask(FOCUSED)) and (answers == "send" or beyond <= 0):
            return True
        if page.until(ASKED) is True:
            return False
        beyond -= bool(answers)
        page.press("Tab")
    raise AssertionError(f"no press of Tab reaches what is lit: {page.ask(WHERE)}")
