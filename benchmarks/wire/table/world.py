"""A service, a browser and games in it, like those of a player on this machine."""

from __future__ import annotations

import time
from typing import Any

from tests.docs.browser import Browser, Page
from tests.table.player import STATE, sit, wait
from tests.table.whole.games import Sitting, opened

SLOW = 4
"""The factor by which the slowed processor is slower than this machine's."""
COLD = """
(() => {
    const kept = /^podesta (seat|caution|language)/;
    for (const name of Object.keys(localStorage).filter((each) => !kept.test(each))) localStorage.removeItem(name);
    return true;
})()
"""
"""Clears the page's cached catalogues."""


def running_game(browser: Browser, address: str, ruleset: str, seats: int, pace: str = "at once") -> Page:
    """A page with a game that waits for its first answer, with the default motion and caution settings."""
    page = sit(browser, f"{address}/", caution="final", pace=pace)
    call(page, "Emulation.setEmulatedMedia", features=[])
    opened(page, Sitting(ruleset, seats, "en"))
    wait(page, f"{STATE}.asked")
    return page


def slow_down(page: Page, rate: int) -> None:
    """Slow the page's processor down by a factor."""
    call(page, "Emulation.setCPUThrottlingRate", rate=rate)


def rest(page: Page, script: str, patience: float = 240.0) -> Any:
    """The value of a script once it is true; polled rarely."""
    deadline = time.monotonic() + patience
    while not (value := page.ask(script)):
        assert time.monotonic() < deadline, f"{script}: {page.ask('document.body.innerText')}"
        time.sleep(0.5)
    return value


def call(page: Page, method: str, **params: Any) -> Any:
    """A method of the browser's protocol."""
    return page.call(method, **params)
