"""A player against bots alone may ask one of them."""

from __future__ import annotations

import pytest

from tests.docs.browser import Browser
from tests.kit.process import ServiceProcess
from tests.table.player import STATE, begin, sit

pytestmark = [pytest.mark.campaign, pytest.mark.slow]


@pytest.mark.parametrize("language", ["en", "it"])
def test_a_hint_names_answers_and_one_touch_gives_one(service: ServiceProcess, browser: Browser, language: str) -> None:
    """Up to three, in the words of the list, with their differences; they disappear with their question."""
    page = sit(browser, f"{service.rest}/", language)
    begin(page, "golden-horn")
    page.until(f"{STATE}.asked && !!document.querySelector('#hint')")
    page.click("#hint")
    page.until("document.querySelectorAll('#hints button').length > 0")
    said = page.ask("[...document.querySelectorAll('#hints button span')].map((each) => each.textContent)")
    assert len(said) == len(set(said)) <= 3
    listed = page.ask("[...document.querySelectorAll('[data-option] span')].map((each) => each.textContent)")
    assert set(said) <= set(listed)
    before = page.ask(f"Number({STATE}.revision)")
    page.click("#hints button")
    page.until(f"Number({STATE}.revision) > {before}")
    page.until("!document.querySelector('#hints')")
    assert page.ask("wrong") == []
