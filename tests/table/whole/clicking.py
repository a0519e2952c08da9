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
globalThis.fetch = (...asked) => {
    if (String(asked[0].url ?? asked[0]).endsWith('/answers')) answered += JSON.parse(asked[1].body).answers.length;
    return sent(...asked);
};
"""
"""Counts the answers that a page sends."""
UNHURRIED = 0.3
"""Seconds between two clicks: a hand waits for what it sees."""


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
    made.answers = page.ask("answered")
    return made
