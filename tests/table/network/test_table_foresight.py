"""An answer is shown on the board before the service has taken it, by its preview, and taken back if it is refused."""

from __future__ import annotations

import pytest

from tests.docs.browser import Browser, Page
from tests.kit.process import ServiceProcess
from tests.table.player import STATE, begin, play, sit, wait

pytestmark = [pytest.mark.campaign, pytest.mark.slow]

HELD = """
const { fetch: soon } = globalThis;
const REFUSED = { type: '/problems/internal', title: 'Internal service error', status: 400, detail: 'it was held up' };
globalThis.held = undefined;
globalThis.fetch = (...asked) => {
    if (!String(asked[0].url ?? asked[0]).endsWith('/answers')) return soon(...asked);
    const headers = { 'content-type': 'application/problem+json' };
    const refused = () => new Response(JSON.stringify(REFUSED), { status: 400, headers });
    return new Promise((done) => {
        const mine = { take: () => done(soon(...asked)), refuse: () => done(refused()) };
        held = mine;
        setTimeout(() => {
            const { shown, revision } = document.querySelector('main[data-revision]').dataset;
            if (shown === revision) mine.take();
        }, 100);
    });
};
"""
"""Answers with foreseeable results are held back until the test takes or refuses them."""
WATCHED = """
globalThis.shown = [];
const table = document.querySelector('main[data-revision]');
const keep = () => shown.push(`${table.dataset.shown} of ${table.dataset.revision}`);
new MutationObserver(keep).observe(table, { attributeFilter: ['data-shown'] });
true
"""
AHEAD = f"{STATE}.shown === String(Number({STATE}.revision) + 1) && {STATE}.pending === 'true' && held"


@pytest.fixture
def page(service: ServiceProcess, browser: Browser) -> Page:
    """A game with its answers held back, in a page that looks ahead, which is the default."""
    found = sit(browser, f"{service.rest}/", caution="final")
    found.call("Page.addScriptToEvaluateOnNewDocument", source=HELD)
    found.reload()
    begin(found, "golden-horn")
    found.ask(WATCHED)
    return found


def test_an_answer_is_on_the_board_before_it_is_taken(page: Page) -> None:
    """The board is ahead of the last update, and does not change when the next one comes."""
    play(page)
    page.until(AHEAD)
    before = int(page.ask(f"shown.length = 0, {STATE}.revision"))
    page.ask("held.take(); held = undefined; true")
    wait(page, f"{STATE}.revision > {before}")
    assert [each for each in page.ask("shown") if int(each.split()[0]) <= before + 1] == []
    assert page.ask("wrong") == []


def test_what_is_refused_goes_back(page: Page) -> None:
    """The board is restored, the reason is shown, and the same answer can be given again."""
    play(page)
    page.until(AHEAD)
    before = int(page.ask(f"shown.length = 0, {STATE}.revision"))
    page.ask("held.refuse(); held = undefined; true")
    page.until(f"shown.includes('{before} of {before}') && {AHEAD}")
    page.ask("held.take(); held = undefined; true")
    wait(page, f"{STATE}.revision > {before}")
    assert page.ask("wrong") == []


AT_NIGHT = ["golden-horn", "notre-dame", "pillars-of-the-earth"]
NIGHTLY = [pytest.param(each, marks=pytest.mark.nightly) for each in AT_NIGHT]


@pytest.mark.parametrize("ruleset", ["colonia", "troyes", *NIGHTLY])
def test_games_go_on_like_that(service: ServiceProcess, browser: Browser, ruleset: str) -> None:
    """Most answers are shown ahead, and none leads to a question that cannot be answered."""
    page = sit(browser, f"{service.rest}/", caution="final")
    begin(page, ruleset)
    page.ask(WATCHED)
    play(page)
    wait(page, f"{STATE}.revision >= 60 || {STATE}.status === 'ended'")
    told = [each.split(" of ") for each in page.ask("shown")]
    assert sum(int(shown) == int(revision) + 1 for shown, revision in told) >= 8
    assert page.ask("wrong") == []
