"""A hand at the table: a mouse's real clicks, a finger's real taps, on things visible, enabled and not covered."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from random import Random
from typing import Any

import httpx

from tests.docs.browser import HAND, Navigated, Page
from tests.table.player import STATE, THINGS

PRESSES = 5
"""How often in a row a press may change nothing: a busy browser sometimes loses one on its way to the page."""
SOON = 3.0
"""Seconds within which a press that has arrived takes effect."""
LOOKS = 40
"""How many times, every 50 ms, to look whether the thing to press has stopped moving."""
OVER = f"{STATE}.status === 'ended'"
ASKED = f"({STATE}.asked && {STATE}.pending === 'false' && {STATE}.asked) || {OVER}"
"""The kind of question that waits for an answer; true when the game is over."""
SEEN = f"""JSON.stringify([{STATE}.revision, {STATE}.asked, document.querySelector('.ask')?.innerText,
    document.querySelector('#guide')?.innerText])"""
"""The parts of the page that change as soon as a press has arrived."""
POINT = (
    HAND
    + """, ((kinds, seed) => {
    for (const kind of kinds) {
        const all = [...document.querySelectorAll(kind)];
        for (let step = 0; step < all.length; step++) {
            const found = hand.point(all[(seed + step) % all.length]);
            if (found) return { ...found, kind };
        }
    }
    return null;
})"""
)
"""A point that can be pressed, and its kind: the first kind that has one; a seed chooses the first."""
WAYS = (
    HAND
    + """, ((options) => options.filter(({ word, targets }) => {
    const ids = targets.flatMap(({ id, role }) => [id, `${id} as ${role}`]);
    const things = [...document.querySelectorAll('.lit[data-id], [data-more]')];
    const touched = things.filter(({ dataset }) => ids.includes(dataset.id ?? dataset.more));
    const listed = [...document.querySelectorAll('[data-option]')].filter(({ dataset }) => dataset.option === word);
    return ![...touched, ...listed].some(hand.point);
}).map(({ word }) => word))"""
)
"""The options without a visible and enabled way to choose them."""
SEAT = """
((game) => [location.origin, game, JSON.parse(localStorage[`podesta seat ${game}`]).token])
    (location.pathname.split('/').at(-1))
"""
"""The service's address, the game, and the token of its seat in this browser."""
ANSWERS = ("#send", THINGS, "[data-option]")
"""Things that answer, or lead to an answer: lit things first."""


def tap(page: Page, selector: str) -> None:
    """Press the first element that a selector finds, as soon as it is visible, enabled and not covered."""
    where = _still(page, f"({HAND}, hand.point(document.querySelector({json.dumps(selector)})))")
    _press(page, where["x"], where["y"])


def pressed(page: Page, kinds: tuple[str, ...] = ANSWERS, seed: int = 0) -> str:
    """Press a point of the first kind that has one, until the press arrives; returns the kind.

    It is empty if the game ended in the meantime.
    """
    before = page.ask(SEEN)
    for _ in range(PRESSES):
        where = _still(page, f"({POINT}({json.dumps(kinds)}, {seed})) || {OVER}")
        if where is True:
            return ""
        _press(page, where["x"], where["y"])
        deadline = time.monotonic() + SOON
        while time.monotonic() < deadline:
            if page._unless_navigated(SEEN) != before:
                return str(where["kind"])
            time.sleep(0.01)
    raise AssertionError(f"{PRESSES} presses at {where} did nothing: {before}")


def _still(page: Page, script: str) -> Any:
    """Return where something can be pressed once it has stopped moving: a scrolling page moves it away."""
    before, where = None, page.until(script)
    for _ in range(LOOKS):
        if where == before:
            break
        time.sleep(0.05)
        before, where = where, page.until(script)
    return where


def _press(page: Page, x: float, y: float) -> None:
    """A tap on a touch screen, otherwise a click; its effect shows whether it arrived.

    The browser may never reply to a touch that stops a scrolling page, or to a click that leaves the page.
    """
    touch = page.ask("navigator.maxTouchPoints > 0")
    for event in _touch(x, y) if touch else _click(x, y):
        with suppress(Navigated):
            page.call(f"Input.dispatch{'Touch' if touch else 'Mouse'}Event", within=SOON, **event)


def _touch(x: float, y: float) -> list[dict[str, Any]]:
    return [{"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}, {"type": "touchEnd", "touchPoints": []}]


def _click(x: float, y: float) -> list[dict[str, Any]]:
    buttons = {"mouseMoved": "none", "mousePressed": "left", "mouseReleased": "left"}
    return [{"type": kind, "x": x, "y": y, "button": button, "clickCount": 1} for kind, button in buttons.items()]


def played_by_hand(page: Page, seed: int = 7, presses: int = 900) -> dict[str, list[str]]:
    """Play a game to its end; for each kind of question, the answers without a visible way when it first came."""
    rnd, ways = Random(seed), dict[str, list[str]]()
    for _ in range(presses):
        asked = page.until(ASKED)
        if asked is True:
            return ways
        if asked not in ways:
            ways[asked] = page.ask(f"({WAYS}({json.dumps(options(page))}))")
        pressed(page, seed=rnd.randrange(1 << 20))
    raise AssertionError(f"the game goes on after {presses} presses")


def options(page: Page) -> Any:
    """The options of the page's question, as its seat receives them; empty if the question is over."""
    origin, game, token = page.ask(SEAT)
    asked = httpx.get(f"{origin}/v1/games/{game}", headers={"Authorization": f"Bearer {token}"}).json()
    return asked["questions"][0]["options"] if asked["questions"] else []
