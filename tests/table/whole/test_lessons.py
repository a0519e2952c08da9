"""Lessons: whoever does what each step says, by touching what is lit, comes through, and plays on."""

from __future__ import annotations

import json

import httpx
import pytest

from podesta_engines import RULESETS
from tests.docs.browser import Browser, Page
from tests.kit.process import ServiceProcess
from tests.table.axe import violations
from tests.table.player import STATE, sit, wait
from tests.table.whole.lessons import TEXTS, lesson_of

pytestmark = pytest.mark.slow

CARD = "document.querySelector('#guide')"
WALK = """
globalThis.steps = [];
const click = (on) => on.dispatchEvent(new MouseEvent('click', { bubbles: true }));
globalThis.walking = setInterval(() => {
    const [table, card] = [document.querySelector('main[data-revision]'), document.querySelector('#guide')];
    if (!table || !card || table.dataset.pending === 'true') return;
    const { step } = card.dataset;
    if (steps.at(-1)?.step !== step) return void steps.push({ step, said: card.innerText });
    const next = document.querySelector('#guide-next');
    if (step === 'on' || step === 'lost') return void clearInterval(walking);
    const things = [...document.querySelectorAll('.board .lit[data-id], .apart button, #whole')];
    const listed = [...document.querySelectorAll('[data-option]')].find((each) => each.checkVisibility());
    const found = next ?? document.querySelector('#send') ?? things[0] ?? listed;
    if (found) click(found);
}, 60);
true
"""
"""Does what each step says, and keeps what it said."""
UNLIT = """
(() => {
    const all = [...document.querySelectorAll('.board .spot[data-id]:not(.lit)')];
    const one = all.find((each) => !each.closest('.lit') && !each.querySelector('.lit'));
    one.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    return one.dataset.id;
})()
"""
"""Touches something that a step does not want."""


def begun(service: ServiceProcess, browser: Browser, ruleset: str, language: str, width: int) -> Page:
    """A lesson, by one click on the first page."""
    page = sit(browser, f"{service.rest}/", language, width=width, caution="final")
    link = f'a[href="/#learn/{ruleset}"]'
    page.until(f"!!document.querySelector('{link}')")
    page.click(link)
    page.until(f"{CARD}?.dataset.step === 'start'")
    return page


def walked(page: Page) -> list[str]:
    """Walk a lesson to its last step; the steps that came."""
    page.ask(WALK)
    wait(page, "['on', 'lost'].includes(steps.at(-1)?.step)")
    return [each["step"] for each in page.ask("steps")]


@pytest.mark.parametrize(
    ("ruleset", "language", "width"),
    [
        pytest.param(
            each.id, language, width, marks=[] if (each.id, width) == ("notre-dame", 390) else pytest.mark.nightly
        )
        for each in RULESETS.all()
        for language, width in (("en", 1280), ("it", 390))
    ],
)
def test_a_lesson_leads_to_its_end(
    service: ServiceProcess, browser: Browser, ruleset: str, language: str, width: int
) -> None:
    """Every step comes, in its order and in the page's language; at the end the game goes on freely."""
    page = begun(service, browser, ruleset, language, width)
    assert walked(page) == lesson_of(ruleset)
    said = TEXTS[language][ruleset]
    assert [each["step"] for each in page.ask("steps") if said[each["step"]] not in each["said"]] == []
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
