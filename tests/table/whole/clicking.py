"""An unhurried player counts the clicks that answers take, and the things that answers have."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.docs.browser import Page
from tests.table.hand import ASKED, options, pressed

COUNTED = """
globalThis.answered = [];
const sent = globalThis.fetch;
let [under, last, waiting] = [0, 0, undefined];
globalThis.fetch = async (...asked) => {
    const url = String(asked[0].url ?? asked[0]);
    if (!url.endsWith('/preview') && !url.endsWith('/answers')) return sent(...asked);
    under += 1;
    try {
        const got = await sent(...asked);
        if (url.endsWith('/answers') && got.ok) answered.push(JSON.parse(asked[1].body).answers.map((it) => it.option));
        return got;
    } finally { [under, last] = [under - 1, performance.now()]; }
};
globalThis.quiet = (least, asked) => {
    if (asked !== waiting) [waiting, last] = [asked, performance.now()];
    return !under && performance.now() - last > least;
};
"""
"""Keeps the answers that a page gives, and whether it answers or looks ahead."""
UNHURRIED = 300
"""Milliseconds from a question, and from the page's last call, to a click: a hand waits until it sees the options, and
where it could go at once."""
ROUNDS = 3
"""How often it looks, for each click, at most: a forced answer is given by the page."""


@dataclass
class Clicks:
    """The actions of a hand: its clicks, the questions at which it confirmed, and the answers it gave."""

    pressed: int = 0
    confirmed: list[str] = field(default_factory=list)
    needless: list[str] = field(default_factory=list)
    """The answers that took more clicks than their things need."""
    answers: int = 0
    several: int = 0
    """The clicks that answered more than one question, such as one on a space further on."""


def click_through(page: Page, made: Clicks, most: int, seed: int = 7) -> None:
    """Play on by hand, until so many clicks are made at most, or to the end of the game."""
    rnd, clicks, asked = Random(seed), 0, _unhurried(page)
    for _ in range(ROUNDS * most):
        if asked is True or made.pressed == most:
            return
        needed, given = _clicks(options(page)), page.ask("answered.length")
        if len(needed) > 1:  # otherwise the page gives the only answer by itself
            made.pressed, clicks = made.pressed + 1, clicks + 1
            if pressed(page, seed=rnd.randrange(1 << 20)) == "#send":
                made.confirmed.append(str(asked))
        asked = _unhurried(page)
        for word, *further in page.ask(f"answered.slice({given})"):
            if clicks > needed.get(word, 0):
                made.needless.append(f"{word}: {clicks} clicks, {needed.get(word)} needed")
            made.answers, made.several, clicks = made.answers + 1, made.several + bool(further), 0


def _clicks(options: list[dict[str, Any]]) -> dict[str, int]:
    """The clicks that each option takes: one for each thing, as often as it counts; one more if others go on."""
    things = {each["word"]: _things(each) for each in options}
    return {word: max(1, own.total() + any(own < each for each in things.values())) for word, own in things.items()}


def _things(option: dict[str, Any]) -> Counter[str]:
    return Counter({f"{each['id']} as {each.get('role')}": each.get("times") or 1 for each in option["targets"]})


def _unhurried(page: Page) -> str | bool:
    """The kind of question that waits, once the page has looked everything up for it; true at the end."""
    asked: str | bool = page.until(f"((asked) => asked && quiet({UNHURRIED}, asked) && asked)({ASKED})")
    return asked
