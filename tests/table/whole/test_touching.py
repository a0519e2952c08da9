"""A touch of a lit thing arrives at any point of it: also where pieces, piles or texts cover it."""

from __future__ import annotations

import time
from random import Random

import pytest

from tests.docs.browser import PATIENCE, Browser, Page
from tests.kit.evidence import evidence, level
from tests.kit.process import ServiceProcess
from tests.table.hand import pressed
from tests.table.player import STATE, begin, sit

BOARDS = ("colonia", "golden-horn", "notre-dame", "pillars-of-the-earth", "troyes")
SCREENS = [
    ("colonia", 1440),
    ("golden-horn", 360),
    ("notre-dame", 360),
    ("pillars-of-the-earth", 360),
    ("troyes", 1440),
    *([(ruleset, width) for ruleset in BOARDS for width in (360, 768, 1440)] if level() == "long" else []),
]
TOUCHES = evidence(9, 120)
"""Touches of each ruleset."""
POINTS = """
((seed) => {
    const lit = [...document.querySelectorAll('.board .lit[data-id]')];
    if (!lit.length) return null;
    const one = lit[seed % lit.length];
    // what is asked may take more than half of a phone: what is lit is then seen above it
    const low = document.querySelector('[data-below]')?.getBoundingClientRect().top ?? innerHeight;
    const box = one.getBoundingClientRect();
    scrollBy(0, box.top - Math.max(110, (low - box.height) / 2));
    const { left, top, width, height } = one.getBoundingClientRect();
    const points = [];
    for (let row = 0; row < 9; row++) for (let column = 0; column < 9; column++) {
        const [x, y] = [left + width * (column + 0.5) / 9, top + height * (row + 0.5) / 9];
        const all = document.elementsFromPoint(x, y);
        if (all[0]?.closest('.board') && all.some((each) => each.closest('.lit') === one))
            points.push({ x, y, id: one.dataset.id, covered: all[0].closest('.lit') !== one });
    }
    const covered = points.filter((each) => each.covered);
    const from = covered.length ? covered : points;
    return from[seed % from.length] ?? { id: one.dataset.id };
})
"""
"""A point of a grid over a lit thing at which it is drawn: one that something else covers, if there is one."""
SEEN = f"JSON.stringify([{STATE}.revision, {STATE}.asked, document.querySelector('.ask')?.innerText])"
"""The parts of the page that change as soon as a touch has arrived."""
LISTEN = """
globalThis.pressed = false;
addEventListener('mousedown', () => { pressed = true; }, { capture: true, once: true });
"""
"""Notes that a press has reached the page, whatever its effect."""
PRESSES = 5


@pytest.mark.slow
@pytest.mark.campaign
@pytest.mark.parametrize(("ruleset", "width"), SCREENS)
def test_a_touch_arrives(service: ServiceProcess, browser: Browser, ruleset: str, width: int) -> None:
    """At points of a grid over everything lit, a finger's or a mouse's real click answers or chooses."""
    page, rnd = sit(browser, f"{service.rest}/", width=width), Random(7)
    begin(page, ruleset)
    covered = [_touch(page, rnd) for _ in range(TOUCHES)]
    print(f"{sum(covered)} of {len(covered)} touches were of something covered")
    assert page.ask("wrong") == []


def _touch(page: Page, rnd: Random) -> bool:
    """Touch a lit thing once, and check that it arrives; returns whether the thing was covered."""
    page.until(f"({STATE}.asked && {STATE}.pending !== 'true') || {STATE}.status === 'ended'")
    found, before = page.ask(f"{POINTS}({rnd.randrange(1 << 20)})"), page.ask(SEEN)
    if found is None:
        _otherwise(page)
        return False
    assert "x" in found, f"no point of {found['id']} is drawn"
    _click(page, found["x"], found["y"])
    _changed(page, before, f"a touch of {found}")
    return bool(found["covered"])


def _otherwise(page: Page) -> None:
    """If nothing is lit on the board, answer in another way, if there is a question."""
    if page.ask(f"({STATE}.asked ?? '') !== ''"):
        pressed(page)


def _click(page: Page, x: float, y: float) -> None:
    """Press and release; a busy browser sometimes loses a press on its way to the page, so it is repeated."""
    page.ask(LISTEN)
    for _ in range(PRESSES):
        _mouse(page, "mousePressed", x, y)
        if page.ask("pressed"):
            break
    _mouse(page, "mouseReleased", x, y)


def _mouse(page: Page, kind: str, x: float, y: float) -> None:
    page.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)


def _changed(page: Page, before: str, what: str) -> None:
    """Wait for the page to change."""
    deadline = time.monotonic() + PATIENCE
    while page.ask(SEEN) == before:
        assert time.monotonic() < deadline, f"{what} did nothing: {before}"
        time.sleep(0.02)
