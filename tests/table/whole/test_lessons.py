"""Lessons: a pupil who follows each step, by touching what is lit, reaches the end, and plays on."""

from __future__ import annotations

import json
import re
from typing import Any

import httpx
import pytest

from podesta_engines import RULESETS
from tests.docs.browser import HAND, PATIENCE, Browser, Page
from tests.kit.process import ServiceProcess
from tests.table.axe import violations
from tests.table.hand import ANSWERS, SEAT, pressed
from tests.table.player import STATE, sit
from tests.table.whole.lessons import TEXTS, lesson_of

pytestmark = pytest.mark.slow

CARD = "document.querySelector('#guide')"
CROSSED = [(language, width) for width in (1440, 390) for language in ("en", "it")]
"""Both languages on both screens: a mouse on the wide one, a finger on the other."""
LOOK = f"""
{CARD}?.dataset.step && {{
    step: {CARD}.dataset.step, happens: {CARD}.dataset.happens ?? '', done: !document.querySelector('#guide-next'),
    said: {CARD}.innerText, rule: {CARD}.querySelector('.rule')?.innerText ?? '',
    asked: document.querySelector('.ask .rule')?.innerText ?? '', at: Number({STATE}.revision),
}}
"""
"""The contents of a step: its note and rule, and the question's own rule."""
STEPS = 60
"""Presses of a lesson, at most."""
COUNTED = r"(\w+) (votes|voti|workers|lavoratori|pounds|sterline)\b"
DAYS = (
    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday lunedì martedì mercoledì giovedì venerdì sabato domenica"
)
FIGURES = [
    "two",
    "three",
    "four",
    "five",
    "six",
    "eight",
    "nine",
    "twelve",
    "due",
    "tre",
    "quattro",
    "cinque",
    "sei",
    "otto",
    "nove",
    "dodici",
]
UNLIT = (
    HAND
    + """, (() => {
    const all = [...document.querySelectorAll('.board .spot[data-id]:not(.lit)')];
    const one = all.find((each) => !each.closest('.lit') && !each.querySelector('.lit') && hand.point(each));
    return hand.press(one) && one.dataset.id;
})()
"""
)
"""Touches a thing that a step does not want."""


def begun(service: ServiceProcess, browser: Browser, ruleset: str, language: str, width: int) -> Page:
    """A lesson, by one click on the first page."""
    page = sit(browser, f"{service.rest}/", language, width=width, caution="final")
    link = f'a[href="/#learn/{ruleset}"]'
    page.until(f"!!document.querySelector('{link}')")
    page.click(link)
    page.until(f"{CARD}?.dataset.step === 'start'")
    return page


def walked(page: Page) -> dict[str, Any]:
    """Follow each step, by hand, up to the last one; returns the steps that came, and how."""
    steps = dict[str, Any]()
    for _ in range(STEPS):
        step = page.until(f"{STATE}.pending === 'false' && ({LOOK})")
        steps.setdefault(step["step"], step)
        if step["step"] in ("on", "lost"):
            break
        pressed(page, ("#guide-next", *ANSWERS))
    return steps


def pattern(message: str) -> str:
    """A regular expression for a message with each of its slots filled."""
    parts, depth = [""], 0
    for mark in message:
        depth += mark == "{"
        parts[-1] += mark if depth == 0 else ""
        if mark == "}" and (depth := depth - 1) == 0:
            parts.append("")
    return r"\S.*?".join(re.escape(part) for part in parts)


def told_of(page: Page) -> list[Any]:
    """All notes in the log of the page's game, each with its revision."""
    origin, game, token = page.ask(SEAT)
    last, found = int(page.ask(f"{STATE}.revision")), list[Any]()
    address, key = f"{origin}/v1/games/{game}/stream?after=0", {"Authorization": f"Bearer {token}"}
    with httpx.stream("GET", address, headers=key, timeout=PATIENCE) as stream:
        for line in stream.iter_lines():
            update = json.loads(line[5:]) if line.startswith("data:") else {}
            found += [{**note, "revision": update["revision"]} for note in update.get("notes", [])]
            if update.get("revision", 0) >= last:
                break
    return found


def untrue(step: Any, told: list[Any], since: int, until: int) -> list[str]:
    """The errors of a step: its note is not in the log, or its rule is another's.

    A step to be read refers to notes since the last one, if it names a note; one to be done names one of the next
    notes.
    """
    after = [note for note in told if note["revision"] > step["at"]]
    until = max(until, after[0]["revision"]) if after else until
    near = [note for note in told if since < note["revision"] <= until]
    named = [note["kind"] for note in near if (note["revision"] > step["at"]) == step["done"]]
    rules = {"", step["asked"], *(note["rule"] for note in near)}
    silent = step["happens"] == "" and not step["done"]
    faults = [f"nothing tells {step['happens']!r}"] * (step["happens"] not in named and not silent)
    return faults + [f"{step['rule']} is none of {sorted(rules)}"] * (step["rule"] not in rules)


