"""The table on a phone: the board between question and seats, no sideways scrolling, everything within reach.

Travellers: moves that boards draw as numbers, cards or dice, except for users who want no motion.
"""

from __future__ import annotations

import pytest

from tests.docs.browser import Browser, Page
from tests.kit.process import ServiceProcess
from tests.table.axe import violations
from tests.table.hand import ASKED, pressed
from tests.table.player import STATE, begin, play, resize, sit, wait

pytestmark = [pytest.mark.campaign, pytest.mark.slow]

RULESETS = ["colonia", "golden-horn", "notre-dame", "pillars-of-the-earth", "troyes"]
EDGES = """
(() => {
    const box = (all) => document.querySelector(all).getBoundingClientRect();
    const touched = [...document.querySelectorAll('aside button:not(.rule), aside summary, .above button')];
    const low = touched.map((each) => each.getBoundingClientRect().height).filter((height) => height > 0);
    const wide = document.documentElement.scrollWidth;
    return { wide, ask: box('.ask').bottom, nav: box('aside nav').bottom, seats: box('.above').top, low };
})()
"""
"""The width of the page, and the edges of its fixed parts."""


def check(page: Page, scrolled: bool) -> None:
    """The question ends above the drawers, which are at the lower edge; both can be touched, and nothing scrolls
    sideways."""
    edges = page.ask(EDGES)
    assert edges["wide"] <= 360
    assert edges["ask"] <= edges["nav"] + 1 <= 740 + 2
    assert edges["nav"] >= 739
    assert not scrolled or abs(edges["seats"]) <= 1
    assert min(edges["low"]) >= 44


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_asked_stays_within_reach(service: ServiceProcess, browser: Browser, ruleset: str) -> None:
    """However far the board is scrolled, from its upper to its lower end."""
    page = sit(browser, f"{service.rest}/", width=360)
    begin(page, ruleset)
    page.until("!!document.querySelector('.board .lit')")
    for to in ("0", "400", "document.documentElement.scrollHeight"):
        page.ask(f"scrollTo(0, {to})")
        page.until("document.querySelector('.ask').getBoundingClientRect().top > 0")
        check(page, scrolled=to != "0")
    assert page.ask("wrong") == []


def test_however_much_is_asked_and_explained_the_board_stays_in_sight(
    service: ServiceProcess, browser: Browser
) -> None:
    """Two fingers of the board are seen, and what leads on can be touched, whatever the question and the guide say."""
    page = sit(browser, f"{service.rest}/", width=360)
    begin(page, "pillars-of-the-earth")
    page.until("!!document.querySelector('#guide-next')")
    told = "document.querySelectorAll('.prompt, #guide p:not(.head)')"
    page.ask(f"for (const each of {told}) each.textContent = 'sand '.repeat(400)")
    page.ask("scrollTo(0, 400)")
    edge = "document.querySelector('{}').getBoundingClientRect().{}"
    page.until(f"{edge.format('[data-above]', 'top')} <= 1")
    assert page.ask(f"{edge.format('[data-below]', 'top')} - {edge.format('[data-above]', 'bottom')}") >= 88
    page.click("#guide-next")
    page.until("!document.querySelector('#guide')?.textContent.includes('sand sand')")
    assert page.ask("wrong") == []


def test_a_place_of_the_board_is_one_touch_away(service: ServiceProcess, browser: Browser) -> None:
    """A seat's name leads to its things; the place of a question scrolls into sight by itself; drawers open over the
    board."""
    page = sit(browser, f"{service.rest}/", width=360)
    begin(page, "colonia")
    while (asked := page.until(ASKED)) == "choose_good":  # a good that the die left open: no guide explains that
        pressed(page)
    seen = "((box) => box.top >= 0 && box.bottom <= document.querySelector('aside').getBoundingClientRect().top)"
    page.until(f"{seen}(document.querySelector('.board .lit').getBoundingClientRect())")
    page.until("!!document.querySelector('#guide')")  # which brings what is asked for into sight as well
    page.ask("scrollTo(0, 0); [...document.querySelectorAll('.above button')].at(-1).click()")
    page.until(f"scrollY > 0 && {seen}(document.querySelector('[data-place=\"relics\"] rect').getBoundingClientRect())")
    for drawer in ("log", "past"):
        page.click(f'[aria-controls="drawer-{drawer}"]')
        page.until(f"document.querySelector('#drawer-{drawer}').getBoundingClientRect().height > 40")
        assert violations(page) == []
    resize(page, 1280)
    page.until("!document.querySelector('aside nav')")
    assert page.ask(f"{STATE}.asked") == asked
    assert page.ask("wrong") == []


FLOWN = """
globalThis.flown = 0;
new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
        for (const each of addedNodes) flown += each.classList?.contains('traveller') ? 1 : 0;
}).observe(document.querySelector('.board'), { subtree: true, childList: true });
true
"""
"""Counts travellers."""
GAMES = 4
"""Games until three things have travelled, at most."""


@pytest.mark.parametrize("ruleset", ["golden-horn", "troyes"])
def test_travellers_arrive_and_are_gone(service: ServiceProcess, browser: Browser, ruleset: str) -> None:
    """While a player plays, things move from their old places to the new ones, and none of the travellers stays.

    A player who answers before a board is painted cuts its motion short: on a busy machine, one game may show too few.
    Bots may still move after the page was read again, so the last of them are waited for.
    """
    page = sit(browser, f"{service.rest}/")
    still = [{"name": "prefers-reduced-motion", "value": "no-preference"}]
    browser.call("Emulation.setEmulatedMedia", page._session, features=still)
    for _ in range(GAMES):
        begin(page, ruleset)
        page.until("!!document.querySelector('.board svg')")
        page.ask(FLOWN)
        play(page)
        wait(page, f"flown >= 3 || {STATE}.status === 'ended'")
        if enough := page.ask("flown >= 3"):
            break
        page.click("a.brand")
    assert enough
    page.reload()
    page.until(f"{STATE}.asked !== undefined && !!document.querySelector('aside > *')")
    page.until("document.querySelectorAll('.traveller').length === 0")
    assert page.ask("wrong") == []


def test_nothing_travels_for_those_who_wish_for_no_motion(service: ServiceProcess, browser: Browser) -> None:
    """A whole stretch of a game leaves the board without a traveller."""
    page = sit(browser, f"{service.rest}/")
    begin(page, "golden-horn")
    page.until("!!document.querySelector('.board svg')")
    page.ask(FLOWN)
    play(page)
    wait(page, f"{STATE}.revision >= 40")
    assert page.ask("flown") == 0
