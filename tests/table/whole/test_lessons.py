"""Lessons: whoever does what each step says, by touching what is lit, comes through, and plays on."""

from __future__ import annotations

import json

import httpx
import pytest

from podesta_engines import RULESETS
from tests.docs.browser import HAND, Browser, Page
from tests.kit.process import ServiceProcess
from tests.table.axe import violations
from tests.table.building import HOME
from tests.table.hand import ANSWERS, pressed
from tests.table.player import STATE, sit

pytestmark = pytest.mark.slow

CARD = "document.querySelector('#guide')"
TEXTS = {
    language: json.loads((HOME / f"src/texts/{language}/guides.json").read_text("utf-8")) for language in ("en", "it")
}
CROSSED = [(language, width) for width in (1440, 390) for language in ("en", "it")]
"""Both languages on both screens: a mouse on the wide one, a finger on the other."""
STEPS = 60
"""Presses of a lesson, at most."""
UNLIT = (
    HAND
    + """, (() => {
    const all = [...document.querySelectorAll('.board .spot[data-id]:not(.lit)')];
    const one = all.find((each) => !each.closest('.lit') && !each.querySelector('.lit') && hand.point(each));
    return hand.press(one) && one.dataset.id;
})()
"""
)
"""Touches something that a step does not want."""


def begun(service: ServiceProcess, browser: Browser, ruleset: str, language: str, width: int) -> Page:
    """A lesson, by one click on the first page."""
    page = sit(browser, f"{service.rest}/", language, width=width, caution="final")
    link = f'a[href="/#learn/{ruleset}"]'
    page.until(f"!!document.querySelector('{link}')")
    page.click(link)
    page.until(f"{CARD}?.dataset.step === 'start'")
    return page


def walked(page: Page) -> dict[str, str]:
    """Do what each step says, by hand, as far as the last one; the steps that came, with what they said."""
    said = dict[str, str]()
    for _ in range(STEPS):
        step = page.until(f"{STATE}.pending === 'false' && {CARD}?.dataset.step")
        said.setdefault(step, page.ask(f"{CARD}.innerText"))
        if step in ("on", "lost"):
            break
        pressed(page, ("#guide-next", *ANSWERS))
    return said


def lesson_of(ruleset: str) -> list[str]:
    """The steps of a lesson: its texts up to the last step; what follows is the guide's."""
    texts = list(TEXTS["en"][ruleset])
    return texts[: texts.index("on") + 1]


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
    """Every step comes, in its order and in the page's language, by presses of what is seen; then the game goes on."""
    page = begun(service, browser, ruleset, language, width)
    said, texts = walked(page), TEXTS[language][ruleset]
    assert list(said) == lesson_of(ruleset)
    assert [step for step, told in said.items() if texts[step] not in told] == []
    assert violations(page) == []
    page.click("#guide-next")
    page.until(f"{STATE}.status === 'running' && document.querySelectorAll('[data-option]').length > 1")
    assert page.ask("wrong") == []


def test_something_else_is_answered_and_changes_nothing(service: ServiceProcess, browser: Browser) -> None:
    """A touch of what a step does not want says the rule; loaded anew, the page is at the same step."""
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
    """The step whose answer was taken back is there again."""
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
    """Where a lesson does not fit the question, it says so, and everything can be touched."""
    seats = [{"name": "Ada", "claim": True}, {"bot": "greedy"}]
    opened = httpx.post(f"{service.rest}/v1/games", json={"ruleset": "golden-horn", "seats": seats}).json()
    game, token = opened["game"]["game"], opened["tokens"][0]["token"]
    kept = {"token": token, "ruleset": "golden-horn", "opened": "2026-01-01", "lesson": {"at": 2, "read": []}}
    page = sit(browser, f"{service.rest}/")
    page.until("document.querySelectorAll('[data-play]').length === 5")
    page.ask(f"localStorage['podesta seat {game}'] = JSON.stringify({json.dumps(kept)})")
    page.ask(f"location.href = '/play/{game}'")
    page.until(f"/another way/.test({CARD}.innerText) && document.querySelectorAll('[data-option]').length > 1")
