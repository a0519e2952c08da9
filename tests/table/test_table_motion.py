"""Things on their way: what boards draw as numbers, cards or dice moves, but for those who wish for none."""

from __future__ import annotations

import pytest

from tests.docs.browser import Browser
from tests.kit.process import ServiceProcess
from tests.table.player import STATE, begin, play, sit, wait

pytestmark = [pytest.mark.campaign, pytest.mark.slow, pytest.mark.timeout(180)]

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
"""Games in which three things fly, at most."""


@pytest.mark.parametrize("ruleset", ["golden-horn", "troyes"])
def test_travellers_arrive_and_are_gone(service: ServiceProcess, browser: Browser, ruleset: str) -> None:
    """While somebody plays, things move from where they lay to where they lie, and none of them stays.

    Whoever answers before a board is painted cuts its motion short: on a busy machine, one game may show too few.
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
        page.ask("document.querySelector('a.brand').click()")
    assert enough
    page.reload()
    page.until(f"{STATE}.asked !== undefined && !!document.querySelector('aside > *')")
    assert page.ask("document.querySelectorAll('.traveller').length") == 0
    assert page.ask("wrong") == []


def test_nothing_travels_for_those_who_wish_for_no_motion(service: ServiceProcess, browser: Browser) -> None:
    """A whole stretch of a game leaves the board without one."""
    page = sit(browser, f"{service.rest}/")
    begin(page, "golden-horn")
    page.until("!!document.querySelector('.board svg')")
    page.ask(FLOWN)
    play(page)
    wait(page, f"{STATE}.revision >= 40")
    assert page.ask("flown") == 0
