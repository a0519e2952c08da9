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
    if (!url.endsWith('/preview') && !url.endsWith('/answers')) return sent(...asked);
    under += 1;
    try { return await sent(...asked); } finally { [under, last] = [under - 1, performance.now()]; }
};
globalThis.quiet = (least) => !under && performance.now() - last > least;
"""
"""Counts the answers that a page sends, and knows whether it answers or looks ahead."""
UNHURRIED = 0.3
"""Seconds from a question to a click: a hand waits for what it sees, and for where it could go at once."""


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


def click_through(page: Page, made: Clicks, most: int, seed: int = 7) -> None:
    """Play on by hand, until so many clicks are made at most, or to the end of the game."""
    rnd = Random(seed)
    while made.pressed < most and (asked := _unhurried(page)) is not True:
        made.pressed += 1
        if pressed(page, seed=rnd.randrange(1 << 20)) == "#send":
            made.confirmed.append(asked)
    made.answers += page.ask("answered")


def _unhurried(page: Page) -> str | bool:
    """The kind of question that waits, as soon as all is there that the page looks up for it; true at the end."""
    if page.until(ASKED) is not True:
        time.sleep(UNHURRIED)
    asked: str | bool = page.until(f"quiet({UNHURRIED * 1000}) && ({ASKED})")
    return asked
