"""Troyes' main question is narrowed by kind, on the board itself."""

from __future__ import annotations

import pytest

from tests.docs.browser import HAND, Browser
from tests.kit.process import ServiceProcess
from tests.table.hand import pressed
from tests.table.player import STATE, begin, sit

LIT = "[...document.querySelectorAll('.board .lit[data-id]')].map((each) => each.dataset.id)"
KINDS = "[...document.querySelectorAll('.kind')]"
KEY = "new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })"
ASKED = f"{STATE}.pending === 'false' && {STATE}.asked"


@pytest.mark.slow
@pytest.mark.nightly
def test_a_kind_leaves_lit_what_it_needs(service: ServiceProcess, browser: Browser) -> None:
    """By click and by key: each kind lights a part of its own, all kinds together everything, and a second press
    restores all."""
    page = sit(browser, f"{service.rest}/")
    begin(page, "troyes")
    while page.until(ASKED) != "act":
        pressed(page)
    everything, parts = page.ask(LIT), []
    for at in range(page.ask(f"{KINDS}.length")):
        page.ask(f"{KINDS}[{at}].dispatchEvent({KEY})")
        page.until(f"{KINDS}[{at}].getAttribute('aria-pressed') === 'true'")
        parts += page.ask(LIT)
        page.ask(f"{HAND}, hand.press({KINDS}[{at}])")
        page.until(f"{LIT}.length === {len(everything)}")
    assert sorted(parts) == sorted(everything)
    assert page.ask("wrong") == []
