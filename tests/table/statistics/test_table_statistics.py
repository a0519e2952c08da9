"""The page of statistics on finished games: on a phone, in both languages, accessible."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner

from podesta_engines import RULESETS
from podesta_lab.cli import arena, dataset, statistics
from tests.docs.browser import Browser, Page
from tests.kit.games import as_of_a_service
from tests.kit.process import ServiceProcess, running_service
from tests.table.axe import violations
from tests.table.player import sit

pytestmark = [pytest.mark.campaign, pytest.mark.slow]

RULES = [each.id for each in RULESETS.all()]
SHOWN = "document.querySelector('main[data-shown]')?.dataset.shown"
SAID = "document.querySelector('main').innerText"
CHOSEN = "(([on, value]) => { on.value = value; on.dispatchEvent(new Event('change', { bubbles: true })) })"
CUT = """
[...document.querySelectorAll('main :is(th, td, p, a, h2, summary, label, caption)')]
    .filter((on) => on.checkVisibility() && !on.closest('.unseen') && on.clientWidth)
    .filter((on) => on.scrollWidth > on.clientWidth + 1).map((on) => on.textContent.trim().slice(0, 60))
"""
"""Texts that are wider than their place."""


def run(command: Any, *words: object) -> None:
    """A command, which has to succeed."""
    said = CliRunner().invoke(command, [str(word) for word in words], catch_exceptions=False)
    assert said.exit_code == 0, said.output


@pytest.fixture(scope="module")
def statistics_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Statistics of some games of every ruleset between bots."""
    out = tmp_path_factory.mktemp("statistics")
    for ruleset in RULES:
        games = 60 if ruleset == "golden-horn" else 8
        words = ("greedy", "easy", "--games", games, "--records", "--out", out / "played" / ruleset)
        run(arena.command, ruleset, *words)
    as_of_a_service(out)
    run(dataset.command, out / "data", *(out / "played" / each / "records" for each in RULES), "--ids")
    run(statistics.command, out / "data", out / "told")
    return out / "told"


@pytest.fixture(scope="module")
def service(built: Path, statistics_dir: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServiceProcess]:
    """A service that shows them."""
    with running_service(tmp_path_factory.mktemp("service"), STATISTICS_DIR=str(statistics_dir)) as running:
        yield running


def choose(page: Page, where: str, value: str) -> None:
    """Choose from a list."""
    page.ask(f"{CHOSEN}([document.querySelector('{where}'), '{value}'])")


@pytest.mark.parametrize(("language", "dark"), [("en", False), ("it", True)])
@pytest.mark.parametrize("ruleset", RULES)
def test_a_phone_shows_all_of_it(
    service: ServiceProcess, browser: Browser, ruleset: str, language: str, dark: bool
) -> None:
    """Nothing scrolls sideways or is cut, axe finds nothing, and no code of a word is shown."""
    page = sit(browser, f"{service.rest}/statistics#{ruleset}", language, width=360, dark=dark)
    page.until(f"{SHOWN} === '{ruleset}/1'")
    assert page.ask("document.documentElement.scrollWidth") <= 360
    assert page.ask(CUT) == []
    page.ask("document.querySelectorAll('main details').forEach((on) => { on.open = true })")
    assert violations(page) == []
    assert page.ask(CUT) == []
    assert page.ask(f"{SAID}.match(/[a-z]_[a-z]|undefined|NaN|\\{{|seat_/g)") is None
    subjects = page.ask("[...document.querySelector('#statistics-subject').options].map((on) => on.textContent)")
    assert subjects
    assert all(subjects)
    assert page.ask("wrong") == []


def test_filters_narrow_what_is_told_and_stand_in_the_address(service: ServiceProcess, browser: Browser) -> None:
    """A link to a filtered page shows the same again; another game is one touch away."""
    page = sit(browser, f"{service.rest}/statistics#golden-horn")
    page.until(f"{SHOWN} === 'golden-horn/1'")
    assert page.ask("document.querySelectorAll('main tbody tr').length") > 10
    choose(page, "#statistics-who", "greedy")
    page.until("location.hash === '#golden-horn/greedy/0/'")
    choose(page, "#statistics-stage", "4")
    page.until("[...document.querySelectorAll('#statistics-stage')].every((on) => on.value === '4')")
    page.reload()
    page.until(f"{SHOWN} === 'golden-horn/1' && document.querySelector('#statistics-who').value === 'greedy'")
    page.ask("[...document.querySelectorAll('main nav a')].at(-1).click()")
    page.until(f"{SHOWN} === 'troyes/1'")
    assert page.ask("wrong") == []


def test_openings_open_and_lead_to_a_game(service: ServiceProcess, browser: Browser, statistics_dir: Path) -> None:
    """A line has the moves that followed, and a link to a game at that revision, if the service has the game."""
    page = sit(browser, f"{service.rest}/statistics#golden-horn", width=768)
    page.until(f"{SHOWN} === 'golden-horn/1'")
    assert not page.ask("!!document.querySelector('.link a')"), "bots played these elsewhere"
    told = httpx.post(f"{service.rest}/v1/games", json={"ruleset": "golden-horn", "seats": [{"claim": True}, {}]})
    for path in statistics_dir.rglob("*/*.json"):
        path.write_text(re.sub('"game":"[^"]+"', f'"game":"{told.json()["game"]["game"]}"', path.read_text("utf-8")))
    page.reload()
    page.until(f"{SHOWN} === 'golden-horn/1'")
    page.click("main summary.line")
    page.until("!!document.querySelector('main details[open] li')")
    assert page.ask("/^\\/play\\/[^/]+\\?at=\\d+$/.test(document.querySelector('.link a').getAttribute('href'))")
    assert page.ask("wrong") == []


def test_the_first_page_leads_there_if_there_are_any(service: ServiceProcess, browser: Browser, tmp_path: Path) -> None:
    """The page itself contains the link; without statistics it has none, and requests no file."""
    page = sit(browser, f"{service.rest}/", "it")
    page.until("!!document.querySelector('a[href=\"/statistics\"]')")
    page.click('a[href="/statistics"]')
    page.until(f"!!{SHOWN} && location.pathname === '/statistics'")
    with running_service(tmp_path / "other") as bare:
        page = sit(browser, f"{bare.rest}/statistics")
        page.until(f"{SAID}.includes('no statistics yet')")
        page.click("a.brand")
        page.until("document.querySelectorAll('[data-play]').length === 5 && !!document.querySelector('.lists')")
        assert not page.ask("!!document.querySelector('a[href=\"/statistics\"]')")
        asked = "performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('index.json')).length"
        assert page.ask(asked) == 0
        assert page.ask("wrong") == []