@pytest.mark.parametrize(
    ("ruleset", "language", "width"),
    [
        pytest.param(
            each.id,
            language,
            width,
            marks=[] if (each.id, language, width) == ("pillars-of-the-earth", "it", 390) else pytest.mark.campaign,
        )
        for each in RULESETS.all()
        for language, width in CROSSED
    ],
)
def test_a_lesson_leads_to_its_end(
    service: ServiceProcess, browser: Browser, ruleset: str, language: str, width: int
) -> None:
    """Every step comes, in its order and in the page's language, by presses of visible things; then the game goes on.

    No slot is empty, the event of a step is in the log, and its rule is that of the question or of the event. A line of
    the last step opens its rule.
    """
    page = begun(service, browser, ruleset, language, width)
    steps, texts = walked(page), TEXTS[language][ruleset]
    assert list(steps) == lesson_of(ruleset)
    empty = [step["said"] for name, step in steps.items() if not re.search(pattern(texts[name]), step["said"])]
    assert empty == []
    told, at = told_of(page), [0, *(step["at"] for step in steps.values()), 0]
    faults = {name: untrue(step, told, at[i], at[i + 2]) for i, (name, step) in enumerate(steps.items())}
    assert {name: found for name, found in faults.items() if found} == {}
    assert violations(page) == []
    assert page.ask(f"{CARD}.querySelectorAll('li').length") == 5
    page.click("#guide li:first-child button")
    page.until("document.querySelectorAll('dialog[open] .list p').length === 1")
    page.click("dialog[open] button.main")
    page.until("!document.querySelector('dialog[open]')")
    page.click("#guide-next")
    page.until(f"{STATE}.status === 'running' && document.querySelectorAll('[data-option]').length > 1")
    assert page.ask("wrong") == []


@pytest.mark.parametrize("language", ["en", "it"])
def test_what_a_position_knows_is_not_typed(language: str) -> None:
    """Days, votes, workers and prices are slots of the texts, filled from the view."""
    days = rf"\b({DAYS.replace(' ', '|')})\b"
    said = [text for steps in TEXTS[language].values() for text in steps.values()]
    typed = [text for text in said if re.search(days, text, re.IGNORECASE)]
    typed += [text for text in said for word, _ in re.findall(COUNTED, text) if word in FIGURES]
    assert typed == []


def test_something_else_is_answered_and_changes_nothing(service: ServiceProcess, browser: Browser) -> None:
    """A touch of a thing that a step does not want shows the rule; after a reload, the page is at the same step."""
    page = begun(service, browser, "golden-horn", "en", 1280)
    page.click("#guide-next")
    page.until(f"{CARD}?.dataset.step === 'ships' && document.querySelectorAll('.board .lit').length > 0")
    before = page.ask(f"{STATE}.revision")
    page.ask(UNLIT)
    page.until(f"/Not yet.*G-12/s.test({CARD}.innerText)")
    assert page.ask(f"{STATE}.revision") == before
    assert page.ask("document.querySelector('#forget')") is None
    page.reload()
    page.until(f"{CARD}?.dataset.step === 'ships'")
    assert page.ask("wrong") == []


@pytest.mark.nightly
def test_a_lesson_goes_back_with_what_is_taken_back(service: ServiceProcess, browser: Browser) -> None:
    """The step of the retracted answer is shown again."""
    page = begun(service, browser, "troyes", "en", 1280)
    page.click("#guide-next")
    for step in ("red", "white"):
        page.until(f"{CARD}?.dataset.step === '{step}' && !!document.querySelector('.board .lit')")
        page.click(".board .lit")
    page.until(f"{CARD}?.dataset.step === 'yellow' && !!document.querySelector('#take-back')")
    page.click("#take-back")
    page.until(f"{CARD}?.dataset.step === 'white'")
    assert page.ask("wrong") == []


def test_a_game_that_goes_another_way_is_not_stuck(service: ServiceProcess, browser: Browser) -> None:
    """If a lesson does not fit the question, it says so, and everything can be touched."""
    seats = [{"name": "Ada", "claim": True}, {"bot": "greedy"}]
    opened = httpx.post(f"{service.rest}/v1/games", json={"ruleset": "golden-horn", "seats": seats}).json()
    game, token = opened["game"]["game"], opened["tokens"][0]["token"]
    kept = {"token": token, "ruleset": "golden-horn", "opened": "2026-01-01", "lesson": {"at": 2, "read": []}}
    page = sit(browser, f"{service.rest}/")
    page.until("document.querySelectorAll('[data-play]').length === 5")
    page.ask(f"localStorage['podesta seat {game}'] = JSON.stringify({json.dumps(kept)})")
    page.ask(f"location.href = '/play/{game}'")
    page.until(f"/left the lesson/.test({CARD}.innerText) && document.querySelectorAll('[data-option]').length > 1")
