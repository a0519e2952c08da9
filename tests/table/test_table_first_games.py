"""New players get explanations of questions and things, in sentences for people."""

from __future__ import annotations

import json
import re
import time

import pytest

from podesta_engines import RULESETS
from podesta_engines.core.cards import cited
from tests.docs.browser import HAND, Browser, Page
from tests.kit.process import ServiceProcess
from tests.table.building import HOME
from tests.table.player import STATE, begin, sit

GUIDE = "document.querySelector('#guide')"
FIRST = "document.querySelector('.shelf li .row:not(.against) > :is(a, button)').textContent"
THING = (
    f"{HAND}, hand.point([...document.querySelectorAll('.board [data-about]')].find((each) => !each.closest('.lit')))"
)
"""The position of a thing that is not lit."""
REST = 1.0
"""Seconds within which a tip would open."""


@pytest.mark.slow
def test_a_first_game_is_explained(service: ServiceProcess, browser: Browser) -> None:
    """Learning is a newcomer's first button; a first game has the guide, which can be closed; a second has none."""
    page = sit(browser, f"{service.rest}/")
    page.until(f"/^Learn to play/.test({FIRST})")
    begin(page, "notre-dame")
    page.until(f"{GUIDE}?.dataset.step === 'keep_first'")
    assert page.ask("document.querySelectorAll('.board .lit').length") > 1, "everything may be touched"
    page.click("#guide-enough")
    page.until(f"!{GUIDE}")
    page.reload()
    page.until(f"{STATE}.asked === 'keep_first' && !!document.querySelector('aside > *')")
    page.click("a.brand")
    page.until(f"/^Play against bots/.test({FIRST})")
    begin(page, "notre-dame")
    assert page.ask(GUIDE) is None
    assert page.ask("wrong") == []


@pytest.mark.slow
def test_a_tip_opens_for_a_pointer_that_moves_and_closes_on_a_touch(service: ServiceProcess, browser: Browser) -> None:
    """A thing that moves under a resting pointer shows no tip; a touch opens it, and a second one closes it."""
    page = sit(browser, f"{service.rest}/")
    begin(page, "notre-dame")
    at = page.until(f"({THING})")
    _mouse(page, "mouseMoved", at)
    time.sleep(REST)
    assert page.ask("document.querySelector('.tip')") is None
    _mouse(page, "mouseMoved", {"x": at["x"] + 1, "y": at["y"]})
    page.until("!!document.querySelector('.tip')")
    for says in ("!!document.querySelector('.tip .why')", "!document.querySelector('.tip')"):
        for kind in ("mousePressed", "mouseReleased"):
            _mouse(page, kind, at)
        page.until(says)
    assert page.ask("wrong") == []


def _mouse(page: Page, kind: str, at: dict[str, float]) -> None:
    button = "none" if kind == "mouseMoved" else "left"
    page.call("Input.dispatchMouseEvent", type=kind, x=at["x"], y=at["y"], button=button, clickCount=1)


@pytest.mark.parametrize("language", ["en", "it"])
def test_whatever_has_rules_has_a_sentence(language: str) -> None:
    """Things that have only rules in the catalogue have a short sentence in the table: no rule replaces it."""
    tips = json.loads((HOME / f"src/texts/{language}/tips.json").read_text("utf-8"))
    for ruleset in RULESETS.all():
        told = {words.name for words in ruleset.cards}
        silent = {word for name, words in cited(ruleset).items() if name not in told for word in words}
        assert set(tips[ruleset.id]) == silent
        assert [said for said in tips[ruleset.id].values() if not re.fullmatch(r"[A-Z].{10,120}\.", said)] == []
