"""The table is accessible: axe finds nothing on any page, and a game can be played by keyboard alone."""

from __future__ import annotations

import pytest

from podesta_engines import RULESETS
from tests.docs.browser import Browser, Page
from tests.kit.process import ServiceProcess
from tests.table.axe import violations
from tests.table.player import FREE, STATE, begin, play, sit

pytestmark = [pytest.mark.campaign, pytest.mark.slow]

SIZE = "localStorage['podesta size']"
SCALE = "((svg) => svg.getBoundingClientRect().width / svg.viewBox.baseVal.width)(document.querySelector('svg.drawn'))"
ZERO = "document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '0', bubbles: true }))"


@pytest.mark.parametrize(("width", "dark"), [(1280, False), (360, True)])
def test_axe_finds_nothing_before_a_game(service: ServiceProcess, browser: Browser, width: int, dark: bool) -> None:
    """The first page, and the page where a table is opened."""
    page = sit(browser, f"{service.rest}/", width=width, dark=dark)
    page.until("document.querySelectorAll('[data-play]').length === 5")
    assert violations(page) == []
    page.click('[data-open="golden-horn"]')
    page.until("!!document.querySelector('form')")
    assert violations(page) == []


@pytest.mark.parametrize(
    ("ruleset", "width", "dark"),
    [
        ("colonia", 1280, True),
        ("golden-horn", 360, False),
        ("notre-dame", 1280, False),
        ("pillars-of-the-earth", 1280, True),
        ("troyes", 360, True),
    ],
)
def test_axe_finds_nothing_at_the_table(
    service: ServiceProcess, browser: Browser, ruleset: str, width: int, dark: bool
) -> None:
    """Each board, while a question is open, and while an answer is on its way."""
    page = sit(browser, f"{service.rest}/", width=width, dark=dark)
    begin(page, ruleset)
    page.until("!!document.querySelector('.board svg')")
    assert violations(page) == []
    page.call("Network.enable")
    page.call(
        "Network.emulateNetworkConditions", offline=False, latency=8000, downloadThroughput=-1, uploadThroughput=-1
    )
    play(page)
    page.until(f"{STATE}.pending === 'true'")
    assert violations(page) == []


def test_a_seat_answers_by_keyboard_alone(service: ServiceProcess, browser: Browser) -> None:
    """Lit things are reached by Tab and touched by Enter; digits choose from the list."""
    page = sit(browser, f"{service.rest}/")
    begin(page, "notre-dame")
    page.until("!!document.querySelector('.board .lit')")
    before = page.ask("document.querySelectorAll('.hand[data-id]').length")
    assert before == page.ask("document.querySelectorAll('.hand.lit[tabindex=\"0\"]').length") == 3
    assert page.ask("document.querySelectorAll('svg [tabindex]').length") == 3
    key = "new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })"
    page.ask(f"document.querySelector('.hand.lit').dispatchEvent({key})")
    page.until(f"{STATE}.asked === 'keep_second' && {FREE}")
    page.ask("document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '2', bubbles: true }))")
    page.until(f"{STATE}.asked === 'play_card'")
    assert page.ask("wrong") == []


@pytest.mark.parametrize("ruleset", [each.id for each in RULESETS.all()])
def test_all_of_a_board_is_seen_in_a_low_window(service: ServiceProcess, browser: Browser, ruleset: str) -> None:
    """One key shows it without scrolling, in a window of 1280 by 720, and the next press restores the usual size.

    A stored value of another version that is no size is ignored.
    """
    page = sit(browser, f"{service.rest}/")
    page.until(f"({SIZE} = 'none') && true")
    page.reload()
    page.call("Emulation.setDeviceMetricsOverride", width=1280, height=720, deviceScaleFactor=1, mobile=False)
    begin(page, ruleset)
    page.until("!!document.querySelector('.board svg.drawn') && !!document.querySelector('#whole-board')")
    usual = page.ask(SCALE)
    page.ask(ZERO)
    page.until(f"document.documentElement.scrollHeight <= 720 && {SCALE} >= 0.7 && {SIZE} === '0'")
    page.ask(ZERO)
    page.until(f"{SCALE} === {usual} && {SIZE} === '1'")
    assert page.ask("wrong") == []


ALOUD = "[...document.querySelectorAll('[role=log] p')].map((each) => each.innerText)"


def test_a_reader_of_screens_follows_the_game(service: ServiceProcess, browser: Browser) -> None:
    """The focus begins at the question, one stop after the skip link; bots' moves are read aloud, politely.

    The reader's own moves are not; the tenth choice has a key.
    """
    page = sit(browser, f"{service.rest}/")
    begin(page, "troyes")
    page.until("document.activeElement.matches('.ask')")
    page.ask("document.querySelector('.skip').focus(); true")
    page.press("Enter")
    page.until("document.activeElement.matches('.ask')")
    assert page.ask("document.querySelector('[role=log]').ariaLive") == "polite"
    page.until("document.querySelectorAll('[data-option]').length > 9")
    assert page.ask("document.querySelectorAll('[data-option] kbd')[9].textContent") == "a"
    for _ in range(2):  # the last one to place a citizen places the next one, too
        before = page.ask(f"{STATE}.revision")
        page.press("a")
        page.until(f"{STATE}.revision > {before} && {STATE}.pending === 'false' && !!{STATE}.asked")
    page.until(f"({ALOUD}).length > 0")
    told = page.ask(ALOUD)
    assert any("Agnese" in each or "Baldo" in each for each in told)
    assert not any(each.startswith("Guest") for each in told)
    page.until("document.activeElement.matches('.ask')")
    assert violations(page) == []
    assert page.ask("wrong") == []


def test_no_press_of_tab_loses_the_focus(service: ServiceProcess, browser: Browser) -> None:
    """Tab goes from the last lit thing to the rules of its tip, which Enter opens, and not to nothing."""
    page = sit(browser, f"{service.rest}/")
    begin(page, "golden-horn")
    page.until("document.querySelectorAll('.board .lit').length > 1")
    page.until("document.activeElement.matches('.ask')")
    stops = [_next_stop(page) for _ in range(40)]
    assert stops.count("BODY") <= stops.count("skip") + 1, stops  # only at the end of the page
    assert any(_next_stop(page) == RULE for _ in range(40)), stops
    page.press("Enter")
    page.until("document.querySelector('dialog[open]')?.innerText.includes('G-')")


RULE = "rule of a tip"
STOP = f"""
(({{ activeElement: at }}) => at.closest('.tip') ? '{RULE}' : at.matches('.skip') ? 'skip' : at.tagName)(document)
"""


def _next_stop(page: Page) -> str:
    """Press Tab; returns what has the focus."""
    page.press("Tab")
    return str(page.ask(STOP))
