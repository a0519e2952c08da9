"""A person with a mouse: clicks on things visible and not covered, and sees the effect."""

from __future__ import annotations

import json
import time
from random import Random

from tests.table.engines.engines import Engine
from tests.table.engines.wires import PATIENCE

STATE = "document.querySelector('main[data-revision]').dataset"
ANSWERS = ["#send", ".board .lit[data-id]", ".apart button, #whole", "[data-option]:not(:disabled)"]
"""Elements that answer a question: buttons that confirm first, then lit things, then those next to the board."""
POINT = """
((selectors, seed) => {
    const all = selectors.map((each) => [...document.querySelectorAll(each)]).find((found) => found.length) ?? [];
    for (let tried = 0; tried < all.length; tried++) {
        const one = all[(seed + tried) % all.length];
        one.scrollIntoView({ block: 'center', inline: 'center' });
        const { left, top, width, height } = one.getBoundingClientRect();
        for (let step = 0; step < 81; step++) {
            const at = (seed + step * 40) % 81;
            const x = Math.round(left + width * (at % 9 + 0.5) / 9);
            const y = Math.round(top + height * (Math.floor(at / 9) + 0.5) / 9);
            const seen = document.elementFromPoint(x, y);
            if (seen && (one === seen || one.contains(seen))) return { x, y, what: one.outerHTML.slice(0, 200) };
        }
    }
    return null;
})
"""
"""A visible point of the elements of the first selector that finds any; a seed chooses."""
SEEN = f"JSON.stringify([{STATE}.revision, {STATE}.asked, {STATE}.status, document.querySelector('aside').innerText])"
"""The parts of the page that change as soon as a click has arrived."""
OVER = f"{STATE}.status === 'ended'"
READY = f"(({STATE}.asked && {STATE}.pending !== 'true') || {OVER})"
QUICK = '{"level":"greedy","seats":{"golden-horn":2,"troyes":2,"notre-dame":2,"colonia":3,"pillars-of-the-earth":2}}'
"""Few bots, which answer at once."""
MOST = 900
"""Clicks of a game, at most."""


def settle(engine: Engine, address: str) -> None:
    """The first page, in a browser with a language and settings."""
    engine.go(f"{address}assets/watch.js")
    wishes = {"language": "en", "caution": "none", "pace": "at once", "company": QUICK}
    for name, wish in wishes.items():
        engine.ask(f"void (localStorage['podesta {name}'] = {json.dumps(wish)})")
    engine.go(address)
    engine.until("document.querySelectorAll('[data-play]').length === 5")


def tap(engine: Engine, *selectors: str, seed: int = 40, unless: str = "false") -> str:
    """Click a thing that selectors find, as soon as it is visible, and no longer moves; returns its kind.

    Stops if an expression becomes true before.
    """
    found, deadline = {}, time.monotonic() + PATIENCE
    while (before := found) != (found := engine.until(f"({unless}) || {POINT}({json.dumps(selectors)}, {seed})")):
        assert time.monotonic() < deadline, f"it never rests: {before}, {found}"
    if found is True:
        return unless
    engine.click(found["x"], found["y"])
    return str(found["what"])


def choose(engine: Engine, box: str, wanted: str) -> None:
    """Choose from a drop-down list, as soon as it is visible."""
    engine.until(f"{POINT}({json.dumps([box])}, 40)")
    engine.press(f"document.querySelector('{box} [value={wanted}]')")


def begin(engine: Engine, ruleset: str) -> None:
    """Play a game against bots: one click on the first page."""
    tap(engine, f'[data-play="{ruleset}"]')
    engine.until(f"{READY} && !!document.querySelector('.board svg')")


def answer(engine: Engine, seed: int) -> None:
    """Click something that answers, or a part of an answer, and check that it has arrived.

    The page may answer the last question by itself.
    """
    engine.until(READY)
    before = engine.ask(SEEN)
    if json.loads(before)[2] == "ended":
        return
    what, deadline = tap(engine, *ANSWERS, seed=seed, unless=OVER), time.monotonic() + PATIENCE
    while engine.ask(SEEN) == before:
        assert time.monotonic() < deadline, f"a click did nothing: {what}"
        time.sleep(0.03)


def play(engine: Engine, until: str = OVER, seed: int = 7) -> None:
    """Play on until an expression is true."""
    rnd = Random(seed)
    for _ in range(MOST):
        if engine.ask(until):
            return
        answer(engine, rnd.randrange(1 << 20))
    raise AssertionError(f"{until} is not true after {MOST} clicks")


def learn(engine: Engine, address: str, ruleset: str) -> list[str]:
    """Walk through a lesson to its last step; returns the steps that came."""
    engine.go(f"{address}/#learn/{ruleset}")
    steps: list[str] = []
    card = "document.querySelector('#guide')?.dataset.step"
    for _ in range(MOST):
        step = engine.until(f"{READY} && {card}")
        if not steps or steps[-1] != step:
            steps.append(step)
        if step in ("on", "lost"):
            return steps
        tap(engine, "#guide-next", *ANSWERS)
        time.sleep(0.05)
    raise AssertionError(f"the lesson does not end: {steps}")
