"""Why not: pointing at a thing on a board that is not lit shows the reason, and its rule."""

from __future__ import annotations

import pytest

from podesta_engines import RULESETS
from tests.docs.browser import Browser
from tests.kit.evidence import evidence
from tests.kit.process import ServiceProcess
from tests.table.player import STATE, begin, play, sit, wait

POSITIONS, APART = evidence(2, 8), 12
"""Positions of a game to examine, and the least number of revisions between them."""
BARE = "That is not among the choices now."
ASK = """
globalThis.reasons = undefined;
(async () => {
    const things = document.querySelectorAll('.board [data-about], .board svg.drawn [aria-label]');
    const unlit = (each) => !each.closest('.lit') && !each.querySelector('.lit');
    const dark = [...things].filter(unlit);
    const found = [];
    for (const each of dark) {
        if (!each.isConnected || !unlit(each)) continue; // others have moved, or a way there was found meanwhile
        each.dispatchEvent(new MouseEvent('click', { bubbles: true }));
        await new Promise((done) => setTimeout(done));
        const [why, rule] = ['.why', '.rules button'].map((one) => document.querySelector(`.tip ${one}`));
        const name = each.dataset.about ?? each.getAttribute('aria-label');
        found.push([name, why?.innerText ?? '', !!rule]);
    }
    globalThis.reasons = found;
})();
true
"""
"""Points at everything that is not lit, one after the other, and keeps the reasons."""
OTHERS = 'document.querySelector(\'.board [data-about^="ship."][aria-label*="Agnese"]\')'
WHY = "document.querySelector('.tip .why')?.innerText"


@pytest.mark.slow
@pytest.mark.parametrize(
    "ruleset",
    [pytest.param(each.id, marks=[] if each.id == "golden-horn" else pytest.mark.nightly) for each in RULESETS.all()],
)
def test_a_thing_that_is_not_lit_says_why(service: ServiceProcess, browser: Browser, ruleset: str) -> None:
    """The reason is a sentence that ends in its rule, in positions all through a game."""
    page = sit(browser, f"{service.rest}/")
    begin(page, ruleset)
    for place in range(1, POSITIONS + 1):
        page.until(f"{STATE}.asked && !!document.querySelector('.board svg')")
        page.ask(ASK)
        page.until("reasons !== undefined")
        told = page.ask("reasons")
        assert len(told) > 5
        assert [each for each in told if len(each[1]) < 20 or not each[2] or each[1].startswith(BARE)] == []
        play(page, seed=place, to=place * APART)
        wait(page, f"({STATE}.revision > {place * APART} && {STATE}.asked) || {STATE}.status === 'ended'")
        assert page.ask("wrong") == []
        page.reload()


@pytest.mark.slow
def test_the_reason_is_the_games_own(service: ServiceProcess, browser: Browser) -> None:
    """Another player's ship is described as such, though others of its kind are lit."""
    page = sit(browser, f"{service.rest}/")
    begin(page, "golden-horn")
    page.until(f"{STATE}.asked === 'place_ships' && !!{OTHERS}")
    page.ask(f"{OTHERS}.dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))")
    page.until(f"/^That belongs to Agnese\\. G-12/.test({WHY})")
    assert page.ask("wrong") == []
