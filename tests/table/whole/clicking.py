"""A player with a mouse: it presses what is lit or listed at a point that is in sight, and counts its clicks."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random

from tests.docs.browser import Page
from tests.table.player import STATE
from tests.table.tapping import POINT, tap_at

COUNTED = """
globalThis.stops = [];
const sent = globalThis.fetch;
let stop = '';
globalThis.fetch = async (...asked) => {
    const address = String(asked[0].url ?? asked[0]);
    if (address.endsWith('/answers')) stops.push([stop, JSON.parse(asked[1].body).answers.length]);
    const told = await sent(...asked);
    if (address.endsWith('/preview') && told.ok) stop = (await told.clone().json()).stop;
    return told;
};
"""
"""Keeps, of each command of answers, why its preview stopped, and how many they are."""
FREE = f"{STATE}.asked && {STATE}.pending === 'false' && !document.querySelector('dialog[open]')"
READY = f"({STATE}.status === 'ended' && 'ended') || ({FREE} && {STATE}.asked)"
PRESS = f"""
((seed) => {{
    const ways = '.board .lit[data-id], .apart button.lit, #whole, [data-option]:not([aria-disabled=true])';
    const send = document.querySelector('#send');
    const all = send ? [send] : [...document.querySelectorAll(ways)];
    const from = seed % all.length;
    for (const on of [...all.slice(from), ...all]) {{
        const point = ({POINT})(on);
        if (point) return [...point, on.id];
    }}
    return null;
}})
"""
"""A point that can be pressed, of something that is chosen by a seed; to confirm comes first."""
UNHURRIED = 0.3
"""Seconds between two clicks: a hand waits for what it sees."""
MISSES = 200
"""Looks in which nothing can be pressed, before somebody is told so."""


@dataclass
class Clicks:
    """What a hand did: clicks, the questions at which it confirmed, answers sent, and why their previews stopped."""

    pressed: int = 0
    confirmed: list[str] = field(default_factory=list)
    answers: int = 0
    stops: Counter[str] = field(default_factory=Counter)

    @property
    def rate(self) -> float:
        """Clicks for an answer."""
        return self.pressed / max(1, self.answers)


def click_through(page: Page, most: int, seed: int = 7) -> Clicks:
    """Play on with a mouse, for so many clicks at most or to the end of the game."""
    rnd, made, missed = Random(seed), Clicks(), 0
    while made.pressed < most and (asked := page.until(READY)) != "ended":
        found = page.ask(f"({PRESS})({rnd.randrange(1 << 30)})")
        if not found:
            time.sleep(0.05)
            missed += 1
            assert missed < MISSES, f"nothing can be pressed: {page.ask('document.querySelector(`.ask`).outerHTML')}"
            continue
        missed = 0
        made.pressed += 1
        if found[2] == "send":
            made.confirmed.append(asked)
        tap_at(page, found)
        time.sleep(UNHURRIED)
    sent = page.ask("stops")
    made.answers, made.stops = sum(answers for _, answers in sent), Counter(stop for stop, _ in sent)
    return made
