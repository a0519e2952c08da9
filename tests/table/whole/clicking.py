"""A player who has all the time in the world counts the clicks that answers take."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from random import Random

from tests.docs.browser import Page
from tests.table.hand import ASKED, pressed

COUNTED = """
globalThis.answered = 0;
const sent = globalThis.fetch;
let [under, last] = [0, 0];
globalThis.fetch = async (...asked) => {
    const url = String(asked[0].url ?? asked[0]);
    if (url.endsWith('/answers')) answered += JSON.parse(asked[1].body).answers.length;
    if (!url.endsWith('/preview')) return sent(...asked);
    under += 1;
    try { return await sent(...asked); } finally { [under, last] = [under - 1, performance.now()]; }
};
globalThis.quiet = (least) => !under && performance.now() - last > least;
"""
"""Counts the answers that a page sends, and knows whether it looks ahead."""
UNHURRIED = 0.3
"""Seconds between two clicks: a hand waits for what it sees, and for where it could go at once."""


@dataclass
class Clicks:
    """What a hand did: its clicks, the questions at which it confirmed, and the answers that were sent."""

    pressed: int = 0
    confirmed: list[str] = field(default_factory=list)
    answers: int = 0

    @property
    def rate(self) -> float:
        """Clicks for an answer."""
        return self.pressed / max(1, self.answers)


def click_through(page: Page, most: int, seed: int = 7) -> Clicks:
    """Play on by hand, for so many clicks at most or to the end of the game."""
    rnd, made = Random(seed), Clicks()
    while made.pressed < most and (asked := page.until(ASKED)) is not True:
        made.pressed += 1
        if pressed(page, seed=rnd.randrange(1 << 20)) == "#send":
            made.confirmed.append(asked)
        time.sleep(UNHURRIED)
        page.until(f"quiet({UNHURRIED * 1000})")
    made.answers = page.ask("answered")
    return made
